extension AnagramRules {
    /// From so many words on, a game with less than `fastestWord` ms a word is hasty.
    static let fewWords = 5
    /// ms in which no hand lays a word on average over a game: it is read, found, and typed with Enter.
    static let fastestWord = 600
    /// So many words in a row within less than `burstTime` ms make a game hasty, whatever pauses surround them.
    ///
    /// Ten words have 30 letters at least, and are sent by ten strokes more. After the first has come, the other nine
    /// are 36 strokes: 12 a second, as somebody types who copies 144 words a minute, and nobody who has to find them
    /// first. Fewer words would blame a hand that types two or three which it has in mind.
    static let burstWords = 10
    /// ms from the first to the last word of a burst.
    static let burstTime = 3_000
}

extension AnagramGame {
    /// Whether words came faster than a hand types: over the whole game, or many in a row.
    ///
    /// A burst is measured between the instants at which the words were read, with the lag credit: a credit that grows
    /// in the middle of a game brings no two words nearer to each other. A change of these rules wants a new version of
    /// the stored schema, which marks past games by them.
    public var isHasty: Bool {
        if journal.count >= AnagramRules.fewWords, let last = journal.last,
            last.elapsed < journal.count * AnagramRules.fastestWord
        {
            return true
        }
        return zip(journal, journal.dropFirst(AnagramRules.burstWords - 1)).contains { first, last in
            last.read - first.read < AnagramRules.burstTime
        }
    }
}

extension AnagramMove {
    /// ms from the opening of the board to the instant at which the word was read.
    fileprivate var read: Int { elapsed &+ credit }
}
