import CICU
import Foundation

/// The letters and accents of names: those of the written languages of today, and the decorative alphabets that are
/// read as one thing only.
///
/// Unicode has many more Latin letters: of phoneticians, of scribes of the Middle Ages, turned, reversed. In a name
/// they stand for what they look like, and no table knows all that a letter may look like.
enum NameLetters {
    /// Whether a name has a letter or an accent that is none of these.
    static func areStrange(in name: String) -> Bool { name.unicodeScalars.contains(where: isStrange) }

    private static func isStrange(_ scalar: Unicode.Scalar) -> Bool {
        // Below are the letters of Western and Central Europe.
        guard scalar.value >= 0x17F, !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        if longS.contains(scalar) { return true }
        // Marks that take room belong to scripts of India and its neighbours. Others are strokes of notes, and of
        // scholars.
        if scalar.properties.generalCategory == .spacingMark {
            return NameScripts.alphabet(of: scalar) != .other || NameScripts.isOfEastAsia(scalar)
        }
        if NameScripts.isInherited(scalar) { return !isAccent(scalar) }
        if isSmallCapital(scalar) { return false }
        // A modifier letter, a letter in a circle and a ligature are the letters that they are made of.
        let parts = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
        return parts.contains { part in
            guard !part.isASCII, part.properties.isAlphabetic else { return false }
            switch NameScripts.alphabet(of: part) {
            case .latin: return !latin.contains(part) && !isSmallCapital(part)
            case .greekOrCyrillic: return icu_is_recommended(part.value) == 0 && !oldCyrillic.contains(part)
            case .other, .none: return false
            }
        }
    }

    /// An `s` that looks like an `f`, alone and with others.
    private static let longS = Set("ſẛﬅ".unicodeScalars)

    /// Letters of today's alphabets that are not a letter with accents. Unicode's CLDR lists them for a language, as of
    /// its own words or of borrowed ones. Those of Kabiye, of Serer and of the Salish languages are added.
    private static let latin = Set(
        ("ªºÆæÐðØøÞþßẞĐđĦħıĸŁłŊŋŒœŦŧ" + "ƁɓƉɖƊɗƎǝƏəƐɛƑƒƔɣƗɨƘƙƝɲƆɔƲʋƳƴƷʒǤǥɄʉⱭɑ" + "Ꞌꞌǀǁǂǃʔ" + "ƖɩƱʊƇƈƤƥƬƭ"
            + "ɁɂʕɬȺⱥȻȼȾⱦ").unicodeScalars)

    /// Letters of Russian and Bulgarian until 1918 and 1945.
    private static let oldCyrillic = Set("ѢѣѪѫ".unicodeScalars)

    /// Whether a letter is one of the small capitals, of which each letter has one at most.
    private static func isSmallCapital(_ scalar: Unicode.Scalar) -> Bool {
        guard let name = scalar.properties.name, name.hasPrefix(smallCapital) else { return false }
        return name.utf8.count == smallCapital.utf8.count + 1
    }

    private static let smallCapital = "LATIN LETTER SMALL CAPITAL "

    /// Whether a mark of no script is an accent of a language of today. Others are letters over letters, or lines and
    /// signs around them: `f\u{367}ck` has its `u` there.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        icu_is_recommended(scalar.value) == 1 || otherAccents.contains(scalar) || scalar == "\u{20E3}"
    }

    /// Accents of Basaa and of Dogri.
    private static let otherAccents: Set<Unicode.Scalar> = ["\u{1DC6}", "\u{1DC7}", "\u{951}", "\u{952}"]
}
