/// Cuts a stream of bytes as a network might, to show that a reader gives the same result for every cut.
package enum Chunker {
    /// The stream whole, byte by byte, cut in two at every place (up to 300 places), and in `random` ways drawn from
    /// `seed`.
    package static func cuts(of bytes: [UInt8], random: Int = 40, seed: UInt64 = 1) -> [[[UInt8]]] {
        var cuts = [[bytes], bytes.map { [$0] }]
        let step = max(1, bytes.count / 300)
        for place in stride(from: 1, to: max(bytes.count, 1), by: step) {
            cuts.append([Array(bytes[..<place]), Array(bytes[place...])])
        }
        var draws = Draws(seed: seed)
        for _ in 0..<random {
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let size = Int(draws.next() % UInt64(min(rest.count, 1 + Int(draws.next() % 40)))) + 1
                pieces.append(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            cuts.append(pieces)
        }
        return cuts
    }

    /// Numbers that are the same in every run (xorshift64*).
    package struct Draws: RandomNumberGenerator {
        private var state: UInt64

        /// The sequence of a seed.
        package init(seed: UInt64) { state = seed | 1 }

        /// The next number.
        package mutating func next() -> UInt64 {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return state &* 0x2545_F491_4F6C_DD1D
        }
    }
}
