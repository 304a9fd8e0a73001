import CSQLite
import SQLiteStorage
import Server
import TestKit

/// Holds the database of a server, as a backup program might: until it is let go, nothing can be written. The server
/// refuses after `ServerBounds.storage.lockPatience`; tests in which it is to wait, however busy the machine is, have
/// ``patient``.
final class DatabaseLock {
    private var handle: OpaquePointer?

    init(_ server: TestServer) throws {
        let path = server.folder + "/" + SQLiteStorage.fileName
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            sqlite3_exec(handle, "PRAGMA busy_timeout=2000; BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
        else { throw SocketClientError.badAnswer("the database cannot be locked") }
    }

    /// The bounds of a server that waits for the lock.
    static var patient: ServerBounds {
        var bounds = ServerBounds()
        bounds.storage.lockPatience = 60_000
        return bounds
    }

    func release() {
        sqlite3_close(handle)
        handle = nil
    }

    deinit { release() }
}
