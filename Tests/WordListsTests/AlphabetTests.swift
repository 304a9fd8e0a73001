import GameRules
import Testing

@testable import WordLists

@Suite("Alphabets")
struct AlphabetTests {
    @Test(
        "Text becomes a word and back, in lower case",
        arguments: [
            ("en", "CRANE", "crane"), ("es", "Ñandú".replacing("ú", with: "u"), "ñandu"),
            ("de", "GRÜßE".replacing("ß", with: "ss"), "grüsse"),
        ])
    func roundTrip(language: String, text: String, lower: String) throws {
        let alphabet = try #require(Alphabet(language: language))
        #expect(try alphabet.text(alphabet.word(text)) == lower)
    }

    @Test(
        "A character that is no letter is refused, never repaired",
        arguments: [
            "cran\u{435}", "crane\u{301}", "cra ne", " crane", "crane\n", "cra\u{200B}ne", "ｃｒａｎｅ", "cr4ne", "cráne",
            "crane\u{0}", "ma\u{6E}\u{303}a", "\u{202E}crane", "straße", "\u{212A}ite",
        ])
    func badLetters(text: String) throws {
        let alphabet = try #require(Alphabet(language: "en"))
        #expect(throws: SpellingError.badLetters) { try alphabet.word(text) }
    }

    @Test("Decomposed letters are refused where the composed ones are letters")
    func decomposed() throws {
        let alphabet = try #require(Alphabet(language: "es"))
        #expect(throws: SpellingError.badLetters) { try alphabet.word("man\u{303}ana") }
        #expect(try alphabet.word("ma\u{F1}ana").count == 6)
    }

    @Test("A word has 1 to 11 letters")
    func lengths() throws {
        let alphabet = try #require(Alphabet(language: "en"))
        #expect(throws: SpellingError.wrongLength) { try alphabet.word("") }
        #expect(throws: SpellingError.wrongLength) { try alphabet.word("abcdefghijkl") }
        #expect(try alphabet.word("abcdefghijk").count == 11)
    }

    @Test(
        "Every letter is once on the keyboard, and letters stand in the order of code points",
        arguments: Alphabet.all.map(\.language))
    func tables(language: String) throws {
        let alphabet = try #require(Alphabet(language: language))
        #expect(alphabet.keyboard.joined().sorted() == alphabet.letters.indices.map { Letter(UInt8($0)) })
        #expect(alphabet.letters == alphabet.letters.sorted())
        for scalar in alphabet.letters {
            #expect(alphabet.letter(scalar) != nil)
            let upper = String(scalar).uppercased().unicodeScalars
            #expect(upper.count == 1 && upper.first.flatMap(alphabet.letter) == alphabet.letter(scalar))
        }
    }

    @Test("An unsupported language has no alphabet")
    func unknown() { #expect(Alphabet(language: "xx") == nil) }
}
