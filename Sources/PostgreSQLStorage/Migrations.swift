import Storage

/// The schema's versions, forward only. The table `tilerace` has the version, and says that the schema is ours.
enum Migrations {
    /// The SQL that leads to each version from the one before; the first leads from an empty schema to version 1.
    static let all = [
        Schema1.sql, Schema2.sql, Schema3.sql, Schema4.sql, Schema5.sql, Schema6.sql, Schema7.sql, Schema8.sql,
    ]

    /// The key of the advisory lock, with the schema's name, under which a database is examined and migrated. Two
    /// servers that start at once do that one after the other.
    private static let lock = 0x5452_6163

    /// ms for a step: an index over millions of rows takes minutes.
    private static let patience: Int32 = 3_600_000

    /// ms to wait for that lock. A server that was stopped while it had the lock must not keep all others from starting
    /// for ever, without a word.
    private static let lockPatience = 10_000

    /// Brings the schema to the current version, each step in a transaction of its own. A schema that has it is found
    /// so without the lock. Throws `storage` if somebody else has the lock for `lockPatience` ms.
    static func run(
        on address: DatabaseAddress, schema: String, steps: [String] = all, lockPatience: Int = lockPatience
    ) throws(PostgreSQLOpenError) {
        func connect() throws(PostgreSQLOpenError) -> Connection {
            try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in
                try Connection(to: address, schema: schema, patience: patience)
            }
        }
        // It holds the lock until it is closed.
        let session = try connect()
        let encoding = session.parameter("server_encoding") ?? "unknown"
        guard encoding == "UTF8" else { throw .encoding(encoding) }
        let version: Int
        do throws(ConnectionFault) {
            try session.execute("SET lock_timeout TO \(lockPatience)")
            if try isCurrent(session, steps.count) { return }
            _ = try session.run([locking(schema)])
            version = try self.version(of: schema, session)
        } catch {
            throw .storage(blocked(error, lockPatience))
        }
        guard version >= 0 else { throw .foreignSchema(schema) }
        guard version <= steps.count else { throw .newerSchema(found: version, known: steps.count) }
        guard version < steps.count else { return }
        let scripts = try connect()
        try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) in
            for (index, sql) in steps.enumerated().dropFirst(version) {
                // One string, so one round trip and one transaction.
                try scripts.execute("BEGIN; \(sql); UPDATE tilerace SET version = \(index + 1); COMMIT")
            }
        }
    }

    /// The statement that waits for the lock of a schema, which the session then has until it ends.
    static func locking(_ schema: String) -> Statement {
        Statement("SELECT pg_advisory_lock($1::bigint::int, hashtext($2::text))", .integer(lock), .text(schema))
    }

    /// The meaning of a fault for the operator. 55P03: a lock was not to be had in time.
    private static func blocked(_ fault: ConnectionFault, _ milliseconds: Int) -> StorageError {
        guard case .refused("55P03", _) = fault else { return fault.storageError }
        return .unavailable(
            "another tilerace has looked at its tables, or changed them, for \(milliseconds) ms. "
                + "If no upgrade goes on now, one was stopped in the middle: end it, or its session, "
                + "which pg_locks names (locktype advisory)")
    }

    /// Whether the session's schema is there, and has this version.
    private static func isCurrent(_ session: Connection, _ version: Int) throws(ConnectionFault) -> Bool {
        guard try isThere("tilerace", session) else { return false }
        let found = try session.run([Statement("SELECT version FROM tilerace")])[0]
        do throws(StorageError) {
            return try found.all { row throws(StorageError) in row.integer(0) } == [version]
        } catch {
            return false
        }
    }

    /// The schema's version, 0 if it is empty; -1 if it is another program's. Makes the schema if there is none.
    private static func version(of schema: String, _ session: Connection) throws(ConnectionFault) -> Int {
        let here = "SELECT 1 FROM pg_class WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1::text)"
        let found = try session.run([
            Statement("SELECT 1 FROM pg_namespace WHERE nspname = $1::text", .text(schema)),
            Statement(here + " AND relname = 'tilerace'", .text(schema)), Statement(here + " LIMIT 1", .text(schema)),
        ]).map { $0.count > 0 }
        if !found[0] { _ = try session.run([Statement("CREATE SCHEMA \"\(schema)\"")]) }
        if !found[1] {
            if found[2] { return -1 }
            _ = try session.run([Statement("CREATE TABLE tilerace AS SELECT 0 AS version")])
        }
        let answers = try session.run([Statement("SELECT version FROM tilerace")])
        let versions: [Int]
        do throws(StorageError) {
            versions = try answers[0].all { row throws(StorageError) in row.integer(0) }
        } catch {
            return -1
        }
        return versions.count == 1 ? versions[0] : -1
    }

    /// The version of a schema that is there, which is the session's; nothing is made. Throws `missing`, or
    /// `newerSchema`.
    static func found(_ session: Connection) throws(PostgreSQLOpenError) -> Int {
        let versions = try PostgreSQLOpenError.wrapping { () throws(ConnectionFault) -> [Int] in
            guard try isThere("tilerace", session) else { return [] }
            let answers = try session.run([Statement("SELECT version FROM tilerace")])
            do throws(StorageError) {
                return try answers[0].all { row throws(StorageError) in row.integer(0) }
            } catch {
                return []
            }
        }
        guard let version = versions.first, version > 0 else { throw .missing }
        guard version <= all.count else { throw .newerSchema(found: version, known: all.count) }
        return version
    }

    /// The table that exists only while a migration or a restore fills the others.
    static let marker = "unfinished"

    /// Whether the session's schema is being filled: what it has is not whole.
    static func isUnfinished(_ session: Connection) throws(ConnectionFault) -> Bool { try isThere(marker, session) }

    /// Whether the session's schema has a table of this name.
    static func isThere(_ table: String, _ session: Connection) throws(ConnectionFault) -> Bool {
        try session.run([Statement("SELECT 1 WHERE to_regclass($1::text) IS NOT NULL", .text(table))])[0].count > 0
    }
}
