import Storage

/// A server's wait for the lease of a database, on the connections with which it will serve. So a server that takes the
/// lease can read and write at once. They are kept from try to try. Used by one thread at a time.
package final class LeaseWait {
    private let address: DatabaseAddress
    private let schema: String
    private let holder: String
    private let seed: String
    private let limits: PostgreSQLStorage.Limits
    private let clock: LeaseClock
    /// Nil before the first try, and after one that has broken one of them.
    private var sessions: WarmSessions?
    private var isMigrated = false
    /// Whether the last try took the lease, and could not serve under it.
    package private(set) var tookInVain = false

    /// - Parameters:
    ///   - holder: the server's name for people. Whoever has the same name need not wait for the lease to end. So
    ///     several servers that wait for one lease have different names.
    ///   - seed: the print of the seed that draws the words. A database that has another one is refused.
    ///   - clock: the server's. It goes on from that of the server before.
    package convenience init(
        _ address: DatabaseAddress, holder: String, seed: String, limits: PostgreSQLStorage.Limits,
        clock: LeaseClock
    ) {
        self.init(address, schema: "tilerace", holder: holder, seed: seed, limits: limits, clock: clock)
    }

    /// `schema` names the one in which the tables are: tests share a database.
    package init(
        _ address: DatabaseAddress, schema: String, holder: String, seed: String, limits: PostgreSQLStorage.Limits,
        clock: LeaseClock
    ) {
        self.address = address
        self.schema = schema
        self.holder = holder
        self.seed = seed
        self.limits = limits
        self.clock = clock
    }

    /// The ms for which another server has the lease yet, unless it renews it; 0 if it is free. Takes nothing.
    package func lasts() throws(PostgreSQLOpenError) -> Int {
        tookInVain = false
        let lease = self.lease
        return try attempt { sessions throws(ConnectionFault) in try lease.lasts(sessions.writer) }
    }

    /// Takes the lease, and opens an engine under it. Throws `inUse` while another server has it.
    package func open(
        report: @escaping @Sendable (StorageError) -> Void
    ) throws(PostgreSQLOpenError) -> PostgreSQLStorage {
        tookInVain = false
        let taken = try take()
        do throws(PostgreSQLOpenError) {
            return try PostgreSQLStorage(taken, limits: limits, now: clock.now, report: report)
        } catch {
            tookInVain = true
            throw error
        }
    }

    /// Takes the lease. Throws `inUse` while another server has it.
    func take() throws(PostgreSQLOpenError) -> TakenLease {
        let sent = clock.now()
        let latest = clock.wall.map { max(sent, $0()) } ?? 0
        var lease = self.lease
        let outcome = try attempt { sessions throws(ConnectionFault) -> Lease.Outcome in
            // Whoever cannot read is not to have it.
            _ = try sessions.reader.run([WarmSessions.proof])
            return try lease.take(sessions.writer, at: sent, latest: latest)
        }
        switch outcome {
        case .held(let other, let milliseconds): throw .inUse(holder: other, milliseconds: milliseconds)
        case .otherSeed: throw .otherSeed
        case .otherVersion(let found):
            // An older one than it was is another database, which wants to be brought on.
            if found < Migrations.all.count { isMigrated = false }
            throw .version(found)
        case .clockAhead(let milliseconds): throw .clockAhead(milliseconds: milliseconds)
        case .taken: break
        }
        // The engine has them from here on.
        guard let ready = sessions else { preconditionFailure("the lease was taken on them") }
        sessions = nil
        return TakenLease(lease: lease, sent: sent + clock.advance(lease.clock), sessions: ready, open: opener)
    }

    private var lease: Lease { Lease(holder: holder, milliseconds: limits.lease, seed: seed) }

    private var opener: SessionOpener { SessionOpener(address: address, schema: schema, limits: limits) }

    /// Connections of which one fails are not used again.
    private func attempt<T>(
        _ body: (WarmSessions) throws(ConnectionFault) -> T
    ) throws(PostgreSQLOpenError) -> T {
        if !isMigrated {
            try Migrations.run(on: address, schema: schema)
            isMigrated = true
        }
        do throws(ConnectionFault) {
            let ready = if let sessions { sessions } else { try WarmSessions(opener, lease) }
            sessions = ready
            return try body(ready)
        } catch {
            sessions = nil
            throw .storage(error.storageError)
        }
    }
}

/// The way to a database.
struct SessionOpener: Sendable {
    let address: DatabaseAddress
    let schema: String
    let limits: PostgreSQLStorage.Limits

    /// Opens a connection for writing.
    var writing: @Sendable () throws(ConnectionFault) -> Connection {
        { [self] () throws(ConnectionFault) in
            try Connection(to: address, schema: schema, patience: limits.writePatience, idle: limits.idle)
        }
    }

    /// Opens a connection for reading. The statements of a read see one state.
    var reading: @Sendable () throws(ConnectionFault) -> Connection {
        { [self] () throws(ConnectionFault) in
            try Connection(
                to: address, schema: schema, patience: limits.readPatience, idle: limits.readPatience,
                isolation: .repeatableRead)
        }
    }
}

/// Connections that are open and prepared before there is a lease to serve under.
///
/// Unchecked because one thread uses them at a time: the thread that waits, and then the engine's.
struct WarmSessions: @unchecked Sendable {
    let writer: Connection
    let reader: Connection
    /// The reader's, in ms, when it reads for an engine.
    private let readPatience: Int32

    /// Shows that a connection can read.
    static let proof = Statement("SELECT 1")

    init(_ open: SessionOpener, _ lease: Lease) throws(ConnectionFault) {
        writer = try open.writing()
        reader = try open.reading()
        readPatience = reader.patience
        // Whoever wants the lease does not hang on a server that is silent for as long as a long read may take.
        reader.patience = writer.patience
        try writer.prepare(lease.statements + Writer.statements)
        try reader.prepare([WarmSessions.proof.sql])
    }

    /// The connection to write on, for who uses nothing else of this.
    func takeWriter() -> Connection { writer }

    /// The connection to read on, for who uses nothing else of this.
    func takeReader() -> Connection {
        reader.patience = readPatience
        return reader
    }
}

/// A lease that was taken, and the way to its database.
struct TakenLease: Sendable {
    let lease: Lease
    /// The instant of the server's clock before it was asked for, in ms.
    let sent: Int
    /// The lease was taken on the writer's.
    let sessions: WarmSessions
    let open: SessionOpener

    /// Gives the lease back under which nobody can serve, by a connection of its own: else others wait for its end.
    func giveBack() {
        do throws(ConnectionFault) { _ = try open.writing().run([lease.release(at: sent)]) } catch { return }
    }
}
