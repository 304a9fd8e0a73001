import Testing

@testable import GameRules

/// The words of every letter that a player knows to be right: no name may have them while others look for them.
@Suite struct ToldWordsTests {
    private func game() throws -> Game {
        let secret = PuzzleSecret(answer: Word(spelled: "postage"), tiles: Tiles(Word(spelled: "geosapt")))
        return Game(of: try #require(PuzzleLine("anagram-en-7")), secret: secret, options: GameOptions(rows: 6))
    }

    private func play(_ word: String, in game: inout Game) throws {
        _ = try game.play(Word(spelled: word), row: nil, elapsed: 1_000, lag: 0, isInList: { _ in true })
    }

    @Test("A word of every letter is known once it is laid, be it the secret's or another of the same letters")
    func laid() throws {
        var game = try game()
        try play("stage", in: &game)
        #expect(game.toldWords == [])
        try play("gestapo", in: &game)
        #expect(game.toldWords == [Word(spelled: "gestapo")], "nothing says that it is not the secret's")
        try play("postage", in: &game)
        #expect(game.toldWords == [Word(spelled: "gestapo"), Word(spelled: "postage")])
    }

    @Test("The secret's own word is known when the game has ended")
    func ended() throws {
        var game = try game()
        try play("gestapo", in: &game)
        game.end()
        #expect(game.toldWords == [Word(spelled: "gestapo"), Word(spelled: "postage")])
    }
}
