/// A histogram of durations, updated from any thread without a lock.
package final class Histogram: Sendable {
    /// The upper bounds of the buckets, in ms, rising. What is above all of them is counted in the last bucket.
    static let bounds = [0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

    private let buckets = (0...Histogram.bounds.count).map { _ in Counter() }
    private let nanoseconds = Counter()

    /// Nothing.
    package init() {}

    /// Counts something that took so many ns; less than none counts as none.
    package func record(_ taken: Int) {
        let taken = max(0, taken)
        let milliseconds = Double(taken) / 1e6
        buckets[Histogram.bounds.firstIndex { milliseconds <= $0 } ?? Histogram.bounds.count].add()
        nanoseconds.add(taken)
    }

    /// The number of durations up to each of the bounds, and the total number last.
    var cumulative: [Int] {
        var sum = 0
        return buckets.map { bucket in
            sum += bucket.value
            return sum
        }
    }

    /// The number of durations.
    package var count: Int { cumulative.last ?? 0 }

    /// The sum of all durations, in seconds.
    package var seconds: Double { Double(nanoseconds.value) / 1e9 }
}
