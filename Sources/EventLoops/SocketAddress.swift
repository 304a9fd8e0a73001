import CLinux
import Glibc

/// An IPv4 or IPv6 address with a port.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address in text form: `127.0.0.1`, `::1`.
    package let host: String
    /// 0 to let the system choose, when listening.
    package let port: UInt16
    /// Whether ``host`` is an IPv6 address.
    package let isIPv6: Bool

    /// Reads a numeric address. Nil for anything else: names are not looked up.
    package init?(host: String, port: UInt16) {
        var address4 = in_addr()
        var address6 = in6_addr()
        if inet_pton(AF_INET, host, &address4) == 1 {
            isIPv6 = false
        } else if inet_pton(AF_INET6, host, &address6) == 1 {
            isIPv6 = true
        } else {
            return nil
        }
        self.host = host
        self.port = port
    }

    private init(host: String, port: UInt16, isIPv6: Bool) {
        self.host = host
        self.port = port
        self.isIPv6 = isIPv6
    }

    /// The address that only this machine reaches, by IPv4.
    package static func loopback(port: UInt16) -> SocketAddress {
        SocketAddress(host: "127.0.0.1", port: port, isIPv6: false)
    }

    /// Every address of this machine, IPv4 and IPv6.
    package static func any(port: UInt16) -> SocketAddress {
        SocketAddress(host: "::", port: port, isIPv6: true)
    }

    /// `127.0.0.1:8080`, `[::1]:8080`.
    package var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Calls `body` with the address as the system wants it.
    func withSystemAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var storage = sockaddr_storage()
        return withUnsafeMutableBytes(of: &storage) { bytes in
            // sockaddr_storage is made to hold any of the others.
            let base = bytes.baseAddress.unsafelyUnwrapped
            let size: Int
            if isIPv6 {
                let address = base.bindMemory(to: sockaddr_in6.self, capacity: 1)
                address.pointee.sin6_family = sa_family_t(AF_INET6)
                address.pointee.sin6_port = port.bigEndian
                inet_pton(AF_INET6, host, &address.pointee.sin6_addr)
                size = MemoryLayout<sockaddr_in6>.size
            } else {
                let address = base.bindMemory(to: sockaddr_in.self, capacity: 1)
                address.pointee.sin_family = sa_family_t(AF_INET)
                address.pointee.sin_port = port.bigEndian
                inet_pton(AF_INET, host, &address.pointee.sin_addr)
                size = MemoryLayout<sockaddr_in>.size
            }
            return body(base.bindMemory(to: sockaddr.self, capacity: 1), socklen_t(size))
        }
    }

    /// Asks the system for an address of a socket by `call` (getsockname, getpeername). Nil if the system refuses, as
    /// for a peer that has reset the connection.
    init?(
        of descriptor: Int32, by call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(descriptor, $0, &size) }
        }
        guard result == 0 else { return nil }
        self.init(storage)
    }

    private init?(_ storage: sockaddr_storage) {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        var storage = storage
        let read: (host: UnsafePointer<CChar>?, port: UInt16)
        let isIPv6 = storage.ss_family == sa_family_t(AF_INET6)
        guard isIPv6 || storage.ss_family == sa_family_t(AF_INET) else { return nil }
        read = withUnsafeMutableBytes(of: &storage) { bytes in
            if isIPv6 {
                var address = bytes.load(as: sockaddr_in6.self)
                let host = inet_ntop(AF_INET6, &address.sin6_addr, &text, socklen_t(text.count))
                return (host, UInt16(bigEndian: address.sin6_port))
            }
            var address = bytes.load(as: sockaddr_in.self)
            let host = inet_ntop(AF_INET, &address.sin_addr, &text, socklen_t(text.count))
            return (host, UInt16(bigEndian: address.sin_port))
        }
        guard read.host != nil else { return nil }
        let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // An IPv4 client of an IPv6 socket is named by its IPv4 address, so that limits by address see one client.
        let mapped = "::ffff:"
        if isIPv6, host.hasPrefix(mapped), host.contains(".") {
            self.init(host: String(host.dropFirst(mapped.count)), port: read.port, isIPv6: false)
        } else {
            self.init(host: host, port: read.port, isIPv6: isIPv6)
        }
    }
}
