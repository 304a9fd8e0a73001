import EventLoops
import GameRules
import HTTP1
import Sessions

/// Where the hub is reached, on the shard on which it lives: directly by that shard's connections, by mail from the
/// others.
final class HubDesk: HubLink, TurnEnd {
    let hub: SessionHub
    private let routes: APIRoutes
    private let limit: Int
    private unowned let loop: EventLoop
    /// By the index of the shard; nil for our own.
    private let shards: [DistantShard?]
    /// Some shard does not keep up with what the hub says. As of the end of the last turn.
    private var isCongested = false
    /// Mail of other shards that is handled and not said to be: it keeps them from reading while there is congestion.
    private var withheld: [(DistantShard, MailBatch<HubMail>)] = []
    /// Our own shard's connections that do not read.
    private var waiting: [ConnectionID] = []

    /// ms after which a congested hub looks again.
    private static let patience = 5

    /// `boxes` lead to the other shards, in the order of the shards; nil for this one. `limit` bounds the bytes of mail
    /// that a shard has not handled; what one turn decides may exceed it.
    init(_ hub: SessionHub, _ routes: APIRoutes, of loop: EventLoop, boxes: [Mailbox<ShardMail>?], limit: Int) {
        self.hub = hub
        self.routes = routes
        self.loop = loop
        self.limit = limit
        shards = boxes.map { $0.map(DistantShard.init) }
        loop.turnEnds.append(self)
    }

    // MARK: Our own shard's connections

    var hasRoom: Bool { !isCongested }

    func awaitRoom(for id: ConnectionID) { waiting.append(id) }

    func connect(_ client: SocketConnection, _ id: ConnectionID, identity: SessionClaim?, of network: ClientNetwork)
        -> HubSession
    {
        .here(hub.connect(client, at: SessionPlace(shard: 0, connection: id.token), identity: identity, of: network))
    }

    func receive(_ json: [UInt8], of session: HubSession, _ id: ConnectionID, lag: UInt16) {
        if case .here(let session) = session { hub.receive(json, from: session, lag: lag) }
    }

    func setSilent(_ session: HubSession, _ id: ConnectionID, _ isSilent: Bool) {
        if case .here(let session) = session { note(isSilent, of: session) }
    }

    private func note(_ isSilent: Bool, of session: Session) {
        if isSilent { hub.fellSilent(session) } else { hub.isHeard(session) }
    }

    func disconnect(_ session: HubSession, _ id: ConnectionID) {
        if case .here(let session) = session { hub.disconnect(session) }
    }

    func ask(
        _ resource: HubResource, _ request: Request, in context: RequestContext, _ id: ConnectionID,
        reply: @escaping Routes.Reply
    ) {
        routes.respond(with: resource, to: request, in: context, reply: reply)
    }

    func forget(_ id: ConnectionID) {}

    // MARK: Other shards

    /// Handles what the connections of another shard have for the hub.
    func receive(_ batch: MailBatch<HubMail>, from index: Int) {
        guard let shard = shards[index] else { preconditionFailure("a shard does not write to itself") }
        for mail in batch.mail { handle(mail, of: shard, index) }
        if isCongested { withheld.append((shard, batch)) } else { release(batch, of: shard) }
    }

    private func handle(_ mail: HubMail, of shard: DistantShard, _ index: Int) {
        switch mail {
        case .connected(let id, let identity, let network):
            let output = DistantOutput(id, shard.box)
            let place = SessionPlace(shard: index, connection: id.token)
            let session = hub.connect(output, at: place, identity: identity, of: network)
            output.session = session
            shard.sessions[id] = session
        case .received(let id, let json, let lag):
            if let session = shard.sessions[id] { hub.receive(json, from: session, lag: lag) }
        case .disconnected(let id):
            if let session = shard.sessions.removeValue(forKey: id) { hub.disconnect(session) }
        case .silent(let id, let isSilent):
            if let session = shard.sessions[id] { note(isSilent, of: session) }
        case .asked(let id, let resource, let request, let context):
            routes.respond(with: resource, to: request, in: context) { [box = shard.box] response in
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

    func turnEnded() {
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
            let (batches, connections) = (withheld, waiting)
            withheld = []
            waiting = []
            for (shard, batch) in batches { release(batch, of: shard) }
            loop.resumeReading(connections)
        }
    }
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

    func attend(_ isAttended: Bool) { box.put(.attend(id, isAttended)) }
}

extension Mailbox<ShardMail> {
    /// Adds mail to this turn's.
    func put(_ mail: ShardMail) { put(mail, cost: mail.cost) }
}
