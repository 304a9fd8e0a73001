/// An accepted guess: one entry of a game's journal.
public struct GuessMove: Hashable, Sendable {
    /// The guessed word.
    public let word: Word
    /// The judgement of the word.
    public let pattern: Pattern
    /// ms since the board was opened, less the lag credit.
    public let elapsed: Int
    /// ms of lag credit in this game, up to and including this move.
    public let credit: Int

    /// Creates a move; the pattern is not checked. Precondition: one mark for each letter.
    public init(word: Word, pattern: Pattern, elapsed: Int, credit: Int = 0) {
        precondition(word.count == pattern.count, "one mark for each letter")
        self.word = word
        self.pattern = pattern
        self.elapsed = elapsed
        self.credit = credit
    }
}

/// The result of a guess.
public enum GuessOutcome: Hashable, Sendable {
    /// The next move of the journal.
    case accepted(GuessMove)
    /// The row already held this word. The recorded move is returned and nothing changes. This answers a double Enter,
    /// and a retry after a lost connection.
    case repeated(GuessMove)

    /// Whether the move is new.
    public var isNew: Bool {
        switch self {
        case .accepted: true
        case .repeated: false
        }
    }

    /// The move in the journal.
    public var move: GuessMove {
        switch self {
        case .accepted(let move), .repeated(let move): move
        }
    }
}
