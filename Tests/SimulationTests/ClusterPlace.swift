import Bus
import Bytes
import EventLoops
import Rooms
import Sessions
import TestKit
import WebSockets

@testable import Server

/// A node with clients on two shards, and its link to the hub.
final class ClusterPlace {
    static let shards = 2

    let name: String
    private unowned let world: ClusterSimulation
    private let port: any Bus
    private(set) lazy var link = HubLink(
        .init(
            node: name, print: { ClusterSimulation.print }, subjects: world.subjects, shards: ClusterPlace.shards,
            now: { [unowned world] in world.now }, random: { [unowned world] in world.random.next() },
            publish: { [port] in port.publish($0, to: $1) }, put: { [unowned self] in put($0, $1) },
            isCongested: { false }, report: { [unowned world] in world.note($0) }),
        world.bounds)
    private var boxes: [Mailbox<HubMail>] = []
    private var feeds: [ShardFeeds] = []
    private let timers = SimulatedTimers()
    private(set) var clients: [ConnectionID: ClusterClient] = [:]
    /// The numbers of all clients that it has ever had.
    private(set) var numbers: [ConnectionID: Int] = [:]
    private var lastSlot: UInt32 = 0
    /// Batches of feeds, of which a planted fault drops some.
    private var batchCount = 0
    private(set) var isUp = true

    init(_ name: String, in world: ClusterSimulation) {
        self.name = name
        self.world = world
        port = world.bus.port(name)
        boxes = (0..<ClusterPlace.shards).map { shard in
            Mailbox { [unowned self] in link.receive(MailBatch([$0], $1), from: shard) }
        }
        var settings = FeedSettings()
        settings.promptWatchers = 1
        settings.longestDelay = 40
        feeds = (0..<ClusterPlace.shards).map { _ in
            ShardFeeds(
                environment: FeedEnvironment(
                    now: { [unowned world] in world.now },
                    after: { [unowned world, timers] in timers.add(world.now + $0, $1) },
                    receiver: { [unowned self] in line(ConnectionID(token: $0)) }, skipped: {}),
                settings: settings)
        }
        for shard in 0..<ClusterPlace.shards {
            feeds[shard].needsSnapshot = { [unowned self] in mail(.needsSnapshot($0), of: shard) }
        }
        let mine = Confined(value: self)
        for subject in [world.subjects.announcements, world.subjects.node(name)] {
            _ = port.subscribe(to: subject) { mine.value.hear($0) }
        }
    }

    private func hear(_ bytes: [UInt8]) {
        if isUp { link.hear(bytes) }
    }

    private func mail(_ mail: HubMail, of shard: Int) { boxes[shard].put(mail, cost: mail.cost) }

    // MARK: Clients

    /// A client comes. Returns its connection, and the shard that has it.
    func add(_ client: ClusterClient) -> (id: ConnectionID, shard: Int) {
        lastSlot += 1
        let id = ConnectionID(slot: lastSlot, generation: 0)
        let shard = Int(lastSlot) % ClusterPlace.shards
        clients[id] = client
        numbers[id] = client.number
        let claim = SessionClaim(player: client.player, sessions: 0)
        mail(.connected(id, identity: claim, ClientNetwork(bits: 1, isIPv4: true)), of: shard)
        return (id, shard)
    }

    /// A client goes.
    func remove(_ id: ConnectionID, of shard: Int) {
        guard clients.removeValue(forKey: id) != nil else { return }
        mail(.disconnected(id), of: shard)
    }

    func receive(_ json: [UInt8], from id: ConnectionID, of shard: Int) {
        mail(.received(id, json: json, lag: 1, at: world.now), of: shard)
    }

    /// Sends what a feed has for a watcher. What a feed itself misses it makes good with a picture: so the planted
    /// fault is behind it.
    fileprivate func send(_ batch: OutgoingBatch, to id: ConnectionID) {
        batchCount += 1
        if world.sabotage == .skipsEvents, batchCount % 7 == 0 { return }
        for message in batch.messages { clients[id]?.heard(String(decoding: message.json, as: UTF8.self)) }
    }

    private func line(_ id: ConnectionID) -> ClusterLine? {
        clients[id] == nil ? nil : ClusterLine(id, at: self)
    }

    private func put(_ mail: ShardMail, _ shard: Int) {
        switch mail {
        case .message(let id, let message, _): clients[id]?.heard(message.withPayload { $0.string })
        case .close(let id, let code, let reason):
            if clients[id] != nil { world.violated("a client on \(name) is closed: \(code) \(reason)") }
        case .feed(let mail): mail.deliver(to: feeds[shard])
        case .hubLost: feeds[shard].forgetAll()
        case .sayWhatWasRead:
            if world.sabotage != .forgetsQuestions { self.mail(.saidWhatWasRead, of: shard) }
        case .attend, .answer, .hasRoom: break
        }
    }

    // MARK: Life

    /// The process is gone, and its clients' lines with it.
    func kill() {
        isUp = false
        port.close()
        for client in clients.values.sorted(by: { $0.number < $1.number }) { client.connect() }
        clients = [:]
    }

    /// Hears nothing more, and can be let go of.
    func close() { port.close() }

    /// A turn of its loop.
    func turn(isTick: Bool) {
        timers.run(until: world.now)
        if isTick { link.tick() }
        link.turnEnded()
    }
}

/// A connection of a client, as a feed has it. Messages to one that is gone are dropped, also if its client has come
/// back on another.
private final class ClusterLine: FeedReceiver {
    private let id: ConnectionID
    private unowned let place: ClusterPlace

    init(_ id: ConnectionID, at place: ClusterPlace) {
        self.id = id
        self.place = place
    }

    var queuedBytes: Int { 0 }

    func send(_ batch: OutgoingBatch) { place.send(batch, to: id) }
}
