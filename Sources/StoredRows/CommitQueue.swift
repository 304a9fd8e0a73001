import Storage

/// The writer's queue, in order of arrival.
package struct CommitQueue: Sendable {
    package struct Entry: Sendable {
        package let transaction: Transaction
        /// Why it was refused on arrival, if it was: the queue was full. Only its place is kept then, without its
        /// writes, so that its answer comes in order too.
        package let refusal: StorageError?
        package let completion: StorageReply<Void>
    }

    /// The writer's next step.
    package enum Turn: Sendable {
        /// One commit for these.
        case group([Entry])
        /// A call to make between two commits.
        case pause(@Sendable () -> Void)
    }

    private enum Item: Sendable {
        case entry(Entry)
        case pause(@Sendable () -> Void)
    }

    private var items: [Item] = []
    private var accepted = 0
    /// Whether the writer has been told that there is work and has not yet found the queue empty.
    private var isServed = false

    /// Creates an empty queue.
    package init() {}

    /// Takes a transaction in. Returns whether the writer must be woken.
    package mutating func add(_ transaction: Transaction, bound: Int, completion: @escaping StorageReply<Void>) -> Bool
    {
        let isFull = accepted >= bound
        if !isFull { accepted += 1 }
        return add(
            .entry(
                Entry(
                    transaction: isFull ? transaction.withoutWrites : transaction,
                    refusal: isFull ? .unavailable("\(bound) transactions wait for the disk") : nil,
                    completion: completion)))
    }

    /// Has `work` done after the commit of all that came before, and before that of any that comes later. Returns
    /// whether the writer must be woken.
    package mutating func pause(_ work: @escaping @Sendable () -> Void) -> Bool { add(.pause(work)) }

    private mutating func add(_ item: Item) -> Bool {
        items.append(item)
        defer { isServed = true }
        return !isServed
    }

    /// The next turn, a group of at most `bound`; nil and back to sleep if nothing waits.
    package mutating func next(bound: Int) -> Turn? {
        var group: [Entry] = []
        group.reserveCapacity(min(bound, items.count))
        for item in items.prefix(bound) {
            guard case .entry(let entry) = item else { break }
            group.append(entry)
        }
        if !group.isEmpty {
            items.removeFirst(group.count)
            accepted -= group.count { $0.refusal == nil }
            return .group(group)
        }
        guard case .pause(let work)? = items.first else {
            isServed = false
            return nil
        }
        items.removeFirst()
        return .pause(work)
    }
}

extension Transaction {
    /// The transaction's place alone.
    fileprivate var withoutWrites: Transaction {
        Transaction(number: number, heard: heard, rests: rests, writes: [])
    }
}
