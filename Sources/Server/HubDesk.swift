import EventLoops
import GameRules
import HTTP1
import Sessions

/// Where the hub is reached, on the shard on which it lives: directly by that shard's connections, by mail from the others.
final class HubDesk: HubLink, TurnEnd {
    let hub: SessionHub
    private let routes: APIRoutes
    private let limit: Int
    private unowned let loop: EventLoop
    /// By the index of the shard; nil for our own.
    private let shards: [DistantShard?]
    /// Some shard does not keep up with what the hub says.
    private var isCongested = false
    /// Mail of other shards that is not handled, or not said to be: it keeps them from reading while there is congestion.
    private var inbox: [Delivery] = []
    /// Our own shard's connections that do not read.
    private var waiting: [ConnectionID] = []

    /// ms after which a congested hub looks again.
    private static let patience = 5

    /// `boxes` lead to the other shards, in the order of the shards; nil for this one. `limit` bounds the bytes of mail that a
    /// shard has not handled; what one message, or storage, leads to may exceed it.
    init(_ hub: SessionHub, _ routes: APIRoutes, of loop: EventLoop, boxes: [Mailbox<ShardMail>?], limit: Int) {
        self.hub = hub
        self.routes = routes
        self.loop = loop
        self.limit = limit
        shards = boxes.map { $0.map(DistantShard.init) }
        loop.turnEnds.append(self)
    }

    // MARK: Our own shard's connections

    var hasRoom: Bool {
        lookForCongestion()
        return !isCongested
    }

    func awaitRoom(for id: ConnectionID) { waiting.append(id) }

    func connect(_ client: ClientConnection, _ id: ConnectionID, identity: PlayerID?, of network: ClientNetwork)
        -> HubSession
    {
        .here(hub.connect(client, at: SessionPlace(shard: 0, connection: id.token), identity: identity, of: network))
    }

    func receive(_ json: [UInt8], of session: HubSession, _ id: ConnectionID) {
        if case .here(let session) = session { hub.receive(json, from: session) }
    }

    func disconnect(_ session: HubSession, _ id: ConnectionID) {
        if case .here(let session) = session { hub.disconnect(session) }
    }

    func ask(
        _ resource: HubResource, _ head: RequestHead, in context: RequestContext, _ id: ConnectionID,
        reply: @escaping Routes.Reply
    ) {
        routes.respond(with: resource, to: head, in: context, reply: reply)
    }

    func forget(_ id: ConnectionID) {}

    // MARK: Other shards

    /// Handles what the connections of another shard have for the hub.
    func receive(_ batch: MailBatch<HubMail>, from index: Int) {
        inbox.append(Delivery(batch: batch, shard: index))
        emptyInbox()
    }

    /// Handles mail, up to the message that leads to congestion: a few bytes of a question can have an answer of many.
    private func emptyInbox() {
        var done = 0
        while done < inbox.count, handleFirst(&inbox[done]) { done += 1 }
        inbox.removeFirst(done)
    }

    /// Answers whether all of it is handled, and said to be.
    private func handleFirst(_ delivery: inout Delivery) -> Bool {
        guard let shard = shards[delivery.shard] else { preconditionFailure("a shard does not write to itself") }
        while hasRoom, delivery.handled < delivery.batch.mail.count {
            handle(delivery.batch.mail[delivery.handled], of: shard, delivery.shard)
            delivery.handled += 1
        }
        guard !isCongested else { return false }
        release(delivery.batch, of: shard)
        return true
    }

    private func handle(_ mail: HubMail, of shard: DistantShard, _ index: Int) {
        switch mail {
        case .connected(let id, let identity, let network):
            let output = DistantOutput(id, shard.box)
            let place = SessionPlace(shard: index, connection: id.token)
            let session = hub.connect(output, at: place, identity: identity, of: network)
            output.session = session
            shard.sessions[id] = session
        case .received(let id, let json):
            if let session = shard.sessions[id] { hub.receive(json, from: session) }
        case .disconnected(let id):
            if let session = shard.sessions.removeValue(forKey: id) { hub.disconnect(session) }
        case .asked(let id, let resource, let head, let context):
            routes.respond(with: resource, to: head, in: context) { [box = shard.box] response in
                box.put(.answer(id, response))
            }
        case .needsSnapshot(let room): hub.publishSnapshot(of: room, to: index)
        }
    }

    private func release(_ batch: MailBatch<HubMail>, of shard: DistantShard) {
        if batch.handled() { shard.box.put(.hasRoom) }
    }

    // MARK: Congestion

    var batchCount: Int { 0 }

    func turnEnded() { lookForCongestion() }

    private func lookForCongestion() {
        guard !isCongested, isOverLimit else { return }
        isCongested = true
        lookAgain()
    }

    private var isOverLimit: Bool { shards.contains { $0.map { $0.box.waitingCost >= limit } ?? false } }

    private func lookAgain() {
        loop.after(milliseconds: HubDesk.patience) { [weak self] _ in
            guard let self else { return }
            guard !isOverLimit else { return lookAgain() }
            isCongested = false
            emptyInbox()
            let connections = waiting
            waiting = []
            for id in connections { loop.connection(id)?.resumeReading() }
        }
    }
}

/// A turn's mail of a shard.
private struct Delivery {
    let batch: MailBatch<HubMail>
    /// Its index.
    let shard: Int
    /// Of the mail, from the first on.
    var handled = 0
}

/// Another shard, seen from the hub.
private final class DistantShard {
    let box: Mailbox<ShardMail>
    /// Of its WebSockets.
    var sessions: [ConnectionID: Session] = [:]

    init(_ box: Mailbox<ShardMail>) { self.box = box }
}

/// A WebSocket on another shard.
private final class DistantOutput: SessionOutput {
    private let id: ConnectionID
    private let box: Mailbox<ShardMail>
    weak var session: Session?

    init(_ id: ConnectionID, _ box: Mailbox<ShardMail>) {
        self.id = id
        self.box = box
    }

    func send(_ message: OutgoingMessage) {
        box.put(.message(id, message.frame, isGreeted: session?.isGreeted ?? false))
    }

    func close(code: UInt16, reason: String) { box.put(.close(id, code: code, reason: reason)) }
}

extension Mailbox<ShardMail> {
    /// Adds mail to this turn's.
    func put(_ mail: ShardMail) { put(mail, cost: mail.cost) }
}
