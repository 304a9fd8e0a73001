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
    /// Answers `join` and `create_room`. `board`: the player's board in the running round, if the player takes part.
    case joined(RoomEntry, seat: Int, board: SprintBoard? = nil)
    /// Answers `watch`.
    case watching(RoomEntry)
    /// Answers `leave`; pushed to those who can no longer see the room.
    case left(room: String, reason: LeaveReason? = nil)
    /// Answers a request within a room. Its effect is pushed as an event.
    case done(room: String)
    /// Answers `new_code`.
    case code(room: String, code: String)
    /// Answers `stage_key`.
    case stageKey(room: String, key: String)
    /// Answers `play`; pushed to the player's other connections.
    case played(Played)
    /// Pushed: a round begins for the player.
    case board(room: String, SprintBoard)
    /// Pushed: a member reacts.
    case reaction(room: String, seat: Int, Reaction)
    /// Answers `look`. Pushed after changes, then without `you`, which `standing` carries.
    case ranking(RankingView)
    /// Pushed: the receiver's place in the ranking that the connection subscribes to.
    case standing(RankingStanding)
    /// Answers `look` with `on: false`.
    case rankingEnded
    /// Answers `lobby`. Pushed after changes.
    case lobby([LobbyRoom])
    /// Answers `ping` with the server's time, ms since 1970-01-01 UTC.
    case pong(time: Int)
    /// Refuses a request. It changed nothing.
    case error(ErrorReply)
    /// Pushed: one event of a room.
    case event(room: String, epoch: UInt64, RoomEventView)
    /// Pushed to a watcher that did not keep up: a snapshot in place of the events up to its number.
    case snapshot(RoomEntry)
    /// Pushed: the present members and watchers of a room.
    case presence(room: String, Presence)
    /// Pushed: another connection of the player took over this puzzle.
    case moved(puzzle: PuzzleID)
    /// Pushed: another connection of the player took over the game in this room.
    case movedInRoom(room: String)
    /// Answers `solutions`: the common words that can be laid from the tiles, shorter ones first, and the number of all
    /// words that count.
    case solutions(of: SolutionsSubject, common: [String], count: Int)
    /// Answers `counts`: the numbers of all words that count with three letters, with four, and so on up to all tiles.
    case counts(of: SolutionsSubject, [Int])
    /// Pushed: a new day began, with a puzzle in each of the server's lines; the first is `today`.
    case day(time: Int, today: PuzzleView, lines: [PuzzleView])
    /// Pushed: the room must be entered again.
    case resync(room: String)
    /// Pushed: those who run the server announce something, or (nil) have withdrawn it.
    case announcement(HostAnnouncement?)
}

/// The answer to `hello`: the player, the puzzle of the day, and the games and rooms to return to.
public struct Welcome: Hashable, Sendable {
    /// Server time, ms since 1970-01-01 UTC.
    public var time: Int
    /// The server's name, chosen by its operator.
    public var serverName: String
    /// The player's identity. Never shown to anybody else.
    public var playerID: PlayerID
    /// The player's name, as rooms show it.
    public var playerName: String
    /// The puzzle of the day: that of the server's first line.
    public var today: PuzzleView
    /// The day's puzzle of each line that has a daily race here; the first is `today`.
    public var lines: [PuzzleView]
    /// The player's games of today and of the day before, to be continued or looked at.
    public var games: [Game]
    /// The rooms in which the player has a seat.
    public var rooms: [Room]
    /// The bounds that clients should respect.
    public var limits: Limits
    /// The kinds of games, languages and word lengths of sprints.
    public var sprints: [Words]
    /// The text that those who run the server show to all; nil if there is none.
    public var announcement: HostAnnouncement?
    /// The version that the server speaks.
    public var protocolVersion = ProtocolVersion.current
    /// Names of optional features that the server has.
    public var features = Welcome.allFeatures

    /// The features of a server of this version.
    public static let allFeatures = ["guess", "archive", "practice", "ranking", "sprint"]

    /// The words of a kind of game in a language.
    public struct Words: Hashable, Sendable {
        /// The kind of game.
        public var kind: PuzzleLine.Kind
        /// ISO 639-1, two letters.
        public var language: String
        /// The lengths that words can have, in letters, ascending.
        public var lengths: [Int]

        /// The words of a kind of game in a language.
        public init(kind: PuzzleLine.Kind, language: String, lengths: [Int]) {
            self.kind = kind
            self.language = language
            self.lengths = lengths
        }
    }

    /// A game that the player has opened.
    public struct Game: Hashable, Sendable {
        /// The puzzle of the game.
        public var puzzle: PuzzleID
        /// Whether the game is being played, or how it ended.
        public var status: GameStatus

        /// A game that the player has opened.
        public init(puzzle: PuzzleID, status: GameStatus) {
            self.puzzle = puzzle
            self.status = status
        }
    }

    /// A room in which the player has a seat.
    public struct Room: Hashable, Sendable {
        /// The code that `join` takes.
        public var code: String
        /// The name of the room; empty if it has none.
        public var name: String
        /// The epoch of the room's log. It identifies a room whose code has changed.
        public var epoch: UInt64

        /// A room in which the player has a seat.
        public init(code: String, name: String, epoch: UInt64) {
            self.code = code
            self.name = name
            self.epoch = epoch
        }
    }

    /// Bounds that a client should respect.
    public struct Limits: Hashable, Sendable {
        /// The maximum size of a message, in bytes.
        public var message: Int
        /// The maximum length of a name, in characters.
        public var name: Int
        /// The maximum number of seats in a room.
        public var members: Int

        /// The bounds of a server.
        public init(message: Int, name: Int, members: Int) {
            self.message = message
            self.name = name
            self.members = members
        }
    }

    /// The answer to `hello`.
    public init(
        time: Int, serverName: String, playerID: PlayerID, playerName: String, today: PuzzleView,
        lines: [PuzzleView], games: [Game], rooms: [Room], limits: Limits, sprints: [Words]
    ) {
        self.time = time
        self.serverName = serverName
        self.playerID = playerID
        self.playerName = playerName
        self.today = today
        self.lines = lines
        self.games = games
        self.rooms = rooms
        self.limits = limits
        self.sprints = sprints
    }
}

/// A running puzzle, as everybody sees it.
public struct PuzzleView: Hashable, Sendable {
    /// Kind, language, length and day.
    public var puzzle: PuzzleID
    /// The number of guesses in a game; 0 in kinds of games that have no rows.
    public var rows: Int
    /// The time limit in seconds, in kinds of games that have one.
    public var seconds: Int?
    /// The time of the next rollover, ms since 1970-01-01 UTC.
    public var ends: Int
    /// The commitment to the answer: 64 hexadecimal digits.
    public var commitment: String
    /// Whether the server's host chose the answer, which is drawn otherwise.
    public var isHosts: Bool

    /// A puzzle with the end of its day.
    public init(
        puzzle: PuzzleID, rows: Int, seconds: Int? = nil, ends: Int, commitment: String, isHosts: Bool = false
    ) {
        self.puzzle = puzzle
        self.rows = seconds == nil ? rows : 0
        self.seconds = seconds
        self.ends = ends
        self.commitment = commitment
        self.isHosts = isHosts
    }
}

/// A player's own board. Sent to that player alone.
public struct GameView: Hashable, Sendable {
    /// The puzzle of the game.
    public var puzzle: PuzzleID
    /// The number of guesses in a game; 0 in kinds of games that have no rows.
    public var rows: Int
    /// The current level of hard mode; off in kinds of games that have no rows.
    public var hard: HardMode
    /// The tiles and the time, in kinds of games that have tiles.
    public var tray: TrayView?
    /// Playing time in ms, less the lag credit. Stops at the end of the game.
    public var elapsed: Int
    /// Lag credit so far, in ms; 0 in kinds of games that have theirs at the end.
    public var credit: Int
    /// Whether the result counts in rankings and statistics: a daily game that was played on its day.
    public var isRanked: Bool
    /// The accepted moves, in order.
    public var moves: [MoveView]
    /// The colours of the keys after the last guess; nil in kinds of games without them.
    public var keyboard: KeyboardView?
    /// Whether the game is being played, or its end.
    public var progress: GameProgress

    /// A board as it stands.
    public init(
        puzzle: PuzzleID, rows: Int, hard: HardMode, tray: TrayView? = nil, elapsed: Int, credit: Int = 0,
        isRanked: Bool = true, moves: [MoveView], keyboard: KeyboardView?, progress: GameProgress
    ) {
        self.puzzle = puzzle
        self.rows = tray == nil ? rows : 0
        self.hard = tray == nil ? hard : .off
        self.tray = tray
        self.elapsed = elapsed
        self.credit = tray == nil ? credit : 0
        self.isRanked = isRanked
        self.moves = moves
        self.keyboard = keyboard
        self.progress = progress
    }
}

/// The colours of the keys, in alphabet order. Letters that were not guessed are left out.
public struct KeyboardView: Hashable, Sendable {
    /// Letters, lower case in NFC, with the best mark of each so far.
    public var keys: [(letter: String, mark: Mark)]
    /// The most letters that this many guesses can have. The encoding takes as many bytes as that many letters need, so
    /// the length of a message does not reveal the number of letters.
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

/// Whether a game is being played, or its end.
public enum GameProgress: Hashable, Sendable {
    /// The game goes on.
    case playing
    /// The game has ended, with its answer and result.
    case over(GameEnd)
}

/// The end of a game. Sent only to players who have finished the puzzle.
public struct GameEnd: Hashable, Sendable {
    /// The word, lower case in NFC.
    public var answer: String
    /// Whether the last guess was the answer.
    public var solved: Bool
    /// Moves made.
    public var turns: Int
    /// The points, in kinds of games that have points.
    public var points: Int?
    /// Time from the showing of the board to the last accepted move, less the lag credit, in ms.
    public var elapsed: Int
    /// Further fields of a game outside a room; nil for a sprint.
    public var own: Own?

    /// Further fields of a game outside a room.
    public struct Own: Hashable, Sendable {
        /// Lag credit in ms, already subtracted from `elapsed`.
        public var credit: Int
        /// Whether it counts in rankings and statistics.
        public var isRanked: Bool
        /// The text to share, without a link.
        public var share: String

        /// Further fields of a game outside a room.
        public init(credit: Int, isRanked: Bool, share: String) {
            self.credit = credit
            self.isRanked = isRanked
            self.share = share
        }
    }

    /// The end of a game.
    public init(answer: String, solved: Bool, turns: Int, points: Int? = nil, elapsed: Int, own: Own?) {
        self.answer = answer
        self.solved = solved
        self.turns = turns
        self.points = points
        self.elapsed = elapsed
        self.own = own
    }
}

/// An accepted move.
public struct Judged: Hashable, Sendable {
    /// The puzzle of the move.
    public var puzzle: PuzzleID
    /// The place of the move, counted from 0: the row of a guess.
    public var row: Int
    /// The word with its verdict and time.
    public var move: MoveView
    /// The colours of the keys after the guess; nil in kinds of games without them.
    public var keyboard: KeyboardView?
    /// The points so far and whether the word was found before, in kinds of games that have points.
    public var score: ScoreView?
    /// Whether the game goes on, or its end.
    public var progress: GameProgress

    /// An accepted move and what it led to.
    public init(
        puzzle: PuzzleID, row: Int, move: MoveView, keyboard: KeyboardView?, score: ScoreView? = nil,
        progress: GameProgress
    ) {
        self.puzzle = puzzle
        self.score = score
        self.row = row
        self.move = move
        self.keyboard = keyboard
        self.progress = progress
    }
}

/// The refusal of a request.
public struct ErrorReply: Error, Hashable, Sendable {
    /// The error code for programs; stable.
    public var code: ErrorCode
    /// The explanation for people; may change between versions.
    public var message: String
    /// The further field of the code, if it has one.
    public var detail: Detail?

    /// The further fields of some codes.
    public enum Detail: Hashable, Sendable {
        /// `rate_limited`: the delay in ms before a retry.
        case retry(Int)
        /// `wrong_length`: the required number of letters; `too_short`: the lowest number.
        case length(Int)
        /// `not_layable`: a letter for which no tile is left.
        case letter(String)
        /// `stale_row`, `row_ahead`: the next free row.
        case row(Int)
        /// `bad_name`: a word for the reason.
        case reason(String)
        /// `bad_settings`: the invalid field.
        case field(String)
        /// `hard_mode`: a letter must be at a position, counted from 0.
        case position(Int, letter: String)
        /// `hard_mode`: the required number of copies of a letter.
        case copies(letter: String, count: Int)
        /// `hard_mode`, ultra: the most copies of a letter that the word can have.
        case absent(letter: String, count: Int)
        /// `hard_mode`, ultra: a letter cannot be at a position.
        case moved(Int, letter: String)
    }

    /// A refusal with an explanation for people.
    public init(_ code: ErrorCode, _ message: String, _ detail: Detail? = nil) {
        self.code = code
        self.message = message
        self.detail = detail
    }
}
