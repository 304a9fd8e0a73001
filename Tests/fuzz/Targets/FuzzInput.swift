/// An input of libFuzzer: a few bytes that choose, and then the bytes for the reader.
struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Whether there is more.
    var isEmpty: Bool { rest.isEmpty }

    /// All that is left.
    var remaining: [UInt8] { Array(rest) }

    /// The next byte; 0 when there is none.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// Up to `count` bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// `bytes` cut as a network might: whole, byte by byte, and in pieces that `seed` decides. For long inputs not byte
    /// by byte, which takes too long.
    static func cuts(of bytes: [UInt8], seed: UInt8) -> [[[UInt8]]] {
        var cuts = [[bytes]]
        if bytes.count <= 512 { cuts.append(bytes.map { [$0] }) }
        var pieces: [[UInt8]] = []
        var state = UInt32(seed) &* 2_654_435_761 | 1
        var rest = bytes[...]
        while !rest.isEmpty {
            // xorshift: few and many, short and long pieces.
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            let size = 1 + Int(state % (seed & 1 == 0 ? 7 : 900))
            pieces.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return cuts + [pieces]
    }
}
