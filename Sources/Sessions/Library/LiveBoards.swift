import GameRules
import Leaderboards
import Messages
import Puzzles
import Rooms
import Storage

/// The rankings of the whole server in memory.
final class LiveBoards: HubPart {
    let context: HubContext
    private unowned let library: Library
    private let teller: Teller
    private let lookers: Lookers
    private var table: [BoardKey: LiveBoard] = [:]
    private var loads = LoadTable<BoardKey, LiveBoard, StorageError>()
    private var queue = BoardQueue()
    /// Results that became durable while their board was being read.
    private(set) var resultsWhileReading: [BoardKey: [LateResult]] = [:]
    /// Boards that are being read and came into doubt meanwhile.
    private var doubted: Set<BoardKey> = []
    /// The version with which the next board begins: above that of each board in doubt.
    private var nextVersion = 0

    init(_ context: HubContext, _ library: Library, _ teller: Teller, _ lookers: Lookers) {
        self.context = context
        self.library = library
        self.teller = teller
        self.lookers = lookers
    }

    subscript(key: BoardKey) -> LiveBoard? { table[key] }

    var values: Dictionary<BoardKey, LiveBoard>.Values { table.values }

    /// Drops the cached names of a player who was renamed or deleted.
    func renamed(_ player: PlayerID) {
        for board in table.values { board.renamed(player) }
    }

    /// Charges a ranking that must be read to `client`. Returns the ms to wait if the client asked for too many, else
    /// nil. Rankings in memory or being read are free, and so is a nil client.
    func tooMany(_ key: BoardKey, for client: ClientNetwork?) -> Int? {
        guard let client, table[key] == nil, !loads.isLoading(key) else { return nil }
        return queue.admits(client) ? environment.boardReads(client) : LiveBoards.boardPatience
    }

    /// The time in ms after which a ranking that could not be queued may be requested again.
    private static let boardPatience = 1_000

    /// Returns the ranking in memory, read if needed. Reading a long period may take seconds, which delays only
    /// requests for other rankings that are not in memory.
    func get(
        _ key: BoardKey, for client: ClientNetwork?, then: @escaping (Result<LiveBoard, StorageError>) -> Void
    ) {
        if let board = table[key] {
            board.askedAt = now
            return then(.success(board))
        }
        guard loads.wait(for: key, then) else { return }
        queue.add(key, for: client)
        readNextBoard()
    }

    private func readNextBoard() {
        guard let key = queue.next() else { return }
        resultsWhileReading[key] = []
        // Storage reads everything submitted up to here, and nothing later.
        let ticket = teller.submitted
        let storage = environment.storage
        let rules = settings.scoring
        context.ask({ (reply: @escaping StorageReply<BoardResults>) in
            storage.foldResults(of: key.line, days: key.days, into: BoardDraft(key, rules), add: { $0.add($1) }) {
                result in
                // Sorted on the reading thread: sorting millions takes seconds.
                reply(result.flatMap { $0.results })
            }
        }) { [self] result in
            queue.done()
            let missed = resultsWhileReading.removeValue(forKey: key) ?? []
            if doubted.remove(key) != nil, case .success = result {
                queue.add(key, for: nil)
                return readNextBoard()
            }
            let board = result.map { LiveBoard(key, rules, $0, version: nextVersion) }
            if case .success(let board) = board {
                for result in missed where result.ticket > ticket {
                    board.add(result.finish.score, isHasty: result.finish.isHasty, of: result.player)
                }
                makeRoomForBoard()
                board.askedAt = now
                table[key] = board
            }
            readNextBoard()
            library.settle(loads.loaded(key), board)
        }
    }

    /// The maximum numbers of boards without subscribers, and of boards with subscribers, besides those of current
    /// periods.
    static let boardsKept = 16

    /// The maximum number of boards that subscribers of one network keep in memory, so that a few devices cannot take
    /// all.
    static let boardsKeptForOne = 4

    /// Whether a connection may subscribe to a board, which would then stay in memory, in place of what it looks at.
    func mayLook(at key: BoardKey, from session: Session) -> Bool {
        guard !isOfNow(key), !lookers.boards.contains(key) else { return true }
        let left = lookers.onlyBoard(of: session)
        let past = lookers.boards.filter { $0 != left && !isOfNow($0) }
        return past.count < LiveBoards.boardsKept
            && past.count { lookers.firstNetwork(at: $0) == session.client } < LiveBoards.boardsKeptForOne
    }

    /// Whether present results belong to the board: the current day, week, month and all time, which have many
    /// subscribers.
    private func isOfNow(_ key: BoardKey) -> Bool { days.running.contains { key.covers($0.puzzle) } }

    /// Evicts the least recently requested boards. Today's boards and those with subscribers stay.
    private func makeRoomForBoard() {
        let today = days.running.map(\.puzzle)
        let idle = table.values.filter { board in
            !lookers.boards.contains(board.key) && !today.contains { $0 == board.key.puzzle }
        }
        // Boards of current periods are evicted last: they are the largest, and likely to be requested again.
        let inOrder = idle.map { (isOfNow($0.key) ? 1 : 0, $0.askedAt, $0.key) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        for (_, _, key) in inOrder.prefix(max(0, idle.count - LiveBoards.boardsKept + 1)) { table[key] = nil }
    }

    /// Drops the boards of a puzzle with a result whose commit failed: it may be durable all the same, and then nobody
    /// tells these boards. They are read again on demand, and those that somebody looks at with the next update.
    func doubt(_ puzzle: PuzzleID) {
        doubted.formUnion(resultsWhileReading.keys.filter { $0.covers(puzzle) })
        for board in table.values where board.key.covers(puzzle) {
            nextVersion = max(nextVersion, board.version + 1)
            table[board.key] = nil
        }
    }

    /// Adds the result of a game, which became durable with the submission `ticket`.
    func finished(_ player: PlayerID, _ puzzle: PuzzleID, _ finish: FinishRecord, ticket: Int) {
        for board in table.values where board.key.covers(puzzle) {
            board.add(finish.score, isHasty: finish.isHasty, of: player)
        }
        for key in resultsWhileReading.keys where key.covers(puzzle) {
            resultsWhileReading[key]?.append(LateResult(player: player, finish: finish, ticket: ticket))
        }
    }
}

/// A result that became durable while its board was being read.
struct LateResult {
    let player: PlayerID
    let finish: FinishRecord
    let ticket: Int
}

/// A board that is being read.
private struct BoardDraft: Sendable {
    private let key: BoardKey
    private let rules: ScoringRules
    private var builder: RankingBuilder
    private var hasty: Set<PlayerID> = []
    /// The number of invalid results.
    private var impossible = 0

    init(_ key: BoardKey, _ rules: ScoringRules) {
        self.key = key
        self.rules = rules
        builder = RankingBuilder(key.puzzle != nil ? .day : .period(rules.points))
    }

    mutating func add(_ results: [RankedResult]) {
        for result in results {
            guard result.score.isPossible else {
                impossible += 1
                continue
            }
            if key.isClean, rules.isSuspicious(result.score, isHasty: result.isHasty) { continue }
            builder.add(result.player, result.score)
            if result.isHasty, key.puzzle != nil { hasty.insert(result.player) }
        }
    }

    /// The ranking, sorted; an error if any result was invalid.
    var results: Result<BoardResults, StorageError> {
        impossible == 0
            ? .success(BoardResults(ranking: builder.finish(), hasty: hasty))
            : .failure(.corrupt("\(impossible) results of \(key.line.text) that no game can have"))
    }
}
