import EventLoops
import GameRules
import HTTP1
import Sessions

/// The hub as a shard sees it on which it is not: everything goes over by mail.
final class MailedHub: HubLink {
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

    private func put(_ mail: HubMail) { box.put(mail) }

    var hasRoom: Bool { box.waitingCost < limit }

    func awaitRoom(for id: ConnectionID) {
        waiting.append(id)
        guard waiting.count == 1, !box.awaitHandling() else { return }
        // All was handled just now. Not at once: the connection is still delivering what it has read.
        loop.after(milliseconds: 0) { [weak self] _ in self?.hasCaughtUp() }
    }

    func connect(_ client: SocketConnection, _ id: ConnectionID, identity: SessionClaim?, of network: ClientNetwork)
        -> HubSession
    {
        put(.connected(id, identity: identity, network))
        return .elsewhere(isGreeted: false)
    }

    func receive(_ json: [UInt8], of session: HubSession, _ id: ConnectionID, lag: UInt16) {
        put(.received(id, json: json, lag: lag))
    }

    func setSilent(_ session: HubSession, _ id: ConnectionID, _ isSilent: Bool) { put(.silent(id, isSilent)) }

    func disconnect(_ session: HubSession, _ id: ConnectionID) { put(.disconnected(id)) }

    func ask(
        _ resource: HubResource, _ request: Request, in context: RequestContext, _ id: ConnectionID,
        reply: @escaping Routes.Reply
    ) {
        guard hasRoom else { return reply(.overloaded("The server has too much to do.", retryAfter: 1)) }
        replies[id] = reply
        put(.asked(id, resource, request, context))
    }

    func forget(_ id: ConnectionID) { replies[id] = nil }

    // MARK: What the hub says

    /// The answer to the request of a connection.
    func answered(_ id: ConnectionID, _ response: HTTPResponse) { replies.removeValue(forKey: id)?(response) }

    /// Connections read again.
    func hasCaughtUp() {
        let resumed = waiting
        waiting = []
        loop.resumeReading(resumed)
    }
}

extension Mailbox<HubMail> {
    /// Adds mail to this turn's.
    func put(_ mail: HubMail) { put(mail, cost: mail.cost) }
}
