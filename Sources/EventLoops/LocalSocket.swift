import CLinux
import Glibc

/// A socket that somebody listens on.
protocol AcceptingSocket: Sendable {
    /// The file descriptor. Whoever accepts from it closes it.
    var descriptor: Int32 { get }
    /// Whether somebody else keeps it open: who waits in it when we stop is served by our successor.
    var isInherited: Bool { get }
}

/// A UNIX-domain stream socket in a folder, by which programs on this machine reach a server. Only its owner and root
/// can connect.
package struct LocalSocket: AcceptingSocket {
    /// Connections that wait in the kernel to be accepted.
    private static let backlog: Int32 = 8

    let descriptor: Int32
    let isInherited = false

    /// Binds a socket of mode 0600 and listens. A socket of that name is taken for the remains of a killed server, so
    /// only the owner of the folder may call this. Throws if there is another file of that name.
    package init(folder: String, name: String) throws(EventLoopError) {
        let path = folder + "/" + name
        var status = stat()
        if lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFSOCK else { throw EventLoopError(call: path, errno: EEXIST) }
            guard unlink(path) == 0 else { throw EventLoopError(call: path) }
        }
        let descriptor = socket(AF_UNIX, LocalAddress.kind | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw EventLoopError(call: "socket") }
        do throws(EventLoopError) {
            let address = try LocalAddress(folder: folder, name: name)
            guard address.withSystemAddress({ bind(descriptor, $0, $1) }) == 0 else {
                throw EventLoopError(call: "bind \(path)")
            }
            // Before anybody can connect, whatever the umask.
            guard chmod(path, 0o600) == 0 else { throw EventLoopError(call: "chmod \(path)") }
            guard listen(descriptor, LocalSocket.backlog) == 0 else { throw EventLoopError(call: "listen \(path)") }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    /// Returns the number of the process that listens on such a socket; nil if there is none, or none that this process
    /// may speak to.
    package static func listener(folder: String, name: String) -> Int32? {
        do throws(EventLoopError) {
            let descriptor = try connect(folder: folder, name: name, patience: 1_000)
            defer { Glibc.close(descriptor) }
            let process = linux_peer_process(descriptor)
            return process > 0 ? process : nil
        } catch {
            return nil
        }
    }

    /// Connects to the socket of a server, blocking, for calls that each take so many ms at most. Returns the
    /// descriptor.
    package static func connect(
        folder: String, name: String, patience milliseconds: Int
    ) throws(EventLoopError) -> Int32 {
        let descriptor = socket(AF_UNIX, LocalAddress.kind, 0)
        guard descriptor >= 0 else { throw EventLoopError(call: "socket") }
        do throws(EventLoopError) {
            var time = timeval(tv_sec: milliseconds / 1_000, tv_usec: milliseconds % 1_000 * 1_000)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
            }
            let address = try LocalAddress(folder: folder, name: name)
            guard address.withSystemAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
                throw EventLoopError(call: "connect \(folder)/\(name)")
            }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        return descriptor
    }
}

/// The address of a socket in a folder, whatever the length of its path.
private final class LocalAddress {
    static let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)

    private let path: String
    /// Keeps the folder open while the path leads through it; -1 if it does not.
    private let folder: Int32

    init(folder: String, name: String) throws(EventLoopError) {
        let whole = folder + "/" + name
        // An address has place for 107 bytes and a zero.
        guard whole.utf8.count >= MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
            path = whole
            self.folder = -1
            return
        }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw EventLoopError(call: folder) }
        self.folder = descriptor
        path = "/proc/self/fd/\(descriptor)/\(name)"
    }

    deinit { if folder >= 0 { close(folder) } }

    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
