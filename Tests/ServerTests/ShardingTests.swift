import Sessions
import Synchronization
import TestKit
import Testing

@testable import EventLoops
@testable import Server

/// Clients on different shards, who must not notice.
@Suite(.blocking) struct ShardingTests {
    private static let puzzle: JSONTree = "guess-en-5/2026-11-21"

    /// Waits until the connections are spread like this.
    private func expectCounts(_ counts: [Int], on server: TestServer) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while server.server.connectionCounts != counts {
            // Each round waits for the server's own turns.
            try #require(ContinuousClock.now < deadline, "\(server.server.connectionCounts)")
            _ = server.server.largestBacklog
        }
    }

    /// Players on shards of their own: one after the other on each.
    private func players(_ count: Int, on server: TestServer) throws -> [PlayerClient] {
        let shards = server.server.connectionCounts.count
        let cookies = try (0..<count).map { _ in try server.guest() }
        try expectCounts(Array(repeating: 0, count: shards), on: server)
        let players = try cookies.map { try server.player(cookie: $0) }
        #expect(server.server.connectionCounts.allSatisfy { $0 >= count / shards }, "each shard has its share")
        return players
    }

    private func guess(_ word: String, _ row: Int) -> JSONTree {
        ["type": "guess", "puzzle": Self.puzzle, "row": .number(Double(row)), "word": .string(word)]
    }

    /// The numbers of a room's events, in the order in which a client was told of them.
    private func told(_ client: PlayerClient, after entry: JSONTree) -> [Int] {
        let events = client.messages.filter { $0.type == "event" }.compactMap { $0["seq"]?.integer }
        #expect(events == events.sorted(), "in order")
        return events.filter { $0 > (entry["seq"]?.integer ?? 0) }
    }

    @Test("Connections are spread evenly over the shards")
    func connectionsSpread() throws {
        let server = try TestServer(shards: 4)
        let clients = try (0..<10).map { _ in try server.connect() }
        // The optimiser lets go of what is not used any more, and a socket closes then.
        defer { withExtendedLifetime(clients) {} }
        for client in clients { #expect(try client.ask("GET", "/api/v1/health").status == 200) }
        #expect(server.server.connectionCounts.sorted() == [2, 2, 3, 3])
    }

    @Test("Players on different shards run one race", arguments: [0, 1, 5])
    func raceOverShards(shards: Int) throws {
        let server = try TestServer(shards: shards == 0 ? 3 : shards)
        let clients = try players(3, on: server)
        let (racer, rival, watcher) = (clients[0], clients[1], clients[2])
        let answer = try TestServer.answer(of: "guess-en-5/2026-11-21")
        let room = try racer.ask(["type": "create_room", "name": "Kites"])
        let code = try #require(room["room"])
        let entry = try rival.ask(["type": "join", "room": code])
        #expect(entry["seat"] == 2)
        let view = try watcher.ask(["type": "watch", "room": code])
        #expect(view.type == "watching")
        for player in [racer, rival] {
            #expect(try player.ask(["type": "open", "puzzle": Self.puzzle])["state"] == "playing")
        }
        #expect(try racer.ask(guess("crane", 0)).type == "judged")
        #expect(try rival.ask(guess("slate", 0)).type == "judged")
        #expect(try rival.ask(guess(answer, 1))["state"] == "solved")
        #expect(try racer.ask(guess(answer, 1))["state"] == "solved")
        for client in clients {
            _ = try client.push("event") { $0["event"]?["kind"] == "finished" && $0["event"]?["seat"] == 1 }
        }
        // Everybody was told all that happened after the entry, once and in order, and nobody before the answer to it.
        let last = try #require(racer.messages.last { $0.type == "event" }?["seq"]?.integer)
        for (client, entry) in zip(clients, [room, entry, view]) {
            let first = (entry["seq"]?.integer ?? 0) + 1
            #expect(told(client, after: entry) == Array(first...last))
            let answered = try #require(client.messages.firstIndex { $0["re"] != nil && $0["seq"] == entry["seq"] })
            #expect(client.messages[..<answered].allSatisfy { $0.type != "event" })
        }
    }

    @Test("A room's event crosses to each shard in one message")
    func oneMessagePerShard() throws {
        let server = try TestServer(shards: 2)
        let clients = try players(24, on: server)
        defer { withExtendedLifetime(clients) {} }
        let room = try clients[0].ask(["type": "create_room"])
        let code = try #require(room["room"])
        for client in clients.dropFirst() { #expect(try client.ask(["type": "join", "room": code]).type == "joined") }
        for client in clients.dropLast() { _ = try client.push("event") { $0["event"]?["seat"] == 24 } }
        // Who is there goes round at the next tick, in a message of its own.
        for client in clients { _ = try client.push("presence") { $0["present"]?.elements.count == 24 } }
        // The first connection is on the hub's shard: nothing of what it says has to cross.
        let before = batches(in: server)
        #expect(try clients[0].ask(["type": "rename", "name": "Mika"]).type == "renamed")
        for client in clients { _ = try client.event("renamed") }
        #expect(batches(in: server) == before + 1, "one message to the other shard, for 12 receivers there")
    }

    /// Mail that the shards and the hub have sent each other so far, of a turn each.
    private func batches(in server: TestServer) -> Int {
        let found = Mutex(0)
        server.server.shards.onEach(server.server.shards.group.shards) { loop in
            let loads = loop.turnEnds.compactMap {
                ($0 as? Mailbox<HubMail>)?.load ?? ($0 as? Mailbox<ShardMail>)?.load
            }
            found.withLock { $0 += loads.reduce(0) { $0 + $1.batchCount.load(ordering: .relaxed) } }
        }
        return found.withLock { $0 }
    }

    /// A new player. While mail is at its bound, a request for a new guest is answered 503: come again.
    private func newcomer(to server: TestServer) throws -> PlayerClient {
        for _ in 0..<1_000 {
            do {
                return try server.player()
            } catch SocketClientError.badAnswer("503") {
                continue
            }
        }
        return try server.player()
    }

    /// Sends requests that cross each other. Every client must get an answer to each request, and the events of each
    /// room without a gap.
    private func storm(on server: TestServer, seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let clients = try (0..<24).map { _ in try newcomer(to: server) }
        // Hundreds of commits and thousands of messages: on a busy machine they take a while.
        for client in clients { client.webSocket.socket.patience = 60_000 }
        let host = clients[0]
        let room = try #require(try host.ask(["type": "create_room"])["room"])
        var entries: [JSONTree] = host.messages.filter { $0.type == "joined" }
        for (index, client) in clients.enumerated().dropFirst() {
            let type: JSONTree = index % 3 == 0 ? "watch" : "join"
            let entry = try client.ask(["type": type, "room": room])
            try #require(entry["seq"] != nil, "\(entry)")
            entries.append(entry)
        }
        var sent: [[Int]] = Array(repeating: [], count: clients.count)
        for _ in 0..<600 {
            let index = Int.random(in: 0..<clients.count, using: &random)
            let message: JSONTree =
                switch Int.random(in: 0..<8, using: &random) {
                case 0: ["type": "open", "puzzle": Self.puzzle]
                case 1: guess("crane", 0)
                case 2: guess("slate", 1)
                case 3: ["type": "rename", "name": .string("Racer \(index)")]
                case 4: ["type": "unknown"]
                default: ["type": "ping"]
                }
            sent[index].append(try clients[index].post(message))
        }
        for (index, client) in clients.enumerated() {
            for id in sent[index] { _ = try client.wait { $0["re"]?.integer == id } }
            let answers = client.messages.compactMap { $0["re"]?.integer }.filter { sent[index].contains($0) }
            #expect(answers.sorted() == sent[index], "each once")
            // Those that wait for the disk may be overtaken by others, but not by each other.
            let pongs = client.messages.filter { $0.type == "pong" }.compactMap { $0["re"]?.integer }
            #expect(pongs == pongs.sorted())
        }
        // The last event: everybody is told of it, and so of all before it.
        #expect(try host.ask(["type": "rename", "name": "Storm over"]).type == "renamed")
        for (client, entry) in zip(clients, entries) {
            let last = try client.push("event") { $0["event"]?["name"] == "Storm over" }["seq"]?.integer ?? 0
            let first = (entry["seq"]?.integer ?? 0) + 1
            #expect(told(client, after: entry) == Array(first...max(first, last)))
        }
    }

    private static var stormBounds: ServerBounds {
        var bounds = ServerBounds()
        bounds.hub.requestRate = TokenRate(perSecond: 100_000, burst: 100_000)
        bounds.hub.renameRate = TokenRate(everyMs: 1, burst: 1_000)
        bounds.hub.changeRate = bounds.hub.renameRate
        // A client answers pings only while it reads, and waits for its turn: under a sanitizer longer than a ping may.
        bounds.timeouts.betweenPings = 600_000
        bounds.timeouts.pong = 600_000
        return bounds
    }

    @Test("Many clients on many shards each hear every event in order", arguments: [1, 3, 8])
    func manyClientsOnManyShards(shards: Int) throws {
        try storm(on: TestServer(bounds: Self.stormBounds, shards: shards), seed: UInt64(shards))
    }

    @Test("Mail between shards loses nothing at its bound")
    func mailAtItsBound() throws {
        var bounds = Self.stormBounds
        // Whatever is said is too much: after each message a shard waits for the hub, and the hub for the shards.
        bounds.mailToHub = 1
        bounds.mailToShard = 1
        try storm(on: TestServer(bounds: bounds, shards: 3), seed: 7)
    }
}
