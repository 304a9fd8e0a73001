import Synchronization

/// A number that only goes up, counted from any thread without a lock.
package final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    /// Zero.
    package init() {}

    /// Counts `amount` more. Precondition: `amount >= 0`.
    package func add(_ amount: Int = 1) {
        precondition(amount >= 0, "a counter never falls")
        // Relaxed: a metric orders nothing else.
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    /// The count so far.
    package var value: Int { count.load(ordering: .relaxed) }
}

/// A number that goes up and down, changed from any thread without a lock.
package final class Gauge: Sendable {
    private let level = Atomic<Int>(0)

    /// Zero.
    package init() {}

    /// Moves by `amount`, which may be negative.
    package func add(_ amount: Int) { level.wrappingAdd(amount, ordering: .relaxed) }

    /// Sets the level.
    package func set(_ value: Int) { level.store(value, ordering: .relaxed) }

    /// The level now.
    package var value: Int { level.load(ordering: .relaxed) }
}
