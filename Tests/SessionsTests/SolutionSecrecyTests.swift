import GameRules
import Messages
import Testing

@testable import Sessions

/// The time that an answer to `solutions` takes tells nobody which letters others have played with.
@Suite struct SolutionSecrecyTests {
    @Test("Words that were found for the day's puzzle are looked for anew in practice with the same letters")
    func practice() throws {
        let world = try HubWorld(anagrams: true)
        let line = try #require(TestWords.anagramLine)
        let puzzle = PuzzleID(line: line, day: world.today.day)
        let (finisher, stranger) = (try world.guest(), try world.guest())
        _ = finisher.ask(.open(puzzle: puzzle, hard: .off))
        world.advance(ms: 90_000 + PuzzleLine.Kind.anagram.slack)
        world.run()
        #expect(finisher.ask(.solutions(.game(puzzle))).type == "solutions")
        // The list of the tests has one source, so every practice game has the letters of the day.
        let practiced = try #require(PuzzleLine("practice-\(line.text)"))
        let board = stranger.ask(.practice(line: practiced, hard: .off, seconds: 0, isNew: true))
        let game = try #require((board["puzzle"] as? String).flatMap { PuzzleID($0) })
        #expect(stranger.ask(.endPractice(puzzle: game)).type == "game")
        world.wordSearches.areTaken = false
        #expect(stranger.ask(.solutions(.game(game))).code == "rate_limited", "nothing is known of them yet")
        #expect(finisher.ask(.solutions(.game(puzzle))).type == "solutions", "and those of the day are")
    }
}
