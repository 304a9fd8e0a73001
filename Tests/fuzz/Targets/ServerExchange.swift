import Glibc

/// One TCP connection of a client to this machine: what it sends, then its end, and what it hears up to the server's.
///
/// Only `poll` waits here, and calls that a signal interrupts are made again. The clock of libFuzzer interrupts any of
/// them now and then (SIGALRM, without SA_RESTART).
struct ServerExchange: ~Copyable {
    /// Why nothing, or not everything, was heard.
    enum Fault: Error, CustomStringConvertible {
        /// The system refused a call.
        case system(call: String, errno: Int32)
        /// The server broke the connection (RST), or did not end it in time.
        case noEnd(String)

        var description: String {
            switch self {
            case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
            case .noEnd(let text): text
            }
        }
    }

    private let descriptor: Int32
    private let deadline: ContinuousClock.Instant

    /// Sends `bytes` from `source` to the `port` of 127.0.0.1, both addresses as IPv4 numbers. All of it has to be over
    /// in `patience`.
    static func run(
        _ bytes: [UInt8], to port: UInt16, from source: UInt32, patience: Duration
    ) throws(Fault) -> [UInt8] {
        let exchange = try ServerExchange(deadline: .now + patience)
        try exchange.connect(to: port, from: source)
        return try exchange.exchange(bytes[...])
    }

    private init(deadline: ContinuousClock.Instant) throws(Fault) {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = socket(AF_INET, kind, 0)
        guard socket >= 0 else { throw .system(call: "socket", errno: errno) }
        descriptor = socket
        self.deadline = deadline
    }

    deinit { close(descriptor) }

    private func connect(to port: UInt16, from source: UInt32) throws(Fault) {
        let descriptor = descriptor
        guard ServerExchange.name(source, 0, { bind(descriptor, $0, $1) }) == 0 else {
            throw .system(call: "bind", errno: errno)
        }
        let result = ServerExchange.name(0x7F00_0001, port) { Glibc.connect(descriptor, $0, $1) }
        // Under way, or interrupted, which is the same (POSIX `connect`): it is done when the socket takes bytes.
        guard result == 0 || errno == EINPROGRESS || errno == EINTR else {
            throw .system(call: "connect", errno: errno)
        }
        guard result != 0 else { return }
        _ = try wait(for: POLLOUT, "not let in")
        var fault: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &fault, &size) == 0 else {
            throw .system(call: "getsockopt", errno: errno)
        }
        guard fault == 0 else { throw .system(call: "connect", errno: fault) }
    }

    /// Reads while it writes: a server whose answers nobody takes need not take more, either.
    private func exchange(_ bytes: ArraySlice<UInt8>) throws(Fault) -> [UInt8] {
        var (rest, isShut) = (bytes, false)
        var answer: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 65_536)
        while true {
            if rest.isEmpty, !isShut {
                shutdown(descriptor, Int32(SHUT_WR))
                isShut = true
            }
            let ready = try wait(for: isShut ? POLLIN : POLLIN | POLLOUT, "no end after \(answer.count) bytes")
            if ready & POLLOUT != 0, !isShut {
                let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                // Broken: the server has heard enough. What it said is still to be read.
                rest = sent >= 0 ? rest.dropFirst(sent) : ServerExchange.mayGoOn ? rest : []
            }
            guard ready & ~POLLOUT != 0 else { continue }
            let count = recv(descriptor, &room, room.count, 0)
            if count == 0 { return answer }
            if count > 0 {
                answer += room[..<count]
            } else if !ServerExchange.mayGoOn {
                throw .noEnd("broken after \(answer.count) bytes: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Whether the call that just failed is to be made again.
    private static var mayGoOn: Bool { errno == EINTR || errno == EAGAIN }

    /// Which of these events the socket has, or that it is broken. Waits for one.
    private func wait(for events: Int32, _ otherwise: @autoclosure () -> String) throws(Fault) -> Int32 {
        while true {
            let left = deadline - .now
            guard left > .zero else { throw .noEnd("\(otherwise()) in the time it has") }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&entry, 1, Int32(left / .milliseconds(1)) + 1)
            if count > 0 { return Int32(entry.revents) }
            guard count == 0 || errno == EINTR else { throw .system(call: "poll", errno: errno) }
        }
    }

    /// Calls `body` with an IPv4 address as the system wants it.
    private static func name(
        _ host: UInt32, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
