import Synchronization

/// The settings that a server takes anew while it serves, on SIGHUP, as all its shards see them.
final class LiveSettings: Sendable {
    private struct State {
        var origins: OriginPolicy
        var proxies: TrustedProxies
        var tlsDays: Int
    }

    private let state: Mutex<State>
    /// The address of the host's own site, whose pages may always talk to the server.
    private let publicAddress: String?
    /// Connections at most, as the system allows.
    private let connections: Int
    private let refusals: Int
    let census: ConnectionCensus
    /// Requests of each address.
    let requestLimits: AddressLimits
    /// New guests of each address.
    let guestLimits: AddressLimits

    /// Seconds' worth of requests that may come at once: a classroom that opens the page, or comes back after a
    /// restart.
    private static let burstSeconds = 10

    init(_ configuration: ServerConfiguration, publicAddress: String?, connections: Int, refusals: Int) {
        self.publicAddress = publicAddress
        self.connections = connections
        self.refusals = refusals
        state = Mutex(LiveSettings.state(configuration, publicAddress))
        census = ConnectionCensus(limits: LiveSettings.limits(configuration, connections, refusals))
        requestLimits = AddressLimits(
            perSecond: configuration.requestsPerSecond,
            burst: configuration.requestsPerSecond * LiveSettings.burstSeconds)
        guestLimits = AddressLimits(perMinute: configuration.guestsPerMinute)
    }

    /// Pages of which origins may talk to the server.
    var origins: OriginPolicy { state.withLock { $0.origins } }
    /// The proxies that are believed.
    var proxies: TrustedProxies { state.withLock { $0.proxies } }
    /// Days for which browsers are to come by TLS alone.
    var tlsDays: Int { state.withLock { $0.tlsDays } }

    /// Takes other settings. Open connections stay open, also beyond a lower limit.
    func take(_ configuration: ServerConfiguration) {
        state.withLock { $0 = LiveSettings.state(configuration, publicAddress) }
        census.change(to: LiveSettings.limits(configuration, connections, refusals))
        requestLimits.change(
            perSecond: configuration.requestsPerSecond,
            burst: configuration.requestsPerSecond * LiveSettings.burstSeconds)
        guestLimits.change(perMinute: configuration.guestsPerMinute)
    }

    private static func state(_ configuration: ServerConfiguration, _ publicAddress: String?) -> State {
        State(
            origins: OriginPolicy(
                allowed: configuration.origins + [publicAddress].compactMap { $0.map(SitePath.origin) }),
            proxies: TrustedProxies(configuration.trustedProxies, field: configuration.proxyField),
            tlsDays: configuration.tlsDays)
    }

    private static func limits(
        _ configuration: ServerConfiguration, _ connections: Int, _ refusals: Int
    ) -> ConnectionCensus.Limits {
        .init(
            total: connections, perAddress: configuration.connectionsPerAddress,
            arrivalRate: configuration.connectionRate, refused: refusals)
    }
}
