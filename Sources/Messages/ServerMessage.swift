import GameRules

/// Every message that a server may send. `docs/protocol.md` describes each with an example.
public enum ServerMessage: Hashable, Sendable {
    /// Answers `hello`.
    case welcome(Welcome)
    /// Answers `rename`.
    case renamed(name: String)
    /// Answers `open`.
    case game(GameView)
    /// Answers `guess`; pushed to the player's other connections.
    case judged(Judged)
    /// Answers `hard_mode`.
    case hardMode(puzzle: PuzzleID, hard: HardMode)
    /// Answers `join` and `create_room`. With the player's board, if a round runs in which the player takes part.
    case joined(RoomEntry, seat: Int, board: SprintBoard? = nil)
    /// Answers `watch`.
    case watching(RoomEntry)
    /// Answers `leave`; pushed to those who see the room no more.
    case left(room: String, reason: LeaveReason? = nil)
    /// Answers what is done in a room; what it did is pushed as an event.
    case done(room: String)
    /// Answers `new_code`.
    case code(room: String, code: String)
    /// Answers `play`; pushed to the player's other connections.
    case played(Played)
    /// Pushed: a round begins for the player.
    case board(room: String, SprintBoard)
    /// Pushed: a member reacts.
    case reaction(room: String, seat: Int, Reaction)
    /// Answers `look`; pushed when something has changed, then without `you`, which `standing` tells.
    case ranking(RankingView)
    /// Pushed: where the receiver is now in the ranking that the connection looks at.
    case standing(RankingStanding)
    /// Answers `look` with `on: false`.
    case rankingEnded
    /// Answers `lobby`; pushed when something has changed.
    case lobby([LobbyRoom])
    /// Answers `ping`. Server time in ms since 1970-01-01 UTC.
    case pong(time: Int)
    /// Refuses a request. It changed nothing.
    case error(ErrorReply)
    /// Pushed: one event of a room.
    case event(room: String, epoch: UInt64, RoomEventView)
    /// Pushed to a watcher that did not keep up: the whole picture, in place of the events up to its number.
    case snapshot(RoomEntry)
    /// Pushed: who is there.
    case presence(room: String, Presence)
    /// Pushed: another connection of the player plays this puzzle now.
    case moved(puzzle: PuzzleID)
    /// Pushed: another connection of the player plays in this room now.
    case movedInRoom(room: String)
    /// Pushed: a new day began.
    case day(time: Int, today: PuzzleView)
    /// Pushed: the room must be entered again.
    case resync(room: String)
}

/// Why somebody sees a room no more who has not left it.
public enum LeaveReason: String, Hashable, Sendable {
    /// The host took the seat away.
    case kicked
    /// The host closed the room.
    case closed
    /// The room has another code, which members are told.
    case newCode = "new_code"
}

/// Who you are and what there is to play.
public struct Welcome: Hashable, Sendable {
    /// Server time, ms since 1970-01-01 UTC.
    public var time: Int
    /// What the host calls the server.
    public var serverName: String
    /// Your identity; shown to nobody else.
    public var playerID: PlayerID
    /// Your name, as rooms show it.
    public var playerName: String
    /// The puzzle of the day.
    public var today: PuzzleView
    /// The player's games that can be gone on with, or looked at: those of today and of the day before.
    public var games: [Game]
    /// The rooms in which the player has a seat.
    public var rooms: [Room]
    /// What the server bounds.
    public var limits: Limits
    /// What sprints can be made of.
    public var sprints: [Words]
    /// The version that the server speaks.
    public var protocolVersion = ProtocolVersion.current
    /// Names of what the server does.
    public var features = Welcome.allFeatures

    /// The features of a server of this version.
    public static let allFeatures = ["guess", "archive", "practice", "ranking", "sprint"]

    /// The words of a language.
    public struct Words: Hashable, Sendable {
        /// ISO 639-1, two letters.
        public var language: String
        /// The letters that words can have, ascending.
        public var lengths: [Int]

        /// The words of a language.
        public init(language: String, lengths: [Int]) {
            self.language = language
            self.lengths = lengths
        }
    }

    /// A game that the player has opened.
    public struct Game: Hashable, Sendable {
        /// Which puzzle it is a game of.
        public var puzzle: PuzzleID
        /// Whether it goes on, and how it ended.
        public var status: GuessGame.Status

        /// A game that the player has opened.
        public init(puzzle: PuzzleID, status: GuessGame.Status) {
            self.puzzle = puzzle
            self.status = status
        }
    }

    /// A room in which the player has a seat.
    public struct Room: Hashable, Sendable {
        /// What `join` takes.
        public var code: String
        /// The name of the room; empty if it has none.
        public var name: String
        /// The epoch of its log: by it a client knows the room again that has got another code meanwhile.
        public var epoch: UInt64

        /// A room in which the player has a seat.
        public init(code: String, name: String, epoch: UInt64) {
            self.code = code
            self.name = name
            self.epoch = epoch
        }
    }

    /// Bounds that a client should know before it meets them.
    public struct Limits: Hashable, Sendable {
        /// Bytes in a message.
        public var message: Int
        /// Characters in a name.
        public var name: Int
        /// Seats in a room.
        public var members: Int

        /// The bounds of this server.
        public init(message: Int, name: Int, members: Int) {
            self.message = message
            self.name = name
            self.members = members
        }
    }

    /// The answer to `hello`.
    public init(
        time: Int, serverName: String, playerID: PlayerID, playerName: String, today: PuzzleView, games: [Game],
        rooms: [Room], limits: Limits, sprints: [Words]
    ) {
        self.time = time
        self.serverName = serverName
        self.playerID = playerID
        self.playerName = playerName
        self.today = today
        self.games = games
        self.rooms = rooms
        self.limits = limits
        self.sprints = sprints
    }
}

/// What everybody may know of a puzzle that runs.
public struct PuzzleView: Hashable, Sendable {
    /// Kind, language, length and day.
    public var puzzle: PuzzleID
    /// Guesses that a player has.
    public var rows: Int
    /// The instant of the next rollover, ms since 1970-01-01 UTC.
    public var ends: Int
    /// 64 hexadecimal digits.
    public var commitment: String

    /// A puzzle with the end of its day.
    public init(puzzle: PuzzleID, rows: Int, ends: Int, commitment: String) {
        self.puzzle = puzzle
        self.rows = rows
        self.ends = ends
        self.commitment = commitment
    }
}

/// A player's own board. Goes to that player alone.
public struct GameView: Hashable, Sendable {
    /// Which puzzle it is a game of.
    public var puzzle: PuzzleID
    /// Guesses that a player has.
    public var rows: Int
    /// The level of hard mode now.
    public var hard: HardMode
    /// ms since the board was shown, less the lag credit; stands still when the game is over.
    public var elapsed: Int
    /// ms of lag credit so far.
    public var credit: Int
    /// Whether its result counts in rankings and statistics: it is no practice, and was played when it was the day's.
    public var isRanked: Bool
    /// The accepted guesses, in order.
    public var guesses: [Guess]
    /// The colours of the keys after the last guess.
    public var keyboard: KeyboardView
    /// Whether the game goes on.
    public var progress: GameProgress

    /// One accepted guess.
    public struct Guess: Hashable, Sendable {
        /// The letters, lower case in NFC.
        public var word: String
        /// The marks of the letters.
        public var pattern: Pattern
        /// ms since the board was shown.
        public var elapsed: Int

        /// An accepted guess.
        public init(word: String, pattern: Pattern, elapsed: Int) {
            self.word = word
            self.pattern = pattern
            self.elapsed = elapsed
        }
    }

    /// A board as it stands.
    public init(
        puzzle: PuzzleID, rows: Int, hard: HardMode, elapsed: Int, credit: Int = 0, isRanked: Bool = true,
        guesses: [Guess], keyboard: KeyboardView, progress: GameProgress
    ) {
        self.puzzle = puzzle
        self.rows = rows
        self.hard = hard
        self.elapsed = elapsed
        self.credit = credit
        self.isRanked = isRanked
        self.guesses = guesses
        self.keyboard = keyboard
        self.progress = progress
    }
}

/// The colours of the keys, in alphabet order; letters not guessed are not there.
public struct KeyboardView: Hashable, Sendable {
    /// Letters, lower case in NFC, with the best mark that each has had.
    public var keys: [(letter: String, mark: Mark)]
    /// The most letters that as many guesses can have. The keyboard is written in as many bytes as so many letters
    /// take, so that the length of a message does not tell how many there are.
    public var most: Int

    /// Keys in alphabet order.
    public init(keys: [(letter: String, mark: Mark)], most: Int = 0) {
        self.keys = keys
        self.most = most
    }

    /// Same letters with the same marks.
    public static func == (a: KeyboardView, b: KeyboardView) -> Bool { a.keys.elementsEqual(b.keys, by: ==) }
    /// Hashes letters and marks.
    public func hash(into hasher: inout Hasher) {
        for (letter, mark) in keys {
            hasher.combine(letter)
            hasher.combine(mark)
        }
    }
}

/// Whether a game goes on; when it is over, how it ended.
public enum GameProgress: Hashable, Sendable {
    case playing
    case over(GameEnd)
}

/// The end of a game. Goes to players who have finished the puzzle, and to nobody else.
public struct GameEnd: Hashable, Sendable {
    /// The word, lower case in NFC.
    public var answer: String
    /// Whether the last guess was the answer.
    public var solved: Bool
    /// Guesses used.
    public var turns: Int
    /// ms from the showing of the board to the last accepted guess, less the lag credit.
    public var elapsed: Int
    /// What there is to say of a game that is not a room's; nil for a sprint.
    public var own: Own?

    /// Of a game that is not a room's.
    public struct Own: Hashable, Sendable {
        /// ms of lag credit, which were taken off.
        public var credit: Int
        /// Whether it counts in rankings and statistics.
        public var isRanked: Bool
        /// The text to share, without a link.
        public var share: String

        /// Of a game that is not a room's.
        public init(credit: Int, isRanked: Bool, share: String) {
            self.credit = credit
            self.isRanked = isRanked
            self.share = share
        }
    }

    /// How a game ended.
    public init(answer: String, solved: Bool, turns: Int, elapsed: Int, own: Own?) {
        self.answer = answer
        self.solved = solved
        self.turns = turns
        self.elapsed = elapsed
        self.own = own
    }
}

/// A guess that was accepted.
public struct Judged: Hashable, Sendable {
    /// Which puzzle was guessed at.
    public var puzzle: PuzzleID
    /// From 0.
    public var row: Int
    /// The word with its marks and time.
    public var guess: GameView.Guess
    /// The colours of the keys after it.
    public var keyboard: KeyboardView
    /// Whether the game goes on.
    public var progress: GameProgress

    /// An accepted guess and what it led to.
    public init(puzzle: PuzzleID, row: Int, guess: GameView.Guess, keyboard: KeyboardView, progress: GameProgress) {
        self.puzzle = puzzle
        self.row = row
        self.guess = guess
        self.keyboard = keyboard
        self.progress = progress
    }
}

/// Why a request was refused.
public struct ErrorReply: Error, Hashable, Sendable {
    /// For programs; does not change.
    public var code: ErrorCode
    /// For people; may change.
    public var message: String
    /// What the code says more, if it does.
    public var detail: Detail?

    /// The further fields of some codes.
    public enum Detail: Hashable, Sendable {
        /// `rate_limited`: come again after so many ms.
        case retry(Int)
        /// `wrong_length`: the length wanted.
        case length(Int)
        /// `stale_row`, `row_ahead`: the next free row.
        case row(Int)
        /// `bad_name`: a word that says why.
        case reason(String)
        /// `bad_settings`: the field that cannot be so.
        case field(String)
        /// `hard_mode`: a letter must be at a position, counted from 0.
        case position(Int, letter: String)
        /// `hard_mode`: so many copies of a letter must be there.
        case copies(letter: String, count: Int)
        /// `hard_mode`, ultra: the word has no more than so many copies of a letter.
        case absent(letter: String, count: Int)
        /// `hard_mode`, ultra: a letter cannot be at a position.
        case moved(Int, letter: String)
    }

    /// A refusal with words for people.
    public init(_ code: ErrorCode, _ message: String, _ detail: Detail? = nil) {
        self.code = code
        self.message = message
        self.detail = detail
    }
}
