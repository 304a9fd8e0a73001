import Bytes

/// The line before a chunk: its size and its extensions (RFC 9112 section 7.1).
struct ChunkLine: Hashable {
    /// Bytes of data that follow; 0 for the last chunk. One that no integer holds is `Int.max`.
    let size: Int
    /// Bytes of extensions, which mean nothing to us.
    let extensionBytes: Int

    /// Reads a line without its end.
    init(_ line: RawSpan) throws(HTTPError) {
        var size = 0
        var digits = 0
        // RFC 9112 section 7.1: a recipient has to expect sizes that overflow its integers.
        while digits < line.byteCount, let value = ChunkLine.hexValue(line.byte(at: digits)) {
            size = size > Int.max >> 4 ? Int.max : size << 4 | value
            digits += 1
        }
        guard digits > 0 else { throw .malformedChunk }
        self.size = size
        extensionBytes = line.byteCount - digits
        if extensionBytes > 0 {
            guard ChunkLine.areExtensions(line.extracting(digits..<line.byteCount).array[...]) else {
                throw .malformedChunk
            }
        }
    }

    /// `*( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )` (section 7.1.1). Anything else is refused rather
    /// than skipped: peers that disagree about where this line ends are how requests are smuggled.
    private static func areExtensions(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        while !rest.isEmpty {
            skipBlanks(&rest)
            guard rest.popFirst() == UInt8(ascii: ";") else { return false }
            skipBlanks(&rest)
            guard skipToken(&rest) else { return false }
            var value = rest
            skipBlanks(&value)
            guard value.popFirst() == UInt8(ascii: "=") else { continue }
            skipBlanks(&value)
            guard value.first == UInt8(ascii: "\"") ? skipQuoted(&value) : skipToken(&value) else { return false }
            rest = value
        }
        return true
    }

    private static func skipBlanks(_ text: inout ArraySlice<UInt8>) {
        text = text.drop(while: ASCII.isBlank)
    }

    private static func skipToken(_ text: inout ArraySlice<UInt8>) -> Bool {
        let token = text.prefix(while: FieldLine.isTokenByte)
        text = text[token.endIndex...]
        return !token.isEmpty
    }

    /// `quoted-string` of RFC 9110 section 5.6.4.
    private static func skipQuoted(_ text: inout ArraySlice<UInt8>) -> Bool {
        text = text.dropFirst()
        while let byte = text.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return true
            case UInt8(ascii: "\\"):
                guard let escaped = text.popFirst(), FieldLine.isValueByte(escaped) else { return false }
            default: guard FieldLine.isValueByte(byte) else { return false }
            }
        }
        return false
    }

    private static func hexValue(_ digit: UInt8) -> Int? {
        switch digit {
        case 0x30...0x39: Int(digit) - 0x30
        case 0x41...0x46: Int(digit) - 0x41 + 10
        case 0x61...0x66: Int(digit) - 0x61 + 10
        default: nil
        }
    }
}
