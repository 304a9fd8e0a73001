import Foundation
import GameRules
import WordLists

// The lists of anagrams of a language, whose folder is `path`.
extension WordFiles {
    /// The lengths of the words that can be laid.
    private static let laid = AnagramRules.shortest...8
    /// The lengths of the words that anagrams are made of.
    private static let sources = [7, 8]

    /// Whether there are words that anagrams are made of.
    static func hasAnagrams(_ path: String) -> Bool {
        sources.contains { FileManager.default.fileExists(atPath: "\(path)/sources-\($0).txt") }
    }

    /// Reads the lists of anagrams beside those of words to guess.
    static func withAnagrams(
        _ path: String, _ alphabet: Alphabet, _ lists: [WordList]
    ) throws(ConfigurationFault) -> Lexicon {
        try ConfigurationFault.wrapping("word lists of anagrams in \(path)") {
            Lexicon(
                alphabet: alphabet, lists: lists, sources: try sources(path, alphabet, lists),
                dictionary: try dictionary(path, alphabet, lists))
        }
    }

    private static func sources(
        _ path: String, _ alphabet: Alphabet, _ lists: [WordList]
    ) throws -> [WordList] {
        try lists.filter { sources.contains($0.length) }.map { list in
            let answers = try read("word list", "\(path)/sources-\(list.length).txt")
            return try WordList(list, alphabet: alphabet, answers: answers)
        }
    }

    private static func dictionary(
        _ path: String, _ alphabet: Alphabet, _ lists: [WordList]
    ) throws -> AnagramDictionary {
        let files = try laid.map { length in
            AnagramDictionary.Files(
                length: length,
                words: lengths.contains(length) ? nil : try read("word list", "\(path)/guesses-\(length).txt"),
                common: try read("word list", "\(path)/common-\(length).txt"))
        }
        return try AnagramDictionary(alphabet: alphabet, files, sharing: lists)
    }
}
