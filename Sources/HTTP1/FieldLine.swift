import Bytes

/// A field line of a message (RFC 9112 section 5).
package enum FieldLine {
    /// Reads a line without its end and adds it to `fields`.
    static func parse(_ line: RawSpan, into fields: inout HeaderFields) throws(HTTPError) {
        if line.byteCount > 0, ASCII.isBlank(line.byte(at: 0)) { throw .foldedField }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { throw .malformedField }
        let name = line.extracting(0..<colon)
        guard name.allSatisfy(isTokenByte) else { throw .malformedField }
        let value = line.extracting(line.trimmingBlanks(colon + 1..<line.byteCount))
        guard value.allSatisfy(isValueByte) else { throw .malformedField }
        fields.append(name: name, value: value)
    }

    /// `tchar` of RFC 9110 section 5.6.2.
    package static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }

    /// Visible characters, blanks and `obs-text` (RFC 9110 section 5.5).
    package static func isValueByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x09
    }

    /// Whether `text` is a token (RFC 9110 section 5.6.2): one or more of the characters of a field's name.
    package static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
    }
}
