import Glibc

/// An IP address as a number. An IPv4 address is the IPv6 address that stands for it (`::ffff:192.0.2.1`, RFC 4291
/// section 2.5.5.2). So both ways to write it are one client.
struct IPAddress: Hashable, Sendable {
    /// The first and the last 64 bits.
    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads a numeric address; a zone (`fe80::1%eth0`) is left out. Nil for anything else.
    init?(_ text: some StringProtocol) {
        let text = String(text.prefix { $0 != "%" })
        var address4 = in_addr()
        if inet_pton(AF_INET, text, &address4) == 1 {
            self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: address4.s_addr)))
            return
        }
        var address6 = in6_addr()
        guard inet_pton(AF_INET6, text, &address6) == 1 else { return nil }
        self = withUnsafeBytes(of: &address6) { bytes in
            IPAddress(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }

    /// Reads an address as proxies write it: also in brackets, and with a port (RFC 7239 section 6). Nil for a name,
    /// for `unknown` and for anything else.
    init?(forwarded text: some StringProtocol) {
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            self.init(text[text.index(after: text.startIndex)..<end])
        } else if text.contains("."), let colon = text.firstIndex(of: ":"), !text[..<colon].isEmpty,
            let address = IPAddress(text[..<colon])
        {
            self = address
        } else {
            self.init(text)
        }
    }

    /// Whether it stands for an IPv4 address.
    var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Whether it is the machine itself: `127.0.0.0/8` (RFC 1122 section 3.2.1.3), `::1` (RFC 4291 section 2.5.3).
    var isLoopback: Bool { isIPv4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1 }

    /// Whether it is the machine itself, or in a network of its owner's (RFC 1918, RFC 4193, RFC 3927, RFC 4291 section
    /// 2.5.6).
    var isPrivate: Bool { isLoopback || IPAddress.privateBlocks.contains { $0.contains(self) } }

    private static let privateBlocks = [
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10",
    ]
    .compactMap { AddressBlock($0) }
}

/// The addresses that begin alike: `10.0.0.0/8`, `2001:db8::/32` (RFC 4632).
struct AddressBlock: Hashable, Sendable, CustomStringConvertible {
    /// The network as it was written, with its length.
    let description: String
    private let first: IPAddress
    /// Bits of the address that count, of 128.
    private let length: Int

    /// Reads a block, or one address. Nil for anything else, also for bits that are set behind those that count:
    /// whoever writes `10.1.2.3/8` may mean something else.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = IPAddress(parts[0]), !parts[0].contains("%") else { return nil }
        let bits = first.isIPv4 && !parts[0].contains(":") ? 32 : 128
        var length = bits
        if parts.count == 2 {
            guard let number = Int(parts[1]), (0...bits).contains(number), String(number) == String(parts[1]) else {
                return nil
            }
            length = number
        }
        self.first = first
        self.length = length + 128 - bits
        description = "\(parts[0])/\(length)"
        guard AddressBlock.masked(first, to: self.length) == first else { return nil }
    }

    /// Whether an address is in the block.
    func contains(_ address: IPAddress) -> Bool { AddressBlock.masked(address, to: length) == first }

    private static func masked(_ address: IPAddress, to length: Int) -> IPAddress {
        // A shift by 64 or more leaves nothing, and one by less than 0 is one to the other side.
        let high = length >= 64 ? UInt64.max : ~(UInt64.max >> UInt64(length))
        let low = length <= 64 ? 0 : length == 128 ? UInt64.max : ~(UInt64.max >> UInt64(length - 64))
        return IPAddress(high: address.high & high, low: address.low & low)
    }
}
