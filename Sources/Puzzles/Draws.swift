/// An endless, reproducible stream of uniform numbers: HMAC-SHA-256 in counter mode, read as big-endian 32-bit numbers.
///
/// Block i is the code of `label ‖ 0 ‖ i`, with i as 8 bytes, big-endian. All eight numbers of a block are used, in
/// order. Golden values in the tests freeze the format: a change would change the words of every server.
struct Draws {
    private let hash: KeyedHash
    private let label: [UInt8]
    private var block: [UInt8] = []
    private var position = 0
    private var counter: UInt64 = 0

    /// Creates the stream named `label`, which must not contain a zero byte.
    init(_ hash: KeyedHash, label: String) {
        self.hash = hash
        self.label = Array(label.utf8) + [0]
    }

    /// Returns a uniform number below `bound`. Numbers of the incomplete last run of `bound` are rejected and drawn
    /// again, so that all results are equally likely. Precondition: `bound` is 1 to 2^32.
    mutating func next(below bound: Int) -> Int {
        precondition((1...(1 << 32)).contains(bound))
        let accepted = (1 << 32) / bound * bound
        while true {
            let number = nextNumber()
            if number < accepted { return number % bound }
        }
    }

    private mutating func nextNumber() -> Int {
        if position == block.count {
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: counter >> UInt64(56 - 8 * $0)) }
            block = hash.code(for: label + bytes)
            counter += 1
            position = 0
        }
        defer { position += 4 }
        return block[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
