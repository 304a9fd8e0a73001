import GameRules
import Rooms
import Storage

/// A player in memory, as long as there is a connection or something under way.
final class LivePlayer {
    let id: PlayerID
    /// What it is called, with names whose commits are still under way.
    private(set) var name: String
    /// Connections that have said `hello`; those not greeted yet wait for what their welcome tells to be durable.
    var sessions = FewObjects<Session>()
    /// Rooms in which the player has a seat.
    private(set) var seats: [RoomID: RoomRecord]
    /// Games in memory.
    private(set) var games: [PuzzleID: LiveGame] = [:]
    /// The last submission that touched this player.
    private(set) var ticket = 0
    /// Whether `LivePlayers` is to evict this player. Its list has nobody twice: a player who comes and goes all day
    /// stays in it for long.
    var isToBeLetGo = false
    /// How often the player has signed out everywhere, durably. There is room for so many beside the flag.
    private(set) var signOuts: Int32
    /// Requests of all connections, seats taken, rooms entered, new names. They go with the player, who is kept in
    /// memory until they are full: reconnecting fills nothing.
    var requests = TokenBucket()
    var seatsTaken = TokenBucket()
    var entries = TokenBucket()
    var newNames = TokenBucket()
    var reactions = TokenBucket()
    var nudges = TokenBucket()
    var changes = TokenBucket()

    // MARK: What is decided

    /// A submission has touched this player.
    func touched(by ticket: Int) { self.ticket = max(self.ticket, ticket) }

    func rename(to name: String) { self.name = name }

    /// The player has a seat in a room, which is known by this record.
    func sit(in room: RoomRecord) { seats[room.id] = room }

    func giveUpSeat(in room: RoomID) { seats[room] = nil }

    /// A game is in memory from now on.
    func keep(_ game: LiveGame) { games[game.key.puzzle] = game }

    func forgetGame(of puzzle: PuzzleID) { games[puzzle] = nil }

    func forgetGames() { games = [:] }

    /// All session tokens with a lower number are void, durably.
    func signedOut(_ count: Int) { signOuts = max(signOuts, Int32(clamping: count)) }

    /// What storage has of the player, in place of what memory made of it.
    func reset(to record: PlayerRecord, seats: [RoomRecord]) {
        name = record.name
        signOuts = Int32(clamping: record.sessions)
        self.seats = Dictionary(seats.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: What is counted

    var account: Account { Account(id: id, name: name, signOuts: Int(signOuts)) }

    /// Whether nothing is counted against the player.
    func isUnburdened(now: Int) -> Bool {
        requests.isFull(now: now) && seatsTaken.isFull(now: now) && entries.isFull(now: now)
            && newNames.isFull(now: now) && reactions.isFull(now: now) && nudges.isFull(now: now)
            && changes.isFull(now: now)
    }

    init(_ record: PlayerRecord, seats: [RoomRecord]) {
        id = record.id
        name = record.name
        signOuts = Int32(clamping: record.sessions)
        self.seats = Dictionary(seats.map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })
    }
}

/// A game in memory.
final class LiveGame {
    let key: GameKey
    /// Server time at which the board was shown.
    let openedAt: Int
    /// Whether it was opened when its day was over.
    let isArchive: Bool
    /// Whether it was not ended in time, and is gone on with in the archive.
    private(set) var isContinued = false
    /// Whether its end counts; nil while it goes on.
    private(set) var isRankedEnd: Bool?
    private(set) var game: GuessGame
    /// The connection that plays it: the newest that opened it.
    private(set) weak var playing: Session?
    /// The last submission that touched this game.
    private(set) var ticket = 0

    init(key: GameKey, openedAt: Int, game: GuessGame, isArchive: Bool = false) {
        self.key = key
        self.openedAt = openedAt
        self.isArchive = isArchive
        self.game = game
    }

    /// A stored game. Throws if its journal is no game with this answer. Precondition: the answer has the length of the
    /// line.
    init(_ record: GameRecord, answer: Word, rows: Int) throws(JournalFault) {
        for move in record.moves where move.word.count != move.pattern.count {
            throw .wrongLength(row: move.row)
        }
        key = record.key
        openedAt = record.openedAt
        isArchive = record.isArchive
        isRankedEnd = record.finish?.isRanked
        game = try GuessGame(
            answer: answer,
            rules: GuessRules(length: answer.count, rows: rows, hardMode: record.hardMode),
            replaying: record.moves.map {
                GuessMove(word: $0.word, pattern: $0.pattern, elapsed: $0.elapsed, credit: $0.credit)
            })
    }

    // MARK: What is decided

    /// A submission has touched this game.
    func touched(by ticket: Int) { self.ticket = ticket }

    /// A connection plays it from now on. Answers another one that did, and is there still.
    @discardableResult
    func play(from session: Session) -> Session? {
        defer { playing = session }
        guard let playing, playing !== session, playing.isOpen else { return nil }
        return playing
    }

    /// Whether a connection may move: it plays, or nobody does.
    func mayPlay(_ session: Session) -> Bool {
        guard let playing else { return true }
        return playing === session || !playing.isOpen
    }

    /// Takes a guess, or refuses it. `isRanked`: whether its end counts, if this is the end.
    func guess(
        _ word: Word, row: Int, elapsed: Int, lag: Int, isRanked: () -> Bool, isInList: (Word) -> Bool
    ) throws(GuessRefusal) -> GuessOutcome {
        let outcome = try game.guess(word, row: row, elapsed: elapsed, lag: lag, isInList: isInList)
        if case .accepted = outcome, game.result != nil { isRankedEnd = isRanked() }
        return outcome
    }

    func setHardMode(_ hard: HardMode) throws(GuessRefusal) { try game.setHardMode(hard) }

    /// It is gone on with though its time is over, and does not count.
    func continueInArchive() { isContinued = true }

    // MARK: What follows

    /// Whether the player's rooms hear of it: it is no practice, and not of the archive.
    var isRaced: Bool { !key.puzzle.isPractice && !isArchive && !isContinued && isRankedEnd != false }

    /// The game as the player's rooms see it; nil if they do not.
    var lane: Lane? {
        guard isRaced else { return nil }
        return Lane(
            rows: game.journal.map { LaneRow(pattern: $0.pattern, elapsed: $0.elapsed) },
            finish: finish.map { LaneFinish(solved: $0.solved, turns: $0.turns, elapsed: $0.elapsed) })
    }

    /// How it ended; nil while it goes on.
    var finish: FinishRecord? {
        game.result.map {
            FinishRecord(
                solved: $0.solved, turns: $0.turns, elapsed: $0.elapsed, isRanked: isRankedEnd ?? false)
        }
    }
}
