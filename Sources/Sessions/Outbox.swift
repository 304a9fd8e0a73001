import Storage

/// Holds back what may be told only once it is durable.
///
/// The hub's memory runs ahead of the disk: it decides the next move against state whose commit is still under way.
/// Each submission gets a ticket; what follows from it waits here until storage has confirmed that ticket, so that
/// nobody ever hears of something a power cut could undo. When a commit fails, everything that waits is told so, and
/// the hub forgets its memory (see `Journal.submit` for the fencing that makes this safe).
struct Outbox {
    /// What happens after a ticket is settled: `true` if it is durable.
    typealias Action = (_ durable: Bool) -> Void

    /// The last ticket given.
    private(set) var submitted = 0
    /// The last ticket known to be durable or failed.
    private(set) var settled = 0
    /// By ticket, and by age for the same one: an action that waited behind a later ticket than its own would be
    /// overtaken by one that comes when its ticket has just been settled, and acts at once.
    private var waiting: [(ticket: Int, action: Action)] = []
    /// Index of the first action that still waits. The array is cut when as many have gone as wait: under steady load
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

    /// Runs `action` when `ticket` is settled, after all that waits for the same one or an earlier one. Answers false,
    /// and does not keep the action, if it is settled already: then the caller may act at once.
    mutating func hold(until ticket: Int, _ action: @escaping Action) -> Bool {
        guard ticket > settled else { return false }
        // Nearly always the newest one: there is nothing to look for.
        var place = waiting.count
        while place > first, waiting[place - 1].ticket > ticket { place -= 1 }
        waiting.insert((ticket, action), at: place)
        return true
    }

    /// What may happen now that storage has confirmed `ticket`.
    mutating func confirmed(_ ticket: Int) -> [Action] {
        settled = max(settled, ticket)
        var due: [Action] = []
        while first < waiting.count, waiting[first].ticket <= settled {
            due.append(waiting[first].action)
            first += 1
        }
        if first >= waiting.count - first {
            waiting.removeFirst(first)
            first = 0
        }
        return due
    }

    /// Everything that waits, for a commit has failed: nothing submitted so far will become durable any more.
    mutating func failed() -> [Action] {
        settled = submitted
        let due = waiting[first...].map(\.action)
        waiting.removeAll()
        first = 0
        return due
    }
}
