import Foundation

/// Compares names by their looks: letters of different scripts that look the same, and digits that look like letters,
/// make no difference.
///
/// A digit or a sign reads as a letter where its word has letters: `M1ka` is `Mika`, and `Racer 6` no `Racer g`. It
/// reads so beside a letter only, never beside another digit: `Anna2006` and `Anna2009` are two. Letters of one script
/// other than Latin are compared as its readers do, whatever they look like in Latin.
struct NameLooks {
    private static let namesKept = 4_096

    /// The looks of names seen of late: to work one out takes some µs, and a room has 50 names.
    private var known: [String: Looks] = [:]

    /// Whether somebody might take one name for the other.
    mutating func areAlike(_ a: String, _ b: String) -> Bool {
        let (a, b) = (looks(of: a), looks(of: b))
        if a.script == b.script, let own = a.own, let other = b.own { return NameLooks.areAlike(own, other) }
        // Most names draw no letter and have no blank, and so are what they are already.
        if (a.drawn.isEmpty && b.drawn.isEmpty) == false {
            let (ours, theirs) = (a.drawn + [a.small], b.drawn + [b.small])
            if ours.contains(where: { one in theirs.contains { NameLooks.areAlike(one, $0) } }) { return true }
        }
        return NameLooks.areAlike(a.asIs, b.asIs) || NameLooks.areAlike(a.small, b.small)
            || NameLooks.areAlike(a.capitals, b.small) || NameLooks.areAlike(a.small, b.capitals)
    }

    private static func areAlike(_ a: [Glyph], _ b: [Glyph]) -> Bool {
        a.count == b.count && zip(a, b).allSatisfy { $0.isLike($1) }
    }

    private mutating func looks(of name: String) -> Looks {
        if let looks = known[name] { return looks }
        let looks = Looks(name)
        if known.count >= NameLooks.namesKept { known = [:] }
        known[name] = looks
        return looks
    }
}

extension DisplayName {
    /// Returns the first two of some names that somebody might take for each other; nil if there are none.
    package static func firstAlike(_ names: [String]) -> (String, String)? {
        var looks = NameLooks()
        for (index, name) in names.enumerated() {
            if let other = names[..<index].first(where: { looks.areAlike($0, name) }) { return (other, name) }
        }
        return nil
    }
}

// MARK: Looks

/// The looks of a name. As it is, `I` looks like `l`. In small letters it is an `i`. With each capital as the small
/// letter that it resembles, `𝐈` is an `i`. The last look is that to readers of its script.
private struct Looks {
    let asIs: [Glyph]
    let small: [Glyph]
    let capitals: [Glyph]
    /// The name in small letters without blanks between letters, and with a letter for what draws one: `|v|ika`, `Mi
    /// ka`.
    let drawn: [[Glyph]]
    let script: NameScripts.Script?
    /// Nil for names in Latin letters, or in letters of several scripts.
    let own: [Glyph]?

    /// Signs that nobody sees at the edge of a name: `Mika.` is `Mika`.
    private static let faint: Set<Character> = [".", ",", "'", "’", "‘", "`", "´", "·", "ˑ", "ʼ", "ʹ", "․"]

    init(_ whole: String) {
        let inner = whole.drop { Looks.faint.contains($0) }.reversed().drop { Looks.faint.contains($0) }.reversed()
        let name = inner.isEmpty ? whole : String(inner)
        // A capital `L` is no `l` here, or `Lara` would look like `Iara`: a small capital stands for it.
        asIs = Looks.glyphs(
            of: NameFolding.accentedLook(of: name).unicodeScalars.map { $0 == "I" ? "l" : $0 == "L" ? "ʟ" : $0 })
        // Capitals of other scripts look like other letters than their small ones; letters in squares have none.
        small = Looks.glyphs(of: Array(NameFolding.accentedLook(of: name.lowercased()).lowercased().unicodeScalars))
        capitals = Looks.glyphs(
            of: name.unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
                let look = NameFolding.accentedLook(of: String(scalar))
                let isLikeI = scalar.properties.isUppercase && (look == "l" || look == "I")
                return isLikeI ? ["i"] : Array(look.lowercased().unicodeScalars)
            })
        let closed = Looks.closed(name)
        let forms = [
            closed == name ? nil : closed, LetterShapes.redrawn(name), LetterShapes.redrawn(closed),
            LetterShapes.parted(closed),
        ]
        drawn = forms.compactMap(\.self).map { form in
            Looks.glyphs(of: Array(NameFolding.accentedLook(of: form.lowercased()).lowercased().unicodeScalars))
        }
        script = NameScripts.only(of: name)
        own = script == nil || script == .latin ? nil : Looks.glyphs(of: OwnLetters.letters(of: closed, script: script))
    }

    /// The name without blanks and faint signs between two letters. Beside a digit a blank is seen: `Anna5`, `Anna 5`.
    private static func closed(_ name: String) -> String {
        let characters = Array(name)
        return String(
            characters.indices.filter { place in
                guard characters[place] == " " || faint.contains(characters[place]) else { return true }
                guard place > 0, place + 1 < characters.count else { return true }
                return !characters[place - 1].isLetter || !characters[place + 1].isLetter
            }.map { characters[$0] })
    }

    private static func glyphs(of scalars: [Unicode.Scalar]) -> [Glyph] {
        var glyphs: [Glyph] = []
        for word in scalars.split(omittingEmptySubsequences: false, whereSeparator: { !isOfWord($0) }) {
            // The sign that ended the word before.
            if word.startIndex > 0 { glyphs.append(Glyph(scalars[word.startIndex - 1])) }
            let hasLetters = word.contains { $0.properties.isAlphabetic }
            for (place, scalar) in zip(word.indices, word) {
                let isLast = word[place...].allSatisfy { Glyph.endsWords.contains($0) }
                for part in Looks.parts(of: scalar) { glyphs.append(Glyph(part, isRead: hasLetters && !isLast)) }
            }
        }
        return glyphs
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.properties.isAlphabetic || Glyph.readings[scalar] != nil { return true }
        return scalar.properties.generalCategory == .nonspacingMark
    }

    /// Small letters; those that look like two are two.
    private static func parts(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar {
        case "m", "M": ["r", "n"]
        case "w", "W": ["v", "v"]
        case "|": ["1"]
        default: Array(scalar.properties.lowercaseMapping.unicodeScalars)
        }
    }
}

/// A letter or sign of a look.
private struct Glyph {
    let scalar: Unicode.Scalar
    /// The small Latin letter, or the digit, that it looks like.
    let plain: Unicode.Scalar
    /// Whether it stands for a letter if it is a digit or a sign.
    let isRead: Bool

    /// Signs at the end of a word are signs: `Kat!` is no `Kati`.
    static let endsWords: Set<Unicode.Scalar> = ["!", "+"]

    static let readings: [Unicode.Scalar: [Unicode.Scalar]] = [
        "0": ["o"], "1": ["l", "i"], "|": ["l", "i"], "2": ["z"], "3": ["e"], "4": ["a"], "5": ["s"], "6": ["g", "b"],
        "7": ["t"],
        "8": ["b"], "9": ["g", "q"], "!": ["l", "i"], "@": ["a"], "$": ["s"], "§": ["s"], "€": ["e"], "£": ["l"],
        "¥": ["y"],
        "+": ["t"],
    ]
    /// Digits that are drawn as letters are, wherever they stand: `Room 1`, `Room I`.
    private static let alwaysRead: Set<Unicode.Scalar> = ["0", "1"]

    init(_ scalar: Unicode.Scalar, isRead: Bool = false) {
        self.scalar = scalar
        self.isRead = isRead || Glyph.alwaysRead.contains(scalar)
        if scalar.isASCII {
            plain = scalar
        } else {
            let look = NameFolding.looks(of: String(scalar))
            plain = look.count == 1 ? look[0].properties.lowercaseMapping.unicodeScalars.first ?? scalar : scalar
        }
    }

    func isLike(_ other: Glyph) -> Bool { scalar == other.scalar || reads(other) || other.reads(self) }

    /// Whether this is a digit or a sign that stands for a letter.
    private func reads(_ letter: Glyph) -> Bool {
        guard isRead, let readings = Glyph.readings[scalar], Glyph.readings[letter.scalar] == nil else { return false }
        return readings.contains(letter.plain) || letter.plain == scalar
    }
}

// MARK: One script

/// The letters of a name as readers of its script see them.
private enum OwnLetters {
    static func letters(of name: String, script: NameScripts.Script?) -> [Unicode.Scalar] {
        let seen = NameFolding.visible(name.lowercased().decomposedStringWithCompatibilityMapping)
        if script == .eastAsian {
            // `ニ` and `二`, `口` and `囗` are as like as `I` and `l`.
            return Array(NameFolding.skeleton(of: String(String.UnicodeScalarView(seen))).unicodeScalars)
        }
        return seen.map { scalar in
            let plain = LetterForms.plain(scalar) ?? scalar
            return same[plain] ?? plain
        }
    }

    /// Letters of one script that are drawn the same, or so nearly that few could tell them apart, each as the first of
    /// them.
    private static let same: [Unicode.Scalar: Unicode.Scalar] = {
        let drawn = ["іӏ", "ѣҍ", "ѳө", "уү", "зӡ", "كکڪ", "يىیېے", "هہھەۀ", "ةۃ", "าๅ", "ขฃ", "คฅ", "ฎฏ", "ნჼ"]
        var same: [Unicode.Scalar: Unicode.Scalar] = [:]
        for letters in drawn {
            guard let first = letters.unicodeScalars.first else { continue }
            for letter in letters.unicodeScalars { same[letter] = first }
        }
        return same
    }()
}
