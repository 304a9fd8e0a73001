import GameRules
import Rooms

/// One durable change.
package enum Write: Hashable, Sendable {
    /// A new player. Refused as `conflict` if the id exists.
    case createPlayer(PlayerRecord)
    /// A new name for a player. Refused as `conflict` if there is no such player.
    case renamePlayer(PlayerID, name: String)
    /// Fixes a puzzle's answer. Refused as `conflict` if it is pinned to another answer; pinning the same again is no-op.
    case pinPuzzle(PinnedPuzzle)
    /// A new game, open and without moves. Refused as `conflict` if there is no such player, or the player has a game
    /// for the puzzle.
    case openGame(GameRecord)
    /// The next move of a game, and how it ended if this move ends it. Refused as `conflict` unless the game exists and
    /// is not finished, and `row` is the number of moves so far.
    case appendMove(GameKey, MoveRecord, finish: FinishRecord?)
    /// Sets hard mode. Refused as `conflict` unless the game exists, is not finished, and has no move yet or is played at
    /// a stricter level.
    case setHardMode(GameKey, HardMode)
    /// A new room with an empty log. Refused as `conflict` if the id or the code is taken.
    case createRoom(RoomRecord)
    /// The next event of a room's log. Refused as `conflict` unless the room exists and `sequence` is one more than the
    /// last. Some events also keep what is found without the log: `joined`, `left` and `kicked` the index behind
    /// `RoomStore.rooms(of:)` (a seat is given to a player who exists and sits nowhere else in the room, and only a seat that
    /// is held is given up); `named` the record's name; `code` its code, which no other room may have; `closed` gives up all
    /// seats and the code, so that nobody finds the room any more; `opened`, `round`, `started` and `roundOver` the index
    /// behind `RoomStore.races(of:)`.
    case appendEvent(RoomID, LoggedEvent)
}

/// Writes that become durable together or not at all.
package struct Transaction: Hashable, Sendable {
    /// The state the writes were decided against. See `Journal.submit`.
    package let generation: Int
    /// In order.
    package let writes: [Write]

    package init(generation: Int, writes: [Write]) {
        self.generation = generation
        self.writes = writes
    }
}

/// Why storage could not do as asked.
package enum StorageError: Error, Hashable, Sendable {
    /// The disk is full or broken, the file locked, or the queue at its bound; the text is for the log, never for clients.
    /// Nobody may be told that the writes happened. (After a crash on a broken disk they may turn out to have.)
    case unavailable(String)
    /// The writes do not fit what is stored: they were decided against a state that is no longer true.
    case conflict(String)
    /// A transaction before this one, of the same generation, failed.
    case superseded
    /// What is stored cannot be read back; the text is for the log.
    case corrupt(String)
    /// The engine has been closed.
    case closed
}

/// What a storage call answers, on the engine's own thread.
package typealias StorageReply<Value> = @Sendable (Result<Value, StorageError>) -> Void

/// The one writer.
package protocol Journal: Sendable {
    /// Makes `transaction` durable after all those submitted before it, then calls `completion`; completions come in the
    /// order of submission. Transactions that arrive while a commit runs share the next one (group commit).
    ///
    /// Fencing: the caller decides against its memory, which runs ahead of the disk. So when a transaction fails, every
    /// later one of its generation (or a lower one) is refused with `superseded`, for good; the caller forgets what it
    /// held in memory, reads again, and goes on with the next generation. Within a group, a `conflict` fails its own
    /// transaction only (savepoint), plus the fencing; `unavailable` and `corrupt` fail the whole group.
    ///
    /// `completion` runs on the thread that commits: it must be short, and must not call `close`.
    func submit(_ transaction: Transaction, completion: @escaping StorageReply<Void>)

    /// Commits what was submitted, then closes; later calls answer `closed`. Blocks until done.
    func close()
}

/// Reads see committed state only, and never wait for the writer.
package protocol PlayerStore: Sendable {
    /// The player, or nil.
    func player(_ id: PlayerID, completion: @escaping StorageReply<PlayerRecord?>)
}

/// Games and puzzles.
package protocol GameStore: Sendable {
    /// The game with its journal, or nil.
    func game(_ key: GameKey, completion: @escaping StorageReply<GameRecord?>)
    /// The games of these players for one puzzle, those that exist, in any order.
    func games(of players: [PlayerID], puzzle: PuzzleID, completion: @escaping StorageReply<[GameRecord]>)
    /// Every finished game of a puzzle, in any order.
    func results(of puzzle: PuzzleID, completion: @escaping StorageReply<[ResultRecord]>)
    /// The pinned puzzle, or nil.
    func pinned(_ puzzle: PuzzleID, completion: @escaping StorageReply<PinnedPuzzle?>)
}

/// Rooms and their logs.
package protocol RoomStore: Sendable {
    /// The room with this code and its whole log, or nil.
    func room(_ code: RoomCode, completion: @escaping StorageReply<StoredRoom?>)
    /// The room with this code and of its log what its state follows from (`RoomState.needed`), or nil.
    func recall(_ code: RoomCode, tail: Int, completion: @escaping StorageReply<RecalledRoom?>)
    /// The rooms in which the player has a seat, in any order.
    func rooms(of player: PlayerID, completion: @escaping StorageReply<[RoomRecord]>)
    /// The races of a room in which somebody took part and that began in its log before `sequence`: newest first, `limit` at
    /// most. Empty if there is no such room.
    func races(of room: RoomID, before sequence: Int, limit: Int, completion: @escaping StorageReply<[StoredRace]>)
    /// What a room's log has about one race, or nil.
    func race(_ race: RaceID, of room: RoomID, completion: @escaping StorageReply<RaceLog?>)
}

/// A room and its log from sequence 1.
package struct StoredRoom: Hashable, Sendable {
    package let record: RoomRecord
    package let log: [LoggedEvent]

    package init(record: RoomRecord, log: [LoggedEvent]) {
        self.record = record
        self.log = log
    }
}

/// A room and the events of its log from which its state follows.
package struct RecalledRoom: Hashable, Sendable {
    package let record: RoomRecord
    /// As `RoomState.needed` says: with gaps before the newest events.
    package let log: [LoggedEvent]

    package init(record: RoomRecord, log: [LoggedEvent]) {
        self.record = record
        self.log = log
    }
}

/// What every engine is: the embedded file, the cluster, the memory of tests. All pass `StorageContract`.
package typealias Storage = Journal & PlayerStore & GameStore & RoomStore
