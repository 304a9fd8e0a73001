/// A place for the bytes that protocol code wants sent: a connection, or a buffer in a test.
///
/// The bytes are taken in the order of the calls. A sink may drop all bytes of a call, for example when its peer is
/// gone, but never a part of them. So a frame is written in one call.
@usableFromInline package protocol ByteSink: AnyObject {
    /// Takes a copy of a header and of what it is the header of.
    func write(_ header: InlineBytes, _ body: RawSpan)
    /// Takes a header, and bytes that others may hold too; a sink that must keep them does so without copying.
    func write(_ header: InlineBytes, _ body: SharedBytes)
}

extension ByteSink {
    /// Takes a copy of the bytes of `span`.
    @inlinable
    package func write(_ span: RawSpan) {
        write(InlineBytes(), span)
    }

    /// Takes bytes that others may hold too.
    @inlinable
    package func write(_ bytes: SharedBytes) {
        write(InlineBytes(), bytes)
    }

    /// Takes a copy of what `buffer` holds.
    package func write(_ buffer: borrowing ByteBuffer) {
        buffer.withBytes { write($0) }
    }
}

/// A sink that keeps all bytes.
package final class CollectedBytes: ByteSink {
    private var buffer = ByteBuffer()

    /// Empty.
    package init() {}

    package func write(_ header: InlineBytes, _ body: RawSpan) {
        buffer.append(header)
        buffer.append(body)
    }

    package func write(_ header: InlineBytes, _ body: SharedBytes) {
        body.withBytes { write(header, $0) }
    }

    /// The bytes written so far.
    package var array: [UInt8] { buffer.array }

    /// Returns the bytes written since the last call.
    package func take() -> [UInt8] {
        defer { buffer.removeAll() }
        return buffer.array
    }

    /// Returns the bytes written so far as one shared value, and leaves the sink empty.
    package func share() -> SharedBytes {
        buffer.take().share()
    }
}
