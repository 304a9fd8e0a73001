/// A queue of messages that wait until the transaction they rest on is durable.
///
/// The hub's memory runs ahead of the disk: it decides the next move against state whose commit is still under way.
/// Each submission gets a ticket. The messages of a submission wait here until storage has confirmed its ticket, so
/// that nobody learns of something that a power cut could undo. When a commit fails, its waiting messages become
/// refusals, and the hub drops the affected memory (see `Journal.submit` for the fencing that makes this safe).
struct Outbox<Entry> {
    /// The last ticket issued.
    private(set) var submitted = 0
    /// The last ticket known to be durable or failed.
    private(set) var settled = 0
    /// The last ticket whose waiting entries have all been released.
    private(set) var released = 0
    /// The tickets of the waiting entries, in order. Each entry waits for its own ticket only: behind a later one, a
    /// newer entry whose ticket is settled would overtake it.
    private var tickets: [Int] = []
    /// The waiting entries, in order of arrival within a ticket; nil once released. Entries are moved in and out, since
    /// a copy of one costs more than all else here.
    private var entries: [Entry?] = []
    /// The index of the first waiting entry. The arrays are cut when as many entries are released as wait: under steady
    /// load they are never empty.
    private var first = 0

    /// The number of places for entries, those of released ones that are not cut yet included.
    var count: Int { tickets.count }

    /// Issues a ticket for a transaction that is about to be submitted.
    mutating func ticket() -> Int {
        submitted += 1
        return submitted
    }

    /// Whether storage has answered for everything up to `ticket`.
    func isSettled(_ ticket: Int) -> Bool { ticket <= settled }

    /// The number of submissions that storage has not answered yet.
    var underWay: Int { submitted - settled }

    /// Whether everything up to `ticket` has been released: what rests on it need not wait.
    func isReleased(_ ticket: Int) -> Bool { ticket <= released }

    /// Queues `entry` until `ticket` is settled, behind all entries of the same or an earlier ticket. Precondition: the
    /// ticket is not released.
    mutating func hold(_ entry: consuming Entry, until ticket: Int) {
        // Nearly always the newest ticket, so the loop ends at once.
        var place = tickets.count
        while place > first, tickets[place - 1] > ticket { place -= 1 }
        tickets.insert(ticket, at: place)
        entries.insert(entry, at: place)
    }

    /// Changes the waiting entries.
    mutating func change(_ body: (inout Entry) -> Void) {
        for index in first..<entries.count {
            guard var entry = entries[index].take() else { continue }
            body(&entry)
            entries[index] = entry
        }
    }

    /// Records that storage has answered for everything up to `ticket`. `next` returns the released entries.
    mutating func settle(_ ticket: Int) { settled = max(settled, ticket) }

    /// Returns the next entry whose ticket is settled; nil if there is none. Entries queued meanwhile for such a ticket
    /// are included in turn.
    mutating func next() -> Entry? {
        guard first < tickets.count, tickets[first] <= settled else {
            released = settled
            if first >= tickets.count - first {
                tickets.removeFirst(first)
                entries.removeFirst(first)
                first = 0
            }
            return nil
        }
        first += 1
        return entries[first - 1].take()
    }
}
