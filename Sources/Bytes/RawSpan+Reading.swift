#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension RawSpan {
    /// The byte at `index`. It must be there.
    @inlinable
    package func byte(at index: Int) -> UInt8 {
        precondition(index >= 0 && index < byteCount, "no such byte")
        return unsafeLoad(fromByteOffset: index, as: UInt8.self)
    }

    /// The index of the first byte of this value; nil if there is none.
    @inlinable
    package func firstIndex(of byte: UInt8) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Counts the bytes that satisfy `condition`.
    @inlinable @inline(__always)
    package func count(where condition: (UInt8) -> Bool) -> Int {
        var count = 0
        for index in 0..<byteCount where condition(unsafeLoad(fromByteOffset: index, as: UInt8.self)) { count += 1 }
        return count
    }

    /// Whether every byte satisfies `condition`.
    @inlinable @inline(__always)
    package func allSatisfy(_ condition: (UInt8) -> Bool) -> Bool {
        for index in 0..<byteCount where !condition(unsafeLoad(fromByteOffset: index, as: UInt8.self)) { return false }
        return true
    }

    /// Whether these are the UTF-8 bytes of `text`.
    @inlinable
    package func equals(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard byteCount == count else { return false }
        return withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return true }
            return memcmp(base, text.utf8Start, count) == 0
        }
    }

    /// Whether these are the bytes of `text`, which must be in lower case, when A–Z count as a–z.
    @inlinable
    package func equals(ignoringCase text: StaticString) -> Bool {
        guard byteCount == text.utf8CodeUnitCount else { return false }
        for index in 0..<byteCount {
            let byte = unsafeLoad(fromByteOffset: index, as: UInt8.self)
            guard ASCII.lowercase(byte) == text.utf8Start[index] else { return false }
        }
        return true
    }

    /// The part of `range` without the spaces and tabs at its ends.
    @inlinable
    package func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
        precondition(range.lowerBound >= 0 && range.upperBound <= byteCount, "no such bytes")
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, ASCII.isBlank(unsafeLoad(fromByteOffset: start, as: UInt8.self)) { start += 1 }
        while start < end, ASCII.isBlank(unsafeLoad(fromByteOffset: end - 1, as: UInt8.self)) { end -= 1 }
        return start..<end
    }

    /// A copy, for what is not hot.
    package var array: [UInt8] { withUnsafeBytes { Array($0) } }

    /// The text of which these are the UTF-8 bytes; what is no UTF-8 becomes U+FFFD.
    package var string: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    /// The text of which these are the bytes in ISO-8859-1: each is one character. None of these is canonically
    /// equivalent to others, so no text of them takes long to compare.
    package var latin1: String {
        if allSatisfy({ $0 < 0x80 }) { return string }
        return withUnsafeBytes { bytes in
            var scalars = String.UnicodeScalarView()
            for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
            return String(scalars)
        }
    }
}

extension [UInt8] {
    /// Appends the bytes of `span`.
    package mutating func append(_ span: RawSpan) {
        span.withUnsafeBytes { append(contentsOf: $0) }
    }
}

/// Classes of bytes that protocols written in ASCII test for.
@usableFromInline package enum ASCII {
    /// A–Z as a–z, every other byte as it is.
    @inlinable @inline(__always)
    package static func lowercase(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// The text with A–Z as a–z and every other character as it is. `String.lowercased()` follows Unicode: it makes a
    /// `k` of U+212A KELVIN SIGN. So a word of the protocol could be written in bytes that are none of its letters.
    ///
    /// Written for the two types that texts have. Generic code goes through the bytes one by one at a hundred times the
    /// cost, and anybody can send a field of 30 KB.
    package static func lowercased(_ text: Substring) -> String {
        var text = text
        return text.withUTF8 { bytes in
            String(unsafeUninitializedCapacity: bytes.count) { room in
                for index in bytes.indices { room.initializeElement(at: index, to: lowercase(bytes[index])) }
                return bytes.count
            }
        }
    }

    /// The text with A–Z as a–z and every other character as it is.
    package static func lowercased(_ text: String) -> String { lowercased(text[...]) }

    /// Whether it is a space or a tab.
    @inlinable @inline(__always)
    package static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }

    /// Whether it is one of `0`–`9`.
    @inlinable @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10
    }
}
