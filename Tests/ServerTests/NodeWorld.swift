import Bus
import Bytes
import EventLoops
import Sessions
import TestKit
import WebSockets

@testable import Server

/// A hub, and nodes with clients, over a bus that does harm by a seed. Time is what the test says.
///
/// The hub keeps sessions as the real one does, and answers every request with its number. Clients number their
/// requests, and check the answers: they come in order, none comes twice, and none comes without a request.
final class NodeWorld {
    let bus: MemoryBus
    var now = 1_000
    private(set) var faults: [String] = []
    private(set) var nodes: [ModelNode] = []
    private(set) var hubs: [ModelHub] = []
    private(set) var events: [LinkEvent] = []
    var bounds = ClusterBounds()
    let subjects = ClusterSubjects(cluster: "test")
    var random: SplitMix
    fileprivate var nextLink: UInt64 = 0

    init(seed: Int, faults: MemoryBus.Faults = MemoryBus.Faults()) {
        bus = MemoryBus(seed: UInt64(seed), faults: faults)
        random = SplitMix(seed: UInt64(seed) &* 31)
        bounds.link.payload = 64
        bounds.link.window = 4_096
    }

    func fault(_ text: String) { faults.append("\(now): \(text)") }
    fileprivate func note(_ event: LinkEvent) { events.append(event) }

    func addNode(_ name: String, shards: Int = 2) -> ModelNode {
        let node = ModelNode(name, shards: shards, in: self)
        nodes.append(node)
        return node
    }

    func addHub(_ generation: UInt64, on name: String = "hub") -> ModelHub {
        let hub = ModelHub(generation, on: name, in: self)
        hubs.append(hub)
        return hub
    }

    /// Lets so many ms go by, in steps as the ticks of servers are.
    func run(_ milliseconds: Int, each: () -> Void = {}) {
        let end = now + milliseconds
        while now < end {
            now += 5
            bus.step(to: now)
            each()
            if now % bounds.tick == 0 {
                for hub in hubs where hub.isUp && !hub.isStalled { hub.remote.tick() }
                for node in nodes where !node.isStalled { node.link.tick() }
            }
            for hub in hubs where hub.isUp && !hub.isStalled { hub.remote.turnEnded() }
            for node in nodes where !node.isStalled { node.link.turnEnded() }
        }
    }

    /// Prints of a seed and of keys of these numbers.
    static func print(_ seed: UInt8, keys: [UInt8]) -> ClusterPrint {
        func bytes(_ number: UInt8) -> [UInt8] { Array(repeating: number, count: ClusterPrint.length) }
        return ClusterPrint(seed: bytes(seed), keys: keys.map(bytes))
    }

    /// An envelope as a build of other versions of mail sends it, which says in it what it speaks.
    static func claiming(_ versions: MailVersions, _ bytes: [UInt8]) -> [UInt8] {
        guard versions != .spoken, var envelope = try? Envelope(bytes) else { return bytes }
        if envelope.kind == .announcement, let said = try? Announcement(envelope.payload) {
            envelope.payload =
                Announcement(generation: said.generation, node: said.node, print: said.print, versions: versions)
                .encoded
        } else if envelope.kind == .introduction, let said = try? Introduction(envelope.payload) {
            envelope.payload = Introduction(node: said.node, print: said.print, versions: versions).encoded
        }
        return envelope.encoded
    }

    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}

/// A client on a node.
final class ModelClient {
    let id: ConnectionID
    let shard: Int
    var said = 0
    /// Requests without an answer.
    var open: [Int] = []
    var isGreeted = false
    /// The number of times that it was told to begin anew.
    var beginnings = 0

    init(_ id: ConnectionID, shard: Int) {
        self.id = id
        self.shard = shard
    }
}

/// A node: shards with clients, and the link to the hub.
final class ModelNode {
    let name: String
    private unowned let world: NodeWorld
    private let port: any Bus
    private let shards: Int
    private(set) lazy var link = HubLink(
        .init(
            node: name, print: { [unowned self] in print }, subjects: world.subjects, shards: shards,
            now: { [unowned world] in world.now },
            random: { [unowned world] in
                world.nextLink += 1
                return world.nextLink
            },
            publish: { [unowned self, port] in port.publish(NodeWorld.claiming(versions, $0), to: $1) },
            put: { [unowned self] in put($0, $1) },
            isCongested: { [unowned self] in isCongested }, isVacant: { [unowned self] in vacancies += 1 },
            report: { [unowned world] in world.note($0) }),
        world.bounds)
    /// The versions of mail that it says it speaks.
    var versions = MailVersions.spoken
    private(set) var boxes: [Mailbox<HubMail>] = []
    private(set) var clients: [ModelClient] = []
    private var nextSlot: UInt32 = 0
    /// Mail that it is told of, by shard.
    private(set) var lostCount = 0
    private(set) var roomCount = 0
    var isCongested = false
    /// Its shards are busy, and say later what they have read.
    var withholdsAnswers = false
    private var withheldAnswers: [Int] = []
    /// The prints of its secrets.
    var print = NodeWorld.print(1, keys: [1])
    /// Hubs that have given their lease back.
    private(set) var vacancies = 0
    private(set) var fed: [String] = []
    /// The statuses of its answers over HTTP.
    private(set) var answers: [Int] = []

    init(_ name: String, shards: Int, in world: NodeWorld) {
        self.name = name
        self.world = world
        self.shards = shards
        port = world.bus.port(name)
        boxes = (0..<shards).map { shard -> Mailbox<HubMail> in
            // As in a server: the mail of other shards comes in batches.
            guard shard == 0 else {
                return Mailbox { [unowned self] in link.receive(MailBatch([$0], $1), from: shard) }
            }
            return Mailbox(within: { [unowned self] in link.receive($0, $1, from: shard) })
        }
        let mine = Confined(value: self)
        for subject in [world.subjects.announcements, world.subjects.node(name)] {
            _ = port.subscribe(to: subject) { mine.value.hear($0) }
        }
    }

    /// Its shard does nothing, and what comes waits.
    private(set) var isStalled = false
    private var inbox: [[UInt8]] = []

    private func hear(_ bytes: [UInt8]) {
        if isStalled { inbox.append(bytes) } else { link.hear(bytes) }
    }

    func stall() { isStalled = true }

    /// Its shard goes on: timers come first, then what waits.
    func wake() {
        isStalled = false
        link.tick()
        for bytes in inbox { link.hear(bytes) }
        inbox = []
    }

    private func mail(_ mail: HubMail, of shard: Int) { boxes[shard].put(mail, cost: mail.cost) }

    func connect() -> ModelClient {
        let shard = world.below(boxes.count)
        nextSlot += 1
        let client = ModelClient(ConnectionID(slot: nextSlot, generation: 0), shard: shard)
        clients.append(client)
        mail(.connected(client.id, identity: nil, ClientNetwork(bits: 1, isIPv4: true)), of: shard)
        say("hello", client)
        return client
    }

    func disconnect(_ client: ModelClient) {
        clients.removeAll { $0 === client }
        mail(.disconnected(client.id), of: client.shard)
    }

    func say(_ what: String, _ client: ModelClient) {
        client.said += 1
        client.open.append(client.said)
        let json =
            what == "hello"
            ? #"{"id":\#(client.said),"type":"hello","protocol":1}"#
            : #"{"id":\#(client.said),"type":"lobby","on":true}"#
        mail(.received(client.id, json: Array(json.utf8), lag: 1, at: world.now), of: client.shard)
    }

    func ask(_ mail: HubMail, of shard: Int) { self.mail(mail, of: shard) }

    /// Sends this many of the withheld answers, the oldest first.
    func answer(_ count: Int) {
        let due = withheldAnswers.prefix(count)
        withheldAnswers.removeFirst(due.count)
        for shard in due { mail(.saidWhatWasRead, of: shard) }
    }

    private func put(_ mail: ShardMail, _ shard: Int) {
        switch mail {
        case .message(let id, let message, let isGreeted):
            guard let client = clients.first(where: { $0.id == id }) else { return }
            guard client.shard == shard else { return world.fault("\(name): mail for a client of another shard") }
            if isGreeted { client.isGreeted = true }
            hear(message.withPayload { $0.string }, client)
        case .feed(let mail): fed.append("\(shard) \(mail)")
        case .hasRoom: roomCount += 1
        case .hubLost: lostCount += 1
        case .sayWhatWasRead:
            if withholdsAnswers { withheldAnswers.append(shard) } else { self.mail(.saidWhatWasRead, of: shard) }
        case .answer(_, let response): answers.append(response.head.status.code)
        case .close, .attend: break
        }
    }

    private func hear(_ text: String, _ client: ModelClient) {
        guard let tree = try? JSONTree(parsing: Array(text.utf8)) else { return world.fault("no JSON: \(text)") }
        if tree["re"] == nil, tree["code"]?.text == "hello_first" {
            // As after a broken line: nothing comes any more to what was asked.
            client.open = []
            client.beginnings += 1
            return say("hello", client)
        }
        guard let number = tree["re"]?.integer else { return world.fault("\(name): no answer: \(text)") }
        guard client.open.contains(number) else {
            return world.fault("\(name): \(number) is answered unasked, or twice")
        }
        if client.open.first != number, tree["type"]?.text != "error" {
            world.fault("\(name): \(number) is answered before \(client.open)")
        }
        client.open.removeAll { $0 == number }
    }
}

/// A hub that serves nodes.
final class ModelHub: NodeHost {
    private unowned let world: NodeWorld
    private let name: String
    private let generation: UInt64
    /// The prints of its secrets.
    var print = NodeWorld.print(1, keys: [1])
    /// Whether its lease is surely its own.
    var holdsLease = true
    /// ms by which its clock is ahead of that of nodes.
    var ahead = 0
    private let port: any Bus
    private(set) lazy var remote = RemoteNodes(
        .init(
            node: name, print: { [unowned self] in print }, subjects: world.subjects, generation: generation,
            places: 2..<6, limit: 10_000, now: { [unowned self, unowned world] in world.now + ahead },
            holdsLease: { [unowned self] _ in holdsLease },
            publish: { [unowned self, port] in port.publish(NodeWorld.claiming(versions, $0), to: $1) },
            report: { [unowned world] in world.note($0) }), world.bounds)
    /// The versions of mail that it says it speaks.
    var versions = MailVersions.spoken
    private(set) var sessions: [Int: [ConnectionID: (greeted: Bool, last: Int)]] = [:]
    private(set) var served: [Int: RemoteNode] = [:]
    /// Not gone.
    var isUp = true
    /// Whether it acknowledges no mail.
    var withholds = false
    private(set) var withheld: [(RemoteNode, UInt64)] = []
    private(set) var saidCount = 0
    private(set) var instants: [Int] = []
    private let subscription: any BusSubscription

    init(_ generation: UInt64, on name: String, in world: NodeWorld) {
        self.world = world
        self.name = name
        self.generation = generation
        port = world.bus.port(name)
        final class Box { weak var hub: ModelHub? }
        let box = Confined(value: Box())
        subscription = port.subscribe(to: world.subjects.hub(of: generation, on: name)) { bytes in
            guard let hub = box.value.hub, hub.isUp else { return }
            hub.hear(bytes)
        }
        remote.host = self
        box.value.hub = self
    }

    func stop() {
        isUp = false
        subscription.end()
    }

    /// Its shard does nothing, and what comes waits.
    private(set) var isStalled = false
    private var inbox: [[UInt8]] = []

    private func hear(_ bytes: [UInt8]) {
        if isStalled { inbox.append(bytes) } else { remote.hear(bytes) }
    }

    func stall() { isStalled = true }

    /// Its shard goes on: timers come first, then what waits.
    func wake() {
        isStalled = false
        remote.tick()
        for bytes in inbox { remote.hear(bytes) }
        inbox = []
    }

    func add(_ node: RemoteNode) {
        if served[node.place] != nil { world.fault("a place twice") }
        served[node.place] = node
        sessions[node.place] = [:]
    }

    func remove(_ node: RemoteNode) {
        served[node.place] = nil
        sessions[node.place] = nil
    }

    func say(_ mail: ShardMail, to place: Int) { served[place]?.box.put(mail) }

    func receive(_ mail: [HubMail], _ number: UInt64, from node: RemoteNode) {
        guard served[node.place] === node else { return world.fault("mail of a node that is not served") }
        for one in mail { handle(one, node) }
        if withholds { withheld.append((node, number)) } else { node.handled(upTo: number) }
    }

    func release() {
        withholds = false
        for (node, number) in withheld { node.handled(upTo: number) }
        withheld = []
    }

    private func handle(_ mail: HubMail, _ node: RemoteNode) {
        switch mail {
        case .connected(let id, _, _):
            if sessions[node.place]?[id] != nil { world.fault("\(id) is introduced twice on one link") }
            sessions[node.place]?[id] = (false, 0)
        case .disconnected(let id): sessions[node.place]?[id] = nil
        case .received(let id, let json, _, let instant):
            instants.append(instant)
            guard var session = sessions[node.place]?[id] else { return world.fault("a message of nobody") }
            guard let tree = try? JSONTree(parsing: json), let number = tree["id"]?.integer else {
                return world.fault("no request")
            }
            if number <= session.last { world.fault("\(number) came behind \(session.last)") }
            session.last = number
            if tree["type"]?.text == "hello" { session.greeted = true }
            sessions[node.place]?[id] = session
            let text =
                session.greeted
                ? #"{"re":\#(number),"type":"pong","time":1}"#
                : #"{"re":\#(number),"type":"error","code":"hello_first"}"#
            let message = EncodedMessage(.text, Array(text.utf8).span.bytes)
            node.box.put(.message(id, message, isGreeted: session.greeted))
        case .saidWhatWasRead: saidCount += 1
        case .silent, .asked, .needsSnapshot: break
        }
    }
}
