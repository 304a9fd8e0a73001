import Foundation
import GameRules
import Sessions
import WordLists

/// Reads the word lists of a language from `config/words/<language>/`.
package enum WordFiles {
    /// The lengths whose lists ship.
    static let lengths = 4...8

    /// Reads the lists that the settings ask for.
    static func lexicons(_ configuration: ServerConfiguration) throws(ConfigurationFault) -> [Lexicon] {
        let lexicons = try lexicons(folder: configuration.words, for: configuration.lines)
        try checkSomeAreLeft(lexicons, without: try leftOut(configuration))
        return lexicons
    }

    /// Reads the words that are never drawn, and can be guessed all the same.
    static func leftOut(_ configuration: ServerConfiguration) throws(ConfigurationFault) -> Set<String> {
        configuration.wordsLeftOut.isEmpty ? [] : try leftOut(configuration.wordsLeftOut)
    }

    /// Reads the lists for lines of puzzles, a lexicon for each of their languages. Each line must have words.
    package static func lexicons(
        folder: String, for lines: [PuzzleLine]
    ) throws(ConfigurationFault) -> [Lexicon] {
        var lexicons: [Lexicon] = []
        for line in lines where !lexicons.contains(where: { $0.language == line.language }) {
            guard Alphabet(language: line.language) != nil else {
                throw ConfigurationFault("lines: there are no words in the language “\(line.language)”")
            }
            let kinds = lines.filter { $0.language == line.language }.map(\.kind)
            lexicons.append(try lexicon(folder: folder, language: line.language, kinds: Set(kinds)))
        }
        try check(lines, have: lexicons, in: folder)
        return lexicons
    }

    /// Throws for the first line that has no words.
    static func check(
        _ lines: [PuzzleLine], have lexicons: [Lexicon], in folder: String
    ) throws(ConfigurationFault) {
        for line in lines {
            let lexicon = lexicons.first { $0.language == line.language }
            guard lexicon?.list(of: line.kind, length: line.length) == nil else { continue }
            throw ConfigurationFault("lines: there are no words for \(line.text) in \(folder)")
        }
    }

    /// Reads the lists of every length for these kinds of games. Those of anagrams are read wherever they are. A line
    /// that is no daily race any more keeps its past days, its rankings and its sprints.
    package static func lexicon(
        folder: String, language: String, kinds: Set<PuzzleLine.Kind> = [.guess]
    ) throws(ConfigurationFault) -> Lexicon {
        guard let alphabet = Alphabet(language: language) else {
            throw ConfigurationFault("the game does not know the language “\(language)”")
        }
        var lists: [WordList] = []
        for length in lengths {
            let answers = try read("word list", "\(folder)/\(language)/answers-\(length).txt")
            let guesses = try read("word list", "\(folder)/\(language)/guesses-\(length).txt")
            do {
                lists.append(try WordList(alphabet: alphabet, length: length, answers: answers, guesses: guesses))
            } catch {
                throw ConfigurationFault("word lists of length \(length) in \(folder)/\(language): \(error)")
            }
        }
        let path = "\(folder)/\(language)"
        var lexicon = Lexicon(alphabet: alphabet, lists: lists)
        for kind in PuzzleLine.Kind.allCases {
            switch kind {
            // It has the lists that every kind shares.
            case .guess: break
            case .anagram:
                guard kinds.contains(kind) || hasAnagrams(path) else { break }
                lexicon = try withAnagrams(path, alphabet, lists)
            }
        }
        return lexicon
    }

    /// Throws for a list all of whose answers are left out.
    private static func checkSomeAreLeft(
        _ lexicons: [Lexicon], without leftOut: Set<String>
    ) throws(ConfigurationFault) {
        for lexicon in lexicons {
            let lines = PuzzleLine.Kind.allCases.flatMap { kind in
                lexicon.lengths(of: kind).compactMap {
                    PuzzleLine(kind: kind, language: lexicon.language, length: $0)
                }
            }
            for line in lines {
                guard let list = lexicon.list(of: line.kind, length: line.length) else { continue }
                let texts = (0..<list.answerCount).lazy.map { lexicon.alphabet.text(list.answer(at: $0)) }
                guard list.answerCount <= leftOut.count, texts.allSatisfy(leftOut.contains) else { continue }
                throw ConfigurationFault("words-left-out: no word of \(line.text) is left")
            }
        }
    }

    /// The number of words that can be left out.
    static let mostLeftOut = 10_000

    /// Reads words that are no answers, one a line; `#` begins a comment line. A word of no list is no fault: it may be
    /// of another language.
    private static func leftOut(_ path: String) throws(ConfigurationFault) -> Set<String> {
        let text = String(decoding: try read("file of words", path), as: UTF8.self)
            .precomposedStringWithCanonicalMapping
        var words: Set<String> = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let word = line.trimmingCharacters(in: .whitespaces)
            guard !word.isEmpty, !word.hasPrefix("#") else { continue }
            let isSmall = word.allSatisfy { $0.isLetter && $0.lowercased() == "\($0)" }
            guard isSmall, word.count <= Word.maximumLength else {
                throw ConfigurationFault("words-left-out: \(path), line \(index + 1): must be a word of small letters")
            }
            words.insert(word)
        }
        guard words.count <= mostLeftOut else {
            throw ConfigurationFault("words-left-out: \(path) has more than \(mostLeftOut) words")
        }
        return words
    }

    /// Reads the words that no name may have from `config/names/`.
    package static func offensive(folder: String) throws(ConfigurationFault) -> OffensiveWords {
        OffensiveWords(
            words: try names("\(folder)/words.txt"), stems: try names("\(folder)/stems.txt"),
            innocent: try names("\(folder)/innocent.txt"))
    }

    /// The words of a file, one a line; `#` begins a comment line.
    private static func names(_ path: String) throws(ConfigurationFault) -> [String] {
        var words: [String] = []
        let lines = String(decoding: try read("file of words", path), as: UTF8.self).split(
            omittingEmptySubsequences: false
        ) {
            $0.isNewline
        }
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            guard line.utf8.allSatisfy({ (0x61...0x7A).contains($0) }), line.utf8.count >= 3 else {
                throw ConfigurationFault(
                    "\(path), line \(index + 1): must be a word of three small letters a to z, or more")
            }
            words.append(String(line))
        }
        return words
    }

    /// Reads a file. `what` names it where it cannot be read.
    static func read(_ what: String, _ path: String) throws(ConfigurationFault) -> [UInt8] {
        do throws(ConfigurationFault) {
            return try RegularFile.read(path)
        } catch {
            throw ConfigurationFault("\(what) \(error)")
        }
    }
}
