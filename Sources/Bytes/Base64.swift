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
        encodedBytes(of: Array(bytes).span.bytes)
    }

    /// The text of the bytes of `span`, as ASCII.
    package func encodedBytes(of span: RawSpan) -> [UInt8] {
        let digits = self == .standard ? Base64.standardDigits : Base64.urlDigits
        var text: [UInt8] = []
        text.reserveCapacity((span.byteCount + 2) / 3 * 4)
        var bits: UInt32 = 0
        var held: UInt32 = 0
        for index in 0..<span.byteCount {
            bits = bits << 8 | UInt32(span.byte(at: index))
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
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        return forEachByte(of: text.span.bytes, { bytes.append($0) }) ? bytes : nil
    }

    /// How many bytes `text` stands for, without making them. Nil where ``decode(_:)-([UInt8])`` gives nil.
    package func decodedCount(of text: RawSpan) -> Int? {
        var count = 0
        return forEachByte(of: text, { _ in count += 1 }) ? count : nil
    }

    /// Calls `body` with each byte that `text` stands for. False if that is no text of ours, which may show late.
    private func forEachByte(of text: RawSpan, _ body: (UInt8) -> Void) -> Bool {
        var count = text.byteCount
        if self == .standard {
            guard count % 4 == 0 else { return false }
            for _ in 0..<2 where count > 0 && text.byte(at: count - 1) == Base64.padding { count -= 1 }
        }
        guard count % 4 != 1 else { return false }
        let values = self == .standard ? Base64.standardValues : Base64.urlValues
        var bits: UInt32 = 0
        var held: UInt32 = 0
        for index in 0..<count {
            let value = values[Int(text.byte(at: index))]
            guard value != Base64.invalid else { return false }
            bits = bits << 6 | UInt32(value)
            held += 6
            if held >= 8 {
                held -= 8
                body(UInt8(truncatingIfNeeded: bits >> held))
            }
        }
        return bits & (1 << held - 1) == 0
    }
}
