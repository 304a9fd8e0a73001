/// Durations counted in log-linear buckets, 128 to each power of two. A percentile is at most 1 % above the exact one,
/// and the memory does not grow with the number of durations.
package struct LatencyHistogram: Sendable {
    /// Bits of a duration that are kept.
    private static let precision = 7
    /// Longer durations (some 73 minutes) count as this long, in ns.
    private static let longest = Int64(1) << 42 - 1

    private var counts: [UInt32] = []
    /// Durations recorded.
    package private(set) var count = 0
    /// The longest one, in ns, exactly; 0 if there is none.
    package private(set) var largest: Int64 = 0

    /// No durations.
    package init() {}

    /// Counts a duration of so many ns, once or as often as said; a negative one counts as 0.
    package mutating func record(_ nanoseconds: Int64, times: Int = 1) {
        guard times > 0 else { return }
        let value = min(max(nanoseconds, 0), LatencyHistogram.longest)
        let index = LatencyHistogram.bucket(of: value)
        if counts.isEmpty {
            counts = Array(repeating: 0, count: LatencyHistogram.bucket(of: LatencyHistogram.longest) + 1)
        }
        counts[index] &+= UInt32(truncatingIfNeeded: times)
        count += times
        largest = max(largest, value)
    }

    /// Counts all durations of another histogram too.
    package mutating func add(_ other: LatencyHistogram) {
        if counts.isEmpty { counts = other.counts } else { for (i, n) in other.counts.enumerated() { counts[i] &+= n } }
        count += other.count
        largest = max(largest, other.largest)
    }

    /// ns below or at which this share (0 to 1) of all durations lies. Nil if there are none.
    package func value(at share: Double) -> Int64? {
        guard count > 0 else { return nil }
        let rank = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for (index, count) in counts.enumerated() where count > 0 {
            seen += Int(count)
            if seen >= rank { return min(LatencyHistogram.highest(of: index), largest) }
        }
        return largest
    }

    /// The bucket of a duration: the value itself while it is small, then its top bits.
    private static func bucket(of value: Int64) -> Int {
        let bits = Int64.bitWidth - value.leadingZeroBitCount
        guard bits > precision + 1 else { return Int(value) }
        let shift = bits - precision - 1
        return shift << precision + Int(value >> Int64(shift))
    }

    /// The longest duration of a bucket.
    private static func highest(of bucket: Int) -> Int64 {
        guard bucket >= 2 << precision else { return Int64(bucket) }
        let shift = bucket >> precision - 1
        let top = Int64(bucket - shift << precision)
        return (top + 1) << Int64(shift) - 1
    }
}
