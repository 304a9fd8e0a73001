import GameRules
import Testing

@Suite("Patterns")
struct PatternTests {
    @Test("digits are read and written", arguments: ["0", "012", "22222", "01201201201"])
    func roundTrip(digits: String) throws {
        let pattern = try #require(Pattern(digits: digits))
        #expect(pattern.digits == digits)
        #expect(pattern.count == digits.count)
        #expect(pattern.map { String($0.rawValue) }.joined() == digits)
    }

    @Test("anything else is refused", arguments: ["", "3", "0 1", "-1", "012012012012", "٠١٢", "02\n"])
    func refused(text: String) { #expect(Pattern(digits: text) == nil) }

    @Test("solved means that every tile is correct")
    func solved() {
        #expect(Pattern([.correct, .correct]).isSolved)
        #expect(!Pattern([.correct, .present]).isSolved)
        #expect(!Pattern([.absent, .correct]).isSolved)
    }

    @Test("marks rise from absent to correct, and their raw values are a format")
    func marks() {
        #expect(Mark.absent < Mark.present && Mark.present < Mark.correct)
        #expect(Mark.allCases.map(\.rawValue) == [0, 1, 2])
    }

    @Test("patterns of another length are others")
    func lengths() { #expect(Pattern([.absent]) != Pattern([.absent, .absent])) }
}
