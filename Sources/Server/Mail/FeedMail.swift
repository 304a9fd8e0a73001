import EventLoops
import Rooms
import Sessions
import WebSockets

/// A message from the hub to the feeds of a shard: a call of `FeedPort`.
enum FeedMail: Sendable {
    case open(RoomCode, connection: UInt64, after: Int)
    case close(RoomCode, connection: UInt64)
    case publish(RoomCode, Content, sequence: Int)
    case publishPresence(RoomCode, Content)
    case publishReaction(RoomCode, Content)
    case publishSnapshot(RoomCode, Content, sequence: Int)
    case end(RoomCode, Content)

    /// A message that crosses from one shard to another: its parts, which never change.
    struct Content: Sendable {
        let json: [UInt8]
        private let frame: EncodedMessage

        init(_ message: OutgoingMessage) {
            json = message.json
            frame = message.frame
        }

        /// The message, for the shard that asks.
        var message: OutgoingMessage { OutgoingMessage(json, frame: frame) }

        /// Bytes.
        var count: Int { json.count + frame.count }
    }

    /// About the bytes of memory that it holds.
    var cost: Int {
        switch self {
        case .open, .close: 96
        case .publish(_, let content, _), .publishPresence(_, let content),
            .publishReaction(_, let content), .publishSnapshot(_, let content, _),
            .end(_, let content):
            128 + content.count
        }
    }

    /// Makes the call on the shard of the feeds.
    func deliver(to feeds: ShardFeeds) {
        switch self {
        case .open(let room, let connection, let sequence): feeds.open(room, to: connection, after: sequence)
        case .close(let room, let connection): feeds.close(room, to: connection)
        case .publish(let room, let content, let sequence):
            feeds.publish(content.message, sequence: sequence, to: room)
        case .publishPresence(let room, let content): feeds.publishPresence(content.message, to: room)
        case .publishReaction(let room, let content): feeds.publishReaction(content.message, to: room)
        case .publishSnapshot(let room, let content, let sequence):
            feeds.publishSnapshot(content.message, sequence: sequence, to: room)
        case .end(let room, let content): feeds.end(room, with: content.message)
        }
    }
}

/// The feeds of a shard, as the hub sees them. Every call becomes mail, in one order with what the hub has for that
/// shard's connections.
final class MailedFeeds: FeedPort {
    private let box: Mailbox<ShardMail>

    init(_ box: Mailbox<ShardMail>) { self.box = box }

    private func put(_ mail: FeedMail) { box.put(.feed(mail)) }

    func open(_ room: RoomCode, to connection: UInt64, after sequence: Int) {
        put(.open(room, connection: connection, after: sequence))
    }

    func close(_ room: RoomCode, to connection: UInt64) { put(.close(room, connection: connection)) }

    func publish(_ message: OutgoingMessage, sequence: Int, to room: RoomCode) {
        put(.publish(room, FeedMail.Content(message), sequence: sequence))
    }

    func publishPresence(_ message: OutgoingMessage, to room: RoomCode) {
        put(.publishPresence(room, FeedMail.Content(message)))
    }

    func publishReaction(_ message: OutgoingMessage, to room: RoomCode) {
        put(.publishReaction(room, FeedMail.Content(message)))
    }

    func publishSnapshot(_ message: OutgoingMessage, sequence: Int, to room: RoomCode) {
        put(.publishSnapshot(room, FeedMail.Content(message), sequence: sequence))
    }

    func end(_ room: RoomCode, with message: OutgoingMessage) { put(.end(room, FeedMail.Content(message))) }
}
