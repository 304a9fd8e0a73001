import Synchronization

/// All shards of a server. An accepted connection goes to the one that has the fewest.
package final class ShardGroup: Sendable {
    /// The shards, at least one.
    package let shards: [Shard]
    /// The bound on what waits to be sent over all connections.
    package let outputBudget: OutputBudget

    /// Starts `count` shards. `outputMemory` bounds the bytes that wait to be sent over all connections.
    package init(count: Int, outputMemory: Int = 1 << 40) throws(EventLoopError) {
        precondition(count > 0)
        outputBudget = OutputBudget(limit: outputMemory)
        var shards: [Shard] = []
        for index in 0..<count { shards.append(try Shard(index: index, budget: outputBudget)) }
        self.shards = shards
        outputBudget.connect(shards)
    }

    /// Serves the connections of a listening socket, which is then this group's to close. `accept` makes the handler of
    /// a new connection, on the connection's shard. `outputLimit` is the bound on what may wait to be sent, in bytes.
    /// With `tls` the connections are encrypted. While `admits` answers false nobody is accepted: who comes waits in
    /// the kernel. It is told how many connections the shards have, those included that are on their way to one.
    package func serve(
        _ socket: ListeningSocket, tls: TLSCredentials? = nil, outputLimit: Int,
        admits: @escaping @Sendable (_ open: Int) -> Bool = { _ in true },
        accept: @escaping @Sendable (Connection) -> any ConnectionHandler
    ) {
        let shards = shards
        shards[0].execute { loop in
            let admitsMore = { admits(shards.reduce(0) { $0 + $1.load.count }) }
            loop.listen(on: socket, admits: admitsMore) { accepted, loop in
                let shard = ShardGroup.leastLoaded(shards)
                shard.load.addOne()
                if shard.load === loop.load {
                    loop.adopt(accepted, tls: tls, outputLimit: outputLimit, handler: accept)
                } else {
                    shard.execute { $0.adopt(accepted, tls: tls, outputLimit: outputLimit, handler: accept) }
                }
            }
        }
    }

    /// Serves the connections of a local socket on the first shard, all of them; they are counted like others.
    package func serve(
        _ socket: LocalSocket, outputLimit: Int, accept: @escaping @Sendable (Connection) -> any ConnectionHandler
    ) {
        shards[0].execute { loop in
            loop.listen(on: socket, admits: { true }) { accepted, loop in
                loop.load.addOne()
                loop.adopt(accepted, tls: nil, outputLimit: outputLimit, handler: accept)
            }
        }
    }

    private static func leastLoaded(_ shards: [Shard]) -> Shard {
        var best = shards[0]
        for shard in shards.dropFirst() where shard.load.count < best.load.count { best = shard }
        return best
    }

    /// Accepts nothing more, and calls `done`, on a shard, when every connection that was accepted is on its way to its
    /// shard. Clients that wait in an inherited socket stay there for our successor.
    package func stopListening(then done: @escaping @Sendable () -> Void) {
        let countdown = Countdown(shards.count, done)
        for shard in shards {
            shard.execute { loop in
                loop.stopListening()
                countdown.step()
            }
        }
    }

    /// Stops accepting, asks every connection to say good-bye (``ConnectionHandler/stopping(_:)``), and calls `done`,
    /// on a shard, when all are gone; after `graceMilliseconds` the rest is aborted.
    package func stop(graceMilliseconds: Int, then done: @escaping @Sendable () -> Void) {
        // On all shards first: one that still accepts would hand connections to another that has stopped.
        stopListening { [shards] in
            let countdown = Countdown(shards.count, done)
            for shard in shards { shard.stop(graceMilliseconds: graceMilliseconds) { countdown.step() } }
        }
    }

    /// Stops all shards, for callers who can wait.
    package func stop(graceMilliseconds: Int) async {
        await withCheckedContinuation { continuation in
            stop(graceMilliseconds: graceMilliseconds) { continuation.resume() }
        }
    }
}

/// Calls somebody when so many steps have been made, on any threads.
private final class Countdown: Sendable {
    private let left: Mutex<Int>
    private let done: @Sendable () -> Void

    init(_ steps: Int, _ done: @escaping @Sendable () -> Void) {
        left = Mutex(steps)
        self.done = done
    }

    func step() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { done() }
    }
}
