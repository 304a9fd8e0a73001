import Bytes
import Glibc
import Testing

@testable import EventLoops

/// Outcomes of attempts to connect.
@Suite("Outgoing connections")
struct ConnectorTests {
    private enum Outcome: Equatable {
        case heard(String)
        case failed(Int32)
    }

    /// Sends `hello` once connected, and tells what comes back.
    private final class Caller: ConnectionHandler {
        private let tell: @Sendable (Outcome) -> Void

        init(_ connection: Connection, _ tell: @escaping @Sendable (Outcome) -> Void) {
            self.tell = tell
            connection.write(Array("hello".utf8).span.bytes)
        }

        func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
            tell(.heard(String(decoding: bytes.withRemaining { $0.array }, as: UTF8.self)))
            bytes.consumeAll()
            connection.close()
        }

        func inputEnded(on connection: Connection) { connection.close() }
        func drained(_ connection: Connection) {}
        func overflowed(_ connection: Connection) {}
        func timedOut(_ connection: Connection) { tell(.failed(-1)) }
        func stopping(_ connection: Connection) { connection.close() }
        func closed(_ connection: Connection, because reason: ConnectionEnd) {}
    }

    private final class Echo: ConnectionHandler {
        func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
            bytes.withRemaining { connection.write($0) }
            bytes.consumeAll()
        }
        func inputEnded(on connection: Connection) { connection.close() }
        func drained(_ connection: Connection) {}
        func overflowed(_ connection: Connection) {}
        func timedOut(_ connection: Connection) {}
        func stopping(_ connection: Connection) { connection.close() }
        func closed(_ connection: Connection, because reason: ConnectionEnd) {}
    }

    private static func outcome(
        _ group: ShardGroup, _ address: SocketAddress, deadline: Int = 10_000
    ) async -> Outcome {
        let (stream, continuation) = AsyncStream<Outcome>.makeStream()
        group.shards[0].execute { loop in
            loop.connect(
                to: address, deadline: deadline, outputLimit: 1_000,
                connected: { Caller($0) { continuation.yield($0) } },
                failed: { continuation.yield(.failed($0.errno)) })
        }
        return await stream.first { _ in true } ?? .failed(0)
    }

    /// The connections of the first loop, once it has done what it is at: one that ends is told of before it is gone.
    private static func connections(of group: ShardGroup) async -> Int {
        await withCheckedContinuation { done in group.shards[0].execute { done.resume(returning: $0.connectionCount) } }
    }

    @Test("An outgoing connection can write at once", arguments: ["127.0.0.1", "::1"])
    func connects(host: String) async throws {
        let group = try ShardGroup(count: 1)
        let address = try #require(SocketAddress(host: host, port: 0))
        let socket = try ListeningSocket(binding: address)
        group.serve(socket, outputLimit: 1_000) { _ in Echo() }
        #expect(await Self.outcome(group, socket.address) == .heard("hello"))
        await group.stop(graceMilliseconds: 2_000)
        #expect(await Self.connections(of: group) == 0)
    }

    @Test("A closed port fails with ECONNREFUSED")
    func refused() async throws {
        let group = try ShardGroup(count: 1)
        let probe = try ListeningSocket(binding: .loopback(port: 0))
        close(probe.descriptor)
        #expect(await Self.outcome(group, probe.address) == .failed(ECONNREFUSED))
        // The place of a connection is free after its owner was told, which this thread may be quicker than.
        await group.stop(graceMilliseconds: 100)
        #expect(await Self.connections(of: group) == 0)
    }

    @Test("A socket that epoll refuses fails the connection")
    func unwatched() async throws {
        let group = try ShardGroup(count: 1)
        let (stream, continuation) = AsyncStream<EventLoopError>.makeStream()
        group.shards[0].execute { loop in
            // epoll takes no such device (EPERM): the failure that can be brought about.
            loop.connect(
                to: .loopback(port: 1), by: { _ in open("/dev/null", O_RDWR) }, deadline: 1_000, outputLimit: 1_000,
                connected: { _ in Echo() }, failed: { continuation.yield($0) })
        }
        let error = await stream.first { _ in true }
        #expect(error?.call == "epoll_ctl" && error?.errno == EPERM)
        #expect(await Self.connections(of: group) == 0)
        await group.stop(graceMilliseconds: 100)
    }

    @Test("An address without a route fails after the call, not within it")
    func unreachable() async throws {
        let group = try ShardGroup(count: 1)
        // 0 is no port that TCP connects to.
        let outcome = await Self.outcome(group, .loopback(port: 0))
        #expect(outcome == .failed(ECONNREFUSED) || outcome == .failed(EADDRNOTAVAIL))
        await group.stop(graceMilliseconds: 100)
    }

    @Test("A connection attempt without an answer times out")
    func deadline() async throws {
        let group = try ShardGroup(count: 1)
        // A queue of one that nobody accepts from: when it is full, the system lets further ones wait.
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        let bound = SocketAddress.loopback(port: 0).withSystemAddress { bind(listener, $0, $1) }
        #expect(bound == 0 && listen(listener, 0) == 0)
        let address = try #require(SocketAddress(of: listener, by: getsockname))
        let fillers = try (0..<2).map { _ in
            let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            try #require(filler >= 0)
            _ = address.withSystemAddress { connect(filler, $0, $1) }
            return filler
        }
        defer { for filler in fillers { close(filler) } }
        #expect(await Self.outcome(group, address, deadline: 50) == .failed(ETIMEDOUT))
        #expect(await Self.connections(of: group) == 0)
        await group.stop(graceMilliseconds: 100)
    }

    @Test("A stopping loop makes no connections")
    func stopping() async throws {
        let group = try ShardGroup(count: 1)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        group.shards[0].execute { loop in
            loop.stopConnections()
            loop.connect(
                to: socket.address, deadline: 1_000, outputLimit: 1_000, connected: { _ in Echo() },
                failed: { continuation.yield($0.errno) })
        }
        #expect(await stream.first { _ in true } == ECANCELED)
        await group.stop(graceMilliseconds: 100)
        close(socket.descriptor)
    }
}
