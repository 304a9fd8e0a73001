import GameRules

/// The finished boards of a room's daily race, with their letters: `GET /api/v1/rooms/CODE/boards/LINE/DAY`. Only for
/// players who have finished the puzzle themselves.
public struct BoardsDocument: Hashable, JSONDocument {
    /// The puzzle of the race.
    public var puzzle: PuzzleID
    /// The number of guesses that a player had; nil in kinds of games without rows.
    public var rows: Int?
    /// The time limit in seconds; nil in kinds of games without one.
    public var seconds: Int?
    /// The letters to lay words from, in the order in which everybody saw them; nil in kinds of games without tiles.
    public var tiles: String?
    /// The word of the guess game, or the word of which the tiles were made: lower case in NFC.
    public var answer: String
    /// The boards of those who have finished, by seat.
    public var boards: [Board]

    /// The board of a member whose game is over.
    public struct Board: Hashable, Sendable {
        /// The member's seat.
        public var seat: Int
        /// The member's name in the room.
        public var name: String
        /// The moves, in the order in which they were accepted.
        public var moves: [MoveView]
        /// The end of the game.
        public var result: GameResult

        /// The board of a member whose game is over.
        public init(seat: Int, name: String, moves: [MoveView], result: GameResult) {
            self.seat = seat
            self.name = name
            self.moves = moves
            self.result = result
        }
    }

    /// The finished boards of a race.
    public init(
        puzzle: PuzzleID, rows: Int?, seconds: Int?, tiles: String?, answer: String, boards: [Board]
    ) {
        self.puzzle = puzzle
        self.rows = rows
        self.seconds = seconds
        self.tiles = tiles
        self.answer = answer
        self.boards = boards
    }

    /// The number of bytes to reserve.
    public var estimatedSize: Int { 256 + boards.reduce(0) { $0 + 128 + 64 * $1.moves.count } }

    /// Writes the fields.
    public func write(to json: inout JSONWriter) {
        json.field("puzzle", puzzle.text)
        if puzzle.line.kind != .unnamed { json.field("game", puzzle.line.kind.rawValue) }
        json.field("language", puzzle.line.language)
        json.field("length", puzzle.line.length)
        if let rows { json.field("rows", rows) }
        if let seconds { json.field("seconds", seconds) }
        if let tiles { json.field("tiles", tiles) }
        json.field("answer", answer)
        json.array("boards") { json in
            for board in boards { json.element(board.write) }
        }
    }
}

extension BoardsDocument.Board {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("seat", seat)
        json.field("name", name)
        json.array("moves") { json in
            for move in moves { json.element(move.write) }
        }
        json.object("finish") { json in
            json.field("solved", result.solved)
            json.field("turns", result.turns)
            if let points = result.points { json.field("points", points) }
            json.field("ms", result.elapsed)
        }
    }
}
