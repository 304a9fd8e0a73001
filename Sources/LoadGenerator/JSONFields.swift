import Bytes

/// Walks through the fields of JSON without building anything: all objects of a message flat, in the order of the text.
/// For messages that a server wrote; what is no JSON gives fewer fields or other values, never a crash.
struct JSONFields {
    /// A name or a short text in one integer: its first eight bytes, the first lowest.
    typealias Packed = UInt64

    /// A field's value.
    enum Value: Equatable {
        /// An integer from -(2^53 - 1) to 2^53 - 1; what stands behind a decimal point is dropped.
        case number(Int)
        /// The place of a text's bytes, between its quotes and with its escapes.
        case text(Range<Int>)
        /// An object, an array, a literal, or a larger number: what is inside comes next.
        case other
    }

    /// The largest integer that every reader of JSON represents exactly (RFC 8259 section 6).
    private static let largest = 1 << 53 - 1

    private var position = 0

    /// The name of the next field and its value; nil at the end.
    mutating func next(in bytes: RawSpan) -> (name: Packed, value: Value)? {
        let count = bytes.byteCount
        while position < count {
            let isQuote = bytes.byte(at: position) == UInt8(ascii: "\"")
            position += 1
            guard isQuote, let name = endOfText(in: bytes) else { continue }
            skipBlanks(in: bytes)
            guard position < count, bytes.byte(at: position) == UInt8(ascii: ":") else { continue }
            position += 1
            skipBlanks(in: bytes)
            return (JSONFields.pack(bytes, name), value(in: bytes))
        }
        return nil
    }

    /// Moves behind the closing quote; the range of the text before it. Nil if there is none.
    private mutating func endOfText(in bytes: RawSpan) -> Range<Int>? {
        let start = position
        while position < bytes.byteCount {
            let byte = bytes.byte(at: position)
            position += 1
            if byte == UInt8(ascii: "\"") { return start..<position - 1 }
            if byte == UInt8(ascii: "\\") { position += 1 }
        }
        position = bytes.byteCount
        return nil
    }

    private mutating func skipBlanks(in bytes: RawSpan) {
        while position < bytes.byteCount, bytes.byte(at: position) <= 0x20 { position += 1 }
    }

    private mutating func value(in bytes: RawSpan) -> Value {
        guard position < bytes.byteCount else { return .other }
        let first = bytes.byte(at: position)
        if first == UInt8(ascii: "\"") {
            position += 1
            return endOfText(in: bytes).map { .text($0) } ?? .other
        }
        let isNegative = first == UInt8(ascii: "-")
        guard isNegative || (0x30...0x39).contains(first) else { return .other }
        if isNegative { position += 1 }
        var number = 0
        while position < bytes.byteCount {
            let digit = bytes.byte(at: position) &- 0x30
            guard digit <= 9 else { break }
            // Beyond the limit it stays there, whatever follows.
            if number <= JSONFields.largest { number = number * 10 + Int(digit) }
            position += 1
        }
        guard number <= JSONFields.largest else { return .other }
        return .number(isNegative ? -number : number)
    }

    /// The first eight bytes of a range.
    static func pack(_ bytes: RawSpan, _ range: Range<Int>) -> Packed {
        var packed: UInt64 = 0
        var shift: UInt64 = 0
        for index in range.prefix(8) {
            packed |= UInt64(bytes.byte(at: index)) << shift
            shift += 8
        }
        return packed
    }

    /// The first eight bytes of a text.
    static func pack(_ text: String) -> Packed {
        text.utf8.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
