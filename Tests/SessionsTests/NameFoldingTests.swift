import Foundation
import Testing

@testable import Sessions

/// One folding serves three checks: words that nobody is to be called, words of the day, names that look alike.
@Suite struct NameFoldingTests {
    /// `SCENT` as people write it to get past a filter. Each is in NFC, as names are.
    static let formsOfScent = [
        "scent", "SCENT", "S.C-E_N T", "s c e n t", "5cent", "5c3n7", "s1c3nt", "s1c3n4t", "5.1c3.n7", "$+c+€+n+t",
        "$c€n+", "s1c2e3n4t", "ｓｃｅｎｔ", "ⓢⓒⓔⓝⓣ", "ⓈⒸⒺⓃⓉ",
        "🅢🅒🅔🅝🅣", "🆂🅲🅴🅽🆃", "🅂🄲🄴🄽🅃", "🄢🄒🄔🄝🄣", "⒮⒞⒠⒩⒯", "🇸🇨🇪🇳🇹", "ꜱᴄᴇɴᴛ", "𝐬𝐜𝐞𝐧𝐭", "𝓼𝓬𝓮𝓷𝓽", "𝔰𝔠𝔢𝔫𝔱", "𝕤𝕔𝕖𝕟𝕥", "𝚜𝚌𝚎𝚗𝚝",
        "ˢᶜᵉⁿᵗ", "šçéñţ", "ѕсеnt", "ЅСЕNТ", "ѕϲеnт", "scəɴт", "s¢ent", "ᏚᏟᎬNᎢ", "ꓢꓚꓰꓠꓔ", "sc\u{1D7D1}nt", "❺c❸n❼",
        "sc③nt", "s©ent",
    ]

    @Test("A word is read in every form of its letters", arguments: formsOfScent)
    func readsForm(form: String) {
        #expect(NameFolding.spells("scent", in: form))
        #expect(NameFolding.spells("scent", in: "The \(form)s"))
    }

    @Test(
        "Letters that look like two, or two that look like one, are read both ways",
        arguments: [
            ("corny", "comy"), ("mossy", "rnossy"), ("swing", "svving"), ("kiosk", "k10sk"), ("igloo", "1gl00"),
            ("igloo", "Lgloo"), ("llama", "IIama"), ("llama", "|lama"), ("zebra", "2e8ra"), ("eagle", "ea9le"),
            ("cool", "🆒"),
        ])
    func readsLookAlikes(word: String, form: String) {
        #expect(NameFolding.spells(word, in: form))
    }

    @Test(
        "Other words are not read", arguments: ["Mika", "scant", "tnecs", "sce", "s-c-e-n", "Room 455", "🎲🎲", "李雷", ""])
    func readsNoOthers(name: String) {
        #expect(!NameFolding.spells("scent", in: name))
    }

    @Test(
        "A word is read in letters of other scripts, and with hooks and strokes",
        arguments: ["ⲙⲟⲧⲉⲗ", "moʈel", "mo†el", "motεl", "motєl", "moteλ", "m|o|t|e|l", "m+o+t+e+l"])
    func readsOtherScripts(form: String) {
        #expect(NameFolding.spells("motel", in: form))
    }

    @Test(
        "Signs between the letters of an offensive word hide it as little",
        arguments: ["f|u|c|k", "f+u+c+k", "fu+ck"])
    func readsThroughSigns(form: String) {
        #expect(OffensiveWords(words: [], stems: ["fuck"], innocent: []).offend(in: form))
    }

    @Test("A word of letters that are not Latin is read as well")
    func readsOtherAlphabets() {
        #expect(NameFolding.spells("größe", in: "Die GRÖSSE") == false)
        #expect(NameFolding.spells("größe", in: "Die größe"))
        #expect(NameFolding.spells("слово", in: "СЛОВО!"))
        #expect(!NameFolding.spells("слово", in: "дело"))
    }

    @Test(
        "An offensive word is refused in every form of its letters",
        arguments: [
            "fuck", "🅵🅤🅒🅚", "fuϲk", "🇫🇺🇨🇰", "ꜰᴜᴄᴋ", "ｆｕｃｋ", "ⓕⓤⓒⓚ", "fück", "ƒuck", "fuсk", "FUϹK", "fuςk", "fuƈk",
            "fuȻk", "fucҝ", "Ғuck", "ʄuck", "₣u₵₭", "fմck", "ғцск", "ҒЦҪҜ", "𝖋𝖚𝖈𝖐", "ᶠᵘᶜᵏ",
            "fu¢k",
        ])
    func offends(form: String) {
        let words = OffensiveWords(words: ["fuck"], stems: [], innocent: [])
        #expect(words.offend(in: form))
        #expect(words.offend(in: "The \(form)"))
    }

    @Test(
        "Names that look alike are taken for each other, also by digits",
        arguments: [
            ("Mika Lip0", "Mika Lipo", true), ("Mika Lipo", "🅼ika Lipo", true), ("Mika", "ᴍika", true),
            ("Mika", "𝐌𝐢𝐤𝐚", true), ("fuϲhs", "fuchs", true), ("Mika Lipo", "🅼🅸🅺🅰 🅻🅸🅿🅾", true),
            ("Room 1", "Room I", true), ("Racer 6", "Racer 9", false),
            ("Anna 2006", "Anna 2009", false), ("Kim 5", "Kim S", false), ("Al", "Ai", false), ("Zoë", "Zoe", false),
            ("Anna", "Änna", false),
        ])
    func looksAlike(a: String, b: String, isSo: Bool) {
        var looks = NameLooks()
        #expect(looks.areAlike(a, b) == isSo)
        #expect(looks.areAlike(b, a) == isSo)
    }

    @Test("Every character that a name may have folds to something that folds to itself")
    func foldingEndsThere() {
        for value in UInt32(0x20)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = NameFolding.looks(of: String(scalar))
            var view = String.UnicodeScalarView()
            view.append(contentsOf: once)
            let twice = NameFolding.looks(of: String(view))
            if once != twice { Issue.record("U+\(String(value, radix: 16)) \(scalar): \(once), \(twice)") }
        }
    }
}
