/// A reason why stored moves do not form a guess game.
public enum GuessJournalFault: Error, Hashable, Sendable {
    /// The word or the pattern of this row does not have the length of the rules.
    case wrongLength(row: Int)
    /// The row comes after the end of the game.
    case afterTheEnd(row: Int)
    /// The row is marked as solved and is not the answer, or the other way round.
    case contradiction(row: Int)
}

extension GuessGame {
    /// Rebuilds a game from its moves. Neither lists nor hard mode are checked again, and the patterns stay as they
    /// are. So a later edit of a list or a rule changes no past game.
    public init(
        answer: Word, rules: GuessRules, replaying moves: some Sequence<GuessMove>
    ) throws(GuessJournalFault) {
        self.init(answer: answer, rules: rules)
        for move in moves { try replay(move) }
    }

    /// Appends a move that was accepted before, with its stored pattern.
    /// - Throws: ``GuessJournalFault``: the reason why the move cannot follow.
    public mutating func replay(_ move: GuessMove) throws(GuessJournalFault) {
        let row = journal.count
        guard status == .playing else { throw .afterTheEnd(row: row) }
        guard move.word.count == rules.length else { throw .wrongLength(row: row) }
        guard move.pattern.isSolved == (move.word == answer) else { throw .contradiction(row: row) }
        journal.append(move)
    }
}
