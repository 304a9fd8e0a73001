import CLibPQ
import Synchronization

/// PostgreSQL's client library, which is loaded when the first database is opened.
enum LibPQ {
    /// The library's name since 2005.
    static let name = "libpq.so.5"

    /// Guards the loading: several engines may be opened at once.
    private static let loading = Mutex(())

    /// Loads the library, once. Throws `libraryMissing` if it cannot be used.
    static func load(_ name: String = name) throws(PostgreSQLOpenError) {
        let reason = loading.withLock { _ in pq_load(name).map { String(cString: $0) } }
        if let reason { throw .libraryMissing(reason) }
    }
}
