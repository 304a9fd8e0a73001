import GameRules
import Puzzles
import Storage
import StoredRows

/// The tables `pinned_puzzles` and `days`.
enum PuzzleRows {
    private static let columns = "answer, list_version, published_at, played_at, published_when, known_to"

    static func pin(_ new: PinnedPuzzle, _ db: Connection) throws(StorageError) {
        guard try WriteRules.pinPuzzle(new, stored: pinned(new.puzzle, db)?.answer) else { return }
        if let player = new.knownTo {
            try WriteRules.pinPuzzle(knownTo: player, exists: PlayerRows.exists(player, db))
        }
        try db.run(
            "INSERT INTO pinned_puzzles (line, day, answer, list_version, known_to) VALUES (?, ?, ?, ?, ?)",
            .text(new.puzzle.line.text), .day(new.puzzle.day), .word(new.answer), .text(new.listVersion),
            .optional(new.knownTo))
    }

    static func unpin(_ puzzle: PuzzleID, _ db: Connection) throws(StorageError) {
        let stored = try pinned(puzzle, db)
        try WriteRules.unpinPuzzle(
            puzzle, isHosts: stored?.isHosts, isPublished: stored.map { $0.publication != .unknown })
        try db.run(
            "DELETE FROM pinned_puzzles WHERE line = ? AND day = ?", .text(puzzle.line.text), .day(puzzle.day))
    }

    static func publish(
        _ puzzle: PuzzleID, at instant: Int, _ when: SealTime.When, _ db: Connection
    ) throws(StorageError) {
        let (line, day) = (puzzle.line.text, puzzle.day)
        guard try db.exists("SELECT 1 FROM pinned_puzzles WHERE line = ? AND day = ?", .text(line), .day(day)) else {
            throw WriteRules.notPinned(puzzle)
        }
        try db.run(
            """
            UPDATE pinned_puzzles SET published_at = ?, published_when = ?
            WHERE line = ? AND day = ? AND published_at IS NULL
            """, .integer(instant), .text(when.rawValue), .text(line), .day(day))
    }

    static func begin(_ day: Day, at instant: Int, _ db: Connection) throws(StorageError) {
        try db.run(
            """
            INSERT INTO days (day, began_at) VALUES (?, ?)
            ON CONFLICT (day) DO UPDATE SET began_at = max(coalesce(began_at, excluded.began_at), excluded.began_at)
            """, .day(day), .integer(instant))
    }

    static func begin(after day: Day, _ db: Connection) throws(StorageError) -> Int? {
        let found = try db.first("SELECT began_at FROM days WHERE day > ? ORDER BY day LIMIT 1", .day(day)) {
            row throws(StorageError) in try row.optionalInstant(0)
        }
        return found ?? nil
    }

    static func lastDay(before day: Day, _ db: Connection) throws(StorageError) -> Day? {
        try db.first("SELECT day FROM days WHERE day < ? ORDER BY day DESC LIMIT 1", .day(day)) {
            row throws(StorageError) in try row.day(0, of: .standard)
        }
    }

    static func earlierDay(before day: Day, later: Int, _ db: Connection) throws(StorageError) -> Day? {
        try db.first(
            "SELECT day FROM days WHERE day < ? ORDER BY day DESC LIMIT 1 OFFSET ?", .day(day), .integer(later)
        ) { row throws(StorageError) in try row.day(0, of: .standard) }
    }

    static func pinned(_ puzzle: PuzzleID, _ db: Connection) throws(StorageError) -> PinnedPuzzle? {
        try db.first(
            "SELECT \(columns) FROM pinned_puzzles WHERE line = ? AND day = ?",
            .text(puzzle.line.text), .day(puzzle.day)
        ) { row throws(StorageError) in try row.pinned(puzzle) }
    }

    static func pinned(
        of line: PuzzleLine, before day: Day, limit: Int, _ db: Connection
    ) throws(StorageError) -> [PinnedPuzzle] {
        try db.all(
            """
            SELECT day, \(columns) FROM pinned_puzzles
            WHERE line = ? AND day < ? ORDER BY day DESC LIMIT ?
            """,
            .text(line.text), .day(day), .integer(limit)
        ) { row throws(StorageError) in
            try row.pinned(PuzzleID(line: line, day: row.day(0, of: line)), 1)
        }
    }
}
