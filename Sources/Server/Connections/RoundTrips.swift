/// The measured round trips of a client, and the lag that its guesses are credited with.
///
/// The server times its own pings and keeps the last five, in a few bytes, as every connection has them. The first
/// pings leave soon, in the same `send` as answers to the client. Later the keep-alive pings suffice.
///
/// A client can delay its pongs at will. Its kernel acknowledges the ping's bytes, out of reach of the program, and our
/// kernel times that. So the lag is the smaller of the median ping and the kernel's figure. Where the kernel does not
/// see the client, the lag is the shortest ping of all, which can only shrink.
struct RoundTrips {
    private var samples: (UInt16, UInt16, UInt16, UInt16, UInt16) = (0, 0, 0, 0, 0)
    private var taken: UInt8 = 0
    private var next: UInt8 = 0
    /// The time at which the pending ping was sent, in ms of the loop's clock; may wrap around. 0 without one.
    private var sentAt: UInt32 = 0
    /// The time of the last pong.
    private var answeredAt: UInt32 = 0
    /// The shortest round trip so far, in ms.
    private var least = UInt16.max
    /// The credited lag in ms; 0 before the first pong. Computed when a pong arrives, as every message uses it.
    private(set) var lag: UInt16 = 0
    /// Whether two pings are pending.
    private var isUncertain = false
    /// Whether a message has arrived. The first message causes no ping, as it may be the only one.
    private var hasHeard = false
    /// Whether a ping for measurement should leave with the next message to the client.
    private(set) var isDue = false

    /// The number of round trips that are kept.
    private static let kept: UInt8 = 5
    /// The time in ms between pings for measurement: before the first three, so that no single one decides for long,
    /// and later. Round trips within a second say much the same about a line.
    private static let pauses: (first: UInt32, later: UInt32) = (1_000, 5_000)

    /// Whether a ping is pending.
    var isUnderWay: Bool { sentAt != 0 }

    /// Records a message at the time `now` in ms. Returns the lag that counts for it.
    mutating func messageArrived(now: Int64) -> UInt16 {
        isDue =
            hasHeard && sentAt == 0 && taken < RoundTrips.kept
            && (taken == 0 || RoundTrips.instant(now) &- answeredAt >= pause)
        hasHeard = true
        return lag
    }

    private var pause: UInt32 { taken < 3 ? RoundTrips.pauses.first : RoundTrips.pauses.later }

    /// Records a ping that leaves. If another one is pending, a pong cannot be attributed to either (RFC 6455 section
    /// 5.5.3).
    mutating func sent(now: Int64) {
        isUncertain = sentAt != 0
        sentAt = RoundTrips.instant(now)
        isDue = false
    }

    /// Records a pong. An unsolicited pong changes nothing. `kernel` is the kernel's round trip to the client in ms, or
    /// nil if it has none. Evaluated only if the pong counts.
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

    /// The median round trip in ms; of an even number the lower one. Precondition: there is one.
    private var middle: UInt16 {
        let known = [samples.0, samples.1, samples.2, samples.3, samples.4].prefix(Int(taken)).sorted()
        return known[(known.count - 1) / 2]
    }

    /// The loop's clock in 32 bits, never 0.
    private static func instant(_ now: Int64) -> UInt32 { max(1, UInt32(truncatingIfNeeded: now)) }
}
