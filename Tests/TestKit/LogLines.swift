import Synchronization

/// The lines of a server's log, for tests that look for what it says.
package final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    package init() {}

    package func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// All lines so far.
    package var all: [String] { lines.withLock { $0 } }

    /// The number of lines that have all of these words.
    package func count(_ words: String...) -> Int {
        lines.withLock { lines in lines.count { line in words.allSatisfy { line.contains($0) } } }
    }
}
