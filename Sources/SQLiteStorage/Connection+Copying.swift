import CSQLite
import Storage

extension Connection {
    /// Pages that are copied in one step.
    private static let pagesAtOnce: Int32 = 1_024

    /// Replaces the contents of `other` by those of this connection, page by page (SQLite's online backup).
    /// Precondition: a read transaction is open. Otherwise writes of other connections would make the copy begin again.
    func copy(to other: Connection) throws(StorageError) {
        precondition(isInTransaction, "a backup is of one moment")
        guard let backup = sqlite3_backup_init(other.handle, "main", handle, "main") else {
            return try other.check(sqlite3_extended_errcode(other.handle), "begin to copy")
        }
        var code = SQLITE_OK
        while code == SQLITE_OK { code = sqlite3_backup_step(backup, Connection.pagesAtOnce) }
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { return try other.check(code, "copy") }
        try other.check(end, "end of copying")
    }

    /// Checks every page of the file and returns SQLite's complaints, at most `limit`.
    func brokenPages(limit: Int) throws(StorageError) -> [String] {
        try all("PRAGMA quick_check(\(limit))") { (row) throws(StorageError) in try row.text(0) }.filter { $0 != "ok" }
    }

    /// Checks the file, its indexes and its foreign keys. Returns SQLite's complaints, at most `limit` of each kind.
    func damages(limit: Int) throws(StorageError) -> [String] {
        let damages = try all("PRAGMA integrity_check(\(limit))") { (row) throws(StorageError) in try row.text(0) }
        let lost = try all("SELECT \"table\", parent FROM pragma_foreign_key_check LIMIT \(limit)") {
            (row) throws(StorageError) in
            "a row of \(try row.text(0)) refers to a row of \(try row.text(1)) that is not there"
        }
        return damages.filter { $0 != "ok" } + lost
    }
}
