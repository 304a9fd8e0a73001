/// Writes JSON (RFC 8259) into bytes, compact and in one pass. The caller is responsible for the nesting.
public struct JSONWriter: Sendable {
    /// The bytes written so far.
    public private(set) var bytes: [UInt8] = []
    /// Whether the next name or element needs a comma before it.
    private var needsComma = false

    /// An empty writer.
    public init(reservingCapacity capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    /// Writes an object; `content` writes its fields.
    public mutating func object(_ content: (inout JSONWriter) -> Void) {
        container("{", "}", content)
    }

    /// Writes an object as an element of an array.
    public mutating func element(_ content: (inout JSONWriter) -> Void) {
        container("{", "}", content)
    }

    /// Writes a named object.
    public mutating func object(_ name: StaticString, _ content: (inout JSONWriter) -> Void) {
        self.name(name)
        container("{", "}", content)
    }

    /// Writes a named array; `content` writes its elements.
    public mutating func array(_ name: StaticString, _ content: (inout JSONWriter) -> Void) {
        self.name(name)
        container("[", "]", content)
    }

    /// Writes a field with a string.
    public mutating func field(_ name: StaticString, _ value: String) {
        self.name(name)
        string(value)
    }

    /// Writes a field with an integer.
    public mutating func field(_ name: StaticString, _ value: Int) {
        self.name(name)
        integer(value)
    }

    /// Writes a field with a number of one decimal place, given in tenths. Precondition: 0 or more.
    public mutating func field(_ name: StaticString, tenths value: Int) {
        precondition(value >= 0, "a mean of what is never below 0")
        self.name(name)
        bytes.append(contentsOf: "\(value / 10).\(value % 10)".utf8)
        needsComma = true
    }

    /// Writes a field with a string of 16 lower-case hexadecimal digits, as epochs are told.
    mutating func field(_ name: StaticString, hexadecimal value: UInt64) {
        self.name(name)
        bytes.append(UInt8(ascii: "\""))
        for shift in stride(from: 60, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 15
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a field with true or false.
    public mutating func field(_ name: StaticString, _ value: Bool) {
        self.name(name)
        literal(value ? "true" : "false")
    }

    /// Writes a field with null.
    public mutating func null(_ name: StaticString) {
        self.name(name)
        literal("null")
    }

    /// Writes a field with an integer, under a name that is only known at run time.
    public mutating func field(named name: String, _ value: Int) {
        comma()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        integer(value)
    }

    /// Writes a string as an element of an array.
    public mutating func string(_ value: String) {
        comma()
        quote(value)
        needsComma = true
    }

    /// Writes an integer as an element of an array.
    public mutating func integer(_ value: Int) {
        comma()
        // Fast path: most integers are small (rows, seats, marks).
        if (0...9).contains(value) {
            bytes.append(0x30 + UInt8(value))
        } else {
            digits(of: value)
        }
        needsComma = true
    }

    /// Writes insignificant blanks (RFC 8259 section 2); none if `count` is below 1.
    mutating func blanks(_ count: Int) {
        for _ in 0..<max(0, count) { bytes.append(UInt8(ascii: " ")) }
    }

    /// Returns encoded fields of an object, to be put into objects with `append(fields:)`.
    static func fields(_ content: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter()
        content(&json)
        return json.bytes
    }

    /// Appends fields that were encoded before. Precondition: at least one field.
    mutating func append(fields: [UInt8]) {
        comma()
        bytes.append(contentsOf: fields)
        needsComma = true
    }

    private mutating func container(
        _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ content: (inout JSONWriter) -> Void
    ) {
        comma()
        bytes.append(UInt8(ascii: opening))
        needsComma = false
        content(&self)
        bytes.append(UInt8(ascii: closing))
        needsComma = true
    }

    private mutating func name(_ name: StaticString) {
        comma()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    private mutating func literal(_ text: StaticString) {
        comma()
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
        needsComma = true
    }

    private mutating func comma() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = false
    }

    /// Writes an integer in decimal, without the string that would hold it.
    private mutating func digits(of value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var (first, rest) = (bytes.count, value.magnitude)
        repeat {
            bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        // They stand from the last to the first.
        var last = bytes.count - 1
        while first < last {
            bytes.swapAt(first, last)
            first += 1
            last -= 1
        }
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        // Nearly all strings go over as they are, in one piece.
        let isWritten = text.utf8.withContiguousStorageIfAvailable { utf8 in
            guard !utf8.contains(where: JSONWriter.isEscaped) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if isWritten != true { escape(text) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Whether a byte may not stand in a string as it is (RFC 8259 section 7).
    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case UInt8(ascii: "\n"):
                bytes.append(contentsOf: "\\n".utf8)
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            default:
                bytes.append(byte)
            }
        }
    }
}
