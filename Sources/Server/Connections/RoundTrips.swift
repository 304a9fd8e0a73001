/// How long a client's answers are under way, and how much of that is believed: the lag of the client's guesses.
///
/// The server's own pings are timed, and the last five kept, in a few bytes, as every connection has them. The first
/// pings come soon, with answers to messages that a client sends, in the same `send`; then the pings that ask whether
/// it is still there suffice.
///
/// A client can answer a ping as late as it likes. The acknowledgment of the ping's bytes is made by its kernel, out of
/// reach of its program, and timed by ours. So the lag is what both bear out: the ping in the middle, or the kernel's
/// figure if that is less. Where the kernel does not see the client, the lag is the least round trip of all pings: it
/// only ever shrinks.
struct RoundTrips {
    private var samples: (UInt16, UInt16, UInt16, UInt16, UInt16) = (0, 0, 0, 0, 0)
    private var taken: UInt8 = 0
    private var next: UInt8 = 0
    /// When the ping was sent that is under way, in ms of the loop's clock; it may wrap around. 0 if none is.
    private var sentAt: UInt32 = 0
    /// When the last ping was answered.
    private var answeredAt: UInt32 = 0
    /// The shortest trip that ever was, in ms.
    private var least = UInt16.max
    /// The ms that a guess was under way, so far as they are believed. 0 before a ping was answered. Found when a pong
    /// has come, as every message asks for it.
    private(set) var lag: UInt16 = 0
    /// Two are under way.
    private var isUncertain = false
    /// A message has come: the client's first is worth no ping, as it says nothing more perhaps.
    private var hasHeard = false
    /// Whether a ping should leave with what the client is told next, for this alone.
    private(set) var isDue = false

    /// Round trips that are kept.
    private static let kept: UInt8 = 5
    /// ms between pings that are sent for this alone: the first three, so that soon none rules alone, and later ones.
    /// Trips that are made within a second say much the same about a line.
    private static let pauses: (first: UInt32, later: UInt32) = (1_000, 5_000)

    /// Whether a ping is under way, whose answer the client owes us.
    var isUnderWay: Bool { sentAt != 0 }

    /// A message has come, at the instant `now` in ms. Answers the lag that counts for it.
    mutating func heard(now: Int64) -> UInt16 {
        isDue =
            hasHeard && sentAt == 0 && taken < RoundTrips.kept
            && (taken == 0 || RoundTrips.instant(now) &- answeredAt >= pause)
        hasHeard = true
        return lag
    }

    private var pause: UInt32 { taken < 3 ? RoundTrips.pauses.first : RoundTrips.pauses.later }

    /// A ping leaves. If another one is under way, nobody can tell which of them a pong answers (RFC 6455, section
    /// 5.5.3).
    mutating func sent(now: Int64) {
        isUncertain = sentAt != 0
        sentAt = RoundTrips.instant(now)
        isDue = false
    }

    /// A pong has come. One that nobody asked for changes nothing. `kernel` is the kernel's round trip with the client
    /// itself, in ms, 0 or more; nil if it has none. It is asked for only if the pong tells something.
    mutating func answered(now: Int64, kernel: @autoclosure () -> Int?) {
        guard sentAt != 0 else { return }
        answeredAt = RoundTrips.instant(now)
        let trip = UInt16(clamping: answeredAt &- sentAt)
        sentAt = 0
        guard !isUncertain else { return isUncertain = false }
        switch next {
        case 0: samples.0 = trip
        case 1: samples.1 = trip
        case 2: samples.2 = trip
        case 3: samples.3 = trip
        default: samples.4 = trip
        }
        next = (next + 1) % RoundTrips.kept
        taken = min(taken + 1, RoundTrips.kept)
        least = min(least, trip)
        lag = min(middle, kernel().map { UInt16(clamping: $0) } ?? least)
    }

    /// The trip in the middle, in ms; of an even number the shorter one. Precondition: there is one.
    private var middle: UInt16 {
        let known = [samples.0, samples.1, samples.2, samples.3, samples.4].prefix(Int(taken)).sorted()
        return known[(known.count - 1) / 2]
    }

    /// The loop's clock in 32 bits, and never 0.
    private static func instant(_ now: Int64) -> UInt32 { max(1, UInt32(truncatingIfNeeded: now)) }
}
