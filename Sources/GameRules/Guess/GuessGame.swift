/// One player's game of guessing a word: the answer, the rules, and the journal of accepted moves. Everything else is
/// derived from these. A value: time and word list are parameters.
public struct GuessGame: Hashable, Sendable {
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

    /// The state of the game.
    public var status: GameStatus {
        if let last = journal.last, last.pattern.isSolved { return .solved }
        return journal.count == rules.rows ? .failed : .playing
    }

    /// The end of the game; nil while it is played.
    public var result: GameResult? { status == .playing ? nil : standing }

    /// The result as if the game ended now.
    public var standing: GameResult {
        GameResult(
            solved: status == .solved, turns: journal.count, elapsed: journal.last?.elapsed ?? 0,
            credit: journal.last?.credit ?? 0)
    }

    /// The state of the keyboard.
    public var keyboard: Keyboard { Keyboard(journal) }

    /// Plays `word` in `row` (from 0), `elapsed` ms after the board was opened. `lag` is the measured network delay in
    /// ms within `elapsed`: see ``LagCredit``.
    ///
    /// Idempotent: the same word in the same row returns the recorded move, even after the end. Otherwise the guess is
    /// refused for the first fault, in the order in which a player would look for one:
    /// 1. the game is over
    /// 2. the row is not the next one
    /// 3. the word has a wrong length
    /// 4. the word is not in the list (before hard mode, since a typing mistake breaks clues too)
    /// 5. the word breaks a clue that hard mode binds
    ///
    /// A clock set back can give a time before that of the last row. It counts as the time of the last row.
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

    /// Sets the level of hard mode: to any level before the first guess, to a lower one during the game. Idempotent.
    /// - Throws: ``GuessRefusal/gameOver`` for another level once the game has ended, and
    ///   ``GuessRefusal/hardModeLocked`` for a higher level after the first guess.
    public mutating func setHardMode(_ level: HardMode) throws(GuessRefusal) {
        guard level != rules.hardMode else { return }
        guard status == .playing else { throw .gameOver }
        guard journal.isEmpty || level < rules.hardMode else { throw .hardModeLocked }
        rules.hardMode = level
    }
}
