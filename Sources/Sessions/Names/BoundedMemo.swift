import Synchronization

/// Remembers what was worked out, for what gives the same each time. Threads may share it.
final class BoundedMemo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let known = Mutex<[Key: Value]>([:])
    /// The number of values that it remembers. Then it begins anew.
    private let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    /// Returns what is remembered, or works it out. No lock is held meanwhile, so `make` may ask for other values.
    func value(of key: Key, or make: (Key) -> Value) -> Value {
        if let value = known.withLock({ $0[key] }) { return value }
        let value = make(key)
        known.withLock { known in
            if known.count >= capacity { known = [:] }
            known[key] = value
        }
        return value
    }
}
