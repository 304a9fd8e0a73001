import Foundation
import Server
import TestKit
import Testing

/// Whole servers that serve one database together.
@Suite(
    .enabled(
        if: PostgreSQLServer.isThere && NATSServer.isThere, "NOT TESTED: PostgreSQL or NATS is not installed"),
    .blocking, .serialized)
struct ClusterTests {
    /// Servers of one cluster, all with the secrets of the first.
    private final class Cluster {
        let nats: NATSServer
        let storage: String
        private(set) var nodes: [TestServer] = []

        init() throws {
            nats = try NATSServer()
            let name = "cluster\(UInt32.random(in: 0...UInt32.max))"
            let database = try PostgreSQLServer.shared()
            try database.psql("CREATE DATABASE \(name)")
            storage = database.address(database: name)
        }

        func add() throws -> TestServer {
            let folder = try TestServer.makeFolder()
            if let first = nodes.first {
                for secret in ["seed", "session-key"] {
                    let (from, to) = (first.folder + "/" + secret, folder + "/" + secret)
                    try? FileManager.default.removeItem(atPath: to)
                    try FileManager.default.copyItem(atPath: from, toPath: to)
                }
            }
            let node = try TestServer(folder: folder, shards: 2) { [storage, nats] in
                $0.storage = storage
                $0.bus = "nats://127.0.0.1:\(nats.port)/test"
            }
            nodes.append(node)
            try ClusterTests.wait("node \(nodes.count) has a hub") {
                try node.ask("GET", "/api/v1/health").status == 200
            }
            return node
        }

        func stop() { for node in nodes { node.stop() } }
    }

    private static func wait(_ what: Comment, seconds: Double = 30, until isSo: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try !isSo() {
            try #require(ContinuousClock.now < deadline, what)
            usleep(20_000)
        }
    }

    @Test("Players of two servers race in one room, and hear each other")
    func oneRoom() throws {
        let cluster = try Cluster()
        defer { cluster.stop() }
        let (one, two) = (try cluster.add(), try cluster.add())
        let host = try one.player()
        let room = try host.ask(["type": "create_room", "name": "Friday Kites"])
        let code = try #require(room["room"]?.text)
        let rival = try two.player()
        #expect(try rival.ask(["type": "join", "room": .string(code)]).type == "joined")
        _ = try host.event("joined")
        let watcher = try two.player()
        #expect(try watcher.ask(["type": "watch", "room": .string(code)]).type == "watching")
        #expect(try host.ask(["type": "open", "puzzle": "guess-en-5/2026-11-21"])["state"] == "playing")
        let guess: JSONTree = ["type": "guess", "puzzle": "guess-en-5/2026-11-21", "row": 0, "word": "crane"]
        #expect(try host.ask(guess).type == "judged")
        #expect(try rival.event("guessed")["event"]?["row"] == 0)
        _ = try watcher.event("guessed")
        // A guest of one server is known on the other.
        #expect(try two.ask("POST", "/api/v1/session", fields: [host.cookie]).status == 200)
    }

    @Test("A server whose bus is away serves its own players; without a database for all it does not start")
    func noBus() throws {
        let cluster = try Cluster()
        cluster.nats.stop()
        let lonely = try TestServer(shards: 1) {
            $0.storage = cluster.storage
            $0.bus = "nats://127.0.0.1:\(cluster.nats.port)/test"
        }
        try Self.wait("it is its own hub") { try lonely.ask("GET", "/readyz").status == 200 }
        _ = try lonely.player()
        lonely.stop()
        #expect(throws: ConfigurationFault.self) { try TestServer { $0.bus = "nats://127.0.0.1:1/test" } }
    }

    @Test("When the server with the hub goes, players elsewhere keep their sockets and go on")
    func handOver() throws {
        let cluster = try Cluster()
        defer { cluster.stop() }
        let (one, two) = (try cluster.add(), try cluster.add())
        let host = try two.player()
        let room = try host.ask(["type": "create_room", "name": "Friday Kites"])
        let code = try #require(room["room"]?.text)
        #expect(try two.ask("GET", "/readyz").status == 200)
        one.stop()
        // Another server behind the socket.
        let push = try host.push("error")
        #expect(push["code"] == "hello_first")
        #expect(try host.ask(["type": "hello", "protocol": 1]).type == "welcome")
        let back = try host.ask([
            "type": "join", "room": .string(code), "epoch": room["epoch"] ?? .null, "seq": room["seq"] ?? .null,
        ])
        #expect(back.type == "joined" && back["recovered"] == true && back["seat"] == 1)
    }
}
