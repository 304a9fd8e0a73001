/// The shards of a node that are to say what they have read, as the hub has asked.
struct AskedShards {
    /// Shards that have not said so yet.
    private var unsaid: Set<Int> = []
    /// Answers that are still to come to questions of links that are over, by shard. A shard answers in order.
    private var stale: [Int]

    /// Nobody is asked at first, of so many shards.
    init(_ shards: Int) { stale = Array(repeating: 0, count: shards) }

    /// All of them are asked, as the last question has been answered.
    mutating func ask() { unsaid = Set(stale.indices) }

    /// A shard has said so. Answers whether it was the last one, so that the hub is to be told.
    mutating func said(_ shard: Int) -> Bool {
        guard stale[shard] == 0 else {
            stale[shard] -= 1
            return false
        }
        return unsaid.remove(shard) != nil && unsaid.isEmpty
    }

    /// The link of the question is over: what shards still answer to it tells the next hub nothing.
    mutating func linkEnded() {
        for shard in unsaid { stale[shard] += 1 }
        unsaid = []
    }
}
