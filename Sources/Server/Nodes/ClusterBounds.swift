import Bus

/// Bounds of what goes between nodes. Times in ms.
package struct ClusterBounds: Sendable {
    /// The bounds of a link.
    package var link = LinkEnd.Bounds()
    /// Nodes at most, the hub's own among them. Every room counts its watchers on each.
    package var nodes = 64
    /// Between two announcements of a hub.
    package var announcing = 500
    /// Until a node that was not welcomed introduces itself anew.
    package var introduction = 1_000
    /// For how long a node may have too much mail unhandled. Until then everybody waits for it.
    package var patience = 500
    /// Between two looks at what is due.
    package var tick = 50
    /// First messages of a connection that wait for a hub; more are refused.
    package var held = 4
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
    /// Bytes came that are no envelope.
    case unreadable(FieldFault)
}
