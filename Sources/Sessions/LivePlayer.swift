import GameRules
import Rooms
import Storage

/// A player in memory, as long as there is a connection or something under way.
final class LivePlayer {
    let id: PlayerID
    var name: String
    /// Connections that have said `hello`; those not greeted yet wait for what their welcome tells to be durable.
    var sessions = FewObjects<Session>()
    /// Rooms in which the player has a seat.
    var seats: [RoomID: RoomRecord]
    /// Games in memory.
    var games: [PuzzleID: LiveGame] = [:]
    /// The last submission that touched this player.
    var ticket = 0
    /// In `SessionHub.playersToLetGo`, where nobody stands twice: one who comes and goes all day waits there for long.
    var isToBeLetGo = false
    /// Requests of all connections, seats taken, rooms entered, new names. They go with the player, who is kept in memory until
    /// they are full: reconnecting fills nothing.
    var requests = TokenBucket()
    var seatsTaken = TokenBucket()
    var entries = TokenBucket()
    var newNames = TokenBucket()
    var reactions = TokenBucket()
    var changes = TokenBucket()

    /// Whether nothing is counted against the player.
    func isUnburdened(now: Int) -> Bool {
        requests.isFull(now: now) && seatsTaken.isFull(now: now) && entries.isFull(now: now)
            && newNames.isFull(now: now) && reactions.isFull(now: now) && changes.isFull(now: now)
    }

    init(_ record: PlayerRecord, seats: [RoomRecord]) {
        id = record.id
        name = record.name
        self.seats = Dictionary(seats.map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })
    }
}

/// A game in memory.
final class LiveGame {
    let key: GameKey
    /// Server time at which the board was shown.
    let openedAt: Int
    var game: GuessGame
    /// The connection that plays it: the newest that opened it.
    weak var playing: Session?
    /// The last submission that touched this game.
    var ticket = 0

    init(key: GameKey, openedAt: Int, game: GuessGame) {
        self.key = key
        self.openedAt = openedAt
        self.game = game
    }

    /// A stored game. Throws if its journal is no game with this answer. Precondition: the answer has the length of the
    /// line.
    init(_ record: GameRecord, answer: Word, rows: Int) throws(JournalFault) {
        for move in record.moves where move.word.count != move.pattern.count {
            throw .wrongLength(row: move.row)
        }
        key = record.key
        openedAt = record.openedAt
        game = try GuessGame(
            answer: answer,
            rules: GuessRules(length: answer.count, rows: rows, hardMode: record.hardMode),
            replaying: record.moves.map { GuessMove(word: $0.word, pattern: $0.pattern, elapsed: $0.elapsed) })
    }

    /// The game as the player's rooms see it.
    var lane: Lane {
        Lane(
            rows: game.journal.map { LaneRow(pattern: $0.pattern, elapsed: $0.elapsed) },
            finish: finish.map { LaneFinish(solved: $0.solved, turns: $0.turns, elapsed: $0.elapsed) })
    }

    /// How it ended; nil while it goes on.
    var finish: FinishRecord? {
        game.result.map { FinishRecord(solved: $0.solved, turns: $0.turns, elapsed: $0.elapsed) }
    }
}
