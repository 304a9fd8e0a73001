/// Holds one listener's events of a room to their numbers, which are below 2^40 (``ScannedMessage``): each exactly
/// once, in order.
struct SequenceCheck {
    /// The last number seen, in the room's log.
    private(set) var last: Int
    /// Events that did not come although later ones did.
    private(set) var missed = 0
    /// Events that came again.
    private(set) var repeated = 0
    /// Snapshots that took the place of events.
    private(set) var skips = 0
    /// Events whose place they took.
    private(set) var skipped = 0

    /// A listener that was shown the room as of `sequence`.
    init(after sequence: Int) { last = sequence }

    /// An event came; whether for the first time.
    mutating func event(_ sequence: Int) -> Bool {
        guard sequence > last else {
            repeated += 1
            return false
        }
        missed += sequence - last - 1
        last = sequence
        return true
    }

    /// A snapshot came, because this listener did not keep up: the numbers of the events whose place it takes.
    mutating func snapshot(_ sequence: Int) -> Range<Int> {
        let events = last + 1..<max(last, sequence) + 1
        skips += 1
        skipped += events.count
        last = max(last, sequence)
        return events
    }
}
