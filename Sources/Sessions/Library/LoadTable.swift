/// Loads under way. Requests for the same key share one read.
struct LoadTable<Key: Hashable, Value, Failure: Error> {
    typealias Waiter = (Result<Value, Failure>) -> Void
    private var waiters: [Key: [Waiter]] = [:]

    /// Adds a waiter. Returns true if the caller is the first and must start the load.
    mutating func wait(for key: Key, _ waiter: @escaping Waiter) -> Bool {
        waiters[key, default: []].append(waiter)
        return waiters[key]?.count == 1
    }

    /// Whether no load is under way.
    var isEmpty: Bool { waiters.isEmpty }

    /// Whether a load of `key` is under way.
    func isLoading(_ key: Key) -> Bool { waiters[key] != nil }

    /// Removes and returns the waiters of `key`, in order.
    mutating func loaded(_ key: Key) -> [Waiter] { waiters.removeValue(forKey: key) ?? [] }
}
