import Foundation

/// The words that names may not have: of players and of rooms.
///
/// A list names most of them as whole words. The few that are looked for inside of words must be severe, as places and
/// people have such letters in their names. Words are read in the ways in which people get past lists. They may have
/// digits and signs for letters, be drawn with signs, or stand upside down or in other scripts. Letters may also be
/// apart, hidden or repeated.
package struct OffensiveWords: Sendable {
    /// Words by what they are merged to.
    private let words: [String: [String]]
    /// The words of which signs may hide letters, with the rules by which they do.
    private let hidden: [(words: WordTree, rule: HidingRule)]
    private let search: StemSearch
    /// Words that have a stem and mean no harm, and what means no harm as some words one after the other: `Blue Tit`.
    private let phrases: Set<String>
    /// The most letters that a word or a phrase has.
    private let longest: Int

    /// No words.
    package init() { self.init(words: [], stems: [], innocent: []) }

    /// Words, stems and innocent words of small letters a to z.
    package init(words: [String], stems: [String], innocent: [String]) {
        let known = (words + stems + stems.flatMap(OffensiveWords.clipped)).flatMap {
            [$0] + OffensiveWords.plurals(of: $0)
        }
        self.words = Dictionary(grouping: known, by: OffensiveWords.merged)
        let severe = Set(
            known.filter { word in stems.contains { OffensiveWords.has($0, in: word) } }.map(OffensiveWords.letters))
        let whole = known.filter { $0.utf8.count >= HidingRule.leastWhole }.map(OffensiveWords.letters)
        hidden = [
            (WordTree(stems.map(OffensiveWords.letters)), .severe),
            (WordTree(whole, isSevere: severe.contains), .whole),
        ]
        search = StemSearch(stems, innocent: innocent)
        phrases = Set(innocent.map(OffensiveWords.merged))
        longest = ((words + stems + innocent).map(\.utf8.count).max() ?? 0) + 2
    }

    /// Whether letters stand in a word one after the other. Foundation's search would convert both for each of the many
    /// thousand pairs, which slows the server's start.
    static func has(_ letters: String, in word: String) -> Bool {
        let (letters, word) = (letters.utf8, word.utf8)
        return word.indices.contains { word[$0...].starts(with: letters) }
    }

    private static func letters(of word: String) -> [Unicode.Scalar] { word.unicodeScalars.map(HiddenLetters.letter) }

    /// The plurals of a word, as English makes them. Of three letters there are too many other words, and words on `al`
    /// are adjectives: `Anaïs` looks like the plural of one.
    private static func plurals(of word: String) -> [String] {
        let hasPlural = !word.hasSuffix("al") && (!word.hasSuffix("s") || word.hasSuffix("ss"))
        guard word.utf8.count > 3, hasPlural else { return [] }
        if word.hasSuffix("y") { return [word + "s", word.dropLast() + "ies"] }
        return [word + (["ss", "sh", "ch", "x"].contains(where: word.hasSuffix) ? "es" : "s")]
    }

    /// A stem as it is clipped to get past lists: with a vowel less, `niggr`, or another spelling of `ck`, `fuq`.
    /// Such a spelling counts as a whole word only: `Fuqua` is a family name.
    private static func clipped(_ stem: String) -> [String] {
        let letters = Array(stem)
        let vowels = letters.indices.dropFirst().filter { "aeiou".contains(letters[$0]) }
        let spoken = ["kk", "cc", "q", "qq"].map { stem.replacing("ck", with: $0) }.filter { $0 != stem }
        guard letters.count >= leastClipped else { return spoken }
        let short = vowels.map { String(letters[..<$0] + letters[($0 + 1)...]) }
        return spoken + short + [String(letters.enumerated().filter { !vowels.contains($0.offset) }.map(\.element))]
    }

    /// The number of letters below which a vowel less leaves what has other meanings: `FCK` is a club.
    private static let leastClipped = 6

    /// Whether a name has one of them.
    package func offend(in name: String) -> Bool {
        NameDrawings.readings(of: name).contains { reading in
            let looks = NameFolding.looksOfEach(in: reading)
            let seen = OffensiveWords.withoutNumbers(looks.flatMap(\.self))
            let cased = OffensiveWords.cased(seen)
            return offend(in: seen) || (cased != seen && offend(in: cased))
                || OffensiveWords.cut(looks).map(offend) == true
                || hides(HiddenLetters(reading, withoutNumbers: true)) || hasStem(reading)
        }
    }

    /// Whether signs hide letters of one of the words.
    private func hides(_ name: HiddenLetters) -> Bool {
        hidden.contains { name.finds($0.words, by: $0.rule) }
    }

    /// The looks of characters, with one letter for several of a kind in one character: `ﬃ` as `fi`. Nil if none has
    /// several.
    private static func cut(_ looks: [[Unicode.Scalar]]) -> [Unicode.Scalar]? {
        var isCut = false
        let read = looks.flatMap { look in
            look.indices.filter { place in
                let isAgain = place > 0 && NameFolding.letter(look[place]) == NameFolding.letter(look[place - 1])
                isCut = isCut || isAgain
                return !isAgain
            }.map { look[$0] }
        }
        return isCut ? withoutNumbers(read) : nil
    }

    private func offend(in scalars: [Unicode.Scalar]) -> Bool {
        let pieces = OffensiveWords.pieces(of: scalars)
        let suspects = withoutPhrases(pieces)
        let joined = OffensiveWords.joiningSingles(suspects)
        if (suspects + joined + OffensiveWords.pairs(suspects)).contains(where: isWord) { return true }
        return runs(of: suspects).contains(where: hasStem)
    }

    /// The pieces without those that are innocent, alone or together.
    private func withoutPhrases(_ pieces: [String]) -> [String] {
        var rest = pieces[...]
        var result: [String] = []
        while let first = rest.first {
            // Phrases have three words at most.
            let count = [3, 2, 1].first {
                rest.count >= $0 && phrases.contains(OffensiveWords.merged(rest.prefix($0).joined()))
            }
            if count == nil { result.append(first) }
            rest = rest.dropFirst(count ?? 1)
        }
        return result
    }

    /// The words that some pieces which follow each other give together: `fu ck ing`. Numbers alone give none.
    private func runs(of pieces: [String]) -> [String] {
        let merged = pieces.map(OffensiveWords.merged)
        return pieces.indices.flatMap { start -> [String] in
            var run = ""
            var hasLetter = false
            var found: [String] = []
            for index in start..<pieces.count {
                run += merged[index]
                hasLetter = hasLetter || pieces[index].contains(where: OffensiveWords.isLetter)
                if run.utf8.count > longest { break }
                if index > start, hasLetter, words[run] != nil { found.append(run) }
            }
            return found
        }
    }

    /// Whether a piece is one of the words, as it is or without repetitions of a letter. A letter is repeated if it
    /// stands three times or more; in a long word twice is enough.
    private func isWord(_ piece: String) -> Bool {
        // Where digits stand for letters, some letters do so themselves: `1.3, 2` is no word.
        guard piece.contains(where: OffensiveWords.isLetter) else { return false }
        // Signs at the ends are signs, inside they are letters: `ass!`, `a55`.
        let trimmed = piece.drop { !OffensiveWords.isLetter($0) }.reversed().drop { !OffensiveWords.isLetter($0) }
        return [piece, String(trimmed.reversed())].contains { piece in
            let once = OffensiveWords.shortened(piece, from: 2, to: 1)
            let forms = [
                piece, OffensiveWords.shortened(piece, from: 3, to: 1), OffensiveWords.shortened(piece, from: 3, to: 2),
            ]
            return (forms + (once.count >= OffensiveWords.leastLong ? [once] : []))
                .contains(where: reads)
        }
    }

    /// Whether a text is one of the words. An `l` may be a capital `I`, but a small `i` is no `l`: `Kian`.
    private func reads(_ text: String) -> Bool {
        words[OffensiveWords.merged(text), default: []].contains { word in
            zip(word, text).allSatisfy { $0 != "l" || $1 != "i" }
        }
    }

    /// The letters of a word that a letter doubled makes no other word: `Bonner` is none.
    private static let leastLong = 6

    /// Whether a text has a stem in it that no innocent word explains.
    private func hasStem(_ text: String) -> Bool {
        search.finds(in: text) { words[OffensiveWords.merged($0)] != nil }
    }

    // MARK: Reading

    /// A blank before each capital that follows a small letter: `BigTits`.
    private static func cased(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        var wasSmall = false
        for scalar in scalars {
            if wasSmall, ("A"..."Z").contains(scalar) { result.append(" ") }
            wasSmall = ("a"..."z").contains(scalar)
            result.append(scalar)
        }
        return result
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        NameFolding.letter(scalar) == nil
    }

    /// Blanks in place of the digits of each number: two digits or more, and no letter beside them, as in `Room 455`.
    static func withoutNumbers(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
        var result: [Unicode.Scalar] = []
        var rest = scalars[...]
        while let first = rest.first {
            let run = rest.prefix { isDigit($0) == isDigit(first) }
            rest = rest[run.endIndex...]
            let beside = [result.last, rest.first].compactMap(\.self)
            let isNumber = isDigit(first) && run.count > 1 && beside.allSatisfy(isSeparator)
            result += isNumber ? run.map { _ in " " } : Array(run)
        }
        return result
    }

    /// The words of a name, in small letters, with the digits and signs that may stand for letters. A capital `I`
    /// behind a small letter is a stroke: `sIut`.
    private static func pieces(of scalars: [Unicode.Scalar]) -> [String] {
        scalars.split(whereSeparator: isSeparator).map { piece in
            var read = String.UnicodeScalarView()
            var wasSmall = false
            for scalar in piece {
                read.append(scalar == "I" && wasSmall ? "|" : scalar)
                wasSmall = scalar.properties.isLowercase
            }
            return String(read).lowercased()
        }
    }

    /// The pieces with runs of single letters as one: `f u c k you`.
    private static func joiningSingles(_ pieces: [String]) -> [String] {
        var joined: [String] = []
        var isRun = false
        for piece in pieces {
            let isSingle = piece.count == 1
            if isSingle, isRun { joined[joined.count - 1] += piece } else { joined.append(piece) }
            isRun = isSingle
        }
        return joined
    }

    /// Two pieces, one behind the other, where that is long enough not to come about by chance: `bull shit`.
    private static func pairs(_ pieces: [String]) -> [String] {
        zip(pieces, pieces.dropFirst()).map { $0 + $1 }.filter { $0.utf8.count >= 6 }
    }

    private static func isLetter(_ character: Character) -> Bool { ("a"..."z").contains(character) }

    static func merged(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { NameFolding.letter($0) ?? $0 }))
    }

    /// The text with so many of a letter where it stands so often or more in a row. `l` and `i` are two letters here:
    /// `Killian`.
    static func shortened(_ text: String, from least: Int, to count: Int) -> String {
        var result = ""
        var run = (letter: Character(" "), count: 0)
        func end() -> String { String(repeating: run.letter, count: run.count >= least ? count : run.count) }
        for character in text {
            let letter = isLetter(character) ? character : Character(merged(String(character)))
            if letter == run.letter || (letter == "i" && !isLetter(character) && run.letter == "l") {
                run.count += 1
            } else {
                result += end()
                run = (letter, 1)
            }
        }
        return result + end()
    }
}
