import GameRules
import Storage

/// The tables `games` and `moves`.
enum GameRows {
    static func open(_ game: GameRecord, _ db: Connection) throws(StorageError) {
        let key = game.key
        try WriteRules.openGame(
            game, playerExists: PlayerRows.exists(key.player, db), gameExists: head(key, db) != nil)
        try db.run(
            "INSERT INTO games (player, line, day, opened_at, hard_mode) VALUES (?, ?, ?, ?, ?)",
            .player(key.player), .text(key.puzzle.line.text), .day(key.puzzle.day), .integer(game.openedAt),
            .integer(Int(game.hardMode.rawValue)))
    }

    static func append(
        _ move: MoveRecord, finish: FinishRecord?, to key: GameKey, _ db: Connection
    ) throws(StorageError) {
        let stored = try head(key, db)
        try WriteRules.appendMove(key, move, to: stored?.head)
        guard let stored else { preconditionFailure("checked above") }
        try db.run(
            "INSERT INTO moves (game, row, word, pattern, elapsed) VALUES (?, ?, ?, ?, ?)",
            .integer(stored.id), .integer(move.row), .word(move.word), .pattern(move.pattern), .integer(move.elapsed))
        guard let finish else { return }
        try db.run(
            "UPDATE games SET solved = ?, turns = ?, elapsed = ? WHERE id = ?",
            .integer(finish.solved ? 1 : 0), .integer(finish.turns), .integer(finish.elapsed), .integer(stored.id))
    }

    static func setHardMode(_ mode: HardMode, of key: GameKey, _ db: Connection) throws(StorageError) {
        let stored = try head(key, db)
        try WriteRules.setHardMode(key, mode, of: stored?.head)
        guard let stored else { preconditionFailure("checked above") }
        try db.run("UPDATE games SET hard_mode = ? WHERE id = ?", .integer(Int(mode.rawValue)), .integer(stored.id))
    }

    /// The rows' own number for the game, and what writes need to know of it.
    private static func head(_ key: GameKey, _ db: Connection) throws(StorageError) -> (id: Int, head: GameHead)? {
        try db.first(
            """
            SELECT id, hard_mode, solved IS NOT NULL, (SELECT coalesce(max(row) + 1, 0) FROM moves WHERE game = games.id)
            FROM games WHERE player = ? AND line = ? AND day = ?
            """,
            .player(key.player), .text(key.puzzle.line.text), .day(key.puzzle.day)
        ) { row throws(StorageError) in
            let head = GameHead(
                moveCount: row.integer(3), hardMode: try row.hardMode(1), isFinished: row.integer(2) == 1)
            return (row.integer(0), head)
        }
    }

    static func game(_ key: GameKey, _ db: Connection) throws(StorageError) -> GameRecord? {
        let found = try db.first(
            """
            SELECT id, opened_at, hard_mode, solved, turns, elapsed
            FROM games WHERE player = ? AND line = ? AND day = ?
            """,
            .player(key.player), .text(key.puzzle.line.text), .day(key.puzzle.day)
        ) { row throws(StorageError) in
            let finish = row.optionalInteger(3).map {
                FinishRecord(solved: $0 == 1, turns: row.integer(4), elapsed: row.integer(5))
            }
            let game = GameRecord(
                key: key, openedAt: row.integer(1), hardMode: try row.hardMode(2), finish: finish)
            return (id: row.integer(0), game: game)
        }
        guard let found else { return nil }
        var game = found.game
        game.moves = try moves(of: found.id, db)
        guard game.moves.enumerated().allSatisfy({ $0.offset == $0.element.row }) else {
            throw .corrupt("\(key.text) has a gap in its rows")
        }
        return game
    }

    private static func moves(of game: Int, _ db: Connection) throws(StorageError) -> [MoveRecord] {
        try db.all(
            "SELECT row, word, pattern, elapsed FROM moves WHERE game = ? ORDER BY row", .integer(game)
        ) { row throws(StorageError) in
            MoveRecord(
                row: row.integer(0), word: try row.word(1), pattern: try row.pattern(2), elapsed: row.integer(3))
        }
    }

    static func results(of puzzle: PuzzleID, _ db: Connection) throws(StorageError) -> [ResultRecord] {
        try db.all(
            """
            SELECT player, name, solved, turns, elapsed FROM games JOIN players ON players.id = games.player
            WHERE line = ? AND day = ? AND solved IS NOT NULL
            """,
            .text(puzzle.line.text), .day(puzzle.day)
        ) { row throws(StorageError) in
            ResultRecord(
                player: try row.player(0), name: try row.text(1),
                finish: FinishRecord(solved: row.integer(2) == 1, turns: row.integer(3), elapsed: row.integer(4)))
        }
    }
}
