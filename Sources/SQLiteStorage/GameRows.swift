import GameRules
import Storage
import StoredRows

/// The tables `games` and `moves`.
enum GameRows {
    static func open(_ game: GameRecord, _ db: Connection) throws(StorageError) {
        let key = game.key
        try WriteRules.openGame(
            game, playerExists: PlayerRows.exists(key.player, db), gameExists: head(key, db) != nil)
        try db.run(
            """
            INSERT INTO games (player, line, day, opened_at, hard_mode, is_archive, answer, tiles, seconds)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .player(key.player), .text(key.puzzle.line.text), .day(key.puzzle.day), .integer(game.openedAt),
            .integer(Int(game.hardMode.rawValue)), .flag(game.isArchive), game.secret.map { .word($0.answer) } ?? .null,
            game.secret?.tiles.map { .word($0.letters) } ?? .null, .optional(game.seconds))
    }

    static func append(
        _ move: MoveRecord, finish: FinishRecord?, to key: GameKey, _ known: inout KnownHeads, _ db: Connection
    ) throws(StorageError) {
        let stored = if let game = known[key] { game } else { try head(key, db) }
        try WriteRules.appendMove(key, move, to: stored?.head)
        guard let stored else { preconditionFailure("checked above") }
        try db.run(
            "INSERT INTO moves (game, row, word, verdict, elapsed, credit) VALUES (?, ?, ?, ?, ?, ?)",
            .integer(stored.id), .integer(move.row), .word(move.word), .verdict(move.verdict), .integer(move.elapsed),
            .integer(move.credit))
        known[key] = KnownHeads.Game(
            id: stored.id,
            head: GameHead(moveCount: move.row + 1, hardMode: stored.head.hardMode, isFinished: finish != nil))
        if let finish { try end(stored.id, finish, db) }
    }

    static func end(
        _ key: GameKey, _ finish: FinishRecord, _ known: inout KnownHeads, _ db: Connection
    ) throws(StorageError) {
        let stored = if let game = known[key] { game } else { try head(key, db) }
        try WriteRules.endGame(key, of: stored?.head)
        guard let stored else { preconditionFailure("checked above") }
        known[key] = nil
        try end(stored.id, finish, db)
    }

    private static func end(_ game: Int, _ finish: FinishRecord, _ db: Connection) throws(StorageError) {
        try db.run(
            "UPDATE games SET solved = ?, turns = ?, points = ?, elapsed = ?, score = ? WHERE id = ?",
            .flag(finish.solved), .integer(finish.turns), .optional(finish.points), .integer(finish.elapsed),
            .score(finish), .integer(game))
    }

    static func setHardMode(
        _ mode: HardMode, of key: GameKey, _ known: inout KnownHeads, _ db: Connection
    ) throws(StorageError) {
        let stored = try head(key, db)
        try WriteRules.setHardMode(key, mode, of: stored?.head)
        guard let stored else { preconditionFailure("checked above") }
        try db.run("UPDATE games SET hard_mode = ? WHERE id = ?", .integer(Int(mode.rawValue)), .integer(stored.id))
        known[key] = nil
    }

    /// The rows' own number for the game, and what writes need to know of it.
    private static func head(_ key: GameKey, _ db: Connection) throws(StorageError) -> KnownHeads.Game? {
        try db.first(
            """
            SELECT id, hard_mode, solved IS NOT NULL, (SELECT coalesce(max(row) + 1, 0) FROM moves WHERE game = games.id)
            FROM games WHERE player = ? AND line = ? AND day = ?
            """,
            .player(key.player), .text(key.puzzle.line.text), .day(key.puzzle.day)
        ) { row throws(StorageError) in
            let head = GameHead(
                moveCount: try row.count(3), hardMode: try row.hardMode(1), isFinished: row.integer(2) == 1)
            return KnownHeads.Game(id: row.integer(0), head: head)
        }
    }

    static func forget(_ key: GameKey, _ known: inout KnownHeads, _ db: Connection) throws(StorageError) {
        known[key] = nil
        let found = try db.first(
            "SELECT id, answer IS NOT NULL FROM games WHERE player = ? AND line = ? AND day = ?",
            .player(key.player), .text(key.puzzle.line.text), .day(key.puzzle.day)
        ) { (id: $0.integer(0), isPractice: $0.integer(1) == 1) }
        try WriteRules.forgetGame(key, isPractice: found?.isPractice)
        guard let found else { preconditionFailure("checked above") }
        try db.run("DELETE FROM moves WHERE game = ?", .integer(found.id))
        try db.run("DELETE FROM games WHERE id = ?", .integer(found.id))
    }

    /// Drops all practice games of a player.
    static func forgetPractice(of player: PlayerID, _ db: Connection) throws(StorageError) {
        try db.run(
            "DELETE FROM moves WHERE game IN (SELECT id FROM games WHERE player = ? AND answer IS NOT NULL)",
            .player(player))
        try db.run("DELETE FROM games WHERE player = ? AND answer IS NOT NULL", .player(player))
    }
}

// Reading.
extension GameRows {
    /// The columns that `game` reads, of the games of one player.
    private static let columns = "SELECT \(StoredGame.columns) FROM games WHERE player = ?"

    static func game(_ key: GameKey, _ db: Connection) throws(StorageError) -> GameRecord? {
        let found = try db.first(
            columns + " AND line = ? AND day = ?", .player(key.player), .text(key.puzzle.line.text),
            .day(key.puzzle.day), read: game)
        return try found.map { (found) throws(StorageError) in try whole(found, db) }
    }

    static func games(of player: PlayerID, _ db: Connection) throws(StorageError) -> [GameRecord] {
        let found = try db.all(columns + " ORDER BY line, day", .player(player), read: game)
        var games: [GameRecord] = []
        for game in found { games.append(try whole(game, db)) }
        return games
    }

    static func practice(of player: PlayerID, line: PuzzleLine, _ db: Connection) throws(StorageError) -> GameRecord? {
        let found = try db.first(
            columns + " AND line = ? AND answer IS NOT NULL ORDER BY day DESC LIMIT 1", .player(player),
            .text(line.text), read: game)
        return try found.map { (found) throws(StorageError) in try whole(found, db) }
    }

    static func history(
        of player: PlayerID, line: PuzzleLine, _ db: Connection
    ) throws(StorageError) -> [PlayedGame] {
        try db.all(
            columns + " AND line = ? ORDER BY day", .player(player), .text(line.text)
        ) { row throws(StorageError) in try StoredGame(row).played }
    }

    private static func game(_ row: borrowing Row) throws(StorageError) -> StoredGame { try StoredGame(row) }

    static func timed(_ db: Connection) throws(StorageError) -> [TimedGame] {
        try db.all(
            """
            SELECT line, day, opened_at, player, seconds FROM games INDEXED BY games_timed
            WHERE seconds IS NOT NULL AND solved IS NULL AND answer IS NULL ORDER BY opened_at + 1000 * seconds
            """
        ) { row in row.timedGame() }
        .compactMap { $0 }
    }

    private static func whole(_ found: StoredGame, _ db: Connection) throws(StorageError) -> GameRecord {
        try found.with(moves(of: found.id, db))
    }

    private static func moves(of game: Int, _ db: Connection) throws(StorageError) -> [MoveRecord] {
        try db.all(
            "SELECT row, word, verdict, elapsed, credit FROM moves WHERE game = ? ORDER BY row", .integer(game)
        ) { row throws(StorageError) in try row.move(0) }
    }

    /// Gives the ranked games of a line on these days to `add`, in pieces, by day, score and player. They are read from
    /// their index alone. Throws `closed` between two pieces if `isStopped`.
    static func foldResults<T>(
        of line: PuzzleLine, days: ClosedRange<Day>, into initial: T, _ db: Connection, isStopped: () -> Bool,
        add: (inout T, [RankedResult]) -> Void
    ) throws(StorageError) -> T {
        var value = initial
        var piece: [RankedResult] = []
        piece.reserveCapacity(RankedResult.chunk)
        try db.forEach(
            """
            SELECT player, day, score FROM games INDEXED BY games_ranked
            WHERE line = ? AND day BETWEEN ? AND ? AND score IS NOT NULL ORDER BY day, score, player
            """,
            .text(line.text), .day(days.lowerBound), .day(days.upperBound)
        ) { row throws(StorageError) in
            piece.append(try row.rankedResult(of: line))
            guard piece.count == RankedResult.chunk else { return }
            if isStopped() { throw .closed }
            add(&value, piece)
            piece.removeAll(keepingCapacity: true)
        }
        if !piece.isEmpty { add(&value, piece) }
        return value
    }
}
