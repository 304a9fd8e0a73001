import Sessions

/// A rate limit for each IP address, in bounded memory.
struct AddressLimits {
    private let rate: TokenRate
    private let now: () -> Int
    private var buckets: [String: TokenBucket] = [:]

    /// Addresses remembered at most. Beyond that all are forgotten, which lets somebody with that many addresses do a
    /// little more: better than memory without a bound.
    private static let capacity = 50_000

    /// `now` is in ms.
    init(perMinute: Int, now: @escaping () -> Int) {
        rate = TokenRate(everyMs: max(1, 60_000 / perMinute), burst: perMinute)
        self.now = now
    }

    /// Takes a token for an address. Answers nil if there was one, else the ms until there is.
    mutating func take(_ address: String) -> Int? {
        if buckets.count >= AddressLimits.capacity { buckets.removeAll(keepingCapacity: true) }
        return buckets[address, default: TokenBucket()].take(of: rate, now: now())
    }
}
