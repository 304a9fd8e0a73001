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
        // Nothing is made in a database that has nothing, and nothing is changed under a server.
        _ = try Migrations.found(keeper)
        let lease = try PostgreSQLTables.take(holder, keeper)
        try PostgreSQLTables.refuseUnfinished(keeper)
        try Migrations.run(on: address, schema: schema)
        // Whoever had the lease commits nothing from here on.
        self.init(try PostgreSQLTables.snapshot(of: address, schema), (lease, keeper))
    }

    /// A database to be filled, which no server uses while this lives. Throws `inUse`, or `notEmpty` for one that has
    /// something in it and was not being filled already. `holder`: the server's name for people.
    package convenience init(
        filling address: DatabaseAddress, schema: String = "tilerace", holder: String
    ) throws(PostgreSQLOpenError) {
        let session = try PostgreSQLTables.connect(to: address, schema)
        var held: Lease?
        do throws(PostgreSQLOpenError) {
            _ = try Migrations.found(session)
            held = try PostgreSQLTables.take(holder, session)
        } catch {
            guard error == .missing else { throw error }
        }
        try Migrations.run(on: address, schema: schema)
        let lease = if let held { held } else { try PostgreSQLTables.take(holder, session) }
        self.init(session, (lease, session), isTarget: true)
        let isUnfinished = try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in
            try Migrations.isUnfinished(session)
        }
        if !isUnfinished {
            for table in StoredTable.all {
                let last: [StoredValue]?
                do throws(StorageError) { last = try lastKey(of: table) } catch { throw .storage(error) }
                if last != nil { throw .notEmpty }
            }
        }
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

    /// Says for good that all is there: from now on the database can be served from.
    package func finish() throws(StorageError) {
        try change([Statement("DROP TABLE \(Migrations.marker)")])
    }

    /// Does all of it under the lease, for good, or nothing.
    private func change(_ statements: [Statement]) throws(StorageError) {
        guard let hold, isTarget else { preconditionFailure("a database that is read") }
        do throws(ConnectionFault) {
            let answers = try session.run(
                [Statement("BEGIN"), hold.lease.check()] + statements + [Statement("COMMIT")])
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
