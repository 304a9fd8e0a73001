/// Where protocol code puts the bytes it wants sent: a connection, or a buffer in a test.
///
/// The bytes are taken in the order of the calls. A sink may drop them (its peer is gone); who writes need not know.
package protocol ByteSink: AnyObject {
    /// Takes a few bytes held in registers.
    func write(_ bytes: InlineBytes)
    /// Takes a copy of the bytes of `span`.
    func write(_ span: RawSpan)
    /// Takes bytes that others may hold too; a sink that must keep them does so without copying.
    func write(_ bytes: SharedBytes)
}

extension ByteSink {
    /// Takes a copy of what `buffer` holds.
    package func write(_ buffer: borrowing ByteBuffer) {
        buffer.withBytes { write($0) }
    }
}

/// A sink that keeps what it is given.
package final class CollectedBytes: ByteSink {
    private var buffer = ByteBuffer()

    /// Empty.
    package init() {}

    package func write(_ bytes: InlineBytes) { buffer.append(bytes) }
    package func write(_ span: RawSpan) { buffer.append(span) }
    package func write(_ bytes: SharedBytes) { bytes.withBytes { buffer.append($0) } }

    /// What was written so far.
    package var array: [UInt8] { buffer.array }

    /// What was written since the last call.
    package func take() -> [UInt8] {
        defer { buffer.removeAll() }
        return buffer.array
    }

    /// What was written so far, as one value that many can hold. Leaves the sink empty.
    package func share() -> SharedBytes {
        buffer.take().share()
    }
}
