/// A sign that was typed in place of a letter.
struct HidingSign {
    let scalars: [Unicode.Scalar]
    /// The characters that it looks like.
    let looks: [Unicode.Scalar]
    /// The place behind it.
    let end: Int
    /// Whether it is a letter that is none of the word's alphabet: `fのck`. Parts of Chinese letters count as such.
    let isForeign: Bool
    /// Whether it stands in a word of several such letters, which a blank parts from others: `Mari 花子`.
    var isOfForeignWord = false
    /// The letters as which it may be read: `⋂` as an `n`.
    let readings: Set<Unicode.Scalar>
    /// Whether texts have it before words and behind them, where it hides no letter: `(Owdy)` is no `rowdy`.
    let standsBesideWords: Bool
    /// Whether it is a star, which is written for any letter. Unicode names the signs of that shape.
    let isStar: Bool
    /// Whether it is one as keyboards have it, and no ornament.
    let isAsterisk: Bool
    /// Whether it is a mark of sentences, or one that joins or parts words.
    let isPunctuation: Bool
    /// Whether it parts words, as marks of sentences and dots of all sizes do: `Cu●Nguyen`.
    let partsWords: Bool

    init(scalars: [Unicode.Scalar], looks: [Unicode.Scalar], end: Int, isForeign: Bool) {
        self.scalars = scalars
        self.looks = looks
        self.end = end
        self.isForeign = isForeign
        readings = (scalars + looks).reduce(into: []) { found, scalar in
            if let letters = HidingSign.readingsOfEach[scalar] { found.formUnion(letters) }
        }
        standsBesideWords =
            scalars.allSatisfy(HidingSign.besideWords.contains)
            || !looks.isEmpty && looks.allSatisfy(HidingSign.besideWords.contains)
                && !scalars.contains(where: NameScripts.isOfEastAsia)
        isAsterisk = looks.contains("*")
        isStar = isAsterisk || scalars.contains(where: HidingSign.stars.contains)
        isPunctuation =
            standsBesideWords || !isAsterisk && scalars.contains { !$0.isASCII && HidingSign.isPunctuation($0) }
        partsWords =
            isPunctuation || scalars.allSatisfy { $0.value < 0x100 } || looks == ["o"] || looks == ["O"]
            || scalars.contains { HidingSign.shapes.contains($0.value) }
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

    private static let stars: Set<Unicode.Scalar> = {
        let blocks: [ClosedRange<UInt32>] = [
            0x600...0x6FF, 0x2010...0x2BFF, 0x3000...0x303F, 0xA640...0xA69F, 0xFE10...0xFFEF, 0x1D100...0x1D1FF,
            0x1F000...0x1FAFF,
        ]
        return Set(
            blocks.joined().lazy.compactMap(Unicode.Scalar.init).filter { scalar in
                let words = scalar.properties.name?.split(whereSeparator: { $0 == " " || $0 == "-" }) ?? []
                return words.contains { starNames.contains(String($0)) }
            })
    }()

    /// The letters of all signs that are read as one letter.
    private static let readingsOfEach: [Unicode.Scalar: Set<Unicode.Scalar>] = LetterShapes.others
        .mapValues { readings in Set(readings.filter { $0.count == 1 }.map { HiddenLetters.letter($0[0]) }) }

    private static let starNames: Set<String> = [
        "STAR", "STARS", "STARRED", "ASTERISK", "ASTERISKS", "ASTERISM", "PENTAGRAM", "HEXAGRAM", "SPARKLE", "SPARKLES",
        "SPARKLER", "DIZZY", "SNOWFLAKE", "FLORETTE", "SEXTILE", "COLLISION", "FIREWORKS", "COMET",
    ]
}
