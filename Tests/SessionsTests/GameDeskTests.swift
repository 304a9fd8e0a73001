import GameRules
import Messages
import Storage
import TestKit
import Testing

@testable import Sessions

/// The desk of games as a function: a request and what it needs go in, a decision or a refusal comes out.
@Suite struct GameDeskTests {
    @Test("An accepted guess is one move to write and one answer")
    func accepted() throws {
        let world = try DeskWorld()
        let asker = world.asker()
        let game = try world.game(of: asker, answer: "cello")
        world.now.value += 2_500
        let decision = try world.guess(asker, "banjo", row: 0, game)
        #expect(decision.answers == ["judged"])
        guard case .appendMove(let key, let move, let finish)? = decision.writes.first else {
            return #expect(Bool(false), "no move is written")
        }
        #expect(decision.writes.count == 1)
        #expect(key == game.key)
        #expect((move.row, move.elapsed) == (0, 2_500))
        #expect(finish == nil)
        #expect(decision.pushes == 0)
    }

    @Test("The winning guess writes the end of a ranked game")
    func winning() throws {
        let world = try DeskWorld()
        let asker = world.asker()
        let decision = try world.guess(asker, "cello", row: 0, world.game(of: asker, answer: "cello"))
        guard case .appendMove(_, _, let finish?)? = decision.writes.first else {
            return #expect(Bool(false), "no end is written")
        }
        #expect(finish.solved)
        #expect(finish.turns == 1)
        #expect(finish.isRanked)
    }

    @Test("The same guess for the same row is answered again and written once")
    func repeated() throws {
        let world = try DeskWorld()
        let asker = world.asker()
        let game = try world.game(of: asker, answer: "cello")
        game.touched(by: 9)
        _ = try world.guess(asker, "banjo", row: 0, game)
        let again = try world.guess(asker, "banjo", row: 0, game)
        #expect(again.answers == ["judged"])
        #expect(again.writes.isEmpty)
        #expect(again.footing == 9, "it is told when the first is durable")
    }

    @Test(
        "A refused guess leaves the game as it was",
        arguments: [
            ("banjo", 1, ErrorCode.rowAhead), ("zzzzz", 0, .notInWordList), ("cell", 0, .wrongLength),
            ("ce1lo", 0, .badLetters),
        ])
    func refused(word: String, row: Int, code: ErrorCode) throws {
        let world = try DeskWorld()
        let asker = world.asker()
        let game = try world.game(of: asker, answer: "cello")
        let refusal = #expect(throws: ErrorReply.self) { try world.guess(asker, word, row: row, game) }
        #expect(refusal?.code == code)
        #expect(game.game.moveCount == 0)
    }

    @Test("A guess without an open board is refused with not_open")
    func notOpen() throws {
        let world = try DeskWorld()
        #expect(throws: ErrorReply.notOpen) { try world.guess(world.asker(), "banjo", row: 0, nil) }
    }

    @Test("A connection whose game is played in another tab is refused with moved")
    func moved() throws {
        let world = try DeskWorld()
        let first = world.asker()
        let game = try world.game(of: first, answer: "cello")
        let second = world.asker(first.player)
        game.play(from: second.session, of: second.player)
        #expect(throws: ErrorReply.moved) { try world.guess(first, "banjo", row: 0, game) }
        let decision = try world.guess(second, "banjo", row: 0, game)
        #expect(decision.pushes == 1, "the tab that follows is told")
    }
}
