import Bytes
import CZlib

/// Compresses messages as RFC 7692 section 7.2.1 says: raw DEFLATE, flushed after each message.
final class Deflater {
    /// The maximum distance of a back reference.
    let window: WindowBits
    // By address, as zlib's state points back at it.
    private let stream: UnsafeMutablePointer<z_stream>
    /// Whether what was compressed before must not be referred to.
    private var isStale = false

    init(window: WindowBits, _ settings: DeflateSettings) {
        self.window = window
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = zlib_deflate_init(stream, settings.level, window.forZlib, settings.memoryLevel)
        precondition(result == Z_OK, "deflateInit2: \(result)")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Lets the next message begin without what came before.
    func forget() {
        isStale = true
    }

    /// Appends the compressed form of a message, without the four bytes that the receiver adds.
    func compress(_ message: RawSpan, to output: inout ByteBuffer) {
        // Section 7.2.3.6: zlib makes nothing of nothing. This is the header of an empty stored block.
        guard message.byteCount > 0 else { return output.append(0x00) }
        if isStale {
            deflateReset(stream)
            isStale = false
        }
        let start = output.count
        message.withUnsafeBytes { input in
            // zlib reads through this pointer and does not write.
            stream.pointee.next_in = UnsafeMutablePointer(
                mutating: input.bindMemory(to: UInt8.self).baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            var isFull = true
            while isFull {
                let room = Int(deflateBound(stream, UInt(stream.pointee.avail_in))) + 16
                output.append(atMost: room) { room in
                    stream.pointee.next_out = room.bindMemory(to: UInt8.self).baseAddress
                    stream.pointee.avail_out = UInt32(room.count)
                    let result = deflate(stream, Z_SYNC_FLUSH)
                    // Z_BUF_ERROR: the last call had filled its room to the last byte, and nothing was left.
                    precondition(result == Z_OK || result == Z_BUF_ERROR, "deflate: \(result)")
                    isFull = stream.pointee.avail_out == 0
                    return room.count - Int(stream.pointee.avail_out)
                }
            }
            stream.pointee.next_in = nil
        }
        precondition(output.count >= start + 5, "a flush leaves a block and the end of an empty one")
        output.removeLast(4)
    }
}
