import CZlib

/// The gzip format (RFC 1952).
enum Gzip {
    /// Packs bytes as small as zlib can. The result depends on nothing else: it names no time and no system.
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        // Magic number, DEFLATE, no flags, no time, the densest packing, an unknown system.
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 255]
        packed += deflated(bytes)
        let checksum = UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
        for word in [checksum, UInt32(truncatingIfNeeded: bytes.count)] {
            packed += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
        return packed
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        let opened = zlib_deflate_init(&stream, Z_BEST_COMPRESSION, MAX_WBITS, 9)
        precondition(opened == Z_OK, "deflateInit2: \(opened)")
        defer { deflateEnd(&stream) }
        var input = bytes
        let room = Int(deflateBound(&stream, UInt(bytes.count)))
        return [UInt8](unsafeUninitializedCapacity: room) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(room)
                let result = deflate(&stream, Z_FINISH)
                precondition(result == Z_STREAM_END, "deflate in the room that it asked for: \(result)")
            }
            count = room - Int(stream.avail_out)
        }
    }
}
