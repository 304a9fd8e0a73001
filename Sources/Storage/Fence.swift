/// Remembers which transactions have failed, for as long as others may rest on them. See `Journal.submit`.
package struct Fence: Hashable, Sendable {
    /// The last transaction whose failure concerns all that do not know of it.
    private var closed = 0
    /// Transactions that failed alone, and those that rested on them. As many as are under way, at most: who submits
    /// one that knows of them has let go of what rested on them.
    private var lost: Set<Int> = []

    package init() {}

    /// Whether a transaction may still be tried. One that may not is lost itself.
    package mutating func admits(_ transaction: Transaction) -> Bool {
        if !lost.isEmpty { lost = lost.filter { $0 > transaction.heard } }
        guard transaction.heard >= closed else { return false }
        guard !lost.isEmpty, transaction.rests.contains(where: lost.contains) else { return true }
        lost.insert(transaction.number)
        return false
    }

    /// Notes that a transaction failed that was tried.
    package mutating func failed(_ transaction: Transaction, _ error: StorageError) {
        if error.isOfOneTransaction {
            lost.insert(transaction.number)
        } else {
            closed = max(closed, transaction.number)
        }
    }
}
