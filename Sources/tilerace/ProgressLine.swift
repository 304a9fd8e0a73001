import Foundation
import LoadGenerator

/// A line on the standard error output that changes, for whoever looks on: only in a terminal.
struct ProgressLine: Sendable {
    /// Back to the beginning of the line, and nothing on it.
    private static let start = "\r\u{1B}[K"

    private let isTerminal: Bool
    private let write: @Sendable (String) -> Void

    init(
        isTerminal: Bool = isatty(STDERR_FILENO) == 1,
        write: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data($0.utf8)) }
    ) {
        self.isTerminal = isTerminal
        self.write = write
    }

    /// Replaces the line with the present progress of the load.
    func show(_ progress: LoadProgress) {
        if isTerminal { write("\(ProgressLine.start)\(Int(progress.seconds)) s  \(progress.text)") }
    }

    /// Leaves nothing behind.
    func clear() {
        if isTerminal { write(ProgressLine.start) }
    }
}
