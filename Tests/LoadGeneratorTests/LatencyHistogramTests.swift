import LoadGenerator
import TestKit
import Testing

@Suite("Latency histograms")
struct LatencyHistogramTests {
    private static let shares = [0.0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1]

    /// The exact value: the smallest of which this share of all is at most as large.
    private static func exact(_ sorted: [Int64], _ share: Double) -> Int64 {
        sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
    }

    @Test("Percentiles are never below the exact ones, and at most 1 % above", arguments: [1, 2, 17, 1_000, 50_000])
    func percentiles(count: Int) {
        var random = SplitMix(seed: UInt64(count))
        // Durations of all sizes, from ns to minutes.
        let values = (0..<count).map { _ in Int64(random.next() >> (24 + random.next() % 40)) }
        var histogram = LatencyHistogram()
        for value in values { histogram.record(value) }
        let sorted = values.sorted()
        for share in Self.shares {
            let exact = Self.exact(sorted, share)
            let value = histogram.value(at: share) ?? -1
            #expect(value >= exact && Double(value) <= Double(exact) * 1.01, "\(share): \(value), exactly \(exact)")
        }
        #expect(histogram.count == count && histogram.largest == sorted.last)
        #expect(histogram.value(at: 1) == sorted.last)
    }

    @Test("Small durations are exact, and every duration falls in its bucket or the next")
    func smallOnes() {
        var values = (0...300).map { Int64($0) }
        for bits in 8..<42 {
            let power = Int64(1) << Int64(bits)
            values += [power - 1, power, power + 1]
        }
        for value in values where value < 1 << 42 {
            var histogram = LatencyHistogram()
            histogram.record(value)
            // Something longer, so that the longest does not cap the answer.
            histogram.record(1 << 42 - 1)
            let found = histogram.value(at: 0.5) ?? -1
            #expect(found >= value && (value >= 256 || found == value) && found - value <= value / 128)
        }
    }

    @Test("No, negative and endless durations are recorded")
    func edges() {
        var histogram = LatencyHistogram()
        #expect(histogram.value(at: 0.5) == nil && histogram.count == 0)
        histogram.record(-5)
        #expect(histogram.value(at: 1) == 0)
        histogram.record(Int64.max)
        #expect(histogram.count == 2 && histogram.largest == 1 << 42 - 1)
    }

    @Test("Two histograms added are as one")
    func sums() {
        var (a, b, both) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
        for value in 0..<1_000 {
            if value % 3 == 0 { a.record(Int64(value * value)) } else { b.record(Int64(value * value)) }
            both.record(Int64(value * value))
        }
        a.add(b)
        for share in Self.shares { #expect(a.value(at: share) == both.value(at: share)) }
        #expect(a.count == 1_000 && a.largest == both.largest)
        var empty = LatencyHistogram()
        empty.add(a)
        #expect(empty.value(at: 0.5) == a.value(at: 0.5))
    }
}
