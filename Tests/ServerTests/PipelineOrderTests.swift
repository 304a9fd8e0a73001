import Foundation
import GameRules
import Glibc
import HTTP1
import Sessions
import Telemetry
import TestKit
import Testing

@testable import EventLoops
@testable import Server

/// Pipelined requests on a shard that is not the hub's, where an answer may take its time.
@Suite(.blocking) struct PipelineOrderTests {
    /// A hub that answers when the test says so.
    private final class SlowDesk {
        /// The connection whose request waits for its answer.
        private(set) var waiting: ConnectionID?

        func receive(_ batch: MailBatch<HubMail>) {
            for case .asked(let id, _, _, _) in batch.mail { waiting = id }
            _ = batch.handled()
        }
    }

    /// The client's end of a connection within this process.
    private struct Client: Sendable {
        let descriptor: Int32

        /// Sends what the system takes, which has room for a few requests.
        func send(_ text: String) {
            let bytes = Array(text.utf8)
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// Returns the bytes that are there now.
        func receive() -> [UInt8] {
            var all: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(descriptor, &piece, piece.count, 0)
                guard count > 0 else { return all }
                all += piece[..<count]
            }
        }

        /// Returns the bytes up to the server's end.
        func receiveToEnd() -> [UInt8] {
            var all: [UInt8] = []
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while true {
                let ready = poll(&entry, 1, 60_000)
                // Other tests send this process signals.
                if ready < 0, errno == EINTR { continue }
                let count = all.count
                if ready == 1 { all += receive() }
                if all.count == count { return all }
            }
        }
    }

    private static func onShard<Value: Sendable>(
        _ shard: Shard, _ work: @escaping @Sendable (EventLoop) -> Value
    ) async -> Value {
        await withCheckedContinuation { done in shard.execute { done.resume(returning: work($0)) } }
    }

    private static let requests = [
        "GET /style.css HTTP/1.1\r\nHost: a\r\n\r\n", "GET /api/v1/today HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    ]

    /// The first answer does not fit its socket, and leaves in the turn in which it was written. Its follow-up comes
    /// when the second request already waits for its answer. The third could be answered at once, and must not be.
    @Test("A pipelined answer never overtakes the one before it")
    func noOvertaking() async throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // On a busy machine this test is away for longer than a client of a real server may wait.
        var bounds = ServerBounds()
        bounds.timeouts.request = 600_000
        bounds.timeouts.answer = 600_000
        bounds.timeouts.idle = 600_000
        let parts = try ServerParts(
            TestServer.configuration(folder), bounds, DataFolder(path: folder), ServerClock(startingAt: 0),
            .silent,
            TestServer.lexicon.get(), nil)
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        let (server, client) = (ends[0], Client(descriptor: ends[1]))
        defer { close(client.descriptor) }
        let group = try ShardGroup(count: 1)
        let shard = group.shards[0]
        let first = await Self.onShard(shard) { loop in
            let desk = SlowDesk()
            let hub = HubPort(Mailbox { desk.receive(MailBatch([$0], $1)) }, of: loop, limit: 1 << 20)
            let here = ServerShard(parts, shard, loop, hub: hub, feeds: parts.makeFeeds(on: shard, loop))
            loop.attachment = here
            shard.load.addOne()
            loop.adopt(server, tls: nil, outputLimit: 1 << 20) { connection in
                connection.setSendBuffer(4_096)
                return here.handler(for: connection) { HTTPConnection(connection, shard: $0, peer: $1) }
            }
            client.send(Self.requests.joined())
            loop.turn()
            let backlog = loop.largestBacklog
            var received: [UInt8] = []
            while loop.largestBacklog > 0 {
                received += client.receive()
                loop.turn()
            }
            return (received: received, backlog: backlog, asked: desk.waiting)
        }
        #expect(first.backlog > 0, "the first answer fits the socket")
        let asked = try #require(first.asked, "the second request waits for its answer")
        await Self.onShard(shard) { ServerShard.find(on: $0)?.hub.answered(asked, .full) }
        let text = String(decoding: first.received + client.receiveToEnd(), as: UTF8.self)
        let statuses = text.split(separator: "HTTP/1.1 ").map { $0.prefix(3) }
        #expect(statuses == ["200", "503", "404"])
        await group.stop(graceMilliseconds: 10)
        await Self.onShard(shard) { $0.dismantle() }
    }
}
