import COpenSSL
import Foundation
import Puzzles

/// The one folder that a host backs up: the database and the secrets.
package struct DataFolder: Sendable {
    /// Absolute path.
    package let path: String

    /// Opens the folder, and makes it (mode 0700) if it is missing.
    package init(path: String) throws(ConfigurationFault) {
        let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
        do {
            try FileManager.default.createDirectory(
                atPath: absolute, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ConfigurationFault("data folder \(absolute): \(error.localizedDescription)")
        }
        self.path = absolute
    }

    /// 32 secret bytes that are made once, at the first start, and kept in a file of mode 0600: 64 hexadecimal digits.
    ///
    /// The file appears whole or not at all (written beside it, synced, then linked), so a crash in mid-start cannot
    /// leave half a seed, and two servers that start at once agree on one.
    package func secret(named name: String) throws(ConfigurationFault) -> [UInt8] {
        let file = path + "/" + name
        if !FileManager.default.fileExists(atPath: file) { try makeSecret(file) }
        guard let text = FileManager.default.contents(atPath: file).map({ String(decoding: $0, as: UTF8.self) }) else {
            throw ConfigurationFault("\(file): cannot be read")
        }
        guard let bytes = [UInt8](hexadecimal: text.trimmingCharacters(in: .whitespacesAndNewlines)), bytes.count == 32
        else { throw ConfigurationFault("\(file): must hold 64 hexadecimal digits") }
        return bytes
    }

    private func makeSecret(_ file: String) throws(ConfigurationFault) {
        let digits = randomBytes(32).hexadecimal
        // Not the process id: in a container that is the same at every start, and what a crash left would block them all.
        let temporary = "\(file).new-\(randomBytes(8).hexadecimal)"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fault(temporary) }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        let line = Array((digits + "\n").utf8)
        guard write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0 else { throw fault(temporary) }
        guard link(temporary, file) == 0 || errno == EEXIST else { throw fault(file) }
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
