/// A name in which signs may stand in place of letters: `r*wdy`, `f●ck`.
///
/// Each sign that was typed is tried as itself, one sign in place of one letter, beside what it is read as: `●` looks
/// like an `o`, `…` like three dots, and an emoji may be several characters.
struct HiddenLetters {
    /// A sign that was typed in place of a letter.
    struct Sign {
        fileprivate(set) var scalars: [Unicode.Scalar]
        /// The characters that it looks like.
        fileprivate(set) var looks: [Unicode.Scalar]
        /// The place behind it.
        fileprivate(set) var end: Int
        /// Whether it is a letter that is none of the word's alphabet: `fのck`.
        fileprivate(set) var isForeign: Bool

        /// Whether texts have it before words and behind them, where it hides no letter: `(Owdy)` is no `rowdy`.
        var standsBesideWords: Bool {
            scalars.allSatisfy(Sign.besideWords.contains)
                || !looks.isEmpty && looks.allSatisfy(Sign.besideWords.contains)
                    && !scalars.contains(where: NameScripts.isOfEastAsia)
        }

        /// Whether it is a star, which is written for any letter. Unicode names the signs of that shape.
        var isStar: Bool {
            looks.contains("*")
                || scalars.contains { scalar in
                    let words = scalar.properties.name?.split(separator: " ") ?? []
                    return words.contains("STAR") || words.contains("ASTERISK") || words.contains("ASTERISKS")
                }
        }

        private static let besideWords = Set(".,:;!?'\"()[]{}/&-¡¿«»…。、「」".unicodeScalars)
    }

    /// A character of the name.
    private struct Place {
        /// The letters that it looks like, one after the other: none for an accent.
        var letters: [Unicode.Scalar]
        var isAlphabetic: Bool
        /// The sign that begins here.
        var sign: Sign?
    }

    /// The part of a word that was read.
    private struct State: Hashable {
        var letters: Int
        var hasSign: Bool
        /// Whether a letter of another alphabet stood for one: one does so in a word.
        var hasForeign = false
        /// Whether a sign between letters was left out.
        var hasSkipped = false
        /// Whether the last letter was read from a letter, which may stand there once more.
        var mayRepeat = false
    }

    /// Empty for a name without signs.
    private var places: [Place] = []

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
    }

    private mutating func append(_ scalars: [Unicode.Scalar], isMixed: Bool) {
        guard let first = scalars.first else { return }
        // Some signs count as one character with the letter before them: `b🏽`.
        if !HiddenLetters.isMark(first), let sign = scalars.firstIndex(where: HiddenLetters.isMark) {
            append(Array(scalars[..<sign]), isMixed: isMixed)
            return append(Array(scalars[sign...]), isMixed: isMixed)
        }
        let looks = scalars.map { NameFolding.looks(of: String($0)) }
        let isSign = HiddenLetters.isMark(first) || scalars.contains(HiddenLetters.keycap)
        let isForeign =
            isMixed && HiddenLetters.mayBeForeign(first) && HiddenLetters.isForeign(first, drawnAs: looks[0])
        let start = places.count
        for look in looks {
            // An accent belongs to what it stands on.
            let isAlphabetic = look.last?.properties.isAlphabetic ?? places.last?.isAlphabetic ?? false
            places.append(Place(letters: look, isAlphabetic: isAlphabetic))
        }
        guard isSign || isForeign else { return }
        places[start].sign = Sign(
            scalars: scalars, looks: looks.flatMap(\.self), end: places.count, isForeign: !isSign)
    }

    /// A letter of a word to look for: `i` and `l` are one.
    static func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        NameFolding.letter(scalar) ?? scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    }

    /// The frame of a key, which makes a sign of a digit.
    private static let keycap: Unicode.Scalar = "\u{20E3}"

    /// Whether a character is a sign: no blank, no accent, no digit. Digits in circles and Roman numerals are signs.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber: false
        case .letterNumber: true
        default: LetterForms.isMark(scalar)
        }
    }

    /// Whether a letter may be of another alphabet than the Latin one.
    private static func mayBeForeign(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x24F && scalar.properties.isAlphabetic
    }

    /// Whether such a letter stands for any Latin one in a Latin word. Chinese, Japanese and Korean ones do also where
    /// they are read as a letter by their looks, others only where they are read as none.
    private static func isForeign(_ scalar: Unicode.Scalar, drawnAs look: [Unicode.Scalar]) -> Bool {
        if NameScripts.isEastAsian(scalar) { return true }
        return !look.contains { NameFolding.letter($0) != nil }
            && ([scalar] + look).allSatisfy { LetterShapes.others[$0] == nil }
    }

    // MARK: Search

    /// Whether a word stands somewhere with a sign, or a letter of another alphabet, in place of one of its letters. A
    /// sign in place of the first or last letter is one that texts do not have beside words.
    func finds(_ word: [Unicode.Scalar]) -> Bool {
        let isLatin = word.allSatisfy(\.isASCII)
        return places.indices.contains { start in
            reads(word, from: start, mostSigns: 1, maySkip: true) { sign, place in
                let isInside = place > 0 && place < word.count - 1
                if sign.isForeign { return isLatin }
                return isInside || !sign.standsBesideWords
            }
        }
    }

    /// Whether a word of the name begins with one of the stems with signs in place of letters: a star for any letter,
    /// another sign for a vowel. The first letter and the last are there. Or a letter of another alphabet stands for
    /// one letter, in long stems also for the first or last: `Shi東` is a name.
    func begins(withAnyOf stems: [[Unicode.Scalar]]) -> Bool {
        return places.indices.contains { start in
            guard start == 0 || !places[start - 1].isAlphabetic || places[start - 1].sign?.isForeign == true else {
                return false
            }
            return stems.contains { stem in
                reads(stem, from: start) { sign, place in
                    if sign.isForeign, stem.count >= HiddenLetters.leastLong { return true }
                    guard place > 0, place < stem.count - 1 else { return false }
                    return HiddenLetters.vowels.contains(stem[place]) || sign.isStar || sign.isForeign
                }
            }
        }
    }

    /// The letters of a severe word whose first or last is missed by nobody.
    private static let leastLong = 5

    private static let vowels = Set("aeiou".unicodeScalars)

    /// Whether a word is read from a place on, with one sign in place of a letter or more. All readings are followed at
    /// once: the time grows with the length of the word. `maySkip`: further signs may stand between letters if any sign
    /// stands for one, and not only if a letter of another alphabet does: `F.C.K.` is a club.
    private func reads(
        _ word: [Unicode.Scalar], from start: Int, mostSigns: Int = .max, maySkip: Bool = false,
        mayHide: (Sign, Int) -> Bool
    ) -> Bool {
        // Most places begin no word.
        let first = places[start]
        guard first.sign != nil || first.letters.isEmpty || first.letters.first == word.first else { return false }
        var reached: [Int: Set<State>] = [start: [State(letters: 0, hasSign: false)]]
        for place in start..<places.count {
            guard let states = reached.removeValue(forKey: place) else {
                if reached.isEmpty { return false }
                continue
            }
            let letters = places[place].letters
            for state in states {
                for read in after(letters, in: word, from: state) {
                    if read.letters == word.count, state.hasSign { return true }
                    if read.letters < word.count { reached[place + 1, default: []].insert(read) }
                }
                guard let sign = places[place].sign else { continue }
                if state.letters > 0, maySkip || !state.hasSign || state.hasForeign {
                    var skipped = state
                    skipped.hasSkipped = true
                    reached[sign.end, default: []].insert(skipped)
                }
                guard maySkip || sign.isForeign || !state.hasSkipped, !(state.hasSign && mostSigns == 1),
                    !(sign.isForeign && state.hasForeign), mayHide(sign, state.letters)
                else { continue }
                if state.letters + 1 == word.count { return true }
                reached[sign.end, default: []].insert(
                    State(
                        letters: state.letters + 1, hasSign: true, hasForeign: state.hasForeign || sign.isForeign,
                        hasSkipped: state.hasSkipped))
            }
        }
        return false
    }

    /// The states behind some letters, each of which may be one too many.
    private func after(_ letters: [Unicode.Scalar], in word: [Unicode.Scalar], from state: State) -> Set<State> {
        letters.reduce([state]) { states, letter in
            states.reduce(into: Set<State>()) { next, state in
                if state.letters < word.count, word[state.letters] == letter {
                    var read = state
                    read.letters += 1
                    read.mayRepeat = true
                    next.insert(read)
                }
                if state.mayRepeat, word[state.letters - 1] == letter { next.insert(state) }
            }
        }
    }
}
