import GameRules
import TestKit
import Testing

/// Words of worlds that are compared are what they are said to be: else a comparison would show nothing, or what is no
/// fault.
@Suite struct SimulatedWordsTests {
    /// Which letters of a word are the same: for each the place of the first that is like it.
    private func shape(_ word: String) -> [Int?] {
        let letters = Array(word.utf8)
        return letters.map { letters.firstIndex(of: $0) }
    }

    @Test("Reshaped words differ in shape and are judged alike")
    func reshapedWordsDifferInShapeAndAreJudgedAlike() throws {
        let worlds = try SimulatedWords.reshaped.get()
        #expect(worlds[0].guesses == worlds[1].guesses)
        #expect(worlds[0].answers.count == worlds[1].answers.count)
        #expect(Set(worlds[0].answers + worlds[1].answers).count == 2 * worlds[0].answers.count)
        let alphabet = worlds[0].alphabet
        for (first, second) in zip(worlds[0].answers, worlds[1].answers) {
            #expect(shape(first) != shape(second))
            for guess in worlds[0].guesses {
                let marks = try [first, second].map { answer in
                    try Pattern(judging: alphabet.word(guess), against: alphabet.word(answer)).digits
                }
                #expect(marks[0] == marks[1])
            }
        }
    }

    @Test("Shifted words have other letters and the same shapes")
    func shiftedWordsHaveOtherLettersAndTheSameShapes() throws {
        let worlds = try SimulatedWords.shifted.get()
        #expect(Set(worlds[0].answers.joined()).isDisjoint(with: worlds[1].answers.joined()))
        #expect(worlds[0].answers.map(shape) == worlds[1].answers.map(shape))
    }
}
