import Storage
import Synchronization

/// A connection that reads the state of one moment, however long it takes. Meanwhile the log of writes cannot be
/// shortened.
final class Snapshot: Sendable {
    /// Nil once it was read.
    private let connection: Mutex<Connection?>

    /// The moment is now.
    init(path: String, vfs: String?) throws(StorageError) {
        let connection = try Connection(path: path, access: .readOnly, vfs: vfs)
        try connection.run("BEGIN")
        // It is the first read that begins it.
        _ = try connection.exists("SELECT 1 FROM sqlite_schema")
        self.connection = Mutex(connection)
    }

    /// Reads, once: with that the moment is over.
    func read<T: Sendable>(_ body: (Connection) throws(StorageError) -> T) throws(StorageError) -> T {
        try connection.withLock { (held) throws(StorageError) in
            defer { held = nil }
            guard let connection = held else { preconditionFailure("a snapshot is read once") }
            return try body(connection)
        }
    }
}
