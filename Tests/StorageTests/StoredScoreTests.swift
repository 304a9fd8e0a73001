import GameRules
import Storage
import TestKit
import Testing

@testable import SQLiteStorage

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
            let read = RankedResult(player: StorageSample.mika.id, day: Day(number: 1), score: StoredScore.of(a))
            #expect(read.solved == a.solved)
            #expect(read.turns == (a.solved ? a.turns : 0) && read.elapsed == (a.solved ? a.elapsed : 0))
            let isBetter =
                a.solved != b.solved
                ? a.solved : a.solved && (a.turns != b.turns ? a.turns < b.turns : a.elapsed < b.elapsed)
            #expect((StoredScore.of(a) < StoredScore.of(b)) == isBetter)
        }
    }

    @Test("Times out of range are stored as the longest or the shortest")
    func endlessTimesAndThoseBeforeTheStartCountAsTheLongestAndTheShortest() {
        for (elapsed, kept) in [(Int.max, (1 << 48) - 1), (-5, 0)] {
            let score = StoredScore.of(FinishRecord(solved: true, turns: 3, elapsed: elapsed))
            #expect(StoredScore.turns(score) == 3 && StoredScore.elapsed(score) == kept)
        }
    }
}
