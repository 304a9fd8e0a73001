import TestKit
import Testing

@testable import Leaderboards

@Suite("Scores as numbers")
struct RankScoreTests {
    @Test("A day ranks solved games first, by turns and time, and unsolved games as equals")
    func day() {
        let order: [Score] = [
            .solved(turns: 1, elapsed: 0), .solved(turns: 2, elapsed: 900), .solved(turns: 3, elapsed: 100),
            .solved(turns: 3, elapsed: 101), .solved(turns: 6, elapsed: 0), .solved(turns: 254, elapsed: 1 << 47),
            .unsolved,
        ]
        let ranks = order.map { RankScore($0) }
        #expect(ranks == ranks.shuffled().sorted() && Set(ranks).count == ranks.count)
        #expect(ranks.map { Score($0) } == order)
        #expect(RankScore(Score(solved: false, turns: 6, elapsed: 1)) == .unsolved)
        #expect(Score(RankScore(.solved(turns: 3, elapsed: .max))) == .solved(turns: 3, elapsed: 1 << 48 - 1))
    }

    @Test("A day of points ranks more points first, then fewer words, then the earlier last word")
    func dayOfPoints() {
        var random = SplitMix(seed: 2)
        let counts = (0..<600).map { index in
            // Small numbers, so that each rule decides about some pairs, and the largest that are told apart.
            let most = index % 3 == 0 ? (1 << 20 - 1, 1 << 10 - 1, 1 << 30 - 1) : (2, 2, 2)
            return (
                Int.random(in: 0...most.0, using: &random), Int.random(in: 0...most.1, using: &random),
                Int.random(in: 0...most.2, using: &random)
            )
        }
        let scores = counts.map { Score.points($0, words: $1, elapsed: $2) }
        for (a, b) in zip(counts, counts.dropFirst()) {
            let first = RankScore(.points(a.0, words: a.1, elapsed: a.2))
            let second = RankScore(.points(b.0, words: b.1, elapsed: b.2))
            #expect((first < second) == ((-a.0, a.1, a.2) < (-b.0, b.1, b.2)))
        }
        #expect(scores.map { Score(RankScore($0)) } == scores)
        #expect(
            Score(RankScore(.points(.max, words: .max, elapsed: .max)))
                == .points(1 << 20 - 1, words: 1 << 10 - 1, elapsed: 1 << 30 - 1))
    }

    @Test("A period ranks more points first, then less time")
    func period() {
        var random = SplitMix(seed: 1)
        let scores = (0..<500).map { index in
            PeriodScore(
                points: Int.random(in: 0...(index % 2 == 0 ? 9 : PeriodScore.mostPoints), using: &random),
                elapsed: Int.random(in: 0...(index % 3 == 0 ? 9 : PeriodScore.mostTime), using: &random))
        }
        for (a, b) in zip(scores, scores.dropFirst()) {
            #expect((a < b) == (RankScore(a) < RankScore(b)))
            #expect((a < b) == (a.points > b.points || a.points == b.points && a.elapsed < b.elapsed))
        }
        #expect(scores.map { PeriodScore(RankScore($0)) } == scores)
        #expect(PeriodScore(points: .max, elapsed: .max) == PeriodScore(points: 16_777_215, elapsed: 1_099_511_627_775))
    }

    @Test("A period sums the points of each game, and the times of solved games only")
    func points() throws {
        let table = RankingPoints.standard
        #expect((1...8).map { table.points(turns: $0) } == [6, 5, 4, 3, 2, 1, 0, 0])
        #expect(table.points(for: .unsolved) == 0)
        let sum = PeriodScore.zero.adding(.solved(turns: 2, elapsed: 70), by: table).adding(.unsolved, by: table)
            .adding(.solved(turns: 6, elapsed: 30), by: table)
        #expect(sum == PeriodScore(points: 6, elapsed: 100))
        #expect(try #require(RankingPoints(byTurns: [10, 10, 0])).points(turns: 2) == 10)
        #expect(
            RankingPoints(byTurns: [3, 4]) == nil && RankingPoints(byTurns: [-1]) == nil
                && RankingPoints(byTurns: [1001]) == nil)
    }
}
