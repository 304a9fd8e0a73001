import Storage
import StoredRows

/// The tables of a database in a file, for a copy from or to another engine. Nobody else uses the file meanwhile: its
/// owner sees to it.
package final class SQLiteTables: TableTarget {
    /// A database that is being filled, in the folder of the one that it will be.
    package static let unfinished = SQLiteStorage.fileName + ".migrating"

    private let db: Connection
    /// The folder of a database that is being filled.
    private let folder: String?

    private init(_ db: Connection, folder: String? = nil) {
        self.db = db
        self.folder = folder
    }

    /// Opens the database of a folder to copy it, and brings it to the current schema, as a server does at its start.
    /// The caller holds the folder's lock.
    package convenience init(of folder: String) throws(OpenError) {
        try BackupFile.checkIsRestored(folder)
        let path = folder + "/" + SQLiteStorage.fileName
        guard PrivateFile.exists(path) else { throw .missing(folder: folder) }
        try self.init(current: path)
    }

    /// Opens a database that is a file by itself, and brings it to the current schema.
    convenience init(current path: String, folder: String? = nil) throws(OpenError) {
        let db = try OpenError.wrapping { () throws(StorageError) in
            try Connection(path: path, access: .existing, vfs: nil)
        }
        try Migrations.run(on: db)
        self.init(db, folder: folder)
    }

    /// Makes a database in a folder that has none, or opens the one that is being filled there. The caller holds the
    /// folder's lock. No server starts there before `finish`.
    package convenience init(making folder: String) throws(OpenError) {
        try BackupFile.checkIsRestored(folder)
        guard !PrivateFile.exists(folder + "/" + SQLiteStorage.fileName) else { throw .present(folder: folder) }
        let path = folder + "/" + SQLiteTables.unfinished
        if !PrivateFile.exists(path) { try OpenError.ofFile { () throws(BackupError) in try PrivateFile.make(path) } }
        try self.init(current: path, folder: folder)
        // Rows that are lost with the power are copied again. The rows that are there are whole, so no piece needs a
        // sync of its own.
        try set("journal_mode=WAL; PRAGMA synchronous=NORMAL")
    }

    /// Makes a database in an empty file, which is of use only when all is written. It takes rows that refer to
    /// nothing, as a copy of what is damaged has them.
    convenience init(copyingInto path: String) throws(OpenError) {
        try self.init(current: path)
        try set("foreign_keys=OFF; PRAGMA synchronous=OFF")
    }

    private func set(_ pragmas: String) throws(OpenError) {
        try OpenError.wrapping { () throws(StorageError) in try db.execute("PRAGMA \(pragmas)") }
    }

    /// Makes the database the folder's: from now on it is served from.
    package func finish() throws(OpenError) {
        guard let folder else { preconditionFailure("nobody waits for this database") }
        try OpenError.ofFile { () throws(BackupError) in
            try PrivateFile.move(
                folder + "/" + SQLiteTables.unfinished, to: folder + "/" + SQLiteStorage.fileName, in: folder)
        }
    }

    package func rows(
        of table: StoredTable, behind key: [StoredValue]?, most: Int
    ) throws(StorageError) -> [[StoredValue]] {
        try db.all(
            table.piece(isBehindKey: key != nil) { _, _ in "?" }, values: (key ?? []) + [.integer(most)]
        ) { (row) throws(StorageError) in try row.values(table.columns[...]) }
    }

    /// Does nothing: the lock of the folder is whole until it is let go.
    package func confirm() throws(StorageError) {}

    package func lastKey(of table: StoredTable) throws(StorageError) -> [StoredValue]? {
        try db.first(table.lastKey) { (row) throws(StorageError) in try row.values(table.columns[..<table.keyLength]) }
    }

    /// Does nothing: the file's name says that it is being filled.
    package func begin() throws(StorageError) {}

    package func add(_ rows: [[StoredValue]], to table: StoredTable) throws(StorageError) {
        let places = table.columns.map { _ in "?" }.joined(separator: ", ")
        let sql = "INSERT INTO \(table.name) (\(table.columnNames)) VALUES (\(places))"
        try writing { () throws(StorageError) in
            for row in rows { try db.run(sql, values: row) }
        }
    }

    package func removeAll() throws(StorageError) {
        try writing { () throws(StorageError) in
            for table in StoredTable.all.reversed() { try db.run("DELETE FROM \(table.name)") }
        }
    }

    package func settle() throws(StorageError) {
        let broken = try db.brokenPages(limit: 1)
        if let broken = broken.first { throw .corrupt(broken) }
        // All of it into the one file that gets a name, and on the disk.
        try db.execute("PRAGMA synchronous=FULL; PRAGMA journal_mode=DELETE")
    }

    private func writing(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        try db.run("BEGIN IMMEDIATE")
        do throws(StorageError) {
            try body()
            try db.run("COMMIT")
        } catch {
            try db.rollBack()
            throw error
        }
    }
}

extension OpenError {
    fileprivate static func ofFile<T>(_ body: () throws(BackupError) -> T) throws(OpenError) -> T {
        do throws(BackupError) { return try body() } catch { throw .folder("\(error)") }
    }
}
