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

    /// Where the first byte of this value is. Nil if there is none.
    package func firstIndex(of byte: UInt8) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Whether every byte satisfies `condition`.
    @inlinable @inline(__always)
    package func allSatisfy(_ condition: (UInt8) -> Bool) -> Bool {
        for index in 0..<byteCount where !condition(unsafeLoad(fromByteOffset: index, as: UInt8.self)) { return false }
        return true
    }

    /// Whether these are the UTF-8 bytes of `text`.
    package func equals(_ text: String) -> Bool {
        let other = text.utf8Span.span.bytes
        guard byteCount == other.byteCount else { return false }
        return withUnsafeBytes { bytes in
            other.withUnsafeBytes { others in
                guard let base = bytes.baseAddress, let otherBase = others.baseAddress else { return true }
                return memcmp(base, otherBase, bytes.count) == 0
            }
        }
    }

    /// Whether these are the bytes of `text`, which must be in lower case, when A–Z count as a–z.
    package func equals(ignoringCase text: String) -> Bool {
        let other = text.utf8Span.span.bytes
        guard byteCount == other.byteCount else { return false }
        for index in 0..<byteCount {
            let byte = unsafeLoad(fromByteOffset: index, as: UInt8.self)
            guard ASCII.lowercase(byte) == other.unsafeLoad(fromByteOffset: index, as: UInt8.self) else { return false }
        }
        return true
    }

    /// The part of `range` without the spaces and tabs at its ends.
    package func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
        precondition(range.lowerBound >= 0 && range.upperBound <= byteCount, "no such bytes")
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, ASCII.isBlank(unsafeLoad(fromByteOffset: start, as: UInt8.self)) { start += 1 }
        while start < end, ASCII.isBlank(unsafeLoad(fromByteOffset: end - 1, as: UInt8.self)) { end -= 1 }
        return start..<end
    }

    /// A copy, for what is not hot.
    package var array: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension [UInt8] {
    /// Appends the bytes of `span`.
    package mutating func append(_ span: RawSpan) {
        span.withUnsafeBytes { append(contentsOf: $0) }
    }
}

/// What protocols that are written in ASCII ask of a byte.
@usableFromInline package enum ASCII {
    /// A–Z as a–z, every other byte as it is.
    @inlinable @inline(__always)
    package static func lowercase(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

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
