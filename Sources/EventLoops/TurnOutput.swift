import Bytes
import Glibc

/// A run of bytes in a ``TurnOutput``.
struct Segment: Equatable {
    var start: UInt32
    var end: UInt32

    /// Bytes.
    var count: Int { Int(end - start) }
}

/// Everything that the connections of a shard are to be sent in one turn, one after the other. A connection only notes
/// which segments are its own, so a frame for a thousand connections is copied here once. The output of one connection
/// in a turn usually is one segment, and so one `send`.
struct TurnOutput: ~Copyable {
    /// Above this many bytes the turn's output is sent before the turn ends.
    static let softLimit = 1 << 20

    private var buffer = ByteBuffer()
    /// The shared bytes that were added last, and where: the next connection that is sent them gets the same segment.
    private var lastShared: SharedBytes?
    private var lastHeader = InlineBytes()
    private var lastSegment = Segment(start: 0, end: 0)

    /// Bytes held.
    var count: Int { buffer.count }

    mutating func append(_ header: InlineBytes, _ body: RawSpan) -> Segment {
        let start = buffer.count
        buffer.append(header)
        buffer.append(body)
        return Segment(start: UInt32(start), end: UInt32(buffer.count))
    }

    mutating func append(_ header: InlineBytes, _ body: SharedBytes) -> Segment {
        if lastShared === body && lastHeader == header { return lastSegment }
        lastSegment = body.withBytes { append(header, $0) }
        lastShared = body
        lastHeader = header
        return lastSegment
    }

    /// Calls `body` with the bytes of a segment.
    func withBytes<Result>(of segment: Segment, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[Int(segment.start)..<Int(segment.end)])) }
    }

    /// Forgets everything; all segments are invalid after it.
    mutating func removeAll() {
        lastShared = nil
        // A turn that was far above the usual gives its memory back.
        if buffer.capacity > 2 * TurnOutput.softLimit { buffer.release() } else { buffer.removeAll() }
    }
}
