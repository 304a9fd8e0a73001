import Synchronization

/// Counts the connections of all shards, in all and by address. Touched once when a connection comes and once when it goes.
final class ConnectionCensus: Sendable {
    /// Connections at most.
    struct Limits: Sendable {
        let total: Int
        let perAddress: Int
    }

    private struct Counts {
        var total = 0
        var byAddress: [String: Int] = [:]
    }

    private let limits: Limits
    private let counts = Mutex(Counts())

    init(limits: Limits) { self.limits = limits }

    /// Connections now, those included that are being refused.
    var count: Int { counts.withLock { $0.total } }

    /// Counts a new connection, in any case. Answers whether it is within the limits.
    func enter(_ address: String) -> Bool {
        counts.withLock { counts in
            let isWelcome =
                counts.total < limits.total && counts.byAddress[address, default: 0] < limits.perAddress
            counts.total += 1
            counts.byAddress[address, default: 0] += 1
            return isWelcome
        }
    }

    /// A connection is gone.
    func leave(_ address: String) {
        counts.withLock { counts in
            counts.total -= 1
            let left = counts.byAddress[address, default: 1] - 1
            counts.byAddress[address] = left > 0 ? left : nil
        }
    }
}
