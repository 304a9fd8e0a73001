import Bytes
import TestKit
import Testing

@Suite("Buffers, masks and Base64")
struct BytesTests {
    @Test("The Base64 vectors of RFC 4648 section 10 hold both ways, in both alphabets")
    func base64Vectors() {
        let vectors = [
            "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=",
            "foobar": "Zm9vYmFy",
        ]
        for (plain, coded) in vectors {
            #expect(Base64.standard.encode(plain.utf8) == coded)
            #expect(Base64.standard.decode(coded) == Array(plain.utf8))
            let bare = String(coded.prefix { $0 != "=" })
            #expect(Base64.url.encode(plain.utf8) == bare)
            #expect(Base64.url.decode(bare) == Array(plain.utf8))
            #expect(Base64.standard.decodedCount(of: coded.utf8Span.span.bytes) == plain.utf8.count)
            #expect(Base64.standard.encode(plain.utf8Span.span.bytes) == coded)
        }
        #expect(Base64.url.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64.standard.encode([0xFB, 0xFF]) == "+/8=")
    }

    @Test(
        "Base64 that no encoder writes is refused",
        arguments: ["Zg=", "Zg", "Z===", "====", "Zh==", "Zm9=", "Zm 9", "Z-==", "Zg==Zg=="])
    func base64Faults(text: String) {
        #expect(Base64.standard.decode(text) == nil)
        #expect(Base64.standard.decodedCount(of: text.utf8Span.span.bytes) == nil)
    }

    @Test("Unmasking reports whether all bytes are ASCII, except for a key of zeros")
    func unmaskedASCII() {
        let key = MaskingKey(littleEndian: 0x80FF_7F01)
        for length in 0...40 {
            for place in 0...length {
                var plain = [UInt8](repeating: 0x7F, count: length)
                if place < length { plain[place] = 0x80 }
                let masked = plain.enumerated().map { $1 ^ key.byte(at: $0) }
                ReceivedBytes.over(masked) { input in
                    let isASCII = input.mask(0..<length, with: key, phase: 0)
                    #expect(isASCII == (place == length))
                }
            }
        }
        ReceivedBytes.over([0x80]) { input in
            let isASCII = input.mask(0..<1, with: MaskingKey(littleEndian: 0), phase: 0)
            #expect(!isASCII)
        }
    }

    @Test("Masking equals masking byte by byte, for every length, phase and place")
    func masking() {
        let key = MaskingKey(littleEndian: 0x4433_2211)
        for length in 0...40 {
            for phase in 0..<4 {
                let plain = (0..<length).map { UInt8($0) }
                let expected = plain.enumerated().map { $1 ^ key.byte(at: phase + $0) }
                ReceivedBytes.over([9] + plain) { input in
                    input.mask(1..<length + 1, with: key, phase: phase)
                    #expect(input.withRemaining { $0.array } == [9] + expected)
                }
            }
        }
    }

    @Test("A buffer keeps its bytes as it grows, drops from the front and is shared")
    func buffer() {
        var buffer = ByteBuffer()
        var expected: [UInt8] = []
        for number in 0..<1_000 {
            let piece = [UInt8](repeating: UInt8(number & 0xFF), count: number % 7)
            buffer.append(piece)
            expected += piece
        }
        #expect(buffer.array == expected)
        buffer.removeFirst(100)
        #expect(buffer.array == Array(expected.dropFirst(100)))
        let taken = buffer.take()
        #expect(buffer.isEmpty && buffer.capacity == 0)
        #expect(taken.share().array == Array(expected.dropFirst(100)))
    }

    @Test("Bytes kept in registers come out in order")
    func inlineBytes() {
        var bytes = InlineBytes()
        bytes.append(bigEndian: UInt64(0x0102_0304_0506_0708))
        bytes.append(bigEndian: UInt32(0x090A_0B0C))
        #expect((0..<12).map { bytes[$0] } == Array(1...12))
        var buffer = ByteBuffer()
        buffer.append(bytes)
        #expect(buffer.array == Array(1...12))
    }

    @Test(
        "Numbers and literals are written as decimal text",
        arguments: [0, 9, 10, 200, 1_048_576, 9_999_999_999_999_999])
    func decimals(number: Int) {
        var buffer = ByteBuffer()
        buffer.append(decimal: number)
        buffer.append(literal: "é;")
        #expect(String(decoding: buffer.array, as: UTF8.self) == "\(number)é;")
    }

    @Test("Bytes are compared with literals, with and without case, and trimmed of blanks")
    func spans() {
        let text = Array(" \tUpGrade@[ ".utf8)
        let span = text.span.bytes
        let range = span.trimmingBlanks(0..<text.count)
        #expect(range == 2..<11 && span.trimmingBlanks(0..<2).isEmpty && span.trimmingBlanks(5..<5) == 5..<5)
        let name = span.extracting(range)
        #expect(name.equals("UpGrade@[") && !name.equals("upgrade@[") && !name.equals("UpGrade@") && !name.equals(""))
        // Not letters: a mask over the case bit would take them for ` and {.
        #expect(name.equals(ignoringCase: "upgrade@[") && !name.equals(ignoringCase: "upgrade`{"))
        #expect(span.firstIndex(of: UInt8(ascii: "@")) == 9 && span.firstIndex(of: 0) == nil)
        #expect(span.extracting(0..<0).equals("") && span.extracting(0..<0).firstIndex(of: 0) == nil)
        #expect(name.string == "UpGrade@[" && name.allSatisfy { $0 > 0x20 } && !span.allSatisfy { $0 > 0x20 })
    }

    @Test("Text is lowercased in ASCII alone")
    func lowercasing() {
        #expect(ASCII.lowercased("Upgrade@[`{É\u{212A}") == "upgrade@[`{É\u{212A}")
        #expect(ASCII.lowercased("xUPx".dropFirst().dropLast()) == "up" && ASCII.lowercased("") == "")
    }

    /// Anybody can send a field of 30 KB. What is generic over texts goes through it at a hundred times the cost.
    @Test("A long text is lowercased at the cost of a simple loop")
    func costOfLowercasing() {
        let text = String(repeating: "A", count: 1_000_000)
        var begun = processorTime()
        var sum = 0
        for byte in Array(text.utf8) { sum &+= Int(ASCII.lowercase(byte)) }
        let simple = processorTime() - begun
        begun = processorTime()
        #expect(ASCII.lowercased(text).utf8.count == text.utf8.count)
        #expect(processorTime() - begun <= 10 * simple + 20 && sum == 0x61 * 1_000_000)
    }
}
