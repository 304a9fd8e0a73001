import Dispatch
import Storage
import StoredRows
import Synchronization

/// The engine on a PostgreSQL server: for a service that has outgrown one machine. A transaction that was answered
/// with success was committed by the server, with `synchronous_commit`.
///
/// One connection writes, in groups and in sets, under a lease (`Lease`); one reads what is committed; one is for a
/// long read (`foldResults`). A connection that breaks is made again. Until then all fails as `unavailable`, as with a
/// broken disk.
package final class PostgreSQLStorage: Storage {
    /// Bounds of the engine.
    package struct Limits: Hashable, Sendable {
        /// Most transactions in one commit. The more it carries, the less each costs, and the longer the first one
        /// waits.
        package var group = 2_048
        /// Most transactions that wait; more are refused as `unavailable`.
        package var waitingTransactions = 16_384
        /// Most reads that wait; more are refused as `unavailable`.
        package var waitingReads = 16_384
        /// ms of silence after which a connection that writes counts as broken.
        package var writePatience: Int32 = 5_000
        /// ms of silence after which a connection that reads counts as broken. A search by name looks at every name.
        package var readPatience: Int32 = 30_000
        /// ms for which a read waits for the writer to find out what became of a commit.
        package var settlementPatience = 2_000
        /// ms for which the lease is held after its renewal. Another server may take over when they are over.
        package var lease = 4_000
        /// ms between two renewals while nobody writes, and between two attempts to reach a server that was lost.
        package var renewal = 1_000

        package init() {}
    }

    /// Counts of the engine's work since it was opened.
    package struct Counts: Hashable, Sendable {
        /// Transactions that succeeded.
        package var transactions = 0
        /// Commits that carried them.
        package var commits = 0
    }

    let limits: Limits
    /// Opens a connection for reading.
    let openReading: @Sendable () throws(ConnectionFault) -> Connection
    private let writerQueue = DispatchQueue(label: "tilerace.storage.writer", qos: .userInitiated)
    /// Where results are folded.
    let foldQueue = DispatchQueue(label: "tilerace.storage.folds", qos: .utility)
    private let waiting = Mutex(CommitQueue())
    let reader: Reader
    /// Used on the writer's queue only; nil once closed.
    private let writer: Mutex<Writer?>
    /// Whether a long read goes on, or waits for the writer.
    let isFolding = Atomic(false)
    /// Ends long reads and renewals.
    let isClosing = Atomic(false)
    private let counted = Mutex(Counts())

    /// Takes the lease of a database, makes its schema if it is missing, and brings it to the current version.
    ///
    /// - Parameters:
    ///   - holder: a name of this server for people, the same after a restart.
    ///   - report: told, on an engine's thread, of faults for which no caller waits: the server that cannot be reached,
    ///     and `fenced` when another server has taken over.
    package convenience init(
        _ address: DatabaseAddress, holder: String, limits: Limits = Limits(),
        report: @escaping @Sendable (StorageError) -> Void
    ) throws(PostgreSQLOpenError) {
        try self.init(address, schema: "tilerace", holder: holder, limits: limits, report: report)
    }

    /// `schema` names the one in which the tables are: tests share a database.
    package init(
        _ address: DatabaseAddress, schema: String, holder: String, limits: Limits,
        report: @escaping @Sendable (StorageError) -> Void
    ) throws(PostgreSQLOpenError) {
        precondition(limits.group > 0 && limits.waitingTransactions > 0 && limits.waitingReads > 0)
        try Migrations.run(on: address, schema: schema)
        @Sendable func open(_ patience: Int32) throws(ConnectionFault) -> Connection {
            try Connection(to: address, schema: schema, patience: patience)
        }
        let writing = try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in try open(limits.writePatience) }
        var lease = Lease(holder: holder, milliseconds: limits.lease)
        let outcome = try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in try lease.take(writing) }
        if case .held(let other, let milliseconds) = outcome {
            throw .inUse(holder: other, milliseconds: milliseconds)
        }
        self.limits = limits
        openReading = { () throws(ConnectionFault) in try open(limits.readPatience) }
        let settlement = Settlement()
        reader = Reader(
            settlement: settlement, bound: limits.waitingReads, patience: limits.settlementPatience,
            connect: openReading)
        let writer = try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in
            try Writer(writing, lease, settlement, report: report) { () throws(ConnectionFault) in
                try open(limits.writePatience)
            }
        }
        self.writer = Mutex(writer)
        renewLater()
    }

    /// The engine's work so far.
    package var counts: Counts { counted.withLock { $0 } }

    package func submit(_ transaction: Transaction, completion: @escaping StorageReply<Void>) {
        let mustWake = waiting.withLock {
            $0.add(transaction, bound: limits.waitingTransactions, completion: completion)
        }
        if mustWake { writerQueue.async { [self] in commitAll() } }
    }

    /// Has `work` done on the writer's thread, after the commit of what was submitted before and before any other.
    func pause(_ work: @escaping @Sendable () -> Void) {
        if waiting.withLock({ $0.pause(work) }) { writerQueue.async { [self] in commitAll() } }
    }

    private func commitAll() {
        while let turn = waiting.withLock({ $0.next(bound: limits.group) }) {
            switch turn {
            case .group(let group): commit(group)
            case .pause(let work): work()
            }
        }
    }

    private func commit(_ group: [CommitQueue.Entry]) {
        let answers = writer.withLock { writer in
            writer.map { writer in
                let answers = writer.commit(group)
                counted.withLock { counts in
                    counts.commits = writer.commits
                    counts.transactions += answers.count { if case .success = $0 { true } else { false } }
                }
                return answers
            }
        }
        for (index, entry) in group.enumerated() {
            entry.completion(answers?[index] ?? .failure(.closed))
        }
        // Whoever was told of a failure reads again, and those reads wait for this.
        writer.withLock { $0?.recoverIfLost() }
    }

    /// Renews the lease now and then, or reaches for a server that was lost. A group that is committed renews it too.
    private func renewLater() {
        writerQueue.asyncAfter(deadline: .now() + .milliseconds(limits.renewal)) { [weak self] in
            guard let self, !isClosing.load(ordering: .acquiring) else { return }
            writer.withLock { $0?.renewLease() }
            renewLater()
        }
    }

    /// The number of the server's process that writes, for tests that end it; nil while there is none.
    package var writingBackend: Int? { writerQueue.sync { writer.withLock { $0?.backend } } }

    package func close() {
        for queue in [writerQueue, foldQueue] { dispatchPrecondition(condition: .notOnQueue(queue)) }
        isClosing.store(true, ordering: .releasing)
        // Long reads that the writer has come to are on their queue after this, and those it has not are refused.
        writerQueue.sync {}
        foldQueue.sync {}
        reader.close()
        writerQueue.sync {
            // Transactions that were submitted and not begun.
            commitAll()
            writer.withLock { writer in
                writer?.close()
                writer = nil
            }
        }
    }
}

extension PostgreSQLStorage {
    /// Runs statements that see one state, and makes a value of their answers.
    func read<T: Sendable>(
        _ completion: @escaping StorageReply<T>, _ statements: Statement...,
        make: @escaping @Sendable ([Answer]) throws(StorageError) -> T
    ) {
        reader.add(
            Reader.Job(statements: statements) { result in
                do throws(StorageError) {
                    completion(.success(try make(result.get())))
                } catch {
                    completion(.failure(error))
                }
            })
    }
}
