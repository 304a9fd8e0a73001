/// A name in which signs may stand in place of letters: `r*wdy`, `f●ck`, `cl * ng`.
///
/// Each sign that was typed is tried in two ways: as one sign in place of one letter, and as what it is read as. `●`
/// looks like an `o`, `…` like three dots, and an emoji may be several characters.
struct HiddenLetters {
    /// A character of the name.
    struct Place {
        /// The letters that it looks like, one after the other: none for an accent.
        fileprivate(set) var letters: [Unicode.Scalar]
        fileprivate(set) var isAlphabetic: Bool
        /// Whether it is a blank that was typed, and no number that was taken out.
        fileprivate(set) var isBlank: Bool
        /// The sign that begins here.
        fileprivate(set) var sign: HidingSign?
    }

    /// Empty for a name without signs.
    private(set) var places: [Place] = []

    /// A name to read; with `withoutNumbers`, blanks are read for its numbers (``OffensiveWords``).
    init(_ name: String, withoutNumbers: Bool = false) {
        // Most names have no sign: to look at what their letters are like takes the most time.
        let scalars = name.unicodeScalars
        let hasMark = scalars.contains { HiddenLetters.isMark($0) || $0 == HiddenLetters.keycap }
        // Letters in circles belong to no script.
        let isMixed =
            scalars.contains(where: HiddenLetters.mayBeForeign)
            && (NameScripts.only(of: name) == nil
                || scalars.contains { $0.properties.generalCategory == .otherSymbol })
        guard hasMark || isMixed else { return }
        for character in name { append(NameFolding.visible(String(character)), isMixed: isMixed) }
        if withoutNumbers {
            var read = OffensiveWords.withoutNumbers(places.flatMap(\.letters))[...]
            for place in places.indices {
                let count = places[place].letters.count
                places[place].letters = Array(read.prefix(count))
                read = read.dropFirst(count)
            }
        }
        for place in places.indices {
            places[place].letters = places[place].letters.map(HiddenLetters.letter)
        }
        markForeignWords()
    }

    private mutating func markForeignWords() {
        var start = 0
        while start < places.count {
            let end = places[start...].firstIndex { $0.sign?.isForeign != true } ?? places.count
            if end - start > 1, start > 0 && places[start - 1].isBlank || end < places.count && places[end].isBlank {
                for place in start..<end { places[place].sign?.isOfForeignWord = true }
            }
            start = end + 1
        }
    }

    private mutating func append(_ scalars: [Unicode.Scalar], isMixed: Bool) {
        guard let first = scalars.first else { return }
        // Some signs count as one character with the letter before them: `b🏽`.
        if !HiddenLetters.isMark(first), let sign = scalars.firstIndex(where: HiddenLetters.isMark) {
            append(Array(scalars[..<sign]), isMixed: isMixed)
            return append(Array(scalars[sign...]), isMixed: isMixed)
        }
        let looks = scalars.map { NameFolding.looks(of: String($0)) }
        let isForeign =
            isMixed && HiddenLetters.mayBeForeign(first) && HiddenLetters.isForeign(first, drawnAs: looks[0])
        let isSign = !isForeign && (HiddenLetters.isMark(first) || scalars.contains(HiddenLetters.keycap))
        let start = places.count
        for (scalar, look) in zip(scalars, looks) {
            // An accent belongs to what it stands on.
            let isAlphabetic =
                !isSign && (look.last?.properties.isAlphabetic ?? places.last?.isAlphabetic ?? false)
            places.append(Place(letters: look, isAlphabetic: isAlphabetic, isBlank: scalar == " "))
        }
        guard isSign || isForeign else { return }
        places[start].sign = HidingSign(
            scalars: scalars, looks: looks.flatMap(\.self), end: places.count, isForeign: isForeign)
    }

    /// A letter of a word to look for: `i` and `l` are one.
    static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        NameFolding.letter(scalar) ?? scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    }

    /// The frame of a key, which makes a sign of a digit.
    private static let keycap: Unicode.Scalar = "\u{20E3}"

    /// Whether a character is a sign: no blank, no accent, no digit. Digits in circles and Roman numerals are signs,
    /// and so are the letters that are emoji: `🅰️`.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber: false
        case .letterNumber: true
        default: LetterForms.isMark(scalar) || (!scalar.isASCII && scalar.properties.isEmoji)
        }
    }

    /// Whether a letter, or a part of one, may be of another alphabet than the Latin one.
    private static func mayBeForeign(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x24F && (scalar.properties.isAlphabetic || NameScripts.isPartOfLetter(scalar))
    }

    /// Whether such a letter stands for any Latin one in a Latin word. Chinese, Japanese and Korean ones do also where
    /// they are read as a letter by their looks, others only where they are read as none.
    private static func isForeign(_ scalar: Unicode.Scalar, drawnAs look: [Unicode.Scalar]) -> Bool {
        if NameScripts.isEastAsian(scalar) || NameScripts.isPartOfLetter(scalar) { return true }
        return scalar.properties.isAlphabetic && !look.contains { NameFolding.letter($0) != nil }
            && ([scalar] + look).allSatisfy { LetterShapes.others[$0] == nil }
    }

    // MARK: Search

    /// Whether a word of the tree stands somewhere with a sign, or a letter of another alphabet, in place of one of its
    /// letters.
    func finds(_ words: WordTree, by rule: HidingRule) -> Bool {
        HidingSearch(places: places, words: words, rule: rule).isFound()
    }
}
