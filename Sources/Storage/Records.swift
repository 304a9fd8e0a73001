import GameRules
import Leaderboards
import Puzzles
import Rooms

/// A player as stored. Times here and below are ms since 1970-01-01 UTC by the server's clock.
package struct PlayerRecord: Hashable, Sendable {
    package let id: PlayerID
    package var name: String
    package let createdAt: Int
    /// The number of times the player was signed out everywhere. Session tokens with a lower number are void.
    package var sessions: Int
    /// The instant until which the player must keep a name that the operator gave; nil for a name chosen freely.
    package var nameResetUntil: Int?
    /// The instant at which the player was banned from the server; nil for a player who is not.
    package var bannedAt: Int?
    /// The day of the last visit, by the server's calendar.
    package var seenOn: Day

    /// A player who was last here on `seenOn`, by default on the day of `createdAt` in UTC.
    package init(
        id: PlayerID, name: String, createdAt: Int, sessions: Int = 0, nameResetUntil: Int? = nil, bannedAt: Int? = nil,
        seenOn: Day? = nil
    ) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.sessions = sessions
        self.nameResetUntil = nameResetUntil
        self.bannedAt = bannedAt
        self.seenOn = seenOn ?? LastVisit.day(of: createdAt)
    }
}

/// A player found by name.
package struct FoundPlayer: Hashable, Sendable {
    package let record: PlayerRecord
    /// The instant at which the player's last game was opened; nil without a game.
    package let lastGame: Int?

    package init(record: PlayerRecord, lastGame: Int?) {
        self.record = record
        self.lastGame = lastGame
    }
}

/// The key of a game. A player has at most one game for each puzzle, for ever.
package struct GameKey: Hashable, Sendable {
    package let player: PlayerID
    package let puzzle: PuzzleID

    package init(player: PlayerID, puzzle: PuzzleID) {
        self.player = player
        self.puzzle = puzzle
    }
}

/// An accepted move of a journal. The verdict is stored, so that a later edit of a list or a rule changes no past game.
package struct MoveRecord: Hashable, Sendable {
    /// The place in the journal, from 0.
    package let row: Int
    package let word: Word
    package let verdict: Verdict
    /// ms since the game was opened, less `credit`.
    package let elapsed: Int
    /// ms of lag credit: given to the game so far, this move included, where `PuzzleLine.Kind.creditAddsUp`; else to
    /// this move.
    package let credit: Int

    package init(row: Int, word: Word, verdict: Verdict, elapsed: Int, credit: Int = 0) {
        self.row = row
        self.word = word
        self.verdict = verdict
        self.elapsed = elapsed
        self.credit = credit
    }

    package init(row: Int, _ move: Move) {
        self.init(row: row, word: move.word, verdict: move.verdict, elapsed: move.elapsed, credit: move.credit)
    }

    /// The move without its place.
    package var move: Move { Move(word: word, verdict: verdict, elapsed: elapsed, credit: credit) }
}

/// The end of a game.
package struct FinishRecord: Hashable, Sendable {
    package let solved: Bool
    /// The number of accepted moves.
    package let turns: Int
    /// The points, in kinds of games that have points.
    package let points: Int?
    /// ms from the opening to the last accepted move, less the lag credit.
    package let elapsed: Int
    /// Whether the game counts in rankings and streaks: it was played on its day and ended in time.
    package let isRanked: Bool
    /// Whether moves came faster than a hand makes them (`Game.isHasty`). Rankings alone say so: false for a game that
    /// is not ranked.
    package let isHasty: Bool

    package init(
        solved: Bool, turns: Int, points: Int? = nil, elapsed: Int, isRanked: Bool = true, isHasty: Bool = false
    ) {
        self.solved = solved
        self.turns = turns
        self.points = points
        self.elapsed = elapsed
        self.isRanked = isRanked
        self.isHasty = isRanked && isHasty
    }

    package init(_ result: GameResult, isRanked: Bool, isHasty: Bool) {
        self.init(
            solved: result.solved, turns: result.turns, points: result.points, elapsed: result.elapsed,
            isRanked: isRanked, isHasty: isHasty)
    }

    /// The score that decides the rank.
    package var score: Score { Score(solved: solved, turns: turns, points: points, elapsed: elapsed) }
}

/// A game with a time limit that has not ended.
package struct TimedGame: Hashable, Sendable {
    package let key: GameKey
    package let openedAt: Int
    /// The time limit in seconds.
    package let seconds: Int

    package init(key: GameKey, openedAt: Int, seconds: Int) {
        self.key = key
        self.openedAt = openedAt
        self.seconds = seconds
    }

    /// The instant at which the time is up on a line without delay, in ms since 1970-01-01 UTC.
    package var end: Int { openedAt + 1_000 * seconds }
}

/// A game with its whole journal.
package struct GameRecord: Hashable, Sendable {
    package let key: GameKey
    package let openedAt: Int
    package var hardMode: HardMode
    /// The time limit in seconds; nil for a game without one.
    package let seconds: Int?
    /// Whether the game was opened after its day, or by a player to whom the word was known.
    package let isArchive: Bool
    /// The secret of a practice game. Nil for all other games, whose secret is that of the pinned puzzle.
    package let secret: PuzzleSecret?
    /// The moves in order of rows, without a gap.
    package var moves: [MoveRecord]
    package var finish: FinishRecord?

    package init(
        key: GameKey, openedAt: Int, hardMode: HardMode, seconds: Int? = nil, isArchive: Bool = false,
        secret: PuzzleSecret? = nil,
        moves: [MoveRecord] = [], finish: FinishRecord? = nil
    ) {
        self.key = key
        self.openedAt = openedAt
        self.hardMode = hardMode
        self.seconds = seconds
        self.isArchive = isArchive
        self.secret = secret
        self.moves = moves
        self.finish = finish
    }
}

/// A puzzle whose answer is fixed for ever, independent of later lists.
package struct PinnedPuzzle: Hashable, Sendable {
    package let puzzle: PuzzleID
    package let answer: Word
    /// The version of the word list that the answer was drawn from, in hexadecimal; ``hostList`` if the host chose it.
    package let listVersion: String
    /// The player who knows the answer, because it is theirs; nil if nobody is known to.
    package let knownTo: PlayerID?
    /// The instant at which the commitment became public.
    package let publication: Publication

    package init(
        puzzle: PuzzleID, answer: Word, listVersion: String, knownTo: PlayerID? = nil,
        publication: Publication = .unknown
    ) {
        self.puzzle = puzzle
        self.answer = answer
        self.listVersion = listVersion
        self.knownTo = knownTo
        self.publication = publication
    }

    /// The name of the list of words that hosts choose, in place of a version.
    package static let hostList = "host"

    /// Whether the host chose the answer.
    package var isHosts: Bool { listVersion == PinnedPuzzle.hostList }
}

extension PinnedPuzzle {
    /// Returns the puzzle with an exact instant of publication, which was before, on or after its day.
    package func published(at instant: Int, _ when: SealTime.When) -> PinnedPuzzle {
        PinnedPuzzle(
            puzzle: puzzle, answer: answer, listVersion: listVersion, knownTo: knownTo,
            publication: .at(instant, when))
    }
}

/// The first instant at which anybody could read a puzzle's commitment, in ms since 1970-01-01 UTC by the wall clock.
package enum Publication: Hashable, Sendable {
    /// Nothing is stored about the publication.
    case unknown
    /// The exact instant, and its side of the puzzle's day by the calendar of that time. A change of the time zone
    /// later must not move it to a side that claims more.
    case at(Int, SealTime.When)
    /// The latest possible instant: the puzzle was played then, on its day. The server of that time did not store
    /// publications.
    case played(Int)

    /// Whether the instant itself is known.
    package var isExact: Bool {
        switch self {
        case .at: true
        case .unknown, .played: false
        }
    }
}

/// The stored identity of a room. A room's code can be replaced; this number cannot.
package struct RoomID: Hashable, Sendable {
    /// A random positive number.
    package let number: Int

    package init(number: Int) { self.number = number }
}

/// A room without its log.
package struct RoomRecord: Hashable, Sendable {
    package let id: RoomID
    package let code: RoomCode
    /// The room's current name, stored apart so that a list of rooms needs no logs.
    package let name: String
    /// A random number given once. Commitments in the room's name, such as those to words of sprints, are bound to it.
    package let epoch: UInt64
    package let createdAt: Int
    /// The random number of the last restored backup; 0 if none was restored. See `wireEpoch`.
    package let restored: UInt64

    package init(id: RoomID, code: RoomCode, name: String, epoch: UInt64, createdAt: Int, restored: UInt64 = 0) {
        self.id = id
        self.code = code
        self.name = name
        self.epoch = epoch
        self.createdAt = createdAt
        self.restored = restored
    }

    /// The epoch by which clients know the log. It changes when a backup is restored: clients may have seen events that
    /// the restored log lacks, and must resync.
    package var wireEpoch: UInt64 { epoch ^ restored }

    /// Returns the room with another name and code.
    package func described(name: String, code: RoomCode) -> RoomRecord {
        RoomRecord(id: id, code: code, name: name, epoch: epoch, createdAt: createdAt, restored: restored)
    }
}
