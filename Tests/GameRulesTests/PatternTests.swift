import GameRules
import Testing

@Suite("Patterns")
struct PatternTests {
    @Test("A pattern's digits are read and written", arguments: ["0", "012", "22222", "01201201201"])
    func roundTrip(digits: String) throws {
        let pattern = try #require(Pattern(digits: digits))
        #expect(pattern.digits == digits)
        #expect(pattern.count == digits.count)
        #expect(pattern.map { String($0.rawValue) }.joined() == digits)
    }

    @Test("Text that is no pattern is refused", arguments: ["", "3", "0 1", "-1", "012012012012", "٠١٢", "02\n"])
    func refused(text: String) { #expect(Pattern(digits: text) == nil) }

    @Test("A pattern is solved when every tile is correct")
    func solved() {
        #expect(Pattern([.correct, .correct]).isSolved)
        #expect(!Pattern([.correct, .present]).isSolved)
        #expect(!Pattern([.absent, .correct]).isSolved)
    }

    @Test("Marks rise from absent to correct, and their raw values are frozen")
    func marks() {
        #expect(Mark.absent < Mark.present && Mark.present < Mark.correct)
        #expect(Mark.allCases.map(\.rawValue) == [0, 1, 2])
    }

    @Test("Patterns of different lengths differ")
    func lengths() { #expect(Pattern([.absent]) != Pattern([.absent, .absent])) }
}
