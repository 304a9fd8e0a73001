import Foundation
import GameRules
import Puzzles
import Storage
import TestKit
import WordLists

@testable import Sessions

/// Words of five letters that stand nowhere in the protocol: where one of them appears in a message, somebody was told
/// it.
struct SimulatedWords {
    let alphabet: Alphabet
    /// Those that players guess without knowing anything.
    let guesses: [String]
    /// Those that are looked for, ascending.
    let answers: [String]
    /// What somebody who knows nothing tries as names: the secrets of this world and of its twin. Empty where worlds
    /// are not compared.
    let probes: [String]
    private let list: WordList

    /// Whether a word gets the same marks in the world and in its twin, whatever is looked for.
    func judgesAlike(_ word: String) -> Bool { probes.isEmpty || guesses.contains(word) }

    private init(guesses: [String], answers: [String], allowed: [String], probes: [String] = []) throws {
        guard let alphabet = Alphabet(language: "en") else { throw SimulationFault.noGuest }
        self.alphabet = alphabet
        self.guesses = guesses
        self.answers = answers
        self.probes = probes
        func text(_ words: [String]) -> [UInt8] { Array((words.joined(separator: "\n") + "\n").utf8) }
        list = try WordList(alphabet: alphabet, length: 5, answers: text(answers), guesses: text(allowed))
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
        guard answers.count > 400 else { throw SimulationFault.noGuest }
        // Few, so that players guess the same ones.
        let few = answers[..<400].map(String.init)
        try self.init(guesses: Array(few.prefix(60)), answers: few, allowed: few)
    }

    /// The words of some days from `day` on: for twins the ones at the same place of both lists, which the picker would
    /// not draw, as it follows from the list.
    func pinned(from day: Day) throws -> [PinnedPuzzle] {
        try (0..<60).map { number in
            PinnedPuzzle(
                puzzle: PuzzleID(line: .standard, day: day.advanced(by: number)),
                answer: try alphabet.word(answers[number * 7 % answers.count]), listVersion: list.version)
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

// MARK: Worlds that are compared

extension SimulatedWords {
    /// Two worlds' words: the second has the next letter of the alphabet for each letter of the first. So both lists
    /// have one order, every guess gets the same marks against its answer, and no word is in both. Every word can be
    /// guessed, and is an answer.
    static let shifted = Result {
        let (first, second) = (shifted(by: 0), shifted(by: 1))
        return try [first, second].map {
            try SimulatedWords(guesses: $0, answers: $0, allowed: $0, probes: first + second)
        }
    }

    /// Few words of every other letter, `shift` letters on: whoever tries words as names often tries the right one.
    private static func shifted(by shift: UInt8) -> [String] {
        var random = SplitMix(seed: 5)
        var words: Set<String> = []
        while words.count < 16 {
            let letters = (0..<5).map { _ in Array("acegikmoqsuw".utf8).randomElement(using: &random) ?? 0 }
            // No hexadecimal numbers.
            guard letters.contains(where: { $0 > UInt8(ascii: "g") }) else { continue }
            words.insert(String(decoding: letters.map { $0 + shift }, as: UTF8.self))
        }
        return words.sorted()
    }

    /// Two worlds' words: one list of guesses, in which other words are the answers, and each answer repeats its
    /// letters otherwise than the answer that the other world has in its place.
    ///
    /// All answers end in `m` and share no other letter with the words that players guess, so that a guess gets the
    /// same marks in both worlds. Who guesses the answer has the same marks too. All else that differs is secret: the
    /// letters of the answer, how many of them are the same, and where in the list it stands.
    static let reshaped = Result {
        let tries = [
            "bdfhj", "bdhfm", "dbmjf", "fdhjm", "fmbdd", "hbfdm", "hmjbd", "jjbdf", "jmmfb", "mbdfm", "mdjhm", "mmmmm",
        ]
        let (first, second) = (reshaped(0), reshaped(1))
        let allowed = (tries + first + second).sorted()
        return try [first, second].map {
            try SimulatedWords(guesses: tries, answers: $0, allowed: allowed, probes: first + second)
        }
    }

    /// Which of three letters stands where between the first and the last letter of an answer, or the first again (0).
    private static let shapes = [[1, 2, 3], [0, 1, 1], [1, 1, 2], [0, 0, 0], [1, 0, 2], [1, 1, 1]]

    /// One answer for each letter at its beginning; the other world's begin with other letters, and have the next
    /// shape.
    private static func reshaped(_ world: Int) -> [String] {
        var random = SplitMix(seed: 5)
        let letters = Array("acegiklnopqrstuvwxyz".utf8)
        return stride(from: world, to: letters.count, by: 2).enumerated().map { number, index in
            let others = [letters[index]] + letters.filter { $0 != letters[index] }.shuffled(using: &random)
            let middle = shapes[(number + world) % shapes.count].map { others[$0] }
            return String(decoding: [letters[index]] + middle + [UInt8(ascii: "m")], as: UTF8.self)
        }
    }
}
