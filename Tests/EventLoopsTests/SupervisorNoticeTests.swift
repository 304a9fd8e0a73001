import Glibc
import Testing

@testable import EventLoops

@Suite("Notices to a supervisor")
struct SupervisorNoticeTests {
    /// Binds a datagram socket to a name that the system chooses in the abstract namespace, and gives its address as in
    /// `NOTIFY_SOCKET`.
    private func listener() -> (descriptor: Int32, address: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        var size = socklen_t(MemoryLayout<sa_family_t>.size)
        withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                #expect(bind(descriptor, $0, size) == 0)
                size = socklen_t(MemoryLayout<sockaddr_un>.size)
                #expect(getsockname(descriptor, $0, &size) == 0)
            }
        }
        let length = Int(size) - MemoryLayout<sa_family_t>.size
        let bytes = withUnsafeBytes(of: &name.sun_path) { Array($0[1..<length]) }
        return (descriptor, "@" + String(decoding: bytes, as: UTF8.self))
    }

    @Test("Notices arrive as sent, one datagram each")
    func arrive() throws {
        let (descriptor, address) = listener()
        defer { close(descriptor) }
        let notice = SupervisorNotice(address: address)
        for text in ["READY=1\nSTATUS=Serving.", "STOPPING=1"] {
            try notice.send(text)
            var bytes = [UInt8](repeating: 0, count: 1_024)
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            #expect(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self) == text)
        }
    }

    @Test(
        "An invalid address, or one without a listener, is an error",
        arguments: ["", "/", "relative/path", "vsock:2:1", "/nobody/here", "/" + String(repeating: "a", count: 200)])
    func faults(address: String) {
        #expect(throws: EventLoopError.self) { try SupervisorNotice(address: address).send("READY=1") }
    }
}
