/// The judgement of one guess: a row of marks, left to right, at most `Word.maximumLength` of them.
///
/// A pattern contains no letters, so that everybody in a room may see it.
public struct Pattern: Hashable, Sendable, RandomAccessCollection {
    /// Two bits a mark, the first mark in the lowest bits.
    public let packed: UInt32
    /// Number of marks.
    public let count: Int

    /// Creates a pattern from bits that are known to be valid.
    init(packed: UInt32, count: Int) {
        self.packed = packed
        self.count = count
    }

    /// Creates a pattern. Precondition: at most `Word.maximumLength` marks.
    public init(_ marks: some Sequence<Mark>) {
        var packed: UInt32 = 0
        var count = 0
        for mark in marks {
            precondition(count < Word.maximumLength, "a pattern has at most \(Word.maximumLength) marks")
            packed |= UInt32(mark.rawValue) << UInt32(2 * count)
            count += 1
        }
        self.packed = packed
        self.count = count
    }

    /// Creates a pattern of `count` marks from its bits; nil unless there are 1 to `Word.maximumLength` marks, and all
    /// bits are marks.
    public init?(count: Int, packed: UInt32) {
        guard (1...Word.maximumLength).contains(count), packed >> UInt32(2 * count) == 0 else { return nil }
        // Two set bits are no mark.
        guard packed & (packed >> 1) & 0x5555_5555 == 0 else { return nil }
        self.init(packed: packed, count: count)
    }

    /// Reads the wire and storage form: one digit a tile, `0` absent, `1` present, `2` correct. Nil for anything else.
    public init?(digits: some StringProtocol) {
        var marks: [Mark] = []
        for byte in digits.utf8 {
            guard byte >= 0x30, let mark = Mark(rawValue: byte - 0x30), marks.count < Word.maximumLength else {
                return nil
            }
            marks.append(mark)
        }
        guard !marks.isEmpty else { return nil }
        self.init(marks)
    }

    /// The wire and storage form, `"00120"`.
    public var digits: String {
        var digits = ASCIIText()
        for mark in self { digits.append(0x30 + mark.rawValue) }
        return digits.text
    }

    /// Whether every tile is correct.
    public var isSolved: Bool { allSatisfy { $0 == .correct } }

    /// Index of the first mark: 0.
    public var startIndex: Int { 0 }
    /// One past the last mark.
    public var endIndex: Int { count }
    /// The mark of the tile at `position`, counted from 0 on the left.
    public subscript(position: Int) -> Mark {
        precondition(position >= 0 && position < count)
        guard let mark = Mark(rawValue: UInt8((packed >> UInt32(2 * position)) & 3)) else {
            preconditionFailure("two bits hold one of three marks")
        }
        return mark
    }
}
