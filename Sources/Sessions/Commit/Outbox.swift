/// Holds back what may be told only once it is durable.
///
/// The hub's memory runs ahead of the disk: it decides the next move against state whose commit is still under way.
/// Each submission gets a ticket; what follows from it waits here until storage has confirmed that ticket, so that
/// nobody ever hears of something a power cut could undo. When a commit fails, everything that waits is told so, and
/// the hub forgets its memory (see `Journal.submit` for the fencing that makes this safe).
struct Outbox<Entry> {
    /// The last ticket given.
    private(set) var submitted = 0
    /// The last ticket known to be durable or failed.
    private(set) var settled = 0
    /// The last ticket of which everything that waited for it has been let go.
    private(set) var released = 0
    /// By ticket, and by age for the same one: an entry that waited behind a later ticket than its own would be
    /// overtaken by one that comes when its ticket has just been settled, and is let go at once.
    private var waiting: [(ticket: Int, entry: Entry)] = []
    /// Index of the first entry that still waits. The array is cut when as many have gone as wait: under steady load
    /// there is no moment at which none does.
    private var first = 0

    /// Entries kept, those included that have gone and not been cut.
    var count: Int { waiting.count }

    /// A ticket for a transaction that is about to be submitted.
    mutating func ticket() -> Int {
        submitted += 1
        return submitted
    }

    /// Whether nothing is under way up to `ticket`.
    func isSettled(_ ticket: Int) -> Bool { ticket <= settled }

    /// Submissions that storage has not answered yet.
    var underWay: Int { submitted - settled }

    /// Keeps `entry` until `ticket` is settled, behind all that waits for the same one or an earlier one. Answers
    /// false, and does not keep it, if everything up to that ticket has been let go: then the caller may act at once.
    mutating func hold(_ entry: Entry, until ticket: Int) -> Bool {
        guard ticket > released else { return false }
        // Nearly always the newest one: there is nothing to look for.
        var place = waiting.count
        while place > first, waiting[place - 1].ticket > ticket { place -= 1 }
        waiting.insert((ticket, entry), at: place)
        return true
    }

    /// Changes those that wait.
    mutating func change(_ body: (inout Entry) -> Void) {
        for index in waiting.indices.dropFirst(first) { body(&waiting[index].entry) }
    }

    /// Storage has answered for everything up to `ticket`. What waited for that is to be taken by `next`.
    mutating func settle(_ ticket: Int) { settled = max(settled, ticket) }

    /// The next entry whose ticket is settled; nil if none waits. What is held meanwhile for such a ticket comes in its
    /// turn.
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
