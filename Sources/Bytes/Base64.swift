/// Base64 (RFC 4648): the standard alphabet with padding, and the one that is safe in URLs and cookies without it.
package enum Base64: Sendable {
    /// `A–Z a–z 0–9 + /`, padded with `=` to a multiple of four (RFC 4648 section 4).
    case standard
    /// `A–Z a–z 0–9 - _`, not padded (RFC 4648 section 5).
    case url

    private static let common = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let standardDigits = common + Array("+/".utf8)
    private static let urlDigits = common + Array("-_".utf8)
    private static let standardValues = values(of: standardDigits)
    private static let urlValues = values(of: urlDigits)
    private static let padding = UInt8(ascii: "=")
    private static let invalid: UInt8 = 0xFF

    private static func values(of digits: [UInt8]) -> [UInt8] {
        var values = [UInt8](repeating: invalid, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }

    /// The text of `bytes`.
    package func encode(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: encodedBytes(bytes), as: UTF8.self)
    }

    /// The text of `bytes`, as ASCII.
    package func encodedBytes(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        let digits = self == .standard ? Base64.standardDigits : Base64.urlDigits
        var text: [UInt8] = []
        text.reserveCapacity((bytes.underestimatedCount + 2) / 3 * 4)
        var bits: UInt32 = 0
        var held: UInt32 = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            held += 8
            while held >= 6 {
                held -= 6
                text.append(digits[Int(bits >> held & 63)])
            }
        }
        if held > 0 { text.append(digits[Int(bits << (6 - held) & 63)]) }
        if self == .standard {
            while text.count % 4 != 0 { text.append(Base64.padding) }
        }
        return text
    }

    /// The bytes that `text` stands for. Nil for a foreign character, wrong padding, an impossible length, or bits set that
    /// no encoder sets: so that no two texts stand for the same bytes.
    package func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(Array(text.utf8))
    }

    /// As ``decode(_:)-(StringProtocol)``, for ASCII.
    package func decode(_ text: [UInt8]) -> [UInt8]? {
        var digits = text[...]
        if self == .standard {
            guard text.count % 4 == 0 else { return nil }
            if digits.last == Base64.padding { digits.removeLast() }
            if digits.last == Base64.padding { digits.removeLast() }
        }
        guard digits.count % 4 != 1 else { return nil }
        let values = self == .standard ? Base64.standardValues : Base64.urlValues
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var held: UInt32 = 0
        for digit in digits {
            let value = values[Int(digit)]
            guard value != Base64.invalid else { return nil }
            bits = bits << 6 | UInt32(value)
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> held))
            }
        }
        guard bits & (1 << held - 1) == 0 else { return nil }
        return bytes
    }
}
