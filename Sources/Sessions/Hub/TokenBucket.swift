/// How many tokens a bucket gains, and how many it holds.
package struct TokenRate: Hashable, Sendable {
    /// µs that one token takes, so that rates that do not divide a second stay exact.
    fileprivate let microsPerToken: Int
    /// µs that a full bucket is worth.
    fileprivate let capacity: Int

    /// `perSecond` tokens each second, N a second and not one, and up to `burst` saved.
    package init(perSecond: Int, burst: Int) {
        self.init(microsPerToken: 1_000_000 / perSecond, burst: burst)
    }

    /// A token every `ms`, and up to `burst` saved.
    package init(everyMs ms: Int, burst: Int) {
        self.init(microsPerToken: ms * 1_000, burst: burst)
    }

    private init(microsPerToken: Int, burst: Int) {
        precondition(microsPerToken > 0 && burst > 0)
        self.microsPerToken = microsPerToken
        capacity = burst * microsPerToken
    }
}

/// A rate limit, as one number: there is one for everybody who is connected. The rate is the caller's, the same at each
/// call.
package struct TokenBucket {
    /// The instant, in µs, from which it is full.
    private var fullAt = 0

    /// A full bucket.
    package init() {}

    /// Whether it is as full as it can be at the instant `now` in ms: then a new one would do as well.
    package func isFull(now: Int) -> Bool { fullAt <= now * 1_000 }

    /// Takes `count` tokens at the instant `now` in ms. Answers nil if there were so many, else the ms until there are.
    /// More than the bucket holds are there when it is full.
    package mutating func take(_ count: Int = 1, of rate: TokenRate, now: Int) -> Int? {
        let now = now * 1_000
        let cost = min(count * rate.microsPerToken, rate.capacity)
        let before = max(fullAt, now)
        guard before + cost - now <= rate.capacity else { return (before + cost - now - rate.capacity + 999) / 1_000 }
        fullAt = before + cost
        return nil
    }

    /// Takes `count` tokens at the instant `now` in ms, also those that are not there: it has to gain them before it
    /// gives any again.
    package mutating func charge(_ count: Int, of rate: TokenRate, now: Int) {
        fullAt = max(fullAt, now * 1_000) + count * rate.microsPerToken
    }
}
