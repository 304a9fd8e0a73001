/// The four bytes with which a client masks a frame's payload (RFC 6455 section 5.3). Masking and unmasking are the
/// same.
@usableFromInline package struct MaskingKey: Hashable, Sendable {
    /// The key as it lies in memory, first byte lowest.
    @usableFromInline package let littleEndian: UInt32

    /// A key from the first byte (lowest) to the fourth (highest).
    @inlinable @inline(__always)
    package init(littleEndian: UInt32) {
        self.littleEndian = littleEndian
    }

    /// The byte of the key that belongs to a position in the payload.
    @inlinable @inline(__always)
    package func byte(at position: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: littleEndian >> UInt32((position & 3) * 8))
    }

    /// XORs `bytes` with the key, eight at a time. `phase` is the position of the first one in the frame's payload.
    /// Returns whether all unmasked bytes are ASCII, which costs much less here than in a pass of its own. With a key
    /// of zeros, which leaves the bytes as they are, it returns false.
    @inlinable @inline(__always) @discardableResult
    func apply(to bytes: UnsafeMutableRawBufferPointer, phase: Int) -> Bool {
        guard let base = bytes.baseAddress, littleEndian != 0 else { return false }
        let turn = UInt32((phase & 3) * 8)
        let turned = turn == 0 ? littleEndian : littleEndian >> turn | littleEndian << (32 - turn)
        let wide = (UInt64(turned) << 32 | UInt64(turned)).littleEndian
        let count = bytes.count
        var position = 0
        var all: UInt64 = 0
        while count - position >= 8 {
            let word = base.loadUnaligned(fromByteOffset: position, as: UInt64.self) ^ wide
            base.storeBytes(of: word, toByteOffset: position, as: UInt64.self)
            all |= word
            position += 8
        }
        var rest = UInt64(littleEndian: wide)
        while position < count {
            let byte = base.load(fromByteOffset: position, as: UInt8.self) ^ UInt8(truncatingIfNeeded: rest)
            base.storeBytes(of: byte, toByteOffset: position, as: UInt8.self)
            all |= UInt64(byte)
            rest >>= 8
            position += 1
        }
        return all & 0x8080_8080_8080_8080 == 0
    }
}
