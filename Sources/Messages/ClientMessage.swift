import GameRules

/// What a client asks, and the number by which it knows the answer.
public struct ClientRequest: Hashable, Sendable {
    /// 0 to `largestID`; the reply carries it as `re`.
    public let id: Int
    /// What is asked.
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
    /// The first message. `token` for clients without cookies.
    case hello(protocol: Int, token: String?)
    /// A new display name.
    case rename(name: String)
    /// Shows the board and starts the clock. `follow`: only look at a game that another connection plays. `archive`: a
    /// past day will do, though it is not ranked any more.
    case open(puzzle: PuzzleID, hard: HardMode, follow: Bool = false, archive: Bool = false)
    /// Shows the practice game of the line that is under way or was the last, or begins another one.
    case practice(line: PuzzleLine, hard: HardMode, isNew: Bool)
    /// A guess for a row counted from 0. The word is as typed: the server judges its letters.
    case guess(puzzle: PuzzleID, row: Int, word: String)
    /// Lowers hard mode.
    case hardMode(puzzle: PuzzleID, hard: HardMode)
    /// A new room, with the sender as its host.
    case createRoom(name: String?)
    /// Takes a seat, or comes back to it. The password is for those who have no seat yet.
    case join(room: String, resume: ResumePoint?, password: String? = nil, manner: JoiningManner = JoiningManner())
    /// Sees a room without a seat.
    case watch(room: String, resume: ResumePoint?, password: String? = nil)
    /// Gives up the seat, or stops watching.
    case leave(room: String)
    /// What somebody who has joined a room asks in it.
    case inRoom(room: String, RoomRequest)
    /// Shows the rooms that are listed, and what becomes of them; or no more.
    case lobby(on: Bool)
    /// Shows a ranking, and what becomes of it; nil for no more.
    case look(RankingRequest?)
    /// Asks for the server's time.
    case ping
}

/// How somebody takes a seat, or comes back to it.
public struct JoiningManner: Hashable, Sendable {
    /// Whether to be shown under a pseudonym, for those who have no seat yet; nil for what is usual in the room.
    public var pseudonym: Bool?
    /// Leaves the game with the connection that plays it.
    public var follow: Bool

    /// By default what is usual.
    public init(pseudonym: Bool? = nil, follow: Bool = false) {
        self.pseudonym = pseudonym
        self.follow = follow
    }
}

/// A ranking that somebody looks at.
public struct RankingRequest: Hashable, Sendable {
    /// The line and the period: `guess-en-5/2026-W47`. Not checked yet.
    public let board: String
    /// A room's code, for the ranking of its members; nil for that of the server.
    public let room: String?
    /// Without suspicious games.
    public let isClean: Bool

    /// A ranking that somebody looks at.
    public init(board: String, room: String? = nil, isClean: Bool = false) {
        self.board = board
        self.room = room
        self.isClean = isClean
    }
}

/// How far a client knows the log of a room.
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

/// Why bytes are no request.
public struct ClientMessageFault: Error, Hashable, Sendable {
    /// The request's number, if it could be read.
    public let id: Int?
    /// What to answer.
    public let code: ErrorCode
    /// For people who write clients.
    public let reason: String

    init(id: Int?, code: ErrorCode = .badMessage, reason: String) {
        self.id = id
        self.code = code
        self.reason = reason
    }
}
