import Foundation
import GameRules
import Puzzles
import Storage
import TestKit
import WordLists

@testable import Sessions

/// Words of five letters that stand nowhere in the protocol: where one of them appears in a message, somebody was told it.
struct SimulatedWords {
    let alphabet: Alphabet
    /// Those that players guess.
    let guesses: [String]
    private let list: WordList

    /// Two worlds' words: the second has the next letter of the alphabet for each letter of the first. So both lists have one order,
    /// every guess gets the same marks against its answer, and no word is in both.
    static let twins = Result { (try SimulatedWords(shift: 0), try SimulatedWords(shift: 1)) }

    /// Few words of every other letter, `shift` letters on: whoever tries words as names often tries the right one.
    private init(shift: UInt8) throws {
        var random = SplitMix(seed: 5)
        var words: Set<String> = []
        while words.count < 16 {
            let letters = (0..<5).map { _ in Array("acegikmoqsuw".utf8).randomElement(using: &random) ?? 0 }
            // No hexadecimal numbers.
            guard letters.contains(where: { $0 > UInt8(ascii: "g") }) else { continue }
            words.insert(String(decoding: letters.map { $0 + shift }, as: UTF8.self))
        }
        guard let alphabet = Alphabet(language: "en") else { throw SimulationFault.noGuest }
        self.alphabet = alphabet
        guesses = words.sorted()
        let text = Array((guesses.joined(separator: "\n") + "\n").utf8)
        list = try WordList(alphabet: alphabet, length: 5, answers: text, guesses: text)
    }

    static let shared = Result { try SimulatedWords() }

    private init() throws {
        let bytes = try ShippedLists.bytes(length: 5)
        let known = try SimulatedWords.vocabulary()
        func isTelling(_ word: Substring) -> Bool {
            // Ids, epochs and commitments are hexadecimal.
            !known.contains(SecretWord.number(String(word))) && !word.allSatisfy { "abcdef".contains($0) }
        }
        let answers = String(decoding: bytes.answers, as: UTF8.self).split(separator: "\n").filter(isTelling)
        guard let alphabet = Alphabet(language: "en"), answers.count > 400 else { throw SimulationFault.noGuest }
        // Few, so that players guess the same ones.
        let few = answers[..<400]
        self.alphabet = alphabet
        guesses = few.prefix(60).map(String.init)
        let text = Array((few.joined(separator: "\n") + "\n").utf8)
        list = try WordList(alphabet: alphabet, length: 5, answers: text, guesses: text)
    }

    /// The words of some days from `day` on: for twins the ones at the same place of both lists, which the picker would not draw, as
    /// it follows from the list.
    func pinned(from day: Day) throws -> [PinnedPuzzle] {
        try (0..<60).map { number in
            PinnedPuzzle(
                puzzle: PuzzleID(line: .today, day: day.advanced(by: number)),
                answer: try alphabet.word(guesses[number * 7 % guesses.count]), listVersion: list.version)
        }
    }

    /// Every run of five letters in the protocol's own words and in what is said in these tests.
    private static func vocabulary() throws -> Set<Int> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/protocol.md"), encoding: .utf8)
        let guests = (GuestName.adjectives + GuestName.animals).joined(separator: " ")
        let said = "Player At rest server’s room \(Simulation.password) \(guests) \(page)"
        var windows: Set<Int> = []
        for run in said.lowercased().split(whereSeparator: { !("a"..."z").contains($0) }) where run.count >= 5 {
            let letters = Array(run)
            for start in 0...letters.count - 5 { windows.insert(SecretWord.number(String(letters[start..<start + 5]))) }
        }
        return windows
    }

    func library(zone: String) throws -> PuzzleLibrary {
        guard let seed = Seed([UInt8](repeating: 3, count: 32)) else { throw SimulationFault.noGuest }
        return PuzzleLibrary(
            lexicons: [Lexicon(alphabet: alphabet, lists: [list])], seed: seed, calendar: try ServerCalendar(zone: zone)
        )
    }
}
