import GameRules
import Testing

@Suite("Share text")
struct ShareTextTests {
    private func game(_ words: [String], answer: String, at elapsed: Int, hard: HardMode = .off) throws -> GuessGame {
        try GuessGame(
            answer: Word(spelled: answer), rules: GuessRules(length: answer.count, hardMode: hard),
            replaying: words.map { GuessMove($0, against: answer, elapsed: elapsed) })
    }

    @Test("A solved game is shared with its turns, time and squares")
    func solve() throws {
        let game = try game(["crane", "glide"], answer: "glide", at: 21_034)
        let text = ShareText(of: game, serverName: "Tilerace", occasion: .day(412))?.text
        #expect(text == "Tilerace No. 412 2/6 0:21\n⬛⬛⬛⬛🟩\n🟩🟩🟩🟩🟩")
    }

    @Test("A lost ultra game is shared with X, a star, the palette and the link")
    func loss() throws {
        let game = try game(Array(repeating: "eerie", count: 6), answer: "theme", at: 725_999, hard: .ultra)
        let text = ShareText(
            of: game, serverName: "Kites", occasion: .day(7), palette: .highContrast,
            link: "https://example.org/r/KYTE7")?.text
        let row = "🟦⬛⬛⬛🟧\n"
        #expect(text == "Kites No. 7 X/6* 12:05\n" + String(repeating: row, count: 6) + "https://example.org/r/KYTE7")
    }

    @Test("An anagram is shared with its points and a block for each word by its length, and without letters")
    func anagram() throws {
        var game = AnagramGame(tiles: Tiles(Word(spelled: "gtrasen")), rules: AnagramRules(seconds: 90))
        func text() -> String? {
            ShareText(of: .anagram(game), serverName: "Kites", occasion: .day(412), link: "https://example.org/")?.text
        }
        for word in ["tea", "seat", "rats", "strange", "ate"] {
            _ = try game.find(Word(spelled: word), elapsed: 0, lag: 0) { _ in true }
        }
        #expect(text() == nil, "not while it is played")
        game.end()
        #expect(
            text() == "Kites anagram No. 412 · 197 points, 5 words\n7 🟪\n4 🟦🟦\n3 🟦🟦\nhttps://example.org/")
        var short = AnagramGame(tiles: game.tiles, rules: game.rules)
        short.end()
        let none = ShareText(of: .anagram(short), serverName: "Kites", occasion: .day(7))?.text
        #expect(none == "Kites anagram No. 7 · 0 points, 0 words")
    }

    @Test("A game in play has no share text")
    func playing() throws {
        let game = try game(["crane"], answer: "glide", at: 0)
        #expect(ShareText(of: game, serverName: "Tilerace", occasion: .day(412)) == nil)
    }

    @Test(
        "Times are cut to whole seconds",
        arguments: [
            (0, "0:00"), (999, "0:00"), (59_999, "0:59"), (60_000, "1:00"), (3_599_999, "59:59"),
            (3_661_000, "1:01:01"),
        ])
    func times(elapsed: Int, shown: String) throws {
        let game = try game(["glide"], answer: "glide", at: elapsed)
        let first = ShareText(of: game, serverName: "T", occasion: .day(1))?.text.split(separator: "\n").first
        #expect(first.map(String.init) == "T No. 1 1/6 \(shown)")
    }
}
