/// One player's game of finding words in the letters of one word: the tiles, the rules, and the journal of found words.
/// Everything else is derived from these. A value: time and dictionary are parameters.
public struct AnagramGame: Hashable, Sendable {
    /// The word that the tiles were made of. It is no secret during the game: any player who finds it may lay it.
    public let source: Word
    /// The letters to lay words from.
    public let tiles: Tiles
    /// The settings.
    public let rules: AnagramRules
    /// Whether the server has ended the game, as its time is up. It stands before the journal so that a game of any
    /// kind takes as many bytes as a guess game.
    public private(set) var isEnded = false
    /// The found words, in order.
    public private(set) var journal: [AnagramMove] = []

    /// A game without a found word. Without a `source` it is the tiles as they stand.
    public init(source: Word? = nil, tiles: Tiles, rules: AnagramRules = AnagramRules()) {
        self.source = source ?? tiles.letters
        self.tiles = tiles
        self.rules = rules
    }

    /// The sum of the points so far. It does not depend on the order of the words.
    public var points: Int { journal.reduce(0) { $0 + $1.points } }

    /// The state of the game. A game without a found word has failed.
    public var status: GameStatus { isEnded ? (journal.isEmpty ? .failed : .solved) : .playing }

    /// The end of the game; nil while it is played.
    public var result: GameResult? { isEnded ? standing : nil }

    /// The result as if the game ended now.
    public var standing: GameResult {
        GameResult(
            solved: !journal.isEmpty, turns: journal.count, points: points, elapsed: journal.last?.elapsed ?? 0,
            credit: journal.last?.credit ?? 0)
    }

    /// Takes `word`, which was read from the network `elapsed` ms after the board was opened. `lag` is the measured
    /// round trip in ms. Up to 500 ms of it are taken off, so that everybody sees the tiles for the whole time.
    ///
    /// Idempotent: a word that was found returns the recorded move, even after the end. Otherwise the word is refused
    /// for the first fault, in this order:
    /// 1. the game is over
    /// 2. the word is too short
    /// 3. the word cannot be laid from the tiles
    /// 4. the word is not in the dictionary
    ///
    /// A clock set back can give a time before that of the last word. It counts as the time of the last word.
    public mutating func find(
        _ word: Word, elapsed: Int, lag: Int = 0, isInDictionary: (Word) -> Bool
    ) throws(AnagramRefusal) -> AnagramOutcome {
        if let found = journal.first(where: { $0.word == word }) { return .repeated(found) }
        let last = journal.last?.elapsed ?? 0
        let net = max(last, elapsed - AnagramRules.credit(for: lag))
        guard !isEnded, rules.limit.map({ net < $0 }) ?? true else { throw .gameOver }
        guard word.count >= AnagramRules.shortest else { throw .tooShort(minimum: AnagramRules.shortest) }
        if let letter = tiles.firstMissing(for: word) { throw .notLayable(letter) }
        guard isInDictionary(word) else { throw .notInDictionary }
        let move = AnagramMove(
            word: word, points: AnagramRules.points(length: word.count, tiles: tiles.count), elapsed: net,
            credit: max(0, elapsed - net))
        journal.append(move)
        return .accepted(move)
    }

    /// Ends the game. Idempotent.
    public mutating func end() { isEnded = true }

    /// Rebuilds a game from its moves. The dictionary is not asked again, and the points stay as they are. So a later
    /// edit of a list or a rule changes no past game.
    /// - Throws: ``AnagramJournalFault``: the reason why the moves do not form a game.
    public init(
        tiles: Tiles, rules: AnagramRules, replaying moves: some Sequence<AnagramMove>, isEnded: Bool
    ) throws(AnagramJournalFault) {
        self.init(tiles: tiles, rules: rules)
        for move in moves { try replay(move) }
        self.isEnded = isEnded
    }

    /// Appends a move that was accepted before, with its stored points.
    /// - Throws: ``AnagramJournalFault``: the reason why the move cannot follow.
    public mutating func replay(_ move: AnagramMove) throws(AnagramJournalFault) {
        guard !isEnded, (0..<(rules.limit ?? .max)).contains(move.elapsed) else { throw .afterTheEnd(journal.count) }
        guard tiles.canLay(move.word) else { throw .notLayable(journal.count) }
        guard !journal.contains(where: { $0.word == move.word }) else { throw .repeated(journal.count) }
        journal.append(move)
    }
}

/// A reason why stored moves do not form an anagram game. Each names the move by its place, from 0.
public enum AnagramJournalFault: Error, Hashable, Sendable {
    /// The move comes after the end of the game.
    case afterTheEnd(Int)
    /// The word cannot be laid from the tiles.
    case notLayable(Int)
    /// The word stands in an earlier move.
    case repeated(Int)
}
