import CLinux
import Glibc

/// Tells the supervisor how the service is doing: datagrams to the socket that `NOTIFY_SOCKET` names (sd_notify(3)).
package struct SupervisorNotice: Sendable {
    /// A path, or a name in the abstract namespace after `@`.
    private let address: String

    /// Nil if nobody wants to be told. The variable is removed, so that no child speaks for us: to be called once,
    /// before other threads are begun.
    package static func take() -> SupervisorNotice? {
        guard let address = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }) else { return nil }
        unsetenv("NOTIFY_SOCKET")
        return SupervisorNotice(address: address)
    }

    init(address: String) { self.address = address }

    /// Sends lines such as `READY=1`. Does not wait: a supervisor that does not listen is an error.
    package func send(_ lines: String) throws(EventLoopError) {
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        var path = Array(address.utf8)
        // What systemd writes as `@` is a zero byte; the length ends such a name, not a zero byte.
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        let room = MemoryLayout.size(ofValue: name.sun_path)
        guard path.count > 1, path.count < room, path[0] == 0 || path[0] == UInt8(ascii: "/") else {
            throw EventLoopError(call: "NOTIFY_SOCKET=\(address)", errno: EINVAL)
        }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw EventLoopError(call: "socket") }
        defer { close(descriptor) }
        let size = MemoryLayout<sockaddr_un>.size - room + path.count
        let bytes = Array(lines.utf8)
        let sent = withUnsafePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), $0, socklen_t(size))
            }
        }
        guard sent == bytes.count else { throw EventLoopError(call: "notice to \(address)") }
    }
}
