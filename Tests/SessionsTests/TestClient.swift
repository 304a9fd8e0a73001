import Foundation
import GameRules
import Messages
import Puzzles
import Storage
import Synchronization
import Testing
import WordLists

@testable import Sessions

/// A client of the hub: what it was sent, decoded and as bytes.
final class TestClient: SessionOutput, FeedReceiver {
    let player: PlayerID
    /// Whether it reads. While it does not, what it is sent waits.
    var isReading = true {
        didSet {
            guard isReading else { return }
            let waited = unread
            unread = []
            for message in waited { receive(message) }
        }
    }
    private(set) var unread: [OutgoingMessage] = []
    /// Pieces in which it was written to.
    private(set) var sends = 0
    private(set) var session: Session?
    private(set) var messages: [[String: Any]] = []
    private(set) var bytes: [UInt8] = []
    private(set) var closeCode: UInt16?
    private let world: HubWorld
    private var lastID = 0

    init(_ world: HubWorld, _ player: PlayerID, identity: Bool = true, network: UInt64 = 1) {
        self.world = world
        self.player = player
        let number = UInt64(world.clients.value.count + 1)
        world.clients.value[number] = WeakClient(client: self)
        session = world.hub.connect(
            self, at: SessionPlace(shard: 0, connection: number),
            identity: identity ? SessionClaim(player: player, sessions: 0) : nil,
            of: ClientNetwork(bits: network, isIPv4: true))
    }

    var queuedBytes: Int { unread.reduce(0) { $0 + $1.json.count } }

    /// The message that it was sent last.
    private(set) var last: OutgoingMessage?

    func send(_ message: OutgoingMessage, isGreeted: Bool) {
        last = message
        send(OutgoingBatch([message]))
    }

    func send(_ batch: OutgoingBatch) {
        sends += 1
        for message in batch.messages {
            if isReading { receive(message) } else { unread.append(message) }
        }
    }

    private func receive(_ message: OutgoingMessage) {
        bytes += message.json
        let object = try? JSONSerialization.jsonObject(with: Data(message.json)) as? [String: Any]
        #expect(object != nil, "the hub sends JSON objects: \(String(decoding: message.json, as: UTF8.self))")
        messages.append(object ?? [:])
    }

    func close(code: UInt16, reason: String) { closeCode = code }

    /// Whether the hub wants to know when it falls silent.
    private(set) var isAttended = false

    func attend(_ isAttended: Bool) { self.isAttended = isAttended }

    func disconnect() {
        if let session { world.hub.disconnect(session) }
        session = nil
    }

    /// Sends raw bytes.
    func send(raw text: String) {
        if let session { world.hub.receive(Array(text.utf8), from: session) }
    }

    /// The round trip in ms that the server has measured.
    var lag: UInt16 = 0

    /// The instant at which the shard has read the next requests; now if nil.
    var readAt: Int?

    /// Sends a request, and answers its number; nothing runs yet.
    func post(_ message: ClientMessage) -> Int {
        lastID += 1
        guard let session else { return lastID }
        world.hub.receive(ClientRequest(id: lastID, message: message).encoded(), from: session, lag: lag, at: readAt)
        return lastID
    }

    /// Sends a request, runs the world, and answers the reply.
    func ask(_ message: ClientMessage) -> [String: Any] {
        let id = post(message)
        world.run()
        return reply(to: id) ?? [:]
    }

    func reply(to id: Int) -> [String: Any]? { messages.last { $0["re"] as? Int == id } }

    /// The pushes of a type, oldest first.
    func pushes(_ type: String) -> [[String: Any]] {
        messages.filter { $0["re"] == nil && $0["type"] as? String == type }
    }

    func open(hard: HardMode = .off) -> [String: Any] { ask(.open(puzzle: world.today, hard: hard)) }

    func guess(_ word: String, row: Int) -> [String: Any] {
        ask(.guess(puzzle: world.today, row: row, word: word))
    }
}

/// A JSON value as text with its keys sorted, to compare two of them.
func sorted(_ value: Any?) -> String {
    guard let value, let data = try? JSONSerialization.data(withJSONObject: [value], options: .sortedKeys) else {
        return ""
    }
    return String(decoding: data, as: UTF8.self)
}
