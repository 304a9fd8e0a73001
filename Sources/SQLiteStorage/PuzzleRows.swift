import GameRules
import Storage

/// The table `pinned_puzzles`.
enum PuzzleRows {
    static func pin(_ new: PinnedPuzzle, _ db: Connection) throws(StorageError) {
        guard try WriteRules.pinPuzzle(new, stored: pinned(new.puzzle, db)?.answer) else { return }
        try db.run(
            "INSERT INTO pinned_puzzles (line, day, answer, list_version) VALUES (?, ?, ?, ?)",
            .text(new.puzzle.line.text), .day(new.puzzle.day), .word(new.answer), .text(new.listVersion))
    }

    static func pinned(_ puzzle: PuzzleID, _ db: Connection) throws(StorageError) -> PinnedPuzzle? {
        try db.first(
            "SELECT answer, list_version FROM pinned_puzzles WHERE line = ? AND day = ?",
            .text(puzzle.line.text), .day(puzzle.day)
        ) { row throws(StorageError) in
            PinnedPuzzle(puzzle: puzzle, answer: try row.answer(0, of: puzzle.line), listVersion: try row.text(1))
        }
    }

    static func pinned(
        of line: PuzzleLine, before day: Day, limit: Int, _ db: Connection
    ) throws(StorageError) -> [PinnedPuzzle] {
        try db.all(
            """
            SELECT day, answer, list_version FROM pinned_puzzles WHERE line = ? AND day < ? ORDER BY day DESC LIMIT ?
            """,
            .text(line.text), .day(day), .integer(limit)
        ) { row throws(StorageError) in
            PinnedPuzzle(
                puzzle: PuzzleID(line: line, day: try row.day(0, of: line)), answer: try row.answer(1, of: line),
                listVersion: try row.text(2))
        }
    }
}
