import EventLoops

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

    /// The text that `init` reads again.
    var text: String {
        switch self {
        case .port(let address, let isPublic): (isPublic ? MetricsAddress.consent : "") + "\(address)"
        case .socket(let folder, let name): folder == "/" ? "/\(name)" : "\(folder)/\(name)"
        }
    }
}
