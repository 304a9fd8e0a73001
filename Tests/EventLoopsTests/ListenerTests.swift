import Bytes
import CLinux
import Glibc
import Synchronization
import Foundation
import Testing

@testable import EventLoops

/// Connections beyond the limits of a listener.
@Suite("Listening at the limits", .timeLimit(.minutes(1)))
struct ListenerTests {
    /// Says `hi` and waits.
    private final class Greeter: ConnectionHandler {
        private let told: () -> Void
        init(_ connection: Connection, told: @escaping () -> Void = {}) {
            self.told = told
            connection.write(Array("hi".utf8).span.bytes)
        }
        func received(_ bytes: inout ReceivedBytes, on connection: Connection) { bytes.consumeAll() }
        func inputEnded(on connection: Connection) { connection.close() }
        func drained(_ connection: Connection) {}
        func overflowed(_ connection: Connection) { connection.abort() }
        func timedOut(_ connection: Connection) {}
        func stopping(_ connection: Connection) { connection.close() }
        func closed(_ connection: Connection, because reason: ConnectionEnd) { told() }
    }

    private let shards: ShardGroup

    init() throws { shards = try ShardGroup(count: 1) }

    /// Runs work on the shard and waits for it.
    private func onShard(_ work: @escaping @Sendable (EventLoop) -> Void) async {
        await withCheckedContinuation { continuation in
            shards.shards[0].execute { loop in
                work(loop)
                continuation.resume()
            }
        }
    }

    @Test(
        "A peer beyond the admitted number waits in the kernel and is served when there is room", arguments: [1, 20])
    func admission(places: Int) async throws {
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        let (shard, room) = (shards.shards[0], Room(places))
        shards.serve(socket, outputLimit: 1_000, admits: { _ in shard.connectionCount < room.places }) { Greeter($0) }
        let clients = try (0..<places + 3).map { _ in try LoopClient(socket.address) }
        for client in clients.prefix(places) { #expect(client.receiveText(2) == "hi") }
        await onShard { loop in
            #expect(loop.listeners[0]?.isPaused == true)
            #expect(loop.connectionCount == places)
        }
        for client in clients[..<min(3, places)] { client.reset() }
        // As many as have gone come in, well before the time is up after which it is tried again anyway.
        for client in clients[places..<places + min(3, places)] { #expect(client.receiveText(2) == "hi") }
        await shards.stop(graceMilliseconds: 100)
    }

    /// Else another shard would let somebody in while the handler's books have no place yet.
    @Test("A closed connection counts until its handler was told")
    func countedUntilTold() async throws {
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        let shard = shards.shards[0]
        let (counts, continuation) = AsyncStream<Int>.makeStream()
        shards.serve(socket, outputLimit: 1_000) { connection in
            Greeter(connection) { continuation.yield(shard.connectionCount) }
        }
        let client = try LoopClient(socket.address)
        #expect(client.receiveText(2) == "hi")
        client.reset()
        #expect(await counts.first { _ in true } == 1)
        await onShard { _ in #expect(shard.connectionCount == 0) }
        await shards.stop(graceMilliseconds: 100)
    }

    /// Else they would add up to one in each tick of the wheel where many come and go.
    @Test("A pause that ends early cancels its timer")
    func endedPauses() async throws {
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        let (shard, room) = (shards.shards[0], Room(1))
        shards.serve(socket, outputLimit: 1_000, admits: { _ in shard.connectionCount < room.places }) { Greeter($0) }
        let clients = try (0..<20).map { _ in try LoopClient(socket.address) }
        for client in clients {
            #expect(client.receiveText(2) == "hi")
            client.reset()
        }
        // That of the last pause, if it is not over.
        await onShard { loop in #expect(loop.timers.coarse.count <= 1) }
        await shards.stop(graceMilliseconds: 100)
    }

    private final class Room: Sendable {
        let places: Int
        init(_ places: Int) { self.places = places }
    }

    @Test(
        "Without free descriptors, accepting pauses and resumes", arguments: [EMFILE, ENFILE, ENOBUFS])
    func noDescriptors(code: Int32) async throws {
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        let calls = Atomic<Int>(0)
        let failures = 3
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            shards.shards[0].execute { loop in
                let listener = Listener(
                    socket, index: 0,
                    accept: { descriptor in
                        guard calls.add(1, ordering: .relaxed).newValue > failures else {
                            errno = code
                            return -1
                        }
                        return linux_accept(descriptor)
                    }, admits: { true },
                    place: { accepted, loop in
                        loop.load.addOne()
                        loop.adopt(accepted, tls: nil, outputLimit: 1_000) { Greeter($0) }
                    })
                loop.listeners.append(listener)
                listener.start(for: loop)
                continuation.resume()
            }
        }
        let client = try LoopClient(socket.address)
        #expect(client.receiveText(2) == "hi")
        // One call for each pause: it was not tried without end meanwhile. Then one that succeeds and one that finds
        // nobody.
        #expect(calls.load(ordering: .relaxed) <= failures + 2)
        await shards.stop(graceMilliseconds: 100)
    }

    @Test("A descriptor that epoll refuses is closed, and the loop goes on")
    func unwatchable() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "tilerace-\(UUID())").path
        defer { unlink(path) }
        await onShard { loop in
            // Epoll takes no plain files.
            let file = open(path, O_RDWR | O_CREAT, 0o600)
            var (before, after) = (stat(), stat())
            #expect(fstat(file, &before) == 0)
            loop.load.addOne()
            loop.adopt(file, tls: nil, outputLimit: 1_000) { connection in
                Issue.record("nobody is to speak with it")
                return Greeter(connection)
            }
            // Another test may have been given the number by now.
            #expect(fstat(file, &after) == -1 || after.st_ino != before.st_ino, "closed")
            #expect(loop.connectionCount == 0)
        }
        // It is counted out at the end of the turn.
        let shard = shards.shards[0]
        await onShard { _ in #expect(shard.connectionCount == 0) }
        await shards.stop(graceMilliseconds: 100)
    }
}
