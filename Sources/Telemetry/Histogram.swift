/// How measurements spread over fixed buckets, counted from any thread without a lock.
///
/// Measurements are whole numbers of a small unit (microseconds, bytes), so that sums are exact.
package final class Histogram: Sendable {
    /// Inclusive upper bounds of the buckets, ascending; above the last there is one more without a bound.
    package let bounds: [Int]
    private let counts: [Counter]
    private let total = Counter()

    /// Microseconds from 100 µs to 10 s: from a judged guess to a disk in trouble.
    package static let latencyBounds = [
        100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 10_000_000,
    ]

    /// Sizes of batches, by powers of two.
    package static let batchBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256]

    /// An empty histogram. Precondition: `bounds` ascend.
    package init(bounds: [Int]) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds ascend")
        self.bounds = bounds
        counts = (0...bounds.count).map { _ in Counter() }
    }

    /// Counts one measurement; a negative one (a clock that was set back) counts as 0.
    package func record(_ value: Int) {
        let measured = max(0, value)
        // A dozen bounds: a scan is as fast as a search.
        counts[bounds.firstIndex { measured <= $0 } ?? bounds.count].add()
        total.add(measured)
    }

    /// The state now: for every bound the number of measurements at or below it, the number of all, and their sum.
    /// While others record, the sum may be ahead of the counts by what they are just adding.
    package var snapshot: (cumulative: [Int], count: Int, sum: Int) {
        var running = 0
        let cumulative = counts.map { counter in
            running += counter.value
            return running
        }
        return (Array(cumulative.dropLast()), running, total.value)
    }
}
