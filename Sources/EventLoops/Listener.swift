import CLinux
import Glibc

/// A TCP port that takes connections and spreads them over the shards: each goes to the one with the fewest.
package final class Listener: @unchecked Sendable {
    // Unchecked Sendable: `descriptor`, `shards` and `makeHandler` never change; `isPaused` and `loop` are touched on the
    // first shard alone.
    let descriptor: CInt
    private let shards: [Shard]
    private let makeHandler: @Sendable (ShardLoop, Socket) -> any SocketHandler
    private var isPaused = false
    private weak var loop: ShardLoop?

    /// Connections taken in one turn; the kernel keeps the others.
    private static let acceptsPerTurn = 64
    /// How long to wait when the process has no descriptors left, in ms.
    private static let pauseMs = 100

    /// Binds and listens. `makeHandler` is called on the shard that a connection lives on. On `::` it takes IPv4 as well,
    /// and where the machine has no IPv6 it takes IPv4 only.
    package init(
        _ address: SocketAddress, shards: [Shard], backlog: Int = 4_096,
        makeHandler: @escaping @Sendable (ShardLoop, Socket) -> any SocketHandler
    ) throws(EventLoopError) {
        precondition(!shards.isEmpty)
        self.shards = shards
        self.makeHandler = makeHandler
        do {
            descriptor = try Listener.bound(address, backlog)
        } catch .system(_, EAFNOSUPPORT) where address.host == "::" {
            descriptor = try Listener.bound(SocketAddress(host: "0.0.0.0", port: address.port), backlog)
        }
    }

    deinit { close(descriptor) }

    private static func bound(_ address: SocketAddress, _ backlog: Int) throws(EventLoopError) -> CInt {
        try address.withSockaddr { pointer, length, family throws(EventLoopError) in
            let type = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
            let descriptor = Glibc.socket(family, type, 0)
            guard descriptor >= 0 else { throw .last("socket") }
            setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
            if family == AF_INET6 { setOption(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
            guard bind(descriptor, pointer, length) == 0, listen(descriptor, CInt(backlog)) == 0 else {
                let error = EventLoopError.last("listen on \(address.host) port \(address.port)")
                close(descriptor)
                throw error
            }
            return descriptor
        }
    }

    private static func setOption(_ descriptor: CInt, _ level: CInt, _ name: CInt, _ value: CInt) {
        var value = value
        setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
    }

    /// The port, also where 0 was asked for.
    package var port: UInt16 { SocketAddress.local(of: descriptor)?.port ?? 0 }

    /// Begins to take connections, on the first shard.
    package func start() {
        shards[0].execute { loop in
            self.loop = loop
            do {
                try loop.add(self)
            } catch {
                preconditionFailure("a listener can be watched: \(error)")
            }
        }
    }

    /// Takes no more connections; those in the kernel's queue are refused when the last reference goes.
    package func stop() {
        shards[0].execute { loop in
            loop.setAccepting(self, false)
            loop.remove(self)
            self.loop = nil
        }
    }

    /// The kernel has connections for us.
    func accept() {
        for _ in 0..<Listener.acceptsPerTurn {
            let connection = tilerace_accept(descriptor)
            guard connection >= 0 else {
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EMFILE, ENFILE, ENOBUFS, ENOMEM: return pause()
                default: return
                }
            }
            Listener.setOption(connection, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
            place(connection)
        }
    }

    private func place(_ connection: CInt) {
        let makeHandler = self.makeHandler
        let adopt: Shard.Job = { loop in loop.adopt(connection) { makeHandler(loop, $0) } }
        guard shards.count > 1, let target = shards.min(by: { $0.socketCount < $1.socketCount }), target !== shards[0]
        else {
            if let loop { adopt(loop) }
            return
        }
        target.execute(adopt)
    }

    /// Without descriptors the kernel would report the waiting connection again and again.
    private func pause() {
        guard let loop, !isPaused else { return }
        isPaused = true
        loop.setAccepting(self, false)
        loop.after(ms: Listener.pauseMs) { [weak self] in
            guard let self, let loop = self.loop else { return }
            self.isPaused = false
            loop.setAccepting(self, true)
        }
    }
}
