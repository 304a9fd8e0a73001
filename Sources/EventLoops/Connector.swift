import Bytes
import CLinux
import Glibc

/// Opens connections to others.
extension EventLoop {
    /// Connects to `address` without blocking the loop, within `deadline` ms.
    ///
    /// Calls exactly one of the two, in a later turn. `connected` gets the connection and makes its handler. `failed`
    /// gets the system's error: ETIMEDOUT for the deadline, ECANCELED if the loop stops meanwhile. `outputLimit` is the
    /// bound on what may wait to be sent, in bytes.
    package func connect(
        to address: SocketAddress, deadline: Int, outputLimit: Int,
        connected: @escaping (Connection) -> any ConnectionHandler, failed: @escaping (EventLoopError) -> Void
    ) {
        connect(
            to: address, by: EventLoop.beginToConnect, deadline: deadline, outputLimit: outputLimit,
            connected: connected, failed: failed)
    }

    /// Connects by another way to get a socket.
    func connect(
        to address: SocketAddress, by begin: (SocketAddress) throws(EventLoopError) -> Int32, deadline: Int,
        outputLimit: Int,
        connected: @escaping (Connection) -> any ConnectionHandler, failed: @escaping (EventLoopError) -> Void
    ) {
        do throws(EventLoopError) {
            guard !isStopping else { throw EventLoopError(call: "connect \(address)", errno: ECANCELED) }
            let descriptor = try begin(address)
            let connection = slots.insert { id in
                Connection(
                    loop: self, id: id, descriptor: descriptor, interest: EPOLLOUT.rawValue, outputLimit: outputLimit)
            }
            // A socket that connects becomes writable when it is done, one way or the other.
            connection.flags.insert(.watchesOutput)
            load.addOne()
            let token = connection.id.token
            guard linux_epoll_control(self.descriptor, EPOLL_CTL_ADD, descriptor, EPOLLOUT.rawValue, token) == 0 else {
                // The system has no memory for it, or the user no watches left.
                let error = EventLoopError(call: "epoll_ctl")
                end(connection, .failed(errno: error.errno))
                throw error
            }
            connection.handler = Connecting(address, connected: connected, failed: failed)
            connection.setTimeout(milliseconds: deadline)
        } catch {
            // Later, as every other failure: the caller may still be in the middle of things.
            after(milliseconds: 0) { _ in failed(error) }
        }
    }

    /// A socket on its way to `address`.
    private static func beginToConnect(to address: SocketAddress) throws(EventLoopError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        guard descriptor >= 0 else { throw EventLoopError(call: "socket") }
        var one: Int32 = 1
        // Small messages leave at once.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        let result = address.withSystemAddress { Glibc.connect(descriptor, $0, $1) }
        // Interrupted, it goes on all the same (POSIX).
        guard result == 0 || errno == EINPROGRESS || errno == EINTR else {
            let error = EventLoopError(call: "connect \(address)")
            close(descriptor)
            throw error
        }
        return descriptor
    }
}

/// Waits for the system to connect, and hands the connection over.
private final class Connecting: ConnectionHandler {
    private let address: SocketAddress
    private let connected: (Connection) -> any ConnectionHandler
    private let failed: (EventLoopError) -> Void
    private var isTimedOut = false

    init(
        _ address: SocketAddress, connected: @escaping (Connection) -> any ConnectionHandler,
        failed: @escaping (EventLoopError) -> Void
    ) {
        self.address = address
        self.connected = connected
        self.failed = failed
    }

    /// Writable, and no error came with it: connected.
    func drained(_ connection: Connection) {
        connection.cancelTimeout()
        connection.flags.remove(.watchesOutput)
        connection.updateInterest()
        connection.handler = connected(connection)
    }

    func timedOut(_ connection: Connection) {
        isTimedOut = true
        connection.abort()
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) {
        let errno: Int32 =
            switch reason {
            case .failed(let errno): errno
            case .aborted where isTimedOut: ETIMEDOUT
            case .closed, .closeTimedOut, .outputBudget, .aborted, .tls: ECANCELED
            }
        failed(EventLoopError(call: "connect \(address)", errno: errno))
    }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {}
    func inputEnded(on connection: Connection) { connection.abort() }
    func overflowed(_ connection: Connection) { connection.abort() }
    func stopping(_ connection: Connection) { connection.abort() }
}
