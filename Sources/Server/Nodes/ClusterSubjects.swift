import Bus

/// The subjects of a cluster's mail.
struct ClusterSubjects: Hashable, Sendable {
    /// The name that all nodes of a cluster share.
    let cluster: String

    /// Where hubs announce themselves. Every node hears it.
    var announcements: Subject { Subject("tilerace", cluster, "hubs") }

    /// Where the hub of a generation hears.
    func hub(of generation: UInt64) -> Subject { Subject("tilerace", cluster, "hub", String(generation)) }

    /// Where a node hears.
    func node(_ name: String) -> Subject { Subject("tilerace", cluster, "node", name) }
}
