/// A character of a name with the letters for which it may stand.
struct NameGlyph {
    /// The character that it is drawn as.
    let drawn: Unicode.Scalar
    /// The letters that it looks like most.
    let plain: Set<[Unicode.Scalar]>
    /// All letters that it may be read as, one or several in each reading.
    let readings: Set<[Unicode.Scalar]>
    /// Whether it may stand between letters, as blanks, signs, digits, accents and letters used as marks do.
    let maySayNothing: Bool
    /// Whether one of its readings is of Latin letters. Other characters say nothing in a Latin word: `FのRのAのIのL`.
    let mayBeLatin: Bool
    /// Whether it is a letter, and no sign or digit that is read as one.
    let isLetter: Bool

    init(_ scalar: Unicode.Scalar) {
        let looks = NameFolding.looks(of: String(scalar))
        // Capitals of other scripts look like other letters than their small ones.
        let small = scalar.isASCII ? looks : NameFolding.looks(of: scalar.properties.lowercaseMapping)
        let found = [looks, small].flatMap(WordSearch.readings)
        let drawn = looks.count == 1 ? looks[0] : scalar
        let others = [scalar, drawn].flatMap { LetterShapes.others[$0] ?? [] }
        self.drawn = drawn
        plain = Set(found).subtracting([[]])
        readings = plain.union(others.map { $0.flatMap(WordSearch.ownLetters) })
        maySayNothing = found.contains([]) || LetterForms.isMark(scalar)
        mayBeLatin = readings.contains { $0.contains(where: \.isASCII) }
        isLetter = scalar.properties.isAlphabetic && !LetterForms.isMark(scalar)
    }

    /// Whether a reading takes an `l` for an `I`, or the other way: `Shilton` has no two of the letter.
    func isOtherStroke(_ reading: [Unicode.Scalar]) -> Bool {
        (drawn == "l" && reading == ["i"]) || (drawn == "I" && reading == ["l"])
    }

    private static let blank = NameGlyph(" ")

    /// The characters of a name, with blanks for its numbers: two digits or more, and no letter beside them.
    static func glyphs(of name: String) -> [NameGlyph] {
        let glyphs = NameFolding.visible(name).map(NameGlyph.init)
        let places = OffensiveWords.withoutNumbers(glyphs.map(\.drawn))
        return zip(glyphs, places).map { glyph, drawn in drawn == " " ? blank : glyph }
    }
}
