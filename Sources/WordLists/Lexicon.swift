import GameRules

/// The lists of one language, by length.
package struct Lexicon: Sendable {
    /// The letters of the language.
    package let alphabet: Alphabet
    private let lists: [Int: WordList]

    /// Creates a lexicon. Precondition: all lists are of the alphabet's language, and no length occurs twice.
    package init(alphabet: Alphabet, lists: [WordList]) {
        precondition(lists.allSatisfy { $0.language == alphabet.language }, "a lexicon has one language")
        self.alphabet = alphabet
        self.lists = Dictionary(uniqueKeysWithValues: lists.map { ($0.length, $0) })
    }

    /// ISO 639-1 code.
    package var language: String { alphabet.language }
    /// The lengths with a list, ascending.
    package var lengths: [Int] { lists.keys.sorted() }
    /// Returns the list of `length`, or nil.
    package subscript(length: Int) -> WordList? { lists[length] }
}
