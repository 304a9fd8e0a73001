import GameRules
import Rooms

/// A room in which nothing has happened for long.
package struct QuietRoom: Hashable, Sendable {
    package let id: RoomID
    /// The code by which people find the room; nil for one that is closed.
    package let code: RoomCode?
    /// The sequence of the first event that the log still has; 1 for a log without events.
    package let first: Int
    /// The sequence of the last event; 0 for a log without events.
    package let last: Int
    /// The instant of the last event, or that at which a room without events was made.
    package let time: Int
    /// The players who have a seat there, in any order.
    package var members: [PlayerID]

    package init(id: RoomID, code: RoomCode?, first: Int, last: Int, time: Int, members: [PlayerID]) {
        self.id = id
        self.code = code
        self.first = first
        self.last = last
        self.time = time
        self.members = members
    }
}

/// The quiet rooms among those that were looked at.
package struct QuietRooms: Hashable, Sendable {
    /// The rooms found, ordered by number.
    package let rooms: [QuietRoom]
    /// The last room that was looked at; nil if fewer than the limit were, so that there are none behind it.
    package let next: RoomID?

    package init(rooms: [QuietRoom], next: RoomID?) {
        self.rooms = rooms
        self.next = next
    }
}
