import GameRules
import TestKit
import Testing

@Suite("Words")
struct WordTests {
    @Test("Letters come back as they were put in", arguments: ["a", "z", "crane", "abracadabra", "zzzzzzzzzzz"])
    func roundTrip(text: String) {
        let word = Word(spelled: text)
        #expect(word.spelling == text)
        #expect(word.count == text.count)
        #expect(Word(packed: word.packed) == word)
        #expect(word.packed < 1 << 59)
    }

    @Test("Words of one length sort as their text does, shorter ones first")
    func order() {
        var random = SplitMix(seed: 1)
        let texts = (0..<500).map { _ in
            String(decoding: (0..<5).map { _ in UInt8.random(in: 0x61...0x7A, using: &random) }, as: UTF8.self)
        }
        #expect(texts.map(Word.init(spelled:)).sorted().map(\.spelling) == texts.sorted())
        #expect(Word(spelled: "zz") < Word(spelled: "aaa"))
    }

    @Test("Integers that no word packs to are refused")
    func packed() {
        #expect(Word(packed: 0) == nil)
        #expect(Word(packed: 12 << 55) == nil)
        #expect(Word(packed: UInt64.max) == nil)
        #expect(Word(packed: Word(spelled: "crane").packed | 1) == nil)
    }
}
