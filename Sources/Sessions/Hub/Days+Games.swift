import Storage

// What a game is worth, by the day.
extension Days {
    /// Whether a game's end counts, or will: it is a day's, was opened on that day, and ended while it could be.
    func isRanked(_ game: LiveGame) -> Bool {
        game.isRankedEnd ?? (game.isRaced && canBeFinished(game.key.puzzle))
    }

    /// Whether a guess may be made in a game that goes on.
    func canBePlayed(_ game: LiveGame) -> Bool { !game.isRaced || canBeFinished(game.key.puzzle) }

    /// What rooms and replays show of a stored game: what was played while it counted. Nil for a game of the archive.
    /// One that was gone on with later is to them what it was when its time was over, for ever.
    func raced(_ record: GameRecord) -> GameRecord? {
        guard !record.isArchive, !record.key.puzzle.isPractice else { return nil }
        if record.finish?.isRanked == true { return record }
        let end = end(of: record.key.puzzle.day.advanced(by: 1))
        return GameRecord(
            key: record.key, openedAt: record.openedAt, hardMode: record.hardMode,
            moves: record.moves.filter { record.openedAt + $0.elapsed + $0.credit < end })
    }
}
