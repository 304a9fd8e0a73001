/// A line of puzzles: one kind of game in one language at one length, such as `guess-en-5`. Each line has one puzzle a
/// day, except lines for practice, which each player plays alone and any number of times.
public struct PuzzleLine: Hashable, Sendable {
    /// The kinds of games.
    public enum Kind: String, Sendable, CaseIterable {
        /// Guess the word.
        case guess
        /// Words from the letters of one word, in 90 seconds.
        case anagram

        /// The kind that is meant where none is named. It is the oldest kind, and lines for practice, logs of rooms,
        /// messages and replays from before the others do not name it.
        public static let unnamed = Kind.guess

        /// The facts of the kind, which it states in its own folder.
        var facts: KindFacts {
            switch self {
            case .guess: GuessRules.facts
            case .anagram: AnagramRules.facts
            }
        }
    }

    /// The kind of game.
    public let kind: Kind
    /// Whether the line is for practice. It stands beside the kind to save padding: every game in memory has a line.
    public let isPractice: Bool
    /// ISO 639-1 code of the language, two lower-case letters.
    public let language: String
    /// The number of letters in the answer, 4 to 11.
    public let length: Int

    /// Five English letters: the first of a server's lines, and what the logs of rooms leave unsaid.
    public static let standard = PuzzleLine(kind: .guess, language: "en", uncheckedLength: 5)

    private init(kind: Kind, language: String, uncheckedLength: Int, isPractice: Bool = false) {
        self.kind = kind
        self.language = language
        self.length = uncheckedLength
        self.isPractice = isPractice
    }

    /// Creates a line; nil unless `language` is two lower-case ASCII letters and `length` is 4 to 11.
    public init?(kind: Kind, language: String, length: Int, isPractice: Bool = false) {
        guard language.utf8.count == 2, language.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
            (4...Word.maximumLength).contains(length)
        else { return nil }
        self.init(kind: kind, language: language, uncheckedLength: length, isPractice: isPractice)
    }

    /// Reads `guess-en-5`; nil for anything else.
    public init?(_ text: some StringProtocol) { self.init(utf8: Array(text.utf8)[...]) }

    /// The first part of a line's text, for each kind: first those of daily lines, then those of practice, longer ones
    /// before shorter ones. Practice of the guess game is older than other kinds, so its text does not name the kind.
    private static let prefixes: [(text: String, kind: Kind, isPractice: Bool)] = {
        let daily = Kind.allCases.map { (text: "\($0.rawValue)-", kind: $0, isPractice: false) }
        let practice = Kind.allCases.map { kind in
            (text: kind == .unnamed ? "practice-" : "practice-\(kind.rawValue)-", kind: kind, isPractice: true)
        }
        return daily + practice.sorted { $0.text.utf8.count > $1.text.utf8.count }
    }()

    /// Reads a line byte by byte. Every guess names its puzzle, and splitting strings took longer than the rest of its
    /// message.
    init?(utf8 bytes: ArraySlice<UInt8>) {
        guard let prefix = PuzzleLine.prefixes.first(where: { bytes.starts(with: $0.text.utf8) }) else { return nil }
        var rest = bytes.dropFirst(prefix.text.utf8.count)
        let language = String(decoding: rest.prefix(2), as: UTF8.self)
        rest = rest.dropFirst(2)
        guard rest.popFirst() == UInt8(ascii: "-"), (1...2).contains(rest.count), rest.first != 0x30 else {
            return nil
        }
        var length = 0
        for byte in rest {
            guard (0x30...0x39).contains(byte) else { return nil }
            length = 10 * length + Int(byte - 0x30)
        }
        self.init(kind: prefix.kind, language: language, length: length, isPractice: prefix.isPractice)
    }

    /// The text form, `guess-en-5`.
    public var text: String {
        let prefix = PuzzleLine.prefixes.first { $0.kind == kind && $0.isPractice == isPractice }
        return "\(prefix?.text ?? "")\(language)-\(length)"
    }

    /// The line for practice of the same game.
    public var forPractice: PuzzleLine {
        PuzzleLine(kind: kind, language: language, uncheckedLength: length, isPractice: true)
    }

    /// The line of the day of the same game.
    public var daily: PuzzleLine { PuzzleLine(kind: kind, language: language, uncheckedLength: length) }
}

/// One puzzle: a line and a day, such as `guess-en-5/2026-11-21`. Puzzles are the keys of games, since answers can
/// recur.
///
/// A practice game has a number in place of the day, counted from 1 for each player: `practice-en-5/17`.
public struct PuzzleID: Hashable, Sendable {
    /// The line the puzzle belongs to.
    public let line: PuzzleLine
    /// The puzzle's day in the server's time zone. For a practice game, the day with its number, which is long past.
    public let day: Day

    /// The puzzle of `line` on `day`.
    public init(line: PuzzleLine, day: Day) {
        self.line = line
        self.day = day
    }

    /// Creates the practice game of one player with this number, of the line's game.
    /// Precondition: `number` is 1 to `lastPractice`.
    public init(practice number: Int, of line: PuzzleLine) {
        precondition((1...PuzzleID.lastPractice).contains(number), "practice games are counted from 1")
        self.init(line: line.forPractice, day: Day(number: number))
    }

    /// Reads `guess-en-5/2026-11-21` or `practice-en-5/17`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")), let line = PuzzleLine(utf8: bytes[..<slash])
        else { return nil }
        let rest = bytes[(slash + 1)...]
        guard !line.isPractice else {
            guard let number = PuzzleID.practiceNumber(rest) else { return nil }
            self.init(practice: number, of: line)
            return
        }
        guard let day = Day(utf8: rest) else { return nil }
        self.init(line: line, day: day)
    }

    /// Reads digits without a leading zero, so that one game has one name.
    private static func practiceNumber(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard (1...9).contains(bytes.count), bytes.first != 0x30, bytes.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return bytes.reduce(0) { 10 * $0 + Int($1 - 0x30) }
    }

    /// The highest number of a practice game.
    public static let lastPractice = 999_999_999

    /// Whether it is a practice game.
    public var isPractice: Bool { line.isPractice }

    /// The text form, `guess-en-5/2026-11-21` or `practice-en-5/17`.
    public var text: String { isPractice ? "\(line.text)/\(day.number)" : "\(line.text)/\(day.text)" }

    /// The number that people share, "No. 412". No. 1 was 2025-10-06 on every server, so that friends on two servers
    /// speak of the same number. Earlier days have 0 and below. A practice game has its own number.
    public var number: Int { isPractice ? day.number : day.number - PuzzleID.dayBeforeFirst }

    /// The day of No. 1.
    public static let firstDay = Day(number: dayBeforeFirst + 1)

    /// The number of 2025-10-05.
    private static let dayBeforeFirst = 20_366
}
