import Storage

/// The schema's versions, forward only. The version of a file is its `user_version`.
enum Migrations {
    /// The SQL that leads to each version from the one before; the first leads from an empty file to version 1.
    static let all = [
        Schema1.sql, Schema2.sql, Schema3.sql, Schema4.sql, Schema5.sql, Schema6.sql, Schema7.sql, Schema8.sql,
        Schema9.sql, Schema10.sql, Schema11.sql, Schema12.sql, Schema13.sql,
    ]

    /// The version this program writes.
    static var current: Int { all.count }

    /// The ID in the file's header, so that no other program's database is taken for ours: "TRac".
    static let applicationID = 0x5452_6163

    /// Brings the file to the current version, each step in a transaction of its own.
    static func run(on connection: Connection, steps: [String] = all) throws(OpenError) {
        let id = try pragma("application_id", of: connection)
        let isEmpty = try OpenError.wrapping { () throws(StorageError) in
            try !connection.exists("SELECT 1 FROM sqlite_schema")
        }
        let version = try pragma("user_version", of: connection)
        guard id == applicationID || (isEmpty && id == 0 && version == 0) else { throw .foreignFile }
        guard version <= steps.count else { throw .newerSchema(found: version, known: steps.count) }
        guard version < steps.count else { return }
        try OpenError.wrapping { () throws(StorageError) in
            // An index over millions of rows is sorted on disk.
            try connection.execute("PRAGMA temp_store=FILE")
            for (index, sql) in steps.enumerated().dropFirst(version) { try step(to: index + 1, sql, connection) }
            try connection.execute("PRAGMA temp_store=MEMORY")
        }
    }

    /// The schema version of an existing file. The file must have this ID, by default that of a database, and be no
    /// newer than this program.
    static func version(of connection: Connection, id: Int = applicationID) throws(OpenError) -> Int {
        guard try pragma("application_id", of: connection) == id else { throw .foreignFile }
        let version = try pragma("user_version", of: connection)
        guard version <= current else { throw .newerSchema(found: version, known: current) }
        return version
    }

    private static func step(to version: Int, _ sql: String, _ connection: Connection) throws(StorageError) {
        try connection.execute("BEGIN IMMEDIATE")
        do throws(StorageError) {
            try connection.execute(sql)
            try connection.execute("PRAGMA application_id=\(applicationID); PRAGMA user_version=\(version)")
            try connection.execute("COMMIT")
        } catch {
            try connection.rollBack()
            throw error
        }
    }

    private static func pragma(_ name: String, of connection: Connection) throws(OpenError) -> Int {
        try OpenError.wrapping { () throws(StorageError) in
            try connection.first("PRAGMA \(name)") { $0.integer(0) } ?? 0
        }
    }
}
