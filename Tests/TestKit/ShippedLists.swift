import Foundation
import WordLists

/// The English lists that the project ships, read from `config/words/en` of the checkout.
package enum ShippedLists {
    /// The lengths that ship.
    package static let lengths = 4...8

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "config/words/en")

    /// The bytes of the two files of a length.
    package static func bytes(length: Int) throws -> (answers: [UInt8], guesses: [UInt8]) {
        func file(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }
        return (try file("answers-\(length).txt"), try file("guesses-\(length).txt"))
    }

    /// All of them, parsed.
    package static func lexicon() throws -> Lexicon {
        guard let alphabet = Alphabet(language: "en") else { throw CocoaError(.featureUnsupported) }
        let lists = try lengths.map { length in
            let (answers, guesses) = try bytes(length: length)
            return try WordList(alphabet: alphabet, length: length, answers: answers, guesses: guesses)
        }
        return Lexicon(alphabet: alphabet, lists: lists)
    }
}
