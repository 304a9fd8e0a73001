/// The facts that hold for all games of a kind. Each kind states its own, in its own folder.
struct KindFacts: Sendable {
    /// The valid lengths of a puzzle's word.
    let lengths: ClosedRange<Int>
    /// The length that a game has where nobody chose another.
    let usualLength: Int
    /// The seconds that a race lasts where nobody chose another limit.
    let usualLimit: Int
    /// The valid time limits of games in seconds; nil if they have none.
    let limits: ClosedRange<Int>?
    /// ms from the end of a game's limit to the instant at which the server ends it; 0 if games have none.
    let slack: Int
    /// Whether games have points.
    let hasPoints: Bool
    /// Whether games are played row by row, with a number of rows and a level of hard mode.
    let hasRows: Bool
    /// Whether puzzles have tiles.
    let hasTiles: Bool
    /// The numbers of moves with which a game can end.
    let turns: ClosedRange<Int>
}

extension PuzzleLine.Kind {
    /// The valid lengths of a puzzle's word.
    public var lengths: ClosedRange<Int> { facts.lengths }
    /// The length that a game of the kind has where nobody chose another.
    public var usualLength: Int { facts.usualLength }
    /// The seconds that a race of the kind lasts where nobody chose another limit.
    public var usualLimit: Int { facts.usualLimit }
    /// The valid time limits of games of the kind in seconds; nil if they have none.
    public var limits: ClosedRange<Int>? { facts.limits }
    /// ms from the end of a game's limit to the instant at which the server ends it: the longest credit of a slow line,
    /// and a moment in which words that the server has read can still come to be judged. 0 if games have no limit.
    public var slack: Int { facts.slack }
    /// Whether games of the kind have points.
    public var hasPoints: Bool { facts.hasPoints }
    /// Whether games of the kind are played row by row, with a number of rows and a level of hard mode.
    public var hasRows: Bool { facts.hasRows }
    /// Whether puzzles of the kind have tiles.
    public var hasTiles: Bool { facts.hasTiles }
    /// The numbers of moves with which a game can end.
    public var turns: ClosedRange<Int> { facts.turns }
}
