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
        var byClient: [ClientNetwork: Int] = [:]
    }

    private let limits: Limits
    private let counts = Mutex(Counts())

    init(limits: Limits) { self.limits = limits }

    /// Connections now, those included that are being refused.
    var count: Int { counts.withLock { $0.total } }

    /// Counts a new connection, in any case. Answers whether it is within the limits. `client` is nil for that of a proxy,
    /// which stands for many: its clients are counted when they are known (``admit(_:)``).
    func enter(_ client: ClientNetwork?) -> Bool {
        counts.withLock { counts in
            var isWelcome = counts.total < limits.total
            counts.total += 1
            if let client {
                let open = counts.byClient[client, default: 0]
                isWelcome = isWelcome && open < limits.perAddress
                counts.byClient[client] = open + 1
            }
            return isWelcome
        }
    }

    /// A connection is gone; `client` as when it came.
    func leave(_ client: ClientNetwork?) {
        counts.withLock { $0.total -= 1 }
        if let client { dismiss(client) }
    }

    /// Counts what a client has open over a proxy, unless it has as much as it may.
    func admit(_ client: ClientNetwork) -> Bool {
        counts.withLock { counts in
            let open = counts.byClient[client, default: 0]
            guard open < limits.perAddress else { return false }
            counts.byClient[client] = open + 1
            return true
        }
    }

    /// What was admitted is gone.
    func dismiss(_ client: ClientNetwork) {
        counts.withLock { counts in
            let left = counts.byClient[client, default: 1] - 1
            counts.byClient[client] = left > 0 ? left : nil
        }
    }
}
