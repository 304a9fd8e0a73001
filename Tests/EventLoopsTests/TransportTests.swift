import Glibc
import TestKit
import Testing

@testable import EventLoops

@Suite("Transport", .timeLimit(.minutes(1)))
struct TransportTests {
    @Test("The kernel's round trip does not depend on when the program reads or answers")
    func roundTrip() throws {
        let pair = try LoopbackPair()
        defer { withExtendedLifetime(pair) {} }
        let sender = pair.sender
        let afterHandshake = try #require(Transport.roundTrip(of: sender))
        #expect((0..<20_000).contains(afterHandshake), "\(afterHandshake) µs on the loopback device")
        var byte: UInt8 = 1
        for _ in 0..<3 {
            try #require(send(sender, &byte, 1, 0) == 1)
            // Nobody reads, and nobody answers, until the kernel has acknowledged.
            try #require(pair.isAcknowledged)
        }
        let afterBytes = try #require(Transport.roundTrip(of: sender))
        #expect((0...afterHandshake).contains(afterBytes), "the least of both")
    }

    @Test("A socket that is not connected, or not TCP, has no round trip")
    func nothing() throws {
        let unconnected = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var pair: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        defer { for descriptor in pair + [unconnected] { close(descriptor) } }
        for descriptor in pair + [unconnected, -1] { #expect(Transport.roundTrip(of: descriptor) == nil) }
    }
}
