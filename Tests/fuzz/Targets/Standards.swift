/// The standards by another hand than the product's: slow, plain, and on bytes, as the standards are.
///
/// A library's reading is no measure. Foundation decodes escapes that are not UTF-8, and puts U+FFFD in their place.
enum Standards {
    // MARK: UTF-8 (RFC 3629 section 4)

    private static let tail: ClosedRange<UInt8> = 0x80...0xBF
    /// The ABNF's rules `UTF8-1` to `UTF8-4`, each alternative a sequence of ranges.
    private static let characters: [[ClosedRange<UInt8>]] = [
        [0x00...0x7F], [0xC2...0xDF, tail],
        [0xE0...0xE0, 0xA0...0xBF, tail], [0xE1...0xEC, tail, tail], [0xED...0xED, 0x80...0x9F, tail],
        [0xEE...0xEF, tail, tail],
        [0xF0...0xF0, 0x90...0xBF, tail, tail], [0xF1...0xF3, tail, tail, tail],
        [0xF4...0xF4, 0x80...0x8F, tail, tail],
    ]

    /// Whether these bytes are UTF-8.
    static func isUTF8(_ bytes: [UInt8]) -> Bool {
        var place = 0
        while place < bytes.count {
            let rest = bytes[place...]
            let character = characters.first { ranges in
                ranges.count <= rest.count && zip(ranges, rest).allSatisfy { $0.contains($1) }
            }
            guard let character else { return false }
            place += character.count
        }
        return true
    }

    // MARK: Escapes (RFC 3986 section 2.1)

    private static let digits = Array("0123456789".utf8)
    private static let letters = [Array("ABCDEF".utf8), Array("abcdef".utf8)]

    private static func hexadecimal(_ digit: UInt8) -> Int? {
        digits.firstIndex(of: digit) ?? letters.lazy.compactMap { $0.firstIndex(of: digit) }.first.map { 10 + $0 }
    }

    /// The bytes that percent-encoded text stands for. Nil if a percent sign is not followed by two hexadecimal digits.
    static func percentDecoded(_ text: [UInt8], plusIsBlank: Bool) -> [UInt8]? {
        var decoded: [UInt8] = []
        var place = 0
        while place < text.count {
            if text[place] == UInt8(ascii: "%") {
                guard place + 2 < text.count, let high = hexadecimal(text[place + 1]),
                    let low = hexadecimal(text[place + 2])
                else { return nil }
                decoded.append(UInt8(high * 16 + low))
                place += 3
            } else {
                decoded.append(text[place] == UInt8(ascii: "+") && plusIsBlank ? 0x20 : text[place])
                place += 1
            }
        }
        return decoded
    }

    // MARK: Base64 (RFC 4648 section 4)

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The bytes that a text stands for. Nil for one that no encoder writes, also where decoders are allowed to take it
    /// (sections 3.3 and 3.5).
    static func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard text.count % 4 == 0, padding <= 2 else { return nil }
        var bits: [Bool] = []
        for digit in text.dropLast(padding) {
            guard let value = alphabet.firstIndex(of: digit) else { return nil }
            bits += (0..<6).map { value >> (5 - $0) & 1 == 1 }
        }
        let count = bits.count / 8
        guard bits.count - count * 8 == padding * 2, bits[(count * 8)...].allSatisfy({ !$0 }) else { return nil }
        return (0..<count).map { byte in
            bits[byte * 8..<byte * 8 + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    // MARK: Dates (RFC 3339 section 5.6, `full-date`, from the year 1 on)

    /// Whether a text is `YYYY-MM-DD`, and the Gregorian calendar has that day.
    static func isDate(_ text: [UInt8]) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let numbers = parts.map { Int(String(decoding: $0, as: UTF8.self)) }
        guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy(digits.contains), let year = numbers[0],
            let month = numbers[1], let day = numbers[2],
            (1...12).contains(month), year > 0
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }

    // MARK: Fields (RFC 9110 section 5, RFC 6265 section 4.2)

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns the bytes without the blanks (`OWS`) at both ends.
    static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        let start = bytes.drop(while: isBlank)
        return Array(start.reversed().drop(while: isBlank).reversed())
    }

    /// The letters of ASCII small, all else as it is.
    static func lowercased(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }
    }

    /// The text of bytes in ISO-8859-1, as which a value of a field is read.
    static func latin1(_ bytes: [UInt8]) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The members of a comma-separated list, without the empty ones (section 5.6.1.2).
    static func members(_ value: [UInt8]) -> [[UInt8]] {
        value.split(separator: UInt8(ascii: ",")).map { trimmed(Array($0)) }.filter { !$0.isEmpty }
    }

    /// The value of the first cookie of this name. Nil if there is none.
    static func cookie(_ name: [UInt8], _ values: [[UInt8]]) -> [UInt8]? {
        for pair in values.flatMap({ $0.split(separator: UInt8(ascii: ";")) }) {
            let pair = trimmed(Array(pair))
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            if pair[..<equals] == name[...] { return Array(pair[(equals + 1)...]) }
        }
        return nil
    }
}
