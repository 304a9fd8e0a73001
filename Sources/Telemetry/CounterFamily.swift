/// Counters of one name, told apart by a label whose values are all known at the start.
///
/// A value that is not known counts as `other`: what a peer sends can never make a new series, so memory is bounded.
package final class CounterFamily: Sendable {
    /// The name of the label.
    package let label: String
    private let counters: [String: Counter]
    private let other = Counter()

    /// A family with these values of `label`, besides `other`.
    package init(label: String, values: [String]) {
        self.label = label
        counters = Dictionary(values.map { ($0, Counter()) }, uniquingKeysWith: { first, _ in first })
    }

    /// The counter of `value`, or that of `other`. Hold on to it on a hot path.
    package subscript(value: String) -> Counter { counters[value] ?? other }

    /// Every value with its count, sorted by value, `other` last.
    package var values: [(value: String, count: Int)] {
        counters.sorted { $0.key < $1.key }.map { ($0.key, $0.value.value) } + [("other", other.value)]
    }
}
