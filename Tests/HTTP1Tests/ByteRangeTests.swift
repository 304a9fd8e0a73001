import HTTP1
import Testing

@Suite struct ByteRangeTests {
    /// RFC 9110 sections 14.1.2 and 14.2, for a representation of 100 bytes.
    @Test(
        "A Range field selects its part of 100 bytes",
        arguments: [
            ("bytes=0-0", .part(0..<1)), ("bytes=0-99", .part(0..<100)), ("bytes=10-19", .part(10..<20)),
            ("bytes=99-", .part(99..<100)), ("bytes=0-", .part(0..<100)), ("BYTES=1-2", .part(1..<3)),
            ("bytes= 1-2 ", .part(1..<3)), ("bytes=90-1000", .part(90..<100)),
            ("bytes=0-99999999999999999999", .part(0..<100)), ("bytes=0-9223372036854775807", .part(0..<100)),
            ("bytes=-1", .part(99..<100)), ("bytes=-100", .part(0..<100)), ("bytes=-1000", .part(0..<100)),
            ("bytes=-99999999999999999999", .part(0..<100)),
            ("bytes=100-", .unsatisfiable), ("bytes=100-200", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=99999999999999999999-", .unsatisfiable),
            ("bytes=2-1", .ignored), ("bytes=", .ignored), ("bytes=-", .ignored), ("bytes", .ignored), ("", .ignored),
            ("bytes=a-b", .ignored), ("bytes=1", .ignored), ("bytes=+1-2", .ignored), ("bytes=1--2", .ignored),
            ("bytes=0x1-2", .ignored), ("bytes 1-2", .ignored), ("seconds=1-2", .ignored), ("bytes=1 -2", .ignored),
            // Several ranges: a server may ignore them.
            ("bytes=0-1,2-3", .ignored), ("bytes=0-1, -1", .ignored), ("bytes=0-,0-,0-,0-", .ignored),
        ] as [(String, ByteRange)])
    func whatIsAskedOfAHundredBytes(field: String, range: ByteRange) {
        #expect(ByteRange(field, length: 100) == range)
    }

    @Test("An empty representation has no satisfiable range")
    func nothingHasNoParts() {
        #expect(ByteRange("bytes=0-", length: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-1", length: 0) == .ignored)
    }
}
