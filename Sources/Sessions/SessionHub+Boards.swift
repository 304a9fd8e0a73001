import GameRules
import Leaderboards
import Messages
import Puzzles
import Rooms
import Storage

// Rankings of the whole server in memory, and what HTTP asks of the hub. Everything here is public knowledge: names,
// turns and times.
extension SessionHub {
    /// The largest page of a leaderboard.
    package static let largestPage = 200

    /// Why a question over HTTP has no answer.
    package enum QueryFault: Error, Hashable, Sendable {
        /// There is no such puzzle, room or day.
        case notFound(String)
        /// The question cannot be asked so.
        case badRequest(String)
        /// Too many rankings were asked for; the ms until there may be another one.
        case tooMany(retry: Int)
        /// Nobody is proved to ask.
        case unauthorized
        /// Storage does not answer.
        case unavailable
    }

    /// A body of JSON, or why there is none.
    package typealias QueryReply = (Result<[UInt8], QueryFault>) -> Void

    /// `GET /api/v1/today`.
    package func today(then: @escaping QueryReply) {
        guard let today else { return then(.failure(.unavailable)) }
        let key = BoardKey(line: today.puzzle.line, period: .day(today.puzzle.day), isClean: false)
        withBoard(key, for: nil) { [self] result in
            guard case .success(let board) = result else { return then(.failure(.unavailable)) }
            let ranking = board.ranking
            var json = JSONWriter()
            json.object { json in
                json.object("today", today.write)
                if let sealed = sealedForTomorrow(of: today.puzzle.line) {
                    json.object("tomorrow") { json in
                        json.field("puzzle", sealed.puzzle.text)
                        json.field("commitment", library.seal(of: sealed).commitment)
                    }
                } else {
                    json.null("tomorrow")
                }
                json.field("finished", ranking.count)
                json.field("solved", ranking.solvedCount)
                if case .solved(let turns, let elapsed) = ranking.median {
                    json.object("median") { json in
                        json.field("turns", turns)
                        json.field("ms", elapsed)
                    }
                } else {
                    json.null("median")
                }
                json.array("distribution") { json in
                    for count in ranking.distribution(rows: settings.rows) { json.integer(count) }
                }
            }
            then(.success(json.bytes))
        }
    }

    // MARK: Puzzles

    /// `GET /api/v1/puzzles/…`: the commitment, from the day before the puzzle's own on, and when nobody can play it
    /// any more what it commits to.
    package func puzzle(_ puzzle: PuzzleID, then: @escaping QueryReply) {
        guard library.words(of: puzzle.line) != nil, let today, puzzle.number >= 1,
            puzzle.day <= today.puzzle.day || puzzle.day == tomorrow
        else { return then(.failure(.notFound("There is no such puzzle."))) }
        withSeal(puzzle) { [self] result in
            guard case .success(let pinned) = result else { return then(.failure(.unavailable)) }
            var json = JSONWriter()
            json.object { write(pinned, to: &$0) }
            then(.success(json.bytes))
        }
    }

    /// `GET /api/v1/puzzles/LINE`: those that were wanted here, newest first, from the day before `before`, `limit` at
    /// most.
    package func puzzles(of line: PuzzleLine, before: Day?, limit: Int, then: @escaping QueryReply) {
        guard library.words(of: line) != nil, let today else {
            return then(.failure(.notFound("There are no such puzzles.")))
        }
        // Tomorrow's is told apart; what a wrong clock had pinned further ahead is nobody's business.
        let tomorrow = today.puzzle.day.advanced(by: 1)
        let before = min(before ?? tomorrow, tomorrow)
        let limit = min(limit, SessionHub.largestPage)
        let storage = environment.storage
        ask({ storage.pinned(of: line, before: before, limit: limit + 1, completion: $0) }) { [self] result in
            guard case .success(let found) = result else { return then(.failure(.unavailable)) }
            let shown = found.prefix(limit).filter { library.words(of: line)?.fits($0.answer) == true }
            var json = JSONWriter(reservingCapacity: 8_192)
            json.object { json in
                json.field("line", line.text)
                json.array("puzzles") { json in
                    for pinned in shown { json.element { write(pinned, to: &$0) } }
                }
                if let sealed = sealedForTomorrow(of: line) {
                    json.object("tomorrow") { write(sealed, to: &$0) }
                } else {
                    json.null("tomorrow")
                }
                if found.count > limit {
                    json.field("next", found[limit - 1].puzzle.day.text)
                } else {
                    json.null("next")
                }
            }
            then(.success(json.bytes))
        }
    }

    private func write(_ pinned: PinnedPuzzle, to json: inout JSONWriter) {
        let puzzle = pinned.puzzle
        json.field("puzzle", puzzle.text)
        json.field("number", puzzle.number)
        let seal = library.seal(of: pinned)
        json.field("commitment", seal.commitment)
        json.object("seal", seal.time.write)
        // By the clock and by `today`: the reveal may be late, never early.
        guard !canBeFinished(puzzle), let today, puzzle.day.advanced(by: 1) < today.puzzle.day,
            let words = library.words(of: puzzle.line)
        else { return }
        json.field("salt", seal.salt)
        json.field("answer", words.alphabet.text(pinned.answer))
    }

    // MARK: Boards in memory

    /// Counts a ranking that would have to be read; the ms until it may be, if it may not now. What is in memory, or
    /// being read for others, costs nothing. `client` asks for it; nil: nobody who is counted.
    func tooManyBoards(_ key: BoardKey, for client: ClientNetwork?) -> Int? {
        guard let client, boards[key] == nil, !boardLoads.isLoading(key) else { return nil }
        return boardQueue.admits(client) ? environment.boardReads(client) : SessionHub.boardPatience
    }

    /// ms after which a ranking that could not wait may be asked for again.
    private static let boardPatience = 1_000

    /// The ranking in memory, read if needed: that of a long period may take seconds, and holds nobody up but those who
    /// want another one that is not in memory.
    func withBoard(
        _ key: BoardKey, for client: ClientNetwork?, then: @escaping (Result<LiveBoard, StorageError>) -> Void
    ) {
        if let board = boards[key] {
            board.askedAt = now
            return then(.success(board))
        }
        guard boardLoads.wait(for: key, then) else { return }
        boardQueue.add(key, for: client)
        readNextBoard()
    }

    private func readNextBoard() {
        guard let key = boardQueue.next() else { return }
        resultsWhileLoading[key] = []
        // What was submitted up to here is in what is read, and nothing that comes later.
        let ticket = outbox.submitted
        let storage = environment.storage
        let rules = settings.scoring
        ask({ (reply: @escaping StorageReply<Ranking>) in
            storage.foldResults(of: key.line, days: key.days, into: BoardDraft(key, rules), add: { $0.add($1) }) {
                result in
                // Here, on the thread that has read them: to put millions in order takes seconds.
                reply(result.flatMap { $0.ranking })
            }
        }) { [self] result in
            boardQueue.done()
            let missed = resultsWhileLoading.removeValue(forKey: key) ?? []
            let board = result.map { LiveBoard(key, rules, $0) }
            if case .success(let board) = board {
                for result in missed where result.ticket > ticket { board.add(result.score, of: result.player) }
                makeRoomForBoard()
                board.askedAt = now
                boards[key] = board
            }
            readNextBoard()
            settle(boardLoads.loaded(key), board)
        }
    }

    /// Boards in memory that nobody looks at, and boards that somebody looks at: so many of each at most, besides those
    /// of periods that run.
    static let boardsKept = 16

    /// How many of the latter may be there because clients of one address look at them: a few devices cannot take them
    /// all.
    static let boardsKeptForOne = 4

    /// Whether somebody at an address may look at a board who does not yet: it would stay in memory.
    func mayLook(at key: BoardKey, from client: ClientNetwork) -> Bool {
        guard !isOfNow(key), !lookers.boards.contains(key) else { return true }
        let past = lookers.boards.filter { !isOfNow($0) }
        return past.count < SessionHub.boardsKept
            && past.count { lookers.firstNetwork(at: $0) == client } < SessionHub.boardsKeptForOne
    }

    /// Whether what is played now is ranked there: the day, the week, the month and all time, which many look at.
    private func isOfNow(_ key: BoardKey) -> Bool {
        guard let today else { return false }
        return key.covers(today.puzzle)
    }

    /// Lets go of the boards that were not asked for for the longest time; today's, and those somebody looks at, stay.
    private func makeRoomForBoard() {
        let idle = boards.values.filter { !lookers.boards.contains($0.key) && $0.key.puzzle != today?.puzzle }
        // Those of periods that run last: they are the largest, and many ask for them again.
        let inOrder = idle.map { (isOfNow($0.key) ? 1 : 0, $0.askedAt, $0.key) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        for (_, _, key) in inOrder.prefix(max(0, idle.count - SessionHub.boardsKept + 1)) { boards[key] = nil }
    }

    /// A player's game has ended, durably, with the submission `ticket`.
    func finished(_ player: LivePlayer, _ puzzle: PuzzleID, _ finish: FinishRecord, ticket: Int) {
        let score = Score(finish)
        for board in boards.values where board.key.covers(puzzle) { board.add(score, of: player.id) }
        for key in resultsWhileLoading.keys where key.covers(puzzle) {
            resultsWhileLoading[key]?.append(LateResult(player: player.id, score: score, ticket: ticket))
        }
    }
}

/// A result that became durable while its board was being read.
struct LateResult {
    let player: PlayerID
    let score: Score
    let ticket: Int
}

/// A board that is being read.
private struct BoardDraft: Sendable {
    private let key: BoardKey
    private let rules: ScoringRules
    private var builder: RankingBuilder
    /// Results that no game can have.
    private var impossible = 0

    init(_ key: BoardKey, _ rules: ScoringRules) {
        self.key = key
        self.rules = rules
        builder = RankingBuilder(key.puzzle != nil ? .day : .period(rules.points))
    }

    mutating func add(_ results: [RankedResult]) {
        for result in results {
            guard !result.solved || GuessRules.turns.contains(result.turns) && result.elapsed >= 0 else {
                impossible += 1
                continue
            }
            let score = Score(solved: result.solved, turns: result.turns, elapsed: result.elapsed)
            if key.isClean, rules.isSuspicious(score) { continue }
            builder.add(result.player, solved: result.solved, turns: result.turns, elapsed: result.elapsed)
        }
    }

    /// What was read, in order.
    var ranking: Result<Ranking, StorageError> {
        impossible == 0
            ? .success(builder.finish())
            : .failure(.corrupt("\(impossible) results of \(key.line.text) that no game can have"))
    }
}
