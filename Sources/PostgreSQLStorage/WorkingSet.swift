import GameRules
import Rooms
import Storage
import StoredRows

/// The rows on which a group of transactions depends, and what the group makes of them.
///
/// Each transaction is judged here, in memory, by the rules of `WriteRules`. So a group is written in sets, one
/// statement a table, without the transactions that are refused. That is sound because nobody else writes: every group
/// checks in its own transaction that the lease is still ours. Rows are looked up before the group that needs them, and
/// remembered after it, so that a game in play is looked up once.
struct WorkingSet {
    /// A player as writes see it.
    struct Player {
        var record: PlayerRecord
        var isDeleted: Bool
    }

    struct Game {
        /// The rows' own number.
        let id: Int
        var head: GameHead
        let isPractice: Bool
    }

    struct Room {
        /// The code as stored: a closed room has one that nobody can type.
        var code: String
        /// The sequence of the last event, 0 if it has none.
        var last: Int
    }

    struct Puzzle {
        let answer: Word
        /// Whether the host chose it.
        let isHosts: Bool
        /// Whether it is noted that somebody could read the commitment.
        var isPublished: Bool
    }

    var players = Ledger<PlayerID, Player>()
    var games = Ledger<GameKey, Game>()
    var rooms = Ledger<RoomID, Room>()
    /// Which room has a code.
    var codes = Ledger<String, RoomID>()
    /// The seats of a room that are taken, and by whom. Each room that is known has a row, without seats if need be.
    var seats = Ledger<RoomID, [Seat: PlayerID]>()
    var puzzles = Ledger<PuzzleID, Puzzle>()
    private(set) var changes = Changes()
    /// The highest number of a game. Only we give numbers, so that none is given twice.
    var lastGame = 0

    mutating func add(_ row: StoredValue..., to set: ChangeSet) { changes.add(row, to: set) }

    /// Applies all of a transaction, or leaves no trace of it and throws what does not fit.
    mutating func apply(_ writes: [Write]) throws(StorageError) {
        let mark = changes.mark
        do throws(StorageError) {
            for write in writes { try apply(write) }
            keep()
        } catch {
            changes.rollBack(to: mark)
            rollBack()
            throw error
        }
    }

    /// Returns the statements that write the changes, and begins anew with what is known.
    mutating func takeStatements() -> [Statement] {
        defer { changes = Changes() }
        return changes.statements
    }

    private mutating func keep() {
        players.keep()
        games.keep()
        rooms.keep()
        codes.keep()
        seats.keep()
        puzzles.keep()
    }

    private mutating func rollBack() {
        players.rollBack()
        games.rollBack()
        rooms.rollBack()
        codes.rollBack()
        seats.rollBack()
        puzzles.rollBack()
    }

    /// Forgets everything: a group has failed, or something was written past the set.
    mutating func forgetAll() {
        changes = Changes()
        players.forgetAll()
        games.forgetAll()
        rooms.forgetAll()
        codes.forgetAll()
        seats.forgetAll()
        puzzles.forgetAll()
    }

    /// Forgets the rows that a write on its own has changed, so that they are looked up again.
    mutating func forget(after write: Write) {
        switch write {
        case .deletePlayer, .renameInLogs: forgetAll()
        case .forgetRoom(let id, _):
            if let room = rooms.known(id) { codes.forget(room.code) }
            rooms.forget(id)
            seats.forget(id)
        // None of these tables.
        case .noteAct, .announce, .leaveOut, .bringBack, .countRefused: break
        // Written by the set, which knows them.
        case .createPlayer, .renamePlayer, .resetName, .setBan, .noteVisit, .endSessions, .abandonSeat, .pinPuzzle,
            .unpinPuzzle, .publishPuzzle, .beginDay, .openGame, .appendMove, .endGame, .setHardMode, .forgetGame,
            .createRoom, .appendEvent:
            break
        }
    }

    /// Rows of a table that are remembered at most, some MB each; beyond that all are forgotten. As many play at once.
    static let most = 65_536

    /// Forgets tables that have grown too long. Between groups only.
    mutating func trim() {
        if players.count > WorkingSet.most { players.forgetAll() }
        if games.count > WorkingSet.most { games.forgetAll() }
        if rooms.count > WorkingSet.most { rooms.forgetAll() }
        if codes.count > WorkingSet.most { codes.forgetAll() }
        if seats.count > WorkingSet.most { seats.forgetAll() }
        if puzzles.count > WorkingSet.most { puzzles.forgetAll() }
    }

    private mutating func apply(_ write: Write) throws(StorageError) {
        switch write {
        case .createPlayer(let player): try create(player)
        case .renamePlayer(let id, let name): try rename(id) { $0.name = name }
        case .resetName(let id, let name, let until):
            try rename(id) {
                $0.name = name
                $0.nameResetUntil = until
            }
        case .setBan(let id, let instant): try rename(id) { $0.bannedAt = instant }
        case .noteVisit(let id, let day): try noteVisit(of: id, on: day)
        case .endSessions(let id, let sessions): try endSessions(id, sessions)
        case .abandonSeat(let id, let room, let time): try abandonSeat(of: id, in: room, time: time)
        case .pinPuzzle(let puzzle): try pin(puzzle)
        case .unpinPuzzle(let puzzle): try unpin(puzzle)
        case .publishPuzzle(let puzzle, let instant, let when): try publish(puzzle, instant, when.rawValue)
        case .beginDay(let day, let instant): add(.day(day), .integer(instant), to: .days)
        case .openGame(let game): try open(game)
        case .appendMove(let key, let move, let finish): try append(move, finish: finish, to: key)
        case .endGame(let key, let finish): try end(key, finish)
        case .setHardMode(let key, let mode): try setHardMode(mode, of: key)
        case .forgetGame(let key): try forget(key)
        case .createRoom(let room): try create(room)
        case .appendEvent(let room, let event): try append(event, to: room)
        case .deletePlayer, .renameInLogs, .forgetRoom, .noteAct, .announce, .leaveOut, .bringBack, .countRefused:
            preconditionFailure("written past the set: `Write.isApart`")
        }
    }
}

extension Write {
    /// Whether it is written by itself: it reads and changes more rows than can be looked up before its group, or it
    /// comes seldom.
    var isApart: Bool {
        switch self {
        case .deletePlayer, .renameInLogs, .forgetRoom, .noteAct, .announce, .leaveOut, .bringBack, .countRefused: true
        case .createPlayer, .renamePlayer, .resetName, .setBan, .noteVisit, .endSessions, .abandonSeat, .pinPuzzle,
            .unpinPuzzle, .publishPuzzle, .beginDay, .openGame, .appendMove, .endGame, .setHardMode, .forgetGame,
            .createRoom, .appendEvent:
            false
        }
    }
}
