import EventLoops
import Telemetry

/// The sockets on which a server listens.
struct ServerSockets: Sendable {
    /// The sockets for the game: at least one.
    let serving: [ListeningSocket]
    /// The sockets for plain HTTP that is only to be redirected.
    let redirecting: [ListeningSocket]
    /// The settings `port` and `address` that say something else than the inherited sockets, which count.
    let unused: [String]

    /// The name by which a supervisor says that an inherited socket is for redirecting.
    private static let redirectName = "redirect"

    /// Takes the inherited sockets in place of the configured port, or opens that.
    init(_ configuration: ServerConfiguration, _ inherited: [InheritedSocket]) throws(ConfigurationFault) {
        var serving: [ListeningSocket] = []
        var redirecting: [ListeningSocket] = []
        for entry in inherited {
            if entry.name == ServerSockets.redirectName {
                redirecting.append(entry.socket)
            } else {
                serving.append(entry.socket)
            }
        }
        // A server without a certificate gets one by the challenges that are answered there.
        guard redirecting.isEmpty || !configuration.tlsCertificates.isEmpty || !configuration.acmeChallenges.isEmpty
        else {
            throw ConfigurationFault("there is a socket named `redirect`, but no tls-certificate or acme-challenges")
        }
        unused = serving.isEmpty ? [] : ServerSockets.unused(configuration, serving.map(\.address))
        if serving.isEmpty { serving.append(try ServerSockets.open(configuration.port, of: configuration)) }
        do throws(ConfigurationFault) {
            if let port = configuration.tlsRedirectPort, redirecting.isEmpty {
                redirecting.append(try ServerSockets.open(port, of: configuration))
            }
            try ServerSockets.check(configuration.metricsAddress, serving, redirecting)
        } catch {
            for socket in serving + redirecting { socket.close() }
            throw error
        }
        self.serving = serving
        self.redirecting = redirecting
    }

    /// Tells the host of settings that are without effect.
    func warnOfUnused(_ logger: Logger) {
        for name in unused {
            let addresses = serving.map { "\($0.address)" }.joined(separator: ", ")
            logger.warning(
                "setting_without_effect",
                ["setting": .text(name), "text": .text("the port is the supervisor's, which opened \(addresses)")])
        }
    }

    /// The settings that are not their defaults and that none of the addresses has.
    private static func unused(_ configuration: ServerConfiguration, _ addresses: [SocketAddress]) -> [String] {
        let defaults = ServerConfiguration()
        let (port, host) = (configuration.port, configuration.address)
        var unused: [String] = []
        // 0 takes any port.
        if port != defaults.port, port != 0, !addresses.contains(where: { $0.port == port }) { unused.append("port") }
        let isHost = { (address: SocketAddress) in IPAddress(address.host) == IPAddress(host) }
        if host != defaults.address, !addresses.contains(where: isHost) { unused.append("address") }
        return unused
    }

    /// Refuses figures at a port that this server has itself: they would be missing for good. A port that another
    /// program has keeps nobody from playing, as it may be free tomorrow.
    private static func check(
        _ figures: MetricsAddress?, _ serving: [ListeningSocket], _ redirecting: [ListeningSocket]
    ) throws(ConfigurationFault) {
        for socket in serving { try figures?.check(besides: socket.address, of: "port") }
        for socket in redirecting { try figures?.check(besides: socket.address, of: "tls-redirect-port") }
    }

    /// The address on which a server listens for a port.
    static func address(
        of configuration: ServerConfiguration, port: UInt16
    ) throws(ConfigurationFault) -> SocketAddress {
        guard let address = SocketAddress(host: configuration.address, port: port) else {
            throw ConfigurationFault("address: “\(configuration.address)” is no IP address")
        }
        return address
    }

    private static func open(
        _ port: UInt16, of configuration: ServerConfiguration
    ) throws(ConfigurationFault) -> ListeningSocket {
        let address = try address(of: configuration, port: port)
        do {
            return try ListeningSocket(binding: address)
        } catch {
            throw ConfigurationFault("cannot listen on \(address): \(ListeningAdvice.text(for: error))")
        }
    }

    /// Closes the sockets, which nobody is going to serve.
    func close() {
        for socket in serving + redirecting { socket.close() }
    }
}
