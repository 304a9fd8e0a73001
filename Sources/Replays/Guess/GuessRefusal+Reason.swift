import GameRules
import WordLists

extension GuessRefusal {
    /// The fault of a move that the rules refuse, in the words of a judge. Precondition: it was played in the next row,
    /// with a word of the length.
    func reason(_ alphabet: Alphabet) -> String {
        switch self {
        case .gameOver: "comes after the end of the game"
        case .notInWordList: "is not in the word list"
        case .hardMode(let clue): clue.reason(alphabet)
        case .staleRow, .rowAhead, .wrongLength, .hardModeLocked:
            preconditionFailure("rows are played in order, with words of the length")
        }
    }
}

extension HardModeClue {
    fileprivate func reason(_ alphabet: Alphabet) -> String {
        switch self {
        case .position(let position, let letter):
            "breaks hard mode: letter \(position + 1) must be \(alphabet.text(letter))"
        case .copies(let letter, let count):
            "breaks hard mode: it must have \(count) × \(alphabet.text(letter))"
        case .absent(let letter, let count):
            "breaks ultra hard mode: it can have no more than \(count) × \(alphabet.text(letter))"
        case .moved(let position, let letter):
            "breaks ultra hard mode: letter \(position + 1) is not \(alphabet.text(letter))"
        }
    }
}
