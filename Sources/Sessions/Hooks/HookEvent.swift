import GameRules
import Leaderboards
import Rooms

/// An event in a room, for programs outside that the operator names. It has colours and figures, and names as the room
/// shows them. It has no letter, no player's ID, and no code, by which anybody could come in.
package struct HookEvent: Hashable, Sendable {
    /// The event's ID, which is the same each time, also after a restart. Tells nothing of the room.
    package let id: String
    /// The server's time, ms since 1970-01-01 UTC.
    package let time: Int
    /// The name of the room.
    package let room: String
    /// The puzzle of the day that is over.
    package let puzzle: PuzzleID
    package let kind: Kind
    /// Whether a host tests the receiver: the event did not happen.
    package let isTest: Bool

    package enum Kind: Hashable, Sendable {
        /// The day is over: how its racers did, the best first.
        case dayOver([Racer])
        /// A game of the day was better than all that the room's members had ended before, of which `before` was the
        /// best, on `day`.
        case record([Racer], before: Score, day: Day)
    }

    /// A member's game, without a letter.
    package struct Racer: Hashable, Sendable {
        /// The name, as the room shows it.
        package let name: String
        package let moves: [Verdict]
        /// Nil for a game that had not ended.
        package let score: Score?

        package init(name: String, moves: [Verdict], score: Score?) {
            self.name = name
            self.moves = moves
            self.score = score
        }
    }

    package init(id: String, time: Int, room: String, puzzle: PuzzleID, kind: Kind, isTest: Bool = false) {
        self.id = id
        self.time = time
        self.room = room
        self.puzzle = puzzle
        self.kind = kind
        self.isTest = isTest
    }
}

/// Takes the events for programs outside. Safe on every thread; never blocks.
package protocol HookPort: Sendable {
    /// The codes of the rooms that are told of.
    var rooms: [RoomCode] { get }
    /// The last day that was told of; nil if none was.
    var told: Day? { get }
    /// Keeps the events until they are delivered, and then that everything up to `day` was told. A server that dies in
    /// between tells again, with the same IDs.
    func take(_ events: [HookEvent], through day: Day)
}
