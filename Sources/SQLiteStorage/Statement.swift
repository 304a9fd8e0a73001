import CSQLite
import GameRules
import Storage
import StoredRows

/// A prepared statement of a connection, which owns it.
final class Statement {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    /// The row that `step` came to.
    var row: Row { Row(handle: handle) }

    /// Sets all parameters, in order.
    func bind(_ values: [StoredValue]) throws(StorageError) {
        precondition(values.count == Int(sqlite3_bind_parameter_count(handle)), "a value for each parameter")
        for (index, value) in values.enumerated() {
            let code = bind(value, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw fault(code) }
        }
    }

    private func bind(_ value: StoredValue, at position: Int32) -> Int32 {
        switch value {
        case .integer(let integer): return sqlite3_bind_int64(handle, position, Int64(integer))
        case .text(let text):
            return sqlite3_bind_text64(
                handle, position, text, UInt64(text.utf8.count), tilerace_sqlite_transient(), UInt8(SQLITE_UTF8))
        case .player(let id):
            return id.withStoredBytes {
                sqlite3_bind_blob64(handle, position, $0.baseAddress, 16, tilerace_sqlite_transient())
            }
        case .null: return sqlite3_bind_null(handle, position)
        }
    }

    /// Goes to the next row; false at the end.
    func step() throws(StorageError) -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw fault(code)
        }
    }

    /// Makes the statement ready to be run again. Its code repeats that of the last step, which has been looked at.
    func reset() {
        sqlite3_reset(handle)
    }

    private func fault(_ code: Int32) -> StorageError {
        let sql = sqlite3_sql(handle).map { String(cString: $0) } ?? ""
        return SQLiteFault(code: code, of: sqlite3_db_handle(handle), at: sql).storageError
    }
}

/// A row of a result, valid until the statement goes on. Columns count from 0. A value that does not read back as it
/// was written is `corrupt`.
struct Row: ~Copyable, StoredRow {
    private let handle: OpaquePointer

    fileprivate init(handle: OpaquePointer) {
        self.handle = handle
    }

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    func optionalInteger(_ column: Int32) -> Int? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    func text(_ column: Int32) throws(StorageError) -> String {
        guard let start = sqlite3_column_text(handle, column) else { throw corrupt("text", column) }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        guard let text = String(validating: bytes, as: UTF8.self) else { throw corrupt("UTF-8", column) }
        return text
    }

    func player(_ column: Int32) throws(StorageError) -> PlayerID {
        guard sqlite3_column_bytes(handle, column) == 16, let start = sqlite3_column_blob(handle, column) else {
            throw corrupt("player id", column)
        }
        let high = UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
        let low = UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        return PlayerID(high: high, low: low)
    }

    func corrupt(_ what: String, _ column: Int32) -> StorageError {
        let sql = sqlite3_sql(handle).map { String(cString: $0) } ?? ""
        return .corrupt("no \(what) in column \(column) of \(sql)")
    }
}
