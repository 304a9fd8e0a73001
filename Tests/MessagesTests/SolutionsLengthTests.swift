import GameRules
import Testing

@testable import Messages

/// The length of `solutions` and `counts` tells nothing of the words, or of how many there are.
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

    @Test(
        "No words and thousands of them are counted in messages of the same length",
        arguments: [[0, 0, 0, 0, 0, 0], [138, 52, 31, 14, 3, 1], Array(repeating: 9_999, count: 6)])
    func counts(counts: [Int]) throws {
        let puzzle = try #require(PuzzleID("practice-anagram-en-8/999999999"))
        for subject in [.game(puzzle), .round(room: "KYTE7", race: "sprint-999999999-99")] as [SolutionsSubject] {
            for number in [nil, 1, ClientRequest.largestID] as [Int?] {
                let bytes = ServerMessage.counts(of: subject, counts).encoded(re: number)
                #expect(bytes.count == ServerMessage.countsBlock)
                #expect(bytes.last == UInt8(ascii: " ") && bytes.first == UInt8(ascii: "{"))
            }
        }
    }
}
