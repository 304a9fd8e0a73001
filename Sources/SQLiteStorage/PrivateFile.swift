import Glibc

/// Files that only their owner may read.
enum PrivateFile {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether there is a file that can be read from its beginning to its end: no folder, pipe or device.
    static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Makes an empty file, mode 0600. Fails if there is one.
    static func make(_ path: String) throws(BackupError) {
        try write("", to: path)
    }

    /// Makes a file of mode 0600 with this text, and waits until it is on the disk. Fails if there is one.
    static func write(_ text: String, to path: String) throws(BackupError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw fault(path) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
            let fault = fault(path)
            unlink(path)
            throw fault
        }
    }

    /// Gives a file the name `path`, which nothing may have, for good.
    static func move(_ old: String, to path: String, in folder: String) throws(BackupError) {
        guard link(old, path) == 0 else { throw errno == EEXIST ? .exists(path) : fault(path) }
        guard unlink(old) == 0 else { throw fault(old) }
        try settle(folder)
    }

    /// Waits until it is on the disk which names a folder has.
    static func settle(_ folder: String) throws(BackupError) {
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw fault(folder) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw fault(folder) }
    }

    static func remove(_ path: String) {
        // Errors are passed over: a missing file is as wanted, and one that stays is reported by whoever opens it next.
        unlink(path)
    }

    private static func fault(_ path: String) -> BackupError {
        errno == EEXIST ? .exists(path) : .file("\(path): \(String(cString: strerror(errno)))")
    }
}
