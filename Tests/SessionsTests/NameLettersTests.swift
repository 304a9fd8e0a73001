import Foundation
import Testing

@testable import Sessions

/// Letters that are used for their looks, several letters in one character, and letters of other alphabets in place of
/// Latin ones. Each test takes one kind, with all characters of Unicode that are of it.
@Suite struct NameLettersTests {
    private let offensive = OffensiveWords(
        words: ["wank"], stems: ["fuck", "nigger", "cunt", "shit", "hitler"], innocent: [])

    private func fault(_ name: String) -> DisplayName.Fault? {
        do {
            try DisplayName.check(name, maximum: DisplayName.roomMaximum)
            return nil
        } catch {
            return error
        }
    }

    /// Whether somebody who knows the word may be called that.
    private func isTaken(_ name: String, hiding word: String) -> Bool {
        fault(name) == nil && !NameFolding.spells(word, in: name) && !offensive.offend(in: name)
    }

    private func scalars(where isOne: (Unicode.Scalar) -> Bool) -> [Unicode.Scalar] {
        (UInt32(0x80)...0x1FFFF).compactMap(Unicode.Scalar.init).filter {
            !$0.properties.isDefaultIgnorableCodePoint && isOne($0)
        }
    }

    private func isNormalised(_ name: String) -> Bool {
        name.unicodeScalars.elementsEqual(name.precomposedStringWithCanonicalMapping.unicodeScalars)
    }

    // MARK: Alphabets

    @Test(
        "A letter of no alphabet of today is refused: turned, reversed, of scribes, of phoneticians",
        arguments: [
            "ɟolly", "ʄolly", "ɰafer", "ꟽafer", "Ɯafer", "waɯer", "ɥellow", "ꝡellow", "biƃ", "ƕello", "ƹrnie", "ƿeter",
            "fꜳggot", "blꜳse", "bỻase", "rꝏwdy", "jꝏlly", "wagꝏn", "ſam", "ẛam", "baﬅ", "ʞɔnɟ", "Aɐron", "mɹ X", "ɘva",
            "ᴉda", "ᴟika", "ᴒlga", "Ꞧob", "ꭐda", "ʘtto", "Ↄarl", "ᵚika", "Mikꜷ", "Gwenỻian", "Иѡанъ", "ᴦala", "Ϟala",
        ])
    func refusesStrangeLetters(name: String) { #expect(fault(name) == .badCharacters) }

    @Test(
        "Letters of alphabets of today, letters with accents, and decorative alphabets are letters of names",
        arguments: [
            "Łukasz", "Þór", "Ægir", "Œuvre", "Kœnig", "Groß", "GROẞ", "Đặng", "Ħal", "Ŋwɔ", "Ƒofo", "Ɛdu", "Ɔsei",
            "Ẹniọlá", "Əli", "Məmməd", "Ɓala", "Ɗanjuma", "Ƙarami", "Ƴaƴa", "Ɣali", "Ʋawa", "Ɲele", "Ɖovi", "Ʒiʒ",
            "Ǥiella",
            "Nǃxau", "ǃKung", "Gǁana", "ǂKhomani", "Kʷətʔa", "Snʕáymn", "Tłı̨chǫ", "ʻIolani", "Hawaiʻi", "Ơn", "Ưng",
            "Ĳsbrand", "Paral·lel", "Anneﬂor", "Ångström", "Šķēle", "Ǎn", "Ḥasan", "1º Lugar", "Maria 2ª", "Ilgın",
            "ᴍɪᴋᴀ", "ꜱᴀᴍ", "ᴹⁱᵏᵃ", "𝐌𝐢𝐤𝐚", "Ｍｉｋａ", "ⓜⓘⓚⓐ", "🅼🅸🅺🅰", "🇲🇮🇰🇦", "H₂O", "Henry Ⅷ", "№ 1 Fan", "Ѣра", "Ѫжев",
            "Қанат", "Ґанна", "Ќе", "Ελένη", "Ἀθηνᾶ", "µTorrent", "प्रिया", "สมศรี", "שָׂרָה", "محمّد", "がく", "東京Tower",
            "Tシャツ", "Kim민수", "Mikaツ", "小S", "JR東日本",
        ])
    func keepsLetters(name: String) {
        #expect(fault(name.precomposedStringWithCanonicalMapping) == nil)
        #expect(!offensive.offend(in: name))
    }

    @Test("Of all Latin letters of Unicode, those that may be in a name are read as letters a to z")
    func allowsFewLetters() {
        var (allowed, refused) = (0, 0)
        let letters = scalars { scalar in
            scalar.properties.name?.hasPrefix("LATIN ") == true && scalar.properties.isAlphabetic
                && !LetterForms.isMark(scalar)
        }
        for letter in letters where isNormalised(String(letter)) {
            guard fault("\(letter)xx") == nil else {
                refused += 1
                continue
            }
            let parts = String(letter).decomposedStringWithCompatibilityMapping.unicodeScalars
            if parts.first?.isASCII == false { allowed += 1 }
            let glyph = NameGlyph(letter)
            #expect(glyph.mayBeLatin, "U+\(String(letter.value, radix: 16)) \(letter)")
        }
        // The alphabets of today, and the small capitals.
        #expect((70...140).contains(allowed), "\(allowed)")
        #expect(refused > 350, "\(refused)")
    }

    @Test(
        "A letter that may look like several is each of them",
        arguments: [
            ("blase", "bləse"), ("fungi", "fʋngi"), ("otter", "ðtter"), ("otter", "oŧłer"), ("otter", "otɨer"),
            ("ghost", "ɣhost"), ("vivid", "ɣivid"), ("count", "coʊnt"), ("coral", "ɔoral"), ("coral", "cɔral"),
        ])
    func readsSeveralLooks(word: String, form: String) { #expect(NameFolding.spells(word, in: form)) }

    @Test("An accent is one of a language of today: no letter stands over a letter, and no mark of notes in a word")
    func refusesStrangeMarks() {
        for name in [
            "f\u{367}ck", "fc\u{367}k", "Mi\u{36B}ka", "M\u{332}ika", "Mi\u{305}ka", "f\u{1D165}ck", "f\u{302E}ck",
        ] {
            #expect(fault(name) == .badCharacters, "\(name)")
        }
        let letters = scalars { $0.properties.name?.hasPrefix("COMBINING LATIN ") == true }
        #expect(letters.count > 50)
        for letter in letters { #expect(fault("Mi\(letter)ka") == .badCharacters, "\(letter.value)") }
        for name in ["x\u{323}x\u{306}", "q\u{30B}q", "Bb\u{1DC6}"] { #expect(fault(name) == nil, "\(name)") }
    }

    @Test(
        "A letter of mathematics is one of its script, and digits of another script stand in no Latin word",
        arguments: ["f𝛖ck", "sh𝛊t", "Mik𝛂", "f٥ck", "sh١t", "f५ck"])
    func mixesNoScripts(name: String) { #expect(fault(name) == .mixedScripts) }

    // MARK: Several letters in one

    @Test(
        "A letter of several in one character may be one too many, and the character may stand for one of them",
        arguments: [
            ("blase", "blꜳse"), ("blase", "bỻase"), ("blase", "bﬂase"), ("blase", "b㏑ase"), ("rowdy", "rꝏwdy"),
            ("jolly", "jꝏlly"), ("jolly", "joﬄly"), ("wafer", "waﬀer"), ("wafer", "waﬃer"), ("wagon", "wagꝏn"),
            ("basic", "baßic"), ("aegis", "aægis"), ("first", "ﬁirst"), ("staff", "ﬆtaﬀf"), ("niece", "🆖iece"),
        ])
    func readsSomeOfSeveral(word: String, form: String) { #expect(NameFolding.spells(word, in: form)) }

    @Test(
        "An offensive word is found in them, whatever list it is of",
        arguments: [
            "ﬀuck", "ﬃuck", "FU㏄K", "fu㏄k", "ﬁuck", "shĳt", "ﬆhiﬆ",
        ])
    func offendsInSome(name: String) { #expect(offensive.offend(in: name)) }

    @Test("Every character of several letters stands for each of them")
    func readsEveryLigature() {
        var count = 0
        for scalar in scalars(where: { _ in true }) {
            let parts = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars
            guard (2...6).contains(parts.count),
                parts.allSatisfy({ $0.isASCII && $0.properties.isAlphabetic })
            else { continue }
            count += 1
            for letter in Set(String(String.UnicodeScalarView(parts)).lowercased()) {
                let name = "zq\(scalar)zq"
                #expect(!isTaken(name, hiding: "zq\(letter)zq"), "U+\(String(scalar.value, radix: 16)) \(name)")
            }
        }
        #expect(count > 100)
    }

    // MARK: Other alphabets

    @Test(
        "A letter of another alphabet in a Latin word stands for any letter of a severe word, whatever it is drawn like",
        arguments: [
            "f니ck", "fu니k", "sh니t", "s니it", "fuくk", "sんit", "cu木t", "f木ck you", "東f니ck", "ff니ck", "f니-ck", "f-니-ck",
            "f니니ck", "ｆ木ｃｋ", "ꜰ木ᴄᴋ", "ᶠ木ck", "nigge木", "木igger", "n木gger", "Hitle木", "木itler", "f㋨ck", "fイuイck",
        ])
    func offendsWithForeignLetters(name: String) { #expect(offensive.offend(in: name)) }

    @Test(
        "Of a short word the first and last letter are there, and no more than one is another alphabet's",
        arguments: ["Shi东", "Shi木", "木uck", "Fu東", "Fu木Chen", "木its", "n木木ger", "F.C.K.", "C.N.T."])
    func offendsNotByChance(name: String) { #expect(!offensive.offend(in: name)) }

    @Test(
        "It stands for any letter of a word of a day, the first and the last too",
        arguments: [
            "のlase", "blas木", "bl니se", "니lase", "blas니", "ㄱlase", "b아ase", "bla日e", "Theのlase", "ffb木ase",
            "b木.a.s.e", "b.木.a.s.e", "イlase", "blasㅣ",
        ])
    func spellsWithForeignLetters(name: String) { #expect(!isTaken(name, hiding: "blase")) }

    @Test(
        "Two of them, or letters that are missing beside one, spell no word",
        arguments: ["木木ase", "の las", "blas", "木bl", "東京Tower", "Tシャツ", "Kim민수", "バジル", "木の花", "김철수", "BL部", "A社"])
    func spellsNotByChance(name: String) { #expect(isTaken(name, hiding: "blase")) }

    @Test("Letters of Chinese, Japanese and Korean of all kinds hide no letter of a word, wherever they stand")
    func hidesNoLetter() {
        var count = 0
        for scalar in scalars(where: { $0.value < 0x3400 || $0.value % 61 == 0 || $0.value > 0xD7A3 }) {
            let name = scalar.properties.name ?? ""
            let isAny = ["HANGUL", "HIRAGANA", "KATAKANA", "BOPOMOFO", "CJK", "HALFWIDTH", "IDEOGRAPHIC", "CIRCLED"]
                .contains(where: name.hasPrefix)
            guard isAny, scalar.properties.isAlphabetic, scalar.properties.generalCategory != .otherSymbol,
                isNormalised("b\(scalar)a")
            else { continue }
            count += 1
            for hidden in ["\(scalar)lase", "b\(scalar)ase", "blas\(scalar)"] {
                #expect(!isTaken(hidden, hiding: "blase"), "U+\(String(scalar.value, radix: 16)) \(hidden)")
            }
            let severe = "n\(scalar)gger"
            #expect(
                fault(severe) != nil || offensive.offend(in: severe), "U+\(String(scalar.value, radix: 16)) \(severe)")
        }
        #expect(count > 900, "\(count)")
    }
}
