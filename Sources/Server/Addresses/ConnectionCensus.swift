import Sessions
import Synchronization

/// The count of connections of all shards, in total and by client, with a rate limit on new ones. Updated when a
/// connection opens and closes. Refused connections are counted apart and take no place.
final class ConnectionCensus: Sendable {
    /// The limits of one client, and of all together.
    struct Limits: Sendable {
        /// The maximum number of connections.
        let total: Int
        let perAddress: Int
        /// The rate of new connections of a client. The burst equals `perAddress`.
        let arrivals: TokenRate
        /// The maximum number of connections that receive a refusal at one time; each stays open until its client
        /// closes it, or for some seconds. Beyond it, connections are closed without an answer; if the server is full
        /// too, none is accepted.
        let refused: Int

        /// `arrivalRate` is the rate per second.
        init(total: Int, perAddress: Int, arrivalRate: Int, refused: Int = ServerBounds().refusals) {
            self.total = total
            self.refused = refused
            self.perAddress = perAddress
            arrivals = TokenRate(perSecond: arrivalRate, burst: max(arrivalRate, perAddress))
        }
    }

    /// The decision about a new connection.
    enum Verdict: Equatable {
        case welcome
        /// The server has the maximum number of connections.
        case full
        /// The client has its maximum number of connections, or connects too often. It may retry after so many ms.
        case tooMany(retry: Int)
    }

    /// A client, while it has connections or its rate has not recovered.
    private struct Visitor {
        var open = 0
        var arrivals = TokenBucket()
    }

    private struct State {
        var limits: Limits
        /// The number of admitted connections.
        var total = 0
        /// The number of connections that are being refused.
        var refused = 0
        var visitors: [ClientNetwork: Visitor] = [:]
        /// The number of visitors at which those without connections are forgotten.
        var sweepAt = ConnectionCensus.capacity
    }

    /// The approximate number of remembered clients without connections. Beyond it all are forgotten, which favours a
    /// client with that many addresses slightly, but bounds the memory.
    private static let capacity = 50_000
    /// The time in ms after which a client with its maximum number of connections should retry.
    private static let patience = 5_000

    /// Connections at most, and refused ones: they do not change.
    private let (most, mostRefused): (Int, Int)
    private let state: Mutex<State>
    /// Copies of `State.total` and `State.refused`, to be read without the lock.
    private let total = Atomic<Int>(0)
    private let refused = Atomic<Int>(0)

    init(limits: Limits) {
        (most, mostRefused) = (limits.total, limits.refused)
        state = Mutex(State(limits: limits))
    }

    /// Changes the limits of a client. Open connections stay.
    func change(to limits: Limits) {
        precondition(limits.total == most && limits.refused == mostRefused, "these are settled at the start")
        state.withLock { $0.limits = limits }
    }

    /// The number of connections, without refused ones.
    var count: Int { total.load(ordering: .relaxed) }

    /// Whether a connection may be accepted, be it to refuse it. TLS connections are not refused: when the server is
    /// full they wait in the kernel's queue. `open` connections exist, or are on their way to a shard, which will count
    /// them. Refused ones (on a port without TLS) are included in `open`, but take no place.
    func admits(isSecure: Bool, open: Int) -> Bool {
        if isSecure { return open - refused.load(ordering: .relaxed) < most }
        // A busy shard may not have counted connections on their way to it.
        guard open < most + mostRefused else { return false }
        return count < most || refused.load(ordering: .relaxed) < mostRefused
    }

    /// The number of remembered clients.
    var clientCount: Int { state.withLock { $0.visitors.count } }

    /// Counts a new connection at the time `now` in ms, if it is admitted. `client` is nil for a proxy's connection:
    /// its clients are counted when they are known (``admit(_:)``).
    func enter(_ client: ClientNetwork?, now: Int) -> Verdict {
        state.withLock { state in
            guard state.total < most else { return .full }
            if let client {
                // A refused client has been here before, and its entry stays unchanged.
                var visitor = state.visitors[client] ?? Visitor()
                guard visitor.open < state.limits.perAddress else { return .tooMany(retry: ConnectionCensus.patience) }
                if let retry = visitor.arrivals.take(of: state.limits.arrivals, now: now) {
                    return .tooMany(retry: retry)
                }
                visitor.open += 1
                state.visitors[client] = visitor
            }
            state.total += 1
            total.store(state.total, ordering: .relaxed)
            return .welcome
        }
    }

    /// Counts a connection that is to be refused, unless too many are.
    func beginRefusal() -> Bool {
        state.withLock { state in
            guard state.refused < mostRefused else { return false }
            state.refused += 1
            refused.store(state.refused, ordering: .relaxed)
            return true
        }
    }

    /// Uncounts a refused connection that closed.
    func endRefusal() {
        state.withLock { state in
            state.refused -= 1
            refused.store(state.refused, ordering: .relaxed)
        }
    }

    /// Uncounts an admitted connection that closed; `client` as in ``enter(_:now:)``.
    func leave(_ client: ClientNetwork?, now: Int) {
        state.withLock { state in
            state.total -= 1
            total.store(state.total, ordering: .relaxed)
            if let client { dismiss(client, now, from: &state) }
        }
    }

    /// Counts a connection of a client behind a proxy, unless the client has its maximum.
    func admit(_ client: ClientNetwork) -> Bool {
        state.withLock { state in
            var visitor = state.visitors[client] ?? Visitor()
            guard visitor.open < state.limits.perAddress else { return false }
            visitor.open += 1
            state.visitors[client] = visitor
            return true
        }
    }

    /// Uncounts a connection of a client behind a proxy.
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

    /// Forgets clients without connections when there are many. Amortized O(1) per client.
    private func sweep(_ state: inout State) {
        guard state.visitors.count >= state.sweepAt else { return }
        state.visitors = state.visitors.filter { $0.value.open > 0 }
        state.sweepAt = max(ConnectionCensus.capacity, 2 * state.visitors.count)
    }
}
