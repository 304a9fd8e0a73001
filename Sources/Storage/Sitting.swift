import Rooms

/// A room in which a player has or had a seat.
package struct Sitting: Hashable, Sendable {
    package let room: RoomID
    /// The room's code; nil once the room is closed.
    package let code: RoomCode?
    /// The room's current name.
    package let name: String
    /// All seats that the player has had in the room, ascending.
    package let seats: [Seat]
    /// Whether the player has a seat in the room now.
    package let isSeated: Bool

    package init(room: RoomID, code: RoomCode?, name: String, seats: [Seat], isSeated: Bool) {
        self.room = room
        self.code = code
        self.name = name
        self.seats = seats
        self.isSeated = isSeated
    }
}

/// One piece of the events that a room's log has about a member. A log grows for years, so that one read covers a
/// bounded part of it and delays no other read for long.
package struct SeatEvents: Hashable, Sendable {
    /// The events about the player's seats (`RoomEvent.seat`), in order, with gaps.
    package let events: [LoggedEvent]
    /// The sequence number after which the next piece begins; nil after the last piece. A piece without events need not
    /// be the last.
    package let next: Int?

    package init(events: [LoggedEvent], next: Int?) {
        self.events = events
        self.next = next
    }

    /// The maximum number of events in a piece.
    package static let most = 500
    /// The maximum number of log events read for a piece.
    package static let looked = 1_024
}

/// An occurrence of a player's name in the log of a room: the event that carries it, and the player's seat. Its order
/// is that in which logs are renamed.
package struct NamePlace: Hashable, Sendable, Comparable {
    package let room: RoomID
    package let seat: Seat
    package let sequence: Int

    package init(room: RoomID, seat: Seat, sequence: Int) {
        self.room = room
        self.seat = seat
        self.sequence = sequence
    }

    /// The maximum number of names changed in one transaction. All other writes wait for that transaction, so that it
    /// must end within a few ms.
    package static let piece = 256

    package static func < (a: NamePlace, b: NamePlace) -> Bool {
        (a.room.number, a.seat, a.sequence) < (b.room.number, b.seat, b.sequence)
    }
}
