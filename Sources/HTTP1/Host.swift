/// The value of a Host field: `host` or `host:port` (RFC 9110 section 7.2, RFC 3986 section 3.2).
enum Host {
    /// Whether `text` can be a Host. Only its form is checked: a name, an IPv4 address or a bracketed IPv6 address, and a port
    /// of digits. User information (`user@`) is not allowed.
    static func isValid(_ text: Substring, allowsEmpty: Bool) -> Bool {
        var name = text.utf8
        guard !name.isEmpty else { return allowsEmpty }
        if name.first == UInt8(ascii: "[") {
            guard let end = name.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let inside = name[name.index(after: name.startIndex)..<end]
            guard !inside.isEmpty, inside.allSatisfy(isAddressByte) else { return false }
            name = name[name.index(after: end)...]
            return name.isEmpty || isPort(name)
        }
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return name.allSatisfy(isNameByte) }
        return colon > name.startIndex && name[..<colon].allSatisfy(isNameByte) && isPort(name[colon...])
    }

    private static func isPort(_ text: Substring.UTF8View) -> Bool {
        text.first == UInt8(ascii: ":") && text.count <= 6 && text.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") || isNameByte(byte)
    }

    /// Unreserved characters, sub-delimiters and escapes (RFC 3986 `reg-name`).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~%!$&'()*+,;=".utf8.contains(byte)
        }
    }
}
