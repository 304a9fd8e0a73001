/// The settings of one guess game.
public struct GuessRules: Hashable, Sendable {
    /// The lengths a puzzle may have, in letters.
    public static let lengths = 4...Word.maximumLength
    /// The numbers of rows a puzzle may have.
    public static let rowCounts = 4...10
    /// The numbers of guesses after which a game may end.
    public static let turns = 1...rowCounts.upperBound

    /// Letters of the answer and of every guess.
    public let length: Int
    /// Guesses the player has.
    public let rows: Int
    /// How strictly earlier clues bind later guesses.
    public internal(set) var hardMode: HardMode

    /// Precondition: `length` is in `lengths` and `rows` in `rowCounts`.
    public init(length: Int, rows: Int = 6, hardMode: HardMode = .off) {
        precondition(GuessRules.lengths.contains(length), "a guess game has 4 to 11 letters")
        precondition(GuessRules.rowCounts.contains(rows), "a guess game has 4 to 10 rows")
        self.length = length
        self.rows = rows
        self.hardMode = hardMode
    }
}
