import EventLoops

/// Addresses that do not lead out of a house: this machine and private networks (RFC 1918, RFC 3927, RFC 4193, RFC
/// 4291).
package enum PrivateNetwork {
    /// Whether an address is of one.
    package static func contains(_ address: SocketAddress) -> Bool {
        address.isIPv6 ? containsIPv6(address.host.lowercased()) : containsIPv4(address.host)
    }

    /// Whether an address is this machine's own.
    package static func isLoopback(_ address: SocketAddress) -> Bool {
        address.host == "::1" || !address.isIPv6 && address.host.hasPrefix("127.")
    }

    private static func containsIPv4(_ host: String) -> Bool {
        let bytes = host.split(separator: ".").compactMap { UInt8($0) }
        guard bytes.count == 4 else { return false }
        switch (bytes[0], bytes[1]) {
        case (127, _), (10, _), (172, 16...31), (192, 168), (169, 254): return true
        default: return false
        }
    }

    private static func containsIPv6(_ host: String) -> Bool {
        let mapped = "::ffff:"
        if host.hasPrefix(mapped), host.contains(".") { return containsIPv4(String(host.dropFirst(mapped.count))) }
        guard host != "::1" else { return true }
        // The first group, of four digits: `::…` has none, and is not private.
        guard let first = host.split(separator: ":", omittingEmptySubsequences: false).first,
            let group = UInt16(first, radix: 16)
        else { return false }
        return group & 0xFE00 == 0xFC00 || group & 0xFFC0 == 0xFE80
    }
}
