import GameRules

/// The words of one language and one length: the possible answers, and the words that can be guessed.
///
/// Words are kept packed and sorted, 8 bytes each.
package struct WordList: Sendable {
    /// ISO 639-1 code.
    package let language: String
    /// The number of letters in every word.
    package let length: Int
    /// The first 16 hexadecimal digits of the SHA-256 of the answers as text, one a line. The picker depends on it: an
    /// edit of the answers gives a new version, an edit of the guesses does not.
    package let version: String
    /// `Word.packed` of the answers, ascending.
    private let answers: [UInt64]
    /// `Word.packed` of the guesses, ascending.
    let guesses: [UInt64]

    /// Reads the two files of a list: UTF-8, one lower-case word a line, sorted, without duplicates. The last line end
    /// may be missing.
    package init(
        alphabet: Alphabet, length: Int, answers answerBytes: [UInt8], guesses guessBytes: [UInt8]
    ) throws(WordListError) {
        precondition((1...Word.maximumLength).contains(length))
        answers = try WordListReader(alphabet: alphabet, length: length, file: .answers).read(answerBytes)
        guesses = try WordListReader(alphabet: alphabet, length: length, file: .guesses).read(guessBytes)
        self.language = alphabet.language
        self.length = length
        version = WordList.version(of: answerBytes)
        if let line = WordList.firstMissing(answers, in: guesses) { throw .answerNotInGuesses(line: line + 1) }
    }

    /// A list with other answers and the same guesses, which it shares. The bytes are those of a file of answers.
    package init(_ list: WordList, alphabet: Alphabet, answers bytes: [UInt8]) throws(WordListError) {
        answers = try WordListReader(alphabet: alphabet, length: list.length, file: .answers).read(bytes)
        guesses = list.guesses
        language = list.language
        length = list.length
        version = WordList.version(of: bytes)
        if let line = WordList.firstMissing(answers, in: guesses) { throw .answerNotInGuesses(line: line + 1) }
    }

    /// The version of answers with these bytes.
    private static func version(of bytes: [UInt8]) -> String {
        String(Digest(of: bytes.last == 0x0A ? bytes : bytes + [0x0A]).text.prefix(16))
    }

    /// The number of answers, at least 1.
    package var answerCount: Int { answers.count }
    /// The number of words that can be guessed, answers included.
    package var guessCount: Int { guesses.count }

    /// Returns the answer at `index`, in alphabet order.
    package func answer(at index: Int) -> Word { WordList.word(answers[index]) }
    /// Returns the word that can be guessed at `index`, in alphabet order.
    package func guess(at index: Int) -> Word { WordList.word(guesses[index]) }

    private static func word(_ packed: UInt64) -> Word {
        guard let word = Word(packed: packed) else { preconditionFailure("lists hold packed words") }
        return word
    }

    /// Whether `word` can be guessed.
    package func contains(_ word: Word) -> Bool { WordList.position(of: word.packed, in: guesses) != nil }

    /// Whether `word` can be the answer.
    package func isAnswer(_ word: Word) -> Bool { answerIndex(of: word) != nil }

    /// Returns the index of `word` among the answers; nil if it is none.
    package func answerIndex(of word: Word) -> Int? { WordList.position(of: word.packed, in: answers) }

    static func position(of packed: UInt64, in sorted: [UInt64]) -> Int? {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < packed { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] == packed ? low : nil
    }

    /// Returns the index of the first element of `part` that `whole` lacks. Both are sorted.
    static func firstMissing(_ part: [UInt64], in whole: [UInt64]) -> Int? {
        var next = 0
        for (index, element) in part.enumerated() {
            while next < whole.count, whole[next] < element { next += 1 }
            guard next < whole.count, whole[next] == element else { return index }
        }
        return nil
    }
}
