import GameRules

/// Words and patterns as the tests write them.
extension Word {
    /// The word that lower-case a–z text spells, a = 0. Precondition: nothing else is in it.
    init(spelled text: String) { self.init(text.lowercased().utf8.map { Letter($0 - 0x61) }) }

    /// Lower-case text.
    var spelling: String { String(decoding: map { 0x61 + $0.index }, as: UTF8.self) }
}

extension GuessMove {
    /// The move that guesses `word` against `answer`.
    init(_ word: String, against answer: String, elapsed: Int = 0) {
        let word = Word(spelled: word)
        self.init(
            word: word, pattern: Pattern(judging: word, against: Word(spelled: answer)), elapsed: elapsed)
    }
}
