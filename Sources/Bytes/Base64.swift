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
        encode(Array(bytes).span.bytes)
    }

    /// The text of the bytes of `span`.
    package func encode(_ span: RawSpan) -> String {
        let digits = self == .standard ? Base64.standardDigits : Base64.urlDigits
        let count = span.byteCount
        let textCount = self == .standard ? (count + 2) / 3 * 4 : (count * 4 + 2) / 3
        return String(unsafeUninitializedCapacity: textCount) { text in
            var end = 0
            for position in stride(from: 0, to: count, by: 3) {
                let taken = min(3, count - position)
                var bits = UInt32(span.byte(at: position)) << 16
                if taken > 1 { bits |= UInt32(span.byte(at: position + 1)) << 8 }
                if taken > 2 { bits |= UInt32(span.byte(at: position + 2)) }
                for place in 0..<4 where end < textCount {
                    let digit = digits[Int(bits >> UInt32(18 - 6 * place) & 63)]
                    text.initializeElement(at: end, to: place > taken ? Base64.padding : digit)
                    end += 1
                }
            }
            return end
        }
    }

    /// The bytes that `text` stands for. Nil for a foreign character, wrong padding, an impossible length, or bits set
    /// that no encoder sets. So no two texts stand for the same bytes.
    package func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(Array(text.utf8))
    }

    /// Decodes ASCII by the rules of ``decode(_:)-(StringProtocol)``.
    package func decode(_ text: [UInt8]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        return forEachByte(of: text.span.bytes, { bytes.append($0) }) ? bytes : nil
    }

    /// Returns the number of bytes that `text` decodes to, without decoding it. Nil where ``decode(_:)-([UInt8])``
    /// returns nil.
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
