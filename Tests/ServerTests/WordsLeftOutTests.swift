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

    @Test("The file of words is read, and the lists stay whole: other days keep their words")
    func leftOut() throws {
        let file = NSTemporaryDirectory() + "tilerace-left-out-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data("# rude\n\n  crane\nstrange\nzzzzz\nu\u{308}ber\n".utf8).write(to: URL(filePath: file))
        var configuration = ServerConfiguration()
        configuration.wordsLeftOut = file
        #expect(try WordFiles.leftOut(configuration) == ["crane", "strange", "zzzzz", "über"])
        let (whole, other) = (try lexicon(without: ""), try lexicon(without: "crane\nstrange\n"))
        for (kind, length) in [(PuzzleLine.Kind.guess, 5), (.anagram, 7)] {
            let list = try #require(whole.list(of: kind, length: length))
            #expect(list.version == other.list(of: kind, length: length)?.version)
        }
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
        #expect(fault(all) == "words-left-out: no word of guess-en-5 is left")
        let rest = all.split(separator: "\n").dropFirst().joined(separator: "\n")
        #expect(fault(rest) == "none", "one is left")
    }
}
