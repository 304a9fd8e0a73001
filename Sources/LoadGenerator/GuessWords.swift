import GameRules
import WordLists

/// The words that players play. Of guesses, valid ones that are nobody's answer, so that every game goes to its last
/// row; of anagrams, all that can be laid.
struct GuessWords {
    private let lexicon: Lexicon
    private var words: [Int: [String]] = [:]
    private var layable: [String: [String]] = [:]

    init(_ lexicon: Lexicon) { self.lexicon = lexicon }

    /// Whether there are words for a puzzle line.
    func has(_ line: PuzzleLine) -> Bool {
        line.language == lexicon.language && lexicon.list(of: line.kind, length: line.length) != nil
    }

    /// The words that can be laid from tiles, in an order drawn by chance; nil for tiles of another language.
    mutating func hand(of tiles: String, random: () -> UInt64) -> [String]? {
        if layable[tiles] == nil, let letters = lexicon.alphabet.spelled(tiles), Tiles.counts.contains(letters.count) {
            layable[tiles] = lexicon.dictionary?.solutions(of: Tiles(letters)).all.map(lexicon.alphabet.text)
        }
        guard var words = layable[tiles] else { return nil }
        for last in words.indices.dropFirst().reversed() { words.swapAt(last, Int(random() % UInt64(last + 1))) }
        return words
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

extension Alphabet {
    /// The word of these letters; nil if there is none.
    fileprivate func spelled(_ text: String) -> Word? { try? word(text) }
}
