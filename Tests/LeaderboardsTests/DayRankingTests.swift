import GameRules
import TestKit
import Testing

@testable import Leaderboards

@Suite("The ranking of a day")
struct DayRankingTests {
    private typealias Ranking = DayRanking<Int>

    @Test("solved before unsolved, fewer turns, less time; unsolved by nothing else")
    func scores() {
        let order: [Score] = [
            .solved(turns: 2, elapsed: 900), .solved(turns: 3, elapsed: 100), .solved(turns: 3, elapsed: 101),
            .solved(turns: 6, elapsed: 0), .unsolved,
        ]
        #expect(order.shuffled().sorted() == order)
        #expect(Score(solved: false, turns: 6, elapsed: 1) == Score(solved: false, turns: 4, elapsed: 2))
    }

    @Test("equal ones share a rank: 1, 2, 2, 4")
    func ties() {
        var ranking = Ranking()
        for (id, elapsed) in [(1, 10), (4, 20), (3, 20), (2, 30)] {
            ranking.set(.solved(turns: 3, elapsed: elapsed), for: id)
        }
        #expect(ranking.page(limit: 9).map(\.rank) == [1, 2, 2, 4])
        #expect(ranking.page(limit: 9).map(\.entry.id) == [1, 3, 4, 2])
        #expect([1, 2, 3, 4].map { ranking.rank(of: $0) } == [1, 4, 2, 2])
        #expect(ranking.percentBeaten(by: 1) == 75 && ranking.percentBeaten(by: 4) == 25)
        #expect(ranking.rank(of: 9) == nil && ranking.percentBeaten(by: 9) == nil)
    }

    @Test("nobody")
    func empty() {
        let ranking = Ranking()
        #expect(ranking.count == 0 && ranking.median == nil && ranking.page(limit: 5).isEmpty)
        #expect(ranking.distribution(rows: 6) == [0, 0, 0, 0, 0, 0])
        #expect(ranking.window(around: 1, radius: 2).isEmpty)
    }

    @Test("random changes, by naive sorting", arguments: [1, 2, 3])
    func byOracle(seed: UInt64) {
        var random = SplitMix(seed: seed)
        var ranking = Ranking()
        var naive: [Int: Score] = [:]
        for step in 0..<FullRun.count(fast: 400, full: 5_000) {
            let id = Int.random(in: 0..<60, using: &random)
            if Int.random(in: 0..<4, using: &random) == 0 {
                #expect(ranking.remove(id) == naive.removeValue(forKey: id))
            } else {
                let solved = Int.random(in: 0..<5, using: &random) > 0
                let score = Score(
                    solved: solved, turns: Int.random(in: 1...6, using: &random),
                    elapsed: Int.random(in: 0..<4, using: &random))
                #expect(ranking.set(score, for: id) == naive.updateValue(score, forKey: id))
            }
            if step % 10 == 0 { check(ranking, naive, &random) }
        }
        let entries = naive.map { Ranking.Entry(score: $0.value, id: $0.key) }
        #expect(Ranking(entries).page(limit: 100) == ranking.page(limit: 100))
    }

    private func check(_ ranking: Ranking, _ naive: [Int: Score], _ random: inout SplitMix) {
        let sorted = naive.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        let ranks = sorted.map { one in naive.values.count { $0 < one.value } + 1 }
        #expect(ranking.count == naive.count)
        var pages: [Ranking.Ranked] = []
        let limit = Int.random(in: 1...7, using: &random)
        while true {
            let page = ranking.page(after: pages.last?.entry, limit: limit)
            if page.isEmpty { break }
            pages += page
        }
        #expect(pages.map(\.entry.id) == sorted.map(\.key))
        #expect(pages.map(\.rank) == ranks)
        for (place, one) in sorted.enumerated() {
            #expect(ranking.rank(of: one.key) == ranks[place] && ranking.score(of: one.key) == one.value)
            #expect(ranking.beaten(by: one.key) == naive.values.count { $0 > one.value })
            let window = max(0, place - 2)..<min(sorted.count, place + 3)
            #expect(ranking.window(around: one.key, radius: 2) == Array(pages[window]))
        }
        let solves = sorted.map(\.value).filter { $0 != .unsolved }
        #expect(ranking.median == (solves.isEmpty ? nil : solves[(solves.count - 1) / 2]))
        let turns = (1...6).map { turns in
            solves.count { if case .solved(turns, _) = $0 { true } else { false } }
        }
        #expect(ranking.distribution(rows: 6) == turns && ranking.solvedCount == solves.count)
    }

    @Test("a cursor stays good when its entry has left")
    func cursor() {
        var ranking = Ranking((1...9).map { .init(score: .solved(turns: 1, elapsed: $0), id: $0) })
        let cursor = ranking.page(limit: 3).last?.entry
        ranking.remove(3)
        ranking.set(.unsolved, for: 1)
        #expect(ranking.page(after: cursor, limit: 2).map(\.entry.id) == [4, 5])
    }
}
