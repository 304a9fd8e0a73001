import GameRules

/// Today's puzzle and how the server's players have done so far: `GET /api/v1/today`.
public struct TodayDocument: Hashable, JSONDocument {
    /// Today's puzzle of the line that was asked for.
    public var today: PuzzleView
    /// Today's puzzle of each line that has a daily race here.
    public var lines: [PuzzleView]
    /// Tomorrow's commitment; nil before it is published.
    public var tomorrow: Commitment?
    /// Players who have finished.
    public var finished: Int
    /// Players who have found the word.
    public var solved: Int
    /// The median result among those who have finished; nil if it is not a solve.
    public var median: Median?
    /// The number of solves in 1, 2, 3 … guesses. In kinds of games with points: the number of games with 0 to 99, 100
    /// to 199, … and 900 points or more.
    public var distribution: [Int]

    /// The commitment to a puzzle that nobody can play yet.
    public struct Commitment: Hashable, Sendable {
        /// The puzzle.
        public var puzzle: PuzzleID
        /// 64 hexadecimal digits.
        public var commitment: String

        /// The commitment to `puzzle`.
        public init(puzzle: PuzzleID, commitment: String) {
            self.puzzle = puzzle
            self.commitment = commitment
        }
    }

    /// A result in the middle of a ranking.
    public struct Median: Hashable, Sendable {
        /// Moves made.
        public var turns: Int
        /// The points, in kinds of games that have points.
        public var points: Int?
        /// Playing time in ms.
        public var elapsed: Int

        /// A result of `turns` moves and `elapsed` ms.
        public init(turns: Int, points: Int? = nil, elapsed: Int) {
            self.turns = turns
            self.points = points
            self.elapsed = elapsed
        }
    }

    /// The state of today.
    public init(
        today: PuzzleView, lines: [PuzzleView], tomorrow: Commitment?, finished: Int, solved: Int, median: Median?,
        distribution: [Int]
    ) {
        self.today = today
        self.lines = lines
        self.tomorrow = tomorrow
        self.finished = finished
        self.solved = solved
        self.median = median
        self.distribution = distribution
    }

    /// Writes the fields.
    public func write(to json: inout JSONWriter) {
        json.object("today", today.write)
        PuzzleView.write(lines, to: &json)
        if let tomorrow {
            json.object("tomorrow") { json in
                json.field("puzzle", tomorrow.puzzle.text)
                json.field("commitment", tomorrow.commitment)
            }
        } else {
            json.null("tomorrow")
        }
        json.field("finished", finished)
        json.field("solved", solved)
        if let median {
            json.object("median") { json in
                json.field("turns", median.turns)
                if let points = median.points { json.field("points", points) }
                json.field("ms", median.elapsed)
            }
        } else {
            json.null("median")
        }
        json.array("distribution") { json in
            for count in distribution { json.integer(count) }
        }
    }
}
