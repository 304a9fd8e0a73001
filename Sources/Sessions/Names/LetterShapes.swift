/// Characters that together draw a letter, `13` for `b`, and characters that are read as several letters.
enum LetterShapes {
    typealias Shape = (drawn: [Unicode.Scalar], letters: [Unicode.Scalar])
    /// A shape with the letters to look for.
    typealias ReadShape = (drawn: [Unicode.Scalar], letters: NameGlyph.Reading)

    /// The shapes with which a text begins, for a search for a known word. A wrong reading does no harm there, as it
    /// seldom gives that word. Any stroke of a shape may be drawn with any character: `I_l`.
    static func read(in text: ArraySlice<Unicode.Scalar>) -> [ReadShape] {
        guard let first = text.first, let shapes = readByFirst[first] else { return [] }
        return shapes.filter { shape in
            shape.drawn.count <= text.count
                && zip(text, shape.drawn).allSatisfy { $0 == $1 || ($1 == "|" && strokeScalars.contains($0)) }
        }
    }

    private static let readByFirst: [Unicode.Scalar: [ReadShape]] = {
        var byFirst: [Unicode.Scalar: [ReadShape]] = [:]
        for shape in shapes(clearTable, strokes: ["|"]) + shapes(loose, strokes: ["|"]) {
            let letters = shape.letters.map(WordSearch.ownLetters)
            for first in shape.drawn[0] == "|" ? strokeScalars : [shape.drawn[0]] {
                byFirst[first, default: []].append((shape.drawn, letters))
            }
        }
        return byFirst
    }()

    /// Further readings of a character, beside what it looks like most, each of one letter or more. `Λ` is an `a`
    /// without its bar, and `‖` are two strokes.
    static let others: [Unicode.Scalar: [[Unicode.Scalar]]] = {
        let others: KeyValuePairs = [
            "a": "Λ^ΔДд∧ꜬꜭəƏǝƎ", "b": "6ßβБбЪъЬьЫыⱃþÞ", "c": "([<{ꝯꝰ", "d": "Δƍ", "e": "ΣЭэзΞξȝȜʒƷꝫꝪꞛꞚꜫꜪ", "f": "ФфΓɸⱷ",
            "g": "ȝȜɣƔƷʒ", "h": "ЊњНнꭠ",
            "k": "Жж", "l": "7ΓɺʖꝭꝬ", "m": "ʍ",
            "n": "ИЙПпΠπηЛлʌ", "o": "ФфΘθΩΦφɔƆɸⱷꝯꝰðƱ", "p": "ɸⱷ", "q": "9ƣƢ", "r": "ЯяГг", "s": "Σςʃƾ",
            "t": "ΓτŦƾʖʔʕɁɂłŁɨƗɬ", "u": "vVʋƲИийμυυȣȢᴕᴽ", "v": "Λ√∨ΥγυʌɅɣƱʊ", "w": "ψΨωЩщɯƜᵚꟺʬƿǷꟕ",
            "x": "ЖжΧχ+×✕✖ɣ", "y": "ЧчУуγυΥȝȜ", "z": "ЗзꝛꝚꜫꜪ",
            // Two letters, and what the signs of scribes and the letters of Volapük are called.
            "ae": "ꞛꞚꬱ", "con": "ꝯꝮ", "dum": "ꝱ", "et": "ꝫꝪ", "fng": "ʩ", "gh": "ƣƢ", "hu": "ƕǶ", "is": "ꝭꝬ",
            "lum": "ꝲ",
            "mum": "ꝳ", "ng": "ŋŊ", "num": "ꝴ", "oe": "ꞝꞞ", "oo": "∞ꭃꭄ", "ou": "ȣȢᴕᴽ", "rum": "ꝵꝶꝝꝜ", "tum": "ꝷ",
            "ue": "ꞟꞞ",
            "um": "ꝸ",
            "ss": "ßẞ", "us": "ꝰ", "ww": "ʬ",
        ]
        var result: [Unicode.Scalar: [[Unicode.Scalar]]] = [:]
        for (read, drawn) in others {
            for scalar in drawn.unicodeScalars { result[scalar, default: []].append(Array(read.unicodeScalars)) }
        }
        for (sign, letters) in SignReadings.letters { result[sign, default: []] += letters.map { [$0] } }
        for (sign, count) in strokesOf {
            let strokes = WordSearch.readings(of: Array(repeating: "|", count: count))
            result[sign, default: []] += strokes.map { $0.flatMap(\.self) }
        }
        return result
    }()

    /// Signs of two strokes or three, by the number of these.
    private static let strokesOf: [Unicode.Scalar: Int] = {
        var strokes: [Unicode.Scalar: Int] = [:]
        for sign in "ǁ‖∥║⏸𝄁𝄂𝄃॥꣏〢𝍡𝍪".unicodeScalars { strokes[sign] = 2 }
        for sign in "⦀⫴⫼〣𝍢𝍫".unicodeScalars { strokes[sign] = 3 }
        return strokes
    }()

    /// A text with as many strokes as its signs have; nil where each has one.
    static func parted(_ text: String) -> String? {
        guard text.unicodeScalars.contains(where: { strokesOf[$0] != nil }) else { return nil }
        var read = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if let count = strokesOf[scalar] {
                read.append(contentsOf: repeatElement("|", count: count))
            } else {
                read.append(scalar)
            }
        }
        return String(read)
    }

    /// A text with a letter for each shape that few take for anything else; nil where there are none. What other
    /// words have by chance counts at the start of a word only: `13asic`, `nnika`, but `Team13` and `Anna`.
    static func redrawn(_ text: String) -> String? {
        var rest = Array(text.unicodeScalars)[...]
        var read = String.UnicodeScalarView()
        var isDrawn = false
        while let first = rest.first {
            let isInside = read.last.map { $0.properties.isAlphabetic || ("0"..."9").contains($0) } ?? false
            let shape = (isInside ? inside : clear + starting).first { shape in
                guard rest.starts(with: shape.drawn) else { return false }
                return isInside || rest.dropFirst(shape.drawn.count).first?.properties.isAlphabetic == true
            }
            if let shape {
                read.append(contentsOf: shape.letters)
                isDrawn = true
            } else {
                read.append(first)
            }
            rest = rest.dropFirst(shape?.drawn.count ?? 1)
        }
        return isDrawn ? String(read) : nil
    }

    // MARK: Tables

    /// Characters that a stroke is drawn with; `|` stands for each of them in the tables of shapes. Where names are
    /// compared, the strokes of a shape are alike: `Ivlev` is no `Mev`.
    private static let strokes = ["|", "I", "l", "1", "!"]
    private static let strokeScalars: [Unicode.Scalar] = strokes.flatMap(\.unicodeScalars)

    private static let clearTable: KeyValuePairs<String, String> = [
        "|v|": "m", "|V|": "m", "|3": "b", "/v\\": "m", "/V\\": "m", "(V)": "m", "(v)": "m", "^^": "m", "IV": "n",
    ]
    private static let clear = shapes(clearTable)

    private static let starting = shapes(["nn": "m", "ß": "b", "6": "b", "vv": "w", "VV": "w", "Λ": "A"])

    /// Shapes that are read as a letter within a word too: no word has them. A `|` is itself only.
    private static let inside = shapes(
        ["|v|": "m", "|V|": "m", "/v\\": "m", "/V\\": "m", "|3": "b", "Λ": "A"], strokes: ["|"])

    private static let loose: KeyValuePairs<String, String> = [
        "|)": "d", "|>": "d", "|D": "p", "|2": "r", "|°": "p", "|*": "p", "|=": "f", "|_": "l", "|<": "k", "|{": "k",
        "|_|": "u", "|-|": "h", "|\\|": "n", "|/|": "n", "|\\/|": "m", "|/\\|": "w", "c|": "d", "C|": "d", "nn": "m",
        "uu": "w", "UU": "w", "><": "x", "`/": "y", "'/": "y", "7_": "z", "_|": "j", "/-\\": "a", "/\\": "a",
        "\\/": "v", "\\/\\/": "w", "()": "o", "[]": "o", "0_": "q", "0,": "q", "O,": "q", "ß": "ss", "]3": "b",
        "[3": "b", ")3": "b", "]=": "f", "[)": "d", "[_": "l", "/_": "l", "|-": "t", "-|-": "t", "']'": "t",
        "~|~": "t", "}{": "h", "]-[": "h", "/-/": "h", "\\|/": "w", "cj": "g", "\\_/": "u", "(_)": "u", "[_]": "u",
        "(_+": "g", "(,)": "q", "][": "i", "_/": "j",
    ]

    private static func shapes(
        _ shapes: KeyValuePairs<String, String>, strokes: [String] = strokes
    ) -> [Shape] {
        shapes.flatMap { drawn, read -> [Shape] in
            guard drawn.contains("|") else { return [(Array(drawn.unicodeScalars), Array(read.unicodeScalars))] }
            return strokes.map { stroke in
                (Array(drawn.replacing("|", with: stroke).unicodeScalars), Array(read.unicodeScalars))
            }
        }
    }
}
