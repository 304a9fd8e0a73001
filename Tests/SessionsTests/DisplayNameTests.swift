import Testing

@testable import Sessions

@Suite struct DisplayNameTests {
    private func fault(_ name: String, maximum: Int = DisplayName.playerMaximum) -> DisplayName.Fault? {
        do {
            try DisplayName.check(name, maximum: maximum)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A name in any script that reads well is accepted",
        arguments: [
            "Mika", "Jo", "Brisk Otter", "Zoë", "Ζωή", "Ольга", "山田太郎", "أحمد", "מיכל", "นภา", "O’Neill", "x_X_x", "42",
            "श्री", "กำ", "ศรี",
            "R2-D2", "José María", "🎲🎲", "👍🏽 yes",
        ])
    func goodNames(name: String) {
        #expect(fault(name) == nil)
    }

    @Test(
        "A name with invisible, control, unassigned or misplaced characters is refused",
        arguments: [
            "a\u{0}b", "a\u{7}b", "a\tb", "a\nb", "a\u{7F}b", "a\u{85}b",
            // Direction: overrides, embeddings, isolates and marks.
            "a\u{202E}b", "a\u{202A}b", "a\u{2066}b", "a\u{2069}b", "a\u{200E}b", "a\u{061C}b",
            // Invisible: zero-width, soft hyphen, word joiner, fillers, variation selectors, tags.
            "a\u{200B}b", "a\u{200C}b", "a\u{200D}b", "a\u{FEFF}b", "a\u{AD}b", "a\u{2060}b", "a\u{3164}b",
            "a\u{115F}b",
            "a\u{FFA0}b", "a\u{2800}b", "a\u{FE0F}b", "a\u{E0041}b", "a\u{34F}b", "a\u{180E}b",
            // Blanks other than the plain one, and blanks where they do not show.
            "a\u{A0}b", "a\u{2003}b", "a\u{3000}b", "a\u{2028}b", " ab", "ab ", "a  b", "  ",
            // Not NFC, private, unassigned.
            "e\u{301}e", "\u{212B}b", "a\u{E000}b", "a\u{378}b", "a\u{20DD}b",
            // Strokes over letters, and a note without a head.
            "O\u{338}yvind", "L\u{335}ukasz", "Mi\u{334}ka", "Mi\u{336}ka", "Mi\u{337}ka", "Mi\u{20D2}ka",
            "Mi\u{20F0}ka",
            "Lip\u{1D159}o", "Mika\u{FFFC}",
        ])
    func badCharacters(name: String) {
        #expect(fault(name) == .badCharacters)
    }

    @Test(
        "Invisible characters are kept where emoji and words need them",
        arguments: [
            "👩‍🚀 Ana", "❤️ Ana", "❤️‍🔥 Ana", "👩🏽‍🚀 Ana", "🏳️‍🌈 Ana", "🏴‍☠️ Ana", "👨‍👩‍👧‍👦 Wir", "1️⃣ Ana", "🇩🇪 Ana", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Ana",
            "می‌خواهم", "خانه‌ای", "کار‌ها", "ශ්‍රී", "क्‍षमा", "क्‌षमा", "ശ്രീജ",
        ])
    func joinedCharacters(name: String) { #expect(fault(name) == nil) }

    @Test(
        "Invisible characters are refused elsewhere",
        arguments: [
            "A\u{200D}na", "A\u{200C}na", "An\u{FE0F}a", "1\u{FE0F}a", "👩\u{200D}a", "a\u{200D}👩", "👩\u{200D}",
            "\u{200D}👩a",
            "👩\u{200D}\u{200D}🚀", "❤\u{FE0F}\u{FE0F}a", "🇩\u{200D}🇪", "a\u{20E3}b", "1\u{20E3}b", "🏽\u{200D}👩",
            "\u{FE0F}ab",
            "می\u{200D}خ", "م\u{200C}a", "\u{200C}مم", "مم\u{200C}", "م\u{200C}\u{200C}م", "क\u{200D}ष", "क\u{200C}ष",
            "क्\u{200D}a",
            "क्\u{200D}", "🏴\u{E0067}\u{E0062}\u{E007F}a", "Мика\u{200C}Мика", "ab\u{FE0E}",
        ])
    func looseJoiners(name: String) { #expect(fault(name) == .badCharacters) }

    @Test(
        "A word is written in one script, or in scripts that are written together",
        arguments: [
            "Ольга", "Ζωή", "أحمد", "מיכל", "李雷", "นภา", "राम", "ᐃᓄᒃᑎᑐᑦ", "ᏣᎳᎩ", "ნინო", "Արամ", "민준", "さくら", "ミカ",
            "美咲ちゃん",
            "お茶のミカ", "Mikaツ", "東京Tower", "김Kim", "Ольга K.", "xX_Саша_Xx", "Мика-Pro", "O’Неил", "Ольга2006", "π 3",
            "🅼ика",
            "二人 Tom", "Tom 太郎", "Tシャツ", "Mikaくん", "JR東日本", "AKB48ファン", "小S", "Tomㅋㅋ", "山田A", "Team日本", "王Sir", "太郎Tom",
            "토토로Tom", "Łukasz", "ಠ_ಠ", "𝐌𝐢𝐤𝐚", "መርሐዊ", "ꦱꦶꦠ", "Σ-team",
        ])
    func singleScripts(name: String) { #expect(fault(name) == nil) }

    @Test(
        "A word that mixes scripts is refused",
        arguments: [
            "Mіka", "Аnna", "Мiка", "ЯUSSIA", "Дoge", "Nίkos", "千ㄩ匚Ҝ", "ᖴᑌᑕK", "ᏚᏟᎬNᎢ", "fuсk", "Big Mіka", "λx", "한カ",
            "Annaא",
            // Letters of few strokes beside Latin ones are there for what they look like.
            "丁OM", "O丁丁o", "ㅇtto", "TㅁM", "廾ans", "ㄴea", "Ji丨丨", "Jiㅣㅣ", "shi丁", "cunㅜ", "s廾it", "fuㄷk", "ta十十y",

            "Tロm", "エda", "コhris",
        ])
    func mixedScripts(name: String) { #expect(fault(name) == .mixedScripts) }

    @Test(
        "Letters of historic scripts are refused in names: Coptic, Old Italic, Gothic, Runic, Braille",
        arguments: ["ⲙⲓⲕⲁ", "\u{10309}\u{1031A}", "\u{1033C}\u{10339}", "ᛗᛁᚲᚨ", "\u{280D}\u{280A}", "Mika ⲁ"])
    func historicScripts(name: String) { #expect(fault(name) == .badCharacters) }

    @Test("A name has 2 to 20 characters, a room's name up to 30, whatever their bytes")
    func lengthBounds() {
        #expect(fault("") == .tooShort)
        #expect(fault("a") == .tooShort)
        #expect(fault("ab") == nil)
        #expect(fault(String(repeating: "a", count: 20)) == nil)
        #expect(fault(String(repeating: "a", count: 21)) == .tooLong)
        // Characters, not bytes.
        #expect(fault(String(repeating: "é", count: 20)) == nil)
        #expect(fault(String(repeating: "🎲", count: 20)) == nil)
        #expect(fault(String(repeating: "🎲", count: 21)) == .tooLong)
        #expect(fault(String(repeating: "a", count: 30), maximum: DisplayName.roomMaximum) == nil)
        #expect(fault(String(repeating: "a", count: 31), maximum: DisplayName.roomMaximum) == .tooLong)
        #expect(fault(String(repeating: "a", count: 1_000_000)) == .tooLong)
    }

    @Test("A name with more than two scalars for each allowed character is too long")
    func combiningMarks() {
        #expect(fault("q" + String(repeating: "\u{307}", count: 39)) == .tooShort)
        #expect(fault("qq" + String(repeating: "\u{307}", count: 38)) == nil)
        #expect(fault("qq" + String(repeating: "\u{307}", count: 39)) == .tooLong)
    }

    @Test(
        "A name spells the answer whatever the case, script, separators or digits between",
        arguments: [
            ("crane", true), ("Crane", true), ("the CRANE!", true), ("c r a n e", true), ("c-r.a_n e", true),
            ("c1r2a3n4e", true), ("CRÂÑË", true), ("ｃｒａｎｅ", true), ("Ⓒⓡⓐⓝⓔ", true), ("𝐜𝐫𝐚𝐧𝐞", true), ("сrаnе", true),
            ("СRАNЕ", true), ("cran", false),
            ("enarc", false), ("carne", false),
        ])
    func spellsTheAnswer(name: String, spells: Bool) {
        #expect(DisplayName.spells("crane", name) == spells)
    }

    @Test(
        "Two names look alike if their letters do, whatever the script",
        arguments: [
            ("Mika", "mika", true), ("Mika", "MІKА", true), ("Noor", "Nооr", true), ("Ilya", "llya", true),
            ("Ilya", "1lya", true), ("Ana", "Αna", true), ("Mika", "Ｍｉｋａ", true), ("Amy", "Arny", true),
            ("Olu", "0lu", true), ("Mika", "Mina", false), ("Zoë", "Zoe", false), ("Ζωή", "Zoe", false),
            ("😀 Mika", "😃 Mika", false), ("Player 1", "Player 11", false),
        ])
    func namesThatLookAlike(a: String, b: String, isSo: Bool) {
        var looks = NameLooks()
        for _ in 0..<2 {
            #expect(looks.areAlike(a, b) == isSo)
            #expect(looks.areAlike(b, a) == isSo)
        }
    }

    @Test("Every name has a skeleton, which is its own skeleton")
    func everyNameHasASkeleton() {
        // U+FDFA is a sentence in one letter; the longest name that can be.
        for name in ["", "\u{FDFA}", String(repeating: "\u{FDFA}", count: 80), String(repeating: "m", count: 240)] {
            let skeleton = NameFolding.skeleton(of: name)
            #expect(NameFolding.skeleton(of: skeleton) == skeleton)
        }
        #expect(NameFolding.skeleton(of: String(repeating: "m", count: 240)) == String(repeating: "rn", count: 240))
    }
}
