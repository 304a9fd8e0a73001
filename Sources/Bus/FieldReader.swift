import Bytes

/// A reason why bytes are not the message that they should be.
package enum FieldFault: Error, Hashable, Sendable {
    /// The bytes end before the message does.
    case cut
    /// Bytes follow the end of the message.
    case trailing
    /// A field is longer than it may be, or a number larger.
    case excess
    /// No message or field is of that kind.
    case kind(UInt8)
    /// A field has a value that it cannot have: its name.
    case value(StaticName)
    /// A form that is not spoken here.
    case version(UInt8)
    /// The bytes were changed on their way.
    case checksum

    /// The name of a field.
    package struct StaticName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        package let description: String
        package init(stringLiteral text: StaticString) { description = text.description }
    }
}

/// Reads the fields that a ``FieldWriter`` has written. Throws for any other bytes, and never traps.
package struct FieldReader: Sendable {
    private let bytes: [UInt8]
    private var place: Int
    private let end: Int

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        place = 0
        end = bytes.count
    }

    /// Bytes that have not been read.
    package var remaining: Int { end - place }

    /// Throws `trailing` if anything has not been read.
    package func finish() throws(FieldFault) {
        guard remaining == 0 else { throw .trailing }
    }

    package mutating func byte() throws(FieldFault) -> UInt8 {
        guard place < end else { throw .cut }
        place += 1
        return bytes[place - 1]
    }

    /// A flag is 0 or 1, and nothing else.
    package mutating func flag() throws(FieldFault) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw .value("flag")
        }
    }

    package mutating func fixed16() throws(FieldFault) -> UInt16 { UInt16(try fixed(2)) }

    package mutating func fixed32() throws(FieldFault) -> UInt32 { UInt32(try fixed(4)) }

    package mutating func fixed64() throws(FieldFault) -> UInt64 { try fixed(8) }

    /// A number of either sign.
    package mutating func number() throws(FieldFault) -> Int { Int(Int64(bitPattern: try fixed64())) }

    private mutating func fixed(_ count: Int) throws(FieldFault) -> UInt64 {
        guard remaining >= count else { throw .cut }
        var value: UInt64 = 0
        for byte in bytes[place..<place + count] { value = value << 8 | UInt64(byte) }
        place += count
        return value
    }

    /// A number from 0 to `limit`. Each has one form: zeros behind its highest digit are an `excess`.
    package mutating func count(upTo limit: Int) throws(FieldFault) -> Int {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 56, by: 7) {
            let byte = try byte()
            value |= UInt64(byte & 0x7F) << shift
            guard byte & 0x80 == 0 else { continue }
            guard byte != 0 || shift == 0, value <= UInt64(limit) else { throw .excess }
            return Int(value)
        }
        throw .excess
    }

    /// Bytes behind their count, `limit` at most.
    package mutating func run(upTo limit: Int) throws(FieldFault) -> [UInt8] {
        let count = try count(upTo: limit)
        guard remaining >= count else { throw .cut }
        place += count
        return Array(bytes[place - count..<place])
    }

    /// Reads `count` bytes.
    package mutating func bytes(_ count: Int) throws(FieldFault) -> [UInt8] {
        guard remaining >= count else { throw .cut }
        place += count
        return Array(bytes[place - count..<place])
    }

    /// Text of `limit` bytes at most, which must be UTF-8.
    package mutating func text(upTo limit: Int) throws(FieldFault) -> String {
        guard let text = String(validating: try run(upTo: limit), as: UTF8.self) else { throw .value("text") }
        return text
    }

    /// Text that may be missing.
    package mutating func optionalText(upTo limit: Int) throws(FieldFault) -> String? {
        try flag() ? try text(upTo: limit) : nil
    }

    /// All that has not been read.
    package mutating func rest() -> [UInt8] {
        let rest = Array(bytes[place..<end])
        place = end
        return rest
    }
}
