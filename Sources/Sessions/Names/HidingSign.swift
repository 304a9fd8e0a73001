/// A sign that was typed in place of a letter.
struct HidingSign {
    let scalars: [Unicode.Scalar]
    /// The characters that it looks like.
    let looks: [Unicode.Scalar]
    /// The place behind it.
    let end: Int
    /// Whether it is a letter that is none of the word's alphabet: `fのck`. Parts of Chinese letters count as such.
    let isForeign: Bool
    /// The letters as which it may be read: `⋂` as an `n`.
    let readings: Set<Unicode.Scalar>
    /// Whether texts have it before words and behind them, where it hides no letter: `(Owdy)` is no `rowdy`.
    let standsBesideWords: Bool
    /// Whether it is a star, which is written for any letter. Unicode names the signs of that shape.
    let isStar: Bool
    /// Whether it is one as keyboards have it, and no ornament.
    let isAsterisk: Bool
    /// Whether it parts words, as marks of sentences and dots of all sizes do: `Cu●Nguyen`.
    let partsWords: Bool

    init(scalars: [Unicode.Scalar], looks: [Unicode.Scalar], end: Int, isForeign: Bool) {
        self.scalars = scalars
        self.looks = looks
        self.end = end
        self.isForeign = isForeign
        let readings = Set(scalars + looks).flatMap { LetterShapes.others[$0] ?? [] }
        self.readings = Set(readings.filter { $0.count == 1 }.map { HiddenLetters.letter($0[0]) })
        standsBesideWords =
            scalars.allSatisfy(HidingSign.besideWords.contains)
            || !looks.isEmpty && looks.allSatisfy(HidingSign.besideWords.contains)
                && !scalars.contains(where: NameScripts.isOfEastAsia)
        isAsterisk = looks.contains("*")
        isStar = isAsterisk || scalars.contains(where: HidingSign.isStar)
        partsWords =
            standsBesideWords || scalars.allSatisfy { $0.value < 0x100 } || looks.contains("o") || looks.contains("O")
            || scalars.contains { HidingSign.shapes.contains($0.value) || HidingSign.isPunctuation($0) }
    }

    /// Whether it joins two words into a name: `Kim & Bo`.
    var joinsWords: Bool { scalars.contains("&") || scalars.contains("/") }

    private static let besideWords = Set(".,:;!?'\"()[]{}/&-¡¿«»…。、「」".unicodeScalars)

    /// Signs of plain shapes, as dots and squares.
    private static let shapes: ClosedRange<UInt32> = 0x25A0...0x25FF

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .otherPunctuation, .dashPunctuation, .connectorPunctuation, .openPunctuation, .closePunctuation,
            .initialPunctuation, .finalPunctuation:
            true
        default: false
        }
    }

    private static func isStar(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "*" }
        let words = scalar.properties.name?.split(whereSeparator: { $0 == " " || $0 == "-" }) ?? []
        return words.contains { starNames.contains(String($0)) }
    }

    private static let starNames: Set<String> = [
        "STAR", "STARS", "STARRED", "ASTERISK", "ASTERISKS", "ASTERISM", "PENTAGRAM", "HEXAGRAM", "SPARKLE", "SPARKLES",
        "SPARKLER", "DIZZY", "SNOWFLAKE", "FLORETTE", "SEXTILE", "COLLISION", "FIREWORKS", "COMET",
    ]
}
