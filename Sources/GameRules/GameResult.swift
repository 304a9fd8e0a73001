/// The state of a game of any kind.
public enum GameStatus: Hashable, Sendable {
    /// The player may move.
    case playing
    /// The game has ended, and its aim was reached: the word was found; or, in the anagram game, any word.
    case solved
    /// The game has ended, and its aim was not reached.
    case failed
}

/// The end of a game of any kind.
public struct GameResult: Hashable, Sendable {
    /// Whether the aim was reached.
    public let solved: Bool
    /// The number of accepted moves: guesses, or found words.
    public let turns: Int
    /// The points, in kinds of games that have points.
    public let points: Int?
    /// ms from the opening of the board to the last accepted move, less the lag credit; 0 without a move.
    public let elapsed: Int
    /// ms of lag credit.
    public let credit: Int

    /// Creates a result.
    public init(solved: Bool, turns: Int, points: Int? = nil, elapsed: Int, credit: Int = 0) {
        self.solved = solved
        self.turns = turns
        self.points = points
        self.elapsed = elapsed
        self.credit = credit
    }
}
