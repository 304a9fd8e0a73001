import WebSockets

/// Bytes that claim to be a compressed message. First byte: the reading end's settings; second: the cut into reads;
/// third: how often the message is cut into fragments.
enum Inflation {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        var input = FuzzInput(bytes)
        let end = SocketEnd(variant: input.byte() << 3 | 4 | 1)
        let seed = input.byte()
        let pieces = 1 + Int(input.byte() % 4)
        var rest = input.remaining[...]
        var stream: [UInt8] = []
        let size = max(1, rest.count / pieces)
        for index in 0..<pieces {
            let isLast = index == pieces - 1
            let part = isLast ? rest : rest.prefix(size)
            rest = rest.dropFirst(part.count)
            // Text in the first frame, marked as compressed by RSV1; continuations after it.
            stream.append((isLast ? 0x80 : 0) | (index == 0 ? 0x41 : 0))
            stream += length(part.count) + part
        }
        try Frames.check(stream, end, seed)
    }

    private static func length(_ count: Int) -> [UInt8] {
        count < 126 ? [UInt8(count)] : [126, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
    }
}
