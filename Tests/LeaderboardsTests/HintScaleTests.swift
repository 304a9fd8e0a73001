import GameRules
import TestKit
import Testing

@testable import Leaderboards

@Suite("Hints")
struct HintScaleTests {
    private static func entry(_ score: UInt64, _ high: UInt64, _ low: UInt64 = 0) -> Ranking.Entry {
        Ranking.Entry(score: RankScore(bits: score), id: PlayerID(high: high, low: low))
    }

    @Test("Hints never order two entries the other way round, within the leaf and beyond")
    func order() {
        var random = SplitMix(seed: 1)
        for widths in [(0, 0), (0, 3), (0, 20), (0, 64), (2, 64), (9, 64), (30, 0), (64, 64)] {
            func number(_ bits: Int) -> UInt64 { bits == 0 ? 0 : random.next() >> UInt64(64 - bits) }
            for base in [0, 7, UInt64.max >> 1, .max] {
                let entries = (0..<60).map { _ in
                    HintScaleTests.entry(base &+ number(widths.0), base &+ number(widths.1), random.next())
                }.sorted()
                let scale = HintScale(from: entries[20], to: entries[40])
                let hints = entries.map(scale.hint)
                #expect(zip(hints, hints.dropFirst()).allSatisfy(<=))
            }
        }
    }

    @Test("Hints tell equal scores apart by the IDs, and near scores by both")
    func apart() {
        for (first, last) in [
            (HintScaleTests.entry(5, 0), HintScaleTests.entry(5, .max)),
            (HintScaleTests.entry(5, .max - 1_000), HintScaleTests.entry(6, 1_000)),
            (HintScaleTests.entry(5, 0), HintScaleTests.entry(5_000_000, 0)),
            (HintScaleTests.entry(.max - 1, 0), HintScaleTests.entry(.max, .max)),
        ] {
            let scale = HintScale(from: first, to: last)
            // The base is below the first: its low eight bits are 0.
            #expect(scale.hint(first) < 256)
            // A power of two of numbers share a hint, so that not all hints have to be used; half of them at least.
            #expect(scale.hint(last) >= 1 << 9)
        }
        let scale = HintScale(from: HintScaleTests.entry(5, 0), to: HintScaleTests.entry(5, .max))
        let hints = (0..<512).map { scale.hint(HintScaleTests.entry(5, $0 << 55)) }
        #expect(Set(hints).count == hints.count)
        #expect(scale.hint(HintScaleTests.entry(4, .max)) == 0 && scale.hint(HintScaleTests.entry(6, 0)) == .max)
    }

    @Test("A leaf of one entry has an exact scale whose hints are the low bits")
    func one() {
        let one = HintScaleTests.entry(9, 1 << 40 | 5)
        let scale = HintScale(from: one, to: one)
        #expect(scale.hint(one) == 5 && !scale.isCoarse)
        #expect(scale.hint(HintScaleTests.entry(9, 1 << 40 | 5, .max)) == 5)
    }
}
