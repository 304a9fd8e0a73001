import GameRules

/// The lists of one language, by kind of game and length.
package struct Lexicon: Sendable {
    /// The letters of the language.
    package let alphabet: Alphabet
    /// The words that can be laid in the anagram game; nil if the language has none.
    package let dictionary: AnagramDictionary?
    private let lists: [Int: WordList]
    private let sources: [Int: WordList]

    /// Creates a lexicon. `sources`: lists whose answers are the source words of anagrams. Preconditions: all lists are
    /// of the alphabet's language, no length occurs twice, and sources come with a dictionary.
    package init(
        alphabet: Alphabet, lists: [WordList], sources: [WordList] = [], dictionary: AnagramDictionary? = nil
    ) {
        precondition(
            (lists + sources).allSatisfy { $0.language == alphabet.language }, "a lexicon has one language")
        precondition(sources.isEmpty || dictionary != nil, "words are laid by a dictionary")
        self.alphabet = alphabet
        self.dictionary = dictionary
        self.lists = Dictionary(uniqueKeysWithValues: lists.map { ($0.length, $0) })
        self.sources = Dictionary(uniqueKeysWithValues: sources.map { ($0.length, $0) })
    }

    /// ISO 639-1 code.
    package var language: String { alphabet.language }

    /// Returns the lengths with a list for a kind of game, ascending.
    package func lengths(of kind: PuzzleLine.Kind) -> [Int] {
        switch kind {
        case .guess: lists.keys.sorted()
        case .anagram: sources.keys.sorted()
        }
    }

    /// Returns whether a word can be played in a line; nil for a line without words.
    package func playable(in line: PuzzleLine) -> ((Word) -> Bool)? {
        switch line.kind {
        case .guess: lists[line.length].map { list in { list.contains($0) } }
        case .anagram: dictionary.map { dictionary in { dictionary.contains($0) } }
        }
    }

    /// Returns the dictionary in which words of several lengths are looked up. Nil in kinds of games that look words up
    /// in the list of their length.
    package func dictionary(of kind: PuzzleLine.Kind) -> AnagramDictionary? {
        switch kind {
        case .guess: nil
        case .anagram: dictionary
        }
    }

    /// Returns the list whose answers a kind of game has at a length, or nil.
    package func list(of kind: PuzzleLine.Kind, length: Int) -> WordList? {
        switch kind {
        case .guess: lists[length]
        case .anagram: sources[length]
        }
    }
}
