/// A queue of messages that wait until the transaction they rest on is durable.
///
/// The hub's memory runs ahead of the disk: it decides the next move against state whose commit is still under way.
/// Each submission gets a ticket. What follows from it waits here until storage has confirmed that ticket, so that
/// nobody learns of something that a power cut could undo. When a commit fails, its waiting messages become refusals,
/// and the hub drops the affected memory (see `Journal.submit` for the fencing that makes this safe).
struct Outbox<Entry> {
    /// The last ticket issued.
    private(set) var submitted = 0
    /// The last ticket known to be durable or failed.
    private(set) var settled = 0
    /// The last ticket whose waiting entries have all been released.
    private(set) var released = 0
    /// The waiting entries by ticket, in order of arrival within a ticket. Each waits for its own ticket only: behind a
    /// later one, a newer entry whose ticket is settled would overtake it.
    private var waiting: [(ticket: Int, entry: Entry)] = []
    /// The index of the first waiting entry. The array is cut when as many entries are released as wait: under steady
    /// load it is never empty.
    private var first = 0

    /// The number of stored entries, released ones that are not cut yet included.
    var count: Int { waiting.count }

    /// Issues a ticket for a transaction that is about to be submitted.
    mutating func ticket() -> Int {
        submitted += 1
        return submitted
    }

    /// Whether storage has answered for everything up to `ticket`.
    func isSettled(_ ticket: Int) -> Bool { ticket <= settled }

    /// The number of submissions that storage has not answered yet.
    var underWay: Int { submitted - settled }

    /// Queues `entry` until `ticket` is settled, behind all entries of the same or an earlier ticket. Returns false,
    /// without queueing, if everything up to that ticket has been released: the caller may act at once.
    mutating func hold(_ entry: Entry, until ticket: Int) -> Bool {
        guard ticket > released else { return false }
        // Nearly always the newest ticket, so the loop ends at once.
        var place = waiting.count
        while place > first, waiting[place - 1].ticket > ticket { place -= 1 }
        waiting.insert((ticket, entry), at: place)
        return true
    }

    /// Changes the waiting entries.
    mutating func change(_ body: (inout Entry) -> Void) {
        for index in waiting.indices.dropFirst(first) { body(&waiting[index].entry) }
    }

    /// Records that storage has answered for everything up to `ticket`. `next` returns the released entries.
    mutating func settle(_ ticket: Int) { settled = max(settled, ticket) }

    /// Returns the next entry whose ticket is settled; nil if there is none. Entries queued meanwhile for such a ticket
    /// are included in turn.
    mutating func next() -> Entry? {
        guard first < waiting.count, waiting[first].ticket <= settled else {
            released = settled
            if first >= waiting.count - first {
                waiting.removeFirst(first)
                first = 0
            }
            return nil
        }
        defer { first += 1 }
        return waiting[first].entry
    }
}
