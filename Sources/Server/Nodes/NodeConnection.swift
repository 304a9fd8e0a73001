import Sessions

/// A WebSocket of a node whose hub is elsewhere, with the facts that a hub is told of it.
struct NodeConnection {
    /// The client's progress with a hub.
    enum Stage: Hashable {
        /// No hub has heard anything of it.
        case new
        /// The hub has heard of it, and not greeted it yet.
        case heard
        case greeted
        /// A hub that is gone had heard of it. It is to say `hello` again; `isGreeted` if it was greeted.
        case lapsed(isGreeted: Bool)
    }

    /// A message that waits for a hub.
    struct Held {
        let json: [UInt8]
        let lag: UInt16
        let instant: Int
    }

    /// The proof of its cookie or bearer token.
    let identity: SessionClaim?
    let network: ClientNetwork
    var stage = Stage.new
    var isSilent = false
    /// The first messages of a client that came while there was no hub: `hello`, and messages that followed at once.
    var held: [Held] = []

    /// Bytes of them.
    var heldBytes: Int { held.reduce(0) { $0 + $1.json.count } }
}
