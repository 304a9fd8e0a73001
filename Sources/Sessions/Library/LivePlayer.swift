import GameRules
import Rooms
import Storage

/// A player in memory, as long as a connection is open, a commit is under way or a rate limit is not full.
final class LivePlayer {
    let id: PlayerID
    /// The name, including a new one whose commit is still under way.
    private(set) var name: String
    /// Connections that said `hello` as this player. Some may still wait for their welcome to be durable.
    private(set) var sessions = FewObjects<Session>()
    /// Rooms in which the player has a seat.
    private(set) var seats: [RoomID: RoomRecord]
    /// The player's games in memory.
    private(set) var games: [PuzzleID: LiveGame] = [:]
    /// The ticket of the last submission that changed the player.
    private(set) var ticket = 0
    private var flags = Flags()
    /// The number of times that memory came to be wrong about the player, modulo 256. 8 bits, so that it shares a word
    /// with the flags.
    private(set) var doubts: UInt8 = 0
    /// The number of the day of the last visit, up to the year 2149. 16 bits, so that it shares a word with the flags.
    private var seenNumber: UInt16
    /// The number of times that the player has signed out everywhere, durably. 32 bits, so that it shares a word with
    /// the flags.
    private(set) var signOuts: Int32
    /// The rate limits over all connections. They live with the player, who is kept in memory until they are full, so
    /// that reconnecting does not reset them.
    var requests = TokenBucket()
    var seatsTaken = TokenBucket()
    var entries = TokenBucket()
    /// The limits of what most players never do. Nil until one of them is used.
    private var rare: RareRates?

    private(set) var changes: TokenBucket {
        get { rare?.changes ?? TokenBucket() }
        set { rareRates().changes = newValue }
    }

    var newNames: TokenBucket {
        get { rare?.newNames ?? TokenBucket() }
        set { rareRates().newNames = newValue }
    }

    var refusedNames: TokenBucket {
        get { rare?.refusedNames ?? TokenBucket() }
        set { rareRates().refusedNames = newValue }
    }

    var pastDays: TokenBucket {
        get { rare?.pastDays ?? TokenBucket() }
        set { rareRates().pastDays = newValue }
    }

    var reactions: TokenBucket {
        get { rare?.reactions ?? TokenBucket() }
        set { rareRates().reactions = newValue }
    }

    var nudges: TokenBucket {
        get { rare?.nudges ?? TokenBucket() }
        set { rareRates().nudges = newValue }
    }

    init(_ record: PlayerRecord, seats: [RoomRecord]) {
        id = record.id
        name = record.name
        signOuts = Int32(clamping: record.sessions)
        seenNumber = UInt16(clamping: record.seenOn.number)
        self.seats = Dictionary(seats.map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })
        ban(record.bannedAt != nil)
    }

    private func rareRates() -> RareRates {
        if let rare { return rare }
        let made = RareRates()
        rare = made
        return made
    }

    // MARK: Changes

    /// Records the ticket of a submission that changed the player.
    func touched(by ticket: Int) { self.ticket = max(self.ticket, ticket) }

    /// Records that memory equals storage again. Nothing rests on earlier submissions any more, some of which are lost.
    func wasReadAgain() {
        ticket = 0
        doubt(false)
    }

    func rename(to name: String) { self.name = name }

    /// Records a seat in a room.
    func sit(in room: RoomRecord) { seats[room.id] = room }

    func giveUpSeat(in room: RoomID) { seats[room] = nil }

    /// Adds a connection that said `hello` as this player.
    func add(_ session: Session) { sessions.append(session) }

    /// Removes a connection. It plays none of the player's games any more.
    func remove(_ session: Session) {
        sessions.remove(session)
        for game in games.values { game.stopped(by: session) }
    }

    /// Keeps a game in memory.
    func keep(_ game: LiveGame) { games[game.key.puzzle] = game }

    func forgetGame(of puzzle: PuzzleID) { games[puzzle] = nil }

    func forgetGames() { games = [:] }

    /// Voids all session tokens with a lower number, durably.
    func signedOut(_ count: Int) { signOuts = max(signOuts, Int32(clamping: count)) }

    /// Bans the player, or ends the ban, durably.
    func ban(_ isBanned: Bool) { flags[.isBanned] = isBanned }

    /// Records whether memory may be wrong about the player.
    func doubt(_ isInDoubt: Bool) {
        flags[.isInDoubt] = isInDoubt
        if isInDoubt { doubts &+= 1 }
    }

    /// Records whether the player is in the eviction list.
    func listForEviction(_ isListed: Bool) { flags[.isToBeEvicted] = isListed }

    /// Records the day of the last visit.
    func seen(on day: Day) { seenNumber = UInt16(clamping: day.number) }

    /// Replaces the state in memory with what storage has.
    func reset(to record: PlayerRecord, seats: [RoomRecord]) {
        name = record.name
        ban(record.bannedAt != nil)
        signOuts = Int32(clamping: record.sessions)
        seen(on: record.seenOn)
        self.seats = Dictionary(seats.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: Account

    /// Whether the player is in the eviction list of `LivePlayers`, which must not have duplicates: a player who
    /// reconnects often stays in it for long.
    var isToBeEvicted: Bool { flags[.isToBeEvicted] }

    /// Whether memory may be wrong about the name and the seats, after a commit that failed: see
    /// ``LivePlayers/settle(_:then:)``.
    var isInDoubt: Bool { flags[.isInDoubt] }

    /// Whether those who run the server keep the player out, durably.
    var isBanned: Bool { flags[.isBanned] }

    /// The day of the last visit, including one whose commit is still under way.
    var seenOn: Day { Day(number: Int(seenNumber)) }

    var account: Account { Account(self, signOuts: Int(signOuts)) }

    // MARK: Rate limits

    /// Takes `count` changes of rooms from the rate. Returns nil on success, else the ms until there are as many.
    func takeChanges(_ count: Int, of rate: TokenRate, now: Int) -> Int? { changes.take(count, of: rate, now: now) }

    /// Charges changes of so many rooms, if need be as a debt.
    func chargeChanges(_ count: Int, of rate: TokenRate, now: Int) { changes.charge(count, of: rate, now: now) }

    /// Whether all rate limits are full.
    func isUnburdened(now: Int) -> Bool {
        requests.isFull(now: now) && seatsTaken.isFull(now: now) && entries.isFull(now: now)
            && newNames.isFull(now: now) && reactions.isFull(now: now) && nudges.isFull(now: now)
            && changes.isFull(now: now) && refusedNames.isFull(now: now) && pastDays.isFull(now: now)
    }

    /// Facts of one bit each, in one byte.
    private struct Flags: OptionSet {
        var rawValue: UInt8 = 0

        static let isToBeEvicted = Flags(rawValue: 1)
        static let isBanned = Flags(rawValue: 2)
        static let isInDoubt = Flags(rawValue: 4)

        subscript(flag: Flags) -> Bool {
            get { contains(flag) }
            set { if newValue { insert(flag) } else { remove(flag) } }
        }
    }
}

/// A game in memory.
final class LiveGame {
    let key: GameKey
    /// The server's time at which the board was shown.
    let openedAt: Int
    /// Whether the game was opened after its day.
    let isArchive: Bool
    /// Whether the game was not finished in time, and is continued in the archive.
    private(set) var isContinued = false
    /// Whether the result counts; nil before the end.
    private(set) var isRankedEnd: Bool?
    private(set) var game: Game
    /// The connection that plays: the newest of the player's that opened the game. No reference, as a weak one has an
    /// object of its own: ``LivePlayer/remove(_:)`` takes a closed connection away.
    private var playing: ObjectIdentifier?
    /// The ticket of the last submission that changed the game.
    private(set) var ticket = 0

    init(key: GameKey, openedAt: Int, game: Game, isArchive: Bool = false) {
        self.key = key
        self.openedAt = openedAt
        self.isArchive = isArchive
        self.game = game
    }

    /// A stored game. Throws if its journal is no valid game with this secret. Precondition: the secret is one of the
    /// line. The level of hard mode and the time limit are those of the record.
    init(_ record: GameRecord, secret: PuzzleSecret, options: GameOptions) throws(JournalFault) {
        var options = options
        options.hardMode = record.hardMode
        options.seconds = record.seconds
        var game = Game(of: record.key.puzzle.line, secret: secret, options: options)
        for move in record.moves { try game.replay(move.move) }
        if record.finish != nil { game.end() }
        self.game = game
        key = record.key
        openedAt = record.openedAt
        isArchive = record.isArchive
        isRankedEnd = record.finish?.isRanked
    }

    // MARK: Changes

    /// Records the ticket of a submission that changed the game.
    func touched(by ticket: Int) { self.ticket = ticket }

    /// Lets a connection of the player play from now on. Returns the other one that played before. One that the player
    /// does not have any more plays nothing.
    @discardableResult
    func play(from session: Session, of player: LivePlayer) -> Session? {
        guard playing != ObjectIdentifier(session), player.sessions.contains(session) else { return nil }
        let before = player.sessions.first { ObjectIdentifier($0) == playing }
        playing = ObjectIdentifier(session)
        return before
    }

    /// Has nobody play, if this connection did.
    func stopped(by session: Session) {
        if playing == ObjectIdentifier(session) { playing = nil }
    }

    /// Whether a connection plays the game.
    var isPlayed: Bool { playing != nil }

    /// Whether a connection may move: it plays, or no other connection does.
    func mayPlay(_ session: Session) -> Bool { playing == nil || playing == ObjectIdentifier(session) }

    /// Takes a move, or refuses it. `isRanked`: whether the result counts, if this move ends the game.
    func play(
        _ word: Word, row: Int?, elapsed: Int, lag: Int, isRanked: () -> Bool, isInList: (Word) -> Bool
    ) throws(MoveRefusal) -> MoveOutcome {
        let outcome = try game.play(word, row: row, elapsed: elapsed, lag: lag, isInList: isInList)
        if case .accepted = outcome, game.result != nil { isRankedEnd = isRanked() }
        return outcome
    }

    /// Ends a timed game. `isRanked`: whether the result counts.
    func end(isRanked: Bool) {
        game.end()
        isRankedEnd = isRanked
    }

    func setHardMode(_ hard: HardMode) throws(MoveRefusal) { try game.setHardMode(hard) }

    /// Continues the game in the archive, where it does not count.
    func continueInArchive() { isContinued = true }

    // MARK: Derived state

    /// The instant at which the server ends the game; nil for a game without a time limit, and for one that has ended.
    var endsAt: Int? {
        guard game.status == .playing else { return nil }
        return game.closesAfter.map { openedAt + $0 }
    }

    /// Whether the player's rooms show the game: not a practice or archive game.
    var isRaced: Bool { !key.puzzle.isPractice && !isArchive && !isContinued && isRankedEnd != false }

    /// The game as the player's rooms show it; nil if they do not.
    var lane: Lane? {
        guard isRaced else { return nil }
        return game.lane
    }

    /// The result of the game; nil before its end.
    var finish: FinishRecord? {
        game.result.map { FinishRecord($0, isRanked: isRankedEnd ?? false, isHasty: game.isHasty) }
    }
}

/// Rate limits in an object of their own: every idle watcher is a player in memory.
private final class RareRates {
    fileprivate(set) var changes = TokenBucket()
    var newNames = TokenBucket()
    var refusedNames = TokenBucket()
    var pastDays = TokenBucket()
    var reactions = TokenBucket()
    var nudges = TokenBucket()
}
