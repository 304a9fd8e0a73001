import CSQLite
import Storage

/// A failed SQLite call.
struct SQLiteFault: Hashable, Sendable {
    /// Extended result code.
    let code: Int32
    /// SQLite's words, with ours about what was tried.
    let text: String

    /// The storage error for callers of the engine.
    ///
    /// Precondition: the code is not one of misuse, which is our own fault.
    var storageError: StorageError {
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_MISMATCH: return .corrupt(text)
        case SQLITE_CONSTRAINT: return .conflict(text)
        case SQLITE_MISUSE, SQLITE_RANGE: preconditionFailure(text)
        // FULL, IOERR, READONLY, BUSY, LOCKED, CANTOPEN, NOMEM, PERM, PROTOCOL…: the place, not the contents.
        default: return .unavailable(text)
        }
    }
}
