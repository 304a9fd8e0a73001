import Bytes
import Glibc
import Synchronization
import TestKit
import Testing

@testable import EventLoops

/// Ends of connections, told across threads.
private final class Ends: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func tell(_ text: String) { continuation.yield(text) }

    func next() async -> String? { await stream.first { _ in true } }
}

/// Does as its input says, and echoes all other bytes. `c`: close. `b`: write without end. `t`: wait. `p`: pause, and
/// go on in 20 ms. `q`: as `p`, then write `1` to all others. `w`: write `2` to all others.
private final class Puppet: ConnectionHandler {
    private let ends: Ends

    init(_ ends: Ends) { self.ends = ends }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        while bytes.remaining > 0 {
            let byte = bytes.consumeByte()
            switch byte {
            case UInt8(ascii: "c"): return connection.close()
            case UInt8(ascii: "b"):
                let block = [UInt8](repeating: 0x62, count: 10_000)
                for _ in 0..<5_000 { connection.write(block.span.bytes) }
            case UInt8(ascii: "t"): connection.setTimeout(milliseconds: 20)
            case UInt8(ascii: "p"):
                connection.pauseReading()
                let id = connection.id
                connection.loop.after(milliseconds: 20) { $0.connection(id)?.resumeReading() }
                return
            case UInt8(ascii: "q"):
                connection.pauseReading()
                connection.loop.after(milliseconds: 20) { [self] _ in
                    connection.resumeReading()
                    write("1", toAllBut: connection)
                }
                return
            case UInt8(ascii: "w"): write("2", toAllBut: connection)
            default: connection.write([byte].span.bytes)
            }
        }
    }

    private func write(_ text: String, toAllBut connection: Connection) {
        for other in connection.loop.slots.all where other !== connection { other.write(Array(text.utf8).span.bytes) }
    }

    func inputEnded(on connection: Connection) {
        connection.write(Array("end".utf8).span.bytes)
        connection.close()
    }

    func drained(_ connection: Connection) {}

    func overflowed(_ connection: Connection) {
        ends.tell("overflow \(connection.queuedBytes <= connection.outputLimit)")
        connection.abort()
    }

    func timedOut(_ connection: Connection) { connection.write(Array("late".utf8).span.bytes) }

    func stopping(_ connection: Connection) {
        connection.write(Array("bye".utf8).span.bytes)
        connection.close()
    }

    func closed(_ connection: Connection, because reason: ConnectionEnd) { ends.tell("\(reason)") }
}

@Suite("Event loops over real sockets", .serialized, .blocking, .timeLimit(.minutes(1)))
struct EventLoopTests {
    private let ends = Ends()
    private let shards: ShardGroup
    private let address: SocketAddress

    init() throws { try self.init(shardCount: 1) }

    private init(shardCount: Int) throws {
        shards = try ShardGroup(count: shardCount)
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        address = socket.address
        let ends = ends
        shards.serve(socket, outputLimit: 1 << 20) { _ in Puppet(ends) }
    }

    @Test("Sent bytes come back, and the peer sees our close as an end")
    func echo() async throws {
        let client = try LoopClient(address)
        client.send("hello")
        #expect(client.receiveText(5) == "hello")
        client.send("c")
        #expect(client.sawEnd())
        client.shutDownSending()
        #expect(await ends.next() == "closed")
        await shards.stop(graceMilliseconds: 1_000)
    }

    @Test("A peer that has ended its side still gets the remaining output")
    func halfClose() async throws {
        let client = try LoopClient(address)
        client.send("xy")
        client.shutDownSending()
        #expect(client.receiveText(100) == "xyend")
        #expect(await ends.next() == "closed")
        await shards.stop(graceMilliseconds: 1_000)
    }

    @Test("A peer that does not read is cut off at the output bound")
    func slowReader() async throws {
        let client = try LoopClient(address, receiveBuffer: 4_096)
        client.send("b")
        #expect(await ends.next() == "overflow true")
        withExtendedLifetime(client) {}
        await shards.stop(graceMilliseconds: 1_000)
    }

    @Test("A reset ends the connection with its reason")
    func reset() async throws {
        let client = try LoopClient(address)
        client.send("x")
        #expect(client.receiveText(1) == "x")
        client.reset()
        #expect(await ends.next() == "failed(errno: \(ECONNRESET))")
        await shards.stop(graceMilliseconds: 1_000)
    }

    @Test("Bytes left while reading is paused are delivered later, in order")
    func pause() async throws {
        let client = try LoopClient(address)
        client.send("apxpyz")
        #expect(client.receiveText(4) == "axyz")
        await shards.stop(graceMilliseconds: 1_000)
    }

    @Test("Output written to another connection at the end of a turn is sent")
    func writesAtTheEndOfATurn() async throws {
        let (reader, writer) = (try LoopClient(address), try LoopClient(address))
        reader.send("x")
        #expect(reader.receiveText(1) == "x")
        // At the end of the turn in which the reader is sent `1`, the writer's `w` is delivered again.
        writer.send("qw")
        #expect(reader.receiveText(2) == "12")
        await shards.stop(graceMilliseconds: 1_000)
    }

    @Test("A connection's timer fires")
    func timeout() async throws {
        let client = try LoopClient(address)
        client.send("t")
        #expect(client.receiveText(4) == "late")
        await shards.stop(graceMilliseconds: 1_000)
    }

    @Test("Two shards share many connections, and a stop says good-bye to each")
    func manyAndStop() async throws {
        let two = try EventLoopTests(shardCount: 2)
        let clients = try (0..<200).map { _ in try LoopClient(two.address) }
        for client in clients { client.send("x") }
        #expect(clients.allSatisfy { $0.receiveText(1) == "x" })
        #expect(two.shards.shards.map(\.connectionCount) == [100, 100])
        let stopping = Task { await two.shards.stop(graceMilliseconds: 10_000) }
        for client in clients {
            #expect(client.receiveText(100) == "bye")
            client.shutDownSending()
        }
        await stopping.value
        #expect(two.shards.shards.map(\.connectionCount) == [0, 0])
        await shards.stop(graceMilliseconds: 1_000)
    }
}
