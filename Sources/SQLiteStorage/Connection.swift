import CSQLite
import Storage
import StoredRows

/// One connection to the database file, with its prepared statements. Used by one thread at a time; its owner sees to
/// it.
final class Connection {
    enum Access {
        /// Makes the file if it is missing.
        case readWrite
        /// Also reads what a server that crashed has left in its log.
        case existing
        case readOnly
    }

    let handle: OpaquePointer
    private var statements: [String: Statement] = [:]
    /// Pages in the write-ahead log after the last commit of this connection, copied ones included.
    private(set) var loggedPages = 0

    /// Opens the file, creating it if it may write. `vfs` names another SQLite file layer, for tests of broken disks.
    init(path: String, access: Access, vfs: String?) throws(StorageError) {
        // A named pipe would be waited for forever.
        guard !PrivateFile.exists(path) || PrivateFile.isRegular(path) else {
            throw .unavailable("\(path) is no regular file")
        }
        let mode =
            switch access {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .existing: SQLITE_OPEN_READWRITE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        var opened: OpaquePointer?
        // One thread at a time, so SQLite's own mutexes are not needed.
        let code = sqlite3_open_v2(path, &opened, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, vfs)
        guard let opened else { throw .unavailable("no memory to open \(path)") }
        guard code == SQLITE_OK else {
            let text = String(cString: sqlite3_errmsg(opened))
            sqlite3_close_v2(opened)
            throw SQLiteFault(code: code, text: "open \(path): \(text)").storageError
        }
        handle = opened
        waitForLocks(milliseconds: SQLiteStorage.Limits().lockPatience)
        try execute("PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA trusted_schema=OFF")
        try addPlayerFunction()
    }

    /// Sets the time to wait for a lock of another process, in ms. That process is a backup tool: servers exclude each
    /// other.
    func waitForLocks(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Rows that the last statement that writes has written.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Counts `loggedPages` from now on, and leaves checkpoints to the owner: SQLite's own would run within commits.
    func countLoggedPages() {
        // The hook is called by this connection's own commits only, so `self` lives.
        sqlite3_wal_hook(
            handle,
            { connection, _, _, pages in
                guard let connection else { preconditionFailure("the hook was set with a connection") }
                Unmanaged<Connection>.fromOpaque(connection).takeUnretainedValue().loggedPages = Int(pages)
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Runs SQL without parameters, several statements if need be; rows are dropped.
    func execute(_ sql: String) throws(StorageError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil), sql)
    }

    /// Runs one prepared statement that gives no rows.
    func run(_ sql: String, _ values: StoredValue...) throws(StorageError) { try run(sql, values: values) }

    /// Runs one prepared statement that gives no rows.
    func run(_ sql: String, values: [StoredValue]) throws(StorageError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() {}
    }

    /// The first row of a query, read by `read`; nil if there is none.
    func first<T>(
        _ sql: String, _ values: StoredValue..., read: (borrowing Row) throws(StorageError) -> T
    ) throws(StorageError) -> T? {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        guard try statement.step() else { return nil }
        return try read(statement.row)
    }

    /// Every row of a query, read by `read`.
    func all<T>(
        _ sql: String, _ values: StoredValue..., read: (borrowing Row) throws(StorageError) -> T
    ) throws(StorageError) -> [T] {
        try all(sql, values: values, read: read)
    }

    /// Every row of a query, read by `read`.
    func all<T>(
        _ sql: String, values: [StoredValue], read: (borrowing Row) throws(StorageError) -> T
    ) throws(StorageError) -> [T] {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var rows: [T] = []
        while try statement.step() { rows.append(try read(statement.row)) }
        return rows
    }

    /// Every row of a query, one after the other.
    func forEach(
        _ sql: String, _ values: StoredValue..., body: (borrowing Row) throws(StorageError) -> Void
    ) throws(StorageError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        while try statement.step() { try body(statement.row) }
    }

    /// Whether a query gives a row.
    func exists(_ sql: String, _ values: StoredValue...) throws(StorageError) -> Bool {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        return try statement.step()
    }

    /// Undoes the open transaction, if SQLite has not done so itself.
    func rollBack() throws(StorageError) {
        if isInTransaction { try run("ROLLBACK") }
    }

    /// Runs `body` in one read transaction, so that all its queries see the same state.
    func reading<T>(_ body: () throws(StorageError) -> T) throws(StorageError) -> T {
        try run("BEGIN")
        do throws(StorageError) {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            try rollBack()
            throw error
        }
    }

    /// Copies committed pages from the log into the database file as far as readers allow, or, with `truncating`, all,
    /// and empties the log. Returns the number of pages of the log that are copied now. Nil if a lock of others
    /// prevented it, which is no error: the next checkpoint will do.
    @discardableResult
    func checkpoint(truncating: Bool = false) throws(StorageError) -> Int? {
        // A connection that has never read does not know of the log, and its checkpoint would do nothing.
        _ = try exists("SELECT 1 FROM sqlite_schema")
        let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        var copied: Int32 = -1
        let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, nil, &copied)
        guard code & 0xFF != SQLITE_BUSY else { return nil }
        try check(code, "checkpoint")
        return copied < 0 ? nil : Int(copied)
    }

    private func prepared(_ sql: String) throws(StorageError) -> Statement {
        if let statement = statements[sql] { return statement }
        var compiled: OpaquePointer?
        try check(
            sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil), sql)
        guard let compiled else { preconditionFailure("empty SQL") }
        let statement = Statement(compiled)
        statements[sql] = statement
        return statement
    }

    func check(_ code: Int32, _ what: String) throws(StorageError) {
        guard code != SQLITE_OK else { return }
        throw SQLiteFault(code: code, of: handle, at: what).storageError
    }
}
