import GameRules

/// A request of a client, with the number that its reply carries.
public struct ClientRequest: Hashable, Sendable {
    /// The number of the request, 0 to `largestID`. The reply carries it as `re`.
    public let id: Int
    /// The message of the request.
    public let message: ClientMessage

    /// 2^53 − 1: the largest integer that every JSON reader keeps.
    public static let largestID = 1 << 53 - 1

    /// A request.
    public init(id: Int, message: ClientMessage) {
        self.id = id
        self.message = message
    }
}

/// Every message that a client may send. `docs/protocol.md` describes each with an example.
public enum ClientMessage: Hashable, Sendable {
    /// The first message of a connection. `token` is for clients without cookies.
    case hello(protocol: Int, token: String?)
    /// Changes the display name.
    case rename(name: String)
    /// Shows the board and starts the clock. `follow`: only watches a game that another connection plays. `archive`:
    /// accepts a past day, whose game is not ranked.
    case open(puzzle: PuzzleID, hard: HardMode, follow: Bool = false, archive: Bool = false)
    /// Shows the last practice game of the line, finished or not, or begins a new one. `seconds`: the time limit of a
    /// new game, 0 for none; nil for the usual one. Kinds of games without a time limit ignore it.
    case practice(line: PuzzleLine, hard: HardMode, seconds: Int? = nil, isNew: Bool)
    /// Ends a practice game of a kind that the clock ends, before its time or without one.
    case endPractice(puzzle: PuzzleID)
    /// A move. `row`: counted from 0, in kinds of games that are played row by row. The word is sent as typed: the
    /// server checks its letters.
    case guess(puzzle: PuzzleID, row: Int?, word: String)
    /// Asks for the words that could have been found, once a game or a round with tiles has ended.
    case solutions(SolutionsSubject)
    /// Asks how many words there are of each length, once the tiles of a game or a round are seen.
    case counts(SolutionsSubject)
    /// Sets the level of hard mode: any level before the first guess, a lower one afterwards.
    case hardMode(puzzle: PuzzleID, hard: HardMode)
    /// Creates a room with the sender as its host. `line`: the line of its daily races, one of the server's; nil for
    /// the first of these.
    case createRoom(name: String?, line: PuzzleLine? = nil)
    /// Takes a seat, or returns to it. Only players without a seat need the password.
    case join(room: String, resume: ResumePoint?, password: String? = nil, manner: JoiningManner = JoiningManner())
    /// Watches a room without a seat. `key`: the stage key of the room, with which a code that it had before leads to
    /// it too.
    case watch(room: String, resume: ResumePoint?, password: String? = nil, key: String? = nil)
    /// Gives up the seat, or stops watching.
    case leave(room: String)
    /// A request within a room that the client has joined.
    case inRoom(room: String, RoomRequest)
    /// Subscribes to the listed rooms, or unsubscribes.
    case lobby(on: Bool)
    /// Subscribes to a ranking; nil unsubscribes.
    case look(RankingRequest?)
    /// Asks for the server's time.
    case ping
}

/// Tiles whose words, or their numbers, are asked for.
public enum SolutionsSubject: Hashable, Sendable {
    /// The player's own game of a puzzle.
    case game(PuzzleID)
    /// A round of sprints, in a room that the connection sees.
    case round(room: String, race: String)
}

/// Options of `join`.
public struct JoiningManner: Hashable, Sendable {
    /// Whether the room shows a pseudonym, for players without a seat; nil for the default of the room.
    public var pseudonym: Bool?
    /// Whether another connection of the player keeps playing, and this one only watches the game.
    public var follow: Bool

    /// Options that leave everything at its default.
    public init(pseudonym: Bool? = nil, follow: Bool = false) {
        self.pseudonym = pseudonym
        self.follow = follow
    }
}

/// The ranking that a client subscribes to.
public struct RankingRequest: Hashable, Sendable {
    /// The line and the period, such as `guess-en-5/2026-W47`. Not validated yet.
    public let board: String
    /// The code of a room, for the ranking of its members; nil for the ranking of the server.
    public let room: String?
    /// Whether suspicious games are left out.
    public let isClean: Bool

    /// A subscription to a ranking.
    public init(board: String, room: String? = nil, isClean: Bool = false) {
        self.board = board
        self.room = room
        self.isClean = isClean
    }
}

/// The position in a room's log up to which a client has received it.
public struct ResumePoint: Hashable, Sendable {
    /// The log's epoch.
    public let epoch: UInt64
    /// The last sequence number received.
    public let sequence: Int

    /// A point in a log.
    public init(epoch: UInt64, sequence: Int) {
        self.epoch = epoch
        self.sequence = sequence
    }
}

/// The reason why bytes are no request.
public struct ClientMessageFault: Error, Hashable, Sendable {
    /// The number of the request, if it could be read.
    public let id: Int?
    /// The error code of the reply.
    public let code: ErrorCode
    /// An explanation for authors of clients.
    public let reason: String

    init(id: Int?, code: ErrorCode = .badMessage, reason: String) {
        self.id = id
        self.code = code
        self.reason = reason
    }
}
