import GameRules
import Messages
import Testing

@testable import Sessions

/// Rankings and statistics of the anagram game of a day.
@Suite("Rankings of anagrams")
struct AnagramRankingTests {
    private let world: HubWorld
    private let puzzle: PuzzleID

    init() throws {
        world = try HubWorld(anagrams: true)
        puzzle = PuzzleID(line: try #require(TestWords.anagramLine), day: world.today.day)
    }

    private func pass(ms: Int) {
        world.advance(ms: ms)
        world.run()
    }

    @Test("Games rank by points, then fewer words, then the earlier last word")
    func ranking() throws {
        // Each below the one before it by one rule.
        let plays: [(words: [String], ms: Int)] = [
            (["vibrant"], 0), (["brain", "train"], 500), (["train", "brain"], 900), (["brain", "brat", "bar"], 0),
            (["rib"], 0), ([], 0),
        ]
        let clients = try plays.map { words, ms in
            let client = try world.guest()
            _ = client.ask(.open(puzzle: puzzle, hard: .off))
            pass(ms: ms)
            for word in words { _ = client.ask(.guess(puzzle: puzzle, row: nil, word: word)) }
            return client
        }
        pass(ms: 92_000)
        func board(_ period: String) throws -> [[String: Any]] {
            try Query.answer(world) {
                world.hub.documents.leaderboard(
                    "anagram-en-7/\(period)", isClean: false, room: nil, player: nil, for: nil, RankingSlice(limit: 9),
                    then: $0)
            }.list("entries")
        }
        let day = try board("2026-11-21")
        #expect(day.map { $0["score"] as? Int } == [147, 50, 50, 50, 9, 0])
        #expect(day.map { $0["turns"] as? Int } == [1, 2, 2, 3, 1, 0])
        #expect(day.map { $0["ms"] as? Int }.prefix(3) == [0, 500, 900])
        #expect(day.map { $0["rank"] as? Int } == [1, 2, 3, 4, 5, 6])
        #expect(day.map { $0["solved"] as? Bool }.last == false)
        for period in ["2026-W47", "2026-11", "all"] {
            #expect(try board(period).map { $0["points"] as? Int } == [147, 50, 50, 50, 9, 0], "\(period)")
        }
        let line = try #require(TestWords.anagramLine)
        let statistics = try Query.answer(world) {
            world.hub.documents.statistics(of: clients[1].player, line: line, then: $0)
        }
        #expect(statistics["distribution"] as? [Int] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(
            statistics.object("points")["best"] as? Int == 50 && statistics.object("streak")["current"] as? Int == 1)
        #expect(statistics.object("last")["points"] as? Int == 50)
    }
}
