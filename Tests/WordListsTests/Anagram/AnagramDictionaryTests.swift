import GameRules
import TestKit
import Testing

@testable import WordLists

@Suite("The dictionary of the anagram game")
struct AnagramDictionaryTests {
    private func dictionary(_ files: [(words: String, common: String)], from length: Int = 3) throws
        -> AnagramDictionary
    {
        try AnagramDictionary(
            alphabet: try #require(Alphabet(language: "en")),
            files.enumerated().map {
                AnagramDictionary.Files(
                    length: length + $0, words: Array($1.words.utf8), common: Array($1.common.utf8))
            })
    }

    private func word(_ text: String) throws -> Word { try #require(Alphabet(language: "en")).word(text) }

    @Test("Words and common words of all lengths are found, others are not")
    func lookup() throws {
        let dictionary = try dictionary([("ate\neat\neta\n", "ate\neat\n"), ("etas\nseat\n", "seat\n")])
        #expect(dictionary.language == "en" && dictionary.count == 5 && dictionary.commonCount == 3)
        for text in ["ate", "eat", "eta", "etas", "seat"] { #expect(try dictionary.contains(word(text)), "\(text)") }
        for text in ["tea", "at", "seats", "aaa", "zzzz"] { #expect(try !dictionary.contains(word(text)), "\(text)") }
        #expect(try dictionary.isCommon(word("seat")) && !dictionary.isCommon(word("etas")))
    }

    @Test("A fault of a file is named")
    func faults() throws {
        #expect(throws: WordListError.empty(.common)) { try dictionary([("ate\n", "")]) }
        #expect(throws: WordListError.unsorted(.common, line: 2)) { try dictionary([("ate\neat\n", "eat\nate\n")]) }
        #expect(throws: WordListError.commonNotInGuesses(line: 1)) { try dictionary([("ate\n", "eat\n")]) }
        #expect(throws: WordListError.wrongLength(.guesses, line: 1)) { try dictionary([("seat\n", "seat\n")]) }
    }

    /// The oracle asks the tiles for each word.
    @Test("The solutions of tiles are the words that can be laid, shorter ones first")
    func solutions() throws {
        var random = SplitMix(seed: 19)
        func file(_ length: Int) -> [String] {
            Set(
                (0..<300).map { _ in
                    String((0..<length).map { _ in "abcdef".randomElement(using: &random) ?? "a" })
                }
            ).sorted()
        }
        let files = (3...8).map { length in (words: file(length), common: [String]()) }
            .map { (words: $0.words, common: $0.words.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)) }
        let dictionary = try dictionary(
            files.map { ($0.words.joined(separator: "\n"), $0.common.joined(separator: "\n")) })
        for _ in 0..<300 {
            let count = Int.random(in: 4...8, using: &random)
            let tiles = Tiles(
                Word((0..<count).map { _ in Letter(UInt8.random(in: 0..<6, using: &random)) }))
            let solutions = dictionary.solutions(of: tiles)
            let all = try files.flatMap(\.words).map(word)
            let common = try files.flatMap(\.common).map(word)
            #expect(solutions.all == all.filter { tiles.canLay($0) })
            #expect(solutions.common == common.filter { tiles.canLay($0) })
            let counts = (3...count).map { length in all.count { $0.count == length && tiles.canLay($0) } }
            #expect(solutions.counts(upTo: count) == counts)
        }
    }
}
