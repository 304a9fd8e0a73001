import Bytes

/// Writes the fields of a message in binary, in the forms that ``FieldReader`` reads. Numbers of fixed width have their
/// highest byte first.
package struct FieldWriter: Sendable {
    /// The bytes so far.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Makes room for so many more bytes.
    package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    /// Takes the bytes away.
    package mutating func take() -> [UInt8] {
        let taken = bytes
        bytes = []
        return taken
    }

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    package mutating func flag(_ value: Bool) { bytes.append(value ? 1 : 0) }

    package mutating func fixed16(_ value: UInt16) { fixed(UInt64(value), bytes: 2) }

    package mutating func fixed32(_ value: UInt32) { fixed(UInt64(value), bytes: 4) }

    package mutating func fixed64(_ value: UInt64) { fixed(value, bytes: 8) }

    /// A number of either sign, in eight bytes.
    package mutating func number(_ value: Int) { fixed64(UInt64(bitPattern: Int64(value))) }

    private mutating func fixed(_ value: UInt64, bytes count: Int) {
        for place in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(place)))) }
    }

    /// A number from 0 up, in seven bits a byte, the lowest first.
    package mutating func count(_ value: Int) {
        precondition(value >= 0, "a count is not below 0")
        var rest = UInt64(value)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Bytes behind their count.
    package mutating func run(_ value: RawSpan) {
        count(value.byteCount)
        bytes.append(value)
    }

    /// Bytes behind their count.
    package mutating func run(_ value: [UInt8]) { run(value.span.bytes) }

    /// Text behind the count of its bytes.
    package mutating func text(_ value: String) { run(value.utf8Span.span.bytes) }

    /// Text that may be missing.
    package mutating func optionalText(_ value: String?) {
        flag(value != nil)
        if let value { text(value) }
    }

    /// Bytes as they are: for the end of a message, or in a form of their own.
    package mutating func raw(_ value: [UInt8]) { bytes.append(contentsOf: value) }
}
