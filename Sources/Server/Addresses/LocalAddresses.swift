import Foundation
import Glibc

/// The IPv4 addresses under which other machines of the local network find this one.
package enum LocalAddresses {
    /// The addresses as text, without loopback; empty if there are none. Those of the network that leads outside come
    /// first. Other machines are there, and not in the networks of virtual machines.
    package static func all() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [(network: String, text: String)] = []
        var next = list
        while let entry = next {
            next = entry.pointee.ifa_next
            let flags = Int32(entry.pointee.ifa_flags)
            guard let address = entry.pointee.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
                flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0
            else { continue }
            var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            let text = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            addresses.append((String(cString: entry.pointee.ifa_name), text))
        }
        let outside = networkOfDefaultRoute()
        return addresses.filter { $0.network == outside }.map(\.text)
            + addresses.filter { $0.network != outside }.map(\.text)
    }

    /// The interface by which packets leave for everywhere, as the kernel lists its routes (proc(5)); nil if there is
    /// none.
    private static func networkOfDefaultRoute() -> String? {
        guard let routes = FileManager.default.contents(atPath: "/proc/net/route") else { return nil }
        let lines = String(decoding: routes, as: UTF8.self).split(separator: "\n")
        let rows = lines.map { $0.split(separator: "\t") }
        // Destination and mask, of no bits.
        let everywhere = rows.first { $0.count > 7 && $0[1] == "00000000" && $0[7] == "00000000" }
        return everywhere.map { String($0[0]) }
    }
}
