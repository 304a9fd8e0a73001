import Bytes
import HTTP1
import Messages

/// The web address under which others reach the server: what links, QR codes and the stage name. A person at
/// the machine itself opens `localhost`, which leads everybody else to their own.
struct ReachableAddresses: Sendable {
    /// A web address, and for whom it is good.
    struct Address: Hashable, Sendable {
        /// Scheme, host and port, and the path of the site if it has one: `https://play.example.org`.
        let url: String
        let reach: Reach
    }

    /// The clients for whom an address is good.
    enum Reach: String, Sendable {
        /// Everybody whom the host means: the host has set it, or the certificate has it.
        case `public`
        /// Clients in the same network.
        case network
        /// Clients who come by the same address as the request, as no better one is known.
        case asked
        /// This machine only.
        case local
    }

    /// Scheme, host and port, and the path of the site if it has one, if the host has set them.
    let publicAddress: String?
    /// Names for which the server itself has certificates.
    let certificateNames: @Sendable () -> [String]
    /// The machine's addresses in its networks, if the server listens on them. Asked each time: a machine can change
    /// its network.
    let networkAddresses: @Sendable () -> [String]

    var site: SitePath { SitePath(of: publicAddress) }

    /// The address to tell who asks. Nil if the request names no server, or its query no scheme.
    ///
    /// The addresses of its networks are for who asks from the machine itself: nobody else may know how it stands in
    /// them.
    func address(for head: RequestHead, _ context: RequestContext) -> Address? {
        guard let asked = head.baseAddress, let authority = head.authority else { return nil }
        if let publicAddress { return Address(url: publicAddress, reach: .public) }
        guard ReachableAddresses.isLoopback(authority) else { return Address(url: asked, reach: .asked) }
        guard context.isLocal else { return Address(url: asked, reach: .local) }
        return address(scheme: String(asked.prefix { $0 != ":" }), port: ReachableAddresses.port(of: authority))
            ?? Address(url: asked, reach: .local)
    }

    /// The best address for others of a server that is found on a port; nil if it is for this machine only.
    func address(scheme: String, port: String) -> Address? {
        if let publicAddress { return Address(url: publicAddress, reach: .public) }
        let standardPort = scheme == "https" ? "443" : "80"
        let suffix = port.isEmpty || port == standardPort ? "" : ":\(port)"
        let name = certificateNames().first { !$0.hasPrefix("*") && !ReachableAddresses.isLoopback($0) }
        if let name { return Address(url: "\(scheme)://\(name)\(suffix)", reach: .public) }
        return networkAddresses().first.map { Address(url: "\(scheme)://\($0)\(suffix)", reach: .network) }
    }

    /// Whether a host, with or without a port, is the machine itself (RFC 6761 section 6.3, RFC 5735, RFC 4291).
    private static func isLoopback(_ authority: String) -> Bool {
        let host = ASCII.lowercased(host(of: authority))
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        return IPAddress(forwarded: host)?.isLoopback ?? false
    }

    static func host(of authority: String) -> String {
        String(authority.dropLast(port(of: authority).isEmpty ? 0 : port(of: authority).count + 1))
    }

    private static func port(of authority: String) -> String {
        guard let colon = authority.lastIndex(of: ":"), authority[colon...].dropFirst().allSatisfy(\.isNumber) else {
            return ""
        }
        // `::1` is no host with a port.
        let host = authority[..<colon]
        return host.contains(":") && !host.hasSuffix("]") ? "" : String(authority[colon...].dropFirst())
    }
}

extension ReachableAddresses.Address {
    /// The answer to `GET /api/v1/address`.
    var json: [UInt8] {
        var json = JSONWriter(reservingCapacity: 128)
        json.object { json in
            json.field("url", url)
            json.field("reach", reach.rawValue)
        }
        return json.bytes
    }
}

extension RequestHead {
    /// The server as the request names it: host, and port if it is not the scheme's own.
    var authority: String? {
        let authority = target.authority ?? fields["host"]
        return authority.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The address under which the server was asked: scheme and host. Nil if `?scheme=` is none, or there is no host.
    /// The server cannot know what a proxy before it speaks, so the scheme is `http` unless it is said.
    var baseAddress: String? {
        let scheme = target.queryValue("scheme") ?? "http"
        guard ["http", "https"].contains(scheme), let authority else { return nil }
        return "\(scheme)://\(authority)"
    }

    static let baseAddressFault = "scheme must be http or https, and the request must name the server."
}
