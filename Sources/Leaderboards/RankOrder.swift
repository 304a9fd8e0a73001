/// Sorts many entries in little time. A radix sort goes by the digits of their scores, from the last to the first. Then
/// entries with equal scores are sorted by their IDs.
enum RankOrder {
    /// An entry's score, and where the entry is.
    private struct Key {
        var bits: UInt64 = 0
        var row: UInt32 = 0
    }

    private static let digitBits: UInt64 = 11

    /// The entries of all rows, in order, in rows anew.
    static func ordered(_ entries: consuming RankRows) -> RankRows {
        // As storage gives the results of a day.
        if isOrdered(entries) { return entries }
        var keys = (0..<UInt32(entries.count)).map { Key(bits: entries[$0].score.bits, row: $0) }
        let first = keys.first?.bits ?? 0
        // Bits in which any score differs from another: usually few.
        let varying = keys.reduce(0) { $0 | ($1.bits ^ first) }
        var spare = Array(repeating: Key(), count: keys.count)
        for shift in stride(from: 0, to: UInt64.bitWidth, by: Int(digitBits)) {
            if varying >> UInt64(shift) & (1 << digitBits - 1) == 0 { continue }
            sort(keys, into: &spare, by: UInt64(shift))
            swap(&keys, &spare)
        }
        spare = []
        var ordered = RankRows()
        var start = 0
        while start < keys.count {
            var end = start + 1
            while end < keys.count, keys[end].bits == keys[start].bits { end += 1 }
            if end - start == 1 {
                _ = ordered.add(entries[keys[start].row])
            } else {
                for entry in keys[start..<end].map({ entries[$0.row] }).sorted() { _ = ordered.add(entry) }
            }
            start = end
        }
        return ordered
    }

    private static func isOrdered(_ entries: RankRows) -> Bool {
        for row in 1..<UInt32(max(1, entries.count)) where entries[row] < entries[row - 1] { return false }
        return true
    }

    /// Copies keys in the order of one digit; those where it is equal stay in the order they are in.
    private static func sort(_ keys: [Key], into sorted: inout [Key], by shift: UInt64) {
        var ends = Array(repeating: 0, count: 1 << digitBits)
        for key in keys { ends[digit(key, shift)] += 1 }
        var start = 0
        for digit in ends.indices { (ends[digit], start) = (start, start + ends[digit]) }
        for key in keys {
            let digit = digit(key, shift)
            sorted[ends[digit]] = key
            ends[digit] += 1
        }
    }

    private static func digit(_ key: Key, _ shift: UInt64) -> Int {
        Int(key.bits >> shift & (1 << digitBits - 1))
    }
}
