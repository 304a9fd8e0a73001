import Glibc

/// Holds a data folder for one server: an advisory lock that ends with the process, however it ends.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Makes the folder, readable by its owner only, unless it is there, and locks it.
    init(folder: String) throws(OpenError) {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .folder(FolderLock.reason(folder)) }
        // O_CLOEXEC: a child must not keep the folder locked.
        let file = open(folder + "/tilerace.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .folder(FolderLock.reason(folder)) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let error: OpenError = errno == EWOULDBLOCK ? .inUse(folder: folder) : .folder(FolderLock.reason(folder))
            // The property is not set yet: else `deinit` would close the number once more, when it may be another's.
            Glibc.close(file)
            throw error
        }
        descriptor = file
    }

    deinit { Glibc.close(descriptor) }

    /// Makes the file at `path`, readable by its owner only, unless it is there; SQLite gives its log the same rights.
    func makePrivate(_ path: String) throws(OpenError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .folder(FolderLock.reason(path)) }
        Glibc.close(file)
    }

    private static func reason(_ folder: String) -> String { "\(folder): \(String(cString: strerror(errno)))" }
}
