import Glibc
import TestKit
import Testing

@testable import LoadGenerator

/// When the kernel acknowledges what a program that measures has read.
@Suite("Acknowledgments", .timeLimit(.minutes(1)))
struct AcknowledgmentTests {
    /// A watcher hears something a few times a second. On arrival means in the sender's `send`.
    @Test("Bytes are acknowledged when read, not on arrival")
    func whatIsReadIsAcknowledgedThenAndNotOnArrival() throws {
        let pair = try LoopbackPair()
        defer { withExtendedLifetime(pair) {} }
        var bytes = [UInt8](repeating: 1, count: 300)
        var waits: [Bool] = []
        var rests: [Int32] = []
        for _ in 0..<6 {
            try #require(send(pair.sender, bytes, bytes.count, 0) == bytes.count)
            waits.append(pair.unacknowledged > 0)
            try #require(recv(pair.reader, &bytes, bytes.count, 0) == bytes.count)
            Acknowledgments.onReading.apply(to: pair.reader)
            rests.append(pair.unacknowledged)
            // No event to wait for: after a pause longer than this the kernel takes up acknowledging at once again, if
            // it may.
            usleep(300_000)
        }
        #expect(waits.dropFirst().allSatisfy { $0 }, "\(waits)")
        #expect(rests.allSatisfy { $0 == 0 }, "\(rests)")
    }
}
