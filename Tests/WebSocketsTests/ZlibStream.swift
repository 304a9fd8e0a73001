import CZlib

/// zlib itself, used another way than the code under test does: the oracle for what is sent and received.
enum ZlibStream {
    /// Raw DEFLATE of several pieces, each flushed as said.
    static func deflate(
        _ pieces: [(bytes: [UInt8], flush: Int32)], window: Int32 = 15, level: Int32 = 6,
        strategy: Int32 = Z_DEFAULT_STRATEGY
    ) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard deflateInit2_(&stream, level, Z_DEFLATED, -window, 9, strategy, ZLIB_VERSION, size) == Z_OK else {
            return []
        }
        defer { deflateEnd(&stream) }
        var output: [UInt8] = []
        for (bytes, flush) in pieces {
            var input = bytes
            // Also for what zlib holds back of the pieces before.
            var room = [UInt8](repeating: 0, count: bytes.count + bytes.count / 8 + 100_000)
            let capacity = room.count
            input.withUnsafeMutableBufferPointer { input in
                room.withUnsafeMutableBufferPointer { room in
                    stream.next_in = input.baseAddress
                    stream.avail_in = UInt32(input.count)
                    stream.next_out = room.baseAddress
                    stream.avail_out = UInt32(capacity)
                    _ = CZlib.deflate(&stream, flush)
                }
            }
            output += room.prefix(capacity - Int(stream.avail_out))
        }
        return output
    }

    /// The bytes of a message without the four that its receiver adds.
    static func message(_ bytes: [UInt8], window: Int32 = 15, level: Int32 = 6, strategy: Int32 = 0) -> [UInt8] {
        Array(deflate([(bytes, Z_SYNC_FLUSH)], window: window, level: level, strategy: strategy).dropLast(4))
    }

    /// Reads messages one byte of output at a time, so that nothing further back than the window is at hand. Nil for a
    /// reference that is too far.
    final class Reader {
        private let stream: UnsafeMutablePointer<z_stream>

        init(window: Int32) {
            stream = .allocate(capacity: 1)
            stream.initialize(to: z_stream())
            inflateInit2_(stream, -window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        }

        deinit {
            inflateEnd(stream)
            stream.deallocate()
        }

        /// Forgets the messages before.
        func forget() { inflateReset(stream) }

        func read(_ compressed: [UInt8]) -> [UInt8]? {
            var input = compressed + [0, 0, 0xFF, 0xFF]
            var output: [UInt8] = []
            return input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
                stream.pointee.next_in = input.baseAddress
                stream.pointee.avail_in = UInt32(input.count)
                while true {
                    var byte: UInt8 = 0
                    let result = withUnsafeMutablePointer(to: &byte) { byte in
                        stream.pointee.next_out = byte
                        stream.pointee.avail_out = 1
                        return inflate(stream, Z_SYNC_FLUSH)
                    }
                    if result == Z_DATA_ERROR { return nil }
                    guard stream.pointee.avail_out == 0 else { return output }
                    output.append(byte)
                }
            }
        }
    }
}

/// Messages of all kinds: text, noise, one byte over and over.
enum SampleMessages {
    /// Words as in the game's messages, by seed.
    static func text(_ count: Int, seed: UInt64) -> [UInt8] {
        var source = Source(seed: seed)
        let words = [
            #"{"type":"judged","#, #""marks":"00212","#, #""row":"#, "crane", "glide", "0", "17", #"},"#, "✓", "é",
        ]
        var bytes: [UInt8] = []
        while bytes.count < count { bytes += Array(words[source.below(words.count)].utf8) }
        // Cut where a character ends.
        while bytes.count > count || bytes.last.map({ $0 >= 0x80 }) == true { bytes.removeLast() }
        return bytes + [UInt8](repeating: 0x20, count: count - bytes.count)
    }

    /// Bytes that do not compress.
    static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
        var source = Source(seed: seed)
        return (0..<count).map { (_: Int) -> UInt8 in UInt8(truncatingIfNeeded: source.next() >> 11) }
    }

    /// Numbers that are the same in every run.
    struct Source {
        private var state: UInt64
        init(seed: UInt64) { state = seed &* 2 &+ 1 }
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
        mutating func below(_ bound: Int) -> Int { Int(next() >> 33) % bound }
    }
}
