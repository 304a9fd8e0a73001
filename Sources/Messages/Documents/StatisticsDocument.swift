import GameRules

/// A player's own statistics in a line: `GET /api/v1/me/statistics`.
public struct StatisticsDocument: Hashable, JSONDocument {
    /// The line.
    public var line: PuzzleLine
    /// Days on which the player raced and finished.
    public var played: Int
    /// Days on which the word was found.
    public var won: Int
    /// The share of days won, in whole percent.
    public var percent: Int
    /// Days in a row on which the word was found, up to now.
    public var currentStreak: Int
    /// The longest such streak.
    public var longestStreak: Int
    /// The number of solves in 1, 2, 3 … guesses. In kinds of games with points: the number of games with 0 to 99, 100
    /// to 199, … and 900 points or more.
    public var distribution: [Int]
    /// The points of all games; nil if there are none, and in kinds of games without points.
    public var points: Points?
    /// The mean of all solves; nil if there are none.
    public var average: Average?
    /// The last game that counts; nil if there is none.
    public var last: Last?

    /// The mean of several solves.
    public struct Average: Hashable, Sendable {
        /// Tenths of a guess.
        public var tenthsOfTurns: Int
        /// Mean playing time in ms.
        public var elapsed: Int

        /// The mean of several solves.
        public init(tenthsOfTurns: Int, elapsed: Int) {
            self.tenthsOfTurns = tenthsOfTurns
            self.elapsed = elapsed
        }
    }

    /// The points of several games.
    public struct Points: Hashable, Sendable {
        /// The mean, rounded.
        public var average: Int
        /// The most points of a game.
        public var best: Int

        /// The points of several games.
        public init(average: Int, best: Int) {
            self.average = average
            self.best = best
        }
    }

    /// The end of a game.
    public struct Last: Hashable, Sendable {
        /// The puzzle.
        public var puzzle: PuzzleID
        /// Whether the word was found.
        public var solved: Bool
        /// Moves made.
        public var turns: Int
        /// The points, in kinds of games that have points.
        public var points: Int?
        /// Playing time in ms.
        public var elapsed: Int

        /// The end of a game.
        public init(puzzle: PuzzleID, solved: Bool, turns: Int, points: Int? = nil, elapsed: Int) {
            self.puzzle = puzzle
            self.solved = solved
            self.turns = turns
            self.points = points
            self.elapsed = elapsed
        }
    }

    /// A player's statistics.
    public init(
        line: PuzzleLine, played: Int, won: Int, percent: Int, currentStreak: Int, longestStreak: Int,
        distribution: [Int], points: Points? = nil, average: Average?, last: Last?
    ) {
        self.line = line
        self.played = played
        self.won = won
        self.percent = percent
        self.currentStreak = currentStreak
        self.longestStreak = longestStreak
        self.distribution = distribution
        self.points = points
        self.average = average
        self.last = last
    }

    /// Writes the fields.
    public func write(to json: inout JSONWriter) {
        json.field("line", line.text)
        json.field("played", played)
        json.field("won", won)
        json.field("percent", percent)
        json.object("streak") { json in
            json.field("current", currentStreak)
            json.field("longest", longestStreak)
        }
        json.array("distribution") { json in
            for count in distribution { json.integer(count) }
        }
        if let points {
            json.object("points") { json in
                json.field("average", points.average)
                json.field("best", points.best)
            }
        }
        if let average {
            json.object("average") { json in
                json.field("turns", tenths: average.tenthsOfTurns)
                json.field("ms", average.elapsed)
            }
        } else {
            json.null("average")
        }
        guard let last else { return json.null("last") }
        json.object("last") { json in
            json.field("puzzle", last.puzzle.text)
            json.field("solved", last.solved)
            json.field("turns", last.turns)
            if let points = last.points { json.field("points", points) }
            json.field("ms", last.elapsed)
        }
    }
}
