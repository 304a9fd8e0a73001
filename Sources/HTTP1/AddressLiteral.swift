import Bytes

/// The text between the brackets of a host (RFC 3986 section 3.2.2). It is an IPv6 address, with or without a zone (RFC
/// 6874), or an address of a future version.
enum AddressLiteral {
    /// Whether `text` is one.
    static func isValid(_ text: RawSpan) -> Bool {
        if text.byteCount > 0, ASCII.lowercase(text.byte(at: 0)) == UInt8(ascii: "v") { return isOfFuture(text) }
        guard let zone = text.firstIndex(of: UInt8(ascii: "%")) else { return isIPv6(text) }
        return isIPv6(text.extracting(0..<zone)) && isZone(text.extracting(zone..<text.byteCount))
    }

    /// `IPv6address`: eight groups of one to four hexadecimal digits. The last two may be an IPv4 address, and `::`
    /// stands once for groups of zeros.
    private static func isIPv6(_ text: RawSpan) -> Bool {
        let colon = UInt8(ascii: ":")
        func isColon(_ index: Int) -> Bool { index < text.byteCount && text.byte(at: index) == colon }
        var (index, groups, isShortened) = (0, 0, false)
        if isColon(0) {
            guard isColon(1) else { return false }
            (index, isShortened) = (2, true)
        }
        while index < text.byteCount {
            let start = index
            while index < text.byteCount, isHexadecimal(text.byte(at: index)) { index += 1 }
            if index < text.byteCount, text.byte(at: index) == UInt8(ascii: ".") {
                guard isIPv4(text.extracting(start..<text.byteCount)) else { return false }
                groups += 2
                break
            }
            guard (1...4).contains(index - start) else { return false }
            groups += 1
            guard index < text.byteCount else { break }
            guard isColon(index) else { return false }
            index += 1
            if isColon(index) {
                guard !isShortened else { return false }
                isShortened = true
                index += 1
            } else if index == text.byteCount {
                return false
            }
        }
        return isShortened ? groups < 8 : groups == 8
    }

    /// `IPv4address`: four numbers up to 255, without zeros in front.
    private static func isIPv4(_ text: RawSpan) -> Bool {
        var (value, digits, parts) = (0, 0, 1)
        for index in 0..<text.byteCount {
            let byte = text.byte(at: index)
            if byte == UInt8(ascii: "."), digits > 0 {
                (value, digits, parts) = (0, 0, parts + 1)
            } else if ASCII.isDigit(byte), digits == 0 || value > 0 {
                value = 10 * value + Int(byte - 0x30)
                digits += 1
                guard value <= 255 else { return false }
            } else {
                return false
            }
        }
        return parts == 4 && digits > 0
    }

    /// `%25`, then unreserved characters and escapes.
    private static func isZone(_ text: RawSpan) -> Bool {
        guard text.byteCount > 3, text.byte(at: 1) == UInt8(ascii: "2"), text.byte(at: 2) == UInt8(ascii: "5") else {
            return false
        }
        return text.extracting(3..<text.byteCount).allSatisfy { byte in
            byte == UInt8(ascii: "%") || isUnreserved(byte)
        }
    }

    /// `IPvFuture`: `v`, hexadecimal digits, a dot, then at least one character.
    private static func isOfFuture(_ text: RawSpan) -> Bool {
        guard let dot = text.firstIndex(of: UInt8(ascii: ".")), dot > 1, dot + 1 < text.byteCount else { return false }
        return text.extracting(1..<dot).allSatisfy(isHexadecimal)
            && text.extracting(dot + 1..<text.byteCount).allSatisfy { byte in
                switch byte {
                // ! $ & ' ( ) * + , : ; =
                case 0x21, 0x24, 0x26...0x2C, 0x3A, 0x3B, 0x3D: true
                default: isUnreserved(byte)
                }
            }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || (0x61...0x66).contains(ASCII.lowercase(byte))
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        // - . _ ~
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}
