import EventLoops

/// The lines of `tilerace serve` that say where the server is to be found, and from where.
struct StartText {
    let name: String
    let dataFolder: String
    /// The address on which it listens.
    let address: SocketAddress
    /// The web address for others; nil if it is for this machine only.
    let others: ReachableAddresses.Address?
    /// The certificates; nil for a server that speaks plain HTTP.
    let certificates: Certificates?

    /// The hosts for which there are certificates.
    struct Certificates {
        /// The hosts that are DNS names.
        let names: [String]
        let covers: (String) -> Bool
    }

    var lines: [String] {
        let scheme = certificates == nil ? "http" : "https"
        var lines = ["\(name) is serving."]
        // Whoever opens the first address hands out links that begin like it.
        if let others { lines.append("  players   \(others.url)/") }
        lines.append("  here      \(scheme)://\(here):\(address.port)/")
        if others == nil { lines.append("  It can be reached from this machine only.") }
        lines.append("  data      \(dataFolder)")
        if let certificates { lines += StartText.warning(of: certificates, hosts) }
        return lines
    }

    /// The host under which the machine itself finds the server. `localhost` leads to the two usual addresses alone.
    private var here: String {
        ["::", "0.0.0.0", "::1", "127.0.0.1"].contains { IPAddress($0) == IPAddress(address.host) } ? "localhost" : host
    }

    private var host: String { address.host.contains(":") ? "[\(address.host)]" : address.host }

    /// The hosts of the printed addresses that the server's own certificates answer for. At the public address the host
    /// may have a proxy with another.
    private var hosts: (others: String?, here: String) {
        guard let others, others.reach != .public else { return (nil, here) }
        return (ReachableAddresses.host(of: String(others.url.drop { $0 != "/" }.dropFirst(2))), here)
    }

    private static func warning(of certificates: Certificates, _ hosts: (others: String?, here: String)) -> [String] {
        func isUnnamed(_ host: String) -> Bool { !certificates.covers(String(host.filter { !"[]".contains($0) })) }
        let others = hosts.others.flatMap { isUnnamed($0) ? $0 : nil }
        let here = isUnnamed(hosts.here) && hosts.here != others ? hosts.here : nil
        let unnamed = [others, here].compactMap(\.self)
        guard !unnamed.isEmpty else { return [] }
        let names = certificates.names
        let rest = names.count > namesShown ? ", and \(names.count - namesShown) more" : ""
        let reason =
            names.isEmpty
            ? "no certificate has that name"
            : "the certificate is for \(names.prefix(namesShown).joined(separator: ", "))\(rest)"
        let warning = "  Browsers warn at \(unnamed.joined(separator: " and at ")): \(reason)."
        return others == nil ? [warning] : [warning, "  Set public-address to an address that it is for."]
    }

    private static let namesShown = 3
}
