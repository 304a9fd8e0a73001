import Bus

extension HubLink {
    /// The link's surroundings: those of a server, or of a test.
    struct Environment {
        /// The node's name.
        let node: String
        /// The prints of the node's secrets now.
        let print: () -> ClusterPrint
        let subjects: ClusterSubjects
        /// Shards of the node.
        let shards: Int
        /// The server's clock, in ms.
        let now: () -> Int
        let random: () -> UInt64
        let publish: (_ bytes: [UInt8], _ subject: Subject) -> Void
        /// Puts mail into the box of the shard with that index.
        let put: (ShardMail, _ shard: Int) -> Void
        /// Whether some shard has too much mail that it has not handled.
        let isCongested: () -> Bool
        /// Hears that a hub has given its lease back.
        var isVacant: () -> Void = {}
        let report: (LinkEvent) -> Void
    }
}
