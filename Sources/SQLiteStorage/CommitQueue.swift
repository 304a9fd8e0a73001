import Storage

/// What waits for the writer, in order of arrival.
struct CommitQueue: Sendable {
    struct Entry: Sendable {
        let generation: Int
        let writes: [Write]
        /// Why it was refused on arrival, if it was: the queue was full. Only its place is kept then, without its writes,
        /// so that its answer comes in order too.
        let refusal: StorageError?
        let completion: StorageReply<Void>
    }

    private var entries: [Entry] = []
    private var accepted = 0
    /// Whether the writer has been told that there is work and has not yet found the queue empty.
    private var isServed = false

    /// Takes a transaction in. Returns whether the writer must be woken.
    mutating func add(_ transaction: Transaction, bound: Int, completion: @escaping StorageReply<Void>) -> Bool {
        let isFull = accepted >= bound
        if !isFull { accepted += 1 }
        entries.append(
            Entry(
                generation: transaction.generation, writes: isFull ? [] : transaction.writes,
                refusal: isFull ? .unavailable("\(bound) transactions wait for the disk") : nil,
                completion: completion))
        defer { isServed = true }
        return !isServed
    }

    /// The next group, at most `bound`; nil and back to sleep if nothing waits.
    mutating func next(bound: Int) -> [Entry]? {
        guard !entries.isEmpty else {
            isServed = false
            return nil
        }
        let group = Array(entries.prefix(bound))
        entries.removeFirst(group.count)
        accepted -= group.count { $0.refusal == nil }
        return group
    }
}
