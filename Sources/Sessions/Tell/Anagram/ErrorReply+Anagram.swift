import GameRules
import Messages
import WordLists

extension ErrorReply {
    /// The refusal of a word that is laid. `text`: the word.
    init(_ refusal: AnagramRefusal, _ text: String, _ alphabet: Alphabet) {
        self =
            switch refusal {
            case .gameOver: ErrorReply(.gameOver, "The time is up.")
            case .tooShort(let minimum):
                ErrorReply(.tooShort, "Words have at least \(minimum) letters.", .length(minimum))
            case .notLayable(let letter):
                ErrorReply(
                    .notLayable, "There is no tile left for \(alphabet.text(letter).uppercased()).",
                    .letter(alphabet.text(letter)))
            case .notInDictionary: ErrorReply(.notInWordList, "“\(text)” is not in the word list.")
            }
    }

    /// The refusal of no letters at all.
    static func noLetters(_ alphabet: Alphabet) -> ErrorReply {
        ErrorReply(AnagramRefusal.tooShort(minimum: AnagramRules.shortest), "", alphabet)
    }
}
