import GameRules
import Rooms
import Storage

/// A cache of the heads of running games and of rooms' logs. It saves the writer a look-up for every move and event,
/// and is sound because nobody else writes (`FolderLock`). It includes the transaction under way, so that a rollback
/// must clear it.
struct KnownHeads {
    struct Game {
        /// The rows' own number.
        let id: Int
        var head: GameHead
    }

    /// Games, and rooms, that are known at most, some MB; beyond that all are forgotten. As many play at once on one
    /// machine.
    static let most = 16_384

    private var games: [GameKey: Game] = [:]
    private var lastEvents: [RoomID: Int] = [:]

    /// A game that is not over.
    subscript(key: GameKey) -> Game? {
        get { games[key] }
        set {
            if games.count >= KnownHeads.most && newValue != nil && games[key] == nil { games = [:] }
            games[key] = newValue.flatMap { $0.head.isFinished ? nil : $0 }
        }
    }

    /// The sequence of a room's last event.
    subscript(room: RoomID) -> Int? {
        get { lastEvents[room] }
        set {
            if lastEvents.count >= KnownHeads.most && newValue != nil && lastEvents[room] == nil { lastEvents = [:] }
            lastEvents[room] = newValue
        }
    }

    mutating func forgetAll() {
        games = [:]
        lastEvents = [:]
    }
}
