import Sessions
import Synchronization

/// Counts the connections of all shards, in all and by client, and rates how often a client comes. Touched once when a
/// connection comes and once when it goes. Those that are refused are counted apart: they take nobody's place.
final class ConnectionCensus: Sendable {
    /// What a client, and all together, may do.
    struct Limits: Sendable {
        /// Connections at most.
        let total: Int
        let perAddress: Int
        /// New connections of a client: as many at once as it may have.
        let arrivals: TokenRate
        /// Connections that are told at one time that they are not welcome: each stays until its client ends it, or
        /// some seconds. While there are so many, others hear nothing; and if there are as many of those that are
        /// welcome as there may be, nobody is accepted.
        let refused: Int

        /// `arrivalRate` is a second's.
        init(total: Int, perAddress: Int, arrivalRate: Int, refused: Int = ServerBounds().refusals) {
            self.total = total
            self.refused = refused
            self.perAddress = perAddress
            arrivals = TokenRate(perSecond: arrivalRate, burst: max(arrivalRate, perAddress))
        }
    }

    /// What becomes of a new connection.
    enum Verdict: Equatable {
        case welcome
        /// There are as many as there may be.
        case full
        /// Its client has as many as it may have, or comes too often; it may try again after so many ms.
        case tooMany(retry: Int)
    }

    /// A client, while it has connections or its rate has not recovered.
    private struct Visitor {
        var open = 0
        var arrivals = TokenBucket()
    }

    private struct State {
        /// Connections that were welcome.
        var total = 0
        /// Connections that are being told that they are not.
        var refused = 0
        var visitors: [ClientNetwork: Visitor] = [:]
        /// How many visitors there have to be before those without connections are forgotten.
        var sweepAt = ConnectionCensus.capacity
    }

    /// Clients without connections that are remembered, about. Beyond that all of them are forgotten, which lets
    /// somebody with that many addresses do a little more: better than memory without a bound.
    private static let capacity = 50_000
    /// ms after which a client that has as many connections as it may have should try again.
    private static let patience = 5_000

    private let limits: Limits
    private let state = Mutex(State())
    /// `State.total` and `State.refused`, to be read without the lock.
    private let total = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)

    init(limits: Limits) { self.limits = limits }

    /// Connections now, without those that are being refused.
    var count: Int { total.load(ordering: .relaxed) }

    /// Whether a connection may be accepted, be it to be refused. Over TLS nobody is told: who comes when all is full
    /// waits in the kernel's queue until somebody has gone. `open` connections are there, or are on their way to a
    /// shard, which will count them. Those that are being refused (on a port without TLS beside it) are among them, and
    /// take nobody's place.
    func admits(isSecure: Bool, open: Int) -> Bool {
        if isSecure { return open - refused.load(ordering: .relaxed) < limits.total }
        // Many may be on their way to a shard that is busy: it has counted none of them yet.
        guard open < limits.total + limits.refused else { return false }
        return count < limits.total || refused.load(ordering: .relaxed) < limits.refused
    }

    /// Clients remembered.
    var clientCount: Int { state.withLock { $0.visitors.count } }

    /// Counts a new connection, if it is welcome, at the instant `now` in ms. `client` is nil for that of a proxy,
    /// which stands for many: its clients are counted when they are known (``admit(_:)``).
    func enter(_ client: ClientNetwork?, now: Int) -> Verdict {
        state.withLock { state in
            guard state.total < limits.total else { return .full }
            if let client {
                // Whoever is refused has been here before, and is in the table as before.
                var visitor = state.visitors[client] ?? Visitor()
                guard visitor.open < limits.perAddress else { return .tooMany(retry: ConnectionCensus.patience) }
                if let retry = visitor.arrivals.take(of: limits.arrivals, now: now) { return .tooMany(retry: retry) }
                visitor.open += 1
                state.visitors[client] = visitor
            }
            state.total += 1
            total.store(state.total, ordering: .relaxed)
            return .welcome
        }
    }

    /// Counts a connection that is to be told that it is not welcome, unless too many are.
    func beginRefusal() -> Bool {
        state.withLock { state in
            guard state.refused < limits.refused else { return false }
            state.refused += 1
            refused.store(state.refused, ordering: .relaxed)
            return true
        }
    }

    /// A connection that was told so is gone.
    func endRefusal() {
        state.withLock { state in
            state.refused -= 1
            refused.store(state.refused, ordering: .relaxed)
        }
    }

    /// A connection that was welcome is gone; `client` as when it came.
    func leave(_ client: ClientNetwork?, now: Int) {
        state.withLock { state in
            state.total -= 1
            total.store(state.total, ordering: .relaxed)
            if let client { dismiss(client, now, from: &state) }
        }
    }

    /// Counts what a client has open over a proxy, unless it has as much as it may.
    func admit(_ client: ClientNetwork) -> Bool {
        state.withLock { state in
            var visitor = state.visitors[client] ?? Visitor()
            guard visitor.open < limits.perAddress else { return false }
            visitor.open += 1
            state.visitors[client] = visitor
            return true
        }
    }

    /// What was admitted is gone.
    func dismiss(_ client: ClientNetwork, now: Int) {
        state.withLock { dismiss(client, now, from: &$0) }
    }

    private func dismiss(_ client: ClientNetwork, _ now: Int, from state: inout State) {
        guard var visitor = state.visitors[client] else { return }
        visitor.open -= 1
        let isForgettable = visitor.open == 0 && visitor.arrivals.isFull(now: now)
        state.visitors[client] = isForgettable ? nil : visitor
        sweep(&state)
    }

    /// Forgets clients without connections when there are many. Costs O(1) for each that came.
    private func sweep(_ state: inout State) {
        guard state.visitors.count >= state.sweepAt else { return }
        state.visitors = state.visitors.filter { $0.value.open > 0 }
        state.sweepAt = max(ConnectionCensus.capacity, 2 * state.visitors.count)
    }
}
