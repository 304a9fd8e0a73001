import Testing

@testable import Sessions

/// Signs in place of letters, letters that are two in one, and letters that Unicode names by no letter.
@Suite struct NameSignTests {
    private let offensive = OffensiveWords(
        words: ["bollocks"], stems: ["fuck", "nigger", "cunt", "shit"], innocent: [])

    // MARK: In place of a letter

    /// Signs that are read as a letter, a digit or several characters as well, and some that are read as none.
    static let signs = [
        "●", "○", "◯", "⭕", "⚫", "⚪", "◉", "°", "©", "®", "™", "†", "‡", "✝", "…", "‥", "％", "‼", "⁇", "∞", "②", "⑤",
        "×", "▲",
        "△", "♪", "♩", "♭", "＊", "＃", "⁕", "★", "☆", "⭐", "♥", "❤️", "😀", "👩‍🚀", "👍🏽", "🏴‍☠️", "1️⃣", "Ⅷ", "№", "℀",
        "㊙", "ー", "ᵃ",
    ]

    @Test("A sign stands in place of a letter, whatever else it is read as", arguments: signs)
    func signsHideLetters(sign: String) {
        #expect(NameFolding.spells("blase", in: "bl\(sign)se"))
        #expect(NameFolding.spells("blase", in: "The b\(sign)ase"))
        for name in ["f\(sign)ck", "f\(sign)ck you", "n\(sign)gger", "c\(sign)nt", "Oh SH\(sign)T!"] {
            #expect(offensive.offend(in: name), "\(name)")
        }
    }

    @Test("A sign stands in place of the first or last letter, unless texts have it beside words", arguments: signs)
    func signsHideEnds(sign: String) {
        let stands = ["…", "‥", "‼", "⁇"].contains(sign)
        #expect(NameFolding.spells("blase", in: "blas\(sign)") == !stands)
        #expect(NameFolding.spells("blase", in: "\(sign)lase") == !stands)
    }

    @Test("Every sign, symbol and number of Unicode may stand in place of a letter")
    func everySignHidesLetters() {
        var count = 0
        for value in UInt32(0x21)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), !scalar.properties.isDefaultIgnorableCodePoint else { continue }
            switch scalar.properties.generalCategory {
            case .otherSymbol, .mathSymbol, .currencySymbol, .otherPunctuation, .dashPunctuation, .connectorPunctuation,
                .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .letterNumber,
                .otherNumber:
                // A letter in a circle is that letter.
                if scalar.properties.isAlphabetic, scalar.properties.generalCategory == .otherSymbol { continue }
            default: continue
            }
            count += 1
            let name = "b\(scalar)ase"
            #expect(NameFolding.spells("blase", in: name), "U+\(String(value, radix: 16)) \(name)")
            if count.isMultiple(of: 5) {
                #expect(offensive.offend(in: "f\(scalar)ck"), "U+\(String(value, radix: 16)) \(scalar)")
            }
        }
        #expect(count > 7_000)
    }

    @Test(
        "A letter of another alphabet hides a Latin one, and a star of any shape hides a consonant too",
        arguments: [
            "fのck", "f東ck", "f한ck", "ｆのｃｋ", "ⓕのⓒⓚ", "sh東t", "f✱✱k", "f★★k", "f⭐️⭐️k", "f＊＊k", "c★★t", "fu\u{303}★k",
        ])
    func readsMasks(name: String) { #expect(offensive.offend(in: name)) }

    @Test(
        "A sign that hides a consonant, two signs, digits and letters in circles hide no word",
        arguments: ["f●●k", "fu●k", "f2ck", "fⒶck", "●uck", "fuc●", "Cu●Nguyen", "F●●●", "Kit ★ Sh"])
    func readsNoMasks(name: String) { #expect(!offensive.offend(in: name)) }

    // MARK: Two letters in one

    @Test(
        "A letter that is two is read as both",
        arguments: [
            ("skill", "skiỻ"), ("skill", "SKIỺ"), ("skill", "We are skiỻ"), ("waltz", "walꜩ"), ("waltz", "WALꜨ"),
            ("thing", "ᵺing"), ("queen", "qᵫen"), ("spoon", "spꝏn"), ("brave", "brꜹe"), ("fault", "fꜷlt"),
            ("today", "todꜽ"), ("house", "hȣse"), ("house", "hᴕse"), ("dafne", "da𝼀e"), ("fluid", "flꭐd"),
            ("oiled", "ƣled"), ("merry", "meꭈy"), ("happy", "haꟕy"), ("happy", "haꟓy"), ("scone", "sꝯe"),
            ("bring", "briŋ"), ("lumen", "ꝲen"), ("spoon", "sp∞n"), ("minus", "minꝰ"), ("awwww", "aʬʬ"),
            ("redbug", "reȸug"), ("felze", "feɮe"), ("adzes", "aʤes"), ("kutsh", "kuʧh"),
        ])
    func readsTwoLetters(word: String, form: String) { #expect(NameFolding.spells(word, in: form)) }

    @Test(
        "A sign of two strokes is two letters, or one, or stands between letters",
        arguments: [
            "skiǁ", "ski‖", "ski∥", "ski║", "ski⏸", "ski⏸️", "ski𝄁", "ski॥", "ski〢", "ski𝍡", "sk⦀", "sk⫴", "sk〣",
            "ski⼁⼁", "ski〡〡", "ski𝄀𝄀", "s‖k‖i‖l‖l", "s∥k∥i∥", "s║kill", "s〢kill",
        ])
    func readsStrokes(form: String) { #expect(NameFolding.spells("skill", in: form)) }

    @Test(
        "An offensive word is found in them",
        arguments: ["boỻocks", "bo‖ocks", "bo║ocks", "boǁocks", "bo∥ocks", "BOỺOCKS"])
    func offendsInTwo(name: String) { #expect(offensive.offend(in: name)) }

    @Test(
        "A name that is written with one of them is no other name",
        arguments: [
            ("Billy", "Biỻy", true), ("Billy", "Bi‖y", true), ("Billy", "Bi∥y", true), ("Billy", "Bi║y", true),
            ("Billy", "Biǁy", true), ("Fritz", "Friꜩ", true), ("Beth", "Beᵺ", true), ("Queen", "Qᵫen", true),
            ("Aaron", "ꜳron", true), ("Mila", "Mi⼁a", true), ("Bob", "Boƅ", true), ("Liz", "Liȝ", true),
            ("Harry", "Haꭈy", true), ("Bily", "Bi‖y", true), ("Bilbo", "Bi‖y", false), ("Fritz", "Frits", false),
            ("Thomas", "Tomas", false),
        ])
    func comparesTwoLetters(a: String, b: String, isSo: Bool) {
        var looks = NameLooks()
        #expect(looks.areAlike(a, b) == isSo)
        #expect(looks.areAlike(b, a) == isSo)
    }

    @Test("Strokes of East Asian scripts beside Latin letters are there for what they look like")
    func mixesNoStrokes() {
        for name in ["Mi〡a", "Bi〢y", "Bi〣"] {
            #expect(throws: DisplayName.Fault.mixedScripts) { try DisplayName.check(name, maximum: 20) }
        }
    }

    // MARK: Every Latin letter

    /// Latin letters that look like a digit, which reads as a letter, or of which there is more to say elsewhere.
    private static let readOtherwise = Set("ßẞƻȢȣᴕꜪꜫꜬꜭꜮꜯꝮꝯɸⱷꭠ".unicodeScalars)

    @Test("Every Latin letter of Unicode is read as letters a to z, or as a mark between letters")
    func readsEveryLatinLetter() {
        var count = 0
        for value in UInt32(0x80)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.name?.contains("LATIN ") == true,
                scalar.properties.isAlphabetic, !LetterForms.isMark(scalar), !Self.readOtherwise.contains(scalar),
                scalar.properties.generalCategory != .nonspacingMark
            else { continue }
            count += 1
            let looks = NameFolding.looks(of: String(scalar))
            let isRead = !looks.isEmpty && looks.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
            #expect(isRead, "U+\(String(value, radix: 16)) \(scalar)")
        }
        #expect(count > 1_250)
    }

    /// Letters that are named by no letter, with the ones that they look like in the charts of Unicode, or stand for.
    static let lettersByLooks: [(letter: String, forms: String)] = [
        ("a", "ꞛꞚꭤⱭꬱ"), ("b", "ƅƄþÞƃ"), ("c", "ꝯꜿɔ"), ("d", "ꝱƍꝺ"), ("e", "ȝʒꝫǝ"), ("g", "ȝᵹꝯ"),
        ("h", "ꜧⱶꭠ"), ("l", "ɺꝲꞁʖꝭ"), ("m", "ꝳꟽɯ"), ("n", "ꝴŋʌ"), ("o", "ꟁꟀꞝɔɸ"), ("p", "ƿꝥɸ"), ("r", "ꝵꝶꝝꝛɺ"),
        ("s", "ꝭꟗꟙƾƨ"), ("t", "ꝷƾʔɂ"), ("u", "ꞟȣᴕ"), ("v", "ꝩʌỽ"), ("w", "ꟃɯɷƿꟕ"), ("y", "ɤȝ"), ("z", "ȝꝫꝣꝛ"),
    ]

    @Test("Letters that are named by no letter are read as what they look like", arguments: lettersByLooks)
    func readsByLooks(letter: String, forms: String) {
        for form in forms {
            #expect(NameFolding.spells("fj\(letter)kq", in: "fj\(form)kq"), "\(form)")
        }
    }
}
