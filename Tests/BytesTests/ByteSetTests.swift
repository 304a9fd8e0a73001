import Bytes
import Testing

@Suite struct ByteSetTests {
    @Test("A set has the bytes of its text, and no other")
    func contains() {
        let text: StaticString = "\0\t{}~\u{7F}\u{80}é\u{10FFFF}"
        let bytes = text.withUTF8Buffer(Array.init)
        let set = ByteSet(text)
        for byte in UInt8.min...UInt8.max { #expect(set.contains(byte) == bytes.contains(byte), "\(byte)") }
        #expect(!(UInt8.min...UInt8.max).contains { ByteSet("").contains($0) })
    }
}
