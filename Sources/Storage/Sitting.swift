import Rooms

/// A room in which a player has a seat, or once had one.
package struct Sitting: Hashable, Sendable {
    package let room: RoomID
    /// Nil once the room is closed.
    package let code: RoomCode?
    /// The room's name now.
    package let name: String
    /// Every seat that the player has had there, ascending.
    package let seats: [Seat]
    /// Whether the player has one of them now.
    package let isSeated: Bool

    package init(room: RoomID, code: RoomCode?, name: String, seats: [Seat], isSeated: Bool) {
        self.room = room
        self.code = code
        self.name = name
        self.seats = seats
        self.isSeated = isSeated
    }
}

/// A piece of what the log of one room has about one of its members. A log grows for years: one read looks at so much
/// of it and no more, so that nobody waits long behind it.
package struct SeatEvents: Hashable, Sendable {
    /// In order, with gaps: the events that name one of the player's seats as theirs (`RoomEvent.seat`).
    package let events: [LoggedEvent]
    /// The sequence after which the next piece begins; nil if this was the last. There may be another piece after one
    /// without events.
    package let next: Int?

    package init(events: [LoggedEvent], next: Int?) {
        self.events = events
        self.next = next
    }

    /// Most events in a piece.
    package static let most = 500
    /// Most events of the log that are looked at for a piece.
    package static let looked = 1_024
}

/// Where the log of a room has a player's name: on one of the player's seats, in one event. In this order they are gone
/// through.
package struct NamePlace: Hashable, Sendable, Comparable {
    package let room: RoomID
    package let seat: Seat
    package let sequence: Int

    package init(room: RoomID, seat: Seat, sequence: Int) {
        self.room = room
        self.seat = seat
        self.sequence = sequence
    }

    /// Most names that are changed in one transaction: everybody waits for its end, and it takes a few ms.
    package static let piece = 256

    package static func < (a: NamePlace, b: NamePlace) -> Bool {
        (a.room.number, a.seat, a.sequence) < (b.room.number, b.seat, b.sequence)
    }
}
