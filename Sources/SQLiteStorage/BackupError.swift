import Storage
import StoredRows

/// Why a backup could not be written or restored.
package enum BackupError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder has no database.
    case noDatabase(folder: String)
    /// A file is there already that would have to be made.
    case exists(String)
    /// The folder to restore into has something in it.
    case notEmpty(folder: String)
    /// The file is no backup.
    case noBackup(String)
    /// The file is damaged; the texts say how.
    case damaged(String, [String])
    /// A file cannot be written; the text says which and why.
    case file(String)
    /// The database of another engine cannot be copied.
    case copy(CopyFault)
    /// The database or the backup cannot be opened or read.
    case database(OpenError)

    /// A sentence for the operator.
    package var description: String {
        switch self {
        case .noDatabase(let folder): "there is no \(SQLiteStorage.fileName) in \(folder)"
        case .exists(let path): "\(path) is there already"
        case .notEmpty(let folder): "\(folder) is not empty: a backup is restored into an empty folder, or a new one"
        case .noBackup(let path): "\(path) is no backup of Tilerace"
        case .damaged(let path, let damages): "\(path) is damaged: \(damages.joined(separator: "; "))"
        case .file(let text): text
        case .copy(let fault): "\(fault)"
        case .database(.storage(.unavailable(let text))): "the copy failed: \(text)"
        case .database(let error): "\(error)"
        }
    }

    static func wrapping<T>(_ body: () throws(StorageError) -> T) throws(BackupError) -> T {
        do throws(StorageError) { return try body() } catch { throw .database(.storage(error)) }
    }

    static func opening<T>(_ body: () throws(OpenError) -> T) throws(BackupError) -> T {
        do throws(OpenError) { return try body() } catch { throw .database(error) }
    }
}
