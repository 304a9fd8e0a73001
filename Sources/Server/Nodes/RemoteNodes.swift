import Bus
import EventLoops
import Sessions

/// Handles what the connections of nodes have for the hub.
protocol NodeHost: AnyObject {
    /// Serves a node from now on.
    func add(_ node: RemoteNode)
    /// Ends the sessions of a node whose link is over.
    func remove(_ node: RemoteNode)
    /// Handles a message of a node, and tells ``RemoteNode/handled(upTo:)`` its number then.
    func receive(_ mail: [HubMail], _ number: UInt64, from node: RemoteNode)
}

/// The nodes whose connections the hub serves over a bus. Confined to the hub's shard.
///
/// To the hub a node is one place, whatever shards it has: a room's frames are mailed once for each node. A link that
/// is lost ends the sessions of its node; the node introduces them anew.
///
/// All that the hub tells anybody goes out here, at the end of a turn, and nothing does when its lease may be over.
final class RemoteNodes {
    /// The nodes' surroundings: those of a server, or of a test.
    struct Environment {
        /// The name of the hub's own node.
        let node: String
        /// The prints of the hub's secrets now.
        let print: () -> ClusterPrint
        let subjects: ClusterSubjects
        /// The generation of the hub's lease.
        let generation: UInt64
        /// The places that the hub has for nodes.
        let places: Range<Int>
        /// The bytes of mail that a node may leave unhandled.
        let limit: Int
        let now: () -> Int
        /// Whether the lease is surely the hub's at this instant: else another one may decide by now.
        var holdsLease: (_ now: Int) -> Bool = { _ in true }
        let publish: (_ bytes: [UInt8], _ subject: Subject) -> Void
        let report: (LinkEvent) -> Void
    }

    /// The handler of the nodes' mail. Set before anything comes.
    weak var host: (any NodeHost)?
    private let environment: Environment
    private let bounds: ClusterBounds
    private var nodes: [String: RemoteNode] = [:]
    private var byLink: [UInt64: RemoteNode] = [:]
    private var free: [Int]
    private var announcedAt: Int?
    private var looks: LinkLooks
    /// Whether the lease may be over.
    private var hasLapsed = false
    private var hasEnded = false
    /// Faults of nodes that were reported.
    private var complaints = Complaints()

    init(_ environment: Environment, _ bounds: ClusterBounds) {
        self.environment = environment
        self.bounds = bounds
        free = environment.places.reversed()
        looks = LinkLooks(tick: bounds.tick)
        subject = environment.subjects.hub(of: environment.generation, on: environment.node)
    }

    /// Nodes that have a link.
    var count: Int { nodes.count }

    /// When an end of a turn is needed for an acknowledgment at the latest; nil for no need.
    var acknowledgmentDue: Int? {
        var first: Int?
        for node in byLink.values {
            if let due = node.end.acknowledgmentDue { first = min(first ?? due, due) }
        }
        return first
    }

    /// Whether the lease is surely the hub's now.
    var holdsLease: Bool { environment.holdsLease(environment.now()) }

    /// The subject on which the hub hears.
    let subject: Subject

    /// Gives up all links: the hub goes, and another one is to be found.
    func end() {
        for node in Array(byLink.values) { lose(node, .givenUp) }
        hasEnded = true
    }

    /// Whether the hub may say anything. If not, it gives up all links, with the mail that it had for them.
    private func mayTell(_ now: Int) -> Bool {
        guard !environment.holdsLease(now) else {
            hasLapsed = false
            return true
        }
        if !hasLapsed {
            hasLapsed = true
            announcedAt = nil
            environment.report(.lapsed(generation: environment.generation))
        }
        for node in Array(byLink.values) { lose(node, .lapsed) }
        return false
    }

    // MARK: From the bus

    /// Handles what has come for the hub.
    func hear(_ bytes: [UInt8]) {
        guard !hasEnded, mayTell(environment.now()) else { return }
        do throws(FieldFault) {
            let envelope = try Envelope(bytes)
            switch envelope.kind {
            case .introduction: introduced(try Introduction(envelope.payload), envelope)
            case .mail, .beat: if let node = byLink[envelope.link] { received(envelope, from: node) }
            case .broken: if let node = byLink[envelope.link] { lose(node, .givenUp) }
            case .announcement, .welcome, .vacancy: break
            }
        } catch {
            complain(.unreadable(error))
        }
    }

    private func introduced(_ introduction: Introduction, _ envelope: Envelope) {
        guard let version = introduction.versions.agreed(with: .spoken) else {
            return complain(.noCommonVersion(node: introduction.node))
        }
        guard isAlike(introduction) else { return }
        if let known = nodes[introduction.node] {
            // The same once more: its welcome may be lost, or still be on its way.
            guard known.end.link != envelope.link else { return welcome(known) }
            lose(known, .givenUp)
        }
        guard byLink[envelope.link] == nil, let place = free.popLast() else {
            return complain(.full(node: introduction.node))
        }
        let end = LinkEnd(link: envelope.link, version: version, bounds: bounds.link, now: environment.now())
        let node = RemoteNode(
            introduction.node, at: environment.subjects.node(introduction.node), place: place, end)
        nodes[node.name] = node
        byLink[envelope.link] = node
        host?.add(node)
        welcome(node)
        environment.report(.linked(node: node.name, generation: environment.generation))
    }

    /// Whether a node's secrets are such that it may be served.
    private func isAlike(_ introduction: Introduction) -> Bool {
        guard let print = introduction.print else {
            complain(.unprinted(node: introduction.node))
            return true
        }
        guard let difference = print.difference(from: environment.print()) else { return true }
        complain(.different(node: introduction.node, difference))
        return !difference.isGrave
    }

    /// Reports a fault of a node or of its mail once, as it comes again and again.
    private func complain(_ event: LinkEvent) {
        if complaints.isNew(event, at: environment.now()) { environment.report(event) }
    }

    private func welcome(_ node: RemoteNode) {
        send(
            Envelope(
                .welcome, link: node.end.link, sentAt: environment.now(),
                payload: LinkGrant(version: node.end.version).encoded), to: node)
    }

    private func send(_ envelope: Envelope, to node: RemoteNode) {
        environment.publish(envelope.encoded, node.subject)
    }

    private func received(_ envelope: Envelope, from node: RemoteNode) {
        do throws(LinkFault) {
            let receipt = try node.end.receive(envelope, now: environment.now())
            node.release()
            guard case .message(let message, let number) = receipt else { return }
            let mail: [HubMail]
            do throws(FieldFault) {
                mail = try HubMail.all(in: message)
            } catch {
                throw .unreadable(error)
            }
            host?.receive(mail, number, from: node)
        } catch {
            lose(node, error)
        }
    }

    /// Gives a link up, and ends the sessions of its node.
    private func lose(_ node: RemoteNode, _ fault: LinkFault) {
        guard byLink.removeValue(forKey: node.end.link) != nil else { return }
        nodes[node.name] = nil
        node.isOver = true
        send(Envelope(.broken, link: node.end.link, sentAt: environment.now()), to: node)
        host?.remove(node)
        node.releaseAll()
        free.append(node.place)
        environment.report(.lost(node: node.name, fault))
    }

    // MARK: Time

    /// Sends what this turn has brought. To be called at the end of every turn.
    func turnEnded() {
        guard !byLink.isEmpty else { return }
        let now = environment.now()
        guard mayTell(now) else { return }
        for node in byLink.values {
            node.endMessage()
            for envelope in node.end.takeEnvelopes(now: now) { send(envelope, to: node) }
        }
    }

    /// Does what is due. To be called every ``ClusterBounds/tick`` ms, before the end of a turn.
    func tick() {
        let now = environment.now()
        guard !hasEnded, mayTell(now) else { return }
        if announcedAt.map({ now - $0 >= bounds.announcing }) ?? true {
            announcedAt = now
            let announcement = Announcement(
                generation: environment.generation, node: environment.node, print: environment.print())
            environment.publish(
                Envelope(.announcement, sentAt: now, payload: announcement.encoded).encoded,
                environment.subjects.announcements)
        }
        guard looks.mayJudge(at: now) else { return }
        for node in Array(byLink.values) {
            do throws(LinkFault) {
                try node.end.checkIsHeard(now: now)
                try node.checkKeepsUp(environment.limit, patience: bounds.patience, now: now)
            } catch {
                lose(node, error)
            }
        }
    }
}

/// A node, seen from the hub.
final class RemoteNode {
    let name: String
    /// The subject on which the node hears.
    fileprivate let subject: Subject
    /// The number by which the hub knows the node.
    let place: Int
    fileprivate(set) var end: LinkEnd
    /// The mailbox to the node's connections. What is put in is sent at the end of the turn.
    private(set) lazy var box = Mailbox<ShardMail>(within: { [weak self] in self?.add($0, $1) })
    /// Whether its link is over. What is put in is dropped.
    fileprivate(set) var isOver = false
    private var writer = ShardMailWriter()
    /// Receipts of the mail that waits for the end of the turn, and of that which the node has not handled. The mail
    /// itself is gone once it is written.
    private var gathered: [MailReceipt] = []
    private var underWay: [(number: UInt64, receipts: [MailReceipt])] = []
    private var acknowledged: UInt64 = 0
    /// When it was found to have too much unhandled, or last handled some of it since.
    private var behindSince: Int?

    /// Bytes of a message after which another one is begun: the other end takes no longer ones than its bound.
    private static let messageEnd = 1 << 20

    fileprivate init(_ name: String, at subject: Subject, place: Int, _ end: LinkEnd) {
        self.name = name
        self.subject = subject
        self.place = place
        self.end = end
    }

    private func add(_ mail: ShardMail, _ receipt: MailReceipt) {
        guard !isOver else {
            _ = receipt.handled()
            return
        }
        writer.write(mail)
        gathered.append(receipt)
        if writer.count >= RemoteNode.messageEnd { endMessage() }
    }

    fileprivate func endMessage() {
        guard writer.count > 0 else { return }
        underWay.append((end.send(writer.take()), gathered))
        gathered = []
    }

    /// Lets go of what the node has handled.
    fileprivate func release() {
        guard end.acknowledged > acknowledged else { return }
        acknowledged = end.acknowledged
        behindSince = nil
        let done = underWay.firstIndex { $0.number > acknowledged } ?? underWay.count
        for message in underWay[..<done] { for receipt in message.receipts { _ = receipt.handled() } }
        underWay.removeFirst(done)
    }

    fileprivate func releaseAll() {
        for receipt in underWay.flatMap(\.receipts) + gathered { _ = receipt.handled() }
        (underWay, gathered) = ([], [])
        _ = writer.take()
    }

    /// The mail of that number, which the node sent, has been handled by the hub.
    func handled(upTo number: UInt64) {
        if !isOver { end.handled(upTo: number) }
    }

    /// Throws `behind` if the node has left too much unhandled for too long, and handled nothing meanwhile.
    fileprivate func checkKeepsUp(_ limit: Int, patience: Int, now: Int) throws(LinkFault) {
        guard box.waitingCost >= limit else {
            behindSince = nil
            return
        }
        let since = behindSince ?? now
        behindSince = since
        if now - since > patience { throw .behind }
    }
}
