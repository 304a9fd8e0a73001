import GameRules
import Puzzles
import Storage
import WordLists

/// All that decides what is played when: the lists, the secret seed, and the calendar of the server's time zone.
package final class PuzzleLibrary {
    /// The languages that are played here with the letters that words can have.
    let languages: [(language: String, lengths: [Int])]
    /// Signs replays.
    let signingKey: SigningKey
    /// Encrypts the cursors of rankings.
    let rankingKey: RankingKey
    private let seed: Seed
    private var book: PuzzleBook
    private var calendar: ServerCalendar
    /// What was worked out before: each takes some 10 µs, and lists of past days want hundreds.
    private var seals: [PinnedPuzzle: PuzzleSeal] = [:]
    private var dates: [Day: Bool] = [:]

    package init(lexicons: [Lexicon], seed: Seed, calendar: ServerCalendar) {
        self.seed = seed
        signingKey = SigningKey(seed: seed)
        rankingKey = RankingKey(seed: seed)
        self.calendar = calendar
        languages = lexicons.map { lexicon in
            (lexicon.language, lexicon.lengths.filter(GuessRules.lengths.contains))
        }
        book = PuzzleBook(seed: seed, lexicons: lexicons)
    }

    /// The lines that are played here.
    var lines: [PuzzleLine] {
        languages.flatMap { words in
            words.lengths.compactMap { PuzzleLine(kind: .guess, language: words.language, length: $0) }
        }
    }

    /// The words of a line; nil if this server does not play it.
    func words(of line: PuzzleLine) -> LineWords? {
        guard let list = book.list(for: line), let alphabet = book.lexicon(line.language)?.alphabet else { return nil }
        return LineWords(alphabet: alphabet, list: list)
    }

    /// The words with which a puzzle is played, be it a day's or a practice game.
    func words(for puzzle: PuzzleID) -> LineWords? {
        words(of: puzzle.isPractice ? puzzle.line.asKind(.guess) : puzzle.line)
    }

    /// The puzzle as the picker draws it; nil if this server does not play the line.
    func draw(_ puzzle: PuzzleID) -> PinnedPuzzle? {
        book.draft(for: puzzle).map {
            PinnedPuzzle(puzzle: puzzle, answer: $0.answer, listVersion: $0.listVersion)
        }
    }

    /// The secret of a puzzle's commitment.
    func salt(of puzzle: PuzzleID) -> Salt { Salt(seed: seed, puzzle: puzzle) }

    /// What is published while the day runs. Precondition: the line has words.
    func commitment(to pinned: PinnedPuzzle) -> Commitment {
        guard let words = words(of: pinned.puzzle.line) else { preconditionFailure("a pinned puzzle has a list") }
        return Commitment(
            salt: salt(of: pinned.puzzle), puzzle: pinned.puzzle, answer: words.alphabet.text(pinned.answer))
    }

    /// What is published of a puzzle, as text. Precondition: the line has words.
    func seal(of pinned: PinnedPuzzle) -> PuzzleSeal {
        if let known = seals[pinned] { return known }
        let seal = PuzzleSeal(
            commitment: commitment(to: pinned).text, salt: salt(of: pinned.puzzle).text, time: sealTime(of: pinned))
        if seals.count >= PuzzleLibrary.sealsKept { seals = [:] }
        seals[pinned] = seal
        return seal
    }

    /// How a commitment to the word of a day is to be seen that can be read from now on, at `instant` (ms).
    func when(_ instant: Int, isTo day: Day) -> SealTime.When { calendar.sealTime(of: day, publishedAt: instant).when }

    /// When the commitment of a puzzle could be read for the first time.
    func sealTime(of pinned: PinnedPuzzle) -> SealTime {
        switch pinned.publication {
        case .unknown: .unknown
        case .at(let instant, let when): calendar.sealTime(of: pinned.puzzle.day, published: when, at: instant)
        case .played(let instant): calendar.sealTime(playedAt: instant)
        }
    }

    /// Some 4 MB, and the days of eight years in five lines.
    static let sealsKept = 16_384
    /// Days of 22 years.
    static let datesKept = 8_192

    /// The day in which an instant (ms since 1970-01-01 UTC) is.
    func day(at instant: Int) -> Day { calendar.span(at: instant).day }

    /// Whether the zone has had this date: some are missing (Apia, 2011-12-30).
    func hasDay(_ day: Day) -> Bool {
        if let known = dates[day] { return known }
        let isThere = calendar.start(of: day) < calendar.start(of: day.advanced(by: 1))
        if dates.count >= PuzzleLibrary.datesKept { dates = [:] }
        dates[day] = isThere
        return isThere
    }

    /// The next day that the zone has.
    func day(after day: Day) -> Day {
        var next = day.advanced(by: 1)
        while !hasDay(next) { next = next.advanced(by: 1) }
        return next
    }

    /// The instant at which the day begins.
    func start(of day: Day) -> Int { calendar.start(of: day) }

    /// The instant at which the day is over.
    func end(of day: Day) -> Int { calendar.start(of: day.advanced(by: 1)) }
}

/// A commitment and, for when the day is over, its secret: in hexadecimal digits; and when it was published.
struct PuzzleSeal {
    let commitment: String
    let salt: String
    let time: SealTime
}

/// What a line is played with.
struct LineWords {
    /// Its letters.
    let alphabet: Alphabet
    /// Its answers and guesses.
    let list: WordList

    /// Whether a word can be guessed where this answer is looked for. If a later list has the answer no more, any word
    /// can: were the answer the one exception, words that have left the list could be tried for nothing until one is
    /// not refused.
    func accepts(_ word: Word, lookedFor answer: Word) -> Bool { list.contains(word) || !list.contains(answer) }

    /// Whether a word that was read from storage has the length and the letters of the line.
    func fits(_ word: Word) -> Bool {
        word.count == list.length && alphabet.has(word)
    }
}
