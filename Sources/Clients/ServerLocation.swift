import EventLoops
import HTTP1

/// The place of a server, as people write it: `ws://127.0.0.1:8080`, `http://[::1]:9000/`.
package struct ServerLocation: Hashable, Sendable, CustomStringConvertible {
    /// A name or a numeric address, without brackets.
    package let host: String
    package let port: UInt16
    /// Whether the connection is encrypted: `wss`, `https`.
    package let isSecure: Bool

    /// Reads a URL of a server: scheme `ws`, `http`, `wss` or `https`, a host, perhaps a port, and no path but `/`. Nil
    /// for anything else.
    package init?(_ url: String) {
        guard let colon = url.firstRange(of: "://") else { return nil }
        let isSecure: Bool
        switch url[..<colon.lowerBound].lowercased() {
        case "ws", "http": isSecure = false
        case "wss", "https": isSecure = true
        default: return nil
        }
        var authority = url[colon.upperBound...]
        if authority.hasSuffix("/") { authority.removeLast() }
        guard let (host, port) = ServerLocation.split(authority) else { return nil }
        self.init(host: host, port: port ?? (isSecure ? 443 : 80), isSecure: isSecure)
    }

    /// A place by its parts.
    package init(host: String, port: UInt16, isSecure: Bool = false) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
    }

    private static func split(_ authority: Substring) -> (host: String, port: UInt16?)? {
        let isBracketed = authority.first == "["
        guard !isBracketed || authority.contains("]") else { return nil }
        let end =
            isBracketed ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
        let host = authority[..<(end ?? authority.endIndex)]
        let rest = authority[host.endIndex...]
        let bare = isBracketed ? host.dropFirst().dropLast() : host
        guard !bare.isEmpty, bare.utf8.allSatisfy(isHostByte), isBracketed == bare.contains(":") else { return nil }
        guard !rest.isEmpty else { return (String(bare), nil) }
        guard rest.first == ":", let port = UInt16(rest.dropFirst()), port > 0 else { return nil }
        return (String(bare), port)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5F: true
        default: false
        }
    }

    /// The value of the Host field: with the port, unless it is the scheme's default.
    package var hostField: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }

    package var description: String { "\(isSecure ? "wss" : "ws")://\(hostField)" }
}
