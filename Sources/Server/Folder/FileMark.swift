import Glibc

/// The identity of a file at one look: a replaced or changed file has another mark.
struct FileMark: Hashable, Sendable {
    private let inode: UInt64
    private let bytes: Int
    /// The time of the last change, in ns since 1970-01-01 UTC.
    private let changed: Int

    /// The mark of a file that is not there is one of its own.
    init(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            (inode, bytes, changed) = (0, 0, 0)
            return
        }
        inode = UInt64(status.st_ino)
        bytes = Int(status.st_size)
        changed = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }
}
