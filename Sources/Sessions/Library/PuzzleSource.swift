import GameRules
import Puzzles
import Storage
import WordLists

/// The source of puzzles: the word lists, the secret seed, and the calendar of the server's time zone.
package final class PuzzleSource {
    /// The kinds of games played here, with languages and the lengths that words can have.
    let kinds: [(kind: PuzzleLine.Kind, language: String, lengths: [Int])]
    /// The key that signs replays.
    let signingKey: SigningKey
    /// The key that encrypts the cursors of rankings.
    let rankingKey: RankingKey
    private let seed: Seed
    private let wordsByLine: [PuzzleLine: LineWords]
    private var book: PuzzleBook
    /// The words that are left out of what is drawn, in small letters.
    private var leftOut: Set<String> = []
    private var calendar: ServerCalendar
    /// Cached seals: each takes some 10 µs, and lists of past days need hundreds.
    private(set) var seals: [PinnedPuzzle: PuzzleSeal] = [:]
    private(set) var dates: [Day: Bool] = [:]

    package init(lexicons: [Lexicon], seed: Seed, calendar: ServerCalendar) {
        self.seed = seed
        signingKey = SigningKey(seed: seed)
        rankingKey = RankingKey(seed: seed)
        self.calendar = calendar
        kinds = lexicons.flatMap { lexicon in
            PuzzleLine.Kind.allCases.map { ($0, lexicon.language, lexicon.lengths(of: $0)) }
        }
        wordsByLine = Dictionary(
            uniqueKeysWithValues: lexicons.flatMap { lexicon in
                PuzzleLine.Kind.allCases.flatMap { LineWords.all(of: $0, in: lexicon) }
            })
        book = PuzzleBook(seed: seed, lexicons: lexicons)
    }

    /// The lines played here.
    var lines: [PuzzleLine] {
        kinds.flatMap { words in
            words.lengths.compactMap { PuzzleLine(kind: words.kind, language: words.language, length: $0) }
        }
    }

    /// Returns the length of a kind of game's words that a room gets which changes to it; nil if it is not played here.
    func usualLength(of kind: PuzzleLine.Kind, _ language: String) -> Int? {
        kinds.first { $0.kind == kind && $0.language == language }.flatMap { played in
            played.lengths.min { abs($0 - kind.usualLength) < abs($1 - kind.usualLength) }
        }
    }

    /// Returns the words of a line; nil if this server does not play it.
    func words(of line: PuzzleLine) -> LineWords? { wordsByLine[line] }

    // MARK: Answers that are drawn

    /// Sets the words that are left out of draws from now on. Returns the lines of which no word would be left: all
    /// their words are drawn.
    @discardableResult func leaveOut(_ words: Set<String>) -> [PuzzleLine] {
        let changed = leftOut.symmetricDifference(words)
        leftOut = words
        return wordsByLine.filter { _, lineWords in changed.contains { lineWords.answer($0) != nil } }.compactMap {
            line, lineWords in
            let answers = Set(words.lazy.compactMap(lineWords.answer))
            book.leaveOut(answers, of: line)
            return answers.count < lineWords.list.answerCount ? nil : line
        }
    }

    /// Whether a word, in small letters, is left out of draws.
    func isLeftOut(_ word: String) -> Bool { leftOut.contains(word) }

    /// Returns the lines of whose answers a word is one.
    func lines(withAnswer word: String) -> [PuzzleLine] { lines.filter { words(of: $0)?.answer(word) != nil } }

    /// Returns the answers of a line that can be drawn; nil if this server does not play it.
    func answers(of line: PuzzleLine) -> DrawnAnswers? { book.answers(of: line) }

    // MARK: Words and secrets

    /// Returns the words of a daily puzzle or a practice game.
    func words(for puzzle: PuzzleID) -> LineWords? { words(of: puzzle.line.daily) }

    /// Returns the secret of a pinned puzzle.
    func secret(of pinned: PinnedPuzzle) -> PuzzleSecret {
        PuzzleSecret(answer: pinned.answer, of: pinned.puzzle.line, salt: salt(of: pinned.puzzle))
    }

    /// Whether the word that a day would have is left out: what stands in depends on the days near it.
    func isLeftOut(on puzzle: PuzzleID) -> Bool { book.isLeftOut(on: puzzle) }

    /// Returns the number of days for which a word of the line rests.
    func gap(of line: PuzzleLine) -> Int { book.gap(of: line) }

    /// Draws the puzzle; nil if this server does not play the line. `besides`: the words of days near it.
    func draw(_ puzzle: PuzzleID, besides near: Set<Word> = []) -> PinnedPuzzle? {
        book.draft(for: puzzle, besides: near).map {
            PinnedPuzzle(puzzle: puzzle, answer: $0.answer, listVersion: $0.listVersion)
        }
    }

    /// Returns the salt of a puzzle's commitment.
    func salt(of puzzle: PuzzleID) -> Salt { Salt(seed: seed, puzzle: puzzle) }

    /// Returns the commitment to a puzzle, public while the day runs. Precondition: the line has words.
    func commitment(to pinned: PinnedPuzzle) -> Commitment {
        guard let words = words(of: pinned.puzzle.line) else { preconditionFailure("a pinned puzzle has a list") }
        return Commitment(
            salt: salt(of: pinned.puzzle), puzzle: pinned.puzzle, answer: words.alphabet.text(pinned.answer))
    }

    /// Returns the commitment, salt and publication time of a puzzle as text. Precondition: the line has words.
    func seal(of pinned: PinnedPuzzle) -> PuzzleSeal {
        if let known = seals[pinned] { return known }
        let seal = PuzzleSeal(
            commitment: commitment(to: pinned).text, salt: salt(of: pinned.puzzle).text, time: sealTime(of: pinned))
        if seals.count >= PuzzleSource.sealsKept { seals = [:] }
        seals[pinned] = seal
        return seal
    }

    /// Returns whether a commitment that is published at `instant` (ms) precedes its day, falls on it, or follows it.
    func when(_ instant: Int, isTo day: Day) -> SealTime.When { calendar.sealTime(of: day, publishedAt: instant).when }

    /// Returns the time at which the commitment of a puzzle became public.
    func sealTime(of pinned: PinnedPuzzle) -> SealTime {
        switch pinned.publication {
        case .unknown: .unknown
        case .at(let instant, let when): calendar.sealTime(of: pinned.puzzle.day, published: when, at: instant)
        case .played(let instant): calendar.sealTime(playedAt: instant)
        }
    }

    /// The maximum number of cached seals: some 4 MB, and the days of eight years in five lines.
    static let sealsKept = 16_384
    /// The maximum number of cached dates: 22 years.
    static let datesKept = 8_192

    /// Returns the day of a time in ms since 1970-01-01 UTC.
    func day(at instant: Int) -> Day { calendar.span(at: instant).day }

    /// Whether the date exists in the zone: some are missing (Apia, 2011-12-30).
    func hasDay(_ day: Day) -> Bool {
        if let known = dates[day] { return known }
        let isThere = calendar.start(of: day) < calendar.start(of: day.advanced(by: 1))
        if dates.count >= PuzzleSource.datesKept { dates = [:] }
        dates[day] = isThere
        return isThere
    }

    /// Returns the next day that exists in the zone.
    func day(after day: Day) -> Day {
        var next = day.advanced(by: 1)
        while !hasDay(next) { next = next.advanced(by: 1) }
        return next
    }

    /// Returns the time at which the day begins.
    func start(of day: Day) -> Int { calendar.start(of: day) }

    /// Returns the time at which the day ends.
    func end(of day: Day) -> Int { calendar.start(of: day.advanced(by: 1)) }
}

/// A commitment and its salt in hexadecimal digits, with the publication time.
struct PuzzleSeal {
    let commitment: String
    let salt: String
    let time: SealTime
}

/// The alphabet and the words of a line. An object, as every guess asks for one: copies of its parts would each be
/// counted.
final class LineWords {
    /// The kind of game of the line.
    let kind: PuzzleLine.Kind
    /// The alphabet of the line.
    let alphabet: Alphabet
    /// The answers of the line; in the guess game also the words that can be tried.
    let list: WordList
    /// The words of several lengths that can be played; nil in kinds of games that are played with `list`.
    let dictionary: AnagramDictionary?

    private init(kind: PuzzleLine.Kind, alphabet: Alphabet, list: WordList, dictionary: AnagramDictionary?) {
        self.kind = kind
        self.alphabet = alphabet
        self.list = list
        self.dictionary = dictionary
    }

    /// The words of each line of a kind of game that a lexicon has.
    static func all(of kind: PuzzleLine.Kind, in lexicon: Lexicon) -> [(PuzzleLine, LineWords)] {
        lexicon.lengths(of: kind).compactMap { length in
            guard let line = PuzzleLine(kind: kind, language: lexicon.language, length: length),
                let list = lexicon.list(of: kind, length: length)
            else { return nil }
            let dictionary = lexicon.dictionary(of: kind)
            return (line, LineWords(kind: kind, alphabet: lexicon.alphabet, list: list, dictionary: dictionary))
        }
    }

    /// Returns the answer of the line that a text spells; nil if it is none.
    func answer(_ text: String) -> Word? {
        // Words of other lengths need no look at their letters. A text that spells no word is no answer.
        guard text.unicodeScalars.count == list.length, let word = try? alphabet.word(text), list.isAnswer(word) else {
            return nil
        }
        return word
    }

    /// Whether a word can be played.
    func accepts(_ word: Word) -> Bool { dictionary?.contains(word) ?? list.contains(word) }

    /// Whether an answer from storage has the length and the letters of the line.
    func fits(_ answer: Word) -> Bool { answer.count == list.length && alphabet.has(answer) }

    /// Whether a secret from storage has the length and the letters of the line, and what else its puzzles are made of.
    func fits(_ secret: PuzzleSecret) -> Bool {
        guard fits(secret.answer), secret.isWhole(for: kind) else { return false }
        return secret.tiles.map { $0.sorted() == secret.answer.sorted() } ?? true
    }
}
