import EventLoops
import GameRules
import HTTP1
import Sessions

/// How the connections of a shard reach the hub, of which there is one for all shards.
protocol HubLink: AnyObject {
    /// Whether the hub keeps up. If not, a connection stops reading until it does (``awaitRoom(for:)``).
    var hasRoom: Bool { get }
    /// Has the connection read again when the hub keeps up.
    func awaitRoom(for id: ConnectionID)
    /// A WebSocket is open. `identity` is what its cookie or bearer token proves.
    func connect(_ client: SocketConnection, _ id: ConnectionID, identity: SessionClaim?, of network: ClientNetwork)
        -> HubSession
    /// A text message has come, over a connection with a round trip of `lag` ms.
    func receive(_ json: [UInt8], of session: HubSession, _ id: ConnectionID, lag: UInt16)
    /// A connection that the hub attends to fell silent, or is heard again.
    func setSilent(_ session: HubSession, _ id: ConnectionID, _ isSilent: Bool)
    /// A WebSocket is gone.
    func disconnect(_ session: HubSession, _ id: ConnectionID)
    /// Asks what a request is to be answered. Calls `reply` once, or not at all if the
    /// connection is gone before.
    func ask(
        _ resource: HubResource, _ request: Request, in context: RequestContext, _ id: ConnectionID,
        reply: @escaping Routes.Reply)
    /// A connection whose request waits for its answer is gone.
    func forget(_ id: ConnectionID)
}

/// A WebSocket's session at the hub.
enum HubSession {
    /// The hub is on this shard.
    case here(Session)
    /// The hub is on another shard, and knows the session by its connection's name.
    case elsewhere(isGreeted: Bool)

    /// Whether `hello` has been answered with `welcome`.
    var isGreeted: Bool {
        switch self {
        case .here(let session): session.isGreeted
        case .elsewhere(let isGreeted): isGreeted
        }
    }
}
