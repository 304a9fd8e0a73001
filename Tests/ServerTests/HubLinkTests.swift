import EventLoops
import HTTP1
import Rooms
import Sessions
import TestKit
import Testing
import WebSockets

@testable import Bus
@testable import Server

@Suite("Links between nodes and the hub") struct HubLinkTests {
    @Test("A node finds the hub, and its clients are answered in order")
    func found() {
        let world = NodeWorld(seed: 1)
        let node = world.addNode("a")
        let early = node.connect()
        #expect(!node.link.isLinked)
        _ = world.addHub(1)
        world.run(700)
        #expect(node.link.isLinked && early.isGreeted && early.open.isEmpty && early.beginnings == 0)
        let client = node.connect()
        for _ in 0..<20 { node.say("lobby", client) }
        world.run(50)
        #expect(client.isGreeted && client.open.isEmpty && client.said == 21)
        #expect(world.faults == [])
        #expect(world.hubs[0].sessions.values.map(\.count) == [2])
    }

    @Test("First messages wait for a hub up to their bound, and more are refused")
    func held() {
        let world = NodeWorld(seed: 1)
        let node = world.addNode("a")
        let client = node.connect()
        for _ in 1..<world.bounds.held { node.say("lobby", client) }
        #expect(client.open == [1, 2, 3, 4])
        #expect(world.faults == [])
        node.say("lobby", client)
        #expect(client.open == [1, 2, 3, 4] && client.said == 5, "the fifth is refused at once")
        #expect(world.faults == [])
    }

    @Test("First messages of all connections together are held up to a bound, which they leave with their connections")
    func heldBytes() {
        let world = NodeWorld(seed: 1)
        world.bounds.heldBytes = 100
        let node = world.addNode("a")
        // 36 bytes each.
        let clients = (0..<3).map { _ in node.connect() }
        #expect(clients.map(\.open) == [[1], [1], []], "the third is refused at once")
        node.disconnect(clients[0])
        node.say("hello", clients[2])
        #expect(clients[2].open == [2])
        _ = world.addHub(1)
        world.run(700)
        #expect(clients[1].isGreeted && clients[2].isGreeted)
        world.hubs[0].stop()
        world.run(4_000)
        let later = (0..<3).map { _ in node.connect() }
        #expect(later.map(\.open) == [[1], [1], []], "what was sent waits no more")
        #expect(world.faults == [])
    }

    @Test("A hub whose lease may be over says nothing more, gives up its links, and goes on once it has it again")
    func lapsed() {
        let world = NodeWorld(seed: 9)
        let node = world.addNode("a")
        let hub = world.addHub(1)
        world.run(700)
        let client = node.connect()
        world.run(50)
        #expect(client.isGreeted)
        node.say("lobby", client)
        // The hub hears it, and its answer waits for the end of the turn.
        hub.holdsLease = false
        world.run(2_000)
        #expect(client.open == [2] && !node.link.isLinked && hub.sessions.isEmpty)
        #expect(world.events.contains(.lapsed(generation: 1)))
        #expect(world.events.count { $0 == .lapsed(generation: 1) } == 1, "said once")
        hub.holdsLease = true
        world.run(700)
        #expect(node.link.isLinked && client.beginnings == 1 && client.isGreeted && client.open.isEmpty)
        #expect(world.faults == [])
    }

    @Test("A node and a hub with other seeds or session keys do not serve each other, and say so once")
    func strangers() {
        for (print, difference) in [
            (NodeWorld.print(2, keys: [1]), ClusterPrint.Difference.seed),
            (NodeWorld.print(1, keys: [2]), .sessionKeys),
        ] {
            let world = NodeWorld(seed: 10)
            let (node, other) = (world.addNode("a"), world.addNode("b"))
            other.print = print
            _ = world.addHub(1)
            world.run(3_000)
            #expect(node.link.isLinked && !other.link.isLinked)
            #expect(world.events.count { $0 == .different(node: "hub", difference) } == 1)
        }
    }

    @Test("A hub refuses a node of another seed that asks for a link all the same")
    func strangersAsk() {
        let world = NodeWorld(seed: 10)
        let hub = world.addHub(1)
        let introduction = Introduction(node: "b", print: NodeWorld.print(2, keys: [1]))
        hub.remote.hear(Envelope(.introduction, link: 7, payload: introduction.encoded).encoded)
        #expect(hub.served.isEmpty && world.events == [.different(node: "b", .seed)])
    }

    @Test("A node that has not read the newest session key yet is served, with a warning")
    func newerKey() {
        let world = NodeWorld(seed: 11)
        let node = world.addNode("a")
        let hub = world.addHub(1)
        hub.print = NodeWorld.print(1, keys: [2, 1])
        world.run(3_000)
        #expect(node.link.isLinked)
        #expect(world.events.contains(.different(node: "hub", .newestKey)))
    }

    @Test("A hub of a lower generation is followed once none was heard of for long: its database was restored")
    func restoredDatabase() {
        let world = NodeWorld(seed: 12)
        let node = world.addNode("a")
        let first = world.addHub(7, on: "one")
        world.run(700)
        first.stop()
        _ = world.addHub(2, on: "two")
        world.run(8_000)
        #expect(!node.link.isLinked)
        world.run(6_000)
        #expect(node.link.isLinked && node.link.generation == 2)
    }

    @Test("Of two hubs of one generation a node keeps to its own, and the other hears nothing that is meant for it")
    func twoHubs() {
        let world = NodeWorld(seed: 13)
        let node = world.addNode("a")
        let one = world.addHub(1, on: "one")
        world.run(700)
        let two = world.addHub(1, on: "two")
        let client = node.connect()
        world.run(3_000)
        #expect(one.sessions.values.map(\.count) == [1] && two.served.isEmpty)
        #expect(client.isGreeted && client.beginnings == 0)
        #expect(world.events.contains(.twoHubs(node: "two", generation: 1)))
        #expect(world.faults == [])
    }

    @Test("A node hears that a hub has given its lease back")
    func vacancy() {
        let world = NodeWorld(seed: 14)
        let node = world.addNode("a")
        world.run(100)
        world.bus.port("one").publish(Envelope(.vacancy).encoded, to: world.subjects.announcements)
        world.run(100)
        #expect(node.vacancies == 1)
    }

    @Test("The first messages that waited for a hub are told in its clock, however far that is ahead")
    func clocksAtFirst() {
        let world = NodeWorld(seed: 8)
        let node = world.addNode("a")
        let hub = world.addHub(1)
        hub.ahead = 5_000
        let client = node.connect()
        world.run(700)
        #expect(client.isGreeted)
        #expect((5_990...6_010).contains(hub.instants.first ?? 0))
    }

    @Test("Without a hub, requests of HTTP are counted and answered 503, except for the node's own health")
    func asked() throws {
        let world = NodeWorld(seed: 1)
        let node = world.addNode("a")
        let target = try #require(RequestTarget("/", method: .get))
        let head = RequestHead(method: .get, target: target, isVersion11: true, fields: HeaderFields())
        for resource in [HubResource.today, .health] {
            node.ask(
                .asked(
                    ConnectionID(slot: 1, generation: 0), resource, Request(head: head, body: []),
                    RequestContext(client: ClientNetwork(bits: 1, isIPv4: true), isSecure: false)), of: 0)
        }
        #expect(node.boxes[0].waitingCost == 0)
        #expect(node.answers == [503, 200])
    }

    @Test("A node that goes down is waited for no longer")
    func leaves() {
        let world = NodeWorld(seed: 9)
        let nodes = [world.addNode("a"), world.addNode("b")]
        let hub = world.addHub(1)
        world.run(700)
        _ = nodes.map { $0.connect() }
        world.run(100)
        #expect(hub.sessions.values.map(\.count) == [1, 1])
        nodes[0].link.leave()
        world.run(20)
        #expect(hub.sessions.values.map(\.count) == [1])
        #expect(world.faults == [])
    }

    @Test("When the hub dies, another one of a higher generation is found, and clients keep their sockets")
    func failOver() {
        let world = NodeWorld(seed: 2)
        let nodes = [world.addNode("a"), world.addNode("b")]
        let first = world.addHub(1, on: "one")
        world.run(700)
        let clients = nodes.flatMap { node in (0..<5).map { _ in node.connect() } }
        world.run(100)
        #expect(clients.allSatisfy { $0.isGreeted })
        first.stop()
        for node in nodes { for client in node.clients { node.say("lobby", client) } }
        world.run(4_000)
        let second = world.addHub(2, on: "two")
        world.run(700)
        #expect(clients.allSatisfy { $0.beginnings == 1 && $0.open.isEmpty })
        #expect(second.sessions.values.map(\.count) == [5, 5])
        #expect(nodes.map(\.lostCount) == [2, 2], "each shard is told once")
        #expect(world.faults == [])
        #expect(nodes.flatMap(\.boxes).allSatisfy { $0.waitingCost == 0 })
    }

    @Test("A hub that slept, and speaks on, is not heard by nodes that know a newer one")
    func replaced() {
        let world = NodeWorld(seed: 3)
        let node = world.addNode("a")
        let old = world.addHub(1, on: "one")
        world.run(700)
        let client = node.connect()
        world.run(50)
        // Both speak at once from now on.
        let new = world.addHub(2, on: "two")
        world.run(5_000)
        #expect(new.sessions.values.map(\.count) == [1] && old.sessions.isEmpty)
        #expect(client.beginnings == 1 && client.open.isEmpty)
        #expect(world.events.contains(.lost(node: "one", .replaced)))
        #expect(world.faults == [])
    }

    @Test("A lost batch is noticed, and everybody on the node is introduced again", arguments: 0..<20)
    func lostBatch(seed: Int) {
        let world = NodeWorld(seed: seed)
        let node = world.addNode("a")
        let hub = world.addHub(1)
        world.run(700)
        let client = node.connect()
        world.run(50)
        var faults = MemoryBus.Faults()
        faults.lost = 1_000
        world.bus.faults = faults
        if seed % 2 == 0 {
            node.say("lobby", client)
        } else {
            hub.say(.sayWhatWasRead, to: 5)
            for place in hub.served.keys { hub.say(.hasRoom, to: place) }
        }
        world.run(5)
        world.bus.faults = MemoryBus.Faults()
        world.run(3_000)
        #expect(client.beginnings == 1 && client.open.isEmpty && client.isGreeted)
        #expect(world.events.contains { if case .lost(_, .gap) = $0 { true } else { false } })
        #expect(hub.sessions.values.map(\.count) == [1] && world.faults == [])
    }

    @Test("Mail that is not handled fills the bound of its shard, and is released when it is")
    func backPressure() {
        let world = NodeWorld(seed: 4)
        let node = world.addNode("a", shards: 1)
        let hub = world.addHub(1)
        world.run(700)
        let client = node.connect()
        world.run(50)
        #expect(node.boxes[0].waitingCost == 0)
        hub.withholds = true
        for _ in 0..<100 { node.say("lobby", client) }
        world.run(1_000)
        #expect(node.boxes[0].waitingCost >= 100 * 4_096, "the shard reads no more")
        #expect(node.boxes[0].awaitHandling())
        hub.release()
        world.run(100)
        #expect(node.boxes[0].waitingCost == 0 && node.roomCount == 1)
        #expect(client.open.isEmpty && world.faults == [])
    }

    @Test("A node that leaves too much unhandled for too long is given up, and comes back when it can")
    func slowNode() {
        let world = NodeWorld(seed: 5)
        let node = world.addNode("a")
        let hub = world.addHub(1)
        world.run(700)
        let client = node.connect()
        world.run(50)
        node.isCongested = true
        let place = hub.served.keys.first ?? 0
        let long = Array(repeating: UInt8(ascii: " "), count: 20_000)
        hub.say(
            .message(client.id.onNode(from: client.shard), EncodedMessage(.text, long.span.bytes), isGreeted: true),
            to: place)
        world.run(400)
        #expect(hub.served.count == 1)
        world.run(300)
        #expect(hub.served.isEmpty || world.events.contains(.lost(node: "a", .behind)))
        node.isCongested = false
        world.run(4_000)
        #expect(hub.sessions.values.map(\.count) == [1] && client.isGreeted && client.open.isEmpty)
    }

    @Test("All shards of a node say what they have read before the hub hears it, once")
    func whatWasRead() {
        let world = NodeWorld(seed: 6)
        _ = world.addNode("a", shards: 3)
        let hub = world.addHub(1)
        world.run(700)
        for place in hub.served.keys { hub.say(.sayWhatWasRead, to: place) }
        world.run(50)
        #expect(hub.saidCount == 1)
    }

    @Test("An event of a room goes to a node once, and there to every shard; subscriptions to theirs")
    func feeds() throws {
        let world = NodeWorld(seed: 7)
        let node = world.addNode("a", shards: 3)
        let hub = world.addHub(1)
        world.run(700)
        let place = try #require(hub.served.keys.first)
        let room = try #require(RoomCode("KYTE7"))
        let id = ConnectionID(slot: 4, generation: 2)
        hub.say(.feed(.open(room, connection: id.onNode(from: 2).token, after: 3)), to: place)
        hub.say(.feed(.end(room, FeedMail.Content(OutgoingMessage(Array("{}".utf8))))), to: place)
        world.run(50)
        #expect(node.fed.count == 4)
        #expect(node.fed.first == "2 \(FeedMail.open(room, connection: id.token, after: 3))")
    }

    @Test("A client's instants are told in the hub's clock")
    func clocks() {
        let world = NodeWorld(seed: 8)
        let node = world.addNode("a")
        let hub = world.addHub(1)
        world.run(3_000)
        let client = node.connect()
        world.run(50)
        node.say("lobby", client)
        let said = world.now
        world.run(50)
        #expect(hub.instants.last == said)
    }

    @Test(
        "Whatever a bus does, in the end every client is known to the hub once and has its answers",
        arguments: 0..<300)
    func anyFaults(seed: Int) {
        var faults = MemoryBus.Faults()
        let world = NodeWorld(seed: seed)
        faults.lost = world.below(60)
        faults.doubled = world.below(60)
        faults.changed = world.below(20)
        faults.delay = 0...world.below(80)
        faults.keepsOrder = seed % 3 != 0
        world.bus.faults = faults
        let nodes = (0..<3).map { world.addNode("n\($0)", shards: 1 + world.below(3)) }
        var hub = world.addHub(1, on: "h1")
        for round in 0..<30 {
            world.run(100 + world.below(400)) {
                guard world.below(4) == 0 else { return }
                let node = nodes[world.below(3)]
                switch world.below(8) {
                case 0: _ = node.connect()
                case 1: if let client = node.clients.randomElement(using: &world.random) { node.disconnect(client) }
                default: if let client = node.clients.randomElement(using: &world.random) { node.say("lobby", client) }
                }
            }
            switch world.below(12) {
            case 0: world.bus.set("n\(world.below(3))", isAway: true)
            case 1: for name in 0..<3 { world.bus.set("n\(name)", isAway: false) }
            case 2:
                hub.stop()
                hub = world.addHub(UInt64(2 + round), on: "h\(2 + round)")
            case 3: hub.withholds.toggle()
            default: break
            }
        }
        world.bus.faults = MemoryBus.Faults()
        for name in 0..<3 { world.bus.set("n\(name)", isAway: false) }
        hub.release()
        world.run(8_000)
        #expect(world.faults == [])
        #expect(nodes.map { $0.link.isLinked } == [true, true, true])
        for node in nodes {
            for client in node.clients { #expect(client.open.isEmpty && client.isGreeted, "\(node.name) \(client.id)") }
            #expect(node.boxes.allSatisfy { $0.waitingCost == 0 })
        }
        #expect(
            hub.sessions.values.map { $0.values.filter(\.greeted).count }.sorted()
                == nodes.map(\.clients.count).sorted())
        #expect(hub.served.values.allSatisfy { $0.box.waitingCost == 0 })
    }
}
