import CICU
import Foundation

/// The scripts in which names are written.
enum NameScripts {
    /// A script of letters; the scripts of Chinese, Japanese and Korean, which stand beside each other, count as one.
    enum Script: Hashable {
        case latin
        case eastAsian
        case other(Int32)
    }

    /// Whether a word of a name mixes scripts that no language writes together: `Mіka` with a Ukrainian `і`. Words of
    /// different scripts may stand beside each other.
    ///
    /// Latin letters may stand in a word with Chinese, Japanese and Korean ones: `東京Tower`, `Tシャツ`. They may not if all
    /// of these are drawn like Latin letters: `丁om`, `ㅇtto`.
    static func areMixed(in name: String) -> Bool {
        name.unicodeScalars.split { !isOfWord($0) }.contains { word in
            let bytes = String(String.UnicodeScalarView(word.map(letter))).utf8.map { CChar(bitPattern: $0) }
            return icu_mixes_scripts(bytes, Int32(clamping: bytes.count)) == 1
                || poses(Array(word))
        }
    }

    /// The letter of a script that a letter of none stands for: `𝛖` is Greek. The sign for millionths is no more than
    /// an `u`.
    private static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard !scalar.isASCII, scalar != "µ", scalar.properties.isAlphabetic, icu_script(scalar.value) < 0 else {
            return scalar
        }
        return String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.first ?? scalar
    }

    /// Whether a word has Latin letters, and all others of it are drawn as Latin ones are.
    private static func poses(_ word: [Unicode.Scalar]) -> Bool {
        let others = word.filter { script(of: $0) == .eastAsian }
        return !others.isEmpty && others.allSatisfy { drawnPlainly.contains($0) }
            && word.contains { script(of: $0) == .latin }
    }

    /// Chinese, Japanese and Korean letters that are drawn as Latin ones are.
    private static let drawnPlainly = Set(
        "丁丅十千卂卄廾匚凵口囗〇〡〢〣丨丩丫乂乙几乃刀卩工エロコㅇㅁㅣㅜㅗㄴㄷㄱㅡㅏㅓㅐﾉﾌｲﾑｷﾚﾶｱﾒﾘ乇乃丂尺爪ㄒㄥㄩㄚㄖ".unicodeScalars)

    /// Whether a name has letters of a script in which nobody writes today, as Old Italic or Coptic. They stand in
    /// names only for what they look like.
    static func areHistoric(in name: String) -> Bool { name.unicodeScalars.contains { icu_is_historic($0.value) == 1 } }

    /// Whether a character belongs to a word, and does not end it as blanks and signs do.
    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .decimalNumber, .format: true
        default: scalar.properties.isAlphabetic
        }
    }

    /// The one script of all letters of a name; nil where there are several, or letters of none: `𝐌`.
    static func only(of name: String) -> Script? {
        var found: Script?
        for scalar in name.unicodeScalars where scalar.properties.isAlphabetic && !isMark(scalar) {
            guard let script = script(of: scalar), found == nil || found == script else { return nil }
            found = script
        }
        return found
    }

    /// Whether a character is a mark on a letter, or a letter drawn as a symbol: `ⓐ`.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .otherSymbol: true
        default: false
        }
    }

    /// Whether a character takes the script of the one before it, as accents do.
    static func isInherited(_ scalar: Unicode.Scalar) -> Bool { icu_is_inherited(scalar.value) == 1 }

    /// Whether a character belongs to the scripts of Chinese, Japanese and Korean, be it a letter or a sign.
    static func isOfEastAsia(_ scalar: Unicode.Scalar) -> Bool { script(of: scalar) == .eastAsian }

    /// Whether a character is a letter of Chinese, Japanese or Korean.
    static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x1100 && scalar.properties.isAlphabetic && script(of: scalar) == .eastAsian
    }

    /// Whether a character is a radical or a stroke of Chinese letters, or another part or picture of East Asian ones.
    static func isPartOfLetter(_ scalar: Unicode.Scalar) -> Bool {
        partsOfLetters.contains { $0.contains(scalar.value) }
    }

    /// Radicals of Chinese, signs that describe letters, numbers of Suzhou, marks of Kanbun, strokes, letters in
    /// circles and squares, and radicals of Yi.
    private static let partsOfLetters: [ClosedRange<UInt32>] = [
        0x2E80...0x2FFF, 0x3007...0x3007, 0x3021...0x3029, 0x3038...0x303A, 0x3190...0x319F, 0x31C0...0x31EF,
        0x3200...0x32FF, 0xA490...0xA4CF, 0x1F200...0x1F2FF,
    ]

    /// The three alphabets that have many letters in common, as far as they are seen.
    enum Alphabet { case none, latin, greekOrCyrillic, other }

    static func alphabet(of scalar: Unicode.Scalar) -> Alphabet {
        let script = icu_script(scalar.value)
        if script < 0 { return .none }
        if script == latin { return .latin }
        return script == greek || script == cyrillic ? .greekOrCyrillic : .other
    }

    private static let latin = icu_script_named("Latn")
    private static let greek = icu_script_named("Grek")
    private static let cyrillic = icu_script_named("Cyrl")
    private static let eastAsian = Set(
        (["Hani", "Hira", "Kana", "Bopo", "Hang"] as [String]).map { icu_script_named($0) })

    private static func script(of scalar: Unicode.Scalar) -> Script? {
        // The lines that make a vowel long have no script of their own.
        if scalar == "ー" || scalar == "ｰ" { return .eastAsian }
        let script = icu_script(scalar.value)
        if script < 0 { return nil }
        if script == latin { return .latin }
        return eastAsian.contains(script) ? .eastAsian : .other(script)
    }

    // MARK: Joiners

    /// Whether an invisible joiner may stand between these characters. It may stand between letters that are joined in
    /// writing, as in Persian words. It may also stand behind the sign that takes a vowel off, as in Indic words.
    static func isJoiner(_ scalar: Unicode.Scalar, behind: Unicode.Scalar, before: Unicode.Scalar) -> Bool {
        let isVirama = behind.properties.canonicalCombiningClass == .virama
        if isVirama, before.properties.isAlphabetic, script(of: before) == script(of: behind) { return true }
        return scalar == "\u{200C}" && icu_joins(behind.value) == 1 && icu_joins(before.value) == 1
    }
}
