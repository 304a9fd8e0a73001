import GameRules
import WordLists

/// The words that players guess: valid ones that are nobody's answer, so that every game goes to its last row.
struct GuessWords {
    private let lexicon: Lexicon
    private var words: [Int: [String]] = [:]

    init(_ lexicon: Lexicon) { self.lexicon = lexicon }

    /// Whether there are words for a puzzle line.
    func has(_ line: PuzzleLine) -> Bool {
        line.language == lexicon.language && lexicon.list(of: line.kind, length: line.length) != nil
    }

    /// A word of a line's length, drawn by chance.
    mutating func draw(_ length: Int, random: () -> UInt64) -> String {
        if let known = words[length] { return known[Int(random() % UInt64(known.count))] }
        guard let list = lexicon.list(of: .guess, length: length) else { preconditionFailure("asked for in advance") }
        var drawn: [String] = []
        for index in 0..<list.guessCount {
            let word = list.guess(at: index)
            if !list.isAnswer(word) { drawn.append(lexicon.alphabet.text(word)) }
        }
        precondition(!drawn.isEmpty, "a list whose guesses are all answers")
        words[length] = drawn
        return draw(length, random: random)
    }
}
