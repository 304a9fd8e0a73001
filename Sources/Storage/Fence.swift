/// Transactions that have failed, kept for as long as later ones may rest on them. See `Journal.submit`.
package struct Fence: Hashable, Sendable {
    /// The last transaction whose failure concerns every transaction submitted without knowledge of it.
    private var closed = 0
    /// Transactions that failed alone, and those that rested on them. At most the number of transactions under way: a
    /// caller that knows of a failure has evicted what rested on it.
    private var lost: Set<Int> = []

    package init() {}

    /// Returns whether a transaction may be tried. A refused one counts as failed.
    package mutating func admits(_ transaction: Transaction) -> Bool {
        if !lost.isEmpty { lost = lost.filter { $0 > transaction.heard } }
        guard transaction.heard >= closed else { return false }
        guard !lost.isEmpty, transaction.rests.contains(where: lost.contains) else { return true }
        lost.insert(transaction.number)
        return false
    }

    /// Notes that a tried transaction failed.
    package mutating func failed(_ transaction: Transaction, _ error: StorageError) {
        if error.isOfOneTransaction {
            lost.insert(transaction.number)
        } else {
            closed = max(closed, transaction.number)
        }
    }
}
