import GameRules
import WordLists

/// The words that the players of a load play. Each kind of game finds them in a way of its own, in its own folder.
struct WordSource {
    private var guesses: GuessWords
    private var laid: LayableWords

    init(_ lexicon: Lexicon) {
        guesses = GuessWords(lexicon)
        laid = LayableWords(lexicon)
    }

    /// Draws the words of one game, in the order in which a player plays them. Empty before they can be known. `rows`:
    /// the number of rows, in kinds of games with rows; `tiles`: the letters that the player sees, in kinds with tiles.
    mutating func hand(
        of line: PuzzleLine, rows: Int, tiles: String?, random: () -> UInt64
    ) throws(LoadFault) -> [String] {
        switch line.kind {
        case .guess:
            guard guesses.has(line) else {
                throw LoadFault("the server plays \(line.text), for which this program has no words")
            }
            var words: [String] = []
            for _ in 0..<rows { words.append(guesses.draw(line.length, random: random)) }
            return words
        case .anagram:
            guard let tiles else { return [] }
            guard let words = laid.hand(of: tiles, random: random), !words.isEmpty else {
                throw LoadFault("this program has no words for the tiles “\(tiles)”")
            }
            return words
        }
    }
}
