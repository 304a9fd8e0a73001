import GameRules

/// The words of one language that count in the anagram game, with the common ones, which are shown to a player who
/// missed them.
///
/// Words are kept packed and sorted, 8 bytes each.
package struct AnagramDictionary: Sendable {
    /// ISO 639-1 code.
    package let language: String
    /// `Word.packed` of all words, ascending, by their lengths. Those of a length that has a list are shared with it.
    private let words: [[UInt64]]
    /// The common words, in the same form.
    private let common: [[UInt64]]

    /// The files for one length.
    package struct Files: Sendable {
        let length: Int
        let words: [UInt8]?
        let common: [UInt8]

        /// The bytes of `guesses-N.txt` and `common-N.txt`. Without `words`, the words are those of the list that is
        /// shared.
        package init(length: Int, words: [UInt8]? = nil, common: [UInt8]) {
            self.length = length
            self.words = words
            self.common = common
        }
    }

    /// Reads the files of all lengths. Their format is that of ``WordList``. Preconditions: lengths ascend, from the
    /// shortest word that counts, and there is a list in `lists` for each length without words.
    package init(
        alphabet: Alphabet, _ files: [Files], sharing lists: [WordList] = []
    ) throws(WordListError) {
        language = alphabet.language
        var words = [[UInt64]](repeating: [], count: Word.maximumLength + 1)
        var common = words
        var last = AnagramRules.shortest - 1
        for file in files {
            precondition(file.length > last && file.length <= Word.maximumLength, "lengths ascend")
            last = file.length
            if let bytes = file.words {
                words[last] = try WordListReader(alphabet: alphabet, length: last, file: .guesses).read(bytes)
            } else {
                guard let list = lists.first(where: { $0.length == last }) else {
                    preconditionFailure("a length has a list or words of its own")
                }
                words[last] = list.guesses
            }
            common[last] = try WordListReader(alphabet: alphabet, length: last, file: .common).read(file.common)
            if let line = WordList.firstMissing(common[last], in: words[last]) {
                throw .commonNotInGuesses(line: line + 1)
            }
        }
        self.words = words
        self.common = common
    }

    /// The number of words.
    package var count: Int { words.reduce(0) { $0 + $1.count } }
    /// The number of common words.
    package var commonCount: Int { common.reduce(0) { $0 + $1.count } }

    /// Whether `word` counts.
    package func contains(_ word: Word) -> Bool { WordList.position(of: word.packed, in: words[word.count]) != nil }

    /// Whether `word` is common.
    package func isCommon(_ word: Word) -> Bool { WordList.position(of: word.packed, in: common[word.count]) != nil }

    /// Returns all that can be laid. Looks at every word that is not too long: milliseconds.
    package func solutions(of tiles: Tiles) -> Solutions {
        Solutions(all: AnagramDictionary.layable(words, tiles), common: AnagramDictionary.layable(common, tiles))
    }

    private static func layable(_ sorted: [[UInt64]], _ tiles: Tiles) -> [Word] {
        // Most words have a letter that no tile has, which one look at each letter tells.
        let onTiles = tiles.reduce(into: UInt32(0)) { $0 |= 1 << UInt32($1.index) }
        var found: [Word] = []
        for packed in sorted[...tiles.count].joined() {
            let length = Int(packed >> 55)
            var letters = packed << 9
            var isPossible = true
            for _ in 0..<length where isPossible {
                isPossible = onTiles >> UInt32(truncatingIfNeeded: letters >> 59) & 1 == 1
                letters <<= 5
            }
            guard isPossible, let word = Word(packed: packed), tiles.canLay(word) else { continue }
            found.append(word)
        }
        return found
    }
}
