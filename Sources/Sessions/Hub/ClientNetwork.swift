/// The unit of rate limits by address: an IPv4 address, or an IPv6 /64 network. A /64 is the smallest allocation, whose
/// owner could otherwise use any number of addresses.
package struct ClientNetwork: Hashable, Sendable, CustomStringConvertible {
    /// An IPv4 address as the last 32 bits, or the first 64 of an IPv6 address.
    package let bits: UInt64
    package let isIPv4: Bool

    package init(bits: UInt64, isIPv4: Bool) {
        self.bits = bits
        self.isIPv4 = isIPv4
    }

    /// The network as text, such as `192.0.2.1` or `2001:db8:0:1::/64`.
    package var description: String {
        if isIPv4 {
            return [24, 16, 8, 0].map { String(UInt8(truncatingIfNeeded: bits >> $0)) }.joined(separator: ".")
        }
        return [48, 32, 16, 0].map { String(UInt16(truncatingIfNeeded: bits >> $0), radix: 16) }
            .joined(separator: ":") + "::/64"
    }
}
