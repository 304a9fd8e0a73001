import GameRules
import Testing

@Suite("Puzzle names")
struct PuzzleIDTests {
    @Test(
        "A puzzle's name is read and written",
        arguments: [
            "guess-en-5/2026-11-21", "anagram-de-7/2020-02-29", "guess-es-11/1969-12-31", "practice-en-5/1",
            "practice-en-8/999999999",
        ])
    func roundTrip(text: String) { #expect(PuzzleID(text)?.text == text) }

    @Test(
        "Text that is no puzzle's name is refused",
        arguments: [
            "guess-en-5", "guess-en-3/2026-11-21", "guess-en-12/2026-11-21", "guess-EN-5/2026-11-21",
            "guess-en-05/2026-11-21", "guess-en-+5/2026-11-21", "race-en-5/2026-11-21", "guess-en-5/2026-11-31",
            "guess-en-5/2026-11-21/", "guess--5/2026-11-21", "", "practice-en-5/0",
            "practice-en-5/01", "practice-en-5/1000000000", "practice-en-5/2026-11-21", "practice-en-5/-1",
            "guess-en-5/17",
        ])
    func refused(text: String) { #expect(PuzzleID(text) == nil) }

    @Test("Puzzle numbers count days from 2025-10-06, which was No. 1")
    func number() {
        #expect(PuzzleID("guess-en-5/2025-10-06")?.number == 1)
        #expect(PuzzleID("guess-en-5/2026-11-21")?.number == 412)
        #expect(PuzzleID("guess-en-5/2025-10-05")?.number == 0)
    }

    @Test("A practice game has a number and no day")
    func practice() {
        let game = PuzzleID(practice: 17, of: .standard)
        #expect(game.text == "practice-en-5/17")
        #expect(game.isPractice && game.number == 17)
        #expect(game.day < PuzzleID.firstDay)
        #expect(PuzzleID.firstDay.text == "2025-10-06")
        #expect(PuzzleID("guess-en-5/2026-11-21")?.isPractice == false)
    }

    @Test("Today's word is five English letters")
    func today() { #expect(PuzzleLine.standard.text == "guess-en-5") }

    @Test("Player identities are 32 lower-case hexadecimal digits")
    func players() {
        let text = "00ff9a52b7e84d600000c3d4e5f60718"
        #expect(PlayerID(text)?.text == text)
        #expect(PlayerID(text.uppercased()) == nil)
        #expect(PlayerID(String(text.dropLast())) == nil)
        #expect(PlayerID("+" + text.dropFirst()) == nil)
    }

    @Test("Hard mode has three levels of rising strictness")
    func hardMode() {
        #expect(HardMode.off < HardMode.hard && HardMode.hard < HardMode.ultra)
        #expect(HardMode(text: "ultra") == .ultra)
        #expect(HardMode(text: "Ultra") == nil)
    }
}
