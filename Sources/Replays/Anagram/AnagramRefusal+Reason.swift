import GameRules
import WordLists

extension AnagramRefusal {
    /// The fault of a move that the rules refuse, in the words of a judge.
    func reason(_ alphabet: Alphabet) -> String {
        switch self {
        case .gameOver: "is after the time was out"
        case .notInDictionary: "is not in the word list"
        case .tooShort(let minimum): "has fewer than \(minimum) letters"
        case .notLayable(let letter): "has \(alphabet.text(letter)), for which no tile is left"
        }
    }
}
