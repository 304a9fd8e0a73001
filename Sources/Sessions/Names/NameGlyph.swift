/// A character of a name with the letters for which it may stand.
struct NameGlyph {
    /// Letters that are read one after the other, each as what looks like it: an `m` is `r` and `n`.
    typealias Reading = [[Unicode.Scalar]]

    /// The character that it is drawn as.
    let drawn: Unicode.Scalar
    /// The letters that it looks like most.
    let plain: Set<Reading>
    /// All letters that it may be read as, one or several in each reading.
    let readings: Set<Reading>
    /// Whether it may stand between letters, as blanks, signs, digits, accents and letters used as marks do.
    let maySayNothing: Bool
    /// Whether one of its readings is of Latin letters. Other characters say nothing in a Latin word: `FのRのAのIのL`.
    let mayBeLatin: Bool
    /// Whether it is a letter, and no sign or digit that is read as one.
    let isLetter: Bool
    /// Whether it is a letter of Chinese, Japanese or Korean. In a name with Latin letters it may say nothing, whatever
    /// it looks like.
    let isEastAsian: Bool

    /// Most letters of names are these, and have the same readings each time.
    private static let ascii = (UInt8(0)...0x7F).map { NameGlyph(reading: Unicode.Scalar($0)) }

    private static let known = BoundedMemo<Unicode.Scalar, NameGlyph>(capacity: 2_048)

    init(_ scalar: Unicode.Scalar) {
        self =
            scalar.isASCII
            ? NameGlyph.ascii[Int(scalar.value)]
            : NameGlyph.known.value(of: scalar) { NameGlyph(reading: $0) }
    }

    private init(reading scalar: Unicode.Scalar) {
        let looks = NameFolding.looks(of: String(scalar))
        // Capitals of other scripts look like other letters than their small ones.
        let small = scalar.isASCII ? looks : NameFolding.looks(of: scalar.properties.lowercaseMapping)
        let found = [looks, small].flatMap(WordSearch.readings)
        let drawn = looks.count == 1 ? looks[0] : scalar
        let others = [scalar, drawn].flatMap { LetterShapes.others[$0] ?? [] }
        self.drawn = drawn
        plain = Set(found).subtracting([[]])
        // A character of several letters may stand for some of them: `ﬃ` for an `f`.
        let parts = plain.filter { $0.count > 1 }.flatMap(NameGlyph.parts)
        readings = plain.union(parts).union(others.map { $0.map(WordSearch.ownLetters) })
        maySayNothing = found.contains([]) || LetterForms.isMark(scalar)
        mayBeLatin = readings.contains { $0.contains { $0.contains(where: \.isASCII) } }
        isLetter = scalar.properties.isAlphabetic && !LetterForms.isMark(scalar)
        isEastAsian = NameScripts.isEastAsian(scalar)
    }

    /// The parts of a reading: some of its letters, one after the other.
    private static func parts(of reading: Reading) -> [Reading] {
        reading.indices.flatMap { start in reading[start...].indices.map { Array(reading[start...$0]) } }
    }

    /// Whether there is a letter that is Latin, and not only drawn like one.
    static func areLatin(_ glyphs: [NameGlyph]) -> Bool {
        glyphs.contains { $0.isLetter && $0.mayBeLatin && !$0.isEastAsian }
    }

    /// Whether a reading takes an `l` for an `I`, or the other way: `Shilton` has no two of the letter.
    func isOtherStroke(_ reading: Reading) -> Bool {
        (drawn == "l" && reading == [["i"]]) || (drawn == "I" && reading == [["l"]])
    }

    private static let blank = NameGlyph(" ")

    /// The characters of a name, with blanks for its numbers: two digits or more, and no letter beside them.
    static func glyphs(of name: String) -> [NameGlyph] {
        let glyphs = NameFolding.visible(name).map { NameGlyph($0) }
        let places = OffensiveWords.withoutNumbers(glyphs.map(\.drawn))
        return zip(glyphs, places).map { glyph, drawn in drawn == " " ? blank : glyph }
    }
}
