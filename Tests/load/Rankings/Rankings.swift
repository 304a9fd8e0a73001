import Foundation
import GameRules
import Leaderboards
import SQLiteStorage
import Storage

/// Measures the time and memory of rankings of many players.
///
///     export TILERACE_MEASURE=1
///     swift build -c release --product tilerace-rankings
///     .build/release/tilerace-rankings entries 10000000
///     python3 Tests/load/results.py FOLDER --players 1000000 --days 10
///     .build/release/tilerace-rankings results FOLDER guess-en-5
@main
enum Rankings {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.count == 2, arguments.first == "entries", let count = arguments.last.flatMap({ Int($0) }),
            count > 0
        {
            try EntriesMeasurement(count: count).run()
        } else if arguments.count == 3, arguments.first == "results",
            let line = arguments.last.flatMap({ PuzzleLine($0) })
        {
            try ResultsMeasurement(folder: arguments[arguments.startIndex + 1], line: line).run()
        } else {
            print("tilerace-rankings entries COUNT | tilerace-rankings results FOLDER LINE")
            exit(2)
        }
    }
}

/// Nanoseconds of many calls.
struct Latencies {
    private var samples: [UInt64] = []

    init(count: Int) { samples.reserveCapacity(count) }

    mutating func measure(_ body: () -> Void) {
        let start = DispatchTime.now().uptimeNanoseconds
        body()
        samples.append(DispatchTime.now().uptimeNanoseconds - start)
    }

    func print(_ name: String) {
        let sorted = samples.sorted()
        let parts = [("p50", 500), ("p90", 900), ("p99", 990), ("p99.9", 999), ("p100", 1000)].map {
            part, thousandths in
            "\(part) \(String(format: "%.2f", Double(sorted[min(sorted.count - 1, sorted.count * thousandths / 1000)]) / 1000))"
        }
        Swift.print("\(name), µs: \(parts.joined(separator: ", ")); clock included")
    }
}
