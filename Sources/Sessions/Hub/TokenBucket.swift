/// The rate and the capacity of a token bucket.
package struct TokenRate: Hashable, Sendable {
    /// The time in µs in which a token is gained. In µs, so that rates that do not divide a second stay exact.
    fileprivate let microsPerToken: Int
    /// The time in µs in which an empty bucket fills.
    fileprivate let capacity: Int

    /// A rate of `perSecond` tokens a second, in which up to `burst` can be saved.
    package init(perSecond: Int, burst: Int) {
        self.init(microsPerToken: 1_000_000 / perSecond, burst: burst)
    }

    /// A rate of one token per `ms`, in which up to `burst` can be saved.
    package init(everyMs ms: Int, burst: Int) {
        self.init(microsPerToken: ms * 1_000, burst: burst)
    }

    private init(microsPerToken: Int, burst: Int) {
        precondition(microsPerToken > 0 && burst > 0)
        self.microsPerToken = microsPerToken
        capacity = burst * microsPerToken
    }
}

/// A rate limit in one number, because every connection has one. The caller passes the same rate at each call.
package struct TokenBucket {
    /// The time in µs from which the bucket is full.
    private var fullAt = 0

    /// A full bucket.
    package init() {}

    /// Whether the bucket is full at the time `now` in ms, so that it equals a new one.
    package func isFull(now: Int) -> Bool { fullAt <= now * 1_000 }

    /// Takes `count` tokens at the time `now` in ms. Returns nil on success, else the ms until there are enough. A
    /// `count` above the capacity needs a full bucket.
    package mutating func take(_ count: Int = 1, of rate: TokenRate, now: Int) -> Int? {
        let now = now * 1_000
        let cost = min(count * rate.microsPerToken, rate.capacity)
        let before = max(fullAt, now)
        guard before + cost - now <= rate.capacity else { return (before + cost - now - rate.capacity + 999) / 1_000 }
        fullAt = before + cost
        return nil
    }

    /// Gives back `count` tokens that were taken.
    package mutating func giveBack(_ count: Int, of rate: TokenRate) { fullAt -= count * rate.microsPerToken }

    /// Takes `count` tokens at the time `now` in ms unconditionally. The bucket may go into debt, and gives tokens
    /// again once it is paid.
    package mutating func charge(_ count: Int, of rate: TokenRate, now: Int) {
        fullAt = max(fullAt, now * 1_000) + count * rate.microsPerToken
    }
}
