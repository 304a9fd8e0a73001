import EventLoops
import GameRules
import HTTP1
import Rooms
import Sessions
import WebSockets

/// A message from a shard to the hub.
enum HubMail: Sendable {
    /// A WebSocket opened; with the claim that its cookie or bearer token proves.
    case connected(ConnectionID, identity: SessionClaim?, ClientNetwork)
    /// A text message was read at this instant of the server's clock, from a connection with this round trip in ms.
    case received(ConnectionID, json: [UInt8], lag: UInt16, at: Int)
    case disconnected(ConnectionID)
    /// A connection that the hub attends to fell silent, or is heard again.
    case silent(ConnectionID, Bool)
    /// A request that the hub has to answer.
    case asked(ConnectionID, HubResource, Request, RequestContext)
    /// Watchers of the room had fallen behind, and want the whole picture.
    case needsSnapshot(RoomCode)
    /// The answer to ``ShardMail/sayWhatWasRead``: all that was read before it has come.
    case saidWhatWasRead

    /// Bytes of an answer. The hub handles all mail of a turn before it looks how much it has sent. So a question
    /// counts with the bytes of its answer. A thousand unhandled questions are many; their answers take some MiB.
    private static let answerCost = 4_096

    /// About the bytes of memory that it holds, and leads to.
    var cost: Int {
        switch self {
        case .connected, .disconnected, .silent, .saidWhatWasRead: MemoryLayout<HubMail>.stride
        case .needsSnapshot: MemoryLayout<HubMail>.stride + HubMail.answerCost
        case .received(_, let json, _, _): MemoryLayout<HubMail>.stride + 48 + json.count + HubMail.answerCost
        case .asked(_, _, let request, _):
            MemoryLayout<HubMail>.stride + 512 + request.head.fields.memory + request.head.target.memory
                + request.body.count + HubMail.answerCost
        }
    }
}

/// A message from the hub to a shard. Dropped if it is for a connection that has closed.
enum ShardMail: Sendable {
    /// A message for a WebSocket. `isGreeted` says whether its session is, by now.
    case message(ConnectionID, EncodedMessage, isGreeted: Bool)
    case close(ConnectionID, code: UInt16, reason: String)
    /// The hub wants to know whether the connection is silent, or does so no more.
    case attend(ConnectionID, Bool)
    case answer(ConnectionID, HTTPResponse)
    case feed(FeedMail)
    /// The hub has caught up with this shard's mail.
    case hasRoom
    /// The hub waits for all that the shard has read so far.
    case sayWhatWasRead
    /// The hub is another one than before, on another node, and knows nothing of this shard's connections.
    case hubLost

    /// About the bytes of memory that it holds. A frame counts for each receiver, though they share it.
    var cost: Int {
        switch self {
        case .message(_, let message, _): MemoryLayout<ShardMail>.stride + 128 + message.count
        case .close, .attend, .hasRoom, .sayWhatWasRead, .hubLost: MemoryLayout<ShardMail>.stride
        case .feed(let mail): MemoryLayout<ShardMail>.stride + mail.cost
        case .answer(_, let response): MemoryLayout<ShardMail>.stride + 512 + response.body.count
        }
    }
}

extension Mailbox<ShardMail> {
    /// Adds mail to this turn's.
    func put(_ mail: ShardMail) { put(mail, cost: mail.cost) }
}
