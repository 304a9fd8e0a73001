/// The letters of an anagram puzzle in the order in which everybody sees them. The order belongs to the puzzle.
public struct Tiles: Hashable, Sendable, RandomAccessCollection {
    /// The valid numbers of tiles.
    public static let counts = 4...Word.maximumLength

    /// The letters in their order, packed like those of a word.
    public let letters: Word

    /// Creates tiles in this order. Precondition: their number is in `counts`.
    public init(_ letters: Word) {
        precondition(Tiles.counts.contains(letters.count), "a puzzle has 4 to 11 tiles")
        self.letters = letters
    }

    /// Returns the first letter of `word` for which no tile is left; nil if the word can be laid. Each tile serves once
    /// in a word. A double letter therefore needs two tiles.
    public func firstMissing(for word: Word) -> Letter? {
        var left = InlineArray<32, UInt8>(repeating: 0)
        for letter in letters { left[Int(letter.index)] += 1 }
        for letter in word {
            guard left[Int(letter.index)] > 0 else { return letter }
            left[Int(letter.index)] -= 1
        }
        return nil
    }

    /// Whether `word` can be laid.
    public func canLay(_ word: Word) -> Bool { firstMissing(for: word) == nil }

    /// Returns what others may see of `word`; nil if it is too short, or cannot be laid.
    func found(_ word: Word) -> FoundLength? {
        guard canLay(word) else { return nil }
        return FoundLength(length: word.count, points: AnagramRules.points(length: word.count, tiles: count))
    }

    /// Index of the first tile: 0.
    public var startIndex: Int { 0 }
    /// One past the last tile.
    public var endIndex: Int { letters.count }
    /// The letter at `position`, counted from 0 on the left.
    public subscript(position: Int) -> Letter { letters[position] }
}
