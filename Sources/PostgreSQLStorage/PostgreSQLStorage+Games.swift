import GameRules
import Storage
import StoredRows

extension PostgreSQLStorage {
    package func game(_ key: GameKey, completion: @escaping StorageReply<GameRecord?>) {
        wholeGames(
            "player = $1::bytea AND line = $2::text AND day = $3::bigint", .player(key.player), .line(key.puzzle.line),
            .day(key.puzzle.day)
        ) { completion($0.map(\.first)) }
    }

    package func games(_ keys: [GameKey], completion: @escaping StorageReply<[GameRecord]>) {
        wholeGames(
            "(player, line, day) IN (SELECT * FROM unnest($1::bytea[], $2::text[], $3::bigint[]))",
            .column(keys.map { .player($0.player) }, .bytes),
            .column(keys.map { .text($0.puzzle.line.text) }, .text),
            .column(keys.map { .day($0.puzzle.day) }, .integer), completion: completion)
    }

    package func games(of player: PlayerID, completion: @escaping StorageReply<[GameRecord]>) {
        wholeGames("player = $1::bytea", .player(player), completion: completion)
    }

    package func practice(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<GameRecord?>) {
        wholeGames(
            """
            player = $1::bytea AND line = $2::text AND answer IS NOT NULL AND day = (SELECT max(day) FROM games
                WHERE player = $1::bytea AND line = $2::text AND answer IS NOT NULL)
            """, .player(player), .line(line)
        ) { completion($0.map(\.first)) }
    }

    /// Reads the games that meet a condition, with their journals, by player, line and day.
    private func wholeGames(
        _ condition: String, _ parameters: Parameter..., completion: @escaping StorageReply<[GameRecord]>
    ) {
        read(
            completion,
            Statement(
                "SELECT \(StoredGame.columns) FROM games WHERE \(condition) ORDER BY player, line, day",
                parameters: parameters),
            Statement(
                """
                SELECT game, row, word, verdict, elapsed, credit FROM moves
                WHERE game IN (SELECT id FROM games WHERE \(condition)) ORDER BY game, row
                """, parameters: parameters)
        ) { answers throws(StorageError) in
            let games = try answers[0].all { row throws(StorageError) in try StoredGame(row) }
            var moves: [Int: [MoveRecord]] = [:]
            try answers[1].forEach { row throws(StorageError) in
                moves[row.integer(0), default: []].append(try row.move(1))
            }
            var records: [GameRecord] = []
            for game in games { records.append(try game.with(moves[game.id] ?? [])) }
            return records
        }
    }

    package func history(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<[PlayedGame]>) {
        read(
            completion,
            Statement(
                "SELECT \(StoredGame.columns) FROM games WHERE player = $1::bytea AND line = $2::text ORDER BY day",
                .player(player), .line(line))
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try StoredGame(row).played }
        }
    }

    package func timedGames(completion: @escaping StorageReply<[TimedGame]>) {
        read(
            completion,
            Statement(
                """
                SELECT line, day, opened_at, player, seconds FROM games
                WHERE seconds IS NOT NULL AND solved IS NULL AND answer IS NULL
                ORDER BY opened_at::numeric + 1000 * seconds::numeric
                """)
        ) { answers throws(StorageError) in
            try answers[0].all { row in row.timedGame() }.compactMap { $0 }
        }
    }

    private static let puzzleColumns = "answer, list_version, published_at, played_at, published_when, known_to"

    package func pinned(_ puzzle: PuzzleID, completion: @escaping StorageReply<PinnedPuzzle?>) {
        read(
            completion,
            Statement(
                "SELECT \(Self.puzzleColumns) FROM pinned_puzzles WHERE line = $1::text AND day = $2::bigint",
                .line(puzzle.line), .day(puzzle.day))
        ) { answers throws(StorageError) in
            try answers[0].first { row throws(StorageError) in try row.pinned(puzzle) }
        }
    }

    package func pinned(
        of line: PuzzleLine, before day: Day, limit: Int, completion: @escaping StorageReply<[PinnedPuzzle]>
    ) {
        read(
            completion,
            Statement(
                """
                SELECT day, \(Self.puzzleColumns) FROM pinned_puzzles WHERE line = $1::text AND day < $2::bigint
                ORDER BY day DESC LIMIT $3::bigint
                """, .line(line), .day(day), .integer(limit))
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in
                try row.pinned(PuzzleID(line: line, day: row.day(0, of: line)), 1)
            }
        }
    }

    package func begin(after day: Day, completion: @escaping StorageReply<Int?>) {
        read(
            completion,
            Statement("SELECT began_at FROM days WHERE day > $1::bigint ORDER BY day LIMIT 1", .day(day))
        ) { answers throws(StorageError) in
            let found = try answers[0].first { row throws(StorageError) in try row.optionalInstant(0) }
            return found ?? nil
        }
    }

    package func lastDay(before day: Day, completion: @escaping StorageReply<Day?>) {
        read(
            completion,
            Statement("SELECT day FROM days WHERE day < $1::bigint ORDER BY day DESC LIMIT 1", .day(day))
        ) { answers throws(StorageError) in
            try answers[0].first { row throws(StorageError) in try row.day(0, of: .standard) }
        }
    }

    package func earlierDay(before day: Day, later: Int, completion: @escaping StorageReply<Day?>) {
        read(
            completion,
            Statement(
                "SELECT day FROM days WHERE day < $1::bigint ORDER BY day DESC LIMIT 1 OFFSET $2::bigint", .day(day),
                .integer(later))
        ) { answers throws(StorageError) in
            try answers[0].first { row throws(StorageError) in try row.day(0, of: .standard) }
        }
    }
}
