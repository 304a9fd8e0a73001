/// Checks UTF-8 (RFC 3629) as it comes, in pieces of any size. It refuses at the first byte that no valid text can have
/// at that place. So it sees overlong forms, surrogates and anything above U+10FFFF at their second byte at the latest.
package struct UTF8Validator: Sendable, Hashable {
    /// Continuation bytes that must still come.
    private var pending: UInt8 = 0
    /// The lowest value that the next continuation byte may have.
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    /// A validator before the first byte.
    package init() {}

    /// Whether the text may end here: no character is incomplete.
    package var isComplete: Bool { pending == 0 }

    /// Whether `span` is valid UTF-8 from its first byte to its last.
    package static func isValid(_ span: RawSpan) -> Bool {
        let isASCII = span.withUnsafeBytes { bytes in
            bytes.baseAddress.map { endOfASCII($0, from: 0, count: bytes.count) == bytes.count } ?? true
        }
        if isASCII { return true }
        var validator = UTF8Validator()
        return validator.accepts(span) && validator.isComplete
    }

    /// Takes the next bytes. False if one of them makes the text invalid; then the validator is of no use any more.
    package mutating func accepts(_ span: RawSpan) -> Bool {
        span.withUnsafeBytes { accepts($0) }
    }

    private mutating func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress else { return true }
        let count = bytes.count
        var position = 0
        while position < count {
            if pending == 0 {
                position = UTF8Validator.endOfASCII(base, from: position, count: count)
                if position == count { return true }
                guard begin(base.load(fromByteOffset: position, as: UInt8.self)) else { return false }
            } else {
                guard resume(base.load(fromByteOffset: position, as: UInt8.self)) else { return false }
            }
            position += 1
        }
        return true
    }

    /// The first position from `start` on that is no ASCII byte, or `count`.
    private static func endOfASCII(_ base: UnsafeRawPointer, from start: Int, count: Int) -> Int {
        var position = start
        while count - position >= 8 {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let high = word & 0x8080_8080_8080_8080
            if high != 0 { return position + high.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < count, base.load(fromByteOffset: position, as: UInt8.self) < 0x80 { position += 1 }
        return position
    }

    /// Takes the first byte of a character that is not ASCII.
    private mutating func begin(_ byte: UInt8) -> Bool {
        lowest = 0x80
        highest = 0xBF
        switch byte {
        case 0xC2...0xDF: pending = 1
        case 0xE0: (pending, lowest) = (2, 0xA0)  // below: overlong
        case 0xED: (pending, highest) = (2, 0x9F)  // above: surrogates
        case 0xE1...0xEF: pending = 2
        case 0xF0: (pending, lowest) = (3, 0x90)  // below: overlong
        case 0xF1...0xF3: pending = 3
        case 0xF4: (pending, highest) = (3, 0x8F)  // above: beyond U+10FFFF
        default: return false
        }
        return true
    }

    /// Takes a continuation byte.
    private mutating func resume(_ byte: UInt8) -> Bool {
        guard byte >= lowest && byte <= highest else { return false }
        lowest = 0x80
        highest = 0xBF
        pending -= 1
        return true
    }
}
