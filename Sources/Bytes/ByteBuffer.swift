#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A growable run of bytes with one owner.
///
/// It cannot be copied, so appending never has to ask whether the storage is shared, and an empty buffer owns no
/// memory. ``share()`` turns it into ``SharedBytes`` without copying.
@usableFromInline package struct ByteBuffer: ~Copyable {
    @usableFromInline var base: UnsafeMutableRawPointer?
    /// Bytes held.
    @usableFromInline package internal(set) var count = 0
    /// Bytes that fit before the memory must grow.
    @usableFromInline package internal(set) var capacity = 0

    /// An empty buffer that owns no memory.
    @inlinable @inline(__always)
    package init() {}

    /// A copy of the bytes of `span`.
    @inlinable @inline(__always)
    package init(copying span: RawSpan) {
        append(span)
    }

    deinit { free(base) }

    /// Whether no byte is held.
    @inlinable @inline(__always)
    package var isEmpty: Bool { count == 0 }

    /// Makes room for `extra` more bytes. Grows by doubling, so a long series of appends costs O(1) a byte.
    @inlinable @inline(__always)
    package mutating func reserve(_ extra: Int) {
        precondition(extra >= 0)
        if capacity - count < extra { grow(to: Swift.max(count + extra, capacity * 2, 64)) }
    }

    /// Makes room for `extra` more bytes and for no more than that: for a buffer with a bound.
    package mutating func reserveExactly(_ extra: Int) {
        precondition(extra >= 0)
        if capacity - count < extra { grow(to: count + extra) }
    }

    /// Appends as many bytes as `body` writes, which is given room for `limit` of them and says how many it wrote.
    package mutating func append(atMost limit: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) {
        precondition(limit >= 0)
        if base == nil || capacity - count < limit { reserve(Swift.max(limit, 1)) }
        guard let base else { return }
        let written = body(UnsafeMutableRawBufferPointer(start: base + count, count: limit))
        precondition(written >= 0 && written <= limit, "more bytes than there was room for")
        count += written
    }

    /// Gives the memory back in which there is nothing.
    package mutating func trim() {
        if capacity > Swift.max(count, 1) { grow(to: Swift.max(count, 1)) }
    }

    @usableFromInline mutating func grow(to newCapacity: Int) {
        guard let moved = realloc(base, newCapacity) else {
            preconditionFailure("out of memory for \(newCapacity) bytes")
        }
        base = moved
        capacity = newCapacity
    }

    /// Appends one byte.
    @inlinable @inline(__always)
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        base?.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }

    /// Appends the bytes of `span`.
    @inlinable @inline(__always)
    package mutating func append(_ span: RawSpan) {
        span.withUnsafeBytes { append($0) }
    }

    /// Appends a few bytes held in registers.
    @inlinable @inline(__always)
    package mutating func append(_ bytes: InlineBytes) {
        reserve(InlineBytes.capacity)
        if let base { bytes.store(to: base + count) }
        count += bytes.count
    }

    /// Appends the UTF-8 of `text`.
    package mutating func append(_ text: String) {
        append(text.utf8Span.span.bytes)
    }

    /// Appends the UTF-8 of a literal.
    @inlinable @inline(__always)
    package mutating func append(literal text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends the digits of a number from 0 to 10^16 - 1.
    package mutating func append(decimal number: Int) {
        precondition(number >= 0 && number < 10_000_000_000_000_000, "a number of more than 16 digits, or below 0")
        var digits = InlineBytes()
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            digits.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
        append(digits)
    }

    /// Appends the bytes of an array.
    @inlinable @inline(__always)
    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// Appends bytes from memory.
    @inlinable @inline(__always)
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
        reserve(bytes.count)
        if let base { memcpy(base + count, source, bytes.count) }
        count += bytes.count
    }

    /// Drops the first `n` bytes and moves the others to the front.
    @inlinable @inline(__always)
    package mutating func removeFirst(_ n: Int) {
        precondition(n >= 0 && n <= count)
        count -= n
        if let base, n > 0, count > 0 { memmove(base, base + n, count) }
    }

    /// Drops the last `n` bytes.
    package mutating func removeLast(_ n: Int) {
        precondition(n >= 0 && n <= count)
        count -= n
    }

    /// Drops all bytes; the memory is kept for the next ones.
    @inlinable @inline(__always)
    package mutating func removeAll() {
        count = 0
    }

    /// Drops all bytes and gives the memory back.
    @inlinable @inline(__always)
    package mutating func release() {
        free(base)
        base = nil
        count = 0
        capacity = 0
    }

    /// Takes the bytes away, leaving an empty buffer without memory.
    @inlinable @inline(__always)
    package mutating func take() -> ByteBuffer {
        let taken = ByteBuffer(base: base, count: count, capacity: capacity)
        base = nil
        count = 0
        capacity = 0
        return taken
    }

    @usableFromInline init(base: UnsafeMutableRawPointer?, count: Int, capacity: Int) {
        self.base = base
        self.count = count
        self.capacity = capacity
    }

    /// Hands the memory over to a value that many can hold. Nothing is copied.
    @inlinable @inline(__always)
    package consuming func share() -> SharedBytes {
        let (memory, count) = disown()
        return SharedBytes(adopting: memory, count: count)
    }

    /// Gives the memory to the caller, who must free it.
    @usableFromInline mutating func disown() -> (UnsafeMutableRawPointer?, count: Int) {
        defer {
            base = nil
            count = 0
            capacity = 0
        }
        return (base, count)
    }

    /// Calls `body` with the bytes held.
    @inlinable @inline(__always)
    package func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: base, count: count)))
    }

    /// Calls `body` with the memory of the bytes held, which it may change.
    @inlinable @inline(__always)
    package mutating func withUnsafeMutableBytes<Result: ~Copyable>(
        _ body: (UnsafeMutableRawBufferPointer) -> Result
    ) -> Result {
        body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    /// Calls `body` with the memory of the bytes held.
    @inlinable @inline(__always)
    package func withUnsafeBytes<Result: ~Copyable>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// The bytes as an array, for tests and for what is not hot.
    @inlinable @inline(__always)
    package var array: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension ByteBuffer {
    /// Appends the bytes of `span` XORed with a masking key (RFC 6455 section 5.3). `phase` is the position of the
    /// first byte in the frame's payload.
    @inlinable @inline(__always)
    package mutating func append(_ span: RawSpan, maskedWith key: MaskingKey, phase: Int) {
        let start = count
        append(span)
        withUnsafeMutableBytes { bytes in
            _ = key.apply(to: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]), phase: phase)
        }
    }
}
