import Storage

/// Why a data folder cannot be served from.
package enum OpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder cannot be made or entered; the text says why.
    case folder(String)
    /// Another server holds the folder.
    case inUse(folder: String)
    /// The file is another program's database.
    case foreignFile
    /// The file was written by a newer version of Tilerace.
    case newerSchema(found: Int, known: Int)
    /// A backup was being restored into the folder, and that did not come to its end.
    case halfRestored(folder: String)
    /// A database was being copied into the folder, and that did not come to its end.
    case halfMigrated(folder: String)
    /// The folder has no database.
    case missing(folder: String)
    /// The folder has a database already.
    case present(folder: String)
    /// The file cannot be opened or read.
    case storage(StorageError)

    /// A sentence for the operator.
    package var description: String {
        switch self {
        case .folder(let reason): "the data folder cannot be used: \(reason)"
        case .inUse(let folder): "another tilerace server is running on the data folder \(folder)"
        case .foreignFile: "\(SQLiteStorage.fileName) is not a Tilerace database"
        case .newerSchema(let found, let known):
            "the data was written by a newer tilerace (schema \(found), this program knows up to \(known))"
        case .halfRestored(let folder):
            "a restore into \(folder) did not come to its end: empty the folder and restore again"
        case .halfMigrated(let folder):
            "a migration into \(folder) did not come to its end: run “tilerace migrate to-sqlite” again, or remove "
                + "\(SQLiteTables.unfinished)"
        case .missing(let folder): "there is no \(SQLiteStorage.fileName) in \(folder)"
        case .present(let folder):
            "there is a \(SQLiteStorage.fileName) in \(folder) already: move it away, if nobody needs it there"
        case .storage(.corrupt(let text)): "\(SQLiteStorage.fileName) is damaged: \(text)"
        case .storage(let error): "\(SQLiteStorage.fileName) cannot be opened: \(error)"
        }
    }

    static func wrapping<T>(_ body: () throws(StorageError) -> T) throws(OpenError) -> T {
        do throws(StorageError) { return try body() } catch { throw .storage(error) }
    }
}
