import Bytes
import Glibc
import Synchronization
import TestKit
import Testing

@testable import EventLoops

/// The bound on what waits over all connections.
@Suite("Output budget", .blocking, .timeLimit(.minutes(1)))
struct OutputBudgetTests {
    /// Writes so many blocks, of 10,000 bytes by default, as the byte it reads says.
    private final class Writer: ConnectionHandler {
        private let ends: AsyncStream<ConnectionEnd>.Continuation
        private let block: [UInt8]

        init(_ ends: AsyncStream<ConnectionEnd>.Continuation, block count: Int = 10_000) {
            self.ends = ends
            block = [UInt8](repeating: 0x62, count: count)
        }

        func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
            let block = block
            while bytes.remaining > 0 {
                for _ in 0..<Int(bytes.consumeByte()) { connection.write(block.span.bytes) }
            }
            connection.write(Array("!".utf8).span.bytes)
        }
        func inputEnded(on connection: Connection) { connection.close() }
        func drained(_ connection: Connection) {}
        func overflowed(_ connection: Connection) { connection.abort() }
        func timedOut(_ connection: Connection) {}
        func stopping(_ connection: Connection) { connection.abort() }
        func closed(_ connection: Connection, because reason: ConnectionEnd) { ends.yield(reason) }
    }

    @Test("Beyond the bound, the connections with the most waiting output are cut, on any shard", arguments: [1, 2])
    func theLargestAreCut(shardCount: Int) async throws {
        let shards = try ShardGroup(count: shardCount, outputMemory: 8_000_000)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        let (ends, continuation) = AsyncStream<ConnectionEnd>.makeStream()
        shards.serve(socket, outputLimit: 1 << 30) { connection in
            connection.setSendBuffer(4_096)
            return Writer(continuation)
        }
        // Of several with a little none is cut; with two shards they are on both.
        let small = try (0..<6).map { _ in try LoopClient(socket.address, receiveBuffer: 4_096) }
        for client in small { client.send("\u{32}") }
        let large = try LoopClient(socket.address, receiveBuffer: 4_096)
        for _ in 0..<4 { large.send("\u{7F}") }
        let larger = try LoopClient(socket.address, receiveBuffer: 4_096)
        for _ in 0..<6 { larger.send("\u{7F}") }
        var iterator = ends.makeAsyncIterator()
        #expect(await iterator.next() == .outputBudget)
        // The other one may have to go as well.
        for _ in 0..<2_000 where shards.outputBudget.waiting > 8_000_000 { usleep(5_000) }
        #expect(shards.outputBudget.waiting <= 8_000_000)
        for client in small {
            let text = client.receive(500_001)
            #expect(text.count == 500_001 && text.last == UInt8(ascii: "!"))
        }
        withExtendedLifetime((large, larger)) {}
        await shards.stop(graceMilliseconds: 100)
        #expect(shards.outputBudget.waiting == 0)
    }

    @Test("Encrypted output that is not sent counts as waiting")
    func recordsCount() async throws {
        let shards = try ShardGroup(count: 1, outputMemory: 1_000_000)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        let (ends, continuation) = AsyncStream<ConnectionEnd>.makeStream()
        let certificate = try TestCertificate()
        let credentials = try TLSCredentials(reading: [certificate.files], protocols: ["http/1.1"])
        shards.serve(socket, tls: credentials, outputLimit: 1 << 30) { connection in
            connection.setSendBuffer(4_096)
            return Writer(continuation, block: 4_000_000)
        }
        let client = try TLSClient(port: socket.address.port)
        try client.send("\u{1}")
        var iterator = ends.makeAsyncIterator()
        #expect(await iterator.next() == .outputBudget)
        withExtendedLifetime(client) {}
        await shards.stop(graceMilliseconds: 100)
        #expect(shards.outputBudget.waiting == 0)
    }

    /// Leaves everything that it is sent.
    private final class Keeper: ConnectionHandler {
        private let ends: AsyncStream<ConnectionEnd>.Continuation

        init(_ ends: AsyncStream<ConnectionEnd>.Continuation) { self.ends = ends }

        func received(_ bytes: inout ReceivedBytes, on connection: Connection) {}
        func inputEnded(on connection: Connection) {}
        func drained(_ connection: Connection) {}
        func overflowed(_ connection: Connection) {}
        func timedOut(_ connection: Connection) {}
        func stopping(_ connection: Connection) { connection.abort() }
        func closed(_ connection: Connection, because reason: ConnectionEnd) { ends.yield(reason) }
    }

    /// Says that it holds twice what it has read.
    private final class Hoarder: ConnectionHandler {
        private let ends: AsyncStream<ConnectionEnd>.Continuation

        init(_ ends: AsyncStream<ConnectionEnd>.Continuation) { self.ends = ends }

        func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
            connection.unfinishedInput += 2 * bytes.remaining
            bytes.consumeAll()
            connection.write(Array("!".utf8).span.bytes)
        }
        func inputEnded(on connection: Connection) { connection.close() }
        func drained(_ connection: Connection) {}
        func overflowed(_ connection: Connection) {}
        func timedOut(_ connection: Connection) {}
        func stopping(_ connection: Connection) { connection.abort() }
        func closed(_ connection: Connection, because reason: ConnectionEnd) {
            connection.unfinishedInput = 1
            ends.yield(reason)
        }
    }

    /// Whether so much waits in the end: a handler hears of its end before that is counted.
    private func comesTo(_ count: Int, _ shards: ShardGroup) async -> Bool {
        for _ in 0..<1_000 where shards.outputBudget.waiting != count { try? await Task.sleep(for: .milliseconds(10)) }
        return shards.outputBudget.waiting == count
    }

    @Test("Incomplete input held by handlers counts until its connection ends")
    func unfinishedInputCounts() async throws {
        let shards = try ShardGroup(count: 1, outputMemory: 100_000)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        let (ends, continuation) = AsyncStream<ConnectionEnd>.makeStream()
        shards.serve(socket, outputLimit: 1 << 30) { _ in Hoarder(continuation) }
        let first = try LoopClient(socket.address)
        first.send(String(repeating: "x", count: 20_000))
        #expect(first.receiveText(1) == "!")
        let clients = try (0..<3).map { _ in try LoopClient(socket.address) }
        defer { withExtendedLifetime((first, clients)) {} }
        for client in clients { client.send(String(repeating: "x", count: 10_000)) }
        var iterator = ends.makeAsyncIterator()
        // 40,000 and three times 20,000 are at the bound; a byte more is beyond it.
        clients[0].send("x")
        #expect(await iterator.next() == .outputBudget)
        #expect(await comesTo(60_002, shards))
        clients[1].shutDownSending()
        #expect(await iterator.next() == .closed)
        #expect(await comesTo(40_002, shards))
        await shards.stop(graceMilliseconds: 100)
        #expect(shards.outputBudget.waiting == 0)
    }

    @Test("Input that cannot be delivered yet counts as waiting")
    func keptInputCounts() async throws {
        let shards = try ShardGroup(count: 1, outputMemory: 100_000)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        let (ends, continuation) = AsyncStream<ConnectionEnd>.makeStream()
        shards.serve(socket, outputLimit: 1 << 30) { _ in Keeper(continuation) }
        let clients = try (0..<3).map { _ in try LoopClient(socket.address, receiveBuffer: 4_096) }
        for client in clients { client.send(String(repeating: "x", count: 40_000)) }
        var iterator = ends.makeAsyncIterator()
        #expect(await iterator.next() == .outputBudget)
        #expect(shards.outputBudget.waiting <= 100_000)
        await shards.stop(graceMilliseconds: 100)
        #expect(shards.outputBudget.waiting == 0)
        withExtendedLifetime(clients) {}
    }
}
