import GameRules
import TestKit
import Testing

@Suite("The anagram game")
struct AnagramGameTests {
    private let words: Set<String> = ["tea", "ate", "eat", "seat", "teas", "rats", "stare", "tars", "strange"]

    private func game(_ tiles: String = "gtrasen", seconds: Int = 90) -> AnagramGame {
        AnagramGame(tiles: Tiles(Word(spelled: tiles)), rules: AnagramRules(seconds: seconds))
    }

    @discardableResult
    private func find(
        _ word: String, at elapsed: Int = 0, lag: Int = 0, in game: inout AnagramGame
    ) throws(AnagramRefusal) -> AnagramOutcome {
        try game.find(Word(spelled: word), elapsed: elapsed, lag: lag) { words.contains($0.spelling) }
    }

    @Test("Found words have the square of their length, and three times that with every tile")
    func points() throws {
        var game = game()
        #expect(try find("tea", at: 4_000, in: &game).move.points == 9)
        #expect(try find("seat", at: 5_000, in: &game).move.points == 16)
        #expect(try find("strange", at: 6_000, in: &game).move.points == 147)
        #expect(game.result == nil && game.status == .playing)
        #expect(game.standing == GameResult(solved: true, turns: 3, points: 172, elapsed: 6_000))
        game.end()
        #expect(game.result == game.standing && game.status == .solved)
    }

    @Test("A game without a word ends without its aim reached")
    func empty() {
        var game = game()
        game.end()
        #expect(game.result == GameResult(solved: false, turns: 0, points: 0, elapsed: 0) && game.status == .failed)
    }

    @Test("The letters come back after every word")
    func lettersComeBack() throws {
        var game = game("stare")
        for word in ["tea", "ate", "eat", "seat", "stare", "tars"] { try find(word, in: &game) }
        #expect(game.journal.count == 6)
    }

    @Test("A word that is found again is answered as the first time, even after the end")
    func again() throws {
        var game = game()
        let first = try find("tea", at: 4_000, in: &game)
        #expect(try find("tea", at: 9_000, in: &game) == .repeated(first.move))
        game.end()
        #expect(try find("tea", at: 200_000, in: &game) == .repeated(first.move))
        #expect(game.journal == [first.move])
    }

    @Test("A refusal changes nothing and names the first fault")
    func refusals() throws {
        var game = game()
        try find("tea", at: 1_000, in: &game)
        let before = game
        #expect(throws: AnagramRefusal.tooShort(minimum: 3)) { try find("xx", in: &game) }
        #expect(throws: AnagramRefusal.notLayable(Word(spelled: "t")[0])) { try find("tatter", in: &game) }
        #expect(throws: AnagramRefusal.notLayable(Word(spelled: "x")[0])) { try find("xxx", in: &game) }
        #expect(throws: AnagramRefusal.notInDictionary) { try find("rat", in: &game) }
        #expect(throws: AnagramRefusal.gameOver) { try find("x", at: 90_000, in: &game) }
        #expect(game == before)
        game.end()
        #expect(throws: AnagramRefusal.gameOver) { try find("ate", at: 2_000, in: &game) }
    }

    @Test("A word counts up to the last ms, with one round trip of at most 500 ms more", arguments: [30, 90, 300])
    func timeLimit(seconds: Int) throws {
        let limit = seconds * 1_000
        for (lag, credit) in [(0, 0), (80, 80), (500, 500), (900, 500), (-5, 0)] {
            var game = game(seconds: seconds)
            #expect(game.rules.end(lag: lag) == limit + credit)
            #expect(throws: AnagramRefusal.gameOver) { try find("tea", at: limit + credit, lag: lag, in: &game) }
            #expect(try find("tea", at: limit + credit - 1, lag: lag, in: &game).move.elapsed == limit - 1)
        }
    }

    @Test("No time is before that of the word before, and none is negative")
    func timesDoNotDecrease() throws {
        var game = game()
        #expect(try find("tea", at: 100, lag: 300, in: &game).move.elapsed == 0)
        #expect(try find("ate", at: 5_000, in: &game).move.elapsed == 5_000)
        #expect(try find("eat", at: 4_000, in: &game).move.elapsed == 5_000)
    }

    @Test("A game rebuilt from its moves is the same, and moves that cannot follow are refused")
    func replay() throws {
        var game = game()
        for (index, word) in ["tea", "seat", "strange"].enumerated() { try find(word, at: 1_000 * index, in: &game) }
        game.end()
        #expect(
            try AnagramGame(tiles: game.tiles, rules: game.rules, replaying: game.journal, isEnded: true) == game)
        func fault(_ moves: [AnagramMove]) -> AnagramJournalFault? {
            do throws(AnagramJournalFault) {
                _ = try AnagramGame(tiles: game.tiles, rules: game.rules, replaying: moves, isEnded: false)
                return nil
            } catch {
                return error
            }
        }
        let first = game.journal[0]
        #expect(fault([first, first]) == .repeated(1))
        #expect(fault([first, AnagramMove(word: Word(spelled: "zoo"), points: 9, elapsed: 1)]) == .notLayable(1))
        #expect(fault([AnagramMove(word: first.word, points: 9, elapsed: 90_000)]) == .afterTheEnd(0))
        #expect(fault([AnagramMove(word: first.word, points: 9, elapsed: -1)]) == .afterTheEnd(0))
        #expect(fault([AnagramMove(word: first.word, points: 8, elapsed: 1)]) == nil, "points stay as they were")
    }

    /// The oracle takes the tiles away one by one.
    @Test("A word can be laid if its letters can be taken from the tiles one by one")
    func layability() {
        var random = SplitMix(seed: 17)
        for _ in 0..<20_000 {
            let tiles = AnagramGameTests.letters(Int.random(in: 4...8, using: &random), &random)
            let word = AnagramGameTests.letters(Int.random(in: 1...9, using: &random), &random)
            var hand = tiles
            var missing: Letter?
            for letter in word {
                guard let place = hand.firstIndex(of: letter) else {
                    missing = letter
                    break
                }
                hand.remove(at: place)
            }
            #expect(Tiles(Word(tiles)).firstMissing(for: Word(word)) == missing)
            #expect(Tiles(Word(tiles)).canLay(Word(word)) == (missing == nil))
        }
    }

    /// Letters from a small alphabet, so that many are double.
    private static func letters(_ count: Int, _ random: inout SplitMix) -> [Letter] {
        (0..<count).map { _ in Letter(UInt8.random(in: 0..<5, using: &random)) }
    }

    @Test("The sum of the points does not depend on the order of the words")
    func order() throws {
        var random = SplitMix(seed: 18)
        let all = words.sorted().filter { Tiles(Word(spelled: "gtrasen")).canLay(Word(spelled: $0)) }
        #expect(all.count == 9)
        for _ in 0..<200 {
            let found = all.shuffled(using: &random).prefix(Int.random(in: 0...9, using: &random))
            var game = game()
            for word in found { try find(word, in: &game) }
            var other = self.game()
            for word in found.reversed() { try find(word, in: &other) }
            let sum = found.reduce(0) { $0 + $1.count * $1.count * ($1.count == 7 ? 3 : 1) }
            #expect(game.points == sum && other.standing == game.standing)
        }
    }
}
