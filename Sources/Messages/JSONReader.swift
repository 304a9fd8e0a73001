import Bytes

/// A field of an object.
struct JSONField: Equatable {
    let name: String
    let value: JSONValue

    /// Whether it has this name, byte for byte (RFC 8259 section 8.3). Canonical equivalence, by which `==` goes, takes
    /// hundreds of times as long where a stranger chooses the names.
    func isNamed(_ name: String) -> Bool {
        self.name.utf8.count == name.utf8.count && self.name.utf8.elementsEqual(name.utf8)
    }
}

/// The value of a field, as far as messages need it.
enum JSONValue: Equatable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case null
    /// The fields of an object, in order. Only read with `Nesting.kept`.
    case object([JSONField])
    /// The elements of an array. Only read with `Nesting.kept`.
    case array([JSONValue])
    /// A well-formed value that no message uses: a number that is no 53-bit integer, or a skipped object or array.
    case other
}

/// The reason why a text is no message.
struct JSONFault: Error, Equatable {
    /// An explanation for authors of clients.
    let reason: String
}

/// A strict reader of one JSON object (RFC 8259), over bytes that need not be valid UTF-8: it throws on anything
/// malformed and never traps.
///
/// `JSONDecoder` takes ten times as long for a small message (docs/decisions/006-own-protocols.md), and accepts
/// duplicate names, which this reader refuses.
struct JSONReader {
    /// The treatment of objects and arrays inside the object.
    enum Nesting {
        /// Checked and skipped: the messages of clients are flat.
        case skipped
        /// Kept as part of the value: the messages of servers nest.
        case kept
    }

    /// The maximum nesting of objects and arrays inside a field.
    static let maximumDepth = 16
    /// The maximum number of fields of an object. The longest object of a message, a keyboard, has 32.
    static let maximumFields = 32

    private let bytes: [UInt8]
    private let nesting: Nesting
    private var position = 0
    /// Whether a string was read that nobody should compare: see ``CombiningMarks``.
    private(set) var hasTooManyMarks = false
    /// The reason that is given for such a string.
    static let marksFault = "a string has more than \(CombiningMarks.mostInARow) combining marks in a row"

    init(_ bytes: [UInt8], nesting: Nesting = .skipped) {
        self.bytes = bytes
        self.nesting = nesting
    }

    /// Reads the fields of the object that the bytes hold, in order. A repeated name is a fault.
    mutating func readObject() throws(JSONFault) -> [JSONField] {
        skipBlanks()
        try expect(UInt8(ascii: "{"))
        let fields = try readFields(depth: 0)
        skipBlanks()
        guard position == bytes.count else { throw JSONFault(reason: "text after the object") }
        return fields
    }

    /// Reads the rest of an object, after its opening brace.
    private mutating func readFields(depth: Int) throws(JSONFault) -> [JSONField] {
        var fields: [JSONField] = []
        skipBlanks()
        if peek() == UInt8(ascii: "}") {
            position += 1
            return fields
        }
        // Few messages have more.
        fields.reserveCapacity(8)
        repeat {
            skipBlanks()
            let name = try readString()
            skipBlanks()
            try expect(UInt8(ascii: ":"))
            let value = try readValue(depth: depth)
            guard !fields.contains(where: { $0.isNamed(name) }) else {
                throw JSONFault(reason: "a field stands twice")
            }
            guard fields.count < JSONReader.maximumFields else { throw JSONFault(reason: "too many fields") }
            fields.append(JSONField(name: name, value: value))
            skipBlanks()
        } while try nextIsComma(before: UInt8(ascii: "}"))
        return fields
    }

    /// Reads the rest of an array, after its opening bracket.
    private mutating func readElements(depth: Int) throws(JSONFault) -> [JSONValue] {
        var elements: [JSONValue] = []
        skipBlanks()
        if peek() == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        repeat {
            elements.append(try readValue(depth: depth))
            skipBlanks()
        } while try nextIsComma(before: UInt8(ascii: "]"))
        return elements
    }

    private mutating func readContainer(depth: Int) throws(JSONFault) -> JSONValue {
        guard nesting == .kept else {
            try skipContainer(depth: depth)
            return .other
        }
        guard depth <= JSONReader.maximumDepth else { throw JSONFault(reason: "nested too deeply") }
        let isObject = peek() == UInt8(ascii: "{")
        position += 1
        return isObject ? .object(try readFields(depth: depth)) : .array(try readElements(depth: depth))
    }

    private mutating func readValue(depth: Int) throws(JSONFault) -> JSONValue {
        skipBlanks()
        guard let byte = peek() else { throw JSONFault(reason: "the text ends in a value") }
        switch byte {
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try literal("false", .boolean(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try readContainer(depth: depth + 1)
        default: return try readNumber()
        }
    }

    private mutating func skipContainer(depth: Int) throws(JSONFault) {
        guard depth <= JSONReader.maximumDepth else { throw JSONFault(reason: "nested too deeply") }
        let isObject = peek() == UInt8(ascii: "{")
        let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        position += 1
        skipBlanks()
        if peek() == end {
            position += 1
            return
        }
        while true {
            skipBlanks()
            if isObject {
                _ = try readString()
                skipBlanks()
                try expect(UInt8(ascii: ":"))
                skipBlanks()
            }
            if let byte = peek(), byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
                try skipContainer(depth: depth + 1)
            } else {
                _ = try readValue(depth: depth)
            }
            skipBlanks()
            if try nextIsComma(before: end) { continue }
            return
        }
    }

    /// Consumes a comma (true) or the end of the container (false).
    private mutating func nextIsComma(before end: UInt8) throws(JSONFault) -> Bool {
        guard let byte = peek(), byte == UInt8(ascii: ",") || byte == end else {
            throw JSONFault(reason: "a comma or the end of the object is missing")
        }
        position += 1
        return byte != end
    }

    private mutating func literal(_ text: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        for offset in 0..<text.utf8CodeUnitCount {
            try expect(text.withUTF8Buffer { $0[offset] })
        }
        return value
    }

    private mutating func expect(_ byte: UInt8) throws(JSONFault) {
        guard peek() == byte else { throw JSONFault(reason: "no JSON object") }
        position += 1
    }

    private mutating func skipBlanks() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func peek() -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }
}

extension JSONReader {
    private mutating func readNumber() throws(JSONFault) -> JSONValue {
        let start = position
        if peek() == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        let value = skipDigits()
        guard position > firstDigit else { throw JSONFault(reason: "no JSON value") }
        let hasLeadingZero = bytes[firstDigit] == UInt8(ascii: "0")
        guard !hasLeadingZero || position == firstDigit + 1 else { throw JSONFault(reason: "a number begins with 0") }
        var isInteger = true
        if peek() == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try requireDigits()
        }
        if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position += 1 }
            try requireDigits()
        }
        guard isInteger, let value else { return .other }
        return .integer(firstDigit > start ? -value : value)
    }

    private mutating func requireDigits() throws(JSONFault) {
        let start = position
        _ = skipDigits()
        guard position > start else { throw JSONFault(reason: "a number ends without a digit") }
    }

    /// Skips digits and returns their value; nil if it needs more than 53 bits.
    private mutating func skipDigits() -> Int? {
        var value: Int? = 0
        while let byte = peek(), (0x30...0x39).contains(byte) {
            if let sum = value {
                let next = sum * 10 + Int(byte - 0x30)
                value = next <= ClientRequest.largestID ? next : nil
            }
            position += 1
        }
        return value
    }

    private mutating func readString() throws(JSONFault) -> String {
        try expect(UInt8(ascii: "\""))
        let start = position
        while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        guard let byte = peek(), byte >= 0x20 else { throw JSONFault(reason: "a string has no end") }
        if byte == UInt8(ascii: "\"") {
            let text = try string(from: bytes[start..<position])
            position += 1
            return text
        }
        return try readEscapedString(from: start)
    }

    /// Reads the rest of a string from its first backslash. Escapes are rare, so this may build an array.
    private mutating func readEscapedString(from start: Int) throws(JSONFault) -> String {
        var text = bytes[start..<position]
        while let byte = peek() {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return try string(from: text)
            case UInt8(ascii: "\\"):
                text.append(contentsOf: try readEscape())
            case 0..<0x20:
                throw JSONFault(reason: "a control character in a string")
            default:
                text.append(byte)
            }
        }
        throw JSONFault(reason: "a string has no end")
    }

    private mutating func string(from utf8: ArraySlice<UInt8>) throws(JSONFault) -> String {
        // Where the bytes are wrong is nothing that a client is told.
        guard let span = try? UTF8Span(validating: utf8.span) else {
            throw JSONFault(reason: "a string is no UTF-8")
        }
        let text = String(copying: span)
        if !hasTooManyMarks { hasTooManyMarks = CombiningMarks.areTooMany(in: text) }
        return text
    }

    private mutating func readEscape() throws(JSONFault) -> [UInt8] {
        guard let byte = peek() else { throw JSONFault(reason: "a string has no end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Array(String(Character(try readUnicodeEscape())).utf8)
        default: throw JSONFault(reason: "no such escape")
        }
    }

    private mutating func readUnicodeEscape() throws(JSONFault) -> Unicode.Scalar {
        let unit = try readHexUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard (0xD800...0xDBFF).contains(unit) else { throw JSONFault(reason: "half a surrogate pair") }
        try expect(UInt8(ascii: "\\"))
        try expect(UInt8(ascii: "u"))
        let low = try readHexUnit()
        let value = 0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low &- 0xDC00)
        guard (0xDC00...0xDFFF).contains(low), let scalar = Unicode.Scalar(value) else {
            throw JSONFault(reason: "half a surrogate pair")
        }
        return scalar
    }

    private mutating func readHexUnit() throws(JSONFault) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw JSONFault(reason: "no hexadecimal digit")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }
}
