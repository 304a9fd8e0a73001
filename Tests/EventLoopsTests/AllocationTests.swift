import Bytes
import CAllocations
import Glibc
import Testing
import WebSockets

@testable import EventLoops

/// Echoes, as `tilerace-echo` does; a message that begins with `P` goes to all connections.
private final class Echo: ConnectionHandler {
    private var webSocket = WebSocket.server(messageLimit: 1 << 20)
    private let room: Room

    init(_ room: Room) {
        self.room = room
        room.members.append(self)
    }

    func send(_ message: EncodedMessage, to connection: Connection) { webSocket.send(message, to: connection) }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) {
        do {
            while let event = try webSocket.receive(&bytes, answeringTo: connection) {
                guard case .message(let kind, let payload) = event else { continue }
                let isBroadcast = payload.withBytes(in: bytes) { $0.byteCount > 0 && $0.byte(at: 0) == 0x50 }
                if isBroadcast {
                    room.broadcast(payload.withBytes(in: bytes) { EncodedMessage(kind, $0) })
                } else {
                    webSocket.send(kind, payload, of: bytes, to: connection)
                }
            }
        } catch {
            Issue.record("\(error)")
        }
    }

    func inputEnded(on connection: Connection) {}
    func drained(_ connection: Connection) {}
    func overflowed(_ connection: Connection) {}
    func timedOut(_ connection: Connection) {}
    func stopping(_ connection: Connection) {}
    func closed(_ connection: Connection, because reason: ConnectionEnd) {}
}

private final class Room {
    var members: [Echo] = []
    var connections: [Connection] = []

    func broadcast(_ message: EncodedMessage) {
        for index in members.indices { members[index].send(message, to: connections[index]) }
    }
}

/// A loop that the test turns itself, so that all it does is done, and counted, on the test's thread.
private struct TurnedLoop {
    private let loop: EventLoop
    private let room = Room()
    /// The peers' ends.
    private let peers: [Int32]

    init(connections: Int) throws {
        loop = try EventLoop(load: ShardLoad())
        var peers: [Int32] = []
        for _ in 0..<connections {
            var pair: [Int32] = [0, 0]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            try #require(socketpair(AF_UNIX, kind, 0, &pair) == 0)
            peers.append(pair[1])
            loop.adopt(pair[0], tls: nil, outputLimit: 1 << 20) { [room] connection in
                room.connections.append(connection)
                return Echo(room)
            }
        }
        self.peers = peers
    }

    func end() {
        for connection in room.connections { connection.abort() }
        loop.turn {}
        for peer in peers { close(peer) }
    }

    /// Allocations of `turns` turns of the loop, in each of which so many peers send `frame` and all read `answer`
    /// bytes. Nil if they do not get as many.
    func allocations(_ frame: [UInt8], from senders: Int, answer: Int, turns: Int) -> Int64? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let before = allocations_of_this_thread()
        for _ in 0..<turns {
            for peer in peers.prefix(senders) { write(peer, frame, frame.count) }
            loop.turn()
            for peer in peers where read(peer, &buffer, buffer.count) != answer { return nil }
        }
        return allocations_of_this_thread() - before
    }
}

/// The figures are those of the release build, for which `./test allocations` runs this suite. Without optimization the
/// compiler puts on the heap what it otherwise keeps on the stack: then the bounds only tell of something that was
/// added.
@Suite("Allocations of a message", .enabled(if: allocations_are_wanted()))
struct AllocationTests {
    #if DEBUG
        private static let forEcho: Int64 = 12
        private static let forBroadcast: Int64 = 48
        private static let forDelivery: Int64 = 12
    #else
        private static let forEcho: Int64 = 0
        /// The frame, the object that shares it, and the one that keeps its compressed form.
        private static let forBroadcast: Int64 = 3
        private static let forDelivery: Int64 = 0
    #endif
    private static let turns = 200

    private static func frame(_ text: String) -> [UInt8] {
        let payload = Array(text.utf8)
        let key: [UInt8] = [1, 2, 3, 4]
        return [0x81, 0x80 | UInt8(payload.count)] + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
    }

    @Test("An echoed message allocates nothing, alone or with others in one read", arguments: [1, 16])
    func echo(frames: Int) throws {
        let loop = try TurnedLoop(connections: 4)
        defer { loop.end() }
        let one = Self.frame("a guess of thirty-two bytes, yes")
        let bytes = Array(repeatElement(one, count: frames).joined())
        let answer = (one.count - 4) * frames
        // The first turns make the loop's own buffers.
        _ = loop.allocations(bytes, from: 4, answer: answer, turns: 4)
        let count = try #require(loop.allocations(bytes, from: 4, answer: answer, turns: Self.turns))
        #expect(count <= Self.forEcho * Int64(4 * frames * Self.turns))
    }

    @Test("A broadcast allocates its frame and nothing for each delivery")
    func broadcast() throws {
        let frame = Self.frame("PROGRESS")
        let counts = try [2, 42].map { connections in
            let loop = try TurnedLoop(connections: connections)
            defer { loop.end() }
            _ = loop.allocations(frame, from: 1, answer: frame.count - 4, turns: 4)
            return try #require(loop.allocations(frame, from: 1, answer: frame.count - 4, turns: Self.turns))
        }
        #expect((1...Self.forBroadcast * Int64(Self.turns)).contains(counts[0]), "\(counts[0])")
        #expect(counts[1] - counts[0] <= Self.forDelivery * Int64(40 * Self.turns))
    }

    @Test("The allocation counter counts")
    func counter() {
        #expect(allocations_are_counted())
        let before = allocations_of_this_thread()
        let sink = CollectedBytes()
        sink.write([UInt8](repeating: 1, count: 100).span.bytes)
        #expect(sink.array.count == 100 && allocations_of_this_thread() > before)
    }
}
