import GameRules
import Storage
import StoredRows
import TestKit
import Testing

struct StoredScoreTests {
    @Test("A stored score reads back and sorts as rankings do")
    func readsBackAndSortsAsRankingsDo() {
        var random = SplitMix(seed: 5)
        func finish() -> FinishRecord {
            FinishRecord(
                solved: Int.random(in: 0..<4, using: &random) > 0, turns: Int.random(in: 1...10, using: &random),
                elapsed: Int.random(in: 0..<1 << 48, using: &random) >> Int.random(in: 0..<48, using: &random))
        }
        for _ in 0..<2_000 {
            let (a, b) = (finish(), finish())
            #expect(StoredScore(StoredScore.of(a), of: .guess)?.score == a.score)
            #expect(StoredScore(StoredScore.of(a), of: .anagram) == nil, "of another kind")
            let isBetter =
                a.solved != b.solved
                ? a.solved : a.solved && (a.turns != b.turns ? a.turns < b.turns : a.elapsed < b.elapsed)
            #expect((StoredScore.of(a) < StoredScore.of(b)) == isBetter)
        }
    }

    @Test("A stored score of points reads back and sorts as rankings do")
    func points() {
        var random = SplitMix(seed: 6)
        func finish() -> FinishRecord {
            FinishRecord(
                solved: true, turns: Int.random(in: 0...250, using: &random),
                points: Int.random(in: 0...2_000, using: &random), elapsed: Int.random(in: 0..<300_000, using: &random),
                isHasty: Bool.random(using: &random))
        }
        for _ in 0..<2_000 {
            let (a, b) = (finish(), finish())
            #expect(StoredScore(StoredScore.of(a), of: .anagram)?.score == a.score)
            #expect(StoredScore(StoredScore.of(a), of: .anagram)?.isHasty == a.isHasty)
            #expect(StoredScore(StoredScore.of(a), of: .guess) == nil, "of another kind")
            let (x, y) = ([-(a.points ?? 0), a.turns, a.elapsed], [-(b.points ?? 0), b.turns, b.elapsed])
            #expect((StoredScore.of(a) < StoredScore.of(b)) == x.lexicographicallyPrecedes(y))
        }
    }

    @Test("An endless time is stored as the longest")
    func endlessTime() {
        let score = StoredScore.of(FinishRecord(solved: true, turns: 3, elapsed: .max))
        #expect(StoredScore(score, of: .guess)?.score == .solved(turns: 3, elapsed: (1 << 48) - 1))
        let points = FinishRecord(solved: true, turns: 3, points: 7, elapsed: .max, isHasty: true)
        let stored = StoredScore(StoredScore.of(points), of: .anagram)
        #expect(stored?.score == .points(7, words: 3, elapsed: (1 << 29) - 1) && stored?.isHasty == true)
    }

    @Test("A number that no score can be is none", arguments: [Int.min, -1, 0, 1 << 48 - 1, 11 << 48, 1 << 62, .max])
    func noScore(number: Int) {
        #expect(StoredScore(number, of: .guess) == nil)
    }
}
