import Clients
import EventLoops
import WordLists

/// A load on a server, made by this process on one loop of its own.
package final class Load: Sendable {
    private let group: ShardGroup
    private let location: ServerLocation
    private let address: SocketAddress

    /// Prepares a load on the server at `location`, which is at `address`.
    package init(on location: ServerLocation, at address: SocketAddress) throws(EventLoopError) {
        self.location = location
        self.address = address
        group = try ShardGroup(count: 1)
    }

    /// Makes the load. `process` is the server's, if it is on this machine and its use of the machine is wanted. `random` gives bits
    /// that nobody can foresee. `progress` is called each second, `finished` once; both on the load's own thread.
    package func start(
        _ plan: LoadPlan, lexicon: Lexicon, process: Int32?, random: @escaping @Sendable () -> UInt64,
        progress: @escaping @Sendable (LoadProgress) -> Void,
        finished: @escaping @Sendable (Result<LoadReport, LoadFault>) -> Void
    ) {
        precondition(plan.fault == nil)
        let (location, address) = (location, address)
        group.shards[0].execute { loop in
            let run = LoadRun(
                plan, on: loop, to: location, at: address, process: process, lexicon: lexicon, random: random,
                progress: progress, finished: finished)
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
    }
}
