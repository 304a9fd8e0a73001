import COpenSSL
import Foundation
import Puzzles

/// The one folder that a host backs up: the database and the secrets.
package struct DataFolder: Sendable {
    /// Absolute path, without `..`.
    package let path: String
    /// The path as it was given. It may lead through links that are not in ``path``.
    let givenPath: String
    /// Folders that this value made, outermost first.
    private let made: [String]

    /// Opens the folder, and makes it (mode 0700) if it is missing. Nothing is made where others could put a folder of
    /// theirs in its place.
    package init(path given: String) throws(ConfigurationFault) {
        let walk = PathWalk(given)
        givenPath = given
        path = walk.path
        guard !walk.missing.isEmpty else {
            made = []
            try DataFolder.checkIsFolder(path)
            return
        }
        do throws(ConfigurationFault) {
            try FileTrust().checkWay(to: given)
        } catch {
            throw ConfigurationFault("data folder: \(error)")
        }
        made = try DataFolder.make(walk.missing)
    }

    private static func checkIsFolder(_ path: String) throws(ConfigurationFault) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ConfigurationFault("data folder \(path): \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw ConfigurationFault("data folder \(path): \(String(cString: strerror(ENOTDIR)))")
        }
    }

    /// Makes folders, each in the one before it. Returns those that another program has not made meanwhile.
    private static func make(_ folders: [String]) throws(ConfigurationFault) -> [String] {
        var made: [String] = []
        for folder in folders {
            if mkdir(folder, 0o700) == 0 {
                made.append(folder)
                continue
            }
            let reason = errno
            var status = stat()
            // Not `stat`: what was put there meanwhile may be a link, which nobody has looked at.
            guard reason == EEXIST, lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                remove(made)
                throw ConfigurationFault("data folder \(folder): \(String(cString: strerror(reason)))")
            }
        }
        return made
    }

    /// Removes the folders that this value made, as far as they are empty: what was refused leaves nothing behind.
    package func removeIfMade() { DataFolder.remove(made) }

    private static func remove(_ made: [String]) {
        // A folder that is not empty stays, and so do the folders above it.
        for folder in made.reversed() { rmdir(folder) }
    }

    /// Opens a folder that is there. Nothing is made.
    package init(existing path: String) throws(ConfigurationFault) {
        guard try DataFolder.isThere(path) else { throw ConfigurationFault("data folder \(path): is not there") }
        try DataFolder.checkIsFolder(path)
        // A process that may not enter the folder would find nothing in it.
        guard access(path, X_OK) == 0 else {
            throw ConfigurationFault("data folder \(RegularFile.notForThisUser(path))")
        }
        try self.init(path: path)
    }

    /// Whether there is a file or folder at the path of a data folder. Throws if that cannot be told.
    package static func isThere(_ path: String) throws(ConfigurationFault) -> Bool {
        do throws(ConfigurationFault) {
            return try RegularFile.isThere(path)
        } catch {
            throw ConfigurationFault("data folder \(error)")
        }
    }

    /// 32 secret bytes that are made once, at the first start, and kept in a file of mode 0600: 64 hexadecimal digits.
    ///
    /// The file appears whole or not at all: it is written beside its place, synced, then linked. So a crash in
    /// mid-start cannot leave half a seed, and two servers that start at once agree on one.
    package func secret(named name: String) throws(ConfigurationFault) -> [UInt8] {
        let file = path + "/" + name
        let text = try text(ofSecret: name)
        guard let bytes = [UInt8](hexadecimal: text.trimmingCharacters(in: .whitespacesAndNewlines)), bytes.count == 32
        else { throw ConfigurationFault("\(file): must hold 64 hexadecimal digits") }
        return bytes
    }

    /// Reads a file of secrets, and creates it if it is missing, as ``secret(named:)`` describes.
    func text(ofSecret name: String) throws(ConfigurationFault) -> String {
        let file = path + "/" + name
        if try !RegularFile.isThere(file) {
            try makeFile(randomBytes(32).hexadecimal + "\n", for: file) { temporary in
                link(temporary, file) == 0 || errno == EEXIST
            }
        }
        return String(decoding: try RegularFile.read(file), as: UTF8.self)
    }

    /// Puts another text in the place of a file that is the owner's alone: whole or not at all.
    func replace(_ name: String, with text: String) throws(ConfigurationFault) {
        let file = path + "/" + name
        try makeFile(text, for: file) { temporary in rename(temporary, file) == 0 }
    }

    // MARK: The clock

    /// Reads the last server's clock anchor; nil if there is none.
    package func clockAnchor() throws(ConfigurationFault) -> ClockAnchor? {
        let file = path + "/" + DataFolder.clockName
        guard try RegularFile.isThere(file) else { return nil }
        guard let anchor = ClockAnchor(String(decoding: try RegularFile.read(file), as: UTF8.self)) else {
            throw ConfigurationFault(
                "\(file): is not what a server wrote; without it the games that are under way get the wall clock's times"
            )
        }
        return anchor
    }

    /// Leaves this to the next server, in place of what was left before.
    package func keep(_ anchor: ClockAnchor) throws(ConfigurationFault) {
        try replace(DataFolder.clockName, with: anchor.text)
    }

    static let clockName = "clock"

    // MARK: Files

    /// Does something that other programs on this folder, and other threads, do not do meanwhile.
    func alone<Value>(_ body: () throws(ConfigurationFault) -> Value) throws(ConfigurationFault) -> Value {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw fault(path) }
        defer { close(folder) }
        guard flock(folder, LOCK_EX) == 0 else { throw fault(path) }
        // A child between fork and exec shares the open file: closing alone would not unlock it.
        defer { flock(folder, LOCK_UN) }
        return try body()
    }

    /// Writes a file beside it, of mode 0600, and syncs; `place` puts it where it belongs. It is the folder's owner's,
    /// also if root writes it: else the server, which is somebody else, could not read its own secrets.
    private func makeFile(
        _ text: String, for file: String, place: (_ temporary: String) -> Bool
    ) throws(ConfigurationFault) {
        // Not the process id: in a container that is the same at every start, and what a crash left would block them
        // all.
        let temporary = "\(file).new-\(randomBytes(8).hexadecimal)"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fault(file) }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        if geteuid() == 0 {
            var owner = stat()
            guard stat(path, &owner) == 0, fchown(descriptor, owner.st_uid, owner.st_gid) == 0 else {
                throw fault(file)
            }
        }
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else { throw fault(file) }
        guard place(temporary) else { throw fault(file) }
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw fault(path) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw fault(path) }
    }

    private func fault(_ file: String) -> ConfigurationFault {
        ConfigurationFault("\(file): \(String(cString: strerror(errno)))")
    }
}

/// Bytes from OpenSSL's generator, which the kernel seeds.
func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    // Without randomness there are no secrets: that is no state in which to go on.
    precondition(RAND_bytes(&bytes, Int32(count)) == 1, "OpenSSL has no randomness")
    return bytes
}
