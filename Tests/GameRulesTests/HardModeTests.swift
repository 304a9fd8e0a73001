import GameRules
import TestKit
import Testing

@Suite("Hard mode")
struct HardModeTests {
    private func refusal(_ word: String, after earlier: [String], answer: String, _ mode: HardMode) -> GuessRefusal? {
        var game = GuessGame(
            answer: Word(spelled: answer), rules: GuessRules(length: answer.count, rows: 10, hardMode: mode))
        do throws(GuessRefusal) {
            for (row, text) in (earlier + [word]).enumerated() {
                _ = try game.guess(Word(spelled: text), row: row, elapsed: 0) { _ in true }
            }
            return nil
        } catch { return error }
    }

    private func letter(_ character: String) -> Letter { Word(spelled: character)[0] }

    @Test("Hard mode counts the copies of a letter")
    func copies() {
        let clue = HardModeClue.copies(letter("c"), count: 2)
        #expect(refusal("candy", after: ["cecum"], answer: "cynic", .hard) == .hardMode(clue))
        #expect(refusal("civic", after: ["cecum"], answer: "cynic", .hard) == nil)
        #expect(refusal("candy", after: ["cecum"], answer: "cynic", .off) == nil)
    }

    @Test("Broken positions are named before missing copies, left to right")
    func positions() {
        #expect(
            refusal("money", after: ["crate"], answer: "crane", .hard) == .hardMode(.position(0, letter("c"))))
        #expect(
            refusal("chase", after: ["crate"], answer: "crane", .hard) == .hardMode(.position(1, letter("r"))))
    }

    @Test("A clue of any earlier row binds")
    func earlierRows() {
        #expect(
            refusal("crone", after: ["stone", "brine"], answer: "crane", .ultra)
                == .hardMode(.absent(letter("o"), count: 0)))
    }

    @Test("Ultra forbids absent letters, and present letters at their old place")
    func ultra() {
        #expect(
            refusal("shine", after: ["stone"], answer: "crane", .ultra)
                == .hardMode(.absent(letter("s"), count: 0)))
        #expect(refusal("shine", after: ["stone"], answer: "crane", .hard) == nil)
        #expect(
            refusal("aider", after: ["alder"], answer: "heard", .ultra)
                == .hardMode(.moved(position: 0, letter("a"))))
    }

    @Test("Ultra forbids more copies of a letter than are known")
    func surplusCopies() {
        #expect(refusal("brine", after: ["geese"], answer: "crane", .ultra) == nil)
        #expect(
            refusal("berne", after: ["geese"], answer: "crane", .ultra)
                == .hardMode(.absent(letter("e"), count: 1)))
    }

    /// Whether `guess` is consistent with `moves` under `mode`, from the words of the rule alone.
    private func oracle(_ guess: Word, _ moves: [GuessMove], _ mode: HardMode) -> Bool {
        func copies(_ letter: Letter, _ word: Word) -> Int { word.count { $0 == letter } }
        for move in moves {
            let tiles = Array(zip(move.word, move.pattern))
            for (position, tile) in tiles.enumerated() {
                let found = tiles.count { $0.0 == tile.0 && $0.1 != .absent }
                if tile.1 == .correct && guess[position] != tile.0 { return false }
                if copies(tile.0, guess) < found { return false }
                guard mode == .ultra else { continue }
                if tile.1 == .present && guess[position] == tile.0 { return false }
                if tile.1 == .absent && copies(tile.0, guess) > found { return false }
            }
        }
        return true
    }

    @Test("Hard mode agrees with the oracle on random games, and never refuses the answer", arguments: 4...6)
    func byOracle(length: Int) throws {
        var random = SplitMix(seed: UInt64(length))
        func word() -> Word { Word((0..<length).map { _ in Letter(UInt8.random(in: 0..<4, using: &random)) }) }
        var (accepted, refused) = (0, 0)
        for _ in 0..<FullRun.count(fast: 3_000, full: 100_000) {
            let mode: HardMode = Bool.random(using: &random) ? .hard : .ultra
            var game = GuessGame(answer: word(), rules: GuessRules(length: length, rows: 10, hardMode: mode))
            while game.status == .playing, game.journal.count < 4 {
                let guess = Int.random(in: 0..<20, using: &random) == 0 ? game.answer : word()
                let isAllowed = oracle(guess, game.journal, mode)
                if guess == game.answer { #expect(isAllowed) }
                do throws(GuessRefusal) {
                    _ = try game.guess(guess, row: game.journal.count, elapsed: 0) { _ in true }
                    accepted += 1
                    if !isAllowed { Issue.record("\(guess.spelling) after \(game.journal)") }
                } catch {
                    refused += 1
                    if isAllowed { Issue.record("\(guess.spelling) refused: \(error)") }
                    break
                }
            }
        }
        #expect(accepted > 1_000 && refused > 1_000)
    }
}
