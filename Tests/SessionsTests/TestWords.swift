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

    /// The lines of a file of words.
    private static func words(_ file: String) throws -> [String] {
        try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8).split(separator: "\n").map(
            String.init)
    }

    /// Every word that a day can have.
    static func answers() throws -> [String] { try words("answers-5.txt") }

    /// `dropped`: words that are taken out of all lists.
    static func library(
        zone: String = "UTC", lengths: [Int] = [5], anagrams: Bool = false, without dropped: Set<String> = []
    ) throws -> PuzzleSource {
        let alphabet = try #require(Alphabet(language: "en"))
        let lists = try lengths.map { length in
            let files = try ["answers-\(length).txt", "guesses-\(length).txt"].map {
                Array((try words($0).filter { !dropped.contains($0) }.joined(separator: "\n") + "\n").utf8)
            }
            return try WordList(alphabet: alphabet, length: length, answers: files[0], guesses: files[1])
        }
        let seed = try #require(Seed([UInt8](repeating: 3, count: 32)))
        let lexicon =
            anagrams ? try TestWords.withAnagrams(alphabet, lists) : Lexicon(alphabet: alphabet, lists: lists)
        return PuzzleSource(lexicons: [lexicon], seed: seed, calendar: try ServerCalendar(zone: zone))
    }

    /// The line of anagrams, whose sources are spelled by the same seven letters each.
    static let anagramLine = PuzzleLine(kind: .anagram, language: "en", length: 7)
    /// The source of every anagram.
    static let source = "vibrant"
    /// Words that can be laid from its letters, with their points.
    static let laid = [
        ("bar", 9), ("rib", 9), ("tab", 9), ("brat", 16), ("brain", 25), ("train", 25), ("vibrant", 147),
    ]

    /// More words that can be laid, of those that few people know.
    static let rare = ["ant", "ran", "tin", "van"]

    private static func withAnagrams(_ alphabet: Alphabet, _ lists: [WordList]) throws -> Lexicon {
        func bytes(_ words: [String]) -> [UInt8] { Array((words.sorted().joined(separator: "\n") + "\n").utf8) }
        let sources = try WordList(
            alphabet: alphabet, length: 7, answers: bytes([source]), guesses: bytes([source, "zealots"]))
        let words = Dictionary(grouping: laid.map(\.0) + ["zebra", "zoo"], by: \.count).sorted { $0.key < $1.key }
        let files = words.map { length, common in
            AnagramDictionary.Files(
                length: length, words: bytes(common + rare.filter { $0.count == length }), common: bytes(common))
        }
        return Lexicon(
            alphabet: alphabet, lists: lists, sources: [sources],
            dictionary: try AnagramDictionary(alphabet: alphabet, files))
    }
}
