import CSQLite
import GameRules
import Storage

extension Connection {
    /// Adds the SQL function `tilerace_player(text)`, which migrations use. It returns the stored form of a player from
    /// the 32 hexadecimal digits that logs have, and NULL for any other text.
    func addPlayerFunction() throws(StorageError) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        let code = sqlite3_create_function_v2(
            handle, "tilerace_player", 1, flags, nil,
            { context, _, arguments in
                guard let text = sqlite3_value_text(arguments?[0]), let id = PlayerID(String(cString: text)) else {
                    return sqlite3_result_null(context)
                }
                id.withStoredBytes {
                    sqlite3_result_blob(context, $0.baseAddress, Int32($0.count), tilerace_sqlite_transient())
                }
            }, nil, nil, nil)
        try check(code, "tilerace_player")
    }
}

extension PlayerID {
    /// The 16 bytes of a column, big-endian, so that they sort as ids do, on every machine.
    func withStoredBytes<T>(_ body: (UnsafeRawBufferPointer) -> T) -> T {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian), body)
    }
}
