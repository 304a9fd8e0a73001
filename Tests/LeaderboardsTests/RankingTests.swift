import GameRules
import TestKit
import Testing

@testable import Leaderboards

@Suite("A ranking")
struct RankingTests {
    private static func id(_ number: Int) -> PlayerID { PlayerID(high: UInt64(number % 3), low: UInt64(number)) }

    @Test("Equal scores share a rank, and each entry has a place of its own")
    func ties() {
        var ranking = Ranking()
        for (id, elapsed) in [(1, 10), (6, 20), (3, 20), (2, 30)] {
            ranking.set(RankScore(.solved(turns: 3, elapsed: elapsed)), for: RankingTests.id(id))
        }
        #expect(ranking.page(limit: 9).map(\.rank) == [1, 2, 2, 4])
        #expect(ranking.page(limit: 9).map(\.place) == [0, 1, 2, 3])
        #expect(ranking.page(limit: 9).map(\.entry.id) == [1, 3, 6, 2].map(RankingTests.id))
        #expect([1, 2, 3, 6].map { ranking.rank(of: RankingTests.id($0)) } == [1, 4, 2, 2])
        #expect([1, 2, 3, 6].map { ranking.place(of: RankingTests.id($0)) } == [0, 3, 1, 2])
        #expect(
            ranking.percentBeaten(by: RankingTests.id(1)) == 100 && ranking.percentBeaten(by: RankingTests.id(6)) == 33)
        #expect(ranking.rank(of: RankingTests.id(9)) == nil && ranking.percentBeaten(by: RankingTests.id(9)) == nil)
    }

    @Test("An empty ranking has no entries, pages or median")
    func empty() {
        let ranking = Ranking()
        #expect(ranking.count == 0 && ranking.median(of: .guess) == nil && ranking.page(limit: 5).isEmpty)
        #expect(ranking.distribution(of: .guess, rows: 6) == [0, 0, 0, 0, 0, 0])
        #expect(ranking.window(around: RankingTests.id(1), radius: 2).isEmpty)
        #expect(ranking.rank(of: .unsolved) == 1 && ranking.entries(0..<9).isEmpty)
        #expect(Ranking([]).count == 0)
        ranking.checkInvariants()
    }

    @Test("A limit or radius of any size is answered with the entries that exist")
    func extremes() {
        let ranking = Ranking(
            (1...9).map { .init(score: RankScore(bits: UInt64.max - UInt64($0)), id: RankingTests.id($0)) })
        #expect(ranking.page(limit: .max).count == 9 && ranking.page(limit: -1).isEmpty)
        #expect(ranking.window(around: RankingTests.id(5), radius: .max).count == 9)
        #expect(ranking.window(around: RankingTests.id(5), radius: -1).count == 1)
        #expect(ranking.entries(-5..<3).map(\.place) == [0, 1, 2] && ranking.entries(8..<99).map(\.rank) == [9])
        var last = Ranking()
        last.set(RankScore(bits: .max), for: RankingTests.id(1))
        #expect(last.beaten(by: RankingTests.id(1)) == 0 && last.rank(of: RankingTests.id(1)) == 1)
    }

    /// Nodes and segments so small that everything that happens to large rankings happens to these.
    struct Shape: Sendable, CustomTestStringConvertible {
        var leaf: Int
        var branch: Int
        var players: Int
        var testDescription: String { "leaves of 2^\(leaf), branches of 2^\(branch), segments of \(players)" }

        static let all: [Shape] = [
            Shape(leaf: 2, branch: 2, players: 1), Shape(leaf: 2, branch: 3, players: 2),
            Shape(leaf: 3, branch: 2, players: 5),
            Shape(leaf: 4, branch: 3, players: 16), Shape(leaf: 7, branch: 6, players: 1024),
            Shape(leaf: 9, branch: 6, players: 2048),
        ]
    }

    @Test("A ranking agrees with naive sorting after every random change", arguments: Shape.all, [1, 2, 3])
    func byOracle(shape: Shape, seed: UInt64) {
        var random = SplitMix(seed: seed)
        var ranking = Ranking(sizes: .init(leaf: shape.leaf, branch: shape.branch), playersASegment: shape.players)
        var naive: [PlayerID: RankScore] = [:]
        let steps = FullRun.count(fast: 1_200, full: 12_000)
        for step in 0..<steps {
            let id = RankingTests.id(Int.random(in: 0..<400, using: &random))
            // First it grows, then it shrinks to nothing, then it grows again.
            let removes = (2 * step / steps + step * 6 / steps % 2) % 2 == 1 ? 0.75 : 0.2
            if Double.random(in: 0..<1, using: &random) < removes {
                #expect(ranking.remove(id) == naive.removeValue(forKey: id))
            } else {
                let score = RankingTests.score(&random)
                #expect(ranking.set(score, for: id) == naive.updateValue(score, forKey: id))
            }
            if step % 40 == 0 { RankingTests.check(ranking, naive, &random) }
        }
        for id in naive.keys.sorted() { #expect(ranking.remove(id) == naive.removeValue(forKey: id)) }
        RankingTests.check(ranking, naive, &random)
    }

    @Test("A ranking that is built from entries equals one that has grown", arguments: Shape.all)
    func built(shape: Shape) {
        var random = SplitMix(seed: 9)
        for count in [0, 1, 2, 3, 4, 5, 16, 17, 63, 64, 65, 300, 700] {
            let ids = Set((0..<count).map { _ in RankingTests.id(Int.random(in: 0..<5_000, using: &random)) })
            var naive: [PlayerID: RankScore] = [:]
            for id in ids.sorted() { naive[id] = RankingTests.score(&random) }
            var ranking = Ranking(
                ordered: naive.map { .init(score: $0.value, id: $0.key) }.sorted(),
                sizes: .init(leaf: shape.leaf, branch: shape.branch), playersASegment: shape.players)
            RankingTests.check(ranking, naive, &random)
            for number in 0..<60 {
                let (id, score) = (RankingTests.id(6_000 + number), RankingTests.score(&random))
                naive[id] = score
                ranking.set(score, for: id)
            }
            for id in naive.keys.sorted().prefix(count / 2) {
                naive[id] = nil
                ranking.remove(id)
            }
            RankingTests.check(ranking, naive, &random)
        }
    }

    @Test("A ranking stays sorted when scores come in order, out of order or all equal", arguments: Shape.all)
    func patterns(shape: Shape) {
        let count = 500
        let patterns: [(Int) -> Int] = [{ $0 }, { -$0 }, { _ in 0 }, { $0 % 7 }, { $0 % 2 == 0 ? $0 : -$0 }]
        for pattern in patterns {
            var random = SplitMix(seed: 4)
            var ranking = Ranking(sizes: .init(leaf: shape.leaf, branch: shape.branch), playersASegment: shape.players)
            var naive: [PlayerID: RankScore] = [:]
            for number in 0..<count {
                let score = RankScore(bits: UInt64(1_000 + pattern(number)))
                naive[RankingTests.id(number)] = score
                ranking.set(score, for: RankingTests.id(number))
            }
            RankingTests.check(ranking, naive, &random)
            for number in 0..<count where number % 10 != 0 {
                naive[RankingTests.id(number)] = nil
                ranking.remove(RankingTests.id(number))
            }
            RankingTests.check(ranking, naive, &random)
        }
    }

    /// Leaves of one score, whose hints are those of the IDs. Other entries come between and leave again.
    @Test("Entries with equal scores are sorted by IDs that differ in any of their bits", arguments: Shape.all, [1, 2])
    func fewScores(shape: Shape, seed: UInt64) {
        var random = SplitMix(seed: seed)
        var ids: [PlayerID] = []
        for number in 0..<120 {
            let low = UInt64.random(in: 0...3, using: &random)
            ids.append(PlayerID(high: random.next(), low: random.next()))
            ids.append(PlayerID(high: .max - UInt64(number / 4), low: low))
            ids.append(PlayerID(high: UInt64(number / 4), low: low << 62))
            ids.append(PlayerID(high: 1 << 63 | UInt64(number), low: low))
        }
        ids = Set(ids).sorted()
        let rare: [UInt64] = [0, 1, 6, 7, 8, 1 << 40, .max - 1, .max]
        var ranking = Ranking(sizes: .init(leaf: shape.leaf, branch: shape.branch), playersASegment: shape.players)
        var naive: [PlayerID: RankScore] = [:]
        // Mostly one score; then many; then one of them alone; then nearly none.
        for (usual, othersIn100, removedIn100) in [(7, 0, 0), (7, 5, 10), (7, 60, 20), (UInt64.max, 3, 10), (8, 0, 80)]
        {
            for _ in 0..<FullRun.count(fast: 700, full: 4_000) {
                guard let id = ids.randomElement(using: &random) else { return }
                if Int.random(in: 0..<100, using: &random) < removedIn100 {
                    #expect(ranking.remove(id) == naive.removeValue(forKey: id))
                } else {
                    let isOther = Int.random(in: 0..<100, using: &random) < othersIn100
                    let score = RankScore(bits: isOther ? rare.randomElement(using: &random) ?? 0 : usual)
                    #expect(ranking.set(score, for: id) == naive.updateValue(score, forKey: id))
                }
            }
            RankingTests.check(ranking, naive, &random)
        }
    }

    @Test("A copy of a ranking keeps its entries when the original changes")
    func copies() {
        var random = SplitMix(seed: 6)
        var ranking = Ranking()
        var naive: [PlayerID: RankScore] = [:]
        for number in 0..<300 {
            naive[RankingTests.id(number)] = RankingTests.score(&random)
            ranking.set(naive[RankingTests.id(number)] ?? .unsolved, for: RankingTests.id(number))
        }
        let (copy, before) = (ranking, naive)
        for number in 0..<300 where number % 2 == 0 { ranking.remove(RankingTests.id(number)) }
        RankingTests.check(copy, before, &random)
        RankingTests.check(ranking, before.filter { $0.key.low % 2 == 1 }, &random)
    }

    @Test("A cursor stays valid when its entry has left")
    func cursor() {
        var ranking = Ranking(
            (1...9).map { .init(score: RankScore(.solved(turns: 1, elapsed: $0)), id: RankingTests.id($0)) })
        let cursor = ranking.page(limit: 3).last?.entry
        ranking.remove(RankingTests.id(3))
        ranking.set(.unsolved, for: RankingTests.id(1))
        #expect(ranking.page(after: cursor, limit: 2).map(\.entry.id) == [4, 5].map(RankingTests.id))
    }

    @Test(
        "Pages read while players come and go repeat nobody and miss nobody who stays",
        arguments: Shape.all, [1, 2, 3])
    func pagesOfAChangingRanking(shape: Shape, seed: UInt64) {
        var random = SplitMix(seed: seed)
        var ranking = Ranking(sizes: .init(leaf: shape.leaf, branch: shape.branch), playersASegment: shape.players)
        // Everybody has one score, whenever they are there: three quarters of them the same.
        let scores = (0..<200).map { number in
            number % 4 == 0 ? RankingTests.score(&random) : RankScore.unsolved
        }
        func comeAndGo(_ changes: Int) -> Set<PlayerID> {
            var gone: Set<PlayerID> = []
            for _ in 0..<changes {
                let number = Int.random(in: scores.indices, using: &random)
                if ranking.set(scores[number], for: RankingTests.id(number)) == nil { continue }
                ranking.remove(RankingTests.id(number))
                gone.insert(RankingTests.id(number))
            }
            return gone
        }
        _ = comeAndGo(150)
        for _ in 0..<FullRun.count(fast: 30, full: 300) {
            var stayed = Set(ranking.page(limit: .max).map(\.entry.id))
            var read: [Ranking.Entry] = []
            while true {
                let page = ranking.page(after: read.last, limit: Int.random(in: 1...20, using: &random))
                if page.isEmpty { break }
                read += page.map(\.entry)
                stayed.subtract(comeAndGo(Int.random(in: 0...30, using: &random)))
            }
            #expect(zip(read, read.dropFirst()).allSatisfy(<), "in order, so nobody twice")
            #expect(stayed.isSubset(of: read.map(\.id)), "nobody missed")
        }
    }

    // MARK: The oracle

    private static func score(_ random: inout SplitMix) -> RankScore {
        let turns = Int.random(in: 1...7, using: &random)
        return turns == 7
            ? .unsolved
            : RankScore(.solved(turns: turns, elapsed: Int.random(in: 0..<(turns == 3 ? 900_000 : 4), using: &random)))
    }

    private static func check(_ ranking: Ranking, _ naive: [PlayerID: RankScore], _ random: inout SplitMix) {
        ranking.checkInvariants()
        let sorted = naive.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        #expect(ranking.count == sorted.count)
        var ranks: [Int] = []
        for (place, one) in sorted.enumerated() {
            ranks.append(place > 0 && sorted[place - 1].value == one.value ? ranks[place - 1] : place + 1)
        }
        let all = zip(sorted, ranks).enumerated().map { place, one in
            Ranking.Ranked(rank: one.1, place: place, entry: .init(score: one.0.value, id: one.0.key))
        }
        var pages: [Ranking.Ranked] = []
        let limit = Int.random(in: 1...40, using: &random)
        while true {
            let page = ranking.page(after: pages.last?.entry, limit: limit)
            if page.isEmpty { break }
            pages += page
        }
        #expect(pages == all)
        for (place, one) in sorted.enumerated() {
            #expect(ranking.place(of: one.key) == place && ranking.rank(of: one.key) == ranks[place])
            #expect(ranking.score(of: one.key) == one.value && ranking.rank(of: one.value) == ranks[place])
            guard place % 7 == 0 else { continue }
            #expect(ranking.beaten(by: one.key) == naive.values.count { $0 > one.value })
            let radius = Int.random(in: 0...9, using: &random)
            #expect(
                ranking.window(around: one.key, radius: radius)
                    == Array(all[max(0, place - radius)..<min(all.count, place + radius + 1)]))
        }
        let score = score(&random)
        #expect(ranking.rank(of: score) == naive.values.count { $0 < score } + 1)
        let range = Int.random(in: 0...all.count, using: &random)
        #expect(ranking.entries(range..<(range + 20)) == Array(all[range..<min(all.count, range + 20)]))
        let solves = sorted.map(\.value).filter { $0 < .unsolved }
        #expect(ranking.median(of: .guess) == (solves.isEmpty ? nil : Score(solves[(solves.count - 1) / 2])))
        let turns = (1...6).map { turns in
            solves.count { if case .solved(turns, _) = Score($0) { true } else { false } }
        }
        #expect(ranking.distribution(of: .guess, rows: 6) == turns || solves.contains { $0.bits < 1 << 40 })
        #expect(ranking.solvedCount(of: .guess) == solves.count)
    }
}
