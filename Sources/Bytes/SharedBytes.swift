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
    /// The bytes are held for as long as the program runs, so a further holder costs no memory.
    @usableFromInline package let isPermanent: Bool
    /// The owner of the memory, if these bytes are a part of other shared bytes.
    @usableFromInline let owner: SharedBytes?

    /// Takes over memory from `malloc`, of which the first `count` bytes are the content.
    @usableFromInline init(adopting base: UnsafeMutableRawPointer?, count: Int, isPermanent: Bool = false) {
        self.base = base
        self.count = count
        self.isPermanent = isPermanent
        owner = nil
    }

    /// A part of other bytes, whose memory it shares.
    package init(_ range: Range<Int>, of whole: SharedBytes) {
        precondition(range.lowerBound >= 0 && range.upperBound <= whole.count)
        base = whole.base.map { $0 + range.lowerBound }
        count = range.count
        isPermanent = whole.isPermanent
        owner = whole.owner ?? whole
    }

    /// A copy of the bytes of `span`; `isPermanent` if the caller keeps it for as long as the program runs.
    @inlinable
    package convenience init(copying span: RawSpan, isPermanent: Bool = false) {
        var buffer = ByteBuffer()
        buffer.reserve(span.byteCount)
        buffer.append(span)
        let (base, count) = buffer.disown()
        self.init(adopting: base, count: count, isPermanent: isPermanent)
    }

    deinit {
        if owner == nil { free(base) }
    }

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
