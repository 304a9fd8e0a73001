import Bytes
import EventLoops
import HTTP1
import Sessions
import Synchronization
import Telemetry

/// Reports in the log what a proxy in front of the server gets wrong. Without it players would see a page that never
/// connects, and the host nothing at all.
final class ProxyAdvice: Sendable {
    private struct State {
        /// When a refused origin was told last, in ms.
        var toldOrigin: Int?
        var toldProxy = false
    }

    private let logger: Logger
    private let now: @Sendable () -> Int
    private let state = Mutex(State())

    /// ms between two lines about refused origins: anybody can cause them.
    static let pause = 60_000

    /// `now` gives ms that only rise.
    init(logger: Logger, now: @escaping @Sendable () -> Int) {
        self.logger = logger
        self.now = now
    }

    /// A request was refused because of its page's origin.
    func refused(_ head: RequestHead, isSecure: Bool) {
        guard let origin = head.fields["origin"] else { return }
        let now = now()
        let isNews = state.withLock { state in
            if let told = state.toldOrigin, now - told < ProxyAdvice.pause { return false }
            state.toldOrigin = now
            return true
        }
        guard isNews else { return }
        let host = head.authority ?? ""
        logger.warning(
            "origin_refused",
            [
                "origin": .text(origin), "host": .text(host),
                "text": .text(ProxyAdvice.way(out: ASCII.lowercased(origin), host: ASCII.lowercased(host), isSecure)),
            ])
    }

    /// Returns the correction of the proxy's settings.
    private static func way(out origin: String, host: String, _ isSecure: Bool) -> String {
        let asked = origin.split(separator: "/", omittingEmptySubsequences: true).last.map(String.init) ?? ""
        if asked == host, isSecure {
            return "the page came by http, its socket by https: send visitors to https from the first page on"
        }
        if asked.prefix(while: { $0 != ":" }) == host.prefix(while: { $0 != ":" }), asked.contains(":") {
            return
                "the proxy leaves out the port: pass the Host field on as it came (nginx: proxy_set_header Host $http_host), or set "
                + "public-address = \(origin)"
        }
        return
            "if players open that address, pass the Host field on as it came (nginx: proxy_set_header Host $http_host), or set "
            + "public-address = \(origin); if it is another page of yours: origins = \(origin)"
    }

    /// A WebSocket is opened by a peer that may be a proxy whose word does not count. A stranger elsewhere can write
    /// such fields too, and means nothing.
    func opened(_ head: RequestHead, by peer: Peer) {
        guard !peer.isProxy, let address = peer.address, address.isPrivate, TrustedProxies.isForwarded(head) else {
            return
        }
        let isNews = state.withLock { state in
            defer { state.toldProxy = true }
            return !state.toldProxy
        }
        guard isNews else { return }
        logger.warning(
            "proxy_not_trusted",
            [
                "address": .text("\(ClientNetwork(address))"),
                "text":
                    "a proxy asks for others, and they all count as one visitor without Secure cookies: set trusted-proxies",
            ])
    }
}
