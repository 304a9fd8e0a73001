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
    /// The points that a class has in distributions of points; nil if games have no points.
    let pointsBand: Int?
    /// The valid numbers of rows of games that are played row by row, with a level of hard mode; nil if games are not.
    let rowCounts: ClosedRange<Int>?
    /// Whether every word that is played has as many letters as the puzzle's word.
    let hasFixedLength: Bool
    /// The things that a puzzle is made of.
    let material: PuzzleLine.Kind.Material
    /// Whether a puzzle's word must be one of the lists of answers, also where the host chooses it.
    let hasListedAnswers: Bool
    /// Whether players are told which words could have been found.
    let hasSolutions: Bool
    /// The numbers of moves with which a game can end.
    let turns: ClosedRange<Int>
    /// Whether `Move.credit` is cumulative over the game.
    let creditAddsUp: Bool
}

extension PuzzleLine.Kind {
    /// The things that a puzzle is made of. Whatever it has besides its answer is a secret before a player's start.
    public enum Material: Hashable, Sendable {
        /// The answer alone: an empty board shows nothing of it.
        case answer
        /// The answer and its letters as tiles, in an order that players see from their start on.
        case tiles
    }

    /// The valid lengths of a puzzle's word.
    public var lengths: ClosedRange<Int> { facts.lengths }
    /// The length that a game of the kind has where nobody chose another.
    public var usualLength: Int { facts.usualLength }
    /// The seconds that a race of the kind lasts where nobody chose another limit.
    public var usualLimit: Int { facts.usualLimit }
    /// The valid time limits of games of the kind in seconds; nil if they have none.
    public var limits: ClosedRange<Int>? { facts.limits }
    /// ms from the end of a game's limit to the instant at which the server ends it. It is the longest credit of a slow
    /// line, and a moment for words that the server has read and not judged yet.
    public var slack: Int { facts.slack }
    /// Whether games of the kind have points.
    public var hasPoints: Bool { facts.pointsBand != nil }
    /// The width of a class of points in distributions: 100 means 0 to 99, 100 to 199 and so on. Nil in kinds of games
    /// without points.
    public var pointsBand: Int? { facts.pointsBand }
    /// Whether games of the kind are played row by row, with a number of rows and a level of hard mode.
    public var hasRows: Bool { facts.rowCounts != nil }
    /// The valid numbers of rows; nil in kinds of games without rows.
    public var rowCounts: ClosedRange<Int>? { facts.rowCounts }
    /// Whether every word that is played has as many letters as the puzzle's word.
    public var hasFixedLength: Bool { facts.hasFixedLength }
    /// The things that a puzzle of the kind is made of.
    public var material: Material { facts.material }
    /// Whether a puzzle's word must be one of the lists of answers, also where the host chooses it.
    public var hasListedAnswers: Bool { facts.hasListedAnswers }
    /// Whether players are told which words could have been found, or how many.
    public var hasSolutions: Bool { facts.hasSolutions }
    /// The numbers of moves with which a game can end.
    public var turns: ClosedRange<Int> { facts.turns }
    /// Whether `Move.credit` is cumulative over the game.
    public var creditAddsUp: Bool { facts.creditAddsUp }
}
