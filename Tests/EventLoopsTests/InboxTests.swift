import Bytes
import Dispatch
import Glibc
import Synchronization
import TestKit
import Testing

@testable import EventLoops

/// Sends back what comes.
private final class Echo: ConnectionHandler {
    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        while bytes.remaining > 0 { connection.write([bytes.consumeByte()].span.bytes) }
    }

    func inputEnded(on connection: Connection) { connection.close() }
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) { connection.abort() }
    func timedOut(_ connection: Connection) {}
    func stopping(_ connection: Connection) { connection.close() }
    func closed(_ connection: Connection, because reason: ConnectionEnd) {}
}

@Suite(
    "Work from other threads, while a loop waits for more events and while it does not", .blocking,
    .timeLimit(.minutes(1)))
struct InboxTests {
    private let shards: ShardGroup
    private let address: SocketAddress
    private static let patience = DispatchTimeInterval.seconds(10)

    init() throws {
        shards = try ShardGroup(count: 1)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        address = socket.address
        shards.serve(socket, outputLimit: 1 << 20) { _ in Echo() }
    }

    /// Has the loop busy, and leaves it so many µs before it is given work: it waits for more then, or has just ceased
    /// to.
    private func chat(_ client: LoopClient, then pause: UInt32) {
        for _ in 0..<5 {
            client.send("x")
            #expect(client.receiveText(1) == "x")
        }
        if pause > 0 { usleep(pause) }
    }

    @Test("Work from another thread runs soon, at any moment of the loop")
    func soon() async throws {
        let client = try LoopClient(address)
        var random = SplitMix(seed: 1)
        for number in 0..<600 {
            chat(client, then: UInt32.random(in: 0..<2_500, using: &random))
            let done = DispatchSemaphore(value: 0)
            shards.shards[0].execute { _ in done.signal() }
            try #require(done.wait(timeout: .now() + InboxTests.patience) == .success, "work \(number)")
        }
        await shards.stop(graceMilliseconds: 1_000)
    }

    @Test("Work from each thread runs once and in order")
    func inOrder() async throws {
        let client = try LoopClient(address)
        let (threads, count) = (3, 2_000)
        let seen = Mutex<[[Int]]>(Array(repeating: [], count: threads))
        let done = DispatchGroup()
        for thread in 0..<threads {
            DispatchQueue(label: "giver").async(group: done) { [shards] in
                for number in 0..<count {
                    done.enter()
                    shards.shards[0].execute { _ in
                        seen.withLock { $0[thread].append(number) }
                        done.leave()
                    }
                    if number % 50 == 0 { usleep(700) }
                }
            }
        }
        while done.wait(timeout: .now()) != .success { chat(client, then: 0) }
        #expect(seen.withLock { $0 } == Array(repeating: Array(0..<count), count: threads))
        await shards.stop(graceMilliseconds: 1_000)
    }
}
