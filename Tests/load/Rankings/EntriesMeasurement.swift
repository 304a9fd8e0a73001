import CMalloc
import Foundation
import GameRules
import Leaderboards

/// A ranking of random players with random scores of a day: one solve in ten fails, the others take some time of an
/// hour.
struct EntriesMeasurement {
    let count: Int
    private static let calls = 1_000_000

    func run() throws {
        var random = SplitMix(state: 1)
        var ids: [PlayerID] = []
        ids.reserveCapacity(count)
        for _ in 0..<count { ids.append(PlayerID(high: random.next(), low: random.next())) }

        let before = (heap: malloc_bytes_in_use(), resident: try EntriesMeasurement.residentBytes())
        var ranking = Ranking()
        for id in ids { ranking.set(RankScore(EntriesMeasurement.score(&random)), for: id) }
        let heap = Double(malloc_bytes_in_use() - before.heap) / Double(count)
        let resident = Double(try EntriesMeasurement.residentBytes() - before.resident) / Double(count)
        print("memory of \(count) entries that came one by one: \(heap) bytes each, \(resident) as the kernel counts")
        measure(&ranking, ids, &random)
        build(ids, &random)
    }

    private func build(_ ids: [PlayerID], _ random: inout SplitMix) {
        let scores = (0..<count).map { _ in EntriesMeasurement.score(&random) }
        let clock = ContinuousClock()
        let start = clock.now
        var builder = RankingBuilder(.day)
        for (id, score) in zip(ids, scores) {
            guard case .solved(let turns, let elapsed) = score else {
                builder.add(id, Score(solved: false, turns: 0, elapsed: 0))
                continue
            }
            builder.add(id, Score(solved: true, turns: turns, elapsed: elapsed))
        }
        let ranking = builder.finish()
        let seconds = (clock.now - start) / .seconds(1)
        print("built from an array: \(ranking.count) entries, \(Int(Double(ranking.count) / seconds)) a second")
    }

    private func measure(_ ranking: inout Ranking, _ ids: [PlayerID], _ random: inout SplitMix) {
        var sum = 0
        let calls = min(EntriesMeasurement.calls, count)
        var latencies = Latencies(count: calls)
        let some = (0..<calls).map { _ in ids[Int.random(in: 0..<ids.count, using: &random)] }
        for id in some { latencies.measure { sum &+= ranking.rank(of: id) ?? 0 } }
        latencies.print("rank of a player")
        latencies = Latencies(count: calls)
        for score in (0..<calls).map({ _ in EntriesMeasurement.score(&random) }) {
            latencies.measure { sum &+= ranking.rank(of: RankScore(score)) }
        }
        latencies.print("rank of a score")
        latencies = Latencies(count: calls)
        for _ in 0..<calls {
            let place = Int.random(in: 0..<ranking.count, using: &random)
            latencies.measure { sum &+= ranking.entries(place..<(place + 1)).count }
        }
        latencies.print("entry at a place")
        latencies = Latencies(count: calls)
        for _ in 0..<calls {
            let id = PlayerID(high: random.next(), low: random.next())
            let score = EntriesMeasurement.score(&random)
            latencies.measure { ranking.set(RankScore(score), for: id) }
        }
        latencies.print("insertion")
        latencies = Latencies(count: calls)
        for id in some {
            let score = EntriesMeasurement.score(&random)
            latencies.measure { ranking.set(RankScore(score), for: id) }
        }
        latencies.print("change of a score")
        latencies = Latencies(count: calls)
        for id in ids.prefix(calls) { latencies.measure { ranking.remove(id) } }
        latencies.print("removal")
        precondition(sum > 0 && ranking.count == count)
    }

    private static func score(_ random: inout SplitMix) -> Score {
        Int.random(in: 0..<10, using: &random) == 0
            ? .unsolved
            : .solved(
                turns: Int.random(in: 1...6, using: &random), elapsed: Int.random(in: 0..<3_600_000, using: &random))
    }

    private static func residentBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        guard let pages = Int(status.split(separator: " ")[1]) else { preconditionFailure("pages are a number") }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}

/// Random numbers that are the same in each run and cost little.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
