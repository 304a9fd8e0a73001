import Storage

/// Why a database in PostgreSQL cannot be served from.
package enum PostgreSQLOpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The client library cannot be loaded; the text says why.
    case libraryMissing(String)
    /// The address cannot be read, or has something that it may not have; the text says what.
    case address(String)
    /// Another server holds the lease for so many ms yet, unless it renews it.
    case inUse(holder: String, milliseconds: Int)
    /// The database was played under another seed: with ours its words would be others.
    case otherSeed
    /// The clock of this machine, or of the server, is so many ms ahead of those of the database and of earlier
    /// servers.
    case clockAhead(milliseconds: Int)
    /// The database has an encoding that cannot hold every name.
    case encoding(String)
    /// The schema is another program's.
    case foreignSchema(String)
    /// The schema was written by a newer version of Tilerace.
    case newerSchema(found: Int, known: Int)
    /// The schema is of an older version, and nothing may be changed.
    case olderSchema(found: Int, current: Int)
    /// The database has no schema of Tilerace, and nothing may be made.
    case missing
    /// A migration or a restore into the database did not come to its end.
    case unfinished
    /// The database to be filled has something in it.
    case notEmpty
    /// The database cannot be reached, read or written.
    case storage(StorageError)

    /// A sentence for the operator.
    package var description: String {
        switch self {
        case .libraryMissing(let reason):
            "\(LibPQ.name) is needed for --storage postgresql://…; on Debian: apt-get install libpq5 (\(reason))"
        case .address(let reason): "the address of the database cannot be used: \(reason)"
        case .inUse(let holder, _): "another tilerace server uses the database: \(holder)"
        case .otherSeed:
            "the database was played with another seed than this data folder has: copy the file seed of the server that "
                + "played it"
        case .clockAhead(let milliseconds):
            "this machine's clock is \(milliseconds / 1_000) s ahead of those of the database and of the servers before: "
                + "set it right (NTP), or the database's, if that is wrong"
        case .encoding(let found):
            "the database has the encoding \(found), not UTF8: create it with ENCODING 'UTF8' TEMPLATE template0"
        case .foreignSchema(let name): "the schema \(name) of the database was not made by Tilerace"
        case .newerSchema(let found, let known):
            "the data was written by a newer tilerace (schema \(found), this program knows up to \(known))"
        case .olderSchema(let found, let current):
            "the database has schema \(found), which the next start of a server of this version brings to \(current)"
        case .missing: "no tilerace server has used the database"
        case .unfinished:
            "a migration or restore into the database did not come to its end: run it again, or drop its schema tilerace"
        case .notEmpty:
            "the database has what was played on another server already: drop its schema tilerace, if nobody needs it"
        case .storage(.corrupt(let text)): "the database is damaged: \(text)"
        case .storage(.unavailable(let text)): "the database cannot be used: \(text)"
        case .storage(let error): "the database cannot be used: \(error)"
        }
    }

    /// The schema has another version than this program's.
    static func version(_ found: Int) -> PostgreSQLOpenError {
        let known = Migrations.all.count
        return found > known ? .newerSchema(found: found, known: known) : .olderSchema(found: found, current: known)
    }

    static func wrapping<T>(_ body: () throws(ConnectionFault) -> T) throws(PostgreSQLOpenError) -> T {
        do throws(ConnectionFault) { return try body() } catch { throw .storage(error.storageError) }
    }
}
