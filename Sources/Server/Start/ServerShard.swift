import Bytes
import EventLoops
import Sessions
import Telemetry
import WebSockets

/// The state that the connections of one shard share. Kept in the loop's `attachment`.
final class ServerShard {
    let parts: ServerParts
    let hub: HubPort
    /// The mailroom that handles the hub's mail; nil on all shards but the hub's.
    private(set) var mailroom: HubMailroom?
    /// The part in a cluster; nil but on the first shard of a node.
    let node: ClusterNode?
    /// The feeds of the watchers on this shard.
    let feeds: ShardFeeds
    /// The pool of compressors; nil if messages are not compressed.
    let deflate: DeflatePool?
    private let shard: Shard
    /// Connections that have more to say than was heard of them in a turn.
    private var unheard = 0
    private unowned let loop: EventLoop
    /// The time span for reconnects after a shutdown; nil unless the server is shutting down.
    private var retryWindow: RetryWindow?
    /// Connections of the operator's programs: served ones, and ones that receive a refusal.
    var controlServed = 0
    var controlRefused = 0
    /// The server goes down.
    var isStopping: Bool { retryWindow != nil }

    init(
        _ parts: ServerParts, _ shard: Shard, _ loop: EventLoop, hub: HubPort, feeds: ShardFeeds,
        mailroom: HubMailroom? = nil, node: ClusterNode? = nil
    ) {
        self.parts = parts
        self.shard = shard
        self.loop = loop
        self.hub = hub
        self.mailroom = mailroom
        self.node = node
        self.feeds = feeds
        let (before, after) = (parts.metrics.compression["before"], parts.metrics.compression["after"])
        deflate = parts.deflate.map {
            DeflatePool($0) { plain, compressed in
                before.add(plain)
                after.add(compressed)
            }
        }
    }

    /// Returns the state of a loop's shard; nil once it was removed.
    static func find(on loop: EventLoop) -> ServerShard? { loop.attachment as? ServerShard }

    /// Returns the handler of a new connection: the one that `welcome` makes, or, beyond a limit, one that answers 503.
    /// If too many connections are being refused, it closes without an answer.
    func handler(
        for connection: Connection, welcome: (ServerShard, Peer) -> any ConnectionHandler
    ) -> any ConnectionHandler {
        parts.metrics.connectionsAccepted.add()
        let address = connection.remoteAddress.flatMap { IPAddress($0.host) }
        let peer = Peer(address: address, isProxy: parts.proxies.contain(address))
        let verdict = parts.census.enter(peer.client, now: parts.clock.now)
        parts.metrics.connectionsOpen.add(1)
        let refusal: HTTPResponse
        switch verdict {
        case .welcome: return welcome(self, peer)
        case .full: refusal = .full
        case .tooMany(let retry):
            refusal = .overloaded("Too many connections from your address.", retryAfter: (retry + 999) / 1_000)
        }
        parts.metrics.connectionsRefused.add()
        // A response over TLS needs a handshake, which is most of the work that the limit should save.
        let isTold = !connection.isSecure && parts.census.beginRefusal()
        return RefusedConnection(connection, shard: self, peer: peer, isTold ? refusal : nil)
    }

    /// Uncounts an admitted connection that closed. `client` is nil for a proxy's.
    func removed(_ client: ClientNetwork?) {
        parts.census.leave(client, now: parts.clock.now)
        parts.metrics.connectionsOpen.add(-1)
    }

    /// Uncounts a refused connection that closed. `isTold`: whether the peer got an HTTP response.
    func removedRefused(isTold: Bool) {
        if isTold { parts.census.endRefusal() }
        parts.metrics.connectionsOpen.add(-1)
    }

    /// Counts an answer by its class of status.
    func count(_ response: HTTPResponse) {
        parts.metrics.responses["\(response.head.status.code / 100)xx"].add()
    }

    /// Handles a connection in a later turn, if it is still there.
    func later<Handler: ConnectionHandler & SendableMetatype>(
        _ id: ConnectionID, as kind: Handler.Type, _ body: @escaping @Sendable (Handler) -> Void
    ) {
        shard.execute { loop in
            if let handler = loop.connection(id)?.handler as? Handler { body(handler) }
        }
    }

    /// Has a connection that has said enough for one turn go on in a later one.
    func hearLater(_ id: ConnectionID) {
        unheard += 1
        shard.execute { loop in
            ServerShard.find(on: loop)?.unheard -= 1
            loop.resumeReading([id])
        }
    }

    /// Tells the hub that all mail has come of what the shard's sockets have now, and of what was read from them. That
    /// includes connections that wait for their turn, or for a hub that lags. Within a bound, as somebody may always
    /// have more to say.
    private func sayWhatWasRead() {
        sayWhatWasRead(looks: ServerShard.mostLooks, until: loop.now + ServerShard.mostWaiting)
    }

    private func sayWhatWasRead(looks: Int, until end: Int64) {
        loop.whenRead { [unowned self] in
            let isLate = looks <= 1 || loop.now >= end
            if !isLate, hub.isAwaited {
                loop.after(milliseconds: 1, precisely: true) { loop in
                    ServerShard.find(on: loop)?.sayWhatWasRead(looks: looks, until: end)
                }
            } else if !isLate, unheard > 0 {
                sayWhatWasRead(looks: looks - 1, until: end)
            } else {
                hub.sayWhatWasRead()
            }
        }
    }

    /// Turns, and ms, that connections and the hub have to catch up on what was read, before the hub is told that all
    /// has come.
    private static let mostLooks = 32
    private static let mostWaiting: Int64 = 1_000

    /// Begins to stop: every connection takes one more request at most; they are told to go when `ShardGroup.stop` asks
    /// them.
    func beginStopping(_ window: RetryWindow) { retryWindow = window }

    /// Ends all sessions of this shard's sockets: what proved somebody to be a player may prove it no more.
    func endSessions() { loop.forEachConnection { ($0.handler as? SocketConnection)?.sendAway() } }

    /// When a client should come back, in ms.
    func retryDelay() -> Int { (retryWindow ?? RetryWindow(clients: parts.census.count)).delay(parts.random()) }

    /// The hub is here from now on, over a bus; nil: no more.
    func serve(_ mailroom: HubMailroom?) { self.mailroom = mailroom }

    // MARK: Mail

    /// The hub's mailbox to the other shard `shard`; `loop` is the hub's.
    static func mailbox(on shard: Shard, of loop: EventLoop) -> Mailbox<ShardMail> {
        Mailbox(of: loop, to: shard) { batch, loop in find(on: loop)?.receive(batch) }
    }

    /// The hub's mailbox to its own shard.
    static func mailbox(within loop: EventLoop) -> Mailbox<ShardMail> {
        Mailbox { [unowned loop] mail, receipt in
            find(on: loop)?.handle(mail)
            _ = receipt.handled()
        }
    }

    /// Handles what the hub has for this shard's connections.
    private func receive(_ batch: MailBatch<ShardMail>) {
        for mail in batch.mail { handle(mail) }
        // The hub does not wait to be told: it looks.
        _ = batch.handled()
    }

    private func handle(_ mail: ShardMail) {
        switch mail {
        case .message(let id, let message, let isGreeted): socket(id)?.deliver(message, isGreeted: isGreeted)
        case .close(let id, let code, let reason): socket(id)?.close(code: code, reason: reason)
        case .attend(let id, let isAttended): socket(id)?.attend(isAttended)
        case .answer(let id, let response): hub.answered(id, response)
        case .feed(let mail): mail.deliver(to: feeds)
        case .hasRoom: hub.hasCaughtUp()
        case .sayWhatWasRead: sayWhatWasRead()
        case .hubLost:
            feeds.forgetAll()
            hub.wasLost()
        }
    }

    /// The connection of that name, if it is still there. Nobody holds one weakly: references to an object that ever
    /// was held so are counted the slow way.
    func connection<Handler: ConnectionHandler>(_ id: ConnectionID, as kind: Handler.Type) -> Handler? {
        loop.connection(id)?.handler as? Handler
    }

    private func socket(_ id: ConnectionID) -> SocketConnection? { connection(id, as: SocketConnection.self) }
}

/// A connection over the limit: it is told so, and goes.
private final class RefusedConnection: OneAnswerConnection {
    unowned let shard: ServerShard
    let peer: Peer
    private let isTold: Bool

    /// `refusal` is nil for one that hears nothing.
    init(_ connection: Connection, shard: ServerShard, peer: Peer, _ refusal: HTTPResponse?) {
        self.shard = shard
        self.peer = peer
        isTold = refusal != nil
        if let refusal { answer(refusal, to: nil, over: connection) } else { connection.abort() }
    }

    func received(_ bytes: inout ReceivedBytes, on connection: Connection) { bytes.consumeAll() }
    func closed(_ connection: Connection, because reason: ConnectionEnd) { shard.removedRefused(isTold: isTold) }
}
