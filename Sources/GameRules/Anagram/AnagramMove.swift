/// A found word: one entry of an anagram game's journal.
public struct AnagramMove: Hashable, Sendable {
    /// The found word.
    public let word: Word
    /// The points for it.
    public let points: Int
    /// ms since the player's sight of the tiles: since the board was opened, less the lag credit.
    public let elapsed: Int
    /// ms of lag credit that were taken off.
    public let credit: Int

    /// Creates a move; the points are not checked.
    public init(word: Word, points: Int, elapsed: Int, credit: Int = 0) {
        self.word = word
        self.points = points
        self.elapsed = elapsed
        self.credit = credit
    }
}

/// The result of an accepted word.
public enum AnagramOutcome: Hashable, Sendable {
    /// The next move of the journal.
    case accepted(AnagramMove)
    /// The word was found before. The recorded move is returned and nothing changes. This answers a word that a player
    /// enters twice, and a retry after a lost connection.
    case repeated(AnagramMove)

    /// Whether the move is new.
    public var isNew: Bool {
        switch self {
        case .accepted: true
        case .repeated: false
        }
    }

    /// The move in the journal.
    public var move: AnagramMove {
        switch self {
        case .accepted(let move), .repeated(let move): move
        }
    }
}

/// A reason why a word was refused. A refused word costs nothing.
public enum AnagramRefusal: Error, Hashable, Sendable {
    /// The time is up, or the game was ended.
    case gameOver
    /// The word has fewer than `minimum` letters.
    case tooShort(minimum: Int)
    /// No tile is left for this letter of the word.
    case notLayable(Letter)
    /// The word is not in the dictionary.
    case notInDictionary
}
