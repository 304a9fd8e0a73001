#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Bytes that never change and that many can hold: a frame encoded once and queued on every socket of a room.
///
/// Unchecked Sendable: the memory is written before the initialiser returns and only read after it.
@usableFromInline package final class SharedBytes: @unchecked Sendable {
    @usableFromInline let base: UnsafeMutableRawPointer?
    /// Bytes held.
    @usableFromInline package let count: Int

    /// Takes over memory from `malloc`, of which the first `count` bytes are the content.
    @usableFromInline init(adopting base: UnsafeMutableRawPointer?, count: Int) {
        self.base = base
        self.count = count
    }

    /// A copy of the bytes of `span`.
    @inlinable
    package convenience init(copying span: RawSpan) {
        var buffer = ByteBuffer()
        buffer.reserve(span.byteCount)
        buffer.append(span)
        let (base, count) = buffer.disown()
        self.init(adopting: base, count: count)
    }

    deinit { free(base) }

    /// Calls `body` with the bytes.
    @inlinable
    package func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: base, count: count)))
    }

    /// Calls `body` with the memory of the bytes, which stays where it is as long as this object lives.
    @inlinable
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// The bytes as an array, for tests and for what is not hot.
    @inlinable
    package var array: [UInt8] { withUnsafeBytes { Array($0) } }
}
