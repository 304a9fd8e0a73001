import Foundation

/// Files that a setting or a command names.
package enum RegularFile {
    /// Reads a file, and no more than `most` bytes of it. Throws a sentence that begins with the path.
    ///
    /// A named pipe is refused, since the program would wait for its writer forever, and so is a device, which may have
    /// no end. `/dev/null` is an empty file.
    package static func read(_ path: String, most: Int? = nil) throws(ConfigurationFault) -> [UInt8] {
        func fault(_ reason: String) -> ConfigurationFault { ConfigurationFault("\(path): cannot be read: \(reason)") }
        // O_NONBLOCK: to open a pipe waits for its writer too. It does nothing to a regular file.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault(String(cString: strerror(errno))) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault(String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG || isNull(status) else { throw fault("it is no regular file") }
        do {
            return [UInt8](try (most.map { try file.read(upToCount: $0) } ?? file.readToEnd()) ?? Data())
        } catch {
            throw fault(error.localizedDescription)
        }
    }

    /// Whether there is a file or folder at a path; links are followed. Throws a sentence that begins with the path if
    /// that cannot be told: what this user may not look at is not missing.
    package static func isThere(_ path: String) throws(ConfigurationFault) -> Bool {
        var status = stat()
        guard stat(path, &status) != 0 else { return true }
        let reason = errno
        switch reason {
        case ENOENT, ENOTDIR: return false
        case EACCES, EPERM: throw notForThisUser(path)
        default: throw ConfigurationFault("\(path): \(String(cString: strerror(reason)))")
        }
    }

    /// The refusal of a file or folder that this user may not look at.
    static func notForThisUser(_ path: String) -> ConfigurationFault {
        ConfigurationFault("\(path): is another user’s: run this as that user, or as root")
    }

    private static func isNull(_ status: stat) -> Bool {
        var null = stat()
        return status.st_mode & S_IFMT == S_IFCHR && stat("/dev/null", &null) == 0 && status.st_rdev == null.st_rdev
    }
}
