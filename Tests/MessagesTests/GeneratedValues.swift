import GameRules
import TestKit

/// Values by chance, as messages carry them.
struct GeneratedValues {
    private var random: SplitMix

    init(seed: Int) { random = SplitMix(seed: UInt64(seed)) }

    /// Texts that are hard to encode, and some that are not.
    private static let texts = [
        "", "Mika", "KYTE7", "sprint-1-1", "a \"quoted\" name", "back\\slash", "line\nbreak", "\u{0}\u{1F}\u{7F}", "ß",
        "e\u{301}",
        "👩‍🚀", "می‌خواهم", "}]\",:{[", "\u{2028}\u{FEFF}",
    ]

    mutating func text() -> String { any(GeneratedValues.texts) }
    mutating func flag() -> Bool { Bool.random(using: &random) }
    /// 0 to 2^53 - 1, small ones most of the time.
    mutating func count() -> Int {
        Int.random(in: 0...(flag() ? 9 : any([99, 65_536, 1_795_237_200_000, 1 << 53 - 1])), using: &random)
    }
    mutating func bits() -> UInt64 { flag() ? UInt64.random(in: 0...9, using: &random) : random.next() }
    mutating func any<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
    mutating func some<Value>(_ make: (inout GeneratedValues) -> Value) -> [Value] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in make(&self) }
    }
    mutating func maybe<Value>(_ make: (inout GeneratedValues) -> Value) -> Value? { flag() ? make(&self) : nil }

    // MARK: Rules of the game

    mutating func hardMode() -> HardMode { any(HardMode.allCases) }
    mutating func mark() -> Mark { any(Mark.allCases) }
    mutating func verdict() -> Verdict {
        if flag(), let found = FoundLength(length: Int.random(in: 3...11, using: &random), points: count() % 400) {
            return .found(found)
        }
        return .marks(pattern())
    }
    mutating func pattern() -> Pattern {
        Pattern((0..<Int.random(in: 1...Word.maximumLength, using: &random)).map { _ in mark() })
    }
    mutating func line(isPractice: Bool = false) -> PuzzleLine {
        let length = Int.random(in: 4...Word.maximumLength, using: &random)
        guard
            let line = PuzzleLine(
                kind: any(PuzzleLine.Kind.allCases), language: any(["en", "de"]), length: length,
                isPractice: isPractice)
        else { preconditionFailure("a line") }
        return line
    }
    mutating func puzzle() -> PuzzleID {
        let number = Int.random(in: 1...100_000, using: &random)
        let line = line(isPractice: flag())
        return line.isPractice
            ? PuzzleID(practice: number, of: line) : PuzzleID(line: line, day: Day(number: number))
    }
}
