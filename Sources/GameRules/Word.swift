/// A letter: its index in the alphabet of its language, 0 to 31.
public struct Letter: Hashable, Comparable, Sendable {
    /// Index in the alphabet.
    public let index: UInt8

    /// Creates the letter at `index` of an alphabet. Precondition: `index < 32`.
    @inlinable
    public init(_ index: UInt8) {
        precondition(index < 32, "an alphabet has at most 32 letters")
        self.index = index
    }

    /// Orders letters by alphabet.
    @inlinable
    public static func < (a: Letter, b: Letter) -> Bool { a.index < b.index }
}

/// A word of 1 to 11 letters, packed into one integer: five bits a letter, the first letter highest. Words of one
/// length sort by alphabet, and shorter words before longer ones.
///
/// A word knows no language; `WordLists.Alphabet` turns text into words and back.
public struct Word: Hashable, Comparable, Sendable, RandomAccessCollection {
    /// The length of the longest word, in letters.
    public static let maximumLength = 11

    /// `length << 55 | letters`, the first letter at bits 50–54. Always below 2^59, so it fits a signed 64-bit column.
    public let packed: UInt64

    /// Creates a word. Precondition: 1 to `maximumLength` letters.
    public init(_ letters: some Collection<Letter>) {
        precondition((1...Word.maximumLength).contains(letters.count), "a word has 1 to 11 letters")
        var packed = UInt64(letters.count) << 55
        var shift: UInt64 = 50
        for letter in letters {
            packed |= UInt64(letter.index) << shift
            shift &-= 5
        }
        self.packed = packed
    }

    /// Creates the word with this packed form; nil if no word has it.
    public init?(packed: UInt64) {
        let length = Int(packed >> 55)
        guard (1...Word.maximumLength).contains(length) else { return nil }
        let unused = UInt64(5 * (Word.maximumLength - length))
        guard packed & ((1 << unused) - 1) == 0 else { return nil }
        self.packed = packed
    }

    /// Number of letters.
    public var count: Int { Int(packed >> 55) }
    /// Index of the first letter: 0.
    public var startIndex: Int { 0 }
    /// One past the last letter.
    public var endIndex: Int { count }
    /// The letter at `position`, counted from 0 on the left.
    public subscript(position: Int) -> Letter {
        precondition(position >= 0 && position < count)
        return Letter(UInt8((packed >> UInt64(50 - 5 * position)) & 31))
    }

    /// Orders words by length, then by alphabet.
    public static func < (a: Word, b: Word) -> Bool { a.packed < b.packed }
}
