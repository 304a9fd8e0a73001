/// The settings of one guess game.
public struct GuessRules: Hashable, Sendable {
    /// The valid word lengths, in letters.
    public static let lengths = 4...Word.maximumLength
    /// The valid numbers of rows.
    public static let rowCounts = 4...10
    /// The numbers of guesses after which a game can end.
    public static let turns = 1...rowCounts.upperBound

    /// The number of letters in the answer and in every guess.
    public let length: Int
    /// The number of guesses that the player has.
    public let rows: Int
    /// The strictness with which earlier clues bind later guesses.
    public internal(set) var hardMode: HardMode

    /// Creates rules. Precondition: `length` is in `lengths` and `rows` in `rowCounts`.
    public init(length: Int, rows: Int = 6, hardMode: HardMode = .off) {
        precondition(GuessRules.lengths.contains(length), "a guess game has 4 to 11 letters")
        precondition(GuessRules.rowCounts.contains(rows), "a guess game has 4 to 10 rows")
        self.length = length
        self.rows = rows
        self.hardMode = hardMode
    }
}

extension GuessRules {
    /// The facts of the kind.
    static let facts = KindFacts(
        lengths: lengths, usualLength: 5, usualLimit: 180, limits: nil, slack: 0, pointsBand: nil,
        rowCounts: rowCounts, hasFixedLength: true, material: .answer, hasListedAnswers: false, hasSolutions: false,
        turns: turns, creditAddsUp: true)
}
