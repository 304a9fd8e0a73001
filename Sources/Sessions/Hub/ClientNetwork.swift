/// Whom the limits by address count as one: an IPv4 address, or an IPv6 network of 64 bits. The latter is the least
/// that anybody gets, so its owner could else come from as many addresses as there are.
package struct ClientNetwork: Hashable, Sendable, CustomStringConvertible {
    private let bits: UInt64
    private let isIPv4: Bool

    /// An IPv4 address as the last 32 of `bits`, or the first 64 of an IPv6 address.
    package init(bits: UInt64, isIPv4: Bool) {
        self.bits = bits
        self.isIPv4 = isIPv4
    }

    /// `192.0.2.1`, `2001:db8:0:1::/64`.
    package var description: String {
        if isIPv4 {
            return [24, 16, 8, 0].map { String(UInt8(truncatingIfNeeded: bits >> $0)) }.joined(separator: ".")
        }
        return [48, 32, 16, 0].map { String(UInt16(truncatingIfNeeded: bits >> $0), radix: 16) }
            .joined(separator: ":") + "::/64"
    }
}
