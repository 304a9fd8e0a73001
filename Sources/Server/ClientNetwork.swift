/// Whom the limits by address count as one: an IPv4 address, or an IPv6 network of 64 bits. The latter is the least that
/// anybody gets, so its owner could else come from as many addresses as there are.
struct ClientNetwork: Hashable, Sendable, CustomStringConvertible {
    private let bits: UInt64
    private let isIPv4: Bool

    /// The network of an address. All clients whose address is unknown, as they are gone already, count as one.
    init(_ address: IPAddress?) {
        isIPv4 = address?.isIPv4 ?? false
        bits = (isIPv4 ? address?.low : address?.high) ?? 0
    }

    /// `192.0.2.1`, `2001:db8:0:1::/64`.
    var description: String {
        if isIPv4 {
            return [24, 16, 8, 0].map { String(UInt8(truncatingIfNeeded: bits >> $0)) }.joined(separator: ".")
        }
        return [48, 32, 16, 0].map { String(UInt16(truncatingIfNeeded: bits >> $0), radix: 16) }
            .joined(separator: ":") + "::/64"
    }
}
