import EventLoops
import GameRules
import HTTP1
import Rooms
import Sessions
import WebSockets

/// What a shard tells the hub.
enum HubMail: Sendable {
    /// A WebSocket is open; with what its cookie or bearer token proves.
    case connected(ConnectionID, identity: PlayerID?, ClientNetwork)
    /// A text message has come.
    case received(ConnectionID, json: [UInt8])
    case disconnected(ConnectionID)
    /// A request that the hub has to answer.
    case asked(ConnectionID, HubResource, RequestHead, RequestContext)
    /// Watchers of the room had fallen behind, and want the whole picture.
    case needsSnapshot(RoomCode)

    /// About the bytes of memory that it holds.
    var cost: Int {
        switch self {
        case .connected, .disconnected, .needsSnapshot: 64
        case .received(_, let json): 96 + json.count
        case .asked(_, _, let head, _): 512 + head.fields.count * 64
        }
    }
}

/// What the hub tells a shard. Mail for a connection that is gone is dropped.
enum ShardMail: Sendable {
    /// A message for a WebSocket. `isGreeted` says whether its session is, by now.
    case message(ConnectionID, EncodedMessage, isGreeted: Bool)
    case close(ConnectionID, code: UInt16, reason: String)
    case answer(ConnectionID, HTTPResponse)
    case feed(FeedMail)
    /// The hub has caught up with this shard's mail.
    case hasRoom

    /// About the bytes of memory that it holds. A frame counts for each receiver, though they share it.
    var cost: Int {
        switch self {
        case .message(_, let message, _): 64 + message.count
        case .close, .hasRoom: 64
        case .feed(let mail): mail.cost
        case .answer(_, let response): 512 + response.body.count
        }
    }
}
