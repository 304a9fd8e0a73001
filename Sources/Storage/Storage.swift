import GameRules
import Puzzles
import Rooms

/// One durable change.
package enum Write: Hashable, Sendable {
    /// Creates a player. Refused as `conflict` if the id exists.
    case createPlayer(PlayerRecord)
    /// Renames a player. Refused as `conflict` if there is no such player.
    case renamePlayer(PlayerID, name: String)
    /// Renames a player by order of the operator. The player cannot choose another name before `until`, in ms since
    /// 1970-01-01 UTC. Refused as `conflict` if there is no such player.
    case resetName(PlayerID, name: String, until: Int)
    /// Bans a player from an instant on, in ms since 1970-01-01 UTC, or ends the ban if that is nil. Refused as
    /// `conflict` if there is no such player.
    case setBan(PlayerID, at: Int?)
    /// Stores that a player was here on a day. Does nothing if there is no such player, or a visit on that day or a
    /// later one is stored.
    case noteVisit(PlayerID, on: Day)
    /// Voids the session tokens of a player that have a lower number. Refused as `conflict` if there is no such player,
    /// or the number is not higher than the one stored.
    case endSessions(PlayerID, sessions: Int)
    /// Deletes a player's person. `name` replaces the name; `renameInLogs` must have replaced it in the logs before.
    /// Practice games are deleted. All other games stay and count in rankings, without a person. The id is never used
    /// again. Refused as `conflict` if there is no such player, or the player still has a seat.
    case deletePlayer(PlayerID, name: String)
    /// Replaces a player's names in logs by `name`, in one piece: from `after` (nil for the start) to `through`, which
    /// `RoomStore.names(of:after:)` returned. Events that cannot be read stay as they are and are reported. Refused as
    /// `conflict` if there is no such player, or the player still has a seat, whose log could yet grow.
    case renameInLogs(PlayerID, name: String, after: NamePlace?, through: NamePlace)
    /// Gives up a seat in a room whose log cannot be read, by appending `left`. Refused as `conflict` if the player has
    /// no seat there.
    case abandonSeat(PlayerID, RoomID, time: Int)
    /// Fixes a puzzle's answer. Refused as `conflict` if it is pinned to another answer, or there is no player to whom
    /// it is known. Idempotent. The publication is a write of its own, since nobody can read a commitment that is not
    /// stored yet.
    case pinPuzzle(PinnedPuzzle)
    /// Takes back a word that the host chose, whose commitment nobody could read yet. Refused as `conflict` if the
    /// puzzle is not pinned, or its word was drawn from a list, or its publication is stored.
    case unpinPuzzle(PuzzleID)
    /// Stores the instant at which a puzzle's commitment became public, in ms by the wall clock. `when` is its side of
    /// the puzzle's day by the calendar in force. Idempotent: the first instant stays. Refused as `conflict` if the
    /// puzzle is not pinned.
    case publishPuzzle(PuzzleID, at: Int, when: SealTime.When)
    /// Stores that a day has begun on this server, and at which instant (ms by the server's clock). So a clock that is
    /// set back cannot undo it. If the day begins twice, the later instant stays: the first time, a clock was wrong.
    case beginDay(Day, at: Int)
    /// Opens a game without moves. Refused as `conflict` if there is no such player, or the player has a game for the
    /// puzzle.
    case openGame(GameRecord)
    /// Appends a move to a game, with the end of the game if the move ends it. Refused as `conflict` unless the game
    /// exists, is not finished, and `row` is its number of moves.
    case appendMove(GameKey, MoveRecord, finish: FinishRecord?)
    /// Ends a game whose time is up. Refused as `conflict` unless the game exists and is not finished.
    case endGame(GameKey, FinishRecord)
    /// Sets hard mode. Refused as `conflict` unless the game exists, is not finished, and either has no move yet or is
    /// lowered from a stricter level.
    case setHardMode(GameKey, HardMode)
    /// Deletes a practice game with its moves. Refused as `conflict` if there is no such game, or the game is not for
    /// practice.
    case forgetGame(GameKey)
    /// Creates a room with an empty log. Refused as `conflict` if the id or the code is taken.
    case createRoom(RoomRecord)
    /// Appends an event to a room's log. Refused as `conflict` unless the room exists and `sequence` is the next one.
    /// Some events also change an index:
    /// - `joined`, `left`, `kicked`: the seats behind `RoomStore.rooms(of:)`. Only an existing player without a seat in
    ///   the room gets one, and only a held seat is given up.
    /// - `joined`, `renamed`: the places of a player's name in the log. Only the holder of a seat is renamed.
    /// - `named`: the name of the record.
    /// - `code`: the code of the record, which no other room may have.
    /// - `closed`: frees the code and all seats, so that nobody finds the room any more.
    /// - `opened`, `round`, `started`, `roundOver`: the races behind `RoomStore.races(of:)`.
    case appendEvent(RoomID, LoggedEvent)
    /// Deletes the events of a closed room up to a sequence, with the names and races that begin there. The room itself
    /// goes with its last event. An engine may keep all of it until then. Refused as `conflict` if there is no such
    /// room, or it is not closed.
    case forgetRoom(RoomID, through: Int)
    /// Appends an act to the audit log, and drops what exceeds `AdminAct.most` or is older than `AdminAct.kept`.
    case noteAct(AdminAct)
    /// Replaces the announcement, or withdraws it if that is nil.
    case announce(StoredAnnouncement?)
    /// Leaves a word out of what is drawn. Idempotent: the first instant stays.
    case leaveOut(LeftOutWord)
    /// Has a word drawn again that was left out. Does nothing if it is not.
    case bringBack(word: String)
    /// Stores how often each of these words was refused on a day, in place of earlier counts of the same words. Drops
    /// the words of days that are `RefusedWord.daysKept` or more before it.
    case countRefused(Day, [RefusedWord])
}

/// Writes that become durable together or not at all.
package struct Transaction: Hashable, Sendable {
    /// The transaction's place in the order of submission, from 1.
    package let number: Int
    /// The last transaction whose outcome the submitter knew.
    package let heard: Int
    /// Later transactions, of unknown outcome, on which the decision of these writes rested.
    package let rests: [Int]
    /// The writes, in order.
    package let writes: [Write]

    package init(number: Int, heard: Int, rests: [Int], writes: [Write]) {
        self.number = number
        self.heard = heard
        self.rests = rests
        self.writes = writes
    }

    /// Creates a transaction that rests on no other.
    package init(writes: [Write]) { self.init(number: 0, heard: .max, rests: [], writes: writes) }
}

/// A reason why storage could not do as asked.
package enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk is full or broken, the file locked, or the queue at its bound. The text is for the log, never for
    /// clients. The writes count as not made, although after a crash on a broken disk they may reappear.
    case unavailable(String)
    /// The writes do not fit what is stored. They were decided against a state that is no longer true.
    case conflict(String)
    /// A transaction that this one rests on has failed.
    case superseded
    /// The stored bytes cannot be read back. The text is for the log.
    case corrupt(String)
    /// Another server has taken the database over. This engine can write nothing any more, and its memory may be out of
    /// date, so it must stop.
    case fenced
    /// The engine has been closed.
    case closed

    /// A phrase for the log and the operator.
    package var description: String {
        switch self {
        case .unavailable(let text): text
        case .conflict(let text): "conflict with what is stored: \(text)"
        case .superseded: "a write before it failed"
        case .corrupt(let text): "what is stored is damaged: \(text)"
        case .fenced: "another server has taken the database over"
        case .closed: "storage is closed"
        }
    }

    /// Whether the cause lies in one transaction's writes or rows, so that other transactions are unaffected.
    package var isOfOneTransaction: Bool {
        switch self {
        case .conflict, .corrupt: true
        case .unavailable, .superseded, .fenced, .closed: false
        }
    }
}

/// The callback for the result of a storage call, called on the engine's thread.
package typealias StorageReply<Value> = @Sendable (Result<Value, StorageError>) -> Void

/// The single writer of a storage engine.
package protocol Journal: Sendable {
    /// Makes `transaction` durable after all those submitted before, then calls `completion`. Completions come in the
    /// order of submission. Transactions that arrive during a commit share the next one (group commit).
    ///
    /// Fencing: the caller decides against its memory, which runs ahead of the disk. `conflict` and `corrupt` fail
    /// their own transaction (savepoint). They also fail, as `superseded`, the transactions that rest on it, directly
    /// or not. Any other failure fails the whole group. It also fails, as `superseded`, every later transaction whose
    /// caller did not know of it. The caller evicts the objects of failed transactions from memory, reads them again,
    /// and goes on.
    ///
    /// `completion` runs on the thread that commits: it must be short, and must not call `close`.
    func submit(_ transaction: Transaction, completion: @escaping StorageReply<Void>)

    /// Commits what was submitted, then closes. Later calls fail with `closed`. Blocks until done.
    func close()
}

/// Reads of players. All reads see committed state only, and never wait for the writer.
package protocol PlayerStore: Sendable {
    /// Reads a player; nil if there is none, or the player was deleted.
    func player(_ id: PlayerID, completion: @escaping StorageReply<PlayerRecord?>)
    /// Reads those of the players that exist, in any order. Deleted players are included, under the names given at
    /// deletion.
    func players(_ ids: [PlayerID], completion: @escaping StorageReply<[PlayerRecord]>)
    /// Finds players whose names contain `text`, without regard to the case of A to Z. Deleted players are left out.
    /// Shortest names first, at most `limit`. Scans every name.
    func players(named text: String, limit: Int, completion: @escaping StorageReply<[FoundPlayer]>)
    /// Finds players whose last visit was before `day`, after the place of another one (`LastVisit.none` for the
    /// start). They are ordered by day and player, at most `limit`. Banned and deleted players are left out. Reads
    /// nobody else.
    func visits(before day: Day, after place: LastVisit, limit: Int, completion: @escaping StorageReply<[LastVisit]>)
}

/// Reads for those who run the server.
package protocol ModerationStore: Sendable {
    /// Reads the players who are banned, those banned last first, at most `limit`.
    func bannedPlayers(limit: Int, completion: @escaping StorageReply<[PlayerRecord]>)
    /// Reads the audit log before a number (nil for its end), newest first, at most `limit`.
    func acts(before number: Int?, limit: Int, completion: @escaping StorageReply<[LoggedAct]>)
    /// Reads the announcement, or nil.
    func announcement(completion: @escaping StorageReply<StoredAnnouncement?>)
    /// Reads the words that are left out, in the order of their bytes.
    func wordsLeftOut(completion: @escaping StorageReply<[LeftOutWord]>)
    /// Reads the words that were refused on these days, each with the sum of its counts. Most refused first, then by
    /// line and word, at most `limit`.
    func refusedWords(on days: ClosedRange<Day>, limit: Int, completion: @escaping StorageReply<[RefusedWord]>)
}

/// Reads of games and puzzles.
package protocol GameStore: Sendable {
    /// Reads a game with its journal, or nil.
    func game(_ key: GameKey, completion: @escaping StorageReply<GameRecord?>)
    /// Reads those of these games that have been opened, each with its journal, in any order.
    func games(_ keys: [GameKey], completion: @escaping StorageReply<[GameRecord]>)
    /// Reads every game of a player with its journal, ordered by line and day. Practice games are included.
    func games(of player: PlayerID, completion: @escaping StorageReply<[GameRecord]>)
    /// Reads a player's games of one line without their journals, ordered by day.
    func history(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<[PlayedGame]>)
    /// Reads the player's practice game of this line with the highest number, or nil.
    func practice(of player: PlayerID, line: PuzzleLine, completion: @escaping StorageReply<GameRecord?>)
    /// Reads the games that have a time limit and have not ended, in the order of their ends. Practice games are left
    /// out, and games that cannot be read.
    func timedGames(completion: @escaping StorageReply<[TimedGame]>)
    /// Folds the ranked games of a line on `days`. `add` gets them in pieces of at most `RankedResult.chunk`;
    /// `completion` gets the final value. The order is undefined; the embedded engine orders by day, then as the day's
    /// ranking does.
    ///
    /// Unlike other reads, a fold has a place among the writes. It sees all that were submitted before it, whatever
    /// becomes of them, and none submitted after. Its start therefore waits for the writer. The fold itself delays
    /// neither reads nor writes, but it keeps the engine from tidying up what is written meanwhile. An engine may run
    /// one fold at a time and refuse a second one as `unavailable`. `add` runs on a thread of the engine.
    func foldResults<T: Sendable>(
        of line: PuzzleLine, days: ClosedRange<Day>, into initial: T,
        add: @escaping @Sendable (inout T, [RankedResult]) -> Void, completion: @escaping StorageReply<T>)
    /// Reads a pinned puzzle, or nil.
    func pinned(_ puzzle: PuzzleID, completion: @escaping StorageReply<PinnedPuzzle?>)
    /// Reads the pinned puzzles of a line before a day, newest first, at most `limit`.
    func pinned(of line: PuzzleLine, before day: Day, limit: Int, completion: @escaping StorageReply<[PinnedPuzzle]>)
    /// Reads the instant at which the first day after `day` began here, in ms by the server's clock. Nil if no such day
    /// has begun, or if nobody noted the instant.
    func begin(after day: Day, completion: @escaping StorageReply<Int?>)
    /// Reads the last day before `day` that has begun on this server, or nil.
    func lastDay(before day: Day, completion: @escaping StorageReply<Day?>)
    /// Reads the day before `day` that has begun on this server with `later` others between them; nil if fewer have.
    /// Precondition: `later` is not negative.
    func earlierDay(before day: Day, later: Int, completion: @escaping StorageReply<Day?>)
}

/// Reads of rooms and their logs.
package protocol RoomStore: Sendable {
    /// Reads the room with this code and its whole log, or nil.
    func room(_ code: RoomCode, completion: @escaping StorageReply<StoredRoom?>)
    /// Reads the room with this code and the events that its state depends on (`RoomState.needed`), or nil.
    func recall(_ code: RoomCode, tail: Int, completion: @escaping StorageReply<RecalledRoom?>)
    /// Reads the open room that had this code last and has another one now, or nil.
    func room(formerly code: RoomCode, completion: @escaping StorageReply<RoomRecord?>)
    /// Finds open rooms whose names contain `text`, without regard to the case of A to Z, and the room with this code.
    /// Shortest names first, at most `limit`. Scans every name.
    func rooms(named text: String, code: RoomCode?, limit: Int, completion: @escaping StorageReply<[RoomRecord]>)
    /// Reads the rooms in which the player has a seat, in any order.
    func rooms(of player: PlayerID, completion: @escaping StorageReply<[RoomRecord]>)
    /// Looks at the `limit` rooms that follow the room `place` by number (nil for the start), closed ones included.
    /// Finds those whose last event was before `instant`. Rooms whose last event cannot be read are left out. Reads the
    /// ends of the logs alone.
    func quietRooms(
        before instant: Int, after place: RoomID?, limit: Int, completion: @escaping StorageReply<QuietRooms>)
    /// Reads the rooms in which the player has or had a seat, ordered by room number. Reads no log.
    func sittings(of player: PlayerID, completion: @escaping StorageReply<[Sitting]>)
    /// Finds the end of the next piece of a player's names in logs: the place of the last of at most `NamePlace.piece`
    /// names after `place`. Nil if none are left. Reads no log.
    func names(of player: PlayerID, after place: NamePlace?, completion: @escaping StorageReply<NamePlace?>)
    /// Reads a piece of the events about a player in a room's log, after `sequence`. Empty and final if there is no
    /// such room, or the player never had a seat there.
    func seatEvents(
        of player: PlayerID, in room: RoomID, after sequence: Int, completion: @escaping StorageReply<SeatEvents>)
    /// Reads the races of a room that had a player and began before `sequence`, newest first, at most `limit`. Empty if
    /// there is no such room.
    func races(of room: RoomID, before sequence: Int, limit: Int, completion: @escaping StorageReply<[StoredRace]>)
    /// Reads the open rooms with a round whose end is not in the log, ordered by number.
    func roomsInRound(completion: @escaping StorageReply<[RoomRecord]>)
    /// Reads the part of a room's log that belongs to one race, or nil.
    func race(_ race: RaceID, of room: RoomID, completion: @escaping StorageReply<RaceLog?>)
}

/// A room and its complete log.
package struct StoredRoom: Hashable, Sendable {
    package let record: RoomRecord
    package let log: [LoggedEvent]

    package init(record: RoomRecord, log: [LoggedEvent]) {
        self.record = record
        self.log = log
    }
}

/// A room and the events that its state depends on.
package struct RecalledRoom: Hashable, Sendable {
    package let record: RoomRecord
    /// The events that `RoomState.needed` returns, with gaps before the newest ones.
    package let log: [LoggedEvent]

    package init(record: RoomRecord, log: [LoggedEvent]) {
        self.record = record
        self.log = log
    }
}

/// A complete storage engine. Every engine passes `StorageContract`.
package typealias Storage = Journal & PlayerStore & ModerationStore & GameStore & RoomStore
