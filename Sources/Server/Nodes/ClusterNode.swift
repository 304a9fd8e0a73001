import Bus
import EventLoops
import Sessions
import Storage
import Synchronization

/// A server's part in a cluster, on its first shard. It has the link of the server's connections to the hub. Once the
/// server has the lease, it also has the hub with the links of all nodes.
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
    private let log: LinkLog
    private var subscriptions: [any BusSubscription] = []
    /// The hub, if it is here.
    private var hub: HubHere?
    /// Whether a turn of the loop will come for an acknowledgment that nothing takes along.
    private var awaitsAcknowledgment = false
    /// Whether the server's readiness knows of a hub.
    private var isReady = false
    /// The server goes down.
    private var isEnding = false
    /// Messages that the bus had dropped when that was last counted.
    private var dropped = 0

    /// The hub of this node, and the nodes that it serves.
    private struct HubHere {
        let remote: RemoteNodes
        let mailroom: HubMailroom
        let subscription: any BusSubscription
    }

    private var remote: RemoteNodes? { hub?.remote }

    /// Whether this node decides: it has the hub, whose lease is not over.
    var decides: Bool { hub?.remote.holdsLease ?? false }

    /// `boxes` lead to the shards of this node, in their order. `isVacant` hears that a hub elsewhere has given its
    /// lease back.
    init(
        _ parts: ServerParts, _ place: ClusterBus, on shard: Shard, _ loop: EventLoop, boxes: [Mailbox<ShardMail>],
        isVacant: @escaping () -> Void
    ) {
        let (bus, name) = (place.bus, place.node)
        self.parts = parts
        self.bus = bus
        self.name = name
        self.shard = shard
        self.loop = loop
        bounds = parts.bounds.cluster
        let subjects = place.subjects
        self.subjects = subjects
        let limit = parts.mailToShard
        let log = LinkLog(parts.logger, parts.metrics, now: { [clock = parts.clock] in clock.now })
        self.log = log
        let publish = ClusterNode.publisher(bus, shard, loop, subjects, subjects.node(name))
        link = HubLink(
            .init(
                node: name, print: { [parts] in parts.clusterPrint }, subjects: subjects, shards: boxes.count,
                now: { [clock = parts.clock] in clock.now },
                random: parts.random, publish: publish, put: { boxes[$1].put($0) },
                isCongested: { boxes.contains { $0.waitingCost >= limit } }, isVacant: isVacant,
                report: { log.note($0) }), bounds)
        parts.metrics.isHub.set(0)
        parts.readiness.found(hub: false)
        // Before the mailboxes: what this puts into them leaves in the same turn.
        loop.turnEnds.insert(self, at: 0)
        for subject in [subjects.announcements, subjects.node(name)] {
            subscriptions.append(subscribe(to: subject) { $0.link.hear($1) })
        }
        tick()
    }

    func turnEnded() {
        link.turnEnded()
        remote?.turnEnded()
        noteLink()
        awaitAcknowledgment()
    }

    /// Has a turn come when an acknowledgment is due. Its end sends the acknowledgment, or comes back here.
    private func awaitAcknowledgment() {
        guard !awaitsAcknowledgment else { return }
        let (own, others) = (link.acknowledgmentDue, remote?.acknowledgmentDue)
        guard let due = own.map({ min($0, others ?? $0) }) ?? others else { return }
        awaitsAcknowledgment = true
        loop.after(milliseconds: max(1, due - parts.clock.now)) { [weak self] _ in self?.awaitsAcknowledgment = false }
    }

    /// Says whether there is a hub as soon as that changes: before a client is answered by it.
    private func noteLink() {
        guard link.isLinked != isReady else { return }
        isReady = link.isLinked
        parts.readiness.found(hub: isReady)
    }

    private func tick() {
        link.tick()
        remote?.tick()
        // Where the hub is, it looks itself; what its storage last answered says nothing of a node that has none.
        if hub == nil {
            parts.readiness.answered(.success(()))
            parts.readiness.look(now: parts.clock.now) {}
        }
        measure()
        loop.after(milliseconds: bounds.tick) { [weak self] _ in self?.tick() }
    }

    private func measure() {
        let metrics = parts.metrics
        metrics.isHub.set(decides ? 1 : 0)
        metrics.isLinked.set(link.isLinked ? 1 : 0)
        metrics.hubGeneration.set(Int(clamping: link.generation ?? 0))
        metrics.nodesLinked.set(remote?.count ?? 0)
        metrics.linkUnacknowledged.set(link.unacknowledged)
        metrics.isBusAway.set(bus.isConnected ? 0 : 1)
        let total = bus.dropped
        metrics.busDropped.add(total - dropped)
        dropped = total
        if let milliseconds = link.takeRoundTrip() { metrics.linkRoundTrips.record(milliseconds * 1_000_000) }
    }

    // MARK: The bus

    /// Sends mail for other processes over the bus, within the turn that has decided it. Mail for this process comes in
    /// a turn of its own, as mail from elsewhere does.
    private static func publisher(
        _ bus: any Bus, _ shard: Shard, _ loop: EventLoop, _ subjects: ClusterSubjects, _ own: Subject
    ) -> (_ bytes: [UInt8], _ subject: Subject) -> Void {
        { [unowned loop] bytes, subject in
            let isHere = subject == own || subject == ServerShard.find(on: loop)?.node?.remote?.subject
            if !isHere {
                bus.publish(bytes, to: subject)
                // Heard here also while the bus is away: the hub's own players can do without it.
                guard subject == subjects.announcements else { return }
            }
            shard.execute { loop in
                guard let node = ServerShard.find(on: loop)?.node else { return }
                if !isHere || subject == own {
                    node.link.hear(bytes)
                } else if let remote = node.remote, subject == remote.subject {
                    remote.hear(bytes)
                }
            }
        }
    }

    private func subscribe(
        to subject: Subject, _ hear: @escaping @Sendable (ClusterNode, [UInt8]) -> Void
    ) -> any BusSubscription {
        bus.subscribe(to: subject) { [shard, arrivals] bytes in
            guard arrivals.admit(bytes.count) else { return }
            shard.execute { loop in
                arrivals.leave(bytes.count)
                if let node = ServerShard.find(on: loop)?.node { hear(node, bytes) }
            }
        }
    }

    // MARK: The hub

    /// Makes this node the hub, over an engine that has the lease of that generation, as `holdsLease` says for an
    /// instant of the server's clock. Calls `then` once it serves, or cannot within so many ms: what storage answers
    /// to its start later changes nothing.
    func becomeHub(
        _ storage: any Storage, generation: UInt64, within milliseconds: Int,
        holdsLease: @escaping (_ now: Int) -> Bool, then: @escaping (StorageError?) -> Void
    ) {
        guard !isEnding, hub == nil else { return then(.closed) }
        let places = (0..<bounds.nodes).map { _ in PlaceFeeds() }
        let hub = parts.makeHub(on: shard, loop, storage, places, takesOver: true)
        let mailroom = HubMailroom(
            hub, parts.makeAPI(of: hub, on: shard), of: loop, boxes: [], limit: parts.mailToShard, places: places)
        ServerShard.find(on: loop)?.serve(mailroom)
        let start = HubStart()
        hub.start { [self] result in
            guard start.end() else { return }
            if case .success = result, !isEnding {
                serve(mailroom, generation, places.indices, holdsLease)
                return then(nil)
            }
            dismiss(mailroom)
            if case .failure(let error) = result { then(error) } else { then(.closed) }
        }
        loop.after(milliseconds: milliseconds) { [weak self, weak mailroom] _ in
            guard start.end() else { return }
            if let mailroom { self?.dismiss(mailroom) }
            then(.unavailable("it did not answer to the start of a hub within \(milliseconds) ms"))
        }
    }

    private func serve(
        _ mailroom: HubMailroom, _ generation: UInt64, _ places: Range<Int>,
        _ holdsLease: @escaping (_ now: Int) -> Bool
    ) {
        let remote = RemoteNodes(
            .init(
                node: name, print: { [parts] in parts.clusterPrint }, subjects: subjects, generation: generation,
                places: places, limit: parts.mailToShard, now: { [clock = parts.clock] in clock.now },
                holdsLease: holdsLease,
                publish: ClusterNode.publisher(bus, shard, loop, subjects, subjects.node(name)),
                report: { [log] in log.note($0) }), bounds)
        remote.host = mailroom
        let subscription = subscribe(to: remote.subject) { $0.remote?.hear($1) }
        hub = HubHere(remote: remote, mailroom: mailroom, subscription: subscription)
        parts.metrics.isHub.set(1)
        ServerShards.tick(mailroom.hub, loop, shard, parts)
        // At once: others have waited for it.
        remote.tick()
    }

    /// Is a hub no more, and a node like others: its lease is another's, or given up. Connections stay.
    func stepDown() {
        guard let hub else { return }
        hub.remote.end()
        hub.subscription.end()
        self.hub = nil
        dismiss(hub.mailroom)
        parts.metrics.isHub.set(0)
        parts.metrics.nodesLinked.set(0)
        parts.metrics.playersLoaded.set(0)
        parts.metrics.roomsLoaded.set(0)
    }

    /// Drops a hub. Its work under way ends with its engine. What it has under way ends with its engine.
    private func dismiss(_ mailroom: HubMailroom) {
        mailroom.hub.drain {}
        loop.turnEnds.removeAll { $0 === mailroom }
        ServerShard.find(on: loop)?.serve(nil)
    }

    /// The server goes down. A hub that is here gives all its links up at once. Else the node still hears how a hub
    /// elsewhere answers what its clients have asked, until ``leave()``.
    func beginStopping() {
        isEnding = true
        guard let hub else { return }
        hub.remote.end()
        hub.subscription.end()
        stopHearing()
    }

    /// The last connection is gone: a hub elsewhere is to wait for nothing of this node.
    func leave() {
        link.leave()
        stopHearing()
    }

    private func stopHearing() {
        for subscription in subscriptions { subscription.end() }
        subscriptions = []
    }
}

/// A hub's start, which ends once: by itself, or because it takes too long.
private final class HubStart {
    private var isOver = false

    /// Ends it. Answers whether it had not ended yet.
    func end() -> Bool {
        defer { isOver = true }
        return !isOver
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
