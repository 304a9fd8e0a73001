import CLinux
import Glibc

/// A socket that is bound and listens; nobody accepts from it yet.
package struct ListeningSocket: Sendable {
    /// Connections that wait in the kernel to be accepted.
    private static let backlog: Int32 = 4_096

    /// The file descriptor. Whoever accepts from it closes it.
    let descriptor: Int32
    /// Where it listens, with the port that the system chose if none was given.
    package let address: SocketAddress

    /// Binds to an address and listens.
    package init(binding wanted: SocketAddress) throws(EventLoopError) {
        let family = wanted.isIPv6 ? AF_INET6 : AF_INET
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw EventLoopError(call: "socket") }
        do throws(EventLoopError) {
            try ListeningSocket.prepare(descriptor, wanted)
        } catch {
            close(descriptor)
            throw error
        }
        self.init(descriptor: descriptor, fallback: wanted)
    }

    private init(descriptor: Int32, fallback: SocketAddress) {
        self.descriptor = descriptor
        address = SocketAddress(of: descriptor, by: getsockname) ?? fallback
    }

    private static func prepare(_ descriptor: Int32, _ wanted: SocketAddress) throws(EventLoopError) {
        // A restart must not wait for the old connections' TIME_WAIT to pass.
        try setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        // `::` takes IPv4 too.
        if wanted.isIPv6 { try setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        // Accepted sockets inherit it: small messages leave at once.
        try setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        guard wanted.withSystemAddress({ bind(descriptor, $0, $1) }) == 0 else {
            throw EventLoopError(call: "bind \(wanted)")
        }
        guard listen(descriptor, backlog) == 0 else { throw EventLoopError(call: "listen \(wanted)") }
    }

    private static func setOption(
        _ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32
    ) throws(EventLoopError) {
        var value = value
        guard setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
            throw EventLoopError(call: "setsockopt")
        }
    }
}
