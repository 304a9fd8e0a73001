import Bus
import EventLoops
import Sessions
import Storage
import Synchronization

/// A server's part in a cluster, on its first shard: the link of its connections to the hub and, once the server has
/// the lease, the hub with the links of all nodes.
///
/// The hub's own node has a link like every other one. What it says to its own hub does not leave the process.
final class ClusterNode: TurnEnd {
    let link: HubLink
    private let parts: ServerParts
    private let bus: any Bus
    private let name: String
    private let subjects: ClusterSubjects
    private let bounds: ClusterBounds
    private let shard: Shard
    private unowned let loop: EventLoop
    private let arrivals = ArrivalBound()
    private var subscriptions: [any BusSubscription] = []
    /// The nodes that the hub serves, if it is here.
    private var remote: RemoteNodes?

    /// `boxes` lead to the shards of this node, in their order.
    init(
        _ parts: ServerParts, _ place: ClusterBus, on shard: Shard, _ loop: EventLoop, boxes: [Mailbox<ShardMail>]
    ) {
        let (bus, name) = (place.bus, place.node)
        self.parts = parts
        self.bus = bus
        self.name = name
        self.shard = shard
        self.loop = loop
        bounds = parts.bounds.cluster
        let subjects = ClusterSubjects(cluster: place.cluster)
        self.subjects = subjects
        let limit = parts.mailToShard
        let publish = ClusterNode.publisher(bus, shard, subjects.node(name))
        link = HubLink(
            .init(
                node: name, subjects: subjects, shards: boxes.count, now: { [clock = parts.clock] in clock.now },
                random: parts.random, publish: publish, put: { boxes[$1].put($0) },
                isCongested: { boxes.contains { $0.waitingCost >= limit } },
                report: { [parts] in ClusterNode.log($0, parts) }), bounds)
        // Before the mailboxes: what this puts into them leaves in the same turn.
        loop.turnEnds.insert(self, at: 0)
        for subject in [subjects.announcements, subjects.node(name)] {
            subscribe(to: subject) { $0.link.hear($1) }
        }
        tick()
    }

    var batchCount: Int { 0 }

    func turnEnded() {
        link.turnEnded()
        remote?.turnEnded()
    }

    private func tick() {
        link.tick()
        remote?.tick()
        parts.readiness.found(hub: link.isLinked)
        loop.after(milliseconds: bounds.tick) { [weak self] _ in self?.tick() }
    }

    // MARK: The bus

    /// Sends over the bus what is not for this process itself.
    private static func publisher(
        _ bus: any Bus, _ shard: Shard, _ own: Subject
    ) -> (_ bytes: [UInt8], _ subject: Subject) -> Void {
        { bytes, subject in
            // In a turn of its own, as what comes from elsewhere.
            shard.execute { loop in
                guard let node = ServerShard.find(on: loop)?.node else { return }
                if subject == own {
                    node.link.hear(bytes)
                } else if let remote = node.remote, subject == remote.subject {
                    remote.hear(bytes)
                } else {
                    bus.publish(bytes, to: subject)
                    // Heard here also while the bus is away: the hub's own players can do without it.
                    if subject == node.subjects.announcements { node.link.hear(bytes) }
                }
            }
        }
    }

    private func subscribe(to subject: Subject, _ hear: @escaping @Sendable (ClusterNode, [UInt8]) -> Void) {
        subscriptions.append(
            bus.subscribe(to: subject) { [shard, arrivals] bytes in
                guard arrivals.admit(bytes.count) else { return }
                shard.execute { loop in
                    arrivals.leave(bytes.count)
                    if let node = ServerShard.find(on: loop)?.node { hear(node, bytes) }
                }
            })
    }

    private static func log(_ event: LinkEvent, _ parts: ServerParts) {
        switch event {
        case .linked(let node, let generation):
            parts.logger.info("node_linked", ["node": .text(node), "generation": .number(Int(clamping: generation))])
        case .lost(let node, let fault):
            parts.logger.warning("link_lost", ["node": .text(node), "text": .text("\(fault)")])
        case .noCommonVersion(let node):
            parts.logger.error(
                "node_refused", ["node": .text(node), "text": "its version and ours have no mail in common"])
        case .full(let node):
            parts.logger.error("node_refused", ["node": .text(node), "text": "there are as many nodes as may be"])
        case .unreadable(let fault): parts.logger.warning("bus_unreadable", ["text": .text("\(fault)")])
        }
    }

    // MARK: The hub

    /// Makes this node the hub, over an engine that has the lease of that generation. Calls `then` once it serves.
    func becomeHub(
        _ storage: any Storage, generation: UInt64, then: @escaping (StorageError?) -> Void
    ) {
        let places = (0..<bounds.nodes).map { _ in PlaceFeeds() }
        let hub = parts.makeHub(on: shard, loop, storage, places)
        let mailroom = HubMailroom(
            hub, parts.makeAPI(of: hub, on: shard), of: loop, boxes: [], limit: parts.mailToShard, places: places)
        ServerShard.find(on: loop)?.serve(mailroom)
        hub.start { [self] result in
            if case .failure(let error) = result { return then(error) }
            let remote = RemoteNodes(
                .init(
                    node: name, subjects: subjects, generation: generation, places: places.indices,
                    limit: parts.mailToShard, now: { [clock = parts.clock] in clock.now },
                    publish: ClusterNode.publisher(bus, shard, subjects.node(name)),
                    report: { [parts] in ClusterNode.log($0, parts) }), bounds)
            remote.host = mailroom
            self.remote = remote
            subscribe(to: remote.subject) { $0.remote?.hear($1) }
            ServerShards.tick(hub, loop, shard, parts)
            then(nil)
        }
    }

    /// Gives up all links of the hub, if it is here, and hears nothing more over the bus.
    func end() {
        remote?.end()
        for subscription in subscriptions { subscription.end() }
        subscriptions = []
    }
}

/// Bounds the bytes that have come over a bus and wait for the shard: beyond, they are lost, which links notice.
private final class ArrivalBound: Sendable {
    private let waiting = Atomic(0)
    private static let most = 64 << 20

    /// Whether so many more may wait.
    func admit(_ bytes: Int) -> Bool {
        guard waiting.add(bytes, ordering: .relaxed).newValue <= ArrivalBound.most else {
            leave(bytes)
            return false
        }
        return true
    }

    func leave(_ bytes: Int) { waiting.subtract(bytes, ordering: .relaxed) }
}
