import Foundation
import WordLists

/// Reads the word lists of a language from `config/words/<language>/`.
package enum WordFiles {
    /// The lengths whose lists ship.
    static let lengths = 4...8

    /// Reads the lists of every length.
    package static func lexicon(folder: String, language: String) throws(ConfigurationFault) -> Lexicon {
        guard let alphabet = Alphabet(language: language) else {
            throw ConfigurationFault("the game does not know the language “\(language)”")
        }
        var lists: [WordList] = []
        for length in lengths {
            let answers = try read("\(folder)/\(language)/answers-\(length).txt")
            let guesses = try read("\(folder)/\(language)/guesses-\(length).txt")
            do {
                lists.append(try WordList(alphabet: alphabet, length: length, answers: answers, guesses: guesses))
            } catch {
                throw ConfigurationFault("word lists of length \(length) in \(folder)/\(language): \(error)")
            }
        }
        return Lexicon(alphabet: alphabet, lists: lists)
    }

    private static func read(_ path: String) throws(ConfigurationFault) -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw ConfigurationFault("word list \(path): \(error.localizedDescription)")
        }
    }
}
