import GameRules

/// A reason why a text is not a word of an alphabet.
package enum SpellingError: Error, Hashable, Sendable {
    /// A character is not a letter of the language. It belongs to another script, or is a combining mark, a blank, a
    /// control character, or a letter that the language's lists do not use. Such text is never repaired.
    case badLetters
    /// The text is empty or has more than `Word.maximumLength` letters.
    case wrongLength
}

/// The letters of one language, and the conversion between text and words.
///
/// Each letter is one Unicode scalar in its NFC form. Letters are numbered in the order of their lower-case code
/// points. So words, their UTF-8 bytes and the lines of a list file have the same order.
package struct Alphabet: Sendable {
    /// ISO 639-1 code, two lower-case letters.
    package let language: String
    /// Lower-case letters; the index is that of `Letter`.
    package let letters: [Unicode.Scalar]
    /// The rows of the usual keyboard, top to bottom.
    package let keyboard: [[Letter]]
    /// The index of each scalar below U+0180, in lower and upper case; `none` for a scalar that is not a letter.
    private let indexes: [UInt8]
    private static let none = UInt8.max

    /// Creates an alphabet of at most 32 lower-case letters, in the order of code points. Letters and their upper-case
    /// forms must lie below U+0180, and each letter must stand on the keyboard once.
    private init(_ language: String, letters: String, upper: String, keyboard rows: [String]) {
        self.language = language
        self.letters = Array(letters.unicodeScalars)
        var indexes = [UInt8](repeating: Alphabet.none, count: 0x180)
        for (index, pair) in zip(letters.unicodeScalars, upper.unicodeScalars).enumerated() {
            indexes[Int(pair.0.value)] = UInt8(index)
            indexes[Int(pair.1.value)] = UInt8(index)
        }
        self.indexes = indexes
        keyboard = rows.map { row in row.unicodeScalars.map { Letter(indexes[Int($0.value)]) } }
    }

    private static let latin = "abcdefghijklmnopqrstuvwxyz"
    private static let latinUpper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    /// The supported languages. Lists drop the accents that are missing here.
    package static let all: [Alphabet] = [
        Alphabet(
            "de", letters: latin + "äöü", upper: latinUpper + "ÄÖÜ",
            keyboard: ["qwertzuiopü", "asdfghjklöä", "yxcvbnm"]),
        Alphabet("en", letters: latin, upper: latinUpper, keyboard: ["qwertyuiop", "asdfghjkl", "zxcvbnm"]),
        Alphabet(
            "es", letters: latin + "ñ", upper: latinUpper + "Ñ",
            keyboard: ["qwertyuiop", "asdfghjklñ", "zxcvbnm"]),
    ]

    /// Whether all letters of a word are in this alphabet. A stored word can be older than the lists.
    package func has(_ word: Word) -> Bool { word.allSatisfy { $0.index < letters.count } }

    /// Returns the alphabet of `language`; nil if the language is not supported.
    package init?(language: some StringProtocol) {
        guard let known = Alphabet.all.first(where: { $0.language == language }) else { return nil }
        self = known
    }

    /// Returns the letter for `scalar`, in lower or upper case; nil if it is not a letter.
    package func letter(_ scalar: Unicode.Scalar) -> Letter? {
        guard scalar.value < indexes.count else { return nil }
        let index = indexes[Int(scalar.value)]
        return index == Alphabet.none ? nil : Letter(index)
    }

    /// Parses a word in lower or upper case. Reads no more than the first twelve scalars.
    package func word(_ text: some StringProtocol) throws(SpellingError) -> Word {
        var letters: [Letter] = []
        letters.reserveCapacity(Word.maximumLength)
        for scalar in text.unicodeScalars {
            guard let letter = letter(scalar) else { throw .badLetters }
            guard letters.count < Word.maximumLength else { throw .wrongLength }
            letters.append(letter)
        }
        guard !letters.isEmpty else { throw .wrongLength }
        return Word(letters)
    }

    /// Formats a word in lower case, NFC. Precondition: its letters are in this alphabet.
    package func text(_ word: Word) -> String {
        var text = ASCIIText()
        for letter in word {
            let scalar = letters[Int(letter.index)]
            guard scalar.isASCII else { return spelledOut(word) }
            text.append(UInt8(truncatingIfNeeded: scalar.value))
        }
        return text.text
    }

    /// Formats a word with letters that are not ASCII.
    private func spelledOut(_ word: Word) -> String {
        var text = String.UnicodeScalarView()
        for letter in word { text.append(letters[Int(letter.index)]) }
        return String(text)
    }

    /// Formats a letter in lower case. Precondition: it is in this alphabet.
    package func text(_ letter: Letter) -> String { String(letters[Int(letter.index)]) }
}
