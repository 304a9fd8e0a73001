import CICU
import Foundation

/// Reads names as people do: letters of other scripts and letter-like signs become the letters that they look like.
///
/// The order matters. The skeleton of Unicode Technical Standard 39 comes first, as it knows what a character looks
/// like. The compatibility form comes second, as it names what the character stands for. `ϲ` (U+03F2) looks like `c`,
/// and stands for a sigma. ``LetterForms`` goes before both with the letters that neither of them knows. Digits and
/// signs that read as letters come last, and only where a name is read: `Racer 6` and `Racer 9` do not look alike.
enum NameFolding {
    /// The characters of a text by their looks, one after the other, without accents. Upper and lower case stay.
    static func looks(of text: String) -> [Unicode.Scalar] {
        looksOfEach(in: text).flatMap(\.self)
    }

    /// Returns the looks of a text, character by character.
    static func looksOfEach(in text: String) -> [[Unicode.Scalar]] {
        visible(text).map { scalar in
            scalar.isASCII ? [scalar] : Array(look(of: scalar).unicodeScalars.filter { !isAccent($0) })
        }
    }

    /// Returns the look of a text with accents, as those tell names apart.
    static func accentedLook(of text: String) -> String {
        var look = ""
        for scalar in visible(text) {
            if scalar.isASCII { look.unicodeScalars.append(scalar) } else { look += self.look(of: scalar) }
        }
        return look
    }

    /// The line that makes Arabic words longer.
    private static let tatweel: Unicode.Scalar = "\u{640}"

    /// The visible characters of a text: no joiners, no selectors, no line that makes Arabic words longer, no second
    /// dot on an `i`. A letter that becomes an `i` or a `j` by its dot (`ı̇`) is that letter.
    static func visible(_ text: String) -> [Unicode.Scalar] {
        var seen: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint && scalar != tatweel {
            if scalar == "\u{307}", let last = seen.last, let dotted = dotted(last) {
                seen[seen.count - 1] = dotted
            } else {
                seen.append(scalar)
            }
        }
        return seen
    }

    /// The letter that a letter with a dot above it looks like; nil if it looks like none.
    private static func dotted(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.properties.isSoftDotted { return scalar }
        switch scalar.isASCII ? String(scalar) : look(of: scalar) {
        case "i", "l", "I", "1", "|": return "i"
        case "j": return "j"
        default: return nil
        }
    }

    /// The letter for which a letter, a digit or a sign may stand, in lower case; `i` and `l` are one. Nil if it stands
    /// for none.
    static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "l", "L", "I", "1", "!", "|": "i"
        case "a"..."z": scalar
        case "A"..."Z": Unicode.Scalar(scalar.value + 32)
        case "0": "o"
        case "2": "z"
        case "3", "€": "e"
        case "4", "@": "a"
        case "5", "$", "§": "s"
        case "6", "9": "g"
        case "7", "+": "t"
        case "8": "b"
        case "£": "i"
        case "¥": "y"
        default: nil
        }
    }

    /// Whether a text can be read as containing a word.
    static func spells(_ word: String, in text: String) -> Bool { spells([word], in: text) }

    /// Whether a text can be read as containing one of some words. Blanks and signs may stand between the letters,
    /// digits and signs for letters, and one sign in place of a letter. A letter may stand more often than in the word.
    static func spells(_ words: some Collection<String>, in text: String) -> Bool {
        let searches = words.compactMap(WordSearch.init)
        let long = words.map { looks(of: $0).map(HiddenLetters.letter) }.filter { $0.count >= shortestHidden }
        // Signs hide letters of Latin words by rules of their own.
        let trees = Dictionary(grouping: long) { $0.allSatisfy(\.isASCII) }.values.map { WordTree($0) }
        guard !searches.isEmpty else { return false }
        return NameDrawings.readings(of: text).contains { reading in
            let glyphs = visible(reading).map { NameGlyph($0) }
            if searches.contains(where: { $0.finds(in: glyphs) }) { return true }
            guard !trees.isEmpty else { return false }
            let hidden = HiddenLetters(reading)
            return trees.contains { hidden.finds($0, by: .day) }
        }
    }

    /// The number of letters below which a sign beside them says nothing.
    private static let shortestHidden = 4

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    // MARK: One character

    /// The most characters for which one may stand: `㍿` is a word of four.
    private static let mostParts = 6

    /// Syllables of Korean: each is itself, and no row of the strokes of which it is made.
    private static let hangul: ClosedRange<UInt32> = 0xAC00...0xD7A3

    private static let cherokee: ClosedRange<UInt32> = 0xAB70...0xABBF

    /// Some characters take a tenth of a millisecond, and a name may have one of them thirty times.
    private static let known = BoundedMemo<Unicode.Scalar, String>(capacity: 16_384)

    /// The look of a character that is no ASCII.
    private static func look(of scalar: Unicode.Scalar) -> String { known.value(of: scalar, or: findLook) }

    private static func findLook(of scalar: Unicode.Scalar) -> String {
        if hangul.contains(scalar.value) { return String(scalar) }
        // Small letters of Cherokee are its large ones drawn small, and only these are in the data.
        if cherokee.contains(scalar.value) {
            let large = scalar.properties.uppercaseMapping.unicodeScalars
            if let first = large.first, first != scalar { return look(of: first) }
        }
        if let form = read(scalar) { return form }
        // The skeleton of `Í` has an `l` in it.
        let letters = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
        if letters.count > 1, let letter = letters.first, LetterForms.isLatin(letter) {
            return letters.reduce(into: "") { $0 += $1.isASCII ? String($1) : NameFolding.look(of: $1) }
        }
        // A sentence in one character is read by nobody as its letters, and would cost the most.
        let parts = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
        guard parts.count <= mostParts else { return String(scalar) }
        var look = String(scalar)
        // The parts of a compatibility form may look like something else again. Twice is enough, as a test shows.
        for _ in 0..<2 {
            look = skeleton(of: look).decomposedStringWithCompatibilityMapping
        }
        // A sign that looks like a letter of a script that few can read, as `⋮` does, stays a sign.
        let isDigit = scalar.properties.generalCategory == .decimalNumber
        let hasOddLetter = look.unicodeScalars.contains {
            !$0.isASCII && $0.properties.isAlphabetic && (isDigit || read($0) == nil)
        }
        if !scalar.properties.isAlphabetic, hasOddLetter {
            look = String(scalar)
        }
        // Some letters look most like others that few can read: `ˢ`.
        if !look.utf8.allSatisfy({ $0 < 0x80 }) {
            let meaning = String(scalar).decomposedStringWithCompatibilityMapping
            if meaning.utf8.allSatisfy({ $0 < 0x80 }) { look = meaning }
        }
        // The skeleton of `m` is `rn`, for want of a letter that looks like two.
        if look.lowercased() == "rn" { return "m" }
        return look.unicodeScalars.reduce(into: "") { $0 += $1 == tatweel ? "" : read($1) ?? String($1) }
    }

    /// The reading of a letter that is known, or that of the letter to which a stroke, hook or tail was added.
    private static func read(_ scalar: Unicode.Scalar) -> String? {
        LetterForms.form(of: scalar) ?? LetterForms.plain(scalar).map(look)
    }

    /// The skeleton of a text; that text itself where ICU has none.
    static func skeleton(of text: String) -> String {
        let bytes = text.utf8.map { CChar(bitPattern: $0) }
        // Some letters look like three others, and those may take more bytes.
        var skeleton = [CChar](repeating: 0, count: 16 + 16 * bytes.count)
        let count = icu_skeleton(bytes, Int32(clamping: bytes.count), &skeleton, Int32(clamping: skeleton.count))
        guard count >= 0 else { return text }
        return String(decoding: skeleton.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
