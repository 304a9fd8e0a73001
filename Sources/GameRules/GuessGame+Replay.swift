/// Why stored moves are no game.
public enum JournalFault: Error, Hashable, Sendable {
    /// The word or the pattern of this row does not have the length of the rules.
    case wrongLength(row: Int)
    /// The row comes after the end of the game.
    case afterTheEnd(row: Int)
    /// The row is marked as solved and is not the answer, or the other way round.
    case contradiction(row: Int)
}

extension GuessGame {
    /// The game that has these moves. Lists and hard mode are not asked again, and the patterns stay as they are: a
    /// later edit of a list or of a rule changes no game that was played.
    public init(
        answer: Word, rules: GuessRules, replaying moves: some Sequence<GuessMove>
    ) throws(JournalFault) {
        self.init(answer: answer, rules: rules)
        for move in moves { try replay(move) }
    }

    /// Takes one more move that was accepted before, as it is.
    public mutating func replay(_ move: GuessMove) throws(JournalFault) {
        let row = journal.count
        guard status == .playing else { throw .afterTheEnd(row: row) }
        guard move.word.count == rules.length else { throw .wrongLength(row: row) }
        guard move.pattern.isSolved == (move.word == answer) else { throw .contradiction(row: row) }
        journal.append(move)
    }
}
