import GameRules

/// The days of a line that a player has played: `GET /api/v1/me/games`.
public struct PlayedDaysDocument: Hashable, JSONDocument {
    /// The line.
    public var line: PuzzleLine
    /// The first day that has a puzzle.
    public var first: Day
    /// The server's date.
    public var today: Day
    /// The played days, the earliest first.
    public var games: [Game]

    /// A player's game of one day.
    public struct Game: Hashable, Sendable {
        /// The day.
        public var day: Day
        /// The result of the game; nil while it is being played.
        public var end: End?
        /// Whether the result counts in rankings and statistics, or will when the game ends.
        public var isRanked: Bool

        /// A game of `day`.
        public init(day: Day, end: End?, isRanked: Bool) {
            self.day = day
            self.end = end
            self.isRanked = isRanked
        }
    }

    /// The end of a game.
    public struct End: Hashable, Sendable {
        /// Whether the word was found.
        public var solved: Bool
        /// Moves made.
        public var turns: Int
        /// The points, in kinds of games that have points.
        public var points: Int?
        /// Playing time in ms.
        public var elapsed: Int

        /// The end of a game.
        public init(solved: Bool, turns: Int, points: Int? = nil, elapsed: Int) {
            self.solved = solved
            self.turns = turns
            self.points = points
            self.elapsed = elapsed
        }
    }

    /// The played days of a line.
    public init(line: PuzzleLine, first: Day, today: Day, games: [Game]) {
        self.line = line
        self.first = first
        self.today = today
        self.games = games
    }

    /// The number of bytes to reserve.
    public var estimatedSize: Int { 4_096 }

    /// Writes the fields.
    public func write(to json: inout JSONWriter) {
        json.field("line", line.text)
        json.field("first", first.text)
        json.field("today", today.text)
        json.array("games") { json in
            for game in games { json.element(game.write) }
        }
    }
}

extension PlayedDaysDocument.Game {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("day", day.text)
        if let end {
            json.field("state", end.solved ? "solved" : "failed")
            json.field("turns", end.turns)
            if let points = end.points { json.field("points", points) }
            json.field("ms", end.elapsed)
        } else {
            json.field("state", "playing")
        }
        json.field("ranked", isRanked)
    }
}
