import Glibc
import Testing

/// Two connected TCP sockets of the loopback device, closed when it goes.
package final class LoopbackPair {
    package let sender: Int32
    package let reader: Int32

    package init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let reader = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let isConnected = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
                    && connect(reader, $0, size) == 0
            }
        }
        self.reader = reader
        sender = isConnected ? accept(listener, nil, nil) : -1
        try #require(sender >= 0)
    }

    deinit {
        close(sender)
        close(reader)
    }

    /// Bytes of the sender that the reader's kernel has not acknowledged.
    package var unacknowledged: Int32 {
        var count: Int32 = 0
        _ = ioctl(sender, UInt(TIOCOUTQ), &count)
        return count
    }

    /// Whether all that was sent is acknowledged within a second. There is no event to wait for.
    package var isAcknowledged: Bool {
        for _ in 0..<1_000 where unacknowledged > 0 { usleep(1_000) }
        return unacknowledged == 0
    }
}
