/// The bytes of one read from a socket, with a read position: a window on the receive buffer that all connections of a
/// shard share.
///
/// It cannot be copied and is only ever lent (`inout`), so that nobody keeps it past the callback in which it is valid.
/// The lender keeps bytes that a reader does not consume for the next read.
@usableFromInline package struct ReceivedBytes: ~Copyable {
    @usableFromInline let base: UnsafeMutableRawPointer
    /// All bytes of the read, consumed or not. Ranges count from its start.
    @usableFromInline package let count: Int
    /// Bytes consumed so far.
    @usableFromInline package internal(set) var position = 0

    /// A window on `bytes`, which must outlive it.
    @inlinable @inline(__always)
    package init(lending bytes: UnsafeMutableRawBufferPointer) {
        precondition(bytes.baseAddress != nil || bytes.isEmpty)
        base = bytes.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
        count = bytes.count
    }

    /// Bytes not consumed.
    @inlinable @inline(__always)
    package var remaining: Int { count - position }

    /// The byte `offset` after the read position. It must be there.
    @inlinable @inline(__always)
    package subscript(offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < remaining, "read past the end")
        return base.load(fromByteOffset: position + offset, as: UInt8.self)
    }

    /// The unsigned integer in network byte order `offset` after the read position. It must be there.
    @inlinable @inline(__always)
    package func bigEndian<Value: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
        at offset: Int, as type: Value.Type
    ) -> Value {
        precondition(offset >= 0 && offset + MemoryLayout<Value>.size <= remaining, "read past the end")
        return Value(bigEndian: base.loadUnaligned(fromByteOffset: position + offset, as: Value.self))
    }

    /// The masking key `offset` after the read position. It must be there.
    @inlinable @inline(__always)
    package func maskingKey(at offset: Int) -> MaskingKey {
        precondition(offset >= 0 && offset + 4 <= remaining, "read past the end")
        let key = base.loadUnaligned(fromByteOffset: position + offset, as: UInt32.self)
        return MaskingKey(littleEndian: UInt32(littleEndian: key))
    }

    /// Moves the read position on by `n` bytes and returns their range.
    @inlinable @inline(__always)
    @discardableResult
    package mutating func consume(_ n: Int) -> Range<Int> {
        precondition(n >= 0 && n <= remaining, "read past the end")
        let start = position
        position += n
        return start..<position
    }

    /// Consumes one byte. It must be there.
    @inlinable @inline(__always)
    package mutating func consumeByte() -> UInt8 {
        let byte = self[0]
        position += 1
        return byte
    }

    /// Consumes whatever is left.
    @inlinable @inline(__always)
    package mutating func consumeAll() {
        position = count
    }

    /// Masks or unmasks the bytes of `range` where they lie. `phase` is the position of the first one in the frame's
    /// payload. Answers whether all of them are seen to be ASCII then; if not, they may be so nevertheless.
    @inlinable @inline(__always) @discardableResult
    package mutating func mask(_ range: Range<Int>, with key: MaskingKey, phase: Int) -> Bool {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such bytes")
        return key.apply(
            to: UnsafeMutableRawBufferPointer(start: base + range.lowerBound, count: range.count), phase: phase)
    }

    /// Calls `body` with the bytes of `range`, counted from the start of the read.
    @inlinable @inline(__always)
    package func withBytes<Result: ~Copyable, Failure: Error>(
        in range: Range<Int>, _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "no such bytes")
        return try body(
            RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)))
    }

    /// Calls `body` with the bytes not consumed.
    @inlinable @inline(__always)
    package func withRemaining<Result: ~Copyable, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withBytes(in: position..<count, body)
    }

    /// Lends the bytes of an array, as a socket would: for tests and for bytes that come from elsewhere.
    @inlinable @inline(__always)
    package static func over<Result: ~Copyable, Failure: Error>(
        _ bytes: [UInt8], _ body: (inout ReceivedBytes) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: bytes)
        var input = ReceivedBytes(lending: memory)
        return try body(&input)
    }
}
