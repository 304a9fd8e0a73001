import Glibc
import TestKit
import Testing

@testable import EventLoops

/// When the kernel acknowledges what a program that measures has read.
@Suite("Acknowledgments", .timeLimit(.minutes(1)))
struct AcknowledgmentTests {
    /// Bytes of a socket that its peer has not acknowledged.
    private static func unacknowledged(_ descriptor: Int32) -> Int32 {
        var count: Int32 = 0
        _ = ioctl(descriptor, UInt(TIOCOUTQ), &count)
        return count
    }

    /// Whether all that was sent is acknowledged within a second. There is no event to wait for.
    static func isAcknowledged(_ descriptor: Int32) -> Bool {
        for _ in 0..<1_000 where unacknowledged(descriptor) > 0 { usleep(1_000) }
        return unacknowledged(descriptor) == 0
    }

    /// Two connected sockets of the loopback device.
    static func pair() throws -> (sender: Int32, reader: Int32) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        let bound = SocketAddress.loopback(port: 0).withSystemAddress { bind(listener, $0, $1) }
        try #require(bound == 0 && listen(listener, 1) == 0)
        let address = try #require(SocketAddress(of: listener, by: getsockname))
        let reader = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let connected = address.withSystemAddress { connect(reader, $0, $1) }
        let sender = accept(listener, nil, nil)
        try #require(connected == 0 && sender >= 0)
        return (sender, reader)
    }

    /// A watcher hears something a few times a second. On arrival means in the sender's `send`.
    @Test("Bytes are acknowledged when read, not on arrival")
    func whatIsReadIsAcknowledgedThenAndNotOnArrival() throws {
        let (sender, reader) = try Self.pair()
        defer { for descriptor in [sender, reader] { close(descriptor) } }
        var bytes = [UInt8](repeating: 1, count: 300)
        var waits: [Bool] = []
        var rests: [Int32] = []
        for _ in 0..<6 {
            try #require(send(sender, bytes, bytes.count, 0) == bytes.count)
            waits.append(Self.unacknowledged(sender) > 0)
            try #require(recv(reader, &bytes, bytes.count, 0) == bytes.count)
            Transport.acknowledge(.onReading, on: reader)
            rests.append(Self.unacknowledged(sender))
            // No event to wait for: after a pause longer than this the kernel takes up acknowledging at once again, if
            // it may.
            usleep(300_000)
        }
        #expect(waits.dropFirst().allSatisfy { $0 }, "\(waits)")
        #expect(rests.allSatisfy { $0 == 0 }, "\(rests)")
    }
}
