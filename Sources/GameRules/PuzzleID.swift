/// A line of puzzles: one kind of game in one language at one length, such as `guess-en-5`. Each line has one puzzle a
/// day, except practice.
public struct PuzzleLine: Hashable, Sendable {
    /// The kinds of games.
    public enum Kind: String, Sendable, CaseIterable {
        /// Guess the word.
        case guess
        /// Words from the letters of one word, in 90 seconds. The name is reserved; no server plays it yet.
        case anagram
        /// Guess the word, each player for oneself, any number of times.
        case practice
    }

    /// The kind of game.
    public let kind: Kind
    /// ISO 639-1 code of the language, two lower-case letters.
    public let language: String
    /// The number of letters in the answer, 4 to 11.
    public let length: Int

    /// The line of "today's word": five English letters.
    public static let today = PuzzleLine(kind: .guess, language: "en", uncheckedLength: 5)

    private init(kind: Kind, language: String, uncheckedLength: Int) {
        self.kind = kind
        self.language = language
        self.length = uncheckedLength
    }

    /// Creates a line; nil unless `language` is two lower-case ASCII letters and `length` is 4 to 11.
    public init?(kind: Kind, language: String, length: Int) {
        guard language.utf8.count == 2, language.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
            (4...Word.maximumLength).contains(length)
        else { return nil }
        self.init(kind: kind, language: language, uncheckedLength: length)
    }

    /// Reads `guess-en-5`; nil for anything else.
    public init?(_ text: some StringProtocol) { self.init(utf8: Array(text.utf8)[...]) }

    /// Reads a line byte by byte. Every guess names its puzzle, and splitting strings took longer than the rest of its
    /// message.
    init?(utf8 bytes: ArraySlice<UInt8>) {
        guard let kind = Kind.allCases.first(where: { bytes.starts(with: $0.rawValue.utf8) }) else { return nil }
        let dash = UInt8(ascii: "-")
        var rest = bytes.dropFirst(kind.rawValue.utf8.count)
        guard rest.popFirst() == dash else { return nil }
        let language = String(decoding: rest.prefix(2), as: UTF8.self)
        rest = rest.dropFirst(2)
        guard rest.popFirst() == dash, (1...2).contains(rest.count), rest.first != 0x30 else { return nil }
        var length = 0
        for byte in rest {
            guard (0x30...0x39).contains(byte) else { return nil }
            length = 10 * length + Int(byte - 0x30)
        }
        self.init(kind: kind, language: language, length: length)
    }

    /// The text form, `guess-en-5`.
    public var text: String { "\(kind.rawValue)-\(language)-\(length)" }

    /// Returns the line of another kind of game with the same language and length.
    public func asKind(_ kind: Kind) -> PuzzleLine {
        PuzzleLine(kind: kind, language: language, uncheckedLength: length)
    }
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

    /// Creates the practice game of one player with this number and words of the line's language and length.
    /// Precondition: `number` is 1 to `lastPractice`.
    public init(practice number: Int, of line: PuzzleLine) {
        precondition((1...PuzzleID.lastPractice).contains(number), "practice games are counted from 1")
        self.init(line: line.asKind(.practice), day: Day(number: number))
    }

    /// Reads `guess-en-5/2026-11-21` or `practice-en-5/17`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")), let line = PuzzleLine(utf8: bytes[..<slash])
        else { return nil }
        let rest = bytes[(slash + 1)...]
        guard line.kind != .practice else {
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
    public var isPractice: Bool { line.kind == .practice }

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
