/// An accepted guess: one entry of a game's journal.
public struct GuessMove: Hashable, Sendable {
    /// The guessed word.
    public let word: Word
    /// Its judgement.
    public let pattern: Pattern
    /// ms since the board was opened, less the lag credit.
    public let elapsed: Int
    /// ms of lag credit in this game, with this move's.
    public let credit: Int

    /// The move with these values; the pattern is taken as it is. Precondition: one mark for each letter.
    public init(word: Word, pattern: Pattern, elapsed: Int, credit: Int = 0) {
        precondition(word.count == pattern.count, "one mark for each letter")
        self.word = word
        self.pattern = pattern
        self.elapsed = elapsed
        self.credit = credit
    }
}

/// What a guess came to.
public enum GuessOutcome: Hashable, Sendable {
    /// The next move of the journal.
    case accepted(GuessMove)
    /// The row already held this word: the recorded move, and nothing changed. It answers a double Enter and a guess
    /// sent again after a lost connection.
    case repeated(GuessMove)

    /// The move in the journal.
    public var move: GuessMove {
        switch self {
        case .accepted(let move), .repeated(let move): move
        }
    }
}
