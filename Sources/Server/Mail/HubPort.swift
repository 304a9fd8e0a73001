import EventLoops
import HTTP1
import Rooms
import Sessions

/// A shard's way to the hub, of which there is one for all shards. Everything goes by mail, also on the hub's own
/// shard, where it is handled at once.
final class HubPort {
    private let box: Mailbox<HubMail>
    private let limit: Int
    private unowned let loop: EventLoop
    private var replies: [ConnectionID: Routes.Reply] = [:]
    /// Connections that do not read until the hub has caught up.
    private var waiting: [ConnectionID] = []

    /// `limit` bounds the bytes of mail that the hub has not handled; one turn's mail may exceed it.
    init(_ box: Mailbox<HubMail>, of loop: EventLoop, limit: Int) {
        self.box = box
        self.loop = loop
        self.limit = limit
    }

    /// Adds mail to this turn's.
    private func put(_ mail: HubMail) { box.put(mail, cost: mail.cost) }

    // MARK: WebSockets

    /// A WebSocket is open. `identity` is what its cookie or bearer token proves.
    func connect(_ id: ConnectionID, identity: SessionClaim?, of network: ClientNetwork) {
        put(.connected(id, identity: identity, network))
    }

    /// A text message was read at `instant` of the server's clock, from a connection with a round trip of `lag` ms.
    func receive(_ json: [UInt8], from id: ConnectionID, lag: UInt16, at instant: Int) {
        put(.received(id, json: json, lag: lag, at: instant))
    }

    /// A connection that the hub attends to fell silent, or is heard again.
    func setSilent(_ id: ConnectionID, _ isSilent: Bool) { put(.silent(id, isSilent)) }

    /// A WebSocket is gone.
    func disconnect(_ id: ConnectionID) { put(.disconnected(id)) }

    /// Watchers of a room have fallen behind, and want the whole picture.
    func askSnapshot(of room: RoomCode) { put(.needsSnapshot(room)) }

    /// Tells the hub that all mail for it has come which was put in before.
    func sayWhatWasRead() { put(.saidWhatWasRead) }

    // MARK: Requests

    /// Asks what a request is to be answered. Calls `reply` once, or not at all if the connection is gone before
    /// (``forget(_:)``). Where the hub does not keep up, the answer is 503.
    func ask(
        _ resource: HubResource, _ request: Request, in context: RequestContext, _ id: ConnectionID,
        reply: @escaping Routes.Reply
    ) {
        guard hasRoom else { return reply(.overloaded("The server has too much to do.", retryAfter: 1)) }
        replies[id] = reply
        put(.asked(id, resource, request, context))
    }

    /// A connection whose request waits for its answer is gone.
    func forget(_ id: ConnectionID) { replies[id] = nil }

    /// The hub's answer to the request of a connection.
    func answered(_ id: ConnectionID, _ response: HTTPResponse) { replies.removeValue(forKey: id)?(response) }

    /// The hub that was asked is gone: no answer comes.
    func wasLost() {
        let unanswered = replies
        replies = [:]
        for reply in unanswered.values { reply(.hubLost) }
    }

    // MARK: Back-pressure

    /// Whether the hub keeps up. If not, a connection stops reading until it does (``awaitRoom(for:)``).
    var hasRoom: Bool { box.waitingCost < limit }

    /// Whether connections wait for the hub, with what was read of them.
    var isAwaited: Bool { !waiting.isEmpty }

    /// Has the connection read again when the hub keeps up.
    func awaitRoom(for id: ConnectionID) {
        waiting.append(id)
        guard waiting.count == 1, !box.awaitHandling() else { return }
        // All was handled just now. Not at once: the connection is still delivering what it has read.
        loop.after(milliseconds: 0) { [weak self] _ in self?.hasCaughtUp() }
    }

    /// The hub has handled this shard's mail: connections read again.
    func hasCaughtUp() {
        let resumed = waiting
        waiting = []
        loop.resumeReading(resumed)
    }
}
