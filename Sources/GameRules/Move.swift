/// One accepted move of a game of any kind: a word, and the verdict of the rules.
public struct Move: Hashable, Sendable {
    /// The word, which is a secret of its player while the puzzle is one.
    public let word: Word
    /// The judgement of the word.
    public let verdict: Verdict
    /// ms since the board was opened, less the lag credit.
    public let elapsed: Int
    /// Lag credit in ms: cumulative where `kind.creditAddsUp`, otherwise of this move alone.
    public let credit: Int

    /// Creates a move; the verdict is not checked.
    public init(word: Word, verdict: Verdict, elapsed: Int, credit: Int = 0) {
        self.word = word
        self.verdict = verdict
        self.elapsed = elapsed
        self.credit = credit
    }
}

/// The judgement of a move. It contains no letter, and is all that others may see of a move while the puzzle is a
/// secret.
public enum Verdict: Hashable, Sendable {
    /// The marks of a guess, one for each letter.
    case marks(Pattern)
    /// The length and points of a found word.
    case found(FoundLength)

    /// The wire and storage form: `"00120"` for marks, `"5:25"` for a found word.
    public var text: String {
        switch self {
        case .marks(let pattern): pattern.digits
        case .found(let found): found.text
        }
    }

    /// Reads the text form; nil for anything else.
    public init?(text: some StringProtocol) {
        if let pattern = Pattern(digits: text) {
            self = .marks(pattern)
        } else if let found = FoundLength(text: text) {
            self = .found(found)
        } else {
            return nil
        }
    }

    /// One number for each verdict, for storage.
    public var packed: Int {
        switch self {
        case .marks(let pattern): pattern.count << 24 | Int(pattern.packed)
        case .found(let found): Verdict.foundBit | found.length << 16 | found.points
        }
    }

    /// Reads the packed form; nil for any other number.
    public init?(packed: Int) {
        if packed & Verdict.foundBit == 0 {
            guard let pattern = Pattern(count: packed >> 24, packed: UInt32(packed & 0xFF_FFFF)) else { return nil }
            self = .marks(pattern)
        } else {
            let number = packed ^ Verdict.foundBit
            guard let found = FoundLength(length: number >> 16, points: number & 0xFFFF) else { return nil }
            self = .found(found)
        }
    }

    private static let foundBit = 1 << 40

    /// The number of letters in the word of the move.
    public var length: Int {
        switch self {
        case .marks(let pattern): pattern.count
        case .found(let found): found.length
        }
    }
}

/// The outcome of a move that was not refused. Both name the move by its place in the journal, from 0.
public enum MoveOutcome: Hashable, Sendable {
    /// The move is new.
    case accepted(Int)
    /// The journal had the move already, and nothing changes. This answers a retry after a lost connection.
    case repeated(Int)

    /// Whether the journal had the move already.
    public var isRepeated: Bool {
        switch self {
        case .accepted: false
        case .repeated: true
        }
    }

    /// The place of the move in the journal.
    public var place: Int {
        switch self {
        case .accepted(let place), .repeated(let place): place
        }
    }
}

/// A reason why a move was refused. A refused move costs nothing.
public enum MoveRefusal: Error, Hashable, Sendable {
    /// The rules of the guess game refused the move.
    case guess(GuessRefusal)
    /// The rules of the anagram game refused the move.
    case anagram(AnagramRefusal)
    /// The kind of game plays row by row, and the move named no row.
    case noRow
    /// The kind of game has no level of hard mode but `off`.
    case noHardMode

    /// Whether the move was refused because no list has its word.
    public var isUnknownWord: Bool {
        switch self {
        case .guess(let refusal): refusal == .notInWordList
        case .anagram(let refusal): refusal == .notInDictionary
        case .noRow, .noHardMode: false
        }
    }

    /// Whether the move was refused because the game's time was out.
    public var isTooLate: Bool {
        switch self {
        case .guess: false
        case .anagram(let refusal): refusal == .gameOver
        case .noRow, .noHardMode: false
        }
    }
}

/// A reason why stored moves do not form a game.
public enum JournalFault: Error, Hashable, Sendable {
    /// The moves form no guess game.
    case guess(GuessJournalFault)
    /// The moves form no anagram game.
    case anagram(AnagramJournalFault)
    /// The move at this place, from 0, has a verdict of another kind of game.
    case otherKind(Int)

    /// Whether a move comes after the word was found, in kinds of games that end with it.
    public var isAfterTheAnswer: Bool {
        switch self {
        case .guess(.afterTheEnd): true
        case .guess, .anagram, .otherKind: false
        }
    }
}
