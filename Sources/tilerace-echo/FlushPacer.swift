/// Decides when a broadcast to very many connections leaves: at once, or a few ms later together with later messages.
///
/// A `send` costs about the same for one message and for ten, so the number of messages that one takes along counts.
/// After each flush to all receivers there is a pause of at most the length of the flush. Messages that come in the
/// pause wait for its end. So it suits every number of receivers by itself. To a few receivers a flush takes next to no
/// time, and nothing waits. With thousands of receivers and many messages, flushes take at least half of the time. A
/// message then waits about as long as its delivery takes anyway. At low rates a message comes after the pause, and
/// leaves at once.
///
/// Senders that wait for an answer before they send again gain nothing by a long pause, which only makes them slower.
/// All that they have to say comes soon after the flush. A pause that brought nothing in its second half is followed by
/// shorter ones. A pause in which no second message came is not repeated for a while.
///
/// A value without a clock: times are of whatever clock the caller keeps, in ns.
struct FlushPacer: Sendable {
    /// The time at which a message leaves.
    enum Departure: Hashable, Sendable {
        /// The messages leave now.
        case now
        /// The messages leave at that time, with all messages that have arrived by then.
        case later(at: Int64)
        /// Together with a message that waits already.
        case withWaiting
    }

    /// A pause that would be shorter than this is none: timers have 1 ms of grain.
    private static var shortestPause: Int64 { 500_000 }
    /// Chances to wait that are passed over after a wait in vain, at first and at most.
    private static var fewestPasses: Int { 4 }
    private static var mostPasses: Int { 256 }
    /// Parts of a flush's time that the pause after it lasts, of as many at most.
    private static var leastShare: Int64 { 16 }
    private static var fullShare: Int64 { 64 }

    private let longestPause: Int64
    private var pauseEnd = Int64.min
    /// Parts of a flush's time that the next pause lasts.
    private var share = FlushPacer.fullShare
    /// The time from which it is the second half of the pause.
    private var secondHalf = Int64.min
    private var lastMessage = Int64.min
    /// Whether a message waits for the end of the pause.
    private var isWaiting = false
    /// The start of the flush under way; nil if there is none.
    private var flushStart: Int64?
    /// The number of messages since the last flush began.
    private var gathered = 0
    private var passesLeft = 0
    private var nextPasses = FlushPacer.fewestPasses

    /// `longestPause` is the longest delay of a message, in ms.
    init(longestPause: Int) {
        precondition(longestPause > 0)
        self.longestPause = Int64(longestPause) * 1_000_000
    }

    /// Decides when a message that has just arrived leaves.
    mutating func departure(ofMessageAt now: Int64) -> Departure {
        gathered += 1
        lastMessage = now
        if isWaiting { return .withWaiting }
        // What comes while a flush is under way joins it: the turn has not ended.
        guard now < pauseEnd, flushStart == nil else { return .now }
        guard passesLeft == 0 else {
            passesLeft -= 1
            return .now
        }
        isWaiting = true
        return .later(at: pauseEnd)
    }

    /// Starts a flush to all receivers. Nothing waits any more, even if the pause is not over.
    mutating func flushBegins(at now: Int64) {
        if isWaiting {
            if now >= pauseEnd { learn() }
            if gathered > 1 {
                nextPasses = FlushPacer.fewestPasses
            } else if now >= pauseEnd {
                passesLeft = nextPasses
                nextPasses = min(2 * nextPasses, FlushPacer.mostPasses)
            }
        }
        isWaiting = false
        gathered = 0
        if flushStart == nil { flushStart = now }
    }

    /// Sets the length of pauses by whether the one that ends was too long.
    private mutating func learn() {
        // Up faster than down: messages that come at any time are as often in the first half only as in the second.
        share =
            lastMessage >= secondHalf
            ? min(2 * share, FlushPacer.fullShare) : max(3 * share / 4, FlushPacer.leastShare)
    }

    /// Ends a flush: its output has been handed to the sockets. Starts the pause that follows.
    mutating func flushEnds(at now: Int64) {
        guard let start = flushStart else { return }
        flushStart = nil
        var pause = min((now - start) * share / FlushPacer.fullShare, longestPause)
        // A pause of nothing is never made, so nothing would show that it is too short.
        if min(now - start, longestPause) >= FlushPacer.shortestPause { pause = max(pause, FlushPacer.shortestPause) }
        secondHalf = now + pause / 2
        pauseEnd = pause < FlushPacer.shortestPause ? .min : now + pause
    }
}
