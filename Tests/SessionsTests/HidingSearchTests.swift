import Testing

@testable import Sessions

/// Signs, emoji and letters of other alphabets in place of letters, also between blanks, and signs that are drawn like
/// letters. The tests read whole blocks of Unicode by their names.
@Suite struct HidingSearchTests {
    private let offensive = OffensiveWords(
        words: ["anal", "bitch", "cock", "whore", "penis", "boobs", "fucking"],
        stems: ["fuck", "fcuk", "nigger", "cunt", "shit", "hitler"], innocent: [])

    // MARK: Blanks

    @Test(
        "A sign stands for a letter of a day's word, whatever blanks are beside it",
        arguments: [
            "cl * ng", "cl* ng", "cl *ng", "c l * n g", "cl 😀 ng", "cl ❤️ ng", "cl 👩‍🚀 ng", "cl の ng", "cl - ng",
            "The cl ● ng!", "clan *", "The clan *", "c l a n *", "clan * !", "clan の", "* lang", "cl 🅾️ ng", "cl ⼌ ng",
            "cl * ngg",
        ])
    func spellsAcrossBlanks(name: String) { #expect(NameFolding.spells("clang", in: name)) }

    @Test(
        "A sign between two words joins them, and names of people hide no word",
        arguments: [
            ("rocks", "Rock * Roll"), ("troll", "Rock * Roll"), ("clang", "clan * hi"), ("clang", "clan 木村"),
            ("moan", "Tom ♥ Ana"), ("mean", "Tom ♥ Ana"), ("mafia", "Ma & Ia"), ("mafia", "Ma. Ia"),
            ("mafia", "Ma, Ia"),
            ("maria", "Mari 花子"), ("maria", "Mari 花子 2"), ("clang", "xcl * ng"), ("clang", "cl * ngo"),
            ("clang", "cl ng"), ("clang", "c * * ng"), ("kimbo", "Kim ❤ Ana"),
        ])
    func spellsNotByChance(word: String, name: String) { #expect(!NameFolding.spells(word, in: name)) }

    @Test(
        "A sign stands for a letter of a severe word, whatever blanks are beside it",
        arguments: [
            "f ● ck", "f * ck", "f * c k", "f ❤ ck", "f - ck", "fu * k", "f 木 ck", "fu 木 k", "Oh sh ★ t!", "sh * t",
            "n 😀 gger", "c ● nt", "f 🅰️ ck", "n * gg * r",
        ])
    func offendsAcrossBlanks(name: String) { #expect(offensive.offend(in: name)) }

    @Test(
        "Names with signs between words stay names",
        arguments: [
            "Kim & Bo", "A ❤ B", "Rock * Roll", "An ❤ L", "An❤L", "Bo♥B", "An.L", "An-LL", "Bo.BB", "Sh. T", "Sh & T",
            "S. H. T.", "Fu ❤ K", "Fu ★ K", "Fu ● K", "F.C.K.", "S🌸ita", "S★hana", "Shi * Ed", "Amy ⚡ Hit", "⚡Hit",
            "Kit * Hit", "Fu 木村 K", "Coq ● Vin", "Tom ♥ Ana", "xf ● ck", "f ● cker's", "C/LT", "Cu & T", "M*A*S*H",
            "Pen & S", "Bit € H",
        ])
    func offendsNotByChance(name: String) { #expect(!offensive.offend(in: name), "\(name)") }

    // MARK: Whole words

    @Test(
        "A sign hides a vowel of a long whole word, an asterisk any inner letter, one or two",
        arguments: [
            "b*tch", "b●tch", "b😀tch", "b🅾️tch", "bのtch", "b*tches", "Big b*tch!", "wh*re", "b**ch", "bi*ch",
            "p❤nis", "b ● tch", "b * tch", "c*ck", "co*k", "an*l", "b00*s", "B*TCH69", "(b*tch)",
        ])
    func offendsAsWhole(name: String) { #expect(offensive.offend(in: name)) }

    @Test(
        "It hides none of a part of a word, no first or last letter, and not more than two",
        arguments: [
            "xb*tch", "b*tcher", "*itch", "bitc*", "b***h", "c**k", "b-tch", "b.tch", "b·tch", "C❤CK", "b * ch",
        ])
    func offendsNotAsPart(name: String) { #expect(!offensive.offend(in: name)) }

    @Test(
        "One sign that parts no words hides a consonant of a severe word",
        arguments: ["fu😀k", "cu♪t", "fu☂k", "fu😀king", "s🌸it", "cu⌘t", "fu♥k you"])
    func offendsWithoutConsonant(name: String) { #expect(offensive.offend(in: name)) }

    @Test("Vowels that are left out hide a word of six letters or more only", arguments: ["fck", "sht", "cnt", "FCK"])
    func offendsNotWithoutVowels(name: String) { #expect(!offensive.offend(in: name)) }

    // MARK: Forms

    @Test(
        "Stars by any name, radicals of Chinese and letters that are emoji hide letters of severe words",
        arguments: [
            "fu⛤k", "fu⛥k", "fu⛧k", "fu⁂k", "fu💫k", "fu✨k", "fu❄k", "fu🌟k", "f⛤⛥k", "cu⼌t", "fu⼖k", "fu⺅k", "f⼐ck",
            "s㇐it", "f🅰️ck", "f🅱️ck", "f🅾️ck", "fⓂ️ck", "fℹ️ck", "ni厶厶er",
        ])
    func offendsByForm(name: String) { #expect(offensive.offend(in: name)) }

    @Test(
        "Signs that are drawn like a letter are that letter, also the first or last",
        arguments: [
            "€unt", "fu€k", "s♯it", "cu⋂t", "⨍uck", "∱uck", "∮uck", "₣uck", "⌠uck", "⌈uck", "╒uck",
            "⊂unt", "☾unt", "₡unt", "cun⟂", "cun┳", "shi⟙", "∾hit", "⋂igger", "₦igger", "fuc⋉",
        ])
    func readsSigns(name: String) { #expect(offensive.offend(in: name)) }

    /// The shapes that names of signs tell, read here without the product's rules.
    private static let shapes: [(part: String, letters: String)] = [
        ("INTEGRAL", "fs"), ("INTERSECTION", "n"), ("UNION", "u"), ("SHARP SIGN", "h"), ("SUBSET", "c"),
        ("DOWN TACK", "t"),
        ("LOGICAL AND", "a"), ("LOGICAL OR", "v"), ("ELEMENT OF", "e"), ("SQUARE ROOT", "v"), ("DAGGER", "t"),
        ("APL FUNCTIONAL SYMBOL RHO", "p"), ("LEFT CEILING", "r"), ("BOX DRAWINGS LIGHT DOWN AND RIGHT", "r"),
        ("BOX DRAWINGS HEAVY UP AND RIGHT", "l"), ("FULLWIDTH CENT SIGN", "c"), ("EURO SIGN", "ce"),
        ("SUMMATION", "e"), ("CRESCENT", "c"), ("MULTIPLICATION X", "x"), ("DOWN AND HORIZONTAL", "t"),
    ]

    @Test("Every sign that Unicode names by a shape is read as the letter of that shape", arguments: shapes.map(\.part))
    func readsByName(part: String) throws {
        let letters = try #require(Self.shapes.first { $0.part == part }).letters
        var count = 0
        for value in UInt32(0x2010)...0x2BFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.name?.contains(part) == true,
                !scalar.properties.isAlphabetic
            else { continue }
            count += 1
            for letter in letters {
                let severe = OffensiveWords(words: [], stems: ["\(letter)qjq", "qjq\(letter)"], innocent: [])
                for name in ["\(scalar)qjq", "qjq\(scalar)"] {
                    #expect(severe.offend(in: name), "U+\(String(value, radix: 16)) \(name)")
                }
            }
        }
        #expect(count > 0 || part.hasPrefix("FULLWIDTH"))
    }

    @Test("Every symbol and every part of an East Asian letter hides a vowel, and all but plain shapes a consonant")
    func everySymbolHides() {
        var count = 0
        for value in UInt32(0xA1)...0x1FFFF {
            guard let scalar = Unicode.Scalar(value), !scalar.properties.isDefaultIgnorableCodePoint,
                !scalar.properties.isAlphabetic || NameScripts.isPartOfLetter(scalar) || scalar.properties.isEmoji
            else { continue }
            switch scalar.properties.generalCategory {
            case .otherSymbol, .mathSymbol, .currencySymbol: break
            default: continue
            }
            // Letters of scripts in which nobody writes are refused as such.
            guard !NameScripts.areHistoric(in: String(scalar)) else { continue }
            count += 1
            #expect(offensive.offend(in: "f\(scalar)ck"), "U+\(String(value, radix: 16)) f\(scalar)ck")
            #expect(offensive.offend(in: "n \(scalar) gger"), "U+\(String(value, radix: 16)) n \(scalar) gger")
            let looks = NameFolding.looks(of: String(scalar))
            // Dashes and slashes part words, as dots do.
            guard value > 0xFF, !(0x25A0...0x25FF).contains(value),
                looks.isEmpty || !looks.allSatisfy({ "oO-/:".unicodeScalars.contains($0) })
            else { continue }
            #expect(offensive.offend(in: "fu\(scalar)k"), "U+\(String(value, radix: 16)) fu\(scalar)k")
        }
        #expect(count > 5_000, "\(count)")
    }
}
