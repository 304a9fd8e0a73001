import GameRules

/// How sprints are played in a room.
public struct SprintSettingsView: Hashable, Sendable {
    /// The game, its language and the letters of the words.
    public var line: PuzzleLine
    /// Guesses that a player has.
    public var rows: Int
    /// The level of hard mode.
    public var hard: HardMode
    /// Seconds that a round lasts at most.
    public var limit: Int
    /// Rounds of a series.
    public var rounds: Int
    /// `start` or `wait`: what becomes of somebody who comes while a round runs.
    public var late: String
    /// `auto` or `host`: who begins the next round.
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

/// The settings by which one round is played, as its race and its boards show them.
public struct SprintRules: Hashable, Sendable {
    /// ISO 639-1, two letters.
    public var language: String
    /// Letters of a word.
    public var length: Int
    /// Guesses that a player has.
    public var rows: Int
    /// The level of hard mode.
    public var hard: HardMode

    /// Rules of a round.
    public init(language: String, length: Int, rows: Int, hard: HardMode) {
        self.language = language
        self.length = length
        self.rows = rows
        self.hard = hard
    }

    /// The part of a room's settings that holds within a round.
    init(_ settings: SprintSettingsView) {
        self.init(
            language: settings.line.language, length: settings.line.length, rows: settings.rows, hard: settings.hard)
    }
}

/// The race of a round with its rules and times: part of the event `round` and of a room's snapshot.
public struct SprintContest: Hashable, Sendable {
    /// Names the race.
    public var race: String
    /// How it is played.
    public var rules: SprintRules
    /// When boards open, ms since 1970-01-01 UTC.
    public var starts: Int
    /// When the time is out, ms since 1970-01-01 UTC.
    public var ends: Int
    /// 64 hexadecimal digits.
    public var commitment: String

    /// A contest.
    public init(race: String, rules: SprintRules, starts: Int, ends: Int, commitment: String) {
        self.race = race
        self.rules = rules
        self.starts = starts
        self.ends = ends
        self.commitment = commitment
    }
}

/// A round as everybody may know it from its beginning.
public struct SprintRound: Hashable, Sendable {
    /// From 1 in the room.
    public var series: Int
    /// From 1 in the series.
    public var round: Int
    /// Rounds of the series.
    public var of: Int
    /// Seats that race from the start.
    public var seats: [Int]
    /// The race with its rules and times.
    public var contest: SprintContest

    /// A round that begins.
    public init(series: Int, round: Int, of: Int, seats: [Int], contest: SprintContest) {
        self.series = series
        self.round = round
        self.of = of
        self.seats = seats
        self.contest = contest
    }

    /// A round that begins, in a room with these settings.
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

/// What became public with the end of a round.
public struct SprintReveal: Hashable, Sendable {
    /// Lower case in NFC.
    public var answer: String
    /// What hid it in the commitment, hexadecimal.
    public var salt: String
    /// Whether the host ended the round before its time.
    public var isEndedByHost: Bool

    /// A word that is no secret any more.
    public init(answer: String, salt: String, isEndedByHost: Bool = false) {
        self.answer = answer
        self.salt = salt
        self.isEndedByHost = isEndedByHost
    }
}

/// What one member came to in a round.
public struct StandingView: Hashable, Sendable {
    /// Whose it is.
    public var seat: Int
    /// From 1; equal ones share it.
    public var place: Int
    /// What it counts for.
    public var points: Int
    /// Whether the word was found.
    public var solved: Bool
    /// Guesses used.
    public var turns: Int
    /// ms from the start of the round to the last accepted guess; 0 without one.
    public var elapsed: Int
    /// The guesses, lower case in NFC.
    public var words: [String]

    /// One line of the standings.
    public init(seat: Int, place: Int, points: Int, solved: Bool, turns: Int, elapsed: Int, words: [String]) {
        self.seat = seat
        self.place = place
        self.points = points
        self.solved = solved
        self.turns = turns
        self.elapsed = elapsed
        self.words = words
    }
}

/// A member's place in a series.
public struct PodiumView: Hashable, Sendable {
    /// Whose it is.
    public var seat: Int
    /// From 1; equal ones share it.
    public var place: Int
    /// Of all rounds.
    public var points: Int

    /// One line of the podium.
    public init(seat: Int, place: Int, points: Int) {
        self.seat = seat
        self.place = place
        self.points = points
    }
}

/// A series of sprints as everybody in the room may see it.
public struct SeriesView: Hashable, Sendable {
    /// From 1 in the room.
    public var series: Int
    /// The round that runs, or ran last.
    public var round: Int
    /// Rounds in all.
    public var of: Int
    /// `round`, `pause` or `over`.
    public var phase: String
    /// By seat, of the rounds so far.
    public var points: [(seat: Int, points: Int)]
    /// The instant of the next round, where the clock begins it.
    public var next: Int?
    /// The host ended it.
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

    /// Same in everything that is shown.
    public static func == (a: SeriesView, b: SeriesView) -> Bool {
        (a.series, a.round, a.of, a.phase, a.next) == (b.series, b.round, b.of, b.phase, b.next)
            && a.cancelled == b.cancelled && a.points.elementsEqual(b.points, by: ==)
    }

    /// Hashes what names it and how far it is.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(series)
        hasher.combine(round)
        hasher.combine(phase)
    }
}

/// A player's own board in a sprint. Goes to that player alone.
public struct SprintBoard: Hashable, Sendable {
    /// Names the race.
    public var race: String
    /// When boards open, ms since 1970-01-01 UTC.
    public var starts: Int
    /// When the time is out, ms since 1970-01-01 UTC.
    public var ends: Int
    /// How it is played.
    public var rules: SprintRules
    /// ms since the start of the round, 0 before it.
    public var elapsed: Int
    /// The accepted guesses, in order.
    public var guesses: [GameView.Guess]
    /// The colours of the keys after the last guess.
    public var keyboard: KeyboardView
    /// Whether the game goes on.
    public var progress: GameProgress

    /// A board as it stands.
    public init(
        race: String, starts: Int, ends: Int, rules: SprintRules, elapsed: Int, guesses: [GameView.Guess],
        keyboard: KeyboardView, progress: GameProgress
    ) {
        self.race = race
        self.starts = starts
        self.ends = ends
        self.rules = rules
        self.elapsed = elapsed
        self.guesses = guesses
        self.keyboard = keyboard
        self.progress = progress
    }

    /// A board as it stands, in a room with these settings.
    public init(
        race: String, starts: Int, ends: Int, settings: SprintSettingsView, elapsed: Int, guesses: [GameView.Guess],
        keyboard: KeyboardView, progress: GameProgress
    ) {
        self.init(
            race: race, starts: starts, ends: ends, rules: SprintRules(settings), elapsed: elapsed, guesses: guesses,
            keyboard: keyboard, progress: progress)
    }
}

/// A guess in a sprint that was accepted. Goes to the player alone.
public struct Played: Hashable, Sendable {
    /// The room's code.
    public var room: String
    /// Names the race.
    public var race: String
    /// From 0.
    public var row: Int
    /// The word with its marks and time.
    public var guess: GameView.Guess
    /// The colours of the keys after it.
    public var keyboard: KeyboardView
    /// Whether the game goes on.
    public var progress: GameProgress

    /// An accepted guess and what it led to.
    public init(
        room: String, race: String, row: Int, guess: GameView.Guess, keyboard: KeyboardView, progress: GameProgress
    ) {
        self.room = room
        self.race = race
        self.row = row
        self.guess = guess
        self.keyboard = keyboard
        self.progress = progress
    }
}
