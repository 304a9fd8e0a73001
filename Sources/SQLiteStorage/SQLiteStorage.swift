import Dispatch
import Storage
import StoredRows
import Synchronization

/// The embedded engine: one SQLite file in a data folder, with a write-ahead log that is synced at every commit. A
/// transaction that was answered with success survives `kill -9` and the loss of power.
///
/// The engine has three connections. One writes, in groups; one reads committed rows; one copies the log into the file.
/// Each long read (`foldResults`) has a further one.
package final class SQLiteStorage: Storage, GroupCommitting {
    /// The database in the data folder.
    package static let fileName = "tilerace.db"

    /// Every file that the engine may have there.
    package static let fileNames =
        endings.map { fileName + $0 } + [BackupFile.unfinished, SQLiteTables.unfinished, FolderLock.fileName]

    /// The endings of the database's name and of its journals'.
    package static let endings = ["", "-wal", "-shm", "-journal"]

    /// Bounds of the engine.
    package struct Limits: Hashable, Sendable {
        /// Most transactions in one commit. The more it carries, the less each costs, and the longer the first one
        /// waits.
        package var group = 2_048
        /// µs for which the writer waits, after a commit of `manyAtOnce` transactions or more, for more of them. A
        /// commit that waits a moment carries more, and each costs less. Nobody who guesses alone waits.
        package var gatherTime: UInt32 = 1_000
        /// Transactions in one commit from which there is more to come.
        package var manyAtOnce = 4
        /// Most transactions that wait; more are refused as `unavailable`.
        package var waitingTransactions = 16_384
        /// Most reads that wait; more are refused as `unavailable`.
        package var waitingReads = 16_384
        /// Pages (4 KiB) from which the log of writes is copied into the file beside the writer. Under load the same
        /// pages are written again and again: the longer the log, the fewer of them are copied. 16 MiB are read in a
        /// few ms when the server starts after a crash.
        package var logPages = 4_000
        /// Pages from which the writer stops and copies. So the log has at most these, 59 MiB, and one group of
        /// commits. While a long read or a backup holds the log, it also keeps all that is written meanwhile.
        package var mostLogPages = 15_000

        /// ms for which the writer waits for another process that has locked the file; then it refuses.
        package var lockPatience: Int32 = 2_000

        package init() {}
    }

    /// KiB of pages that the writer keeps, at most. With SQLite's own 2,000 it read most pages again for every commit
    /// where thousands play, and wrote some of them twice.
    private static let writerCache = 32_768

    private struct WriterSide {
        let writer: Writer
        let connection: Connection
    }

    let limits: Limits
    private let file: (path: String, vfs: String?)
    private let writing: CommitThread
    let readerQueue = DispatchQueue(label: "tilerace.storage.reader", qos: .userInitiated)
    /// The queue on which results are folded.
    let foldQueue = DispatchQueue(label: "tilerace.storage.folds", qos: .utility)
    private let waitingReads = Atomic(0)
    /// Whether a long read goes on, or waits for the writer.
    let isFolding = Atomic(false)
    /// Ends long reads.
    let isClosing = Atomic(false)
    /// Used on the writer's queue only; nil once closed, like the reader.
    private let writerSide: Mutex<WriterSide?>
    private let reader: Mutex<Connection?>
    private let checkpointer: Checkpointer
    private let lock: Mutex<FolderLock?>
    private let rest: @Sendable (_ microseconds: UInt32) -> Void

    /// Opens the file in `folder`, making both if they are missing, and brings it to the current schema.
    ///
    /// - Parameters:
    ///   - rest: lets the writer's thread sleep for so many µs: see `Limits.gatherTime`.
    /// - report: told, on an engine's thread, of faults for which no caller waits: a checkpoint that failed, a name
    /// that stays.
    package convenience init(
        folder: String, limits: Limits = Limits(),
        rest: @escaping @Sendable (_ microseconds: UInt32) -> Void = { _ in },
        report: @escaping @Sendable (StorageError) -> Void
    ) throws(OpenError) {
        try self.init(folder: folder, limits: limits, vfs: nil, rest: rest, report: report)
    }

    /// `vfs` names another SQLite file layer: tests break disks with it.
    package init(
        folder: String, limits: Limits, vfs: String?,
        rest: @escaping @Sendable (_ microseconds: UInt32) -> Void = { _ in },
        report: @escaping @Sendable (StorageError) -> Void
    ) throws(OpenError) {
        precondition(limits.waitingReads > 0)
        writing = CommitThread(waiting: limits.waitingTransactions, group: limits.group)
        let lock = try FolderLock(folder: folder)
        let path = folder + "/" + SQLiteStorage.fileName
        try BackupFile.checkIsRestored(folder)
        guard !PrivateFile.exists(folder + "/" + SQLiteTables.unfinished) else { throw .halfMigrated(folder: folder) }
        try lock.makePrivate(path)
        func open(_ access: Connection.Access) throws(OpenError) -> Connection {
            try OpenError.wrapping { () throws(StorageError) in
                try Connection(path: path, access: access, vfs: vfs)
            }
        }
        let connection = try open(.readWrite)
        try OpenError.wrapping { () throws(StorageError) in
            // A file system without shared memory would quietly keep another mode.
            let mode = try connection.first("PRAGMA journal_mode=WAL") { row throws(StorageError) in try row.text(0) }
            guard mode == "wal" else { throw .unavailable("no write-ahead log on this file system") }
            try connection.execute("PRAGMA synchronous=FULL; PRAGMA cache_size=\(-SQLiteStorage.writerCache)")
        }
        try Migrations.run(on: connection)
        connection.countLoggedPages()
        connection.waitForLocks(milliseconds: limits.lockPatience)
        self.limits = limits
        self.rest = rest
        file = (path, vfs)
        self.lock = Mutex(lock)
        checkpointer = Checkpointer(try open(.readWrite), limits, report: report)
        reader = Mutex(try open(.readOnly))
        writerSide = Mutex(WriterSide(writer: Writer(connection, report: report), connection: connection))
    }

    /// The engine's work so far.
    package var counts: CommitCounts { writing.counts }

    package func submit(_ transaction: Transaction, completion: @escaping StorageReply<Void>) {
        writing.submit(transaction, to: self, completion: completion)
    }

    /// Has `work` done on the writer's thread, after the commit of what was submitted before and before any other.
    func pause(_ work: @escaping @Sendable () -> Void) { writing.pause(self, for: work) }

    package func commit(_ group: [CommitQueue.Entry]) {
        let done = writerSide.withLock { side in
            side.map { side in (answers: side.writer.commit(group), commits: side.writer.commits) }
        }
        writing.answer(group, with: done?.answers, commits: done?.commits)
        writerSide.withLock { if let side = $0 { checkpointer.written(side.connection) } }
        if group.count >= limits.manyAtOnce { rest(limits.gatherTime) }
    }

    /// Copies the log of writes into the file if that is due, all of it, so that the next write begins it anew. To be
    /// called on the writer's thread between its commits, while no long read goes on: then no reader stands in the way.
    func emptyLog() {
        reader.withLock { _ in writerSide.withLock { if let side = $0 { checkpointer.empty(side.connection) } } }
    }

    /// Opens another connection, which sees the state of this moment, and no later commit.
    func snapshot() throws(StorageError) -> Snapshot { try Snapshot(path: file.path, vfs: file.vfs) }

    package func close() {
        for queue in [writing.queue, readerQueue, foldQueue] { dispatchPrecondition(condition: .notOnQueue(queue)) }
        isClosing.store(true, ordering: .releasing)
        // Long reads that the writer has come to are on their queue after this, and those it has not are refused.
        writing.queue.sync {}
        foldQueue.sync {}
        readerQueue.sync { reader.withLock { $0 = nil } }
        writing.queue.sync {
            // Transactions that were submitted and not begun.
            writing.commitAll(on: self)
            checkpointer.close()
            writerSide.withLock { $0 = nil }
            lock.withLock { $0 = nil }
        }
    }
}

extension SQLiteStorage {
    /// Runs `body` on the reader's thread in one read transaction.
    func read<T: Sendable>(
        _ completion: @escaping StorageReply<T>, _ body: @escaping @Sendable (Connection) throws(StorageError) -> T
    ) {
        let before = waitingReads.add(1, ordering: .relaxed).oldValue
        readerQueue.async { [self] in
            waitingReads.subtract(1, ordering: .relaxed)
            guard before < limits.waitingReads else {
                return completion(.failure(.unavailable("\(limits.waitingReads) reads wait")))
            }
            completion(reader.withLock { connection in SQLiteStorage.answer(connection, body) })
        }
    }

    private static func answer<T: Sendable>(
        _ connection: Connection?, _ body: (Connection) throws(StorageError) -> T
    ) -> Result<T, StorageError> {
        guard let connection else { return .failure(.closed) }
        do throws(StorageError) {
            return .success(try connection.reading { () throws(StorageError) in try body(connection) })
        } catch {
            return .failure(error)
        }
    }
}
