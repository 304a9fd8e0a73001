import GameRules
import WordLists

/// The words that players lay: all that the tiles allow.
struct LayableWords {
    private let lexicon: Lexicon
    private var layable: [String: [String]] = [:]

    init(_ lexicon: Lexicon) { self.lexicon = lexicon }

    /// The words that can be laid from tiles, in an order drawn by chance; nil for tiles of another language.
    mutating func hand(of tiles: String, random: () -> UInt64) -> [String]? {
        if layable[tiles] == nil, let letters = lexicon.alphabet.spelled(tiles), Tiles.counts.contains(letters.count) {
            layable[tiles] = lexicon.dictionary?.solutions(of: Tiles(letters)).all.map(lexicon.alphabet.text)
        }
        guard var words = layable[tiles] else { return nil }
        for last in words.indices.dropFirst().reversed() { words.swapAt(last, Int(random() % UInt64(last + 1))) }
        return words
    }
}

extension Alphabet {
    /// The word of these letters; nil if there is none. Why not is nobody's question here: words that the alphabet
    /// cannot spell are left out.
    fileprivate func spelled(_ text: String) -> Word? { try? word(text) }
}
