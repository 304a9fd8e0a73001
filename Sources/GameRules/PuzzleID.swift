/// A line of puzzles: one game kind in one language at one length, `guess-en-5`. Each line has one puzzle a day, but
/// for practice.
public struct PuzzleLine: Hashable, Sendable {
    /// The games that have a name.
    public enum Kind: String, Sendable, CaseIterable {
        /// Guess the word.
        case guess
        /// Words from the letters of one word, in 90 seconds. The name is kept for it: no server plays it yet.
        case anagram
        /// Guess the word, of a player's own: one after the other, as many as one likes.
        case practice
    }

    /// Which game.
    public let kind: Kind
    /// ISO 639-1 code of the language, two lower-case letters.
    public let language: String
    /// Letters of the answer, 4 to 11.
    public let length: Int

    /// What "today's word" means: five English letters.
    public static let today = PuzzleLine(kind: .guess, language: "en", uncheckedLength: 5)

    private init(kind: Kind, language: String, uncheckedLength: Int) {
        self.kind = kind
        self.language = language
        self.length = uncheckedLength
    }

    /// A line of puzzles; nil unless `language` is two lower-case ASCII letters and `length` is 4 to 11.
    public init?(kind: Kind, language: String, length: Int) {
        guard language.utf8.count == 2, language.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
            (4...Word.maximumLength).contains(length)
        else { return nil }
        self.init(kind: kind, language: language, uncheckedLength: length)
    }

    /// Reads `guess-en-5`; nil for anything else.
    public init?(_ text: some StringProtocol) { self.init(utf8: Array(text.utf8)[...]) }

    /// Read byte by byte, since every guess names its puzzle: to split strings took longer than all else in its
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

    /// `guess-en-5`.
    public var text: String { "\(kind.rawValue)-\(language)-\(length)" }

    /// The same language and length, as another game.
    public func asKind(_ kind: Kind) -> PuzzleLine {
        PuzzleLine(kind: kind, language: language, uncheckedLength: length)
    }
}

/// One puzzle: a line and a day, `guess-en-5/2026-11-21`. Everything is keyed by it and never by the answer, because
/// answers can recur.
///
/// A practice game is no day's: each player counts one's own from 1, `practice-en-5/17`.
public struct PuzzleID: Hashable, Sendable {
    /// The line the puzzle belongs to.
    public let line: PuzzleLine
    /// The day it is for, in the server's time zone. Of a practice game as many days after 1970-01-01 as its number
    /// says: long past, whatever asks.
    public let day: Day

    /// The puzzle of `line` on `day`.
    public init(line: PuzzleLine, day: Day) {
        self.line = line
        self.day = day
    }

    /// The practice game with this number, among those of one player with words like the line's. Precondition: from 1,
    /// and of no more than nine digits.
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

    /// Digits without a zero in front: one game has one name.
    private static func practiceNumber(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard (1...9).contains(bytes.count), bytes.first != 0x30, bytes.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return bytes.reduce(0) { 10 * $0 + Int($1 - 0x30) }
    }

    /// Practice games that can be counted.
    public static let lastPractice = 999_999_999

    /// Whether it is a practice game.
    public var isPractice: Bool { line.kind == .practice }

    /// `guess-en-5/2026-11-21`.
    public var text: String { isPractice ? "\(line.text)/\(day.number)" : "\(line.text)/\(day.text)" }

    /// The number people share, "No. 412". No. 1 was 2025-10-06 on every server, so that friends on two servers
    /// speak of the same number; 0 and below for days before it. Of a practice game its own.
    public var number: Int { isPractice ? day.number : day.number - PuzzleID.dayBeforeFirst }

    /// The day of No. 1.
    public static let firstDay = Day(number: dayBeforeFirst + 1)

    /// 2025-10-05.
    private static let dayBeforeFirst = 20_366
}
