import GameRules

/// The words of one language that count in the anagram game, and the common ones among them, which are shown to a
/// player who missed them.
///
/// Words are kept packed and sorted, 8 bytes each.
package struct AnagramDictionary: Sendable {
    /// The words that can be laid from the tiles of a puzzle, shorter words first, then by alphabet.
    package struct Solutions: Hashable, Sendable {
        /// All words that count.
        package let all: [Word]
        /// The common ones.
        package let common: [Word]
    }

    /// ISO 639-1 code.
    package let language: String
    /// `Word.packed` of all words, ascending.
    private let words: [UInt64]
    /// `Word.packed` of the common words, ascending.
    private let common: [UInt64]

    /// The bytes of the files `guesses-N.txt` and `common-N.txt` for one length.
    package struct Files: Sendable {
        let length: Int
        let words: [UInt8]
        let common: [UInt8]

        package init(length: Int, words: [UInt8], common: [UInt8]) {
            self.length = length
            self.words = words
            self.common = common
        }
    }

    /// Reads the files of all lengths. Their format is that of ``WordList``. Precondition: lengths ascend, from the
    /// shortest word that counts.
    package init(alphabet: Alphabet, _ files: [Files]) throws(WordListError) {
        language = alphabet.language
        var (words, common): ([UInt64], [UInt64]) = ([], [])
        var last = AnagramRules.shortest - 1
        for file in files {
            precondition(file.length > last && file.length <= Word.maximumLength, "lengths ascend")
            last = file.length
            let all = try WordListReader(alphabet: alphabet, length: last, file: .guesses).read(file.words)
            let known = try WordListReader(alphabet: alphabet, length: last, file: .common).read(file.common)
            if let line = WordList.firstMissing(known, in: all) { throw .commonNotInGuesses(line: line + 1) }
            words += all
            common += known
        }
        self.words = words
        self.common = common
    }

    /// The number of words.
    package var count: Int { words.count }
    /// The number of common words.
    package var commonCount: Int { common.count }

    /// Whether `word` counts.
    package func contains(_ word: Word) -> Bool { WordList.position(of: word.packed, in: words) != nil }

    /// Whether `word` is common.
    package func isCommon(_ word: Word) -> Bool { WordList.position(of: word.packed, in: common) != nil }

    /// Returns all that can be laid. Looks at every word that is not too long: milliseconds.
    package func solutions(of tiles: Tiles) -> Solutions {
        Solutions(all: AnagramDictionary.layable(words, tiles), common: AnagramDictionary.layable(common, tiles))
    }

    private static func layable(_ sorted: [UInt64], _ tiles: Tiles) -> [Word] {
        // Most words have a letter that no tile has, which one look at each letter tells.
        let onTiles = tiles.reduce(into: UInt32(0)) { $0 |= 1 << UInt32($1.index) }
        var found: [Word] = []
        for packed in sorted {
            let length = Int(packed >> 55)
            // Longer words follow.
            guard length <= tiles.count else { break }
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
