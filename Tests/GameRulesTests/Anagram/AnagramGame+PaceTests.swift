import GameRules
import TestKit
import Testing

@Suite("The pace of an anagram game")
struct AnagramPaceTests {
    private let tiles = Tiles(Word(spelled: "gtrasen"))
    /// Every way to lay three of the tiles.
    private let words: [Word]

    init() {
        var words: [Word] = []
        for first in 0..<7 {
            for second in 0..<7 where second != first {
                for third in 0..<7 where third != first && third != second {
                    words.append(Word([tiles[first], tiles[second], tiles[third]]))
                }
            }
        }
        self.words = words
    }

    /// A game with a word at each instant, in ms, less the credit of its line.
    private func game(_ instants: [(read: Int, net: Int)]) throws -> AnagramGame {
        let moves = zip(words, instants).map { word, instant in
            AnagramMove(word: word, points: 9, elapsed: instant.net, credit: instant.read - instant.net)
        }
        return try AnagramGame(
            tiles: tiles, rules: AnagramRules(seconds: nil), replaying: moves, isEnded: true)
    }

    private func isHasty(_ instants: [Int]) throws -> Bool { try game(instants.map { ($0, $0) }).isHasty }

    /// Whether words that were read at these instants have a burst. It looks at every run of words, and at every run
    /// from the opening of the board.
    private static func hasBurst(_ read: [Int]) -> Bool {
        for last in read.indices {
            if 600 * (last + 1) - read[last] > 3_000 { return true }
            for first in 0...last where 600 * (last - first + 1) - (read[last] - read[first]) > 21_000 { return true }
        }
        return false
    }

    @Test("A game is hasty if a run of its words has more than any silence held back, or if all came too fast")
    func haste() throws {
        var random = SplitMix(seed: 23)
        var seen: [[Bool]: Int] = [:]
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...60, using: &random)
            let most = [0, 40, 300, 700, 2_000].randomElement(using: &random) ?? 1
            var (read, net) = (0, 0)
            var instants: [(read: Int, net: Int)] = []
            for _ in 0..<count {
                let isSilent = Int.random(in: 0..<8, using: &random) == 0
                read += Int.random(in: 0...(isSilent ? 30_000 : most), using: &random)
                net = max(net, read - Int.random(in: 0...500, using: &random))
                instants.append((read, net))
            }
            let isFast = count >= 5 && net < 600 * count
            let hasBurst = AnagramPaceTests.hasBurst(instants.map(\.read))
            #expect(try game(instants).isHasty == (isFast || hasBurst), "\(instants)")
            seen[[isFast, hasBurst], default: 0] += 1
        }
        #expect(seen.count == 4 && seen.values.allSatisfy { $0 > 50 })
    }

    /// A word a minute later leaves the pace of the whole game aside.
    @Test(
        "A dead line may hold back a word for each 600 ms, 30 at most, and five more: with one more they are a burst",
        arguments: [(0, 5), (599, 5), (600, 6), (12_000, 25), (17_999, 34), (18_000, 35), (60_000, 35)])
    func deadLine(silence: Int, most: Int) throws {
        for count in [most, most + 1] {
            let instants = Array(repeating: silence, count: count) + [silence + 60_000]
            #expect(try isHasty(instants) == (count > most), "\(count)")
        }
    }

    @Test("A line may be dead again when the words since then have taken their time")
    func deadTwice() throws {
        func words(_ silence: Int) -> [Int] {
            Array(repeating: 20_000, count: 30) + Array(repeating: 20_000 + silence, count: 30) + [200_000]
        }
        #expect(try !isHasty(words(18_000)))
        #expect(try !isHasty(words(15_000)), "five of them were in mind")
        #expect(try isHasty(words(14_999)))
    }

    @Test("A hand that types in bursts is honest, a word each 100 ms is not, whatever pause surrounds it")
    func paces() throws {
        let bursts = (0..<5).flatMap { burst in (0..<10).map { 4_000 + 9_000 * burst + 300 * $0 } }
        #expect(try !isHasty(bursts))
        #expect(try !isHasty((1...150).map { 600 * $0 }), "the fastest pace of a whole game")
        #expect(try isHasty((1...150).map { 100 * $0 }))
        let program = (0..<50).map { 60_000 + 100 * $0 }
        #expect(try isHasty(program))
        #expect(try isHasty(program + [300_000]))
    }
}
