/// One player's game of guessing a word: the answer, the rules, and the journal of accepted moves, from which all else
/// is derived. A value without a clock or a list: both are passed in.
public struct GuessGame: Hashable, Sendable {
    /// Where a game stands.
    public enum Status: Hashable, Sendable {
        /// Rows are left.
        case playing
        /// The last move is the answer.
        case solved
        /// Every row is used, none is the answer.
        case failed
    }

    /// How a game ended.
    public struct Result: Hashable, Sendable {
        /// Whether the word was found.
        public let solved: Bool
        /// Guesses used.
        public let turns: Int
        /// ms from the opening of the board to the last accepted guess, less the lag credit.
        public let elapsed: Int
        /// ms of lag credit.
        public let credit: Int
    }

    /// The secret word.
    public let answer: Word
    /// The settings; only the level of hard mode ever changes.
    public private(set) var rules: GuessRules
    /// The accepted moves, row by row.
    public internal(set) var journal: [GuessMove] = []

    /// A game with an empty board. Precondition: the answer has the length of the rules.
    public init(answer: Word, rules: GuessRules) {
        precondition(answer.count == rules.length, "the answer has the length of the rules")
        self.answer = answer
        self.rules = rules
    }

    /// Where the game stands.
    public var status: Status {
        if let last = journal.last, last.pattern.isSolved { return .solved }
        return journal.count == rules.rows ? .failed : .playing
    }

    /// How the game ended; nil while it is played.
    public var result: Result? {
        guard status != .playing, let last = journal.last else { return nil }
        return Result(solved: status == .solved, turns: journal.count, elapsed: last.elapsed, credit: last.credit)
    }

    /// What the keyboard shows.
    public var keyboard: Keyboard { Keyboard(journal) }

    /// Plays `word` in `row` (from 0), `elapsed` ms after the board was opened. `lag` is how many ms of that the word
    /// and the board before it may have been under way: see ``LagCredit``.
    ///
    /// The same row with the same word gives the recorded move again, even after the end. Then a refusal tells the
    /// first thing that is wrong, in the order in which a player would look at it: the game is over; the row is not the
    /// next one; the length; the word is no word (a typing mistake breaks clues too, but that is not what is wrong with
    /// it); the clue that hard mode binds.
    ///
    /// A time below that of the row before, which a clock set back can give, counts as that of the row before.
    public mutating func guess(
        _ word: Word, row: Int, elapsed: Int, lag: Int = 0, isInList: (Word) -> Bool
    ) throws(GuessRefusal) -> GuessOutcome {
        if journal.indices.contains(row), journal[row].word == word { return .repeated(journal[row]) }
        guard status == .playing else { throw .gameOver }
        if row < journal.count { throw .staleRow(next: journal.count) }
        if row > journal.count { throw .rowAhead(next: journal.count) }
        guard word.count == rules.length else { throw .wrongLength(expected: rules.length) }
        guard isInList(word) else { throw .notInWordList }
        if let clue = HardModeClues(journal).firstBroken(by: word, under: rules.hardMode) { throw .hardMode(clue) }
        let pattern = Pattern(judging: word, against: answer)
        let time = LagCredit(last: journal.last).time(elapsed: elapsed, lag: lag)
        let move = GuessMove(word: word, pattern: pattern, elapsed: time.net, credit: time.credit)
        journal.append(move)
        return .accepted(move)
    }

    /// Sets the level of hard mode: any before the first guess, a lower one in mid-game. Setting the present level
    /// again is always accepted. Throws `gameOver` or `hardModeLocked`.
    public mutating func setHardMode(_ level: HardMode) throws(GuessRefusal) {
        guard level != rules.hardMode else { return }
        guard status == .playing else { throw .gameOver }
        guard journal.isEmpty || level < rules.hardMode else { throw .hardModeLocked }
        rules.hardMode = level
    }
}
