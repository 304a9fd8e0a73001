import Storage

/// A server's wait for the lease of a database, on one connection that is kept from try to try. Used by one thread at a
/// time.
package final class LeaseWait {
    private let address: DatabaseAddress
    private let schema: String
    private let holder: String
    private let seed: String
    private let limits: PostgreSQLStorage.Limits
    private let clock: LeaseClock
    /// Nil before the first try, and after one that has broken it.
    private var session: Connection?
    private var isMigrated = false

    /// - Parameters:
    ///   - holder: the server's name for people. Whoever has the same name need not wait for the lease to end: where
    ///     several servers wait for one lease, each has a name of its own.
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
        try attempt { session, lease throws(ConnectionFault) in try lease.lasts(session) }
    }

    /// Takes the lease, and opens an engine under it. Throws `inUse` while another server has it.
    package func open(
        report: @escaping @Sendable (StorageError) -> Void
    ) throws(PostgreSQLOpenError) -> PostgreSQLStorage {
        try PostgreSQLStorage(take(), limits: limits, now: clock.now, report: report)
    }

    /// Takes the lease. Throws `inUse` while another server has it.
    func take() throws(PostgreSQLOpenError) -> TakenLease {
        let sent = clock.now()
        var lease = Lease(holder: holder, milliseconds: limits.lease, seed: seed)
        switch try attempt({ session, _ throws(ConnectionFault) in try lease.take(session) }) {
        case .held(let other, let milliseconds): throw .inUse(holder: other, milliseconds: milliseconds)
        case .otherSeed: throw .otherSeed
        case .taken: break
        }
        return TakenLease(lease: lease, sent: sent + clock.advance(lease.clock)) {
            [address, schema] patience, idle throws(ConnectionFault) in
            try Connection(to: address, schema: schema, patience: patience, idle: idle)
        }
    }

    /// A connection that fails is not used again.
    private func attempt<T>(
        _ body: (Connection, Lease) throws(ConnectionFault) -> T
    ) throws(PostgreSQLOpenError) -> T {
        if !isMigrated {
            try Migrations.run(on: address, schema: schema)
            isMigrated = true
        }
        do throws(ConnectionFault) {
            let session =
                if let session { session } else {
                    try Connection(
                        to: address, schema: schema, patience: limits.writePatience, idle: limits.idle)
                }
            self.session = session
            return try body(session, Lease(holder: holder, milliseconds: limits.lease, seed: seed))
        } catch {
            session = nil
            throw .storage(error.storageError)
        }
    }
}

/// A lease that was taken, and the way to its database.
struct TakenLease: Sendable {
    let lease: Lease
    /// The instant of the server's clock before it was asked for, in ms.
    let sent: Int
    /// Opens a connection, with ms of patience, and ms that a transaction may be idle.
    let open: @Sendable (_ patience: Int32, _ idle: Int32) throws(ConnectionFault) -> Connection
}
