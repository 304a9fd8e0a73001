/// The best mark of each letter in a game. Derived from the journal, so that a reload rebuilds it. No later guess
/// lowers a mark.
public struct Keyboard: Hashable, Sendable {
    /// Two bits a letter: 0 untried, else the mark's raw value plus 1.
    private var packed: UInt64 = 0

    /// Creates the keyboard after these moves.
    public init(_ journal: some Sequence<GuessMove>) {
        for move in journal { add(move) }
    }

    /// Raises the letters of one more move.
    public mutating func add(_ move: GuessMove) {
        for (letter, mark) in zip(move.word, move.pattern) {
            if let known = self[letter], known >= mark { continue }
            let shift = 2 * UInt64(letter.index)
            packed = packed & ~(3 << shift) | UInt64(mark.rawValue + 1) << shift
        }
    }

    /// The best mark of `letter`; nil if it was never tried.
    public subscript(letter: Letter) -> Mark? {
        let bits = UInt8((packed >> (2 * UInt64(letter.index))) & 3)
        return bits == 0 ? nil : Mark(rawValue: bits - 1)
    }

    /// The tried letters with their marks, in alphabet order.
    public var keys: [(letter: Letter, mark: Mark)] {
        var keys: [(letter: Letter, mark: Mark)] = []
        // A tried letter has one or two set bits.
        keys.reserveCapacity(packed.nonzeroBitCount)
        var rest = packed
        while rest != 0 {
            let letter = Letter(UInt8(rest.trailingZeroBitCount / 2))
            if let mark = self[letter] { keys.append((letter, mark)) }
            rest &= ~(3 << (2 * UInt64(letter.index)))
        }
        return keys
    }
}
