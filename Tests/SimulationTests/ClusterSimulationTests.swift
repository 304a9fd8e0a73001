import Foundation
import TestKit
import Testing

/// Nodes, hubs and a bus that does harm, in worlds of chance. A seed that fails is run again by
/// `TILERACE_SEED=… ./test --filter ClusterSimulationTests`, and tells what happened.
@Suite struct ClusterSimulationTests {
    private static let seeds: Range<UInt64> = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["TILERACE_SEED"].flatMap(UInt64.init) { return seed..<seed + 1 }
        if let count = environment["TILERACE_SEEDS"].flatMap(UInt64.init) { return 0..<count }
        return 0..<UInt64(FullRun.count(fast: 24, full: 500))
    }()

    @Test("No simulated cluster loses or doubles an acknowledged write, or sends a letter where it may not be known")
    func nothingIsLostAndNothingLeaksAcrossNodes() throws {
        var happened = ClusterSimulation.Counts()
        for seed in ClusterSimulationTests.seeds {
            let world = try ClusterSimulation(seed: seed)
            world.run()
            happened.acknowledged += world.counts.acknowledged
            happened.hubs += world.counts.hubs
            happened.linksLost += world.counts.linksLost
            happened.beginnings += world.counts.beginnings
            happened.sightings += world.counts.sightings
            happened.watched += world.counts.watched
            happened.rounds += world.counts.rounds
            guard let violation = world.violation else { continue }
            let trace = world.trace.suffix(60).joined(separator: "\n")
            Issue.record("seed \(seed): \(violation)\n\(trace)")
            return
        }
        print("\(ClusterSimulationTests.seeds.count) clusters: \(happened)")
        guard ClusterSimulationTests.seeds.count > 1 else { return }
        #expect(happened.acknowledged > 0 && happened.beginnings > 0 && happened.sightings > 0)
        #expect(happened.hubs > ClusterSimulationTests.seeds.count, "hubs took over from each other")
        #expect(happened.watched > ClusterSimulationTests.seeds.count, "watchers heard of events as they happened")
        #expect(happened.rounds > ClusterSimulationTests.seeds.count / 2, "rounds were raced to their ends")
    }

    /// A simulation that finds nothing when something is wrong proves nothing.
    @Test("A planted fault of a cluster is found", arguments: ClusterSabotage.allCases)
    func plantedFaults(sabotage: ClusterSabotage) throws {
        for seed: UInt64 in 0..<40 {
            let world = try ClusterSimulation(seed: seed, sabotage: sabotage)
            world.run()
            if let violation = world.violation { return print("\(sabotage), seed \(seed): \(violation)") }
        }
        Issue.record("\(sabotage) went unnoticed")
    }
}
