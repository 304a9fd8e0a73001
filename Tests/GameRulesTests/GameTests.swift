import GameRules
import TestKit
import Testing

/// A game of any kind is as its kind's own type says.
@Suite("A game of any kind")
struct GameTests {
    private static let tiles = Tiles(Word(spelled: "gtrasen"))

    private static func line(_ kind: PuzzleLine.Kind) throws -> PuzzleLine {
        try #require(PuzzleLine(kind: kind, language: "en", length: kind == .guess ? 5 : 7))
    }

    private static func game(_ kind: PuzzleLine.Kind) throws -> Game {
        let secret =
            kind == .guess
            ? PuzzleSecret(answer: Word(spelled: "crane"))
            : PuzzleSecret(answer: Word(spelled: "strange"), tiles: tiles)
        return Game(of: try line(kind), secret: secret, options: GameOptions())
    }

    private static let words = [
        PuzzleLine.Kind.guess: ["slate", "crate", "crane"], .anagram: ["tea", "seat", "strange"],
    ]

    private static func play(_ kind: PuzzleLine.Kind) throws -> Game {
        var game = try game(kind)
        for (row, word) in (words[kind] ?? []).enumerated() {
            let outcome = try game.play(
                Word(spelled: word), row: row, elapsed: 1_000 * row, lag: 30, isInList: { _ in true })
            #expect(outcome == .accepted(row))
        }
        return game
    }

    @Test("A move that is sent again is found by its place, and changes nothing", arguments: PuzzleLine.Kind.allCases)
    func again(kind: PuzzleLine.Kind) throws {
        var game = try GameTests.play(kind)
        game.end()
        let before = game
        for (row, word) in (GameTests.words[kind] ?? []).enumerated() {
            #expect(game.place(of: Word(spelled: word), row: row) == row)
            let outcome = try game.play(Word(spelled: word), row: row, elapsed: 99_000, isInList: { _ in false })
            #expect(outcome == .repeated(row))
        }
        #expect(game == before && game.result == game.standing)
        #expect(game.place(of: Word(spelled: "zzzzz"), row: 0) == nil)
    }

    @Test(
        "A secret shows what its kind is made of, and is whole with nothing less or more",
        arguments: PuzzleLine.Kind.allCases)
    func materials(kind: PuzzleLine.Kind) throws {
        let game = try GameTests.game(kind)
        let secret = game.secret
        let bare = PuzzleSecret(answer: secret.answer)
        let tiled = PuzzleSecret(answer: secret.answer, tiles: Tiles(secret.answer))
        #expect(secret.isWhole(for: kind) && game.kind == kind && game.shown == secret.shown(in: kind))
        #expect(PuzzleSecret(inAnyOrder: secret.answer, of: kind).isWhole(for: kind))
        switch kind.material {
        case .answer:
            #expect(game.shown == .nothing && tiled.shown(in: kind) == .nothing)
            #expect(bare == secret && !tiled.isWhole(for: kind))
        case .tiles:
            #expect(game.shown == .tiles(GameTests.tiles) && !bare.isWhole(for: kind))
            let short = PuzzleSecret(answer: secret.answer, tiles: Tiles(Word(spelled: "seat")))
            #expect(tiled.isWhole(for: kind) && !short.isWhole(for: kind))
        }
    }

    @Test("A game rebuilt from its moves is the same game", arguments: PuzzleLine.Kind.allCases)
    func replayed(kind: PuzzleLine.Kind) throws {
        var game = try GameTests.play(kind)
        game.end()
        var again = try GameTests.game(kind)
        for move in game.moves { try again.replay(move) }
        again.end()
        #expect(again == game && again.moveCount == 3)
        #expect((0..<3).map(game.move(at:)) == game.moves)
        for move in game.moves { #expect(game.verdict(of: move.word) == move.verdict) }
    }

    @Test("A verdict of another kind is no move")
    func otherKind() throws {
        for (kind, other) in [(PuzzleLine.Kind.guess, PuzzleLine.Kind.anagram), (.anagram, .guess)] {
            var game = try GameTests.game(kind)
            let move = try #require(try GameTests.play(other).moves.first)
            #expect(throws: JournalFault.otherKind(0)) { try game.replay(move) }
        }
    }

    /// A damaged log must not stop the server.
    @Test("A verdict that is not that of its word is no move", arguments: ["te", "seat"])
    func otherLength(word: String) throws {
        var game = try GameTests.game(.anagram)
        let verdict = try #require(Verdict(text: "3:9"))
        #expect(throws: JournalFault.anagram(.notLayable(0))) {
            try game.replay(Move(word: Word(spelled: word), verdict: verdict, elapsed: 1))
        }
        #expect(game.moves.isEmpty)
        var guess = try GameTests.game(.guess)
        let marks = try #require(Verdict(text: "000"))
        #expect(throws: JournalFault.guess(.wrongLength(row: 0))) {
            try guess.replay(Move(word: Word(spelled: "slate"), verdict: marks, elapsed: 1))
        }
    }

    @Test("A guess names its row, and a word in the anagram game need not")
    func rows() throws {
        var guess = try GameTests.game(.guess)
        #expect(throws: MoveRefusal.noRow) {
            try guess.play(Word(spelled: "slate"), row: nil, elapsed: 0, isInList: { _ in true })
        }
        var anagram = try GameTests.game(.anagram)
        #expect(
            try anagram.play(Word(spelled: "tea"), row: nil, elapsed: 0, isInList: { _ in true }) == .accepted(0))
        #expect(throws: MoveRefusal.anagram(.notInDictionary)) {
            try anagram.play(Word(spelled: "gat"), row: nil, elapsed: 0, isInList: { _ in false })
        }
    }

    @Test("Only a timed game ends by the clock, and only a game with clues has hard mode")
    func timeAndHardMode() throws {
        var guess = try GameTests.game(.guess)
        guess.end()
        #expect(guess.status == .playing && guess.closesAfter == nil)
        try guess.setHardMode(.ultra)
        #expect(guess.hardMode == .ultra)
        var anagram = try GameTests.game(.anagram)
        #expect(anagram.closesAfter == 91_000)
        try anagram.setHardMode(.off)
        #expect(throws: MoveRefusal.noHardMode) { try anagram.setHardMode(.hard) }
        anagram.end()
        #expect(anagram.status == .failed)
    }

    @Test("A verdict reads back from its text and its number, and tells no letter")
    func verdicts() throws {
        var random = SplitMix(seed: 4)
        for _ in 0..<2_000 {
            let marks = (0..<Int.random(in: 1...11, using: &random)).map { _ in
                Mark.allCases[Int.random(in: 0..<3, using: &random)]
            }
            let length = Int.random(in: 3...11, using: &random)
            let found = try #require(FoundLength(length: length, points: Int.random(in: 0...400, using: &random)))
            for verdict in [Verdict.marks(Pattern(marks)), .found(found)] {
                #expect(Verdict(text: verdict.text) == verdict && Verdict(packed: verdict.packed) == verdict)
            }
        }
    }

    @Test(
        "A text or number that is no verdict is none",
        arguments: ["", "3", "012345", "5:", ":5", "2:4", "12:1", "5:25:1", "5:+5", "05:25", "5:70000", "a:b"])
    func noVerdict(text: String) {
        #expect(Verdict(text: text) == nil)
    }

    @Test(
        "A number with bits that no verdict has is none", arguments: [0, -1, 1 << 24 | 3, 12 << 24, 1 << 40, 1 << 41])
    func noNumber(packed: Int) {
        #expect(Verdict(packed: packed) == nil)
    }
}
