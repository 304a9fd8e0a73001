import Testing

@testable import Rooms

@Suite struct RoomCodeTests {
    @Test(
        "A code is read in any case, with dashes and blanks",
        arguments: ["KYTE7", "kyte7", "kyte-7", " KYTE 7", "K-Y-T-E-7"])
    func readsWhatPeopleType(_ typed: String) { #expect(RoomCode(typed)?.text == "KYTE7") }

    @Test(
        "Text that is no code is refused",
        arguments: ["", "KYTE", "KYTE77", "KITE7", "KYTE0", "KYTE1", "KYLE7", "KYTÉ7", "KYTE7\n", "../..", "🟩🟩🟩🟩🟩"])
    func refusesTheRest(_ typed: String) { #expect(RoomCode(typed) == nil) }

    @Test("Random codes are uniform and never rude")
    func drawsEvenlyAndNothingRude() {
        var generator = SystemRandomNumberGenerator()
        var counts: [Character: Int] = [:]
        for _ in 0..<20_000 {
            let code = RoomCode.random { Int.random(in: 0..<$0, using: &generator) }
            #expect(!RoomCode.isRude(code.text))
            for character in code.text { counts[character, default: 0] += 1 }
        }
        let mean = 100_000 / RoomCode.characters.count
        #expect(counts.count == RoomCode.characters.count)
        #expect(counts.values.allSatisfy { (mean * 3 / 4...mean * 5 / 4).contains($0) })
    }

    @Test(
        "A code is rude also with digits in place of letters",
        arguments: ["FUCK2", "2FUCK", "XSEX2", "A55ES", "5EXY2", "SH4GS", "PEN52"])
    func knowsRudeCodesAlsoWithDigits(_ text: String) { #expect(RoomCode.isRude(text)) }
}
