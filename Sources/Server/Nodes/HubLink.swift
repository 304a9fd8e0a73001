import Bus
import EventLoops
import HTTP1
import Messages
import Sessions
import WebSockets

/// The way of a node's shards to a hub that may be on another node. Confined to the node's first shard.
///
/// The shards send it the mail that is for the hub. It numbers their mail, sends it over a bus, and gives out what the
/// hub answers. It knows every WebSocket of the node. When a link is lost, or another hub takes over, it introduces all
/// of them anew. It also has the clients that were greeted say `hello` again. So clients keep their sockets, and resync
/// instead of relying on mail that was lost.
final class HubLink {
    /// A debt to a shard for mail whose handling the hub has not acknowledged. The mail itself is gone.
    private typealias Owed = (shard: Int, receipt: MailReceipt)

    private let environment: Environment
    private let bounds: ClusterBounds
    /// The hub that is known, if one is.
    private var hub: Announcement? {
        didSet { hubSubject = hub.map { environment.subjects.hub(of: $0.generation, on: $0.node) } }
    }
    /// The subject on which that hub hears.
    private var hubSubject: Subject?
    /// The instant since which there is no link.
    private var unlinkedSince: Int
    private lazy var looks = LinkLooks(tick: bounds.tick)
    /// Faults of hubs that were reported.
    private var complaints = Complaints()
    /// Bytes of the messages that wait for a hub.
    private var heldBytes = 0
    /// The link for which that hub was asked, and when.
    private var asked: (link: UInt64, at: Int)?
    /// The link that it has granted.
    private var end: LinkEnd?
    /// The connections by the IDs that the hub has for them.
    private var connections: [ConnectionID: NodeConnection] = [:]
    private var writer = FieldWriter()
    private var gathered: [Owed] = []
    private var underWay: [(number: UInt64, owed: [Owed])] = []
    /// The number of the last message of the hub that was given out.
    private var givenOut: UInt64 = 0
    /// Shards that have not said yet what they have read, if the hub has asked.
    private var asking: AskedShards

    init(_ environment: Environment, _ bounds: ClusterBounds) {
        precondition((1...MailLimits.shards).contains(environment.shards), "a node has 1 to 64 shards")
        self.environment = environment
        self.bounds = bounds
        unlinkedSince = environment.now()
        asking = AskedShards(environment.shards)
    }

    /// The generation of the hub that has welcomed this node; nil for none.
    var generation: UInt64? { isLinked ? hub?.generation : nil }

    /// The name of the node whose hub has welcomed this one; nil for none.
    var hubNode: String? { isLinked ? hub?.node : nil }

    /// Bytes of mail that the hub has not handled.
    var unacknowledged: Int { end?.unacknowledged ?? 0 }

    /// When an end of a turn is needed for an acknowledgment at the latest; nil for no need.
    var acknowledgmentDue: Int? { end?.acknowledgmentDue }

    /// Takes the ms of the last round trip to the hub that was not taken yet; nil for none.
    func takeRoundTrip() -> Int? { end?.takeRoundTrip() }

    /// Whether there is a hub that has welcomed this node.
    var isLinked: Bool { end != nil }

    /// WebSockets of the node.
    var connectionCount: Int { connections.count }

    // MARK: From the shards

    /// Handles what the connections of a shard have for the hub.
    func receive(_ batch: MailBatch<HubMail>, from shard: Int) {
        for mail in batch.mail { handle(mail, from: shard) }
        owe((shard, batch.receipt))
    }

    /// Handles what a connection of the link's own shard has for the hub.
    func receive(_ mail: HubMail, _ receipt: MailReceipt, from shard: Int) {
        handle(mail, from: shard)
        owe((shard, receipt))
    }

    private func owe(_ owed: Owed) {
        if isLinked { gathered.append(owed) } else { release(owed) }
    }

    private func release(_ owed: Owed) {
        if owed.receipt.handled() { environment.put(.hasRoom, owed.shard) }
    }

    private func handle(_ mail: HubMail, from shard: Int) {
        switch mail {
        case .connected(let id, let identity, let network):
            connections[id.onNode(from: shard)] = NodeConnection(identity: identity, network: network)
        case .received(let id, let json, let lag, let instant):
            let name = id.onNode(from: shard)
            guard let end else { return hold(.init(json: json, lag: lag, instant: instant), of: name) }
            if connections[name]?.stage == .new { connections[name]?.stage = .heard }
            return forward(.received(id, json: json, lag: lag, at: max(0, instant &+ end.ahead)), from: shard)
        case .disconnected(let id):
            let gone = connections.removeValue(forKey: id.onNode(from: shard))
            heldBytes -= gone?.heldBytes ?? 0
        case .silent(let id, let isSilent): connections[id.onNode(from: shard)]?.isSilent = isSilent
        case .asked(let id, .health, let request, _):
            // This machine answers for itself: it serves the page also while no hub is to be had.
            let now = HTTPDate(seconds: environment.now() / 1_000)
            return environment.put(.answer(id, .healthy.tagged(for: request.head, now: now)), shard)
        case .asked(let id, _, _, _):
            guard isLinked else { return environment.put(.answer(id, .storageUnavailable), shard) }
        case .needsSnapshot: break
        case .saidWhatWasRead: guard asking.said(shard) else { return }
        }
        forward(mail, from: shard)
    }

    private func forward(_ mail: HubMail, from shard: Int) {
        guard isLinked else { return }
        mail.write(to: &writer, from: shard)
        if writer.bytes.count >= bounds.message { endMessage() }
    }

    /// Keeps a message of a client for the next hub. A client of which a hub had heard will be asked to begin anew, as
    /// after a broken line. So its messages before that are dropped.
    private func hold(_ message: NodeConnection.Held, of id: ConnectionID) {
        guard let connection = connections[id], connection.stage == .new else { return }
        guard connection.held.count < bounds.held, heldBytes + message.json.count <= bounds.heldBytes else {
            let number = HubLink.number(of: message.json)
            return tell(OutgoingMessage(.error(.unavailable), re: number), to: id, isGreeted: false)
        }
        connections[id]?.held.append(message)
        heldBytes += message.json.count
    }

    /// The number of a request; nil if it cannot be read.
    private static func number(of json: [UInt8]) -> Int? {
        do throws(ClientMessageFault) {
            return try ClientRequest(decoding: json).id
        } catch {
            return error.id
        }
    }

    private func tell(_ message: OutgoingMessage, to id: ConnectionID, isGreeted: Bool) {
        environment.put(.message(id.onShard, message.frame, isGreeted: isGreeted), id.shardOnNode)
    }

    // MARK: From the bus

    /// Handles what has come for this node, or for every node.
    func hear(_ bytes: [UInt8]) {
        do throws(FieldFault) {
            let envelope = try Envelope(bytes)
            switch envelope.kind {
            case .announcement: heard(try Announcement(envelope.payload))
            case .welcome: welcomed(try LinkGrant(envelope.payload), envelope)
            case .vacancy: environment.isVacant()
            case .broken: if end?.link == envelope.link { lose(.givenUp) }
            case .mail, .beat: received(envelope)
            case .introduction: break
            }
        } catch {
            complain(.unreadable(error))
        }
    }

    private func heard(_ announcement: Announcement) {
        guard isAlike(announcement) else { return }
        if let hub {
            let isForgotten = end == nil && environment.now() - unlinkedSince >= bounds.forgetting
            guard announcement.generation >= hub.generation || isForgotten else { return }
            if announcement.generation > hub.generation {
                lose(.replaced)
            } else if announcement.generation == hub.generation, announcement.node != hub.node, end != nil {
                return complain(.twoHubs(node: announcement.node, generation: announcement.generation))
            }
            // The hub that was asked before is not the one that is followed now.
            if announcement.generation != hub.generation || announcement.node != hub.node { asked = nil }
        }
        hub = announcement
        if end == nil, asked == nil { introduceNode() }
    }

    /// Whether a hub's secrets are such that it may be followed.
    private func isAlike(_ announcement: Announcement) -> Bool {
        guard let print = announcement.print else {
            complain(.unprinted(node: announcement.node))
            return true
        }
        guard let difference = print.difference(from: environment.print()) else { return true }
        complain(.different(node: announcement.node, difference))
        return !difference.isGrave
    }

    /// Reports a fault of a hub or of its mail once, as it comes again and again.
    private func complain(_ event: LinkEvent) {
        if complaints.isNew(event, at: environment.now()) { environment.report(event) }
    }

    private func introduceNode() {
        guard let hub else { return }
        guard hub.versions.agreed(with: .spoken) != nil else {
            return complain(.noCommonVersion(node: hub.node))
        }
        let link = environment.random()
        asked = (link, environment.now())
        send(
            Envelope(
                .introduction, link: link, sentAt: environment.now(),
                payload: Introduction(node: environment.node, print: environment.print()).encoded))
    }

    private func send(_ envelope: Envelope) {
        if let hubSubject { environment.publish(envelope.encoded, hubSubject) }
    }

    private func welcomed(_ welcome: LinkGrant, _ envelope: Envelope) {
        guard let hub, let asked, asked.link == envelope.link, end == nil,
            welcome.version >= MailVersions.spoken.oldest, welcome.version <= MailVersions.spoken.newest
        else { return }
        self.asked = nil
        let now = environment.now()
        var end = LinkEnd(link: asked.link, version: welcome.version, bounds: bounds.link, now: now)
        end.learnClock(from: envelope, asked: asked.at, now: now)
        self.end = end
        givenOut = 0
        environment.report(.linked(node: hub.node, generation: hub.generation))
        for id in Array(connections.keys) { introduceSocket(id) }
    }

    /// Introduces a WebSocket to a hub that does not know it.
    private func introduceSocket(_ id: ConnectionID) {
        guard let connection = connections[id] else { return }
        let (shard, local) = (id.shardOnNode, id.onShard)
        forward(.connected(local, identity: connection.identity, connection.network), from: shard)
        if connection.isSilent { forward(.silent(local, true), from: shard) }
        for held in connection.held {
            forward(.received(local, json: held.json, lag: held.lag, at: max(0, held.instant &+ ahead)), from: shard)
        }
        heldBytes -= connection.heldBytes
        connections[id]?.held = []
        connections[id]?.stage = connection.held.isEmpty ? .new : .heard
        if case .lapsed(let isGreeted) = connection.stage {
            tell(OutgoingMessage(.error(.helloFirst)), to: id, isGreeted: isGreeted)
        }
    }

    /// The ms by which the hub's clock is ahead.
    private var ahead: Int { end?.ahead ?? 0 }

    private func received(_ envelope: Envelope) {
        guard end?.link == envelope.link else { return }
        do throws(LinkFault) {
            let receipt = try end?.receive(envelope, now: environment.now())
            releaseHandled()
            guard case .message(let message, let number) = receipt else { return }
            try giveOut(message, number)
        } catch {
            lose(error)
        }
    }

    /// Lets go of what the hub has handled: shards read on that were held back.
    private func releaseHandled() {
        guard let acknowledged = end?.acknowledged else { return }
        let done = underWay.firstIndex { $0.number > acknowledged } ?? underWay.count
        guard done > 0 else { return }
        let handled = Array(underWay[..<done])
        underWay.removeFirst(done)
        for message in handled { for owed in message.owed { release(owed) } }
    }

    private func giveOut(_ message: [UInt8], _ number: UInt64) throws(LinkFault) {
        do throws(FieldFault) {
            var reader = ShardMailReader(message)
            while let mail = try reader.next() { try giveOut(mail) }
        } catch {
            throw .unreadable(error)
        }
        givenOut = number
    }

    /// Hands mail of the hub to the shards that it is for.
    private func giveOut(_ mail: ShardMail) throws(FieldFault) {
        switch mail {
        case .message(let id, let message, let isGreeted):
            if isGreeted, connections[id]?.stage == .heard { connections[id]?.stage = .greeted }
            environment.put(.message(id.onShard, message, isGreeted: isGreeted), try shard(of: id))
        case .close(let id, let code, let reason):
            environment.put(.close(id.onShard, code: code, reason: reason), try shard(of: id))
        case .attend(let id, let isAttended):
            environment.put(.attend(id.onShard, isAttended), try shard(of: id))
        case .answer(let id, let response): environment.put(.answer(id.onShard, response), try shard(of: id))
        case .feed(.open(let room, let token, let sequence)):
            let id = ConnectionID(token: token)
            environment.put(
                .feed(.open(room, connection: id.onShard.token, after: sequence)), try shard(of: id))
        case .feed(.close(let room, let token)):
            let id = ConnectionID(token: token)
            environment.put(.feed(.close(room, connection: id.onShard.token)), try shard(of: id))
        case .feed(.publish), .feed(.publishPresence), .feed(.publishReaction), .feed(.publishSnapshot), .feed(.end):
            // A shard on which nobody watches the room drops it.
            for shard in 0..<environment.shards { environment.put(mail, shard) }
        case .sayWhatWasRead:
            asking.ask()
            for shard in 0..<environment.shards { environment.put(mail, shard) }
        case .hasRoom, .hubLost: break
        }
    }

    private func shard(of id: ConnectionID) throws(FieldFault) -> Int {
        guard id.shardOnNode < environment.shards else { throw .value("shard") }
        return id.shardOnNode
    }

    // MARK: The end of a link

    /// Gives the link up. Nothing is known any more of what was under way.
    private func lose(_ fault: LinkFault) {
        asked = nil
        guard let hub, let lost = end else { return }
        end = nil
        asking.linkEnded()
        unlinkedSince = environment.now()
        environment.report(.lost(node: hub.node, fault))
        send(Envelope(.broken, link: lost.link, sentAt: environment.now()))
        _ = writer.take()
        let owed = underWay.flatMap(\.owed) + gathered
        (underWay, gathered) = ([], [])
        for one in owed { release(one) }
        for shard in 0..<environment.shards { environment.put(.hubLost, shard) }
        for (id, connection) in connections {
            switch connection.stage {
            case .new, .lapsed: break
            case .heard: connections[id]?.stage = .lapsed(isGreeted: false)
            case .greeted:
                connections[id]?.stage = .lapsed(isGreeted: true)
                environment.put(.attend(id.onShard, false), id.shardOnNode)
            }
        }
    }

    /// Tells the hub that nothing more comes from this node.
    func leave() {
        guard let left = end else { return }
        end = nil
        send(Envelope(.broken, link: left.link, sentAt: environment.now()))
    }

    // MARK: Time

    /// Sends what this turn has brought. To be called at the end of every turn.
    func turnEnded() {
        endMessage()
        guard end != nil else { return }
        if givenOut > 0, !environment.isCongested() { end?.handled(upTo: givenOut) }
        for envelope in end?.takeEnvelopes(now: environment.now()) ?? [] { send(envelope) }
    }

    private func endMessage() {
        guard let number = writer.bytes.isEmpty ? nil : end?.send(writer.take()) else {
            // Mail that says nothing to a hub goes with the next, or is let go by `tick`: not at the end of a turn.
            return
        }
        underWay.append((number, gathered))
        gathered = []
    }

    /// Does what is due. To be called every ``ClusterBounds/tick`` ms, before the end of a turn.
    func tick() {
        let now = environment.now()
        if writer.bytes.isEmpty {
            let owed = gathered
            gathered = []
            for one in owed { release(one) }
        }
        if let asked, now - asked.at >= bounds.introduction { introduceNode() }
        do throws(LinkFault) {
            if looks.mayJudge(at: now) { try end?.checkIsHeard(now: now) }
        } catch {
            lose(error)
        }
    }
}
