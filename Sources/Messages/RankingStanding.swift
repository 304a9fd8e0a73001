import GameRules

/// The identity of a ranking.
public struct RankingName: Hashable, Sendable {
    /// The line whose results are ranked.
    public var line: PuzzleLine
    /// `2026-11-21`, `2026-W47`, `2026-11` or `all`.
    public var period: String
    /// The puzzle, if the period is its day.
    public var puzzle: PuzzleID?
    /// `server`, or the code of a room.
    public var scope: String
    /// Whether suspicious games are left out.
    public var isClean: Bool

    /// A ranking's name.
    public init(line: PuzzleLine, period: String, puzzle: PuzzleID?, scope: String, isClean: Bool) {
        self.line = line
        self.period = period
        self.puzzle = puzzle
        self.scope = scope
        self.isClean = isClean
    }

    func write(to json: inout JSONWriter) {
        json.field("line", line.text)
        json.field("period", period)
        if let puzzle { json.field("puzzle", puzzle.text) }
        json.field("scope", scope)
        json.field("clean", isClean)
    }
}

/// A player's place in a ranking, without the entries of the ranking.
public struct RankingStanding: Hashable, Sendable {
    /// The ranking.
    public var ranking: RankingName
    /// The place; nil for a player who is not ranked.
    public var you: RankingView.You?

    /// A place in the ranking with this name.
    public init(_ you: RankingView.You?, in ranking: RankingName) {
        self.ranking = ranking
        self.you = you
    }

    func write(to json: inout JSONWriter) {
        ranking.write(to: &json)
        RankingView.You.write(you, to: &json)
    }
}
