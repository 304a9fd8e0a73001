import GameRules
import Testing

@testable import Messages

/// The length of `solutions` tells nothing of the words in it.
@Suite struct SolutionsLengthTests {
    @Test("Lists of one word and of a hundred are messages of the same length", arguments: [1, 30, 100])
    func length(count: Int) throws {
        let words = (0..<count).map { _ in "strained" }
        let puzzle = try #require(PuzzleID("anagram-en-8/2026-11-21"))
        let message = ServerMessage.solutions(of: .game(puzzle), common: words, count: 2 * count)
        let bytes = message.encoded(re: count)
        #expect(bytes.count == ServerMessage.solutionsBlock)
        #expect(bytes.last == UInt8(ascii: " ") && bytes.first == UInt8(ascii: "{"))
    }
}
