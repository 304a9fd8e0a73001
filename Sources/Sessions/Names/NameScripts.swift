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
    /// Latin letters may stand in a word with Chinese, Japanese and Korean ones, `東京Tower`, `Tシャツ`, unless all of these
    /// are drawn like Latin letters: `丁om`, `ㅇtto`.
    static func areMixed(in name: String) -> Bool {
        name.unicodeScalars.split { !isOfWord($0) }.contains { word in
            let bytes = String(String.UnicodeScalarView(word)).utf8.map { CChar(bitPattern: $0) }
            return icu_mixes_scripts(bytes, Int32(clamping: bytes.count)) == 1
                || poses(Array(word))
        }
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

    /// Whether a name has letters of a script in which nobody writes today, as Old Italic or Coptic: they are in names
    /// only for what they look like.
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

    private static let latin = icu_script_named("Latn")
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

    /// Whether a joiner that is not seen may stand between these characters: between letters that are joined in
    /// writing, as in Persian words, or behind the sign that takes a vowel off, as in Indic ones.
    static func isJoiner(_ scalar: Unicode.Scalar, behind: Unicode.Scalar, before: Unicode.Scalar) -> Bool {
        let isVirama = behind.properties.canonicalCombiningClass == .virama
        if isVirama, before.properties.isAlphabetic, script(of: before) == script(of: behind) { return true }
        return scalar == "\u{200C}" && icu_joins(behind.value) == 1 && icu_joins(before.value) == 1
    }
}
