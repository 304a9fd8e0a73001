import Bus

/// The subjects of a cluster's mail.
struct ClusterSubjects: Hashable, Sendable {
    /// The name that all nodes of a cluster share.
    let cluster: String

    /// The subject on which hubs announce themselves. Every node hears it.
    var announcements: Subject { Subject("tilerace", cluster, "hubs") }

    /// The subject of the hub of a generation. Its node is named: what is meant for one is never heard by another, also
    /// if two databases are served under one name.
    func hub(of generation: UInt64, on node: String) -> Subject {
        Subject("tilerace", cluster, "hub", String(generation), node)
    }

    /// The subject on which a node hears.
    func node(_ name: String) -> Subject { Subject("tilerace", cluster, "node", name) }
}
