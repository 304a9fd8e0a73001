import Sessions
import Synchronization

/// A rate limit for each client network, in bounded memory. All shards share one.
final class AddressLimits: Sendable {
    private struct Buckets {
        var rate: TokenRate
        /// The networks seen in the present generation, and those seen in the one before.
        var young: [ClientNetwork: TokenBucket] = [:]
        var old: [ClientNetwork: TokenBucket] = [:]
    }

    private let buckets: Mutex<Buckets>

    /// The number of networks in a generation. When it is full, the previous generation is dropped with its used-up
    /// tokens: those networks were silent while as many others came. Two generations take about 6 MB.
    static let generation = 50_000

    /// A limit of 1 to 60,000 requests a minute, with a burst of the same number.
    init(perMinute: Int) {
        buckets = Mutex(Buckets(rate: AddressLimits.rate(perMinute: perMinute)))
    }

    /// A limit of 1 to 100,000 requests a second, with a burst of `burst`.
    init(perSecond: Int, burst: Int) {
        buckets = Mutex(Buckets(rate: AddressLimits.rate(perSecond: perSecond, burst: burst)))
    }

    /// Changes the limit. Tokens that were taken before count.
    func change(perMinute: Int) {
        buckets.withLock { $0.rate = AddressLimits.rate(perMinute: perMinute) }
    }

    /// Changes a limit that is counted by the second.
    func change(perSecond: Int, burst: Int) {
        buckets.withLock { $0.rate = AddressLimits.rate(perSecond: perSecond, burst: burst) }
    }

    private static func rate(perMinute: Int) -> TokenRate {
        precondition((1...60_000).contains(perMinute))
        return TokenRate(everyMs: 60_000 / perMinute, burst: perMinute)
    }

    private static func rate(perSecond: Int, burst: Int) -> TokenRate {
        precondition((1...100_000).contains(perSecond))
        return TokenRate(perSecond: perSecond, burst: burst)
    }

    /// Takes a token for a network at the time `now` in ms. Returns nil on success, else the ms until there is a token.
    func take(_ client: ClientNetwork, now: Int) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets.young[client] ?? buckets.old[client] ?? TokenBucket()
            let wait = bucket.take(of: buckets.rate, now: now)
            if buckets.young.count >= AddressLimits.generation, buckets.young[client] == nil {
                buckets.old = buckets.young
                buckets.young = [:]
            }
            buckets.young[client] = bucket
            return wait
        }
    }

    /// Returns the ms until a network has a token; nil if it has one. Takes none.
    func wait(of client: ClientNetwork, now: Int) -> Int? {
        buckets.withLock { buckets in
            var bucket = buckets.young[client] ?? buckets.old[client] ?? TokenBucket()
            return bucket.take(of: buckets.rate, now: now)
        }
    }

    /// The number of remembered networks; some count twice.
    var count: Int { buckets.withLock { $0.young.count + $0.old.count } }
}
