import GameRules
import Puzzles
import Rooms

/// A player as stored. Times here and below are ms since 1970-01-01 UTC by the server's clock.
package struct PlayerRecord: Hashable, Sendable {
    package let id: PlayerID
    package var name: String
    package let createdAt: Int
    /// How often the player has been signed out everywhere: session tokens of a lower number are void.
    package var sessions: Int
    /// Until when the player keeps the name that the server's operator has given; nil for one who was given none.
    package var nameResetUntil: Int?

    package init(id: PlayerID, name: String, createdAt: Int, sessions: Int = 0, nameResetUntil: Int? = nil) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.sessions = sessions
        self.nameResetUntil = nameResetUntil
    }
}

/// A player who was found by name.
package struct FoundPlayer: Hashable, Sendable {
    package let record: PlayerRecord
    /// When the player's last game was opened; nil for one who has none.
    package let lastGame: Int?

    package init(record: PlayerRecord, lastGame: Int?) {
        self.record = record
        self.lastGame = lastGame
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
    /// ms since the game was opened, less `credit`.
    package let elapsed: Int
    /// ms of lag credit that the game was given up to this move and with it.
    package let credit: Int

    package init(row: Int, word: Word, pattern: Pattern, elapsed: Int, credit: Int = 0) {
        self.row = row
        self.word = word
        self.pattern = pattern
        self.elapsed = elapsed
        self.credit = credit
    }
}

/// How a game ended.
package struct FinishRecord: Hashable, Sendable {
    package let solved: Bool
    /// Guesses used.
    package let turns: Int
    /// ms from the opening to the last accepted guess, less the lag credit.
    package let elapsed: Int
    /// Whether it was the live play of its day, ended while it could be: only these count in rankings and streaks.
    package let isRanked: Bool

    package init(solved: Bool, turns: Int, elapsed: Int, isRanked: Bool = true) {
        self.solved = solved
        self.turns = turns
        self.elapsed = elapsed
        self.isRanked = isRanked
    }
}

/// A game with its whole journal.
package struct GameRecord: Hashable, Sendable {
    package let key: GameKey
    package let openedAt: Int
    package var hardMode: HardMode
    /// Whether it was opened after its day.
    package let isArchive: Bool
    /// The secret of a practice game; nil for all others, whose answer is that of the pinned puzzle.
    package let answer: Word?
    /// In order of rows, without a gap.
    package var moves: [MoveRecord]
    package var finish: FinishRecord?

    package init(
        key: GameKey, openedAt: Int, hardMode: HardMode, isArchive: Bool = false, answer: Word? = nil,
        moves: [MoveRecord] = [], finish: FinishRecord? = nil
    ) {
        self.key = key
        self.openedAt = openedAt
        self.hardMode = hardMode
        self.isArchive = isArchive
        self.answer = answer
        self.moves = moves
        self.finish = finish
    }
}

/// A puzzle whose answer is fixed for ever, whatever becomes of the lists.
package struct PinnedPuzzle: Hashable, Sendable {
    package let puzzle: PuzzleID
    package let answer: Word
    /// Hexadecimal version of the list it was drawn from.
    package let listVersion: String
    /// When its commitment could be read for the first time.
    package let publication: Publication

    package init(puzzle: PuzzleID, answer: Word, listVersion: String, publication: Publication = .unknown) {
        self.puzzle = puzzle
        self.answer = answer
        self.listVersion = listVersion
        self.publication = publication
    }
}

extension PinnedPuzzle {
    /// The same puzzle, published at an instant that was before, on or after its day.
    package func published(at instant: Int, _ when: SealTime.When) -> PinnedPuzzle {
        PinnedPuzzle(puzzle: puzzle, answer: answer, listVersion: listVersion, publication: .at(instant, when))
    }
}

/// The instant from which anybody could read a puzzle's commitment, in ms by the wall's clock.
package enum Publication: Hashable, Sendable {
    /// Nothing stored tells.
    case unknown
    /// This one. It was before, on or after the day by the calendar of that time: a zone that is set later makes no day
    /// begin later.
    case at(Int, SealTime.When)
    /// This one at the latest: the puzzle was played then, as that of its day, on a server that kept no note of the
    /// publication.
    case played(Int)

    /// Whether the instant itself is known.
    package var isExact: Bool {
        switch self {
        case .at: true
        case .unknown, .played: false
        }
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
    /// Given once, at random. What was promised in the room's name, such as the words of sprints, is bound to it.
    package let epoch: UInt64
    package let createdAt: Int
    /// 0, or what the last restored backup mixed in at random. See `wireEpoch`.
    package let restored: UInt64

    package init(id: RoomID, code: RoomCode, name: String, epoch: UInt64, createdAt: Int, restored: UInt64 = 0) {
        self.id = id
        self.code = code
        self.name = name
        self.epoch = epoch
        self.createdAt = createdAt
        self.restored = restored
    }

    /// What clients know the log by. It is another one after a backup was restored: they may have seen more than it
    /// has, so that what follows in it does not continue what they saw.
    package var wireEpoch: UInt64 { epoch ^ restored }

    /// The same room by another name and code.
    package func described(name: String, code: RoomCode) -> RoomRecord {
        RoomRecord(id: id, code: code, name: name, epoch: epoch, createdAt: createdAt, restored: restored)
    }
}
