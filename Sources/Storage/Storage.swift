import GameRules
import Puzzles
import Rooms

/// One durable change.
package enum Write: Hashable, Sendable {
    /// A new player. Refused as `conflict` if the id exists.
    case createPlayer(PlayerRecord)
    /// A new name for a player. Refused as `conflict` if there is no such player.
    case renamePlayer(PlayerID, name: String)
    /// Another name for a player, given by the server's operator: the player takes no other one before `until`, ms by
    /// the server's clock. Refused as `conflict` if there is no such player.
    case resetName(PlayerID, name: String, until: Int)
    /// Makes all session tokens of a player void that have a lower number. Refused as `conflict` if there is no such
    /// player, or the number is not higher than the one stored.
    case endSessions(PlayerID, sessions: Int)
    /// Forgets who a player was. The name gives way to `name`; in the logs it has to have before, by `renameInLogs`.
    /// Practice games go. What remains are games without a person: they count in rankings as before. Nobody is this
    /// player ever after. Refused as `conflict` if there is no such player, or the player still has a seat.
    case deletePlayer(PlayerID, name: String)
    /// Puts `name` in the place of all names that logs have for a player, in one piece of those logs: that after
    /// `after`, or the first, to `through`, which `RoomStore.names(of:after:)` has said. Events that cannot be read
    /// stay as they are, and are reported. Refused as `conflict` if there is no such player, or the player still has a
    /// seat, so that there might be more.
    case renameInLogs(PlayerID, name: String, after: NamePlace?, through: NamePlace)
    /// Gives up a seat in a room whose log cannot be read: `left` becomes its last event, whatever it says before.
    /// Refused as `conflict` if the player has no seat there.
    case abandonSeat(PlayerID, RoomID, time: Int)
    /// Fixes a puzzle's answer. Refused as `conflict` if it is pinned to another answer; pinning the same again is
    /// no-op. Its publication is not stored: that is a write of its own, as nobody can read what is not stored yet.
    case pinPuzzle(PinnedPuzzle)
    /// Notes when a puzzle's commitment could be read, ms by the wall's clock. The first instant stays: if there is
    /// one, this is no-op. Refused as `conflict` if the puzzle is not pinned. `when`: whether that is before, on or
    /// after its day, by the calendar that is in force.
    case publishPuzzle(PuzzleID, at: Int, when: SealTime.When)
    /// A day has begun on this server, whatever the wall's clock says later. No-op if that is known.
    case beginDay(Day)
    /// A new game, open and without moves. Refused as `conflict` if there is no such player, or the player has a game
    /// for the puzzle.
    case openGame(GameRecord)
    /// The next move of a game, and how it ended if this move ends it. Refused as `conflict` unless the game exists and
    /// is not finished, and `row` is the number of moves so far.
    case appendMove(GameKey, MoveRecord, finish: FinishRecord?)
    /// Sets hard mode. Refused as `conflict` unless the game exists, is not finished, and has no move yet or is played
    /// at a stricter level.
    case setHardMode(GameKey, HardMode)
    /// Drops a practice game with its moves. Refused as `conflict` if there is no such game, or it is of another kind.
    case forgetGame(GameKey)
    /// A new room with an empty log. Refused as `conflict` if the id or the code is taken.
    case createRoom(RoomRecord)
    /// The next event of a room's log. Refused as `conflict` unless the room exists and `sequence` is one more than the
    /// last. Some events also keep what is found without the log: `joined`, `left` and `kicked` the index behind
    /// `RoomStore.rooms(of:)` (a seat is given to a player who exists and sits nowhere else in the room, and only a
    /// seat that is held is given up); `joined` and `renamed` where the log has a player's name (only who holds a seat
    /// is renamed); `named` the record's name; `code` its code, which no other room may have; `closed` gives up all
    /// seats and the code, so that nobody finds the room any more; `opened`, `round`, `started` and `roundOver` the
    /// index behind `RoomStore.races(of:)`.
    case appendEvent(RoomID, LoggedEvent)
}

/// Writes that become durable together or not at all.
package struct Transaction: Hashable, Sendable {
    /// Its place in the order of submission, from 1.
    package let number: Int
    /// The last transaction of which the one who submits this has heard what became of it.
    package let heard: Int
    /// Those after that against whose outcome the writes were decided.
    package let rests: [Int]
    /// In order.
    package let writes: [Write]

    package init(number: Int, heard: Int, rests: [Int], writes: [Write]) {
        self.number = number
        self.heard = heard
        self.rests = rests
        self.writes = writes
    }

    /// Writes that rest on nothing that is under way.
    package init(writes: [Write]) { self.init(number: 0, heard: .max, rests: [], writes: writes) }
}

/// Why storage could not do as asked.
package enum StorageError: Error, Hashable, Sendable {
    /// The disk is full or broken, the file locked, or the queue at its bound; the text is for the log, never for
    /// clients. Nobody may be told that the writes happened. (After a crash on a broken disk they may turn out to
    /// have.)
    case unavailable(String)
    /// The writes do not fit what is stored: they were decided against a state that is no longer true.
    case conflict(String)
    /// A transaction failed on which this one rests.
    case superseded
    /// What is stored cannot be read back; the text is for the log.
    case corrupt(String)
    /// The engine has been closed.
    case closed

    /// Whether the cause is in what one transaction wants, or in the rows that it needs: others do not meet it.
    package var isOfOneTransaction: Bool {
        switch self {
        case .conflict, .corrupt: true
        case .unavailable, .superseded, .closed: false
        }
    }
}

/// What a storage call answers, on the engine's own thread.
package typealias StorageReply<Value> = @Sendable (Result<Value, StorageError>) -> Void

/// The one writer.
package protocol Journal: Sendable {
    /// Makes `transaction` durable after all those submitted before it, then calls `completion`; completions come in
    /// the order of submission. Transactions that arrive while a commit runs share the next one (group commit).
    ///
    /// Fencing: the caller decides against its memory, which runs ahead of the disk. `conflict` and `corrupt` fail
    /// their own transaction (savepoint), and with `superseded` those that rest on it, directly or not. Any other
    /// failure fails the whole group, and with `superseded` every later transaction whose caller has not heard of it.
    /// The caller lets go of what it held in memory of those, reads again, and goes on.
    ///
    /// `completion` runs on the thread that commits: it must be short, and must not call `close`.
    func submit(_ transaction: Transaction, completion: @escaping StorageReply<Void>)

    /// Commits what was submitted, then closes; later calls answer `closed`. Blocks until done.
    func close()
}

/// Reads see committed state only, and never wait for the writer.
package protocol PlayerStore: Sendable {
    /// The player; nil if there is none, or the player was deleted.
    func player(_ id: PlayerID, completion: @escaping StorageReply<PlayerRecord?>)
    /// Those of the players that there are, in any order. Who was deleted is among them, by the name given then.
    func players(_ ids: [PlayerID], completion: @escaping StorageReply<[PlayerRecord]>)
    /// The players whose names contain `text`, where upper and lower case of the letters A to Z make no difference; not
    /// who was deleted. The shortest names first, `limit` at most. Every name is looked at.
    func players(named text: String, limit: Int, completion: @escaping StorageReply<[FoundPlayer]>)
}

/// Games and puzzles.
package protocol GameStore: Sendable {
    /// The game with its journal, or nil.
    func game(_ key: GameKey, completion: @escaping StorageReply<GameRecord?>)
    /// The games of these players for one puzzle, those that exist, in any order.
    func games(of players: [PlayerID], puzzle: PuzzleID, completion: @escaping StorageReply<[GameRecord]>)
    /// Every game of a player with its journal, by line and day, those for practice included.
    func games(of player: PlayerID, completion: @escaping StorageReply<[GameRecord]>)
    /// A player's games of one line without their journals, by day.
    func history(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<[PlayedGame]>)
    /// A player's practice game of this line with the highest number, or nil.
    func practice(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<GameRecord?>)
    /// Gives every finished game of a line that is ranked and of one of `days` to `add`, in pieces of at most
    /// `RankedResult.chunk`, and answers with what became of `initial`. In any order; the embedded engine's is by day,
    /// and then that of the day's ranking.
    ///
    /// Unlike other reads it has its place among the writes: it sees all that were submitted before it, whatever
    /// becomes of them, and none that were submitted after. Beginning waits for the writer, therefore; the reading
    /// itself holds up neither reads nor writes, but it keeps what is written meanwhile from being tidied up. So an
    /// engine may do one at a time: what is asked for while another goes on is refused as `unavailable`. `add` runs on
    /// a thread of the engine's.
    func foldResults<T: Sendable>(
        of line: PuzzleLine, days: ClosedRange<Day>, into initial: T,
        add: @escaping @Sendable (inout T, [RankedResult]) -> Void, completion: @escaping StorageReply<T>)
    /// The pinned puzzle, or nil.
    func pinned(_ puzzle: PuzzleID, completion: @escaping StorageReply<PinnedPuzzle?>)
    /// The pinned puzzles of a line before a day, newest first, `limit` at most.
    func pinned(of line: PuzzleLine, before day: Day, limit: Int, completion: @escaping StorageReply<[PinnedPuzzle]>)
    /// The last day before `day` that has begun here, or nil.
    func lastDay(before day: Day, completion: @escaping StorageReply<Day?>)
}

/// Rooms and their logs.
package protocol RoomStore: Sendable {
    /// The room with this code and its whole log, or nil.
    func room(_ code: RoomCode, completion: @escaping StorageReply<StoredRoom?>)
    /// The room with this code and of its log what its state follows from (`RoomState.needed`), or nil.
    func recall(_ code: RoomCode, tail: Int, completion: @escaping StorageReply<RecalledRoom?>)
    /// The open rooms whose names contain `text`, compared as names of players are, and the one with this code. The
    /// shortest names first, `limit` at most. Every name is looked at.
    func rooms(named text: String, code: RoomCode?, limit: Int, completion: @escaping StorageReply<[RoomRecord]>)
    /// The rooms in which the player has a seat, in any order.
    func rooms(of player: PlayerID, completion: @escaping StorageReply<[RoomRecord]>)
    /// The rooms in which the player ever had a seat, by their numbers. No log is looked at.
    func sittings(of player: PlayerID, completion: @escaping StorageReply<[Sitting]>)
    /// Where the first names end that logs have for the player after `place`, `NamePlace.piece` at most; nil if there
    /// are none. No log is looked at.
    func names(of player: PlayerID, after place: NamePlace?, completion: @escaping StorageReply<NamePlace?>)
    /// What a room's log has about the player after `sequence`: a piece of it. Empty, and the last, if there is no such
    /// room, or the player never had a seat there.
    func seatEvents(
        of player: PlayerID, in room: RoomID, after sequence: Int, completion: @escaping StorageReply<SeatEvents>)
    /// The races of a room in which somebody took part and that began in its log before `sequence`: newest first,
    /// `limit` at most. Empty if there is no such room.
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
