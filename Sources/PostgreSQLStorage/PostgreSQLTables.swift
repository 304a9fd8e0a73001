import Storage
import StoredRows

/// The tables of a database, for a copy from or to another engine. Used by one thread at a time.
package final class PostgreSQLTables: TableTarget {
    private let session: Connection
    /// The lease that keeps servers away, and its connection; nil for a picture of a database that is served from.
    private let hold: (lease: Lease, session: Connection)?
    private let isTarget: Bool
    /// Queries since the lease was looked at.
    private var queries = 0

    /// ms of silence after which a connection counts as broken: what is asked for may take long.
    static let patience: Int32 = 600_000
    /// ms for which servers are kept away after this program has died. A server waits longer for its database.
    private static let lease = 10_000
    /// Queries between two looks at the lease. A piece of a copy takes far less than a quarter of the lease.
    private static let queriesUnseen = 4

    private init(_ session: Connection, _ hold: (lease: Lease, session: Connection)?, isTarget: Bool = false) {
        self.session = session
        self.hold = hold
        self.isTarget = isTarget
    }

    /// The state of one moment of a database that may be served from. Throws `missing`, `unfinished` or `olderSchema`
    /// where there is none of the current version.
    package convenience init(snapshotOf address: DatabaseAddress, schema: String = "tilerace")
        throws(PostgreSQLOpenError)
    {
        let session = try PostgreSQLTables.snapshot(of: address, schema)
        let version = try Migrations.found(session)
        guard version == Migrations.all.count else {
            throw .olderSchema(found: version, current: Migrations.all.count)
        }
        try PostgreSQLTables.refuseUnfinished(session)
        self.init(session, nil)
    }

    /// A database that no server uses while this lives, to be copied. Brings it to the current schema, as a server does
    /// at its start. Throws `missing`, `unfinished` or `inUse`. `holder`: the server's name for people.
    package convenience init(
        copying address: DatabaseAddress, schema: String = "tilerace", holder: String
    ) throws(PostgreSQLOpenError) {
        let keeper = try PostgreSQLTables.connect(to: address, schema)
        let lease = try PostgreSQLTables.take(holder, keeper, bringing: address, schema) {
            () throws(PostgreSQLOpenError) in try PostgreSQLTables.refuseUnfinished(keeper)
        }
        // Whoever had the lease commits nothing from here on.
        self.init(try PostgreSQLTables.snapshot(of: address, schema), (lease, keeper))
    }

    /// A database to be filled, which no server uses while this lives. Throws `inUse`, or `notEmpty` for one that has
    /// something in it and was not being filled already. `holder`: the server's name for people.
    package convenience init(
        filling address: DatabaseAddress, schema: String = "tilerace", holder: String
    ) throws(PostgreSQLOpenError) {
        let session = try PostgreSQLTables.connect(to: address, schema)
        let lease: Lease
        do throws(PostgreSQLOpenError) {
            lease = try PostgreSQLTables.take(holder, session, bringing: address, schema) {
                () throws(PostgreSQLOpenError) in try PostgreSQLTables.refuseFull(session)
            }
        } catch {
            guard error == .missing else { throw error }
            try Migrations.run(on: address, schema: schema)
            lease = try PostgreSQLTables.take(holder, session)
        }
        self.init(session, (lease, session), isTarget: true)
    }

    deinit {
        guard let hold else { return }
        // Else servers wait until it is over.
        do throws(ConnectionFault) { _ = try hold.session.run([hold.lease.release()]) } catch { return }
    }

    private static func connect(
        to address: DatabaseAddress, _ schema: String
    ) throws(PostgreSQLOpenError) -> Connection {
        try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in
            try Connection(to: address, schema: schema, patience: patience)
        }
    }

    static func snapshot(
        of address: DatabaseAddress, _ schema: String
    ) throws(PostgreSQLOpenError) -> Connection {
        let session = try connect(to: address, schema)
        try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in
            // It is the first query that takes it.
            _ = try session.run([
                Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), Statement("SELECT pg_current_snapshot()"),
            ])
        }
        return session
    }

    /// Takes the lease of a database that is there, and brings its schema to the current version under it. `check`
    /// looks whether it is one that is wanted, before anything is changed in it.
    ///
    /// The lease of an older schema cannot be taken by this program, only kept from servers while that is brought on.
    private static func take(
        _ holder: String, _ session: Connection, bringing address: DatabaseAddress, _ schema: String,
        check: () throws(PostgreSQLOpenError) -> Void
    ) throws(PostgreSQLOpenError) -> Lease {
        // Nothing is made in a database that has nothing, and nothing is changed under a server.
        let isCurrent = try Migrations.found(session) == Migrations.all.count
        let held = isCurrent ? try take(holder, session) : nil
        let generation = if let held { held.generation } else { try reserve(holder, session) }
        do throws(PostgreSQLOpenError) {
            try check()
        } catch {
            // Servers need not wait for its end.
            try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in
                _ = try session.run([Lease.vacation(of: generation)])
            }
            throw error
        }
        if let held { return held }
        try Migrations.run(on: address, schema: schema)
        // The lease is taken anew under the same name. A server that has it now has come while the migration took
        // longer.
        return try take(holder, session)
    }

    /// Keeps servers away from a schema of any version. Returns the generation of the lease. Throws `inUse`.
    private static func reserve(_ holder: String, _ session: Connection) throws(PostgreSQLOpenError) -> Int {
        let outcome = try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in
            try Lease.reserve(session, for: holder, milliseconds: lease)
        }
        switch outcome {
        case .reserved(let generation): return generation
        case .held(let other, let milliseconds): throw .inUse(holder: other, milliseconds: milliseconds)
        }
    }

    private static func take(_ holder: String, _ session: Connection) throws(PostgreSQLOpenError) -> Lease {
        var lease = Lease(holder: holder, milliseconds: PostgreSQLTables.lease)
        let outcome = try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in try lease.take(session) }
        switch outcome {
        case .taken: return lease
        case .held(let other, let milliseconds): throw .inUse(holder: other, milliseconds: milliseconds)
        case .otherSeed: throw .otherSeed
        case .otherVersion(let found): throw .version(found)
        case .clockAhead(let milliseconds): throw .clockAhead(milliseconds: milliseconds)
        }
    }

    static func refuseUnfinished(_ session: Connection) throws(PostgreSQLOpenError) {
        let isUnfinished = try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in
            try Migrations.isUnfinished(session)
        }
        if isUnfinished { throw .unfinished }
    }

    /// Throws `notEmpty` for a database that has something in it, and is not being filled.
    private static func refuseFull(_ session: Connection) throws(PostgreSQLOpenError) {
        let isFull = try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) -> Bool in
            guard try !Migrations.isUnfinished(session) else { return false }
            for table in StoredTable.all {
                // An older schema has not all of them.
                guard try Migrations.isThere(table.name, session) else { continue }
                let rows = try session.run([Statement("SELECT 1 FROM \(table.name) LIMIT 1")])
                if rows[0].count > 0 { return true }
            }
            return false
        }
        if isFull { throw .notEmpty }
    }

    /// The instant, in ms, to which the clocks of the servers of this database have come: none of them has told of a
    /// later one.
    package func clock() throws(StorageError) -> Int {
        let answers: [Answer]
        do throws(ConnectionFault) {
            answers = try session.run([Statement("SELECT clock FROM lease")])
        } catch {
            throw error.storageError
        }
        return try answers[0].first { row throws(StorageError) in row.integer(0) } ?? 0
    }

    package func rows(
        of table: StoredTable, behind key: [StoredValue]?, most: Int
    ) throws(StorageError) -> [[StoredValue]] {
        let sql = table.piece(isBehindKey: key != nil) { "$\($0)::\($1.type)" }
        let statement = Statement(sql, parameters: ((key ?? []) + [.integer(most)]).map(Parameter.one))
        return try ask([statement])[0].all { row throws(StorageError) in try row.values(table.columns[...]) }
    }

    package func lastKey(of table: StoredTable) throws(StorageError) -> [StoredValue]? {
        try ask([Statement(table.lastKey)])[0].first { row throws(StorageError) in
            try row.values(table.columns[..<table.keyLength])
        }
    }

    package func confirm() throws(StorageError) {
        guard let hold else { return }
        do throws(ConnectionFault) { _ = try hold.session.run([hold.lease.check()]) } catch { throw error.storageError }
        queries = 0
    }

    /// Runs queries, and sees to it that servers are still kept away.
    private func ask(_ statements: [Statement]) throws(StorageError) -> [Answer] {
        queries += 1
        if queries >= PostgreSQLTables.queriesUnseen { try confirm() }
        do throws(ConnectionFault) { return try session.run(statements) } catch { throw error.storageError }
    }

    package func begin() throws(StorageError) {
        try change([Statement("CREATE TABLE IF NOT EXISTS \(Migrations.marker) ()")])
    }

    package func add(_ rows: [[StoredValue]], to table: StoredTable) throws(StorageError) {
        try change([table.insertion(of: rows)])
    }

    package func removeAll() throws(StorageError) {
        try change([Statement("TRUNCATE \(StoredTable.all.map(\.name).joined(separator: ", "))")])
    }

    package func settle() throws(StorageError) {
        // A server's first queries are to know how many rows there are.
        try change(StoredTable.all.map { Statement("ANALYZE \($0.name)") })
    }

    /// Marks the tables as complete: from now on servers can serve from the database. They need the seed of that print
    /// (any seed, if it is empty), and their clocks go on from `clock`, in ms since 1970-01-01 UTC.
    package func finish(seed: String, clock: Int) throws(StorageError) {
        try change([
            Statement("DROP TABLE \(Migrations.marker)"),
            Statement(
                "UPDATE lease SET seed = $1::text, clock = GREATEST(clock, $2::bigint)", .text(seed), .integer(clock)),
        ])
    }

    /// Commits all statements under the lease, or none. A change that takes longer than the lease renews it at its end.
    /// Otherwise a server that waits for the row would find a lease that is over.
    private func change(_ statements: [Statement]) throws(StorageError) {
        guard let hold, isTarget else { preconditionFailure("a database that is read") }
        do throws(ConnectionFault) {
            let answers = try session.run(
                [Statement("BEGIN"), hold.lease.check()] + statements + [hold.lease.check(), Statement("COMMIT")])
            guard answers.last?.tag == "COMMIT" else { throw .lost("the server did not commit") }
        } catch {
            // A connection that broke has nothing to roll back.
            if case .refused = error {
                do throws(ConnectionFault) { _ = try session.run([Statement("ROLLBACK")]) } catch {}
            }
            throw error.storageError
        }
    }
}

extension StoredTable.Form {
    /// The type of a parameter.
    fileprivate var type: String {
        switch self {
        case .integer: "bigint"
        case .text: "text"
        case .name, .player: "bytea"
        }
    }

    fileprivate var element: Parameter.Element {
        switch self {
        case .integer: .integer
        case .text: .text
        case .name, .player: .bytes
        }
    }
}

extension StoredTable {
    /// The statement that adds rows. Of a name there is another column here, in which it is searched.
    fileprivate func insertion(of rows: [[StoredValue]]) -> Statement {
        var names = columns.map(\.name)
        var forms = columns.map(\.form)
        var values = columns.indices.map { column in rows.map { $0[column] } }
        if let name = columns.firstIndex(where: { $0.form == .name }) {
            names.append("folded")
            forms.append(.name)
            values.append(values[name].map(\.folded))
        }
        let arrays = forms.enumerated().map { "$\($0.offset + 1)::\($0.element.type)[]" }.joined(separator: ", ")
        return Statement(
            "INSERT INTO \(name) (\(names.joined(separator: ", "))) SELECT * FROM unnest(\(arrays))",
            parameters: zip(values, forms).map { .column($0, $1.element) })
    }
}

extension StoredValue {
    fileprivate var folded: StoredValue {
        guard case .text(let text) = self else { return self }
        return .text(text.folded)
    }
}
