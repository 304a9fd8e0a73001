import Glibc

/// The log's way out.
enum StandardError {
    /// Writes a line. If nobody reads it, it waits: the caller is the log's own thread.
    static func write(_ line: String) {
        var rest = Array((line + "\n").utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) }
            // A closed standard error is no reason to stop serving.
            if count < 0, errno != EINTR { return }
        }
    }
}
