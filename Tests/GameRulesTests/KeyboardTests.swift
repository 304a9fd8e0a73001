import GameRules
import Testing

@Suite("The keyboard")
struct KeyboardTests {
    private func shown(_ keyboard: Keyboard) -> String {
        keyboard.keys.map { "\(Word([$0.letter]).spelling)\($0.mark.rawValue)" }.joined(separator: " ")
    }

    @Test("A key is never lowered by a later guess or a surplus copy")
    func neverDowngrades() {
        let correct = GuessMove("elder", against: "error")
        #expect(shown(Keyboard([correct])) == "d0 e2 l0 r2")
        let present = GuessMove("reran", against: "error")
        #expect(shown(Keyboard([correct, present])) == "a0 d0 e2 l0 n0 r2")
        #expect(Keyboard([correct, present]) == Keyboard([present, correct]))
    }

    @Test("A key rises from present to correct; untried letters show nothing")
    func rises() {
        var keyboard = Keyboard([GuessMove("nacre", against: "crane")])
        #expect(keyboard[Letter(2)] == .present)
        #expect(keyboard[Letter(25)] == nil)
        keyboard.add(GuessMove("crane", against: "crane"))
        #expect(shown(keyboard) == "a2 c2 e2 n2 r2")
    }

    @Test("The last letters of the largest alphabet have keys")
    func lastLetters() {
        let word = Word([Letter(31), Letter(0), Letter(30), Letter(31)])
        let keyboard = Keyboard([
            GuessMove(word: word, pattern: Pattern([.correct, .absent, .present, .absent]), elapsed: 0)
        ])
        #expect(keyboard[Letter(31)] == .correct && keyboard[Letter(30)] == .present && keyboard[Letter(0)] == .absent)
        #expect(keyboard.keys.count == 3)
    }
}
