import CLinux
import Glibc

/// A socket that is bound and listens; nobody accepts from it yet.
package struct ListeningSocket: AcceptingSocket {
    /// Connections that wait in the kernel to be accepted.
    static let backlog: Int32 = 4_096

    /// The file descriptor. Whoever accepts from it closes it.
    let descriptor: Int32
    /// The address on which it listens, with the port that the system chose if none was given.
    package let address: SocketAddress
    /// Whether somebody else keeps it open: who waits in it when we stop is served by our successor.
    let isInherited: Bool

    /// Binds to an address and listens.
    package init(binding wanted: SocketAddress) throws(EventLoopError) {
        let family = wanted.isIPv6 ? AF_INET6 : AF_INET
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw EventLoopError(call: "socket") }
        do throws(EventLoopError) {
            try ListeningSocket.prepare(descriptor, wanted)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        address = SocketAddress(of: descriptor, by: getsockname) ?? wanted
        isInherited = false
    }

    /// Takes over a socket that listens already. Throws if it is no such socket; `name` is its supervisor's name for
    /// it.
    init(inheriting descriptor: Int32, name: String) throws(EventLoopError) {
        let call = "inherited descriptor \(descriptor) (\(name)) must be a listening TCP socket"
        guard try ListeningSocket.option(descriptor, SO_TYPE, call) == Int32(SOCK_STREAM.rawValue) else {
            throw EventLoopError(call: call, errno: EPROTOTYPE)
        }
        guard try ListeningSocket.option(descriptor, SO_ACCEPTCONN, call) == 1 else {
            throw EventLoopError(call: call, errno: ENOTCONN)
        }
        guard let address = SocketAddress(of: descriptor, by: getsockname) else {
            throw EventLoopError(call: call, errno: EAFNOSUPPORT)
        }
        // The maker of the socket may have left these out.
        guard linux_set_close_on_exec(descriptor) == 0, linux_set_nonblocking(descriptor) == 0 else {
            throw EventLoopError(call: call)
        }
        try ListeningSocket.prepareAccepted(descriptor)
        self.descriptor = descriptor
        self.address = address
        isInherited = true
    }

    /// Closes it, where nobody came to accept from it.
    package func close() { Glibc.close(descriptor) }

    private static func option(_ descriptor: Int32, _ option: Int32, _ call: String) throws(EventLoopError) -> Int32 {
        var value: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 else { throw EventLoopError(call: call) }
        return value
    }

    /// Bytes that the kernel takes of what it has not sent yet. The kernel's default is up to 4 MiB. For one slow
    /// reader that is minutes of old news that cannot be taken back. For thousands of stalled readers it is all of the
    /// memory.
    private static let unsentLimit: Int32 = 65_536

    /// Sets the options that accepted sockets inherit: small messages leave at once, and waiting output waits in this
    /// process.
    private static func prepareAccepted(_ descriptor: Int32) throws(EventLoopError) {
        try setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
        try setOption(descriptor, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, unsentLimit)
    }

    private static func prepare(_ descriptor: Int32, _ wanted: SocketAddress) throws(EventLoopError) {
        // A restart must not wait for the old connections' TIME_WAIT to pass.
        try setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        // `::` takes IPv4 too.
        if wanted.isIPv6 { try setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        try prepareAccepted(descriptor)
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
