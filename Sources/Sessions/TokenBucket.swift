/// A rate limit: holds up to `burst` tokens and gains `perSecond` of them each second, N a second and not one.
package struct TokenBucket {
    private let capacity: Int
    /// ms that one token takes, times 1,000, so that rates that do not divide a second stay exact.
    private let microsPerToken: Int
    /// Microseconds saved up.
    private var saved: Int
    private var last: Int

    /// A full bucket at the instant `now` in ms.
    package init(perSecond: Int, burst: Int, now: Int) {
        self.init(microsPerToken: 1_000_000 / perSecond, burst: burst, now: now)
    }

    /// A full bucket that gains a token every `ms`.
    package init(everyMs ms: Int, burst: Int, now: Int) {
        self.init(microsPerToken: ms * 1_000, burst: burst, now: now)
    }

    private init(microsPerToken: Int, burst: Int, now: Int) {
        precondition(microsPerToken > 0 && burst > 0)
        self.capacity = burst * microsPerToken
        self.microsPerToken = microsPerToken
        self.saved = capacity
        self.last = now
    }

    /// Whether it is as full as it can be at the instant `now`: then a new one would do as well.
    package func isFull(now: Int) -> Bool { saved + max(0, now - last) * 1_000 >= capacity }

    /// Takes a token. Answers nil if there was one, else the ms until there is.
    package mutating func take(now: Int) -> Int? {
        saved = min(capacity, saved + max(0, now - last) * 1_000)
        last = max(last, now)
        guard saved < microsPerToken else {
            saved -= microsPerToken
            return nil
        }
        return (microsPerToken - saved + 999) / 1_000
    }
}
