import Bus
import EventLoops
import Foundation
import Synchronization
import TestKit
import Testing

@testable import Server

/// Whole servers that serve one database together.
@Suite(
    .enabled(
        if: PostgreSQLServer.isThere && NATSServer.isThere, "NOT TESTED: PostgreSQL or NATS is not installed"),
    .blocking, .serialized)
struct ClusterTests {
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

    @Test("A hub whose lease another one took steps down: players keep their sockets, and it decides again later")
    func stepsDown() throws {
        let cluster = try Cluster()
        defer { cluster.stop() }
        let one = try cluster.add()
        let host = try one.player()
        let room = try host.ask(["type": "create_room", "name": "Friday Kites"])
        let code = try #require(room["room"]?.text)
        // As another server would.
        try cluster.psql(
            """
            UPDATE tilerace.lease SET generation = generation + 1, holder = 'x',
                expires_at = clock_timestamp() + INTERVAL '2 s'
            """)
        let push = try host.push("error")
        #expect(push["code"] == "hello_first")
        #expect(try host.ask(["type": "hello", "protocol": 1]).type == "welcome")
        let back = try host.ask([
            "type": "join", "room": .string(code), "epoch": room["epoch"] ?? .null, "seq": room["seq"] ?? .null,
        ])
        #expect(back.type == "joined" && back["recovered"] == true)
        #expect(try cluster.psql("SELECT generation FROM tilerace.lease") == "3")
        try Self.wait("it is ready again") { try one.ask("GET", "/readyz").status == 200 }
        let lines = [
            "tilerace_hub 1", "tilerace_hub_linked 1", "tilerace_hub_generation 3", "tilerace_nodes_linked 1",
            "tilerace_bus_away 0",
        ]
        // Figures are of the last tick, and the own link of a hub may be begun anew meanwhile.
        for line in lines {
            try Self.wait("\(line)") {
                String(decoding: try one.ask("GET", "/metrics").body, as: UTF8.self).contains("\n\(line)\n")
            }
        }
    }

    @Test("A hub that loses its bus gives the lease to one that has it, and players there go on")
    func busOfHubAway() throws {
        let (cluster, other) = (try Cluster(), try NATSServer())
        defer { cluster.stop() }
        let one = try cluster.add()
        _ = try one.player()
        // It hears nothing of the first, as it is on another bus; and the first has the lease.
        let two = try cluster.add(nats: other, waits: false)
        let (holder, generation) = (try cluster.holder(), try cluster.generation())
        #expect(try two.ask("GET", "/readyz").status == 503)
        cluster.nats.stop()
        try Self.wait("the other one has the lease") { try cluster.holder() != holder }
        try Self.wait("it serves its players") { try two.ask("GET", "/readyz").status == 200 }
        _ = try two.player()
        #expect(try cluster.generation() == generation + 1)
    }

    @Test("A hub that never had the bus gives the lease to one that has it")
    func hubWithoutBus() throws {
        let (cluster, away) = (try Cluster(), try NATSServer())
        defer { cluster.stop() }
        away.stop()
        var bounds = ServerBounds()
        bounds.cluster.loneTerm = 2_000
        let one = try cluster.add(bounds: bounds, nats: away)
        try Self.wait("it is its own hub") { try one.ask("GET", "/readyz").status == 200 }
        let holder = try cluster.holder()
        let two = try cluster.add()
        try Self.wait("the other one has the lease") { try cluster.holder() != holder }
        try Self.wait("it serves its players") { try two.ask("GET", "/readyz").status == 200 }
    }

    @Test("A server that cannot serve under the lease leaves it to others, for longer each time, and says why once")
    func cannotServe() throws {
        let cluster = try Cluster()
        defer { cluster.stop() }
        try cluster.add().stop()
        // No word of its list: the hub does not start.
        try cluster.psql("UPDATE tilerace.pinned_puzzles SET answer = 999999999")
        let generation = try cluster.generation()
        let lines = LogLines()
        let node = try cluster.add(waits: false, log: lines)
        try Self.wait("it has tried twice") { try cluster.generation() >= generation + 2 }
        // The third time comes 2 s after the second.
        usleep(1_000_000)
        #expect(try cluster.generation() == generation + 2)
        #expect(try cluster.psql("SELECT expires_at = '-infinity' FROM tilerace.lease") == "t", "others may take it")
        #expect(lines.count("not_hub") == 1)
        #expect(try node.ask("GET", "/readyz").status == 503)
    }

    @Test("A server to whose start as a hub the database does not answer gives the lease back, and decides when it can")
    func silentStart() throws {
        let cluster = try Cluster()
        defer { cluster.stop() }
        try cluster.add().stop()
        let generation = try cluster.generation()
        let database = cluster.database
        // Only a hub that starts reads it.
        Thread.detachNewThread {
            _ = try? PostgreSQLServer.shared().psql(
                "BEGIN; LOCK TABLE tilerace.announcements IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(120)",
                database: database)
        }
        let locker = """
            SELECT pid FROM pg_locks WHERE relation = 'tilerace.announcements'::regclass AND granted
                AND mode = 'AccessExclusiveLock'
            """
        try Self.wait("the table is locked") { try !cluster.psql(locker).isEmpty }
        let lines = LogLines()
        let node = try cluster.add(bounds: ServerBounds(), waits: false, log: lines)
        // A read is given up after 30 s.
        try Self.wait("the lease is given back", seconds: 20) {
            try cluster.psql(
                "SELECT expires_at = '-infinity' AND generation = \(generation + 1) FROM tilerace.lease") == "t"
        }
        #expect(try node.ask("GET", "/readyz").status == 503)
        try cluster.psql("SELECT pg_terminate_backend(pid) FROM (\(locker)) AS locker")
        try Self.wait("it decides") { try node.ask("GET", "/readyz").status == 200 }
        #expect(lines.count("not_hub", "start of a hub") == 1)
    }

    @Test("A hub that cannot renew its lease counts as none, until it has it again")
    func lapses() throws {
        let cluster = try Cluster()
        defer { cluster.stop() }
        let one = try cluster.add()
        func says(_ line: String) throws -> Bool {
            String(decoding: try one.ask("GET", "/metrics").body, as: UTF8.self).contains("\n\(line)\n")
        }
        try Self.wait("it is the hub") { try says("tilerace_hub 1") }
        let database = cluster.database
        let isOver = DispatchSemaphore(value: 0)
        // Longer than the lease is sure, and not long enough for it to be given up.
        Thread.detachNewThread {
            _ = try? PostgreSQLServer.shared().psql(
                "BEGIN; SELECT 1 FROM tilerace.lease FOR UPDATE; SELECT pg_sleep(4.5); COMMIT", database: database)
            isOver.signal()
        }
        try Self.wait("it is none", seconds: 4.4) { try says("tilerace_hub 0") }
        #expect(try one.ask("GET", "/readyz").status == 503)
        isOver.wait()
        try Self.wait("it is the hub again") { try says("tilerace_hub 1") }
        #expect(try cluster.generation() == 1)
    }

    @Test("A server acknowledges in time what it has nothing to say to, where nothing but that wakes it")
    func acknowledges() throws {
        let cluster = try Cluster()
        defer { cluster.stop() }
        // The lease is another's, who announces itself no more: the test is the hub.
        var bounds = ServerBounds()
        bounds.cluster.announcing = 600_000
        try cluster.add(bounds: bounds)
        let bus = try NATSBus.open(
            BusAddress("nats://127.0.0.1:\(cluster.nats.port)/test"), name: "test", password: nil, report: { _ in })
        defer { bus.close() }
        let subjects = ClusterSubjects(cluster: "test")
        let came = Mutex<[Envelope]>([])
        _ = bus.subscribe(to: subjects.hub(of: 1_000, on: "hub")) { bytes in
            if let envelope = try? Envelope(bytes) { came.withLock { $0.append(envelope) } }
        }
        /// Announces the hub until another node than these has introduced itself.
        func introduction(besides known: Set<String>) throws -> (node: String, link: UInt64) {
            let hub = Announcement(generation: 1_000, node: "hub", print: nil)
            let announcement = Envelope(.announcement, payload: hub.encoded).encoded
            var found: (node: String, link: UInt64)?
            try Self.wait("a node introduces itself") {
                bus.publish(announcement, to: subjects.announcements)
                for envelope in came.withLock({ $0 }) where envelope.kind == .introduction {
                    let node = try Introduction(envelope.payload).node
                    if !known.contains(node) { found = (node, envelope.link) }
                }
                return found != nil
            }
            return try #require(found)
        }
        let first = try introduction(besides: [])
        bounds.cluster.tick = 600_000
        bounds.cluster.link.beat = 600_000
        bounds.cluster.link.silence = 600_000
        try cluster.add(bounds: bounds, waits: false)
        let (node, link) = try introduction(besides: [first.node])
        let version = MailVersions.spoken.newest
        let welcome = Envelope(.welcome, link: link, payload: LinkGrant(version: version).encoded)
        bus.publish(welcome.encoded, to: subjects.node(node))
        for number: UInt64 in 1...3 {
            var writer = ShardMailWriter()
            // Of a connection that has just gone.
            writer.write(.attend(ConnectionID(slot: 1, generation: 0), true))
            let mail = Envelope(.mail, version: version, link: link, sequence: number, payload: writer.take())
            bus.publish(mail.encoded, to: subjects.node(node))
            try Self.wait("the acknowledgment of \(number)", seconds: 5) {
                came.withLock { $0.contains { $0.link == link && $0.kind == .beat && $0.acknowledged == number } }
            }
        }
    }

    @Test("A hub that stops says that the lease is free")
    func vacancies() throws {
        let cluster = try Cluster()
        defer { cluster.stop() }
        let one = try cluster.add()
        let bus = try NATSBus.open(
            BusAddress("nats://127.0.0.1:\(cluster.nats.port)/test"), name: "test", password: nil, report: { _ in })
        defer { bus.close() }
        let kinds = Mutex<[Envelope.Kind]>([])
        _ = bus.subscribe(to: ClusterSubjects(cluster: "test").announcements) { bytes in
            if let envelope = try? Envelope(bytes) { kinds.withLock { $0.append(envelope.kind) } }
        }
        try Self.wait("the hub is heard") { kinds.withLock { $0.contains(.announcement) } }
        #expect(kinds.withLock { !$0.contains(.vacancy) })
        one.stop()
        #expect(bus.flush(within: 10_000))
        try Self.wait("the vacancy is heard", seconds: 5) { kinds.withLock { $0.contains(.vacancy) } }
    }

    @Test("A server whose clock is far ahead does not decide, says why, and serves when another one does")
    func clockAhead() throws {
        let cluster = try Cluster()
        defer { cluster.stop() }
        let one = try cluster.add()
        one.stop()
        let folder = try TestServer.makeFolder()
        for secret in ["seed", "session-key"] {
            let to = folder + "/" + secret
            try? FileManager.default.removeItem(atPath: to)
            try FileManager.default.copyItem(atPath: one.folder + "/" + secret, toPath: to)
        }
        let lines = LogLines()
        let later = Int(Date().timeIntervalSince1970 * 1_000) + 3_600_000
        let two = try TestServer(instant: later, folder: folder, shards: 1, log: lines) {
            $0.storage = cluster.storage
            $0.bus = "nats://127.0.0.1:\(cluster.nats.port)/test"
            $0.logLevel = .info
        }
        defer { two.stop() }
        try Self.wait("it says so") { lines.count("not_hub", "NTP") == 1 }
        try Self.wait("it is not ready") {
            let answer = try two.ask("GET", "/readyz")
            return answer.status == 503 && String(decoding: answer.body, as: UTF8.self).contains("clock_ahead")
        }
        #expect(try cluster.generation() == 1)
        _ = try cluster.add()
        try Self.wait("it serves with the other one") { try two.ask("GET", "/readyz").status == 200 }
        #expect(lines.count("not_hub") == 1)
    }

    @Test("Where nobody has the bus, one server keeps the lease for its own players")
    func nobodyHasBus() throws {
        let cluster = try Cluster()
        let one = try cluster.add()
        _ = try one.player()
        // Every server loses it: one of them goes on alone, and takes no turns with the others.
        cluster.nats.stop()
        try Self.wait("it has given its lease back once") {
            try cluster.psql("SELECT generation FROM tilerace.lease") == "2"
        }
        try Self.wait("it serves its own players") { try one.ask("GET", "/readyz").status == 200 }
        usleep(3_000_000)
        #expect(try cluster.psql("SELECT generation FROM tilerace.lease") == "2", "it keeps the lease from then on")
        try cluster.nats.start()
        let two = try cluster.add()
        _ = try two.player()
        cluster.stop()
    }

    @Test("A server with another seed does not serve with the others, and says which file differs")
    func otherSeed() throws {
        let cluster = try Cluster()
        defer { cluster.stop() }
        _ = try cluster.add()
        let folder = try TestServer.makeFolder()
        let seed = String(repeating: "08", count: 32) + "\n"
        try Data(seed.utf8).write(to: URL(fileURLWithPath: folder + "/seed"))
        let lines = LogLines()
        let stranger = try TestServer(folder: folder, shards: 1, log: lines) {
            $0.storage = cluster.storage
            $0.bus = "nats://127.0.0.1:\(cluster.nats.port)/test"
            $0.logLevel = .info
        }
        try Self.wait("it refuses the hub") { lines.count("node_refused", "the file seed") == 1 }
        try Self.wait("it is refused by the database") { lines.count("not_hub", "the file seed") == 1 }
        #expect(try stranger.ask("GET", "/readyz").status == 503)
        // Not when it could have the lease, either: it looks again as soon as that is free.
        cluster.stop()
        usleep(700_000)
        let answer = try stranger.ask("GET", "/readyz")
        #expect(answer.status == 503 && String(decoding: answer.body, as: UTF8.self).contains("no_hub"))
        #expect(lines.count(" hub ", "generation=") == 0 && lines.count("not_hub") == 1, "said once")
        stranger.stop()
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
