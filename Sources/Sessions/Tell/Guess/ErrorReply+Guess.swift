import GameRules
import Messages
import WordLists

extension ErrorReply {
    /// The refusal of a guess. `text`: the word.
    init(_ refusal: GuessRefusal, _ text: String, _ alphabet: Alphabet) {
        self =
            switch refusal {
            case .staleRow(let next): ErrorReply(.staleRow, "That row has another word.", .row(next))
            case .rowAhead(let next): ErrorReply(.rowAhead, "Fill the rows before it first.", .row(next))
            case .gameOver: ErrorReply(.gameOver, "The game is over.")
            case .wrongLength(let length):
                ErrorReply(.wrongLength, "The word has \(length) letters.", .length(length))
            case .notInWordList: ErrorReply(.notInWordList, "“\(text)” is not in the word list.")
            case .hardMode(let clue): ErrorReply(clue, alphabet)
            case .hardModeLocked:
                ErrorReply(.hardModeLocked, "Hard mode can be raised before the first guess only.")
            }
    }

    private init(_ clue: HardModeClue, _ alphabet: Alphabet) {
        func shown(_ letter: Letter) -> String { alphabet.text(letter).uppercased() }
        func copies(_ letter: Letter, _ count: Int) -> String {
            count == 1 ? shown(letter) : "\(count) × \(shown(letter))"
        }
        switch clue {
        case .position(let index, let letter):
            self.init(
                .hardMode, "Letter \(index + 1) must be \(shown(letter)).",
                .position(index, letter: alphabet.text(letter)))
        case .copies(let letter, let count):
            self.init(
                .hardMode, "The word must have \(copies(letter, count)).",
                .copies(letter: alphabet.text(letter), count: count))
        case .absent(let letter, let count):
            let most = count == 0 ? "no \(shown(letter))" : "no more than \(copies(letter, count))"
            self.init(.hardMode, "The word has \(most).", .absent(letter: alphabet.text(letter), count: count))
        case .moved(let index, let letter):
            self.init(
                .hardMode, "Letter \(index + 1) is not \(shown(letter)).",
                .moved(index, letter: alphabet.text(letter)))
        }
    }
}
