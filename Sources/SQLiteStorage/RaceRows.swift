import Rooms
import Storage
import StoredRows

/// The table `races`: an index of the logs in `room_events`.
enum RaceRows {
    /// Keeps what an event says of a race. A calendar that was set back opens a day twice: it stays one race.
    static func note(_ logged: LoggedEvent, in room: RoomID, _ db: Connection) throws(StorageError) {
        switch logged.event {
        case .opened(let race, _): try begin(race, players: 0, logged, in: room, db)
        case .round(let deal): try begin(deal.race, players: deal.seats.count, logged, in: room, db)
        case .started(let race, _):
            try db.run(
                "UPDATE races SET players = players + 1 WHERE room = ? AND name = ?", .integer(room.number),
                .text(race.text))
        case .roundOver(let result):
            try db.run(
                "UPDATE races SET last = ? WHERE room = ? AND name = ?", .integer(logged.sequence),
                .integer(room.number), .text(result.race.text))
        case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .guessed, .finished, .named, .daily,
            .locked,
            .password, .listed, .barred, .code, .kicked, .unkicked, .closed, .ready, .satOut, .settings, .series,
            .dealt, .played, .seriesOver:
            break
        }
    }

    private static func begin(
        _ race: RaceID, players: Int, _ logged: LoggedEvent, in room: RoomID, _ db: Connection
    ) throws(StorageError) {
        try db.run(
            "INSERT INTO races (room, first, players, name) VALUES (?, ?, ?, ?) ON CONFLICT (room, name) DO NOTHING",
            .integer(room.number), .integer(logged.sequence), .integer(players), .text(race.text))
    }

    /// A race with its first and its last event.
    private static let columns = """
        SELECT races.name, races.players, a.sequence, a.time, a.event, z.sequence, z.time, z.event FROM races
        JOIN room_events AS a ON a.room = races.room AND a.sequence = races.first
        LEFT JOIN room_events AS z ON z.room = races.room AND z.sequence = races.last
        """

    static func races(
        of room: RoomID, before sequence: Int, limit: Int, _ db: Connection
    ) throws(StorageError) -> [StoredRace] {
        try db.all(
            columns + " WHERE races.room = ? AND races.first < ? AND players > 0 ORDER BY races.first DESC LIMIT ?",
            .integer(room.number), .integer(sequence), .integer(limit), read: race)
    }

    static func race(_ race: RaceID, of room: RoomID, _ db: Connection) throws(StorageError) -> RaceLog? {
        let found = try db.first(
            columns + " WHERE races.room = ? AND races.name = ?", .integer(room.number), .text(race.text),
            read: self.race)
        guard let found else { return nil }
        var events = try people(of: room, before: found.last == nil ? Int.max : found.first.sequence, db)
        if let last = found.last {
            events += try db.all(
                "SELECT sequence, time, event FROM room_events WHERE room = ? AND sequence BETWEEN ? AND ? ORDER BY sequence",
                .integer(room.number), .integer(found.first.sequence), .integer(last.sequence),
                read: RoomRows.logged)
        }
        return RaceLog(race: found, events: events)
    }

    /// The events that `RoomEvent.isAboutPeople` names.
    private static func people(
        of room: RoomID, before sequence: Int, _ db: Connection
    ) throws(StorageError) -> [LoggedEvent] {
        try db.all(
            """
            SELECT sequence, time, event FROM room_events WHERE room = ? AND sequence < ?
            AND (\(isAboutPeople))
            ORDER BY sequence
            """, .integer(room.number), .integer(sequence), read: RoomRows.logged)
    }

    private static let isAboutPeople = RoomEvent.Kind.allCases.filter(\.isAboutPeople)
        .map { "event GLOB '{\"\($0.rawValue)\":*'" }.joined(separator: " OR ")

    private static func race(_ row: borrowing Row) throws(StorageError) -> StoredRace { try row.storedRace() }
}
