import GameRules
import Rooms

/// A player as stored. Times here and below are ms since 1970-01-01 UTC by the server's clock.
package struct PlayerRecord: Hashable, Sendable {
    package let id: PlayerID
    package var name: String
    package let createdAt: Int

    package init(id: PlayerID, name: String, createdAt: Int) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
    }
}

/// Names one game: a player has exactly one for each puzzle, for ever.
package struct GameKey: Hashable, Sendable {
    package let player: PlayerID
    package let puzzle: PuzzleID

    package init(player: PlayerID, puzzle: PuzzleID) {
        self.player = player
        self.puzzle = puzzle
    }
}

/// An accepted move of the journal. The mark is stored too: a later edit of a list or a rule changes no past game.
package struct MoveRecord: Hashable, Sendable {
    /// From 0.
    package let row: Int
    package let word: Word
    package let pattern: Pattern
    /// ms since the game was opened.
    package let elapsed: Int

    package init(row: Int, word: Word, pattern: Pattern, elapsed: Int) {
        self.row = row
        self.word = word
        self.pattern = pattern
        self.elapsed = elapsed
    }
}

/// How a game ended.
package struct FinishRecord: Hashable, Sendable {
    package let solved: Bool
    /// Guesses used.
    package let turns: Int
    /// ms from the opening to the last accepted guess.
    package let elapsed: Int

    package init(solved: Bool, turns: Int, elapsed: Int) {
        self.solved = solved
        self.turns = turns
        self.elapsed = elapsed
    }
}

/// A game with its whole journal.
package struct GameRecord: Hashable, Sendable {
    package let key: GameKey
    package let openedAt: Int
    package var hardMode: HardMode
    /// In order of rows, without a gap.
    package var moves: [MoveRecord]
    package var finish: FinishRecord?

    package init(key: GameKey, openedAt: Int, hardMode: HardMode, moves: [MoveRecord] = [], finish: FinishRecord? = nil)
    {
        self.key = key
        self.openedAt = openedAt
        self.hardMode = hardMode
        self.moves = moves
        self.finish = finish
    }
}

/// A finished game, as rankings need it.
package struct ResultRecord: Hashable, Sendable {
    package let player: PlayerID
    /// The player's name now.
    package let name: String
    package let finish: FinishRecord

    package init(player: PlayerID, name: String, finish: FinishRecord) {
        self.player = player
        self.name = name
        self.finish = finish
    }
}

/// A puzzle whose answer is fixed for ever, whatever becomes of the lists.
package struct PinnedPuzzle: Hashable, Sendable {
    package let puzzle: PuzzleID
    package let answer: Word
    /// Hexadecimal version of the list it was drawn from.
    package let listVersion: String

    package init(puzzle: PuzzleID, answer: Word, listVersion: String) {
        self.puzzle = puzzle
        self.answer = answer
        self.listVersion = listVersion
    }
}

/// The stored identity of a room: the code can be re-rolled, the number cannot.
package struct RoomID: Hashable, Sendable {
    /// Random, positive.
    package let number: Int

    package init(number: Int) { self.number = number }
}

/// A room without its log.
package struct RoomRecord: Hashable, Sendable {
    package let id: RoomID
    package let code: RoomCode
    /// The name, as the newest event says it: here so that a list of rooms needs no logs.
    package let name: String
    /// Changes when the log can no longer be trusted to continue what clients saw (a restored backup).
    package let epoch: UInt64
    package let createdAt: Int

    package init(id: RoomID, code: RoomCode, name: String, epoch: UInt64, createdAt: Int) {
        self.id = id
        self.code = code
        self.name = name
        self.epoch = epoch
        self.createdAt = createdAt
    }
}
