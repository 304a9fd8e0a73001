import EventLoops
import HTTP1
import Sessions

/// Handles, on the hub's shard, what the connections of all shards have for the hub.
final class HubMailroom: TurnEnd, NodeHost {
    /// Answers what was asked over HTTP. Calls `reply` exactly once.
    typealias Answering = (
        _ resource: HubResource, _ request: Request, _ context: RequestContext, _ reply: @escaping Routes.Reply
    ) -> Void

    let hub: SessionHub
    private let answer: Answering
    private let limit: Int
    /// Runs work in a later turn, after so many ms.
    private let after: (_ milliseconds: Int, _ work: @escaping () -> Void) -> Void
    /// The shards by index.
    private let shards: [ServedShard]
    /// The nodes that are served over a bus, and the feeds of their places, whose numbers follow those of the shards.
    private var nodes: [Int: ServedNode] = [:]
    private let places: [PlaceFeeds]
    /// Some shard does not keep up with what the hub says. As of the end of the last turn.
    private var isCongested = false
    /// Mail that is handled and not said to be: it keeps its shard from reading while there is congestion.
    private var withheld: [(ServedShard, MailReceipt)] = []
    private var withheldOfNodes: [(RemoteNode, number: UInt64)] = []

    /// Work that waits until the shards have read their sockets: work of the question under way, and work that came
    /// after it was asked.
    private var (asked, unasked): ([() -> Void], [() -> Void]) = ([], [])
    /// Shards that have not answered.
    private var unanswered = 0

    /// ms after which a congested hub looks again.
    private static let patience = 5

    /// The mailroom of a hub on a loop, at the ends of whose turns it looks for congestion.
    convenience init(
        _ hub: SessionHub, _ routes: APIRoutes, of loop: EventLoop, boxes: [Mailbox<ShardMail>], limit: Int,
        places: [PlaceFeeds] = []
    ) {
        self.init(
            hub, boxes: boxes, limit: limit, places: places,
            after: { [unowned loop] milliseconds, work in _ = loop.after(milliseconds: milliseconds) { _ in work() } },
            answer: { routes.respond(with: $0, to: $1, in: $2, reply: $3) })
        loop.turnEnds.append(self)
    }

    /// `boxes` lead to the shards, in their order. `limit` bounds the bytes of mail that a shard has not handled; the
    /// decisions of one turn may exceed it. `places` are the hub's feeds behind those of the shards. Its owner says
    /// when a turn has ended.
    init(
        _ hub: SessionHub, boxes: [Mailbox<ShardMail>], limit: Int, places: [PlaceFeeds],
        after: @escaping (_ milliseconds: Int, _ work: @escaping () -> Void) -> Void, answer: @escaping Answering
    ) {
        self.hub = hub
        self.limit = limit
        self.places = places
        self.after = after
        self.answer = answer
        shards = boxes.map(ServedShard.init)
    }

    // MARK: Mail

    /// The mailbox to the hub of the shard with that index; `loop` is that shard's, and the hub is on `shard`.
    static func mailbox(on shard: Shard, of loop: EventLoop, from index: Int) -> Mailbox<HubMail> {
        Mailbox(of: loop, to: shard) { batch, loop in
            guard let shard = ServerShard.find(on: loop) else { return }
            // A node's hub may be elsewhere, and is beyond its link also where it is here.
            if let node = shard.node {
                node.link.receive(batch, from: index)
            } else {
                shard.mailroom?.receive(batch, from: index)
            }
        }
    }

    /// The mailbox to the hub of its own shard.
    func mailbox() -> Mailbox<HubMail> {
        Mailbox { [unowned self] mail, receipt in
            let own = shards[0]
            handle(mail, of: own, 0)
            handled(receipt, of: own)
        }
    }

    /// Handles what the connections of a shard have for the hub.
    func receive(_ batch: MailBatch<HubMail>, from index: Int) {
        let shard = shards[index]
        for mail in batch.mail { handle(mail, of: shard, index) }
        handled(batch.receipt, of: shard)
    }

    private func handle(_ mail: HubMail, of shard: ServedShard, _ index: Int) {
        switch mail {
        case .connected(let id, let identity, let network):
            // A node that says it twice must not leave a session behind that nobody ends.
            if let former = shard.sessions[id] { hub.disconnect(former) }
            let place = SessionPlace(shard: index, connection: id.token)
            shard.sessions[id] = hub.connect(
                MailedOutput(id, shard.box), at: place, identity: identity, of: network)
        case .received(let id, let json, let lag, let instant):
            if let session = shard.sessions[id] { hub.receive(json, from: session, lag: lag, at: instant) }
        case .disconnected(let id):
            if let session = shard.sessions.removeValue(forKey: id) { hub.disconnect(session) }
        case .silent(let id, let isSilent):
            guard let session = shard.sessions[id] else { return }
            if isSilent { hub.fellSilent(session) } else { hub.isHeard(session) }
        case .asked(let id, let resource, let request, let context):
            answer(resource, request, context) { [box = shard.box] response in box.put(.answer(id, response)) }
        case .needsSnapshot(let room): hub.publishSnapshot(of: room, to: index)
        case .saidWhatWasRead: hasSaidWhatWasRead(shard)
        }
    }

    // MARK: Nodes

    /// Serves a node over its link from now on.
    func add(_ node: RemoteNode) {
        nodes[node.place] = ServedNode(node: node, shard: ServedShard(node.box))
        places[node.place - shards.count].feeds = MailedFeeds(node.box)
    }

    /// Ends the sessions of a node whose link is over.
    func remove(_ node: RemoteNode) {
        guard let served = nodes.removeValue(forKey: node.place) else { return }
        places[node.place - shards.count].feeds = nil
        for session in served.shard.sessions.values { hub.disconnect(session) }
        hasSaidWhatWasRead(served.shard)
    }

    /// Handles what the connections of a node have for the hub. The node is told once there is no congestion.
    func receive(_ mail: [HubMail], _ number: UInt64, from node: RemoteNode) {
        guard let served = nodes[node.place], served.node === node else { return }
        for one in mail { handle(one, of: served.shard, node.place) }
        if isCongested { withheldOfNodes.append((node, number)) } else { node.handled(upTo: number) }
    }

    private func handled(_ receipt: MailReceipt, of shard: ServedShard) {
        if isCongested { withheld.append((shard, receipt)) } else { release(receipt, of: shard) }
    }

    private func release(_ receipt: MailReceipt, of shard: ServedShard) {
        if receipt.handled() { shard.box.put(.hasRoom) }
    }

    // MARK: Catching up with the shards

    /// Runs work once all mail is handled that the shards had for the hub when this was called. The shards are asked,
    /// and their answers come behind that mail, once they have read their sockets. A shard is asked one question at a
    /// time.
    func whenHeard(_ work: @escaping () -> Void) {
        unasked.append(work)
        if asked.isEmpty { askWhatWasRead() }
    }

    private func askWhatWasRead() {
        (asked, unasked) = (unasked, [])
        let all = shards + nodes.values.map(\.shard)
        unanswered = all.count
        for shard in all { shard.isAsked = true }
        for shard in all { shard.box.put(.sayWhatWasRead) }
        if all.isEmpty { runAsked() }
    }

    private func hasSaidWhatWasRead(_ shard: ServedShard) {
        guard shard.isAsked else { return }
        shard.isAsked = false
        unanswered -= 1
        if unanswered == 0 { runAsked() }
    }

    private func runAsked() {
        let work = asked
        asked = []
        if !unasked.isEmpty { askWhatWasRead() }
        for one in work { one() }
    }

    // MARK: Congestion

    func turnEnded() {
        guard !isCongested, isOverLimit else { return }
        isCongested = true
        lookAgain()
    }

    private var isOverLimit: Bool {
        shards.contains { $0.box.waitingCost >= limit } || nodes.values.contains { $0.node.box.waitingCost >= limit }
    }

    private func lookAgain() {
        after(HubMailroom.patience) { [weak self] in
            guard let self else { return }
            guard !isOverLimit else { return lookAgain() }
            isCongested = false
            let receipts = withheld
            withheld = []
            for (shard, receipt) in receipts { release(receipt, of: shard) }
            let mail = withheldOfNodes
            withheldOfNodes = []
            for (node, number) in mail { node.handled(upTo: number) }
        }
    }
}

/// A shard, seen from the hub.
private final class ServedShard {
    let box: Mailbox<ShardMail>
    /// The sessions of the shard's WebSockets.
    var sessions: [ConnectionID: Session] = [:]
    /// Whether the shard is asked to say what it has read.
    var isAsked = false

    init(_ box: Mailbox<ShardMail>) { self.box = box }
}

/// A node, and the sessions of its connections.
private struct ServedNode {
    let node: RemoteNode
    let shard: ServedShard
}
