import Foundation
import GameRules
import Puzzles
import Testing
import WordLists

@testable import Sessions

/// The real five-letter list under a fixed seed.
enum TestWords {
    /// Words that can be guessed, none of them a word of the protocol, so that a scan for letters cannot hit a field.
    static let words = ["adieu", "banjo", "cello", "fjord", "vivid", "haiku", "igloo", "jumpy"]

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("config/words/en")

    /// Every word that a day can have.
    static func answers() throws -> [String] {
        try String(contentsOf: folder.appendingPathComponent("answers-5.txt"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    /// `dropped`: words that are taken out of both lists.
    static func library(zone: String = "UTC", without dropped: Set<String> = []) throws -> PuzzleLibrary {
        let files = try ["answers-5.txt", "guesses-5.txt"].map {
            let words = try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8).split(
                separator: "\n")
            return Array((words.filter { !dropped.contains(String($0)) }.joined(separator: "\n") + "\n").utf8)
        }
        let alphabet = try #require(Alphabet(language: "en"))
        let list = try WordList(alphabet: alphabet, length: 5, answers: files[0], guesses: files[1])
        let seed = try #require(Seed([UInt8](repeating: 3, count: 32)))
        return PuzzleLibrary(
            lexicons: [Lexicon(alphabet: alphabet, lists: [list])], seed: seed,
            calendar: try ServerCalendar(zone: zone))
    }
}
