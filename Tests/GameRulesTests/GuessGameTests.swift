import GameRules
import Testing

@Suite("The guess game")
struct GuessGameTests {
    private func game(_ answer: String = "crane", rows: Int = 6, hard: HardMode = .off) -> GuessGame {
        GuessGame(answer: Word(spelled: answer), rules: GuessRules(length: answer.count, rows: rows, hardMode: hard))
    }

    @discardableResult
    private func play(
        _ word: String, row: Int, at elapsed: Int = 0, in game: inout GuessGame
    ) throws(GuessRefusal) -> GuessOutcome {
        try game.guess(Word(spelled: word), row: row, elapsed: elapsed) { $0.spelling != "xxxxx" }
    }

    @Test("A solved game has its journal, status and result")
    func solve() throws {
        var game = game()
        #expect(game.status == .playing && game.result == nil)
        let first = try play("slate", row: 0, at: 5_000, in: &game)
        #expect(first == .accepted(GuessMove("slate", against: "crane", elapsed: 5_000)))
        try play("crane", row: 1, at: 9_000, in: &game)
        #expect(game.status == .solved)
        let result = try #require(game.result)
        #expect(result.solved && result.turns == 2 && result.elapsed == 9_000)
    }

    @Test("The last row decides between solved and failed", arguments: [4, 6, 10])
    func lastRow(rows: Int) throws {
        var lost = game(rows: rows)
        for row in 0..<rows { try play("slate", row: row, in: &lost) }
        #expect(lost.status == .failed && lost.result?.solved == false && lost.result?.turns == rows)
        var won = game(rows: rows)
        for row in 0..<rows - 1 { try play("slate", row: row, in: &won) }
        try play("crane", row: rows - 1, in: &won)
        #expect(won.status == .solved)
    }

    @Test("A double Enter is answered twice and uses one row, even after the end")
    func doubleEnter() throws {
        var game = game()
        let first = try play("slate", row: 0, at: 10, in: &game)
        #expect(try play("slate", row: 0, at: 99, in: &game) == .repeated(first.move))
        #expect(game.journal.count == 1)
        let last = try play("crane", row: 1, at: 20, in: &game)
        #expect(try play("crane", row: 1, at: 99, in: &game) == .repeated(last.move))
        #expect(try play("slate", row: 0, at: 99, in: &game) == .repeated(first.move))
        #expect(game.journal.count == 2 && game.result?.elapsed == 20)
    }

    @Test("A refusal changes nothing and names the first fault")
    func refusals() throws {
        var game = game("crane", hard: .hard)
        try play("slate", row: 0, in: &game)
        let before = game
        #expect(throws: GuessRefusal.staleRow(next: 1)) { try play("brine", row: 0, in: &game) }
        #expect(throws: GuessRefusal.staleRow(next: 1)) { try play("brine", row: -1, in: &game) }
        #expect(throws: GuessRefusal.rowAhead(next: 1)) { try play("brine", row: 2, in: &game) }
        #expect(throws: GuessRefusal.wrongLength(expected: 5)) { try play("brines", row: 1, in: &game) }
        #expect(throws: GuessRefusal.notInWordList) { try play("xxxxx", row: 1, in: &game) }
        #expect(throws: GuessRefusal.hardMode(.position(2, Letter(0)))) { try play("brine", row: 1, in: &game) }
        #expect(game == before)
        try play("crane", row: 1, in: &game)
        for row in [0, 1, 2, 3] {
            #expect(throws: GuessRefusal.gameOver) { try play("brace", row: row, in: &game) }
        }
    }

    @Test("A clock set back never makes a game faster")
    func clockSetBack() throws {
        var game = game()
        try play("slate", row: 0, at: 5_000, in: &game)
        try play("brine", row: 1, at: 4_000, in: &game)
        #expect(game.journal.map(\.elapsed) == [5_000, 5_000])
    }

    @Test("Hard mode is chosen before the first guess, and only lowered after it")
    func settingHardMode() throws {
        var game = game()
        try game.setHardMode(.ultra)
        try game.setHardMode(.hard)
        try game.setHardMode(.ultra)
        try play("slate", row: 0, in: &game)
        try game.setHardMode(.hard)
        #expect(throws: GuessRefusal.hardModeLocked) { try game.setHardMode(.ultra) }
        try game.setHardMode(.off)
        #expect(throws: GuessRefusal.hardModeLocked) { try game.setHardMode(.hard) }
        try play("crane", row: 1, in: &game)
        #expect(throws: GuessRefusal.gameOver) { try game.setHardMode(.hard) }
        try game.setHardMode(.off)
    }

    @Test("A game replayed from its journal is the same, whatever the lists say now")
    func replay() throws {
        var game = game()
        for (row, word) in ["slate", "brine", "crane"].enumerated() { try play(word, row: row, at: row, in: &game) }
        let again = try GuessGame(answer: game.answer, rules: game.rules, replaying: game.journal)
        #expect(again == game)
        #expect(again.keyboard == game.keyboard)
    }

    @Test("Moves that form no game are refused")
    func replayFaults() {
        func fault(_ moves: [GuessMove]) -> GuessJournalFault? {
            do throws(GuessJournalFault) {
                _ = try GuessGame(answer: Word(spelled: "crane"), rules: GuessRules(length: 5), replaying: moves)
                return nil
            } catch { return error }
        }
        let (slate, crane) = (GuessMove("slate", against: "crane"), GuessMove("crane", against: "crane"))
        #expect(fault([slate, crane]) == nil)
        #expect(fault([crane, slate]) == .afterTheEnd(row: 1))
        #expect(fault([GuessMove](repeating: slate, count: 7)) == .afterTheEnd(row: 6))
        #expect(fault([slate, GuessMove("cranes", against: "slates")]) == .wrongLength(row: 1))
        #expect(fault([GuessMove("slate", against: "slate")]) == .contradiction(row: 0))
        #expect(fault([GuessMove("crane", against: "slate")]) == .contradiction(row: 0))
    }
}
