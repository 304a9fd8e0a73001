import GameRules
import TestKit
import Testing

@testable import Leaderboards

@Suite("Making a ranking of many results")
struct RankingBuilderTests {
    private struct Result {
        let player: PlayerID
        let solved: Bool
        let turns: Int
        let elapsed: Int
    }

    /// `games` results, in any order, of `players` whose IDs are random, or all nearly the same.
    private static func results(_ games: Int, of players: Int, seed: UInt64) -> [Result] {
        var random = SplitMix(seed: seed)
        let ids = (0..<players).map { number in
            seed % 2 == 0
                ? PlayerID(high: 7, low: UInt64(number)) : PlayerID(high: random.next(), low: random.next())
        }
        return (0..<games).map { game in
            Result(
                player: games == players ? ids[game] : ids[Int.random(in: 0..<players, using: &random)],
                solved: Int.random(in: 0..<4, using: &random) > 0, turns: Int.random(in: 1...6, using: &random),
                elapsed: Int.random(in: 0..<(game % 2 == 0 ? 20 : 5_000_000), using: &random))
        }.shuffled(using: &random)
    }

    @Test(
        "A day's ranking that is built equals one that has grown, whatever the order of results",
        arguments: [0, 1, 2, 500, 20_000], [1, 2])
    func day(count: Int, seed: UInt64) {
        var builder = RankingBuilder(.day)
        var grown = Ranking()
        for one in RankingBuilderTests.results(count, of: count, seed: seed) {
            builder.add(one.player, Score(solved: one.solved, turns: one.turns, elapsed: one.elapsed))
            grown.set(RankScore(Score(solved: one.solved, turns: one.turns, elapsed: one.elapsed)), for: one.player)
        }
        let ranking = builder.finish()
        #expect(ranking.entries(0..<count) == grown.entries(0..<count) && ranking.count == count)
        if count < 1_000 { ranking.checkInvariants() }
        var again = RankingBuilder(.day)
        for one in ranking.entries(0..<count).map(\.entry) {
            guard case .solved(let turns, let elapsed) = Score(one.score) else {
                again.add(one.id, Score(solved: false, turns: 0, elapsed: 0))
                continue
            }
            again.add(one.id, Score(solved: true, turns: turns, elapsed: elapsed))
        }
        #expect(again.finish().entries(0..<count) == grown.entries(0..<count))
    }

    @Test(
        "A period's ranking sums each player's results, also when it is built in parts",
        arguments: [(0, 1), (1, 1), (300, 7), (2_000, 900), (30_000, 12_000), (30_000, 5), (150_000, 120)],
        [1, 2, 3, 4])
    func period(size: (games: Int, players: Int), seed: UInt64) {
        var builder = RankingBuilder(.period(.standard), fewPlayers: seed < 3 ? 1 << 16 : 100)
        var naive: [PlayerID: (points: Int, elapsed: Int)] = [:]
        for one in RankingBuilderTests.results(size.games, of: size.players, seed: seed) {
            builder.add(one.player, Score(solved: one.solved, turns: one.turns, elapsed: one.elapsed))
            naive[one.player, default: (0, 0)].points += one.solved ? 7 - one.turns : 0
            naive[one.player, default: (0, 0)].elapsed += one.solved ? one.elapsed : 0
        }
        let ranking = builder.finish()
        let expected = naive.map {
            Ranking.Entry(score: RankScore(PeriodScore(points: $1.points, elapsed: $1.elapsed)), id: $0)
        }
        #expect(ranking.entries(0..<size.games).map(\.entry) == expected.sorted())
        if ranking.count < 1_000 { ranking.checkInvariants() }
    }
}
