import Dispatch
import Storage
import Synchronization

/// Keeps the write-ahead log short.
///
/// A long log is copied into the database file beside the writer, on a connection of its own, with the waits for the
/// disk. Only the writer can see that the log is copied to its end. It copies the few pages that were added meanwhile,
/// and SQLite begins the log anew with the next commit. If the writer outruns the copying, it copies the rest itself.
final class Checkpointer: Sendable {
    private struct Log {
        /// Whether the log is being copied beside the writer.
        var isBeingCopied = false
        /// Pages that were copied beside the writer, for the writer to copy the rest; nil if they were seen to.
        var copied: Int?
        /// Pages of the log at the last attempt that ended. A log that a long read holds is tried again only when it
        /// has grown by as much again.
        var tried = 0
    }

    private let queue = DispatchQueue(label: "tilerace.storage.checkpoints", qos: .utility)
    /// Nil once closed.
    private let connection: Mutex<Connection?>
    private let log = Mutex(Log())
    private let limits: SQLiteStorage.Limits
    private let report: @Sendable (StorageError) -> Void

    /// `report` is told of checkpoints that failed; the log then grows until one succeeds.
    init(
        _ connection: sending Connection, _ limits: SQLiteStorage.Limits,
        report: @escaping @Sendable (StorageError) -> Void
    ) {
        self.connection = Mutex(connection)
        self.limits = limits
        self.report = report
    }

    /// Looks at the log after commits. To be called on the writer's thread between its transactions.
    func written(_ writer: Connection) {
        let pages = writer.loggedPages
        guard pages < limits.mostLogPages else {
            // Only one copies at a time: whoever copies beside the writer is waited for.
            return connection.withLock { _ in copyRest(writer) }
        }
        let (mustCopy, isRestShort) = log.withLock { log in
            // The log was begun anew.
            if pages < log.tried { log.tried = 0 }
            if let copied = log.copied {
                log.copied = nil
                if pages - copied <= limits.logPages / 8 { return (false, true) }
            } else if log.isBeingCopied || pages - log.tried < limits.logPages {
                return (false, false)
            }
            log.isBeingCopied = true
            return (true, false)
        }
        if isRestShort { copyRest(writer) }
        if mustCopy { queue.async { [self] in copyBeside(pages) } }
    }

    /// Copies the whole log, if it is long, before a long read stops that. To be called on the writer's thread between
    /// its transactions, while nobody reads.
    func empty(_ writer: Connection) {
        guard writer.loggedPages >= limits.logPages else { return }
        connection.withLock { _ in copyRest(writer) }
    }

    /// Waits for a checkpoint that runs, and lets go of the file.
    func close() {
        connection.withLock { $0 = nil }
    }

    private func copyRest(_ writer: Connection) {
        attempt { () throws(StorageError) in try writer.checkpoint() }
        log.withLock { $0.tried = writer.loggedPages }
    }

    /// `pages`: those of the log when this was asked for.
    private func copyBeside(_ pages: Int) {
        let copied = connection.withLock { connection -> Int? in
            guard let connection else { return nil }
            return attempt { () throws(StorageError) in try connection.checkpoint() }
        }
        log.withLock { log in
            log.isBeingCopied = false
            // A long read held it up, or it failed; a short read's lock (nil) is gone by the next commit.
            if let copied, copied < pages { log.tried = pages } else { log.copied = copied }
        }
    }

    /// Returns the pages that are copied; none after an error, which is reported.
    @discardableResult
    private func attempt(_ body: () throws(StorageError) -> Int?) -> Int? {
        do throws(StorageError) {
            return try body()
        } catch {
            report(error)
            return 0
        }
    }
}
