import Foundation

/// Looks for a word in a name as people read names. A character may stand for one of several letters, several
/// characters for one letter, and a sign or a digit for none.
///
/// All places of the word that may have been reached are followed through the name at once. So the time grows with the
/// length of the name times that of the word and the number of shapes. It does not grow with the number of readings
/// that the name has.
struct WordSearch {
    private let word: [Unicode.Scalar]

    /// A search for a word; nil if it has no letters.
    init?(_ word: String) {
        let letters = WordSearch.letters(of: word)
        guard !letters.isEmpty else { return nil }
        self.word = letters
    }

    /// Whether the visible characters of a name can be read as containing the word. Its letters may stand more often:
    /// `roowdy`.
    func finds(in glyphs: [NameGlyph]) -> Bool {
        let drawn = glyphs.map(\.drawn)
        let isLatin = word.allSatisfy(\.isASCII)
        let isMixed = isLatin && NameGlyph.areLatin(glyphs)
        // How many letters of the word may have been read before each glyph.
        var reached = [Set<Int>](repeating: [0], count: glyphs.count + 1)
        for (place, glyph) in glyphs.enumerated() {
            let saysNothing =
                glyph.maySayNothing || (isLatin && !glyph.mayBeLatin) || (isMixed && glyph.isEastAsian)
            if saysNothing { reached[place + 1].formUnion(reached[place]) }
            for reading in glyph.readings { reached[place + 1].formUnion(after(reading, from: reached[place])) }
            for shape in LetterShapes.read(in: drawn[place...]) {
                reached[place + shape.drawn.count].formUnion(after(shape.letters, from: reached[place]))
            }
            if reached[place + 1].contains(word.count) { return true }
        }
        return reached.contains { $0.contains(word.count) }
    }

    /// Whether the word stands around a part of a name, in letters alone and one after the other. Signs may stand
    /// between them only within that part. Its letters may stand more often.
    func surrounds(_ part: Range<Int>, of glyphs: [NameGlyph]) -> Bool {
        (0...part.lowerBound).contains { start in
            var reached: Set<Int> = [0]
            for place in start..<glyphs.count {
                let glyph = glyphs[place]
                var next = part.contains(place) && !glyph.isLetter ? reached : []
                if glyph.isLetter { for reading in glyph.plain { next.formUnion(after(reading, from: reached)) } }
                // The word begins at the start, not with what was skipped there.
                reached = next.subtracting([0])
                if reached.isEmpty { return false }
                if place + 1 >= part.upperBound, reached.contains(word.count) { return true }
            }
            return false
        }
    }

    /// The places of the word behind a reading: its next letters, or once more those that were read last. Each letter
    /// of several may be one too many itself: `ﬃ` is read as `fi`.
    private func after(_ reading: NameGlyph.Reading, from places: Set<Int>) -> [Int] {
        guard reading.count > 1 else { return after(reading.first ?? [], from: places) }
        let apart = reading.reduce(places) { Set(after($1, from: $0)) }
        return Array(apart.union(after(reading.flatMap(\.self), from: places)))
    }

    private func after(_ letters: [Unicode.Scalar], from places: Set<Int>) -> [Int] {
        places.flatMap { place -> [Int] in
            let isNext = word[place...].starts(with: letters)
            let isAgain = word[..<place].suffix(letters.count).elementsEqual(letters)
            return (isNext ? [place + letters.count] : []) + (isAgain ? [place] : [])
        }
    }

    // MARK: Letters

    /// The letters of a word to look for.
    static func letters(of word: String) -> [Unicode.Scalar] { NameFolding.looks(of: word).flatMap(ownLetters) }

    /// The readings of characters one after the other. An `l` may be a capital `I`, or a stroke. A small `i` has a dot,
    /// and is itself: `Hailey` is not read as having `alley`.
    static func readings(of scalars: [Unicode.Scalar]) -> [NameGlyph.Reading] {
        scalars.reduce(into: [[]]) { readings, scalar in
            let letters = letters(scalar)
            let isStroke = scalar != "i" && letters == ["i"]
            guard !letters.isEmpty else { return }
            readings = readings.flatMap { isStroke ? [$0 + [["i"]], $0 + [["l"]]] : [$0 + [letters]] }
        }
    }

    /// The letters of a character that is known for a letter: an `l` is no stroke.
    static func ownLetters(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] { scalar == "l" ? [scalar] : letters(scalar) }

    /// The small letters of a character; those that look like two are two, and strokes are an `i`.
    private static func letters(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch NameFolding.letter(scalar) {
        case "m": ["r", "n"]
        case "w": ["v", "v"]
        case let letter?: [letter]
        case nil: scalar.properties.isAlphabetic ? Array(scalar.properties.lowercaseMapping.unicodeScalars) : []
        }
    }
}
