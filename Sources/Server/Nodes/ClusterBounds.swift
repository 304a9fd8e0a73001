import Bus

/// Bounds of what goes between nodes. Times in ms.
package struct ClusterBounds: Sendable {
    /// The bounds of a link.
    package var link = LinkEnd.Bounds()
    /// Nodes at most, the hub's own among them. Every room counts its watchers on each.
    package var nodes = 64
    /// The time between two announcements of a hub.
    package var announcing = 500
    /// The time until a node that was not welcomed introduces itself anew.
    package var introduction = 1_000
    /// The time for which a node may have too much mail unhandled. Until then everybody waits for it.
    package var patience = 500
    /// The time between two looks at what is due.
    package var tick = 50
    /// First messages of a connection that wait for a hub; more are refused.
    package var held = 4
    /// Bytes of all first messages that wait for a hub on a node.
    package var heldBytes = 8 << 20
    /// The time without a link after which a node follows a hub of any generation: its database may be an older one
    /// that was restored.
    package var forgetting = 10_000
    /// The time for which a hub goes on without its bus. Then nodes that still reach each other may decide.
    package var busPatience = 1_500
    /// The time for which a hub goes on that never had the bus since it has the lease: others may have it by then.
    package var loneTerm = 30_000
    /// The time for which a node without a bus leaves a free lease to others.
    package var courtesy = 1_000
    /// The time that a hub's first start under a lease may take. Nobody is answered meanwhile, and others could serve.
    package var starting = 1_500
    /// Bytes of mail after which a message is ended, and another one begun.
    package var message = 1 << 20

    package init() {}
}

/// Something about a link for the operator's log.
enum LinkEvent: Hashable, Sendable {
    /// A node has a link to the hub of this generation, on that node.
    case linked(node: String, generation: UInt64)
    /// The link with a node is over.
    case lost(node: String, LinkFault)
    /// No version of mail is spoken by both.
    case noCommonVersion(node: String)
    /// More nodes come than may be.
    case full(node: String)
    /// A node has other secrets than this one.
    case different(node: String, ClusterPrint.Difference)
    /// A node tells nothing of its secrets: its release does not know how.
    case unprinted(node: String)
    /// Two hubs say that they are the one of this generation.
    case twoHubs(node: String, generation: UInt64)
    /// The hub could not renew its lease in time, and is silent until it can.
    case lapsed(generation: UInt64)
    /// Bytes came that are no envelope.
    case unreadable(FieldFault)
}
