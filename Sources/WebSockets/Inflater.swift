import Bytes
import CZlib

/// Decompresses messages (RFC 7692 section 7.2.2) in pieces of any size, into room of any size.
final class Inflater {
    /// The reason why decompression stopped.
    enum Pause {
        /// The input is consumed and everything that follows from it is written, or the room is full.
        case none
        /// A final block ended. What follows is read as if the stream went on (section 7.2.3.5).
        case finalBlock
        /// The input is no DEFLATE (RFC 1951).
        case corrupt
    }

    /// The maximum distance of the peer's back references.
    let window: WindowBits
    private let stream: UnsafeMutablePointer<z_stream>
    /// Whether the last thing read was the end of a final block.
    private(set) var isAtFinalEnd = false
    /// Whether a message can end here: at the end of a block that ends with a byte.
    private(set) var isBetweenBlocks = false

    init(window: WindowBits) {
        self.window = window
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let result = zlib_inflate_init(stream, window.forZlib)
        precondition(result == Z_OK, "inflateInit2: \(result)")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// About the bytes of memory that it takes: its window, and zlib's state with its tables (7 KiB, as zlib's zconf.h
    /// says).
    var memory: Int { window.size + 7_168 }

    /// Forgets what it has read.
    func reset() {
        inflateReset(stream)
        isAtFinalEnd = false
        isBetweenBlocks = false
    }

    /// Reads from `input` and appends at most `room` bytes to `output`; says how many bytes it has read.
    func step(_ input: RawSpan, to output: inout ByteBuffer, room: Int) -> (read: Int, pause: Pause) {
        if isAtFinalEnd && input.byteCount > 0 {
            // Keeps the window: a peer with context refers across final blocks too.
            inflateResetKeep(stream)
            isAtFinalEnd = false
        }
        var result = Z_OK
        input.withUnsafeBytes { input in
            // zlib reads through this pointer and does not write.
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            output.append(atMost: room) { room in
                stream.pointee.next_out = room.bindMemory(to: UInt8.self).baseAddress
                stream.pointee.avail_out = UInt32(room.count)
                result = inflate(stream, Z_SYNC_FLUSH)
                return room.count - Int(stream.pointee.avail_out)
            }
        }
        let read = input.byteCount - Int(stream.pointee.avail_in)
        if read > 0 {
            // zlib.h on inflate(): 128 after the end of a block, plus the unused bits of the last byte. A call that
            // reads nothing forgets it.
            isBetweenBlocks = stream.pointee.data_type & 128 != 0 && stream.pointee.data_type & 63 == 0
        }
        switch result {
        // Z_BUF_ERROR: nothing could be done, for want of input or of room.
        case Z_OK, Z_BUF_ERROR: return (read, .none)
        case Z_STREAM_END:
            isAtFinalEnd = true
            return (read, .finalBlock)
        case Z_DATA_ERROR: return (read, .corrupt)
        default: preconditionFailure("inflate: \(result)")
        }
    }
}
