import Foundation

/// The readings of letters that Unicode's data of look-alikes lacks or reads otherwise. They are letters with hooks,
/// strokes and tails, small capitals, turned letters, and letters in circles and on flags.
///
/// Unicode names each of these by its letter, `LATIN SMALL LETTER K WITH HOOK`, so the names are read. The table has
/// what no name tells: signs, and letters of one script that are read as letters of another.
enum LetterForms {
    /// The reading of a character; nil where this knows of none, or the character is a letter and its accents.
    static func form(of scalar: Unicode.Scalar) -> String? {
        if scalar.isASCII { return nil }
        if let form = forms[scalar] { return form }
        // Digits in dark circles and squares.
        if scalar.properties.generalCategory == .otherNumber, let value = scalar.properties.numericValue,
            (0...9).contains(value), value == value.rounded()
        {
            return String(Int(value))
        }
        guard !isComposed(scalar), let name = scalar.properties.name else { return nil }
        return latinLetter(named: name)
    }

    /// Whether a character stands between letters as signs do. It is a sign, a digit, an accent, or a character that
    /// Unicode counts as a letter and few people read as one. The last are letters that modify others (`ー`, `々`, `ː`,
    /// `ᵃ`), ordinals, clicks, and the marks of East Asian scripts.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isAlphabetic || scalar.properties.generalCategory == .modifierLetter
            || letterMarks.contains(scalar)
    }

    /// Among them are the stops of the throat, which are drawn as question marks, and letters of Egyptologists.
    private static let letterMarks = Set(
        ("ªºǀǁǂǃʘ〆〼ㆍᆞ" + "ƾɁɂʔʕʖʡʢ\u{A7CE}\u{A7CF}𝼊𝼎" + "ʬʭ" + "ꜢꜣꜤꜥꜪꜫꜬꜭꜮꜯꝸꞋꞌꞏᴥ").unicodeScalars)

    /// Whether a character is a Latin letter, and no sign that is named by one.
    static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII || scalar.properties.name?.hasPrefix("LATIN ") == true
    }

    /// A letter of Cyrillic or Greek without its stroke, hook or tail: `қ` is `к`.
    static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard namedBlocks.contains(where: { $0.contains(scalar.value) }), !isComposed(scalar),
            let name = scalar.properties.name, let with = name.range(of: " WITH ")
        else { return nil }
        return named[String(name[..<with.lowerBound])]
    }

    /// Whether a character stands for a letter and accents: normalisation takes it apart.
    private static func isComposed(_ scalar: Unicode.Scalar) -> Bool {
        String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.count > 1
    }

    // MARK: Names

    /// The letter of a name such as `LATIN SMALL LETTER TURNED M` or `NEGATIVE CIRCLED LATIN CAPITAL LETTER A`.
    private static func latinLetter(named name: String) -> String? {
        let prefixes = ["MODIFIER LETTER SMALL ", "MODIFIER LETTER CAPITAL ", "REGIONAL INDICATOR SYMBOL LETTER "]
        guard name.contains("LATIN ") || prefixes.contains(where: name.hasPrefix) else { return nil }
        var words = name.split(separator: " ").map(String.init)
        if let latin = words.firstIndex(of: "LATIN") { words.removeFirst(latin + 1) }
        if let with = words.firstIndex(of: "WITH") { words.removeSubrange(with...) }
        // A long s looks like an f, and a sharp one like no other letter.
        if words.contains("SHARP") || words.contains("LONG") { return nil }
        let isCapital = !words.contains("SMALL")
        guard let letter = words.lazy.compactMap({ letter(called: $0) }).first else { return nil }
        // A double R is two; a letter with a double bar is one, and has lost it.
        let letters = words.contains("DOUBLE") ? letter + letter : letter
        return isCapital ? letters.uppercased() : letters
    }

    private static func letter(called word: String) -> String? {
        if word.utf8.count == 1, let first = word.utf8.first, (0x41...0x5A).contains(first) { return word.lowercased() }
        return lettersCalled[word]
    }

    private static let lettersCalled: [String: String] = [
        "ALPHA": "a", "BETA": "b", "CHI": "x", "DELTA": "d", "ENG": "n", "EPSILON": "e", "ESH": "s", "ETH": "d",
        "EZH": "z",
        "GAMMA": "y", "HENG": "h", "IOTA": "i", "KRA": "k", "LAMBDA": "l", "OMEGA": "w", "RAMS": "y", "SCHWA": "e",
        "THORN": "p",
        "UPSILON": "u", "VEND": "v", "WYNN": "p", "YOGH": "z", "YR": "r",
        // Two letters in one.
        "AA": "aa", "AE": "ae", "AO": "ao", "AU": "au", "AV": "av", "AY": "ay", "DB": "db", "DEZH": "dz", "DZ": "dz",
        "FENG": "fn", "HV": "hv", "HWAIR": "hv", "IJ": "ij", "LEZH": "lz", "LJ": "lj", "LL": "ll", "LS": "ls",
        "LZ": "lz",
        "NJ": "nj", "OE": "oe", "OI": "oi", "OO": "oo", "QP": "qp", "TC": "tc", "TESH": "ts", "TH": "th", "TS": "ts",
        "TZ": "tz", "UE": "ue", "UI": "ui", "UO": "uo", "VY": "vy",
        // Signs of scribes for syllables, each drawn as its first letter with a stroke.
        "DUM": "d", "LUM": "l", "MUM": "m", "NUM": "n", "RUM": "r", "TUM": "t",
    ]

    private static let namedBlocks: [ClosedRange<UInt32>] = [0x370...0x52F, 0x1C80...0x1C8F, 0xA640...0xA69F]

    private static let named: [String: Unicode.Scalar] = {
        var named: [String: Unicode.Scalar] = [:]
        for scalar in namedBlocks.joined().lazy.compactMap(Unicode.Scalar.init) {
            if let name = scalar.properties.name { named[name] = scalar }
        }
        return named
    }()

    // MARK: Letters that their names do not tell

    private static let forms: [Unicode.Scalar: String] = {
        var forms: [Unicode.Scalar: String] = [
            "🆎": "AB", "🆑": "CL", "🆒": "COOL", "🆓": "FREE", "🆔": "ID", "🆕": "NEW", "🆖": "NG", "🆗": "OK", "🆘": "SOS",
            "🆙": "UP", "🆚": "VS", "©": "C", "®": "R", "℗": "P", "™": "TM",
            // Letters of Volapük are one letter in print, whatever Unicode calls them; the sign for `con` is a 9.
            "Ꞛ": "A", "ꞛ": "a", "Ꞝ": "O", "ꞝ": "o", "Ꞟ": "U", "ꞟ": "u", "ꝯ": "9", "ꝰ": "9", "Ꝫ": "Z", "ꝫ": "z",
            "ᴕ": "8", "Ꜫ": "3", "ꜫ": "3", "Ꜭ": "4", "ꜭ": "4", "Ꜯ": "4", "ꜯ": "4", "Ꞌ": "'",
            // Signs that read as letters; the data has some of them look like others.
            "€": "€", "£": "£", "¥": "¥", "§": "§", "¡": "!",
        ]
        // Letters that look like others than their names say, letters of other scripts, currency signs and daggers.
        let readAs: KeyValuePairs = [
            "a": "卂ᗩᴀ∆ﾑ∧⋀ᐱ▲△ム₳ʌɅ∀", "b": "乃ᗷʙ₿฿Ᏸ♭ƅ", "c": "ςɔƆↄↃ₵¢匚ㄷᑕᑢᏣ⊂∁₢꜀", "d": "ᗪ刀", "e": "єЄεΕⲉ乇ᗴ∃∊ᕮ",
            "f": "ҒғʄɟſꟻℲⅎ₣千ᖴｷキ",
            "g": "ɡᎶƍ₲",
            "h": "ђҺһħɥ卄廾ᕼん", "i": "її丨工ㅣᏆﾉノᓰ", "j": "ᒍﾌフ", "k": "₭қҚҝҜ长ᛕズᐸ", "l": "ⲗλΛ₤乚ᒪㄥㄴﾚレӀӏ", "m": "мⲙ₥爪从ᗰﾶ",
            "n": "∩иИ₦η几ᑎ",
            "o": "ⲟσㄖ口ㅁㅇ⭕○◯◎●◉⊙◌⊕⊖⊗⊘⊚⬤⚪⚫⚬∅⌀°∘℧ʘᗝ", "p": "卩尸ᑭ₱₽ｱア", "q": "ᑫ", "r": "尺ᖇᴙᴚ₹℞Ɽ", "s": "ѕⲤ₴ƨƧƽƼẛẜẝ丂ᔕ∫Ꝭꝭ",
            "t": "ⲧ†‡✝✞✟₮₸τ丅丁十ㄒㅜｲイ⊤⊥⊺┬┴⟙╦☨⟂ᖶᐪ",
            "u": "մնцЦμㄩ凵ᑌ⊔⊍",
            "v": "ᐯ∨⋁√▽▼", "w": "шШωѡ山ᗯ", "x": "乂᙭ﾒメ", "y": "丫ㄚ⅄ﾘリᖻ", "z": "乙ᘔ",
        ]
        // Signs that few could tell apart.
        for (read, signs) in KeyValuePairs(
            dictionaryLiteral: ("|", "│┃╎╏┆┇┊┋❘❙❚｜∣⏐⁞⋮⁝︙⁚┇╵╷╹╻║ǁǀ∥‖¦।⎟⎢⎥▏▎▍▌▐❙❚⎮⎪⌊└⼁〡𝄀𝄁।॥"),
            ("-", "‐‑‒–—―−﹘─━╌╍┄┅┈┉➖⎯⸺"),
            ("❤", "♥♡"), ("\"", "“”„‟″〃"), ("'", "‘’‚‛′ʹʼ"))
        {
            for sign in signs.unicodeScalars { forms[sign] = read }
        }
        for (read, letters) in readAs {
            for letter in letters.unicodeScalars { forms[letter] = read }
        }
        return forms
    }()
}
