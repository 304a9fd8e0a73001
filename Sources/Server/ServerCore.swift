import Bytes
import EventLoops
import HTTP1
import Sessions
import Telemetry

/// What the connections of a server share. Lives on one shard, like the hub.
final class ServerCore {
    let hub: SessionHub
    let routes: Routes
    let origins: OriginPolicy
    let bounds: ServerBounds
    let metrics: ServerMetrics
    let logger: Logger
    private let limits: ConnectionLimits
    /// Runs its argument in a later turn of the loop.
    let later: (@escaping () -> Void) -> Void
    private let random: () -> UInt64
    private var countByAddress: [String: Int] = [:]
    private var count = 0
    /// When clients are to come back; nil while the server does not go down.
    private var retryWindow: RetryWindow?
    /// The server goes down.
    var isStopping: Bool { retryWindow != nil }

    /// Connections at most.
    struct ConnectionLimits: Sendable {
        let total: Int
        let perAddress: Int
    }

    init(
        hub: SessionHub, routes: Routes, origins: OriginPolicy, bounds: ServerBounds, metrics: ServerMetrics,
        logger: Logger, limits: ConnectionLimits, later: @escaping (@escaping () -> Void) -> Void,
        random: @escaping () -> UInt64
    ) {
        self.hub = hub
        self.routes = routes
        self.origins = origins
        self.bounds = bounds
        self.metrics = metrics
        self.logger = logger
        self.limits = limits
        self.later = later
        self.random = random
    }

    /// Who speaks with a new connection: somebody who says 503 if there are too many.
    func handler(for connection: Connection) -> any ConnectionHandler {
        metrics.connectionsAccepted.add()
        let address = ClientNetwork.name(of: connection.remoteAddress?.host ?? "")
        let isWelcome = count < limits.total && countByAddress[address, default: 0] < limits.perAddress
        count += 1
        countByAddress[address, default: 0] += 1
        metrics.connectionsOpen.set(count)
        guard isWelcome else {
            metrics.connectionsRefused.add()
            return RefusedConnection(connection, core: self, address: address)
        }
        return ClientConnection(connection, core: self, address: address)
    }

    /// A connection is gone.
    func removed(_ address: String) {
        count -= 1
        metrics.connectionsOpen.set(count)
        let left = countByAddress[address, default: 1] - 1
        countByAddress[address] = left > 0 ? left : nil
    }

    /// Counts an answer by its class of status.
    func count(_ response: HTTPResponse) {
        metrics.responses["\(response.head.status.code / 100)xx"].add()
    }

    /// From now on every connection takes one more request at most; they are told to go when `ShardGroup.stop` asks them.
    func beginStopping(_ window: RetryWindow) { retryWindow = window }

    /// When a client should come back after a restart, in ms.
    func retryDelay() -> Int { (retryWindow ?? RetryWindow(clients: count)).delay(random()) }
}

/// A connection over the limit: it is told so, and goes.
private final class RefusedConnection: ConnectionHandler {
    private unowned let core: ServerCore
    private let address: String

    init(_ connection: Connection, core: ServerCore, address: String) {
        self.core = core
        self.address = address
        var response = HTTPResponse.problem(.serviceUnavailable, "The server has as many connections as it takes.")
        response.head.add("Retry-After", "5")
        core.count(response)
        response.head.write(bodyLength: response.body.count, keepsAlive: false, to: connection)
        connection.write(response.body.span.bytes)
        connection.close()
    }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) { bytes.consumeAll() }
    func inputEnded(on connection: Connection) { connection.close() }
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) { connection.abort() }
    func timedOut(_ connection: Connection) { connection.abort() }
    func stopping(_ connection: Connection) { connection.close() }
    func closed(_ connection: Connection, because reason: ConnectionEnd) { core.removed(address) }
}
