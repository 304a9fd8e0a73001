import Testing

@testable import GameRules

struct ASCIITextTests {
    @Test("A text has the characters that were appended, from none to as many as it holds")
    func characters() {
        for count in 0...ASCIIText.capacity {
            var text = ASCIIText()
            for index in 0..<count { text.append(UInt8(ascii: "a") + UInt8(index)) }
            #expect(text.text == String("abcdefghijklmnop".prefix(count)))
        }
    }

    @Test("Digits are padded with zeros, and those above the first place are left out")
    func digits() {
        var text = ASCIIText()
        text.append(digitsOf: 7, from: 100)
        text.append(digitsOf: 2026, from: 1_000)
        text.append(digitsOf: 1234, from: 10)
        #expect(text.text == "007202634")
    }
}
