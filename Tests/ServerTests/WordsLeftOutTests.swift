import Foundation
import GameRules
import TestKit
import Testing
import WordLists

@testable import Server

/// Words that the host wants nobody to have to look for.
struct WordsLeftOutTests {
    private func lexicon(without words: String) throws -> Lexicon {
        let file = NSTemporaryDirectory() + "tilerace-left-out-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data(words.utf8).write(to: URL(filePath: file))
        var configuration = ServerConfiguration()
        configuration.words = TestServer.root + "/config/words"
        configuration.wordsLeftOut = file
        return try #require(try WordFiles.lexicons(configuration).first)
    }

    private func fault(_ words: String) -> String {
        do { _ = try lexicon(without: words) } catch { return "\(error)" }
        return "none"
    }

    @Test("A word that is left out is no answer and no source of tiles, and can be guessed all the same")
    func leftOut() throws {
        let whole = try lexicon(without: "")
        func first(_ kind: PuzzleLine.Kind, _ length: Int) throws -> Word {
            try #require(whole.list(of: kind, length: length)).answer(at: 0)
        }
        let (guess, source) = (try first(.guess, 5), try first(.anagram, 7))
        let text = "# rude\n\n  \(whole.alphabet.text(guess))\n\(whole.alphabet.text(source))\nzzzzz\n"
        let rest = try lexicon(without: text)
        for (kind, word) in [(PuzzleLine.Kind.guess, guess), (.anagram, source)] {
            let before = try #require(whole.list(of: kind, length: word.count))
            let after = try #require(rest.list(of: kind, length: word.count))
            #expect(before.isAnswer(word) && !after.isAnswer(word) && after.contains(word))
            #expect(after.answerCount == before.answerCount - 1 && after.guessCount == before.guessCount)
            #expect(after.version != before.version)
        }
        let (before, after) = (whole.list(of: .guess, length: 6), rest.list(of: .guess, length: 6))
        #expect(before?.version == after?.version, "nothing of it was left out")
    }

    @Test("Lines that are no words, too many of them, and a list of which nothing is left are refused")
    func faults() throws {
        for line in ["Crane", "two words", "cr4ne", String(repeating: "a", count: 40)] {
            #expect(fault("crane\n\(line)\n").hasSuffix("line 2: must be a word of small letters"), "\(line)")
        }
        let letters = "abcdefghijklmnopqrstuvwxyz"
        var many: [String] = []
        for first in letters {
            for second in letters { for third in letters { many.append("\(first)\(second)\(third)") } }
        }
        many.removeSubrange((WordFiles.mostLeftOut + 1)...)
        #expect(fault(many.dropLast().joined(separator: "\n")) == "none")
        #expect(fault(many.joined(separator: "\n")).hasSuffix("has more than 10000 words"))
        let all = String(decoding: try ShippedLists.bytes(length: 5).answers, as: UTF8.self)
        #expect(fault(all) != "none")
    }
}
