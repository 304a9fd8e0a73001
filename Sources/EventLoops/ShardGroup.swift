/// All shards of a server. An accepted connection goes to the one that has the fewest.
package final class ShardGroup: Sendable {
    /// At least one.
    package let shards: [Shard]

    /// Starts `count` shards.
    package init(count: Int) throws(EventLoopError) {
        precondition(count > 0)
        var shards: [Shard] = []
        for index in 0..<count { shards.append(try Shard(index: index)) }
        self.shards = shards
    }

    /// Serves the connections of a listening socket, which is then this group's to close. `accept` makes the handler of a new
    /// connection, on the connection's shard. `outputLimit` is the bound on what may wait to be sent, in bytes.
    package func serve(
        _ socket: ListeningSocket, outputLimit: Int, accept: @escaping @Sendable (Connection) -> any ConnectionHandler
    ) {
        let shards = shards
        shards[0].execute { loop in
            loop.listen(on: socket) { accepted, loop in
                let shard = ShardGroup.leastLoaded(shards)
                shard.load.addOne()
                if shard.load === loop.load {
                    loop.adopt(accepted, outputLimit: outputLimit, handler: accept)
                } else {
                    shard.execute { $0.adopt(accepted, outputLimit: outputLimit, handler: accept) }
                }
            }
        }
    }

    private static func leastLoaded(_ shards: [Shard]) -> Shard {
        var best = shards[0]
        for shard in shards.dropFirst() where shard.load.count < best.load.count { best = shard }
        return best
    }

    /// Stops accepting, asks every connection to say good-bye (``ConnectionHandler/stopping(_:)``), and waits until all are
    /// gone; after `graceMilliseconds` the rest is aborted.
    package func stop(graceMilliseconds: Int) async {
        await withTaskGroup(of: Void.self) { group in
            for shard in shards { group.addTask { await shard.stop(graceMilliseconds: graceMilliseconds) } }
        }
    }
}
