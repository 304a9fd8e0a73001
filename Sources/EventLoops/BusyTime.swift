/// The time since which a loop could not read what comes, in ns of the monotonic clock.
///
/// A batch of events takes its time, and so does other work of the loop. An event that epoll reports afterwards came at
/// some instant of that time. No look at the sockets before had reported it, unless that look had more events than it
/// could report. So the event came at the earliest when the loop looked last, or now if the loop has rested since.
struct BusyTime {
    /// The last look at the sockets, or the beginning of the work since then; nil for a loop that had nothing to do.
    private var since: Int64?
    /// The end of the last work.
    private var paused = Int64.min
    /// Batches in a row that may have left something of what the sockets had when ``since`` was set.
    private var fullBatches = 0

    /// A longer time without work is a rest: whatever came in it woke the loop. Work that waits begins within a few
    /// microseconds of that before it.
    private static let pauseIsRest: Int64 = 100_000

    /// A batch of events is reported. Returns the earliest instant at which its bytes can have come. `isFirst`: whether
    /// others had the thread before it. `fullAtMost`: the number of batches in a row, this one included, over which the
    /// sockets that were ready at once may be spread. It is 0 for a batch that has all of them.
    mutating func nextBatch(at time: Int64, isFirst: Bool, fullAtMost: Int = 0) -> Int64 {
        if isFirst { endIfRested(at: time) }
        let arrival = since ?? time
        fullBatches += 1
        if fullBatches >= fullAtMost {
            since = time
            fullBatches = 0
        } else if since == nil {
            since = time
        }
        return arrival
    }

    /// Work begins that no event asked for. `isFirst`: whether others had the thread before it.
    mutating func begin(at time: Int64, isFirst: Bool) {
        if isFirst { endIfRested(at: time) }
        if since == nil { since = time }
    }

    /// The sockets have nothing more.
    mutating func rest() {
        since = nil
        fullBatches = 0
    }

    /// The work is done, and the thread is given away.
    mutating func pause(at time: Int64) { paused = time }

    private mutating func endIfRested(at time: Int64) {
        if let since, time - max(since, paused) > BusyTime.pauseIsRest { self.since = nil }
    }
}
