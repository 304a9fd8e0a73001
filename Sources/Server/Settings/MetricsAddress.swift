import EventLoops
import Glibc

/// A listener for figures alone, apart from the game's.
enum MetricsAddress: Hashable, Sendable {
    /// A TCP port. `isPublic`: others than this machine may reach it, and the host has said so.
    case port(SocketAddress, isPublic: Bool)
    /// A Unix socket: the folder, and the name in it.
    case socket(folder: String, name: String)

    /// The word before an address that others reach.
    private static let consent = "public "
    /// The longest name of a Unix socket; `LocalSocket` reaches folders of any length.
    private static let longestName = 64

    /// Reads `127.0.0.1:9464`, `[::1]:9464`, `9464` on the loopback, `public 0.0.0.0:9464`, or `/run/tilerace/metrics`.
    /// Nil for anything else, and for an address that others reach without the word.
    init?(_ text: String) {
        if text.hasPrefix("/") {
            let slash = text.lastIndex(of: "/") ?? text.startIndex
            let (folder, name) = (String(text[..<slash]), String(text[slash...].dropFirst()))
            guard (1...MetricsAddress.longestName).contains(name.utf8.count), ![".", ".."].contains(name) else {
                return nil
            }
            self = .socket(folder: folder.isEmpty ? "/" : folder, name: name)
            return
        }
        let isPublic = text.hasPrefix(MetricsAddress.consent)
        let rest = isPublic ? String(text.dropFirst(MetricsAddress.consent.count)) : text
        guard let address = MetricsAddress.address(rest), let host = IPAddress(address.host) else { return nil }
        guard host.isLoopback || isPublic else { return nil }
        self = .port(address, isPublic: !host.isLoopback)
    }

    /// `HOST:PORT` with brackets around an IPv6 host, or a port of the loopback.
    private static func address(_ text: String) -> SocketAddress? {
        guard let colon = text.lastIndex(of: ":") else { return UInt16(text).map { .loopback(port: $0) } }
        guard let port = UInt16(text[colon...].dropFirst()) else { return nil }
        let host = String(text[..<colon])
        guard host.contains(":") else { return SocketAddress(host: host, port: port) }
        guard host.hasPrefix("["), host.hasSuffix("]") else { return nil }
        return SocketAddress(host: String(host.dropFirst().dropLast()), port: port)
    }

    /// Refuses a port that the server has for something else, where figures could never be served. `name`: the setting
    /// of that port.
    func check(besides other: SocketAddress, of name: String) throws(ConfigurationFault) {
        guard case .port(let address, _) = self, MetricsAddress.overlap(address, other) else { return }
        throw ConfigurationFault(
            "metrics-address: \(address) is an address of \(name), which the server itself has: take another port, "
                + "as 127.0.0.1:9464")
    }

    /// Whether one port cannot be had twice: the addresses are the same, or one of them stands for the other. `::`
    /// stands for all, also of IPv4.
    private static func overlap(_ first: SocketAddress, _ second: SocketAddress) -> Bool {
        guard first.port == second.port, first.port != 0, let one = IPAddress(first.host),
            let other = IPAddress(second.host)
        else { return false }
        func stands(_ all: IPAddress, for address: IPAddress) -> Bool {
            all == IPAddress("::") || all == IPAddress("0.0.0.0") && address.isIPv4
        }
        return one == other || stands(one, for: other) || stands(other, for: one)
    }

    /// Returns the sentence about a Unix socket for which there is no place now; nil if there is one, and for a port.
    /// Whoever starts the server may make its folder.
    var obstacle: String? {
        guard case .socket(let folder, let name) = self else { return nil }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return "metrics-address: \(folder) is no folder now, and without it no figures are served"
        }
        let path = folder + "/" + name
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return nil }
        return "metrics-address: \(path) is there and is no socket, and no figures are served: take another name"
    }

    /// The text that `init` reads again.
    var text: String {
        switch self {
        case .port(let address, let isPublic): (isPublic ? MetricsAddress.consent : "") + "\(address)"
        case .socket(let folder, let name): folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        }
    }
}
