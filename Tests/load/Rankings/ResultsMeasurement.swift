import Foundation
import GameRules
import Leaderboards
import SQLiteStorage
import Storage
import Synchronization

/// The rankings of all time and of one day, from the database of a data folder.
struct ResultsMeasurement {
    let folder: String
    let line: PuzzleLine

    func run() throws {
        let storage = try SQLiteStorage(folder: folder) { print("storage: \($0)") }
        measure("rows alone", storage, into: 0) {
            $0 += $1.count
        } finish: {
            $0
        }
        let all = measure("all time", storage, into: RankingBuilder(.period(.standard)), add: ResultsMeasurement.add) {
            $0.finish().count
        }
        print("all time: \(all) players")
    }

    @Sendable private static func add(_ builder: inout RankingBuilder, _ results: [RankedResult]) {
        for one in results {
            builder.add(one.player, Score(solved: one.solved, turns: one.turns, elapsed: one.elapsed))
        }
    }

    @discardableResult
    private func measure<T: Sendable>(
        _ name: String, _ storage: SQLiteStorage, into initial: T,
        add: @escaping @Sendable (inout T, [RankedResult]) -> Void, finish: @escaping @Sendable (T) -> Int
    ) -> Int {
        let clock = ContinuousClock()
        let start = clock.now
        let rows = Mutex(0)
        let read = Mutex(start)
        let value = Mutex(0)
        let done = DispatchSemaphore(value: 0)
        let days = Day(number: 0)...Day(number: 1 << 30)
        storage.foldResults(
            of: line, days: days, into: initial,
            add: { value, results in
                rows.withLock { $0 += results.count }
                add(&value, results)
            },
            completion: { result in
                guard case .success(let folded) = result else { preconditionFailure("\(result)") }
                read.withLock { $0 = clock.now }
                let count = finish(folded)
                value.withLock { $0 = count }
                done.signal()
            })
        done.wait()
        let seconds = (clock.now - start) / .seconds(1)
        let count = rows.withLock { $0 }
        let reading = (read.withLock { $0 } - start) / .seconds(1)
        print(
            "\(name): \(count) results, \(Int(Double(count) / seconds)) a second; read in \(reading) s, all in \(seconds) s"
        )
        return value.withLock { $0 }
    }
}
