import Storage

/// Loads under way: whoever asks for the same thing while it is being read waits for the same read.
struct LoadTable<Key: Hashable, Value> {
    typealias Waiter = (Result<Value, StorageError>) -> Void
    private var waiters: [Key: [Waiter]] = [:]

    /// Adds a waiter. Answers true if the caller is the first and must start the load.
    mutating func wait(for key: Key, _ waiter: @escaping Waiter) -> Bool {
        waiters[key, default: []].append(waiter)
        return waiters[key]?.count == 1
    }

    /// Whether nothing is being read.
    var isEmpty: Bool { waiters.isEmpty }

    /// Whether there is a load of `key` under way.
    func isLoading(_ key: Key) -> Bool { waiters[key] != nil }

    /// Those who waited for `key`, in order.
    mutating func loaded(_ key: Key) -> [Waiter] { waiters.removeValue(forKey: key) ?? [] }
}
