import GameRules
import Rooms
import Storage
import StoredRows

/// The table `seat_names`: where the logs in `room_events` have a player's name. It is an index of them: every seat
/// that a player ever had is there, since a name comes with it.
enum SittingRows {
    /// Notes that an event has the name of who sits on `seat`.
    static func note(
        _ seat: Seat, of player: PlayerID, at sequence: Int, in room: RoomID, _ db: Connection
    ) throws(StorageError) {
        try db.run(
            "INSERT OR IGNORE INTO seat_names (player, room, seat, sequence) VALUES (?, ?, ?, ?)",
            .player(player), .integer(room.number), .integer(seat), .integer(sequence))
    }

    /// The place at which the first names of the player after `place` end.
    static func names(
        of player: PlayerID, after place: NamePlace?, _ db: Connection
    ) throws(StorageError) -> NamePlace? {
        let start = place ?? first
        return try db.all(
            piece, .player(player), .integer(start.room.number), .integer(start.seat), .integer(start.sequence),
            .integer(NamePlace.piece), read: self.place
        ).last
    }

    /// Puts `name` in the place of those that the player was shown by, from one place in the logs to another. Answers
    /// how many events cannot be read: they stay. It reads nothing else of any log, and of an event only whether it is
    /// JSON. Everybody waits for the commit that this is part of.
    static func rename(
        _ player: PlayerID, to name: String, after place: NamePlace?, through end: NamePlace, _ db: Connection
    ) throws(StorageError) -> Int {
        let start = place ?? first
        let places = try db.all(
            names, .player(player), .integer(start.room.number), .integer(start.seat), .integer(start.sequence),
            .integer(end.room.number), .integer(end.seat), .integer(end.sequence), read: self.place)
        var unreadable = 0
        for place in places {
            try db.run(renaming, .integer(place.room.number), .integer(place.sequence), .text(name))
            if db.changes == 0 { unreadable += 1 }
        }
        return unreadable
    }

    /// The place before all names. Rooms have positive numbers.
    private static let first = NamePlace(room: RoomID(number: Int.min), seat: 0, sequence: 0)

    private static func place(_ row: borrowing Row) -> NamePlace { row.namePlace() }

    static func sittings(of player: PlayerID, _ db: Connection) throws(StorageError) -> [Sitting] {
        var rooms: [(room: RoomID, seats: [Seat])] = []
        try db.forEach(
            seats, .player(player)
        ) { row throws(StorageError) in
            let room = try row.room(0)
            if rooms.last?.room != room { rooms.append((room, [])) }
            rooms[rooms.count - 1].seats.append(try row.seat(1))
        }
        var sittings: [Sitting] = []
        for (room, seats) in rooms {
            let sitting = try db.first(
                "SELECT code, name, EXISTS (SELECT 1 FROM seats WHERE player = ? AND room = id) FROM rooms WHERE id = ?",
                .player(player), .integer(room.number)
            ) { (row) throws(StorageError) in
                Sitting(
                    room: room, code: RoomCode(try row.text(0)), name: try row.text(1), seats: seats,
                    isSeated: row.integer(2) == 1)
            }
            guard let sitting else { throw .corrupt("no room \(room.number)") }
            sittings.append(sitting)
        }
        return sittings
    }

    static func events(
        of player: PlayerID, in room: RoomID, after sequence: Int, _ db: Connection
    ) throws(StorageError) -> SeatEvents {
        let end = min(max(0, sequence), Int.max - SeatEvents.looked) + SeatEvents.looked
        let looked = try db.all(
            candidates, .player(player), .integer(room.number), .integer(sequence), .integer(end),
            .integer(SeatEvents.most), read: RoomRows.logged)
        // The text before the first comma of another kind of event may look like a seat.
        let events = looked.filter { $0.event.seat != nil }
        let last = looked.count == SeatEvents.most ? looked.last?.sequence ?? end : end
        // What follows, and not merely that something does: a damaged log may go on very far from here.
        let next = try db.first(
            "SELECT sequence FROM room_events WHERE room = ? AND sequence > ? ORDER BY sequence LIMIT 1",
            .integer(room.number), .integer(last)
        ) { (row) throws(StorageError) in try row.sequence(0) - 1 }
        return SeatEvents(events: events, next: next)
    }

    /// The statements that may not take the longer the more others have played.
    static let reads = [piece, names, renaming, seats, candidates]

    private static let piece = """
        SELECT room, seat, sequence FROM seat_names WHERE player = ?1 AND (room, seat, sequence) > (?2, ?3, ?4)
        ORDER BY room, seat, sequence LIMIT ?5
        """

    private static let names = """
        SELECT room, seat, sequence FROM seat_names
        WHERE player = ?1 AND (room, seat, sequence) > (?2, ?3, ?4) AND (room, seat, sequence) <= (?5, ?6, ?7)
        """

    /// An event has one of the two fields. `json_replace` does not create the other.
    private static let renaming = """
        UPDATE room_events SET event = json_replace(event, '$.joined.name', ?3, '$.renamed.name', ?3)
        WHERE room = ?1 AND sequence = ?2 AND json_valid(event)
        """

    private static let seats = "SELECT DISTINCT room, seat FROM seat_names WHERE player = ? ORDER BY room, seat"

    /// An event is read as JSON at fifty times the cost of a look at its text, and most are about others. In text,
    /// quotation marks within a name are escaped, so what is found is a key. An event about one seat has the key once.
    private static let candidates = """
        SELECT sequence, time, event FROM room_events
        WHERE room = ?2 AND sequence > ?3 AND sequence <= ?4 AND EXISTS (
            SELECT 1 FROM seat_names WHERE player = ?1 AND room = ?2
            AND seat = CAST(substr(event, instr(event, '"seat":') + 7, 19) AS INTEGER))
        ORDER BY sequence LIMIT ?5
        """
}
