import GameRules

/// The settings of sprints in a room.
public struct SprintSettingsView: Hashable, Sendable {
    /// The game, its language and the length of its words.
    public var line: PuzzleLine
    /// The number of guesses in a game.
    public var rows: Int
    /// The level of hard mode.
    public var hard: HardMode
    /// The maximum duration of a round, in seconds.
    public var limit: Int
    /// The number of rounds in a series.
    public var rounds: Int
    /// `start` or `wait`: whether a player who joins during a round plays it, or waits for the next one.
    public var late: String
    /// `auto` or `host`: whether the clock or the host begins the next round.
    public var next: String

    /// Settings of a room.
    public init(line: PuzzleLine, rows: Int, hard: HardMode, limit: Int, rounds: Int, late: String, next: String) {
        self.line = line
        self.rows = rows
        self.hard = hard
        self.limit = limit
        self.rounds = rounds
        self.late = late
        self.next = next
    }
}

/// The rules of one round, as its race and its boards show them.
public struct SprintRules: Hashable, Sendable {
    /// The kind of game.
    public var kind: PuzzleLine.Kind
    /// ISO 639-1, two letters.
    public var language: String
    /// The length of a word, in letters.
    public var length: Int
    /// The number of guesses in a game.
    public var rows: Int
    /// The level of hard mode.
    public var hard: HardMode

    /// The rules of a round.
    public init(kind: PuzzleLine.Kind = .unnamed, language: String, length: Int, rows: Int, hard: HardMode) {
        self.kind = kind
        self.language = language
        self.length = length
        self.rows = kind.hasRows ? rows : 0
        self.hard = kind.hasRows ? hard : .off
    }

    /// The part of a room's settings that holds within a round.
    init(_ settings: SprintSettingsView) {
        self.init(
            kind: settings.line.kind, language: settings.line.language, length: settings.line.length,
            rows: settings.rows, hard: settings.hard)
    }
}

/// The race of a round with its rules and times: part of the event `round` and of a room's snapshot.
public struct SprintContest: Hashable, Sendable {
    /// The ID of the race within the room.
    public var race: String
    /// The rules of the round.
    public var rules: SprintRules
    /// The time at which the boards open, ms since 1970-01-01 UTC.
    public var starts: Int
    /// The time at which the round ends at the latest, ms since 1970-01-01 UTC.
    public var ends: Int
    /// The commitment to the answer: 64 hexadecimal digits.
    public var commitment: String
    /// The tiles, from the opening of the boards on; nil before that, and in kinds of games without tiles.
    public var tiles: String?

    /// A contest.
    public init(
        race: String, rules: SprintRules, starts: Int, ends: Int, commitment: String, tiles: String? = nil
    ) {
        self.tiles = tiles
        self.race = race
        self.rules = rules
        self.starts = starts
        self.ends = ends
        self.commitment = commitment
    }
}

/// A round, as everybody sees it from its start.
public struct SprintRound: Hashable, Sendable {
    /// The number of the series in the room, from 1.
    public var series: Int
    /// The number of the round in the series, from 1.
    public var round: Int
    /// The number of rounds in the series.
    public var of: Int
    /// Seats that take part from the start.
    public var seats: [Int]
    /// The race with its rules and times.
    public var contest: SprintContest

    /// The start of a round.
    public init(series: Int, round: Int, of: Int, seats: [Int], contest: SprintContest) {
        self.series = series
        self.round = round
        self.of = of
        self.seats = seats
        self.contest = contest
    }

    /// The start of a round, in a room with these settings.
    public init(
        race: String, series: Int, round: Int, seats: [Int], starts: Int, ends: Int, commitment: String,
        settings: SprintSettingsView
    ) {
        self.init(
            series: series, round: round, of: settings.rounds, seats: seats,
            contest: SprintContest(
                race: race, rules: SprintRules(settings), starts: starts, ends: ends, commitment: commitment))
    }
}

/// The secret of a round, made public at its end.
public struct SprintReveal: Hashable, Sendable {
    /// The answer, lower case in NFC.
    public var answer: String
    /// The salt of the commitment, in hexadecimal digits.
    public var salt: String
    /// Whether the host ended the round before its time.
    public var isEndedByHost: Bool

    /// The opened commitment.
    public init(answer: String, salt: String, isEndedByHost: Bool = false) {
        self.answer = answer
        self.salt = salt
        self.isEndedByHost = isEndedByHost
    }
}

/// A member's result in a round.
public struct StandingView: Hashable, Sendable {
    /// The member's seat.
    public var seat: Int
    /// The place, from 1; equal results share it.
    public var place: Int
    /// The points earned in the round.
    public var points: Int
    /// Whether the word was found.
    public var solved: Bool
    /// Guesses used.
    public var turns: Int
    /// Time from the start of the round to the last accepted guess, in ms; 0 without one.
    public var elapsed: Int
    /// The words of the moves, lower case in NFC.
    public var words: [String]
    /// The points of the game itself, in kinds of games that have points.
    public var score: Int?

    /// One line of the standings.
    public init(
        seat: Int, place: Int, points: Int, solved: Bool, turns: Int, elapsed: Int, words: [String], score: Int? = nil
    ) {
        self.seat = seat
        self.place = place
        self.points = points
        self.solved = solved
        self.turns = turns
        self.elapsed = elapsed
        self.words = words
        self.score = score
    }
}

/// A member's place in a series.
public struct PodiumView: Hashable, Sendable {
    /// The member's seat.
    public var seat: Int
    /// The place, from 1; equal points share it.
    public var place: Int
    /// The points of all rounds together.
    public var points: Int

    /// One line of the podium.
    public init(seat: Int, place: Int, points: Int) {
        self.seat = seat
        self.place = place
        self.points = points
    }
}

/// A series of sprints, as everybody in the room sees it.
public struct SeriesView: Hashable, Sendable {
    /// The number of the series in the room, from 1.
    public var series: Int
    /// The current or last round.
    public var round: Int
    /// The number of rounds in the series.
    public var of: Int
    /// `round`, `pause` or `over`.
    public var phase: String
    /// The points of the rounds so far, by seat.
    public var points: [(seat: Int, points: Int)]
    /// The start of the next round, ms since 1970-01-01 UTC; nil unless the clock begins it.
    public var next: Int?
    /// Whether the host ended the series early.
    public var cancelled: Bool

    /// A series as it stands.
    public init(
        series: Int, round: Int, of: Int, phase: String, points: [(seat: Int, points: Int)], next: Int?, cancelled: Bool
    ) {
        self.series = series
        self.round = round
        self.of = of
        self.phase = phase
        self.points = points
        self.next = next
        self.cancelled = cancelled
    }

    /// Equal in everything that is shown.
    public static func == (a: SeriesView, b: SeriesView) -> Bool {
        (a.series, a.round, a.of, a.phase, a.next) == (b.series, b.round, b.of, b.phase, b.next)
            && a.cancelled == b.cancelled && a.points.elementsEqual(b.points, by: ==)
    }

    /// Hashes the identity of the series and its progress.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(series)
        hasher.combine(round)
        hasher.combine(phase)
    }
}

/// A player's own board in a sprint. Sent to that player alone.
public struct SprintBoard: Hashable, Sendable {
    /// The ID of the race within the room.
    public var race: String
    /// The time at which the boards open, ms since 1970-01-01 UTC.
    public var starts: Int
    /// The time at which the round ends at the latest, ms since 1970-01-01 UTC.
    public var ends: Int
    /// The rules of the round.
    public var rules: SprintRules
    /// The tiles and the time, in kinds of games that have tiles.
    public var tray: TrayView?
    /// Time since the start of the round, in ms; 0 before it.
    public var elapsed: Int
    /// The accepted moves, in order.
    public var moves: [MoveView]
    /// The colours of the keys after the last guess; nil in kinds of games without them.
    public var keyboard: KeyboardView?
    /// Whether the game is being played, or its end.
    public var progress: GameProgress

    /// A board as it stands.
    public init(
        race: String, starts: Int, ends: Int, rules: SprintRules, tray: TrayView? = nil, elapsed: Int,
        moves: [MoveView],
        keyboard: KeyboardView?, progress: GameProgress
    ) {
        self.race = race
        self.starts = starts
        self.ends = ends
        self.rules = rules
        self.tray = tray
        self.elapsed = elapsed
        self.moves = moves
        self.keyboard = keyboard
        self.progress = progress
    }

    /// A board as it stands, in a room with these settings.
    public init(
        race: String, starts: Int, ends: Int, settings: SprintSettingsView, tray: TrayView? = nil, elapsed: Int,
        moves: [MoveView],
        keyboard: KeyboardView?, progress: GameProgress
    ) {
        self.init(
            race: race, starts: starts, ends: ends, rules: SprintRules(settings), tray: tray, elapsed: elapsed,
            moves: moves,
            keyboard: keyboard, progress: progress)
    }
}

/// An accepted move in a sprint. Sent to that player alone.
public struct Played: Hashable, Sendable {
    /// The room's code.
    public var room: String
    /// The ID of the race within the room.
    public var race: String
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
        room: String, race: String, row: Int, move: MoveView, keyboard: KeyboardView?, score: ScoreView? = nil,
        progress: GameProgress
    ) {
        self.room = room
        self.race = race
        self.row = row
        self.score = score
        self.move = move
        self.keyboard = keyboard
        self.progress = progress
    }
}
