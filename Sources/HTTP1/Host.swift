import Bytes

/// The value of a Host field: `host` or `host:port` (RFC 9110 section 7.2, RFC 3986 section 3.2).
enum Host {
    /// Bytes of the longest name that there can be (RFC 1035 section 2.3.4, as text); no address is longer. A Host goes
    /// into answers, and one of kilobytes would make them costly.
    private static let longestName = 253

    /// Whether `text` can be a Host: a name, an IPv4 address or a bracketed IPv6 address, and a port. User information
    /// (`user@`) is not allowed.
    static func isValid(_ text: RawSpan, allowsEmpty: Bool) -> Bool {
        guard text.byteCount > 0 else { return allowsEmpty }
        if text.byte(at: 0) == UInt8(ascii: "[") {
            guard let end = text.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let rest = text.extracting(end + 1..<text.byteCount)
            return (2...longestName + 1).contains(end) && AddressLiteral.isValid(text.extracting(1..<end))
                && (rest.isEmpty || isPort(rest))
        }
        let nameEnd = text.firstIndex(of: UInt8(ascii: ":")) ?? text.byteCount
        return (1...longestName).contains(nameEnd) && text.extracting(0..<nameEnd).allSatisfy(isNameByte)
            && (nameEnd == text.byteCount || isPort(text.extracting(nameEnd..<text.byteCount)))
    }

    /// Whether a valid Host ends in a port that is not empty.
    static func hasPort(_ text: RawSpan) -> Bool {
        var index = text.byteCount
        while index > 0, ASCII.isDigit(text.byte(at: index - 1)) { index -= 1 }
        return index < text.byteCount && index > 0 && text.byte(at: index - 1) == UInt8(ascii: ":")
    }

    /// A colon, and digits that are a port or none.
    private static func isPort(_ text: RawSpan) -> Bool {
        guard text.byte(at: 0) == UInt8(ascii: ":"), text.byteCount <= 6 else { return false }
        var port = 0
        for index in 1..<text.byteCount {
            let byte = text.byte(at: index)
            guard ASCII.isDigit(byte) else { return false }
            port = 10 * port + Int(byte - 0x30)
        }
        return port <= 65_535
    }

    /// Unreserved characters, sub-delimiters and escapes (RFC 3986 `reg-name`).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        // - . _ ~ % ! $ & ' ( ) * + , ; =
        case 0x21, 0x24...0x2E, 0x3B, 0x3D, 0x5F, 0x7E: true
        default: false
        }
    }
}
