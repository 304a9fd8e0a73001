/// Names that draw letters: with signs, `|_|` for `u`, upside down, `ʞɔnɟ`, or each of them twice.
enum NameDrawings {
    /// A text, and what else it may be read as.
    static func readings(of text: String) -> [String] {
        let redrawn = LetterShapes.redrawn(text)
        // Most names draw nothing.
        let isPlain = text.utf8.allSatisfy {
            $0 == 0x20 || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
        }
        let drawn = isPlain ? [] : [signs(in: text), turned(text)].compactMap(\.self)
        return [text] + drawn + [redrawn, halved(text), LetterShapes.parted(text)].compactMap(\.self)
    }

    // MARK: Letters written twice

    /// The text with each letter once, where a word of four characters or more has each twice: `ssnnooww`. Nil if none
    /// has.
    private static func halved(_ text: String) -> String? {
        let words = text.split(separator: " ").map { word -> String? in
            let pairs = stride(from: 0, to: word.count - 1, by: 2).map { place in
                word.dropFirst(place).prefix(2)
            }
            let isDoubled =
                word.count >= 4 && word.count.isMultiple(of: 2)
                && pairs.allSatisfy { $0.first?.lowercased() == $0.last?.lowercased() }
            return isDoubled ? String(pairs.compactMap(\.first)) : nil
        }
        guard words.contains(where: { $0 != nil }) else { return nil }
        return zip(words, text.split(separator: " ")).map { $0 ?? String($1) }.joined(separator: " ")
    }

    // MARK: Signs

    private static let shapes: [(drawn: [Unicode.Scalar], letters: [Unicode.Scalar])] = {
        let shapes: KeyValuePairs<String, String> = [
            "|\\/|": "m", "/\\/\\": "m", "\\/\\/": "w", "|-|": "h", "|_|": "u", "(_)": "u", "|\\|": "n", "/-\\": "a",
            "|<": "k", "|{": "k", "|)": "d", "|=": "f", "|3": "b", "/\\": "a", "\\/": "v", "()": "o", "[]": "o",
            "<>": "o",
            "}{": "h", ")(": "x", "#": "h", "ſ": "s", "ß": "ss", "ẞ": "SS",
        ]
        return shapes.map { (Array($0.key.unicodeScalars), Array($0.value.unicodeScalars)) }
    }()

    private static let closing: [Unicode.Scalar: Unicode.Scalar] = ["(": ")", "<": ">", "[": "]", "{": "}"]

    /// The text with letters for the signs that draw them; nil where there are none.
    private static func signs(in text: String) -> String? {
        var rest = Array(text.unicodeScalars)[...]
        var read = String.UnicodeScalarView()
        var isDrawn = false
        while let first = rest.first {
            if let shape = shapes.first(where: { rest.starts(with: $0.drawn) }) {
                read.append(contentsOf: shape.letters)
                rest = rest.dropFirst(shape.drawn.count)
                isDrawn = true
                continue
            }
            let isC = opensLetter(first, behind: read.last, before: rest.dropFirst())
            read.append(isC ? "c" : first)
            rest = rest.dropFirst()
            isDrawn = isDrawn || isC
        }
        return isDrawn ? String(read) : nil
    }

    /// Whether an opening bracket is a `c`: it stands between letters, or nothing closes it.
    private static func opensLetter(
        _ scalar: Unicode.Scalar, behind last: Unicode.Scalar?, before rest: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        guard let close = closing[scalar] else { return false }
        let isWithin = last?.properties.isAlphabetic == true && rest.first?.properties.isAlphabetic == true
        return isWithin || !rest.contains(close)
    }

    // MARK: Letters upside down

    /// Letters as they look when a page is turned. Letters that look the same have no row.
    private static let turns: [Unicode.Scalar: Unicode.Scalar] = [
        "ɐ": "a", "ɒ": "a", "∀": "a", "ɔ": "c", "Ɔ": "c", "ↄ": "c", "ǝ": "e", "ə": "e", "Ǝ": "e", "ɟ": "f", "Ⅎ": "f",
        "ƃ": "g", "ᵷ": "g", "⅁": "g", "ɥ": "h", "ᴉ": "i", "ı": "i", "ɾ": "j", "ſ": "j", "ʞ": "k", "ꓘ": "k", "ꞁ": "l",
        "ʅ": "l",
        "˥": "l",
        "⅂": "l", "ן": "l", "ɯ": "m", "Ԁ": "p", "ɹ": "r", "ᴚ": "r", "ʇ": "t", "┴": "t", "⊥": "t", "∩": "u", "ʌ": "v",
        "Λ": "v",
        "ʍ": "w", "ʎ": "y", "⅄": "y", "¡": "!", "¿": "?",
    ]
    private static let turnsOfPlain: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "u", "u": "n", "d": "p", "p": "d", "b": "q", "q": "b", "m": "w", "w": "m", "M": "w", "W": "m", "6": "9",
        "9": "6",
    ]

    /// Letters and signs of these that some languages write upright: `Tunç Kılıç` is not turned.
    private static let upright: Set<Unicode.Scalar> = ["ı", "ə", "ſ", "Λ", "ן", "¡", "¿"]

    /// The text as it reads with the page turned; nil where no letter of it stands upside down.
    private static func turned(_ text: String) -> String? {
        guard text.unicodeScalars.contains(where: { turns[$0] != nil && !upright.contains($0) }) else { return nil }
        var read = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.reversed() { read.append(turns[scalar] ?? turnsOfPlain[scalar] ?? scalar) }
        return String(read)
    }
}
