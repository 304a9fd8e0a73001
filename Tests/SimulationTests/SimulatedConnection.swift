import Messages
import Sessions
import TestKit

/// A connection between a player's page and the server, with a network in between: what is said arrives later, in
/// order, or never.
final class SimulatedConnection: SessionOutput, FeedReceiver {
    let number: Int
    unowned let player: SimulatedPlayer
    private unowned let simulation: Simulation
    /// The server's end; nil if the server is gone, or has noticed that the page is.
    var session: Session?
    /// The page's end is there.
    private(set) var isOpen = true
    /// Said by the server, not heard yet.
    private var inbox: [[UInt8]] = []
    /// Said by the page, not heard yet.
    private var outbox: [[UInt8]] = []
    private var inboxBytes = 0

    init(_ number: Int, of player: SimulatedPlayer, in simulation: Simulation) {
        self.number = number
        self.player = player
        self.simulation = simulation
    }

    // MARK: The server's end

    var queuedBytes: Int { inboxBytes }

    func send(_ message: OutgoingMessage, isGreeted: Bool) {
        let json = simulation.told(message.json)
        let mayBeCompressed = simulation.mayBeCompressed(message)
        simulation.server.sent(message.json, mayBeCompressed: mayBeCompressed)
        simulation.record(json, to: self, mayBeCompressed: mayBeCompressed)
        simulation.invariants.sent(json, to: player)
        if simulation.banned.contains(player.id), (try? JSONTree(parsing: json))?.type == "welcome" {
            simulation.violated("player \(player.number) is let in in spite of a ban")
        }
        guard isOpen else { return }
        inbox.append(message.json)
        inboxBytes += message.json.count
    }

    func send(_ batch: OutgoingBatch) {
        for message in batch.messages { send(message, isGreeted: true) }
    }

    func attend(_ isAttended: Bool) {}

    func close(code: UInt16, reason: String) {
        if code == SessionEnd.banned, simulation.isBannedOnDisk(player.id) || simulation.lettingIn == player.id {
            session = nil
            return player.lose(self)
        }
        simulation.violated("the server closed connection \(number) with \(code) \(reason)")
    }

    // MARK: The network

    /// Whether anything is under way.
    var isBusy: Bool { !inbox.isEmpty || !outbox.isEmpty }

    /// One message arrives, at the server if it can.
    func deliver(toServer: Bool) {
        if toServer, !outbox.isEmpty {
            let json = outbox.removeFirst()
            if let session { simulation.receive(json, from: session) }
        } else if !inbox.isEmpty {
            let json = inbox.removeFirst()
            inboxBytes -= json.count
            player.heard(json, on: self)
        }
    }

    // MARK: The page's end

    func say(_ request: ClientRequest) {
        if isOpen { outbox.append(request.encoded()) }
    }

    /// The page is gone. The server may hear what was said before, and notices at some time.
    func drop() {
        isOpen = false
        inbox = []
        inboxBytes = 0
    }

    /// The server notices.
    func noticeEnd() {
        outbox = []
        if let session { simulation.server.hub.disconnect(session) }
        session = nil
    }

    /// The server died.
    func lose() {
        isOpen = false
        session = nil
        inbox = []
        outbox = []
    }
}
