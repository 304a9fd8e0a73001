import CLinux
import Glibc

/// An IP address with a port.
package struct SocketAddress: Hashable, Sendable {
    /// As text, without brackets.
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Calls `body` with the address as the kernel wants it. Throws `noAddress` for a text that is none.
    func withSockaddr<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t, _ family: CInt) throws(EventLoopError) -> Result
    ) throws(EventLoopError) -> Result {
        var storage = sockaddr_storage()
        let (length, family) = try fill(&storage)
        do {
            return try withUnsafePointer(to: &storage) { pointer in
                try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { try body($0, length, family) }
            }
        } catch let error as EventLoopError {
            throw error
        } catch {
            preconditionFailure("the body throws EventLoopError only")
        }
    }

    private func fill(_ storage: inout sockaddr_storage) throws(EventLoopError) -> (socklen_t, CInt) {
        var v4 = sockaddr_in()
        if inet_pton(AF_INET, host, &v4.sin_addr) == 1 {
            v4.sin_family = sa_family_t(AF_INET)
            v4.sin_port = port.bigEndian
            withUnsafeMutableBytes(of: &storage) { target in
                withUnsafeBytes(of: &v4) { target.copyMemory(from: $0) }
            }
            return (socklen_t(MemoryLayout<sockaddr_in>.size), AF_INET)
        }
        var v6 = sockaddr_in6()
        guard inet_pton(AF_INET6, host, &v6.sin6_addr) == 1 else { throw .noAddress(host) }
        v6.sin6_family = sa_family_t(AF_INET6)
        v6.sin6_port = port.bigEndian
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: &v6) { target.copyMemory(from: $0) }
        }
        return (socklen_t(MemoryLayout<sockaddr_in6>.size), AF_INET6)
    }

    /// Whom a socket is connected to; nil if it is not.
    static func peer(of descriptor: CInt) -> SocketAddress? { read { getpeername(descriptor, $0, $1) } }

    /// Where a socket is bound.
    static func local(of descriptor: CInt) -> SocketAddress? { read { getsockname(descriptor, $0, $1) } }

    private static func read(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
        }
        guard result == 0 else { return nil }
        let family = CInt(storage.ss_family)
        return withUnsafeBytes(of: &storage) { bytes in
            switch family {
            case AF_INET:
                var address = bytes.loadUnaligned(as: sockaddr_in.self)
                return SocketAddress(
                    host: text(AF_INET, &address.sin_addr), port: UInt16(bigEndian: address.sin_port))
            case AF_INET6:
                var address = bytes.loadUnaligned(as: sockaddr_in6.self)
                let host = text(AF_INET6, &address.sin6_addr)
                let mapped = "::ffff:"
                let isMapped = host.hasPrefix(mapped) && host.contains(".")
                return SocketAddress(
                    host: isMapped ? String(host.dropFirst(mapped.count)) : host,
                    port: UInt16(bigEndian: address.sin6_port))
            default:
                return nil
            }
        }
    }

    private static func text(_ family: CInt, _ address: UnsafeRawPointer) -> String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(family, address, &buffer, socklen_t(buffer.count)) != nil else { return "" }
        return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }
}
