/// Storage for up to 16 bytes without memory of their own: frame headers and other things that are made and written at
/// once.
@usableFromInline package struct InlineBytes: Sendable, Hashable {
    /// Bytes that fit.
    @usableFromInline package static let capacity = 16

    @usableFromInline var low: UInt64 = 0
    @usableFromInline var high: UInt64 = 0
    /// Bytes held.
    @usableFromInline package internal(set) var count = 0

    /// No bytes.
    @inlinable @inline(__always)
    package init() {}

    /// Two bytes: the header of most frames.
    @inlinable @inline(__always)
    package init(_ first: UInt8, _ second: UInt8) {
        low = UInt64(first) | UInt64(second) << 8
        count = 2
    }

    /// Appends one byte. There must be room.
    @inlinable @inline(__always)
    package mutating func append(_ byte: UInt8) {
        precondition(count < InlineBytes.capacity, "no room for a 17th byte")
        if count < 8 {
            low |= UInt64(byte) << UInt64(count * 8)
        } else {
            high |= UInt64(byte) << UInt64((count - 8) * 8)
        }
        count += 1
    }

    /// Appends an integer in network byte order.
    @inlinable @inline(__always)
    package mutating func append(bigEndian value: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    /// The byte at `index`.
    @inlinable @inline(__always)
    package subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count, "no such byte")
        return index < 8
            ? UInt8(truncatingIfNeeded: low >> UInt64(index * 8))
            : UInt8(truncatingIfNeeded: high >> UInt64((index - 8) * 8))
    }

    /// Drops all bytes.
    @inlinable @inline(__always)
    package mutating func removeAll() {
        self = InlineBytes()
    }

    /// Writes 16 bytes, of which the first ``count`` mean something.
    @inlinable @inline(__always) func store(to address: UnsafeMutableRawPointer) {
        address.storeBytes(of: low.littleEndian, as: UInt64.self)
        address.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
    }

    /// Calls `body` with the bytes.
    @inlinable @inline(__always)
    package func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
        withUnsafeBytes(of: (low.littleEndian, high.littleEndian)) {
            body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: $0[..<count])))
        }
    }
}
