/// Turns the entries of a leaf into hints: 16 bits that never order two entries the other way round.
///
/// An entry is a number here: its score, and below it the upper 64 bits of its ID. So hints also tell entries with
/// equal scores apart.
struct HintScale: Equatable, Sendable {
    /// In the low eight bits the shift: numbers so many bits apart have other hints. The others are the base, whose low
    /// eight bits are 0: numbers up to it have hint 0. The largest hint stands for all that is beyond it.
    private let packed: UInt128

    /// The hints that are the upper bits of any score.
    init() { packed = 112 }

    /// Hints that tell entries from `first` to `last` apart about as well as 16 bits can.
    init(from first: Ranking.Entry, to last: Ranking.Entry) {
        let base = HintScale.number(first) & ~0xFF
        packed = base | UInt128(max(0, 112 - (HintScale.number(last) - base).leadingZeroBitCount))
    }

    private static func number(_ entry: Ranking.Entry) -> UInt128 {
        UInt128(_low: entry.id.high, _high: entry.score.bits)
    }

    private var base: UInt128 { packed & ~0xFF }
    private var shift: UInt128 { packed & 0xFF }

    /// Whether numbers that differ can have the same hint.
    var isCoarse: Bool { shift > 0 }

    /// The hint at an entry.
    func hint(_ entry: Ranking.Entry) -> UInt16 {
        let number = HintScale.number(entry)
        return number <= base ? 0 : UInt16(clamping: (number - base) &>> shift)
    }
}
