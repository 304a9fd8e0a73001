/// Events that were reported and are to be reported once: what causes them comes again and again. Times in ms.
struct Complaints {
    private var said: Set<LinkEvent> = []
    /// When the first of them was.
    private var since = 0

    /// Most that are remembered. Further ones are not reported, until the first was long ago; then all are anew.
    static let most = 16
    /// The time after which as many count as long ago.
    static let memory = 60_000

    /// Whether an event is to be reported: it was not yet.
    mutating func isNew(_ event: LinkEvent, at now: Int) -> Bool {
        if said.count >= Complaints.most, now - since >= Complaints.memory { said = [] }
        guard said.count < Complaints.most else { return false }
        if said.isEmpty { since = now }
        return said.insert(event).inserted
    }
}
