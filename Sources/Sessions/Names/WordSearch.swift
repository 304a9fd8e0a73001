import Foundation

/// Looks for a word in a name as people read names: a character may stand for one of several letters, some together for
/// one, and a sign or a digit for none.
///
/// All places of the word that may have been reached are followed through the name at once. So the time is at most the
/// length of the name times that of the word, however many readings the name has.
struct WordSearch {
    private let word: [Unicode.Scalar]

    /// A search for a word; nil if it has no letters.
    init?(_ word: String) {
        let letters = NameFolding.looks(of: word).flatMap(WordSearch.letters)
        guard !letters.isEmpty else { return nil }
        self.word = letters
    }

    /// Whether a name can be read as containing the word. Its letters may stand more often: `roowdy`.
    func finds(in name: String) -> Bool {
        let glyphs = NameFolding.visible(name).map(Letter.init)
        let drawn = glyphs.map(\.drawn)
        // How many letters of the word may have been read before each glyph.
        var reached = [Set<Int>](repeating: [0], count: glyphs.count + 1)
        for (place, glyph) in glyphs.enumerated() {
            if glyph.maySayNothing { reached[place + 1].formUnion(reached[place]) }
            for reading in glyph.readings { reached[place + 1].formUnion(after(reading, from: reached[place])) }
            for shape in LetterShapes.read where drawn[place...].starts(with: shape.drawn) {
                reached[place + shape.drawn.count].formUnion(after(shape.letters, from: reached[place]))
            }
            if reached[place + 1].contains(word.count) { return true }
        }
        return reached.contains { $0.contains(word.count) }
    }

    /// The places of the word behind a reading: its next letters, or once more those that were read last.
    private func after(_ reading: [Unicode.Scalar], from places: Set<Int>) -> [Int] {
        places.flatMap { place -> [Int] in
            let isNext = word[place...].starts(with: reading)
            let isAgain = word[..<place].suffix(reading.count).elementsEqual(reading)
            return (isNext ? [place + reading.count] : []) + (isAgain ? [place] : [])
        }
    }

    /// The small letters of a character; those that look like two are two.
    static func letters(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch NameFolding.letter(scalar) {
        case "m": ["r", "n"]
        case "w": ["v", "v"]
        case let letter?: [letter]
        case nil: scalar.properties.isAlphabetic ? Array(scalar.properties.lowercaseMapping.unicodeScalars) : []
        }
    }
}

/// A character of a name with the letters for which it may stand.
private struct Letter {
    /// The character that it is drawn as.
    let drawn: Unicode.Scalar
    let readings: Set<[Unicode.Scalar]>
    /// Whether it may stand between letters, as blanks, signs, digits and accents do.
    let maySayNothing: Bool

    init(_ scalar: Unicode.Scalar) {
        let looks = NameFolding.looks(of: String(scalar))
        // Capitals of other scripts look like other letters than their small ones.
        let small = scalar.isASCII ? looks : NameFolding.looks(of: scalar.properties.lowercaseMapping)
        let plain = [looks, small].map { $0.flatMap(WordSearch.letters) }
        drawn = looks.count == 1 ? looks[0] : scalar
        let others = [scalar, drawn].flatMap { LetterShapes.others[$0] ?? [] }
        readings = Set(plain + others.map { WordSearch.letters($0) }).subtracting([[]])
        maySayNothing = plain.contains([]) || !scalar.properties.isAlphabetic
    }
}
