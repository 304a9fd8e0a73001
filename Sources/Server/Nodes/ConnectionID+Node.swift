import EventLoops

/// The ID of a connection on another node: the number of its shard stands in the highest bits of its slot. To the hub a
/// node is one place, whose connections have such IDs.
extension ConnectionID {
    /// Bits of a slot: a shard has fewer than 67 million connections.
    private static let slotBits: UInt32 = 26

    /// The ID by which the hub knows this connection of the shard with that index.
    func onNode(from shard: Int) -> ConnectionID {
        precondition((0..<MailLimits.shards).contains(shard) && slot >> ConnectionID.slotBits == 0)
        return ConnectionID(slot: UInt32(shard) << ConnectionID.slotBits | slot, generation: generation)
    }

    /// The index of the shard in an ID by which the hub knows it.
    var shardOnNode: Int { Int(slot >> ConnectionID.slotBits) }

    /// The ID by which that shard knows it.
    var onShard: ConnectionID {
        ConnectionID(slot: slot & (1 << ConnectionID.slotBits - 1), generation: generation)
    }
}
