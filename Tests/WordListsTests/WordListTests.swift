import GameRules
import TestKit
import Testing

@testable import WordLists

@Suite("Word lists")
struct WordListTests {
    private func list(_ answers: String, _ guesses: String, language: String = "en") throws -> WordList {
        let alphabet = try #require(Alphabet(language: language))
        return try WordList(
            alphabet: alphabet, length: 4, answers: Array(answers.utf8), guesses: Array(guesses.utf8))
    }

    @Test("Words of the list are found and others are not; the last line end may be missing")
    func lookup() throws {
        let list = try list("cane\nzone", "cane\ndone\nzone\n")
        let alphabet = try #require(Alphabet(language: "en"))
        #expect(list.answerCount == 2 && list.guessCount == 3)
        #expect(try list.contains(alphabet.word("done")) && !list.isAnswer(alphabet.word("done")))
        #expect(try list.isAnswer(alphabet.word("zone")))
        for other in ["aaaa", "cana", "zzzz", "can", "canes"] { #expect(try !list.contains(alphabet.word(other))) }
        #expect(alphabet.text(list.answer(at: 1)) == "zone" && alphabet.text(list.guess(at: 1)) == "done")
    }

    @Test("Letters beyond a–z are read, and sorted as their bytes are")
    func spanish() throws {
        let list = try list("moño\nñoño\n", "mono\nmoño\nñoño\n", language: "es")
        let alphabet = try #require(Alphabet(language: "es"))
        #expect(try list.isAnswer(alphabet.word("ÑOÑO")))
    }

    @Test(
        "Every fault of a file is named with its line",
        arguments: [
            ("", "cane\n", WordListError.empty(.answers)),
            ("cane\n", "", .empty(.guesses)),
            ("cane\n", "cane\nCone\n", .badLetter(.guesses, line: 2)),
            ("cane\r\n", "cane\n", .badLetter(.answers, line: 1)),
            ("cane\n", "cane\nca\u{301}e\n", .badLetter(.guesses, line: 2)),
            ("cane\n", "cane\ncoñe\n", .badLetter(.guesses, line: 2)),
            ("cane\ncanes\n", "cane\n", .wrongLength(.answers, line: 2)),
            ("cane\n\n", "cane\n", .wrongLength(.answers, line: 2)),
            ("cane\ncane\n", "cane\n", .duplicate(.answers, line: 2)),
            ("cone\ncane\n", "cane\n", .unsorted(.answers, line: 2)),
            ("cane\ncone\n", "cane\ndone\n", .answerNotInGuesses(line: 2)),
        ])
    func faults(answers: String, guesses: String, fault: WordListError) {
        #expect(throws: fault) { try list(answers, guesses) }
        // A host reads it, who is no programmer.
        #expect(fault.description.contains(": ") && !"\(fault)".contains("("), "\(fault)")
    }

    @Test("The version depends on the answers alone")
    func version() throws {
        let version = try list("cane\nzone\n", "cane\nzone\n").version
        #expect(version == String(Digest(of: Array("cane\nzone\n".utf8)).text.prefix(16)))
        #expect(try list("cane\nzone", "cane\ndone\nzone\n").version == version)
        #expect(try list("cane\n", "cane\nzone\n").version != version)
        #expect(Digest(of: Array("abc".utf8)).text.hasPrefix("ba7816bf8f01cfea"))
    }

    @Test("The shipped lists load, packed, in little time")
    func shipped() throws {
        let bytes = try ShippedLists.lengths.map { ($0, try ShippedLists.bytes(length: $0)) }
        let alphabet = try #require(Alphabet(language: "en"))
        var words = 0
        let begun = processorTime()
        do {
            for (length, files) in bytes {
                let list = try WordList(
                    alphabet: alphabet, length: length, answers: files.answers, guesses: files.guesses)
                #expect(list.answerCount >= 300 && list.guessCount > list.answerCount)
                words += list.answerCount + list.guessCount
            }
        }
        let time = processorTime() - begun
        print("\(words) words, \(words * 8) bytes packed, read in \(time) ms")
        #expect(words * 8 < 2 << 20)
        // Far above the 50 ms of an optimised build: this one may be a debug build, or one that watches every access.
        #expect(time < 5_000)
    }
}
