import CICU
import Foundation

/// Reads names as people do: letters of other scripts and letter-like signs become the letters that they look like.
///
/// The order matters. The skeleton of Unicode Technical Standard 39 comes first, as it knows what a character looks like; the
/// compatibility form comes second, as it names what the character stands for: `ϲ` (U+03F2) looks like `c`, and stands for a
/// sigma. `forms` adds the letters that neither of them knows. Digits and signs that read as letters come last, and only where
/// a name is read: `Racer 6` and `Racer 9` do not look alike.
enum NameFolding {
    /// The characters of a text as what they look like, one after the other, accents left out. Upper and lower case stay.
    static func looks(of text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            scalar.isASCII ? [scalar] : Array(look(of: scalar).unicodeScalars.filter { !isAccent($0) })
        }
    }

    /// The same with accents, as those tell names apart.
    static func accentedLook(of text: String) -> String {
        var look = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII { look.unicodeScalars.append(scalar) } else { look += self.look(of: scalar) }
        }
        return look
    }

    /// The letter for which a letter, a digit or a sign may stand, in lower case; `i` and `l` are one. Nil if it stands for none.
    static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "l", "L", "I", "1", "!", "|": "i"
        case "a"..."z": scalar
        case "A"..."Z": Unicode.Scalar(scalar.value + 32)
        case "0": "o"
        case "2": "z"
        case "3", "€": "e"
        case "4", "@": "a"
        case "5", "$", "§": "s"
        case "6", "9": "g"
        case "7", "+": "t"
        case "8": "b"
        case "£": "i"
        case "¥": "y"
        default: nil
        }
    }

    /// Whether a text can be read as containing a word: with blanks and signs between the letters, and digits and signs for letters.
    static func spells(_ word: String, in text: String) -> Bool {
        let sought = reading(of: looks(of: word)) { _ in true }
        // Capitals of other scripts look like other letters than their small ones.
        return !sought.isEmpty
            && [text, text.lowercased()].contains { text in
                let looks = looks(of: text)
                return [
                    // Digits and signs stand for letters, or between them.
                    reading(of: looks) { _ in true },
                    reading(of: looks) { ("0"..."9").contains($0) },
                    reading(of: looks) { _ in false },
                ].contains { $0.contains(sought) } || isWithin(looks, sought)
            }
    }

    /// Whether a word stands in a name of which every digit and sign may stand for a letter or between letters, each for itself:
    /// `s1c3n4t`.
    private static func isWithin(_ looks: [Unicode.Scalar], _ word: String) -> Bool {
        let word = Array(word.unicodeScalars)
        // How many of the word's letters may have been read when a character is looked at.
        var read: Set<Int> = [0]
        for scalar in looks {
            let letters = Array(reading(of: [scalar]) { _ in true }.unicodeScalars)
            let further = read.filter { word.dropFirst($0).starts(with: letters) }.map { $0 + letters.count }
            let isBetween = letters.isEmpty || !scalar.properties.isAlphabetic
            read = (isBetween ? read : []).union(further).union([0])
            if read.contains(word.count) { return true }
        }
        return false
    }

    /// The letters of a text in lower case. `isLetter` decides of digits and signs that may stand for letters. Two letters that
    /// together look like another one are taken for it.
    private static func reading(of scalars: [Unicode.Scalar], counting isLetter: (Unicode.Scalar) -> Bool) -> String {
        var letters = String.UnicodeScalarView()
        for scalar in scalars {
            if let letter = letter(scalar), isLatin(scalar) || isLetter(scalar) {
                switch letter {
                case "m": letters.append(contentsOf: "rn".unicodeScalars)
                case "w": letters.append(contentsOf: "vv".unicodeScalars)
                default: letters.append(letter)
                }
            } else if scalar.properties.isAlphabetic {
                letters.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            }
        }
        return String(letters)
    }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    // MARK: One character

    /// The look of a character that is no ASCII.
    private static func look(of scalar: Unicode.Scalar) -> String {
        if let form = form(of: scalar) { return form }
        var look = String(scalar)
        // The parts of a compatibility form may look like something else again. Twice is enough, as a test shows.
        for _ in 0..<2 {
            look = skeleton(of: look).decomposedStringWithCompatibilityMapping
        }
        // Some letters look most like others that few can read: `ˢ`.
        if !look.utf8.allSatisfy({ $0 < 0x80 }) {
            let meaning = String(scalar).decomposedStringWithCompatibilityMapping
            if meaning.utf8.allSatisfy({ $0 < 0x80 }) { look = meaning }
        }
        // The skeleton of `m` is `rn`, for want of a letter that looks like two.
        if look.lowercased() == "rn" { return "m" }
        return look.unicodeScalars.reduce(into: "") { $0 += form(of: $1) ?? String($1) }
    }

    /// The skeleton of a text; that text itself where ICU has none.
    static func skeleton(of text: String) -> String {
        let bytes = text.utf8.map { CChar(bitPattern: $0) }
        // Some letters look like three others, and those may take more bytes.
        var skeleton = [CChar](repeating: 0, count: 16 + 16 * bytes.count)
        let count = icu_skeleton(bytes, Int32(clamping: bytes.count), &skeleton, Int32(clamping: skeleton.count))
        guard count >= 0 else { return text }
        return String(decoding: skeleton.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The reading of a character of which Unicode's data has no look, or another one: letters in circles, in dark circles and
    /// squares, of flags, small capitals, turned letters, digits in dark circles.
    private static func form(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        // Circled (the data has `Ⓒ` look like the copyright sign), negative circled, negative squared, regional indicators.
        case 0x24B6...0x24CF: letter("A", scalar.value - 0x24B6)
        case 0x24D0...0x24E9: letter("a", scalar.value - 0x24D0)
        case 0x1F150...0x1F169: letter("A", scalar.value - 0x1F150)
        case 0x1F170...0x1F189: letter("A", scalar.value - 0x1F170)
        case 0x1F1E6...0x1F1FF: letter("A", scalar.value - 0x1F1E6)
        // Dingbat digits from 1, and the zeros of both kinds.
        case 0x2776...0x277E: letter("1", scalar.value - 0x2776)
        case 0x2780...0x2788: letter("1", scalar.value - 0x2780)
        case 0x278A...0x2792: letter("1", scalar.value - 0x278A)
        case 0x24FF, 0x1F10B, 0x1F10C: "0"
        default: forms[scalar]
        }
    }

    private static func letter(_ first: Unicode.Scalar, _ distance: UInt32) -> String {
        Unicode.Scalar(first.value + distance).map { String($0) } ?? ""
    }

    private static let forms: [Unicode.Scalar: String] = {
        var forms: [Unicode.Scalar: String] = [
            "🆎": "AB", "🆑": "CL", "🆒": "COOL", "🆓": "FREE", "🆔": "ID", "🆕": "NEW", "🆖": "NG", "🆗": "OK", "🆘": "SOS",
            "🆙": "UP", "🆚": "VS", "©": "C", "®": "R", "℗": "P", "™": "TM",
            // Signs that read as letters; the data has some of them look like others.
            "€": "€", "£": "£", "¥": "¥", "§": "§",
        ]
        let alphabets: [(letters: String, read: String)] = [
            // Small capitals, and what the skeleton makes of letters that look like them.
            ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnopqrstuvwyz"),
            ("ᴃᴆᴌᴎᴙᴚʁĸⱻꟺ", "bdlnrrrkem"),
            // Turned and open letters.
            ("ɐəǝɛɜɔɟƃɥᴉɾʞꞁɯɹʇʌʍʎƒɡ", "aeeeecfghijklmrtvwyfg"),
        ]
        for (letters, read) in alphabets {
            for (letter, plain) in zip(letters.unicodeScalars, read) { forms[letter] = String(plain) }
        }
        // Letters with hooks, tails and strokes, letters of other scripts, currency signs and daggers that are read as these.
        let readAs: KeyValuePairs = [
            "c": "ςƈɕȼȻ₵¢", "e": "єЄεΕⲉЄ", "f": "ҒғʄꞘꞙ₣Ƒ", "h": "ђҺһħĦɦⱨⱧ", "i": "ɨƗії", "k": "ҝҜⱪⱩƙꝁꝀ₭қҚ",
            "l": "ⲗλΛꞎ₤", "m": "ⲙ₥",
            "n": "иИ₦η", "o": "ⲟøØσ", "s": "ʂѕⲤʃ₴", "t": "ʈⲧŧŦȾⱦꞇ†‡₮τ", "u": "մնųʉɄυμцЦ", "w": "шШωѡ",
        ]
        for (read, letters) in readAs {
            for letter in letters.unicodeScalars where !letter.isASCII { forms[letter] = read }
        }
        return forms
    }()
}
