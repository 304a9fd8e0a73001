import Glibc

/// Holds a data folder for one server: an advisory lock that ends with the process, however it ends.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Makes the folder, readable by its owner only, unless it is there, and locks it.
    package init(folder: String) throws(OpenError) {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .folder(FolderLock.reason(folder)) }
        // O_CLOEXEC: a child must not keep the folder locked.
        let file = open(folder + "/" + FolderLock.fileName, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .folder(FolderLock.reason(folder)) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let error: OpenError = errno == EWOULDBLOCK ? .inUse(folder: folder) : .folder(FolderLock.reason(folder))
            // The property is not set yet: else `deinit` would close the number once more, when it may be another's.
            Glibc.close(file)
            throw error
        }
        descriptor = file
    }

    /// Unlocks as well as closes. A child between fork and exec shares the open file, so closing alone would keep the
    /// folder locked until that exec.
    deinit {
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }

    /// Whether there is nothing else in the folder than the lock.
    func isAlone(in folder: String) -> Bool {
        guard let directory = opendir(folder) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            // The last is where file systems begin.
            if ![".", "..", FolderLock.fileName, "lost+found"].contains(name) { return false }
        }
        return true
    }

    package static let fileName = "tilerace.lock"

    /// Makes the file at `path`, readable by its owner only, unless it is there; SQLite gives its log the same rights.
    func makePrivate(_ path: String) throws(OpenError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .folder(FolderLock.reason(path)) }
        Glibc.close(file)
    }

    private static func reason(_ folder: String) -> String { "\(folder): \(String(cString: strerror(errno)))" }
}
