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
    /// Words that players guess without knowing anything.
    let guesses: [String]
    /// The answers, ascending.
    let answers: [String]
    /// Names that a player who knows nothing tries: the secrets of this world and of its twin. Empty where worlds are
    /// not compared.
    let probes: [String]
    /// The probes that are answers of guess games.
    let guessProbes: [String]
    /// Words that anagrams are made of, ascending.
    let sources: [String]
    /// Words that players lay without knowing anything, ascending: words that can be laid from the letters of some
    /// source.
    let laid: [String]
    /// All words that count in anagrams.
    private let dictionary: [String]
    private let lexicon: Lexicon

    /// The line of the anagrams.
    static let anagrams = PuzzleLine(kind: .anagram, language: "en", length: 7) ?? .standard

    /// Every word that can be laid from these letters, by the counts of letters: the slow way.
    func layable(from letters: some Sequence<UInt8>) -> [String] {
        Set(dictionary).filter { word in
            var left = Array(letters)
            return word.utf8.allSatisfy { letter in
                guard let place = left.firstIndex(of: letter) else { return false }
                left.remove(at: place)
                return true
            }
        }
        .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    }

    /// Whether a word gets the same marks in the world and in its twin, whatever is looked for.
    func judgesAlike(_ word: String) -> Bool { probes.isEmpty || guesses.contains(word) }

    /// `layable`: all words that can be laid, those of `tray` besides.
    private init(
        guesses: [String], answers: [String], allowed: [String], probes: [String] = [], tray: Tray,
        layable: [String] = []
    ) throws {
        guard let alphabet = Alphabet(language: "en") else { throw SimulationFault.noGuest }
        self.alphabet = alphabet
        self.guesses = guesses
        self.answers = answers
        self.probes = probes
        guessProbes = probes.filter { $0.utf8.count == 5 }
        sources = tray.sources
        laid = tray.laid
        func text(_ words: [String]) -> [UInt8] { Array((words.joined(separator: "\n") + "\n").utf8) }
        let list = try WordList(alphabet: alphabet, length: 5, answers: text(answers), guesses: text(allowed))
        dictionary = Set(tray.sources + tray.laid + layable).sorted()
        let all = Dictionary(grouping: dictionary, by: \.count).sorted { $0.key < $1.key }
        let files = all.map { length, words in
            AnagramDictionary.Files(length: length, words: text(words.sorted()), common: text(words.sorted()))
        }
        lexicon = Lexicon(
            alphabet: alphabet, lists: [list],
            sources: [
                try WordList(
                    alphabet: alphabet, length: 7, answers: text(tray.sources), guesses: text(tray.sources))
            ], dictionary: try AnagramDictionary(alphabet: alphabet, files))
    }

    /// The sources of anagrams, and the words laid from them; both ascending.
    private struct Tray {
        let sources: [String]
        let laid: [String]

        init(sources: [String], laid: some Sequence<String>) {
            self.sources = sources.sorted()
            self.laid = laid.sorted()
        }

        /// Sources with words of some of their letters, as many for each as there are lengths.
        init<Numbers: RandomNumberGenerator>(of sources: [String], lengths: [Int], using random: inout Numbers) {
            var laid: Set<String> = []
            for source in sources {
                for length in lengths { laid.insert(String(source.shuffled(using: &random).prefix(length))) }
            }
            self.init(sources: sources, laid: laid)
        }
    }

    /// Letters of anagrams of which five in a row stand nowhere in the protocol, in numbers or in names.
    private static func consonants() -> Tray {
        var random = SplitMix(seed: 6)
        var sources: [Set<Character>: String] = [:]
        while sources.count < 16 {
            let letters = "bhjkmnpqvwxz".shuffled(using: &random).prefix(7)
            sources[Set(letters)] = String(letters)
        }
        return Tray(of: sources.values.sorted(), lengths: [5, 5, 5], using: &random)
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
        try self.init(guesses: Array(few.prefix(60)), answers: few, allowed: few, tray: SimulatedWords.consonants())
    }

    /// The words of some days from `day` on. For twins they are those at the same place of both lists. The picker would
    /// not draw them so, as its draw follows from the list.
    func pinned(from day: Day) throws -> [PinnedPuzzle] {
        try [(PuzzleLine.standard, answers), (SimulatedWords.anagrams, sources)].flatMap { line, answers in
            guard let list = lexicon.list(of: line.kind, length: line.length) else {
                throw SimulationFault.noGuest
            }
            return try (0..<60).map { number in
                PinnedPuzzle(
                    puzzle: PuzzleID(line: line, day: day.advanced(by: number)),
                    answer: try alphabet.word(answers[number * 7 % answers.count]), listVersion: list.version)
            }
        }
    }

    /// Every run of five letters in the protocol's own words and in what is said in these tests.
    private static func vocabulary() throws -> Set<Int> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/protocol.md"), encoding: .utf8)
        let guests = (GuestName.adjectives + GuestName.animals).joined(separator: " ")
        let refusals = try sentences(of: root.appending(path: "Sources"))
        let said = "Player At rest server’s room \(Simulation.password) \(guests) \(page) \(refusals)"
        var windows: Set<Int> = []
        for run in said.lowercased().split(whereSeparator: { !("a"..."z").contains($0) }) where run.count >= 5 {
            let letters = Array(run)
            for start in 0...letters.count - 5 { windows.insert(SecretWord.number(String(letters[start..<start + 5]))) }
        }
        return windows
    }

    /// All texts of the program in which refusals are worded: they are the same whatever the word is.
    private static func sentences(of folder: URL) throws -> String {
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let sources = try files.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        return sources.filter { $0.contains("ErrorReply(") }
            .flatMap { $0.components(separatedBy: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element) }
            .joined(separator: " ")
    }

    /// The tiles of a pinned puzzle; nil in other kinds of games.
    func tiles(of pinned: PinnedPuzzle) -> [UInt8]? {
        guard let seed = SimulatedWords.seed else { return nil }
        let salt = Salt(seed: seed, puzzle: pinned.puzzle)
        let secret = PuzzleSecret(answer: pinned.answer, of: pinned.puzzle.line, salt: salt)
        return secret.tiles.map { Array(alphabet.text($0.letters).utf8) }
    }

    private static let seed = Seed([UInt8](repeating: 3, count: 32))

    func library(zone: String) throws -> PuzzleSource {
        guard let seed = SimulatedWords.seed else { throw SimulationFault.noGuest }
        return PuzzleSource(lexicons: [lexicon], seed: seed, calendar: try ServerCalendar(zone: zone))
    }
}

// MARK: Worlds that are compared

extension SimulatedWords {
    /// Two worlds' words: the second has the next letter of the alphabet for each letter of the first. So both lists
    /// have one order, every guess gets the same marks against its answer, and no word is in both. Every word can be
    /// guessed, and is an answer.
    static let shifted = Result {
        let (first, second) = (shifted(by: 0), shifted(by: 1))
        let trays = [UInt8(0), 1].map { shift in
            // Drawn alike in both worlds: the letters stand at the same places.
            var random = SplitMix(seed: 7)
            return Tray(of: shifted(by: shift, count: 12, length: 7), lengths: [3, 4, 5, 6], using: &random)
        }
        let probes = first + second + trays.flatMap(\.sources)
        return try zip([first, second], trays).map {
            try SimulatedWords(guesses: $0, answers: $0, allowed: $0, probes: probes, tray: $1)
        }
    }

    /// Few words of every other letter, `shift` letters on: whoever tries words as names often tries the right one.
    private static func shifted(by shift: UInt8, count: Int = 16, length: Int = 5) -> [String] {
        var random = SplitMix(seed: 5)
        var words: Set<String> = []
        while words.count < count {
            let letters = (0..<length).map { _ in Array("acegikmoqsuw".utf8).randomElement(using: &random) ?? 0 }
            // No hexadecimal numbers.
            guard letters.contains(where: { $0 > UInt8(ascii: "g") }) else { continue }
            words.insert(String(decoding: letters.map { $0 + shift }, as: UTF8.self))
        }
        return words.sorted()
    }

    /// The words of two worlds: one list of guesses, in which other words are the answers. Each answer repeats its
    /// letters otherwise than the answer that the other world has in its place.
    ///
    /// All answers end in `m` and share no other letter with the words that players guess. So a guess gets the same
    /// marks in both worlds. Who guesses the answer has the same marks too. All else that differs is secret: the
    /// letters of the answer, how many of them are the same, and where in the list it stands.
    ///
    /// So it is with anagrams: all sources have three letters from which players lay words, and differ in the others.
    static let reshaped = Result {
        let tries = [
            "bdfhj", "bdhfm", "dbmjf", "fdhjm", "fmbdd", "hbfdm", "hmjbd", "jjbdf", "jmmfb", "mbdfm", "mdjhm", "mmmmm",
        ]
        let (first, second) = (reshaped(0), reshaped(1))
        let allowed = (tries + first + second).sorted()
        let sources = [reshaped(0, end: "bdf"), reshaped(1, end: "bdf")]
        let probes = first + second + sources.joined()
        return try zip([first, second], sources).map {
            try SimulatedWords(
                guesses: tries, answers: $0, allowed: allowed, probes: probes,
                tray: Tray(sources: $1, laid: ["bdf", "bfd", "dbf", "dfb", "fbd", "fdb"]),
                layable: sources.flatMap(\.self))
        }
    }

    /// Which of three letters stands where between the first and the last letter of an answer, or the first again (0).
    private static let shapes = [[1, 2, 3], [0, 1, 1], [1, 1, 2], [0, 0, 0], [1, 0, 2], [1, 1, 1]]

    /// One answer for each letter at its beginning; the other world's begin with other letters, and have the next
    /// shape.
    private static func reshaped(_ world: Int, end: String = "m") -> [String] {
        var random = SplitMix(seed: 5)
        let letters = Array("acegiklnopqrstuvwxyz".utf8)
        return stride(from: world, to: letters.count, by: 2).enumerated().map { number, index in
            let others = [letters[index]] + letters.filter { $0 != letters[index] }.shuffled(using: &random)
            let middle = shapes[(number + world) % shapes.count].map { others[$0] }
            return String(decoding: [letters[index]] + middle + Array(end.utf8), as: UTF8.self)
        }
    }
}
