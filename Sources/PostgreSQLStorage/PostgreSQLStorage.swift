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
package final class PostgreSQLStorage: Storage, GroupCommitting {
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

        /// ms after which an idle transaction is ended. A writer that was stopped in its middle keeps the lease from
        /// others for no longer than that.
        var idle: Int32 { max(1_000, Int32(clamping: lease / 2)) }
    }

    let limits: Limits
    /// The generation of the lease that was taken at the start. Later ones of this engine lie below the next server's.
    package let generation: Int
    private let term: LeaseTerm
    /// Opens a connection for reading.
    let openReading: @Sendable () throws(ConnectionFault) -> Connection
    private let writing: CommitThread
    /// The queue on which results are folded.
    let foldQueue = DispatchQueue(label: "tilerace.storage.folds", qos: .utility)
    let reader: Reader
    /// Used on the writer's queue only; nil once closed.
    private let writer: Mutex<Writer?>
    /// Whether a long read goes on, or waits for the writer.
    let isFolding = Atomic(false)
    /// Ends long reads and renewals.
    let isClosing = Atomic(false)

    /// Takes the lease of a database, makes its schema if it is missing, and brings it to the current version.
    ///
    /// - Parameters:
    ///   - holder: a name of this server for people. It must be the same after a restart.
    ///   - seed: the print of the seed that draws the words; empty for whoever draws none.
    ///   - clock: the server's. It goes on from that of the server before.
    ///   - report: called on a thread of the engine, with faults for which no caller waits. These are a server that
    ///     cannot be reached, and `fenced` when another server has taken over.
    package convenience init(
        _ address: DatabaseAddress, holder: String, seed: String = "", limits: Limits = Limits(),
        clock: LeaseClock = .still, report: @escaping @Sendable (StorageError) -> Void
    ) throws(PostgreSQLOpenError) {
        try self.init(
            address, schema: "tilerace", holder: holder, seed: seed, limits: limits, clock: clock, report: report)
    }

    /// `schema` names the one in which the tables are: tests share a database.
    package convenience init(
        _ address: DatabaseAddress, schema: String, holder: String, seed: String = "", limits: Limits,
        clock: LeaseClock = .still, report: @escaping @Sendable (StorageError) -> Void
    ) throws(PostgreSQLOpenError) {
        let wait = LeaseWait(address, schema: schema, holder: holder, seed: seed, limits: limits, clock: clock)
        try self.init(wait.take(), limits: limits, now: clock.now, report: report)
    }

    /// Opens an engine under a lease that was taken. Gives the lease back if the engine cannot serve.
    init(
        _ taken: TakenLease, limits: Limits, now: @escaping @Sendable () -> Int,
        report: @escaping @Sendable (StorageError) -> Void
    ) throws(PostgreSQLOpenError) {
        precondition(limits.waitingReads > 0)
        writing = CommitThread(waiting: limits.waitingTransactions, group: limits.group)
        let settlement = Settlement()
        let term = LeaseTerm(lease: limits.lease)
        term.renewed(at: taken.sent)
        let writer: Writer
        do throws(PostgreSQLOpenError) {
            writer = try PostgreSQLStorage.makeWriter(taken, settlement, term, now, report)
        } catch {
            taken.giveBack()
            throw error
        }
        self.limits = limits
        generation = taken.lease.generation
        openReading = taken.open.reading
        reader = Reader(
            taken.sessions.takeReader(), settlement: settlement, bound: limits.waitingReads,
            patience: limits.settlementPatience, connect: openReading)
        self.term = term
        self.writer = Mutex(writer)
        renewLater()
    }

    private static func makeWriter(
        _ taken: TakenLease, _ settlement: Settlement, _ term: LeaseTerm, _ now: @escaping @Sendable () -> Int,
        _ report: @escaping @Sendable (StorageError) -> Void
    ) throws(PostgreSQLOpenError) -> Writer {
        let session = taken.sessions.takeWriter()
        try refuseUnfinished(session)
        return try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in
            try Writer(
                session, taken.lease, settlement, term, now: now, report: report, connect: taken.open.writing)
        }
    }

    /// Whether this engine surely has the lease at an instant of the server's clock. Where it has not, another server
    /// may serve by now.
    package func holdsLease(at now: Int) -> Bool { term.holds(at: now) }

    /// Refuses a database that is being filled. Nobody begins to fill a database without the lease.
    private static func refuseUnfinished(_ session: Connection) throws(PostgreSQLOpenError) {
        let isUnfinished = try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in
            try Migrations.isUnfinished(session)
        }
        if isUnfinished { throw .unfinished }
    }

    /// The engine's work so far.
    package var counts: CommitCounts { writing.counts }

    package func submit(_ transaction: Transaction, completion: @escaping StorageReply<Void>) {
        writing.submit(transaction, to: self, completion: completion)
    }

    /// Has `work` done on the writer's thread, after the commit of what was submitted before and before any other.
    func pause(_ work: @escaping @Sendable () -> Void) { writing.pause(self, for: work) }

    package func commit(_ group: [CommitQueue.Entry]) {
        let done = writer.withLock { writer in
            writer.map { writer in (answers: writer.commit(group), commits: writer.commits) }
        }
        writing.answer(group, with: done?.answers, commits: done?.commits)
        // A caller that was told of a failure reads again, and those reads wait for this.
        writer.withLock { $0?.recoverIfLost() }
    }

    /// Makes the writer's connection again if it was lost, and so finds out what became of its last commit. To be
    /// called on the writer's thread.
    func recoverWriter() throws(StorageError) {
        try writer.withLock { writer throws(StorageError) in try writer?.recover() }
    }

    /// Renews the lease now and then, or reaches for a server that was lost. A group that is committed renews it too.
    private func renewLater() {
        writing.queue.asyncAfter(deadline: .now() + .milliseconds(limits.renewal)) { [weak self] in
            guard let self, !isClosing.load(ordering: .acquiring) else { return }
            writer.withLock { $0?.renewLease() }
            renewLater()
        }
    }

    /// The number of the server's process that writes, for tests that end it; nil while there is none.
    package var writingBackend: Int? { writing.queue.sync { writer.withLock { $0?.backend } } }

    /// Commits all submissions and gives the lease back. It does not wait for reads, which may wait for a silent
    /// server. Nothing is committed any more. Blocks until done.
    package func vacate() {
        dispatchPrecondition(condition: .notOnQueue(writing.queue))
        isClosing.store(true, ordering: .releasing)
        writing.queue.sync { endWriting() }
    }

    package func close() {
        for queue in [writing.queue, foldQueue] { dispatchPrecondition(condition: .notOnQueue(queue)) }
        isClosing.store(true, ordering: .releasing)
        // Long reads that the writer has come to are on their queue after this, and those it has not are refused.
        writing.queue.sync {}
        foldQueue.sync {}
        reader.close()
        writing.queue.sync { endWriting() }
    }

    private func endWriting() {
        // Transactions that were submitted and not begun.
        writing.commitAll(on: self)
        writer.withLock { writer in
            writer?.close()
            writer = nil
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
