import Sessions
import Synchronization

/// A rate limit for each client network, in bounded memory. All shards share one.
final class AddressLimits: Sendable {
    private struct Buckets {
        /// Those used since the last change of generations, and those used in the one before.
        var young: [ClientNetwork: TokenBucket] = [:]
        var old: [ClientNetwork: TokenBucket] = [:]
    }

    private let rate: TokenRate
    private let buckets = Mutex(Buckets())

    /// Networks remembered in one generation. When it is full the generation before it is forgotten, and with it what
    /// those networks had used up: they were silent while this many others came. Two generations take about 6 MB.
    static let generation = 50_000

    /// So many requests a minute, 1 to 60,000; all of them at once if need be.
    init(perMinute: Int) {
        precondition((1...60_000).contains(perMinute))
        rate = TokenRate(everyMs: 60_000 / perMinute, burst: perMinute)
    }

    /// So many requests a second, 1 to 100,000, and `burst` at once.
    init(perSecond: Int, burst: Int) {
        precondition((1...100_000).contains(perSecond))
        rate = TokenRate(perSecond: perSecond, burst: burst)
    }

    /// Takes a token for a network at the instant `now` in ms. Answers nil if there was one, else the ms until there
    /// is.
    func take(_ client: ClientNetwork, now: Int) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets.young[client] ?? buckets.old[client] ?? TokenBucket()
            let wait = bucket.take(of: rate, now: now)
            if buckets.young.count >= AddressLimits.generation, buckets.young[client] == nil {
                buckets.old = buckets.young
                buckets.young = [:]
            }
            buckets.young[client] = bucket
            return wait
        }
    }

    /// ms until there is a token for a network; nil if there is one now. Takes none.
    func wait(of client: ClientNetwork, now: Int) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets.young[client] ?? buckets.old[client] ?? TokenBucket()
            return bucket.take(of: rate, now: now)
        }
    }

    /// Networks remembered; some count twice.
    var count: Int { buckets.withLock { $0.young.count + $0.old.count } }
}
