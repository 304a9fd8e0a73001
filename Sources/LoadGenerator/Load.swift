import Clients
import EventLoops
import WordLists

/// A load on a server, made by this process on two loops of its own: one for the players, one for the watchers.
package final class Load: Sendable {
    private let group: ShardGroup
    private let location: ServerLocation
    private let address: SocketAddress
    private let watched: [LoadTarget]

    /// Prepares a load on the server at `location`, which is at `address`. Watchers are spread over the servers of
    /// `watched`, which serve the same rooms; with none they watch there too.
    package init(
        on location: ServerLocation, at address: SocketAddress, watchingAt watched: [LoadTarget] = []
    ) throws(EventLoopError) {
        self.location = location
        self.address = address
        self.watched = watched
        group = try ShardGroup(count: 2)
    }

    /// Makes the load. `process` is the server's, if it is on this machine and its use of the machine is wanted.
    /// `random` gives bits that nobody can foresee. `progress` is called each second, `finished` once; both on the
    /// load's own thread.
    package func start(
        _ plan: LoadPlan, lexicon: Lexicon, process: Int32?, random: @escaping @Sendable () -> UInt64,
        progress: @escaping @Sendable (LoadProgress) -> Void,
        finished: @escaping @Sendable (Result<LoadReport, LoadFault>) -> Void
    ) {
        precondition(plan.fault == nil)
        let connector = Connector(
            location: location, address: address, process: process, random: random, watched: watched)
        let shards = (own: group.shards[0], crowd: group.shards[1])
        shards.own.execute { loop in
            // A closed loop measures how much a server takes, and not how long that is. So what has come within a ms is
            // read at once, as watchers do (``WatcherCrowd/measure(_:)``). Were few guesses under way, that ms would
            // bound them.
            loop.companion = LoadPace(.late, rest: plan.inFlight ?? 0 >= 256 ? 1 : 0)
            let run = LoadRun(
                plan, on: loop, connector, shards: shards, lexicon: lexicon, progress: progress, finished: finished)
            loop.attachment = run
            run.begin()
        }
    }

    /// Ends the load before its time; the report is of what was measured so far.
    package func stop() {
        group.shards[0].execute { ($0.attachment as? LoadRun)?.stop() }
    }

    /// Closes what connections are left.
    package func close() async {
        await group.stop(graceMilliseconds: 2_000)
        for shard in group.shards { shard.execute { $0.dismantle() } }
    }
}
