import Dispatch
import Storage
import Synchronization

/// Keeps the write-ahead log short. The copying into the database file, with its waits for the disk, happens beside the
/// writer, on a connection of its own; only if the writer outruns it does the writer copy the rest itself.
final class Checkpointer: Sendable {
    private let queue = DispatchQueue(label: "tilerace.storage.checkpoints", qos: .utility)
    /// Nil once closed.
    private let connection: Mutex<Connection?>
    private let isRunning = Atomic(false)
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
        guard writer.loggedPages < limits.mostLogPages else {
            // Only one copies at a time: whoever copies beside the writer is waited for.
            return connection.withLock { _ in attempt { () throws(StorageError) in try writer.checkpoint() } }
        }
        guard writer.loggedPages >= limits.logPages,
            isRunning.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
        else { return }
        queue.async { [self] in
            connection.withLock { connection in
                guard let connection else { return }
                attempt { () throws(StorageError) in try connection.checkpoint() }
            }
            isRunning.store(false, ordering: .releasing)
        }
    }

    /// Copies the whole log, if it is long, before a long read stops that. To be called on the writer's thread between
    /// its transactions, while nobody reads.
    func empty(_ writer: Connection) {
        guard writer.loggedPages >= limits.logPages else { return }
        connection.withLock { _ in attempt { () throws(StorageError) in try writer.checkpoint() } }
    }

    /// Waits for a checkpoint that runs, and lets go of the file.
    func close() {
        connection.withLock { $0 = nil }
    }

    private func attempt(_ body: () throws(StorageError) -> Void) {
        do throws(StorageError) { try body() } catch { report(error) }
    }
}
