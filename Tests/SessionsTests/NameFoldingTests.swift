import Foundation
import TestKit
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
        "A word is read in signs, digits and letters that together or apart look like its letters",
        arguments: [
            "ßasic", "13asic", "I3asic", "6asic", "|3asic", "B│A│S│I│C", "B┃A┃S┃I┃C", "B●A●S●I●C", "B▪A▪S▪I▪C",
            "B░A░S░I░C", "B×A×S×I×C", "B Λ S I C", "BΔSIC", "b^sic", "ᏴᎪᏚᏆᏟ", "ᏰᎪᏕᏆᏣ", "ꓐꓮꓢꓲꓚ", "ΒΑЅΙϹ", "ΒΑΣΙϹ",
            "ВАЅІС", "БΑSIC", "Ь А Ѕ І С", "乃ﾑ丂ﾉc", "乃卂丂丨匚", "]3asic", "b4$!(", "8451c",
        ])
    func readsShapes(form: String) { #expect(NameFolding.spells("basic", in: form)) }

    @Test(
        "East Asian letters that are drawn like Latin ones are read as these",
        arguments: ["oｲｲ乇R", "ｏイイ乇Ｒ", "oｲｲ乇尺", "ㄖㄒㄒ乇尺"])
    func readsEastAsian(form: String) { #expect(NameFolding.spells("otter", in: form)) }

    @Test(
        "A small i is no l, and an l may be a capital I",
        arguments: [
            ("alley", "Bailey", false), ("alley", "Hailey", false), ("alien", "Aileen", false),
            ("shell", "Sheila", false),
            ("shell", "SheII", true), ("shell", "she11", true), ("alien", "aIien", true), ("alien", "ALIEN", true),
            ("alien", "a|ien", true), ("alien", "al1en", true), ("alien", "alien", true), ("alley", "ALLEY", true),
        ])
    func strokes(word: String, name: String, isRead: Bool) { #expect(NameFolding.spells(word, in: name) == isRead) }

    @Test(
        "Honest names are not read as a word that they only resemble",
        arguments: ["Basil", "Bassi", "Silvia", "Team13", "Anna 6", "Bas Icke Lu", "アイリ", "Βασίλης", "Василий", "バジル"])
    func readsNoHonestNames(name: String) { #expect(!NameFolding.spells("music", in: name)) }

    @Test(
        "Letters that look like two, and pairs that look like one, are read both ways",
        arguments: [
            ("corny", "comy"), ("mossy", "rnossy"), ("swing", "svving"), ("kiosk", "k10sk"), ("igloo", "1gl00"),
            ("igloo", "Lgloo"), ("llama", "IIama"), ("llama", "|lama"), ("zebra", "2e8ra"), ("eagle", "ea9le"),
            ("cool", "🆒"),
        ])
    func readsLookAlikes(word: String, form: String) {
        #expect(NameFolding.spells(word, in: form))
    }

    @Test(
        "A word is read with letters too many and with a sign in place of one",
        arguments: [
            ("rowdy", "roowdy"), ("rowdy", "rrooowddyyy"), ("rowdy", "r*wdy"), ("rowdy", "ro_dy"),
            ("rowdy", "It is r-wdy!"),
            ("motel", "m⊕tel"), ("motel", "m⚪te│"), ("boots", "booots"), ("boots", "b*ots"),
        ])
    func readsStretched(word: String, form: String) {
        #expect(NameFolding.spells(word, in: form))
    }

    @Test(
        "A word is read with a sign in place of its first or last letter",
        arguments: ["frai*", "*rail", "FRAI#", "_rail", "My frai* is", "fra1~", "frai🎈", "fraiー", "frai█"])
    func readsWithoutAnEnd(form: String) { #expect(NameFolding.spells("frail", in: form)) }

    @Test(
        "Brackets and the marks of sentences beside a word hide no letter of another one",
        arguments: ["(rail)", "\"Rail\"", "rail", "Frai.", "The frai, too", "frai?", "rail frai", "Frai 2", "2rail"])
    func readsNoPunctuation(form: String) { #expect(!NameFolding.spells("frail", in: form)) }

    @Test(
        "Letters written as marks, and letters that read as no Latin ones, do not hide a word",
        arguments: [
            "FーRーAーIーL", "FｰRｰAｰIｰL", "F々R々A々I々L", "F〆R〆A〆I〆L", "FㆍRㆍAㆍIㆍL", "FǃRǃAǃIǃL", "FǀRǀAǀIǀL", "FǂRǂAǂIǂL",
            "FʘRʘAʘIʘL", "FːRːAːIːL", "FˆRˆAˆIˆL", "F´R´A´I´L", "FᵃRᵃAᵃIᵃL", "FⁿRⁿAⁿIⁿL", "F²R²A²I²L", "FºRºAºIºL",
            "FのRのAのIのL", "F東R東A東I東L", "F한R한A한I한L", "FゝRゝAゝIゝL",
        ])
    func readsThroughMarks(form: String) { #expect(NameFolding.spells("frail", in: form)) }

    @Test("Every letter that modifies others, and every mark that does, may stand between the letters of a word")
    func readsThroughEveryModifier() {
        var count = 0
        for value in UInt32(0x80)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), !scalar.properties.isDefaultIgnorableCodePoint else { continue }
            switch scalar.properties.generalCategory {
            case .modifierLetter, .modifierSymbol: count += 1
            default: continue
            }
            let name = ["f", "r", "a", "i", "l"].joined(separator: String(scalar))
            #expect(NameFolding.spells("frail", in: name), "U+\(String(value, radix: 16)) \(scalar)")
        }
        #expect(count > 400)
    }

    @Test(
        "A stroke of a letter that is drawn may be any stroke", arguments: ["fI_lngi", "f|_1ngi", "f!_Ingi", "fl_|ngi"])
    func readsMixedStrokes(form: String) { #expect(NameFolding.spells("fungi", in: form)) }

    @Test("Names that are compared keep the strokes of a letter alike")
    func comparesStrokes() {
        var looks = NameLooks()
        let areAlike = looks.areAlike("Ivlina", "Mina")
        #expect(!areAlike)
    }

    @Test(
        "A word with too few of its letters is another one, and so is one with two signs",
        arguments: [
            ("boots", "bots"), ("otter", "Oter"), ("rowdy", "r**dy"), ("rowdy", "ro1dy"), ("rowdy", "*owd*"),
            ("rowdy", "ro dy"), ("rowdy", "owdy"),
        ])
    func readsNoShorter(word: String, form: String) {
        #expect(!NameFolding.spells(word, in: form))
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

    @Test(
        "Letters apart, drawn, hidden or upside down hide it as little",
        arguments: [
            "fu ck", "f uck", "fuc k", "f u ck", "f u c k", "f.u.c.k", "fu-c k", "Oh fu ck", "fu(k", "fu<k", "(fu(k)",
            "fuc|<",
            "fuc|{", "f|_|ck", "f(_)ck", "|=uck", "|=|_|(|<", "f|_|<|<", "f*ck", "f**k", "F**king", "f#ck", "f_ck",
            "f@ck", "f.ck", "f%ck",
            "ʞɔnɟ", "ʞɔnɟ ɥO", "ꓘↃ∩Ⅎ", "ꓝꓴꓚꓗ", "ꬵuck", "fʉƈƙ", "fᵾck", "fuc\u{200D}k", "🄵🅄🄲🄺", "千ㄩ匚长", "ᖴᑌᑕᛕ", "fūčķ",
            "ᶂuck",
            "fuꝁꝁ fuꞓk", "ꜰᴜᴄᴋ", "ƒʊɕƙ",
        ])
    func readsThroughDrawings(form: String) {
        #expect(OffensiveWords(words: ["fuck"], stems: ["fuck"], innocent: []).offend(in: form))
    }

    @Test(
        "Harmless text with the same signs and blanks is not refused",
        arguments: [
            "Fu Manchu", "Tom (Uck)", "fun <3 ck", "Mika (8)", "*uck", "f***", "k<3", "Ruf UK", "¯\\_(ツ)_/¯", "n u k",
            "ɐuu∀", "1. FCK", "|_| fun", "Chef U. C. Kent",
        ])
    func readsNoDrawings(name: String) {
        #expect(!OffensiveWords(words: ["fuck"], stems: ["fuck"], innocent: []).offend(in: name))
    }

    @Test("An innocent phrase of several words excuses the offensive word in it")
    func readsPhrases() {
        let words = OffensiveWords(words: ["tit", "tits", "klan"], stems: [], innocent: ["bluetit"])
        for name in ["Blue Tit", "The Blue Tit", "BlueTit", "Killian", "Lillian", "Killlian"] {
            #expect(!words.offend(in: name))
        }
        for name in ["Tit", "Blue Tits", "Tit Blue", "Blue Tit Tit", "Blue", "t1t", "Klan", "kl1llan"] {
            #expect(words.offend(in: name) == (name != "Blue"), "\(name)")
        }
    }

    @Test("Every Latin letter with a hook, a stroke or a tail, turned, or small is read as its letter")
    func readsLatinLetters() {
        var count = 0
        for value in UInt32(0x80)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), let name = scalar.properties.name else { continue }
            // Without adjectives, and unlike the product, which reads any name.
            let match = ["LATIN SMALL LETTER ", "LATIN CAPITAL LETTER ", "LATIN LETTER SMALL CAPITAL "].first(
                where: name.hasPrefix)
            guard let match, let letter = name.dropFirst(match.count).first else { continue }
            let rest = name.dropFirst(match.count + 1)
            guard rest.isEmpty || rest.hasPrefix(" WITH ") else { continue }
            count += 1
            let looks = String(String.UnicodeScalarView(NameFolding.looks(of: String(scalar))))
            #expect(looks.lowercased() == letter.lowercased(), "\(name)")
        }
        #expect(count > 700)
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
            "fu¢k", "ⅎuck",
        ])
    func offends(form: String) {
        let words = OffensiveWords(words: ["fuck"], stems: [], innocent: [])
        #expect(words.offend(in: form))
        #expect(words.offend(in: "The \(form)"))
    }

    @Test(
        "Names that look alike are treated as equal, also by digits",
        arguments: [
            ("Mika Lip0", "Mika Lipo", true), ("Mika Lipo", "🅼ika Lipo", true), ("Mika", "ᴍika", true),
            ("Mika", "𝐌𝐢𝐤𝐚", true), ("fuϲhs", "fuchs", true), ("Mika Lipo", "🅼🅸🅺🅰 🅻🅸🅿🅾", true),
            ("Room 1", "Room I", true), ("Racer 6", "Racer 9", false),
            ("Anna 2006", "Anna 2009", false), ("Kim 5", "Kim S", false), ("Al", "Ai", false), ("Zoë", "Zoe", false),
            ("Anna", "Änna", false), ("Mıka", "Mika", true), ("Mı\u{307}ka", "Mika", true),
            ("Robı\u{307}n", "Robin", true),
            ("Jı\u{307}ll", "Jill", true), ("Anȷ\u{307}a", "Anja", true), ("Mɩ\u{307}ka", "Mika", true),
            ("Ml\u{307}ka", "Mika", true),
            ("M¡ka", "Mika", true), ("Ann¡e", "Annie", true), ("Mia", "Mıa", true), ("Mía", "Mia", false),
            ("Żaneta", "Zaneta", false),
        ])
    func looksAlike(a: String, b: String, isSo: Bool) {
        var looks = NameLooks()
        #expect(looks.areAlike(a, b) == isSo)
        #expect(looks.areAlike(b, a) == isSo)
    }

    @Test(
        "A sharp s is two, and signs of the shape of a letter are that letter",
        arguments: [
            ("floss", "floß"), ("floss", "FLOẞ"), ("floss", "floẛs"), ("floss", "ﬂosẛ"), ("tatty", "tatt⅄"),
            ("tatty", "ta₸₸y"),
            ("tatty", "ta⊥⊥y"), ("tatty", "ta⊺┬y"), ("tatty", "ta 丁丁 y"), ("tatty", "ta 十十 y"), ("tatty", "ta✝✝y"),
            ("igloo", "igl●⊙"),
            ("llama", "ll∆m∆"),
        ])
    func readsSigns(word: String, form: String) {
        #expect(NameFolding.spells(word, in: form))
    }

    @Test("Folding any text never traps, and is idempotent")
    func foldsAnything() {
        var random = SplitMix(seed: 143)
        let words = OffensiveWords(words: ["fuck", "tits"], stems: ["fuck"], innocent: ["bluetit"])
        let odd: [Unicode.Scalar] = [
            "|", "_", "(", "<", "*", "1", "ʞ", "ɔ", " ", "\u{200D}", "\u{FE0F}", "\u{301}", "\u{FDFA}", "Қ", "f",
        ]
        for _ in 0..<300 {
            var view = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let any = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) ?? "x"
                view.append(Bool.random(using: &random) ? any : odd.randomElement(using: &random) ?? any)
            }
            let name = String(view)
            var looks = NameLooks()
            let isLikeItself = looks.areAlike(name, name)
            #expect(isLikeItself, "\(view.map(\.value))")
            try? DisplayName.check(name, maximum: DisplayName.roomMaximum)
            _ = words.offend(in: name)
            _ = NameFolding.spells("scent", in: name)
            let once = NameFolding.looks(of: name)
            #expect(NameFolding.looks(of: String(String.UnicodeScalarView(once))) == once, "\(view.map(\.value))")
        }
    }

    @Test(
        "The longest names cost little",
        arguments: [
            "\u{FDFA}", "f ", "fuc", "ashit", "n|i|", "ーf", "motherf", "ƙ\u{323}", "(*", "|\\", "Қ", "漢", "👩‍🚀", "ʞ",
            "f*", "𝕤", "i|", "⎜", "⨌", "Ⅷ", "㎯",
        ])
    func costIsBounded(part: String) {
        let name = String(repeating: part, count: 60 / part.unicodeScalars.count)
        let words = OffensiveWords(
            words: (0..<800).map { "word\($0)" }, stems: ["fuck", "motherf", "paedophil", "shit"],
            innocent: (0..<100).map { "innocent\($0)" })
        let costs = (0..<5).map { _ in
            let begun = processorTime()
            var looks = NameLooks()
            _ = looks.areAlike(name, name)
            _ = words.offend(in: name)
            _ = NameFolding.spells("scent", in: name)
            return processorTime() - begun
        }
        // ms, of a build without the optimiser.
        #expect((costs.min() ?? 0) < (isSanitized ? 1_000 : 100))
    }

    @Test("Folding is idempotent for every character of names")
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
