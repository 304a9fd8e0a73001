import Foundation
import Glibc

/// A failure of a client in a test.
package enum SocketClientError: Error, Hashable {
    /// A call of the system failed.
    case system(call: String, errno: Int32)
    /// Nothing came in time.
    case timedOut
    /// The server sent its end where more was wanted.
    case ended
    /// The server broke the connection (RST).
    case reset
    /// The answer is no HTTP, or not the one wanted.
    case badAnswer(String)
}

/// One TCP connection of a client: blocking, and every wait has an end. What it reads, it reads as a stranger would.
package final class SocketClient {
    /// Bytes received and not yet read.
    package private(set) var pending: [UInt8] = []
    /// ms for one wait.
    package var patience = 10_000
    private let descriptor: Int32
    /// Kept so that the server of the test outlives its clients.
    private let owner: AnyObject?

    /// Connects to a port of this machine. `source`: the address to connect from, in 127.0.0.0/8. `receiveBuffer`: the
    /// bytes that the system keeps for the client, for one that wants to be slow.
    package init(
        port: UInt16, from source: String = "127.0.0.1", receiveBuffer: Int32? = nil, owner: AnyObject? = nil
    ) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.owner = owner
        guard descriptor >= 0 else { throw SocketClientError.system(call: "socket", errno: errno) }
        var one: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        let descriptor = descriptor
        if source != "127.0.0.1" { try Self.call("bind", source, 0) { bind(descriptor, $0, $1) } }
        try Self.call("connect", "127.0.0.1", port) { connect(descriptor, $0, $1) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// Calls the system with an address.
    private static func call(
        _ name: String, _ host: String, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws {
        var hints = addrinfo()
        hints.ai_family = AF_INET
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let list else {
            throw SocketClientError.system(call: "getaddrinfo", errno: errno)
        }
        defer { freeaddrinfo(list) }
        guard body(list.pointee.ai_addr, list.pointee.ai_addrlen) == 0 else {
            throw SocketClientError.system(call: name, errno: errno)
        }
    }

    deinit { Glibc.close(descriptor) }

    /// The end of a wait that begins now, whatever comes meanwhile.
    package var deadline: ContinuousClock.Instant { ContinuousClock.now + .milliseconds(patience) }

    // MARK: Sending

    /// Sends all of it.
    package func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = try sendSome(Array(rest))
            rest = rest.dropFirst(sent)
            if sent == 0 { try wait(for: POLLOUT) }
        }
    }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Sends what the system takes now: 0 bytes if it takes none.
    package func sendSome(_ bytes: [UInt8]) throws -> Int {
        let sent = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if sent >= 0 { return sent }
        switch errno {
        case EAGAIN: return 0
        case EPIPE, ECONNRESET: throw SocketClientError.reset
        default: throw SocketClientError.system(call: "send", errno: errno)
        }
    }

    /// Whether the system takes bytes within so many ms.
    package func takesBytes(within milliseconds: Int) -> Bool { poll(POLLOUT, milliseconds) }

    /// Tells the server that nothing more comes; it can still answer.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    // MARK: Receiving

    /// Whether bytes, or the end, come within so many ms.
    package func hears(within milliseconds: Int) -> Bool { !pending.isEmpty || poll(POLLIN, milliseconds) }

    /// Waits for bytes and takes them into `pending`. Throws at the end of the stream.
    package func receive() throws {
        while true {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 {
                pending += buffer[..<count]
                return
            }
            if count == 0 { throw SocketClientError.ended }
            switch errno {
            case EAGAIN: try wait(for: POLLIN)
            case ECONNRESET, EPIPE: throw SocketClientError.reset
            default: throw SocketClientError.system(call: "recv", errno: errno)
            }
        }
    }

    /// Takes the first bytes, waiting until they are there.
    package func read(_ count: Int) throws -> [UInt8] {
        while pending.count < count { try receive() }
        defer { pending.removeFirst(count) }
        return Array(pending[..<count])
    }

    /// Takes all that is pending.
    package func readPending() -> [UInt8] {
        defer { pending = [] }
        return pending
    }

    /// Waits for the server's end, and answers what came before it.
    package func readToEnd() throws -> [UInt8] {
        let deadline = deadline
        do {
            while ContinuousClock.now < deadline { try receive() }
        } catch SocketClientError.ended {
            finishSending()
            return readPending()
        }
        throw SocketClientError.timedOut
    }

    private func wait(for events: Int32) throws {
        guard poll(events, patience) else { throw SocketClientError.timedOut }
    }

    private func poll(_ events: Int32, _ milliseconds: Int) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let count = Glibc.poll(&entry, 1, Int32(milliseconds))
            if count < 0, errno == EINTR { continue }
            return count > 0
        }
    }
}
