import Bytes
import Glibc

@testable import EventLoops

/// A plain blocking TCP client, with a bound on every wait.
final class LoopClient {
    private let descriptor: Int32
    private var isClosed = false

    /// Connects to this machine.
    init(_ address: SocketAddress, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw EventLoopError(call: "socket") }
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var bound = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &bound, socklen_t(MemoryLayout<timeval>.size))
        guard address.withSystemAddress({ connect(descriptor, $0, $1) }) == 0 else {
            throw EventLoopError(call: "connect")
        }
    }

    deinit { if !isClosed { close(descriptor) } }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Up to `count` bytes: fewer if the server ends or 10 s pass.
    func receive(_ count: Int) -> [UInt8] {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while all.count < count {
            let received = recv(descriptor, &piece, min(piece.count, count - all.count), 0)
            guard received > 0 else { break }
            all += piece[..<received]
        }
        return all
    }

    func receiveText(_ count: Int) -> String { String(decoding: receive(count), as: UTF8.self) }

    /// Whether the server has ended, waiting for it at most 10 s.
    func sawEnd() -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, 0) == 0
    }

    func shutDownSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends without good-bye.
    func reset() {
        var hard = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
        isClosed = true
    }
}
