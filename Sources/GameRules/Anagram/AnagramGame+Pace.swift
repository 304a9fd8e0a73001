extension AnagramRules {
    /// The number of words that may be in mind, and come at once. From that many on, a game with less than
    /// `fastestWord` ms a word is hasty.
    static let fewWords = 5
    /// ms in which no hand lays a word on average: it is read, found, and typed with Enter.
    static let fastestWord = 600
    /// The maximum number of words that a silence may have held back.
    ///
    /// A phone sends what it held back when its line is there again, all at once. Thirty words are what a good player
    /// lays in a minute. No silence shorter than 18 s earns so many, as no hand lays them faster. A program that waits
    /// and then sends all words that can be laid has more.
    static let heldWords = 30
}

extension AnagramGame {
    /// Whether words came faster than a hand types: over the whole game, or many in a row.
    ///
    /// The time between words is saved up, at most as much as `heldWords` take, and each word uses `fastestWord` of it.
    /// So n words in a row within t ms are a burst if n > 35 + t / 600. At the beginning of the game they are one if
    /// n > 5 + t / 600.
    ///
    /// The instants are those at which words were read, without taking off the lag credit. So a credit that grows in
    /// the middle of a game brings no two words nearer to each other. A change of these rules needs a new version of
    /// the stored schema, which marks past games by them.
    public var isHasty: Bool {
        if journal.count >= AnagramRules.fewWords, let last = journal.last,
            last.elapsed < journal.count * AnagramRules.fastestWord
        {
            return true
        }
        let most = AnagramRules.heldWords * AnagramRules.fastestWord
        let least = -AnagramRules.fewWords * AnagramRules.fastestWord
        var spare = 0
        var before = 0
        for move in journal {
            spare = min(spare &+ (move.read &- before), most) &- AnagramRules.fastestWord
            if spare < least { return true }
            before = move.read
        }
        return false
    }
}

extension AnagramMove {
    /// ms from the opening of the board to the instant at which the word was read.
    fileprivate var read: Int { elapsed &+ credit }
}
