import GameRules
import Rooms
import Storage

/// What the writer knows of games that go on and of rooms' logs, so that it need not look it up for every move and
/// event: nobody else writes (`FolderLock`). It is true within the transaction under way: whoever undoes one forgets
/// all.
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
