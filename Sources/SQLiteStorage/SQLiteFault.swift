import CSQLite
import Glibc
import Storage

/// A failed SQLite call.
struct SQLiteFault: Hashable, Sendable {
    /// Extended result code.
    let code: Int32
    /// SQLite's words, with ours about what was tried.
    let text: String

    init(code: Int32, text: String) {
        self.code = code
        self.text = text
    }

    /// The fault of the last call on a connection. A full disk is named by the folder of the connection's file, where
    /// room is to be made. The file itself may be a half-written copy, which is gone when the operator looks.
    init(code: Int32, of connection: OpaquePointer?, at what: String) {
        let isFull =
            code & 0xFF == SQLITE_FULL
            || (code & 0xFF == SQLITE_IOERR && sqlite3_system_errno(connection) == ENOSPC)
        guard isFull, let file = sqlite3_db_filename(connection, "main").map({ String(cString: $0) }),
            let slash = file.lastIndex(of: "/")
        else {
            self.init(code: code, text: "\(String(cString: sqlite3_errmsg(connection))) (\(code)) at \(what)")
            return
        }
        self.init(code: code, text: "the disk of \(slash == file.startIndex ? "/" : file[..<slash]) is full")
    }

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
