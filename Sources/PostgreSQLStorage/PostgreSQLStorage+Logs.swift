import GameRules
import Rooms
import Storage
import StoredRows

// Reads of room logs: a player's events, and the races of a room.
extension PostgreSQLStorage {
    package func sittings(of player: PlayerID, completion: @escaping StorageReply<[Sitting]>) {
        read(
            completion,
            Statement(
                """
                SELECT DISTINCT n.room, n.seat, code, name, EXISTS (
                    SELECT 1 FROM seats WHERE seats.player = $1::bytea AND seats.room = n.room) AS is_seated
                FROM seat_names AS n LEFT JOIN rooms ON rooms.id = n.room WHERE player = $1::bytea
                ORDER BY n.room, n.seat
                """, .player(player))
        ) { answers throws(StorageError) in
            var sittings: [Sitting] = []
            try answers[0].forEach { row throws(StorageError) in
                let (room, seat) = (try row.room(0), try row.seat(1))
                let before = sittings.last?.room == room ? sittings.removeLast().seats : []
                sittings.append(
                    Sitting(
                        room: room, code: RoomCode(try row.text(2)), name: try row.text(3), seats: before + [seat],
                        isSeated: row.integer(4) == 1))
            }
            return sittings
        }
    }

    package func names(of player: PlayerID, after place: NamePlace?, completion: @escaping StorageReply<NamePlace?>) {
        let start = place ?? DepartureStatements.first
        read(
            completion,
            Statement(
                """
                SELECT room, seat, sequence FROM (
                    SELECT room, seat, sequence FROM seat_names
                    WHERE player = $1::bytea AND (room, seat, sequence) > ($2::bigint, $3::bigint, $4::bigint)
                    ORDER BY room, seat, sequence LIMIT $5::bigint) AS piece
                ORDER BY room DESC, seat DESC, sequence DESC LIMIT 1
                """, .player(player), .integer(start.room.number), .integer(start.seat), .integer(start.sequence),
                .integer(NamePlace.piece))
        ) { answers throws(StorageError) in
            try answers[0].first { row throws(StorageError) in row.namePlace() }
        }
    }

    package func seatEvents(
        of player: PlayerID, in room: RoomID, after sequence: Int, completion: @escaping StorageReply<SeatEvents>
    ) {
        let end = min(max(0, sequence), Int.max - SeatEvents.looked) + SeatEvents.looked
        read(
            completion,
            Statement(
                Self.seatEvents, .player(player), .integer(room.number), .integer(sequence), .integer(end),
                .integer(SeatEvents.most))
        ) { answers throws(StorageError) in
            var next: Int?
            var events: [LoggedEvent] = []
            try answers[0].forEach { row throws(StorageError) in
                if row.optionalInteger(0) != nil { next = try row.sequence(0) - 1 }
                guard row.optionalInteger(1) != nil else { return }
                let logged = try row.loggedEvent(1)
                // The text before the first comma of another kind of event may look like a seat.
                if logged.event.seat != nil { events.append(logged) }
            }
            return SeatEvents(events: events, next: next)
        }
    }

    /// Most events are about others, and one is read as JSON at many times the cost of a look at its text. In text,
    /// quotation marks within a name are escaped, so a match is a key. An event that is about one seat has only one
    /// such key. The first column is the sequence at which the log goes on.
    private static let seatEvents = """
        WITH looked AS MATERIALIZED (
            SELECT sequence, time, event FROM room_events
            WHERE room = $2::bigint AND sequence > $3::bigint AND sequence <= $4::bigint
                AND substring(split_part(event, '"seat":', 2) FROM '^[0-9]+') = ANY (ARRAY(
                    SELECT DISTINCT seat::text FROM seat_names WHERE player = $1::bytea AND room = $2::bigint))
            ORDER BY sequence LIMIT $5::bigint),
        next AS (
            SELECT min(sequence) AS following FROM room_events WHERE room = $2::bigint AND sequence > (
                SELECT CASE WHEN count(*) = $5::bigint THEN max(sequence) ELSE $4::bigint END FROM looked))
        SELECT following, sequence, time, event FROM next LEFT JOIN looked ON true ORDER BY sequence
        """

    /// A race with its first and its last event.
    private static let raceColumns = """
        SELECT races.name, races.players, a.sequence, a.time, a.event, z.sequence, z.time, z.event FROM races
        JOIN room_events AS a ON a.room = races.room AND a.sequence = races.first
        LEFT JOIN room_events AS z ON z.room = races.room AND z.sequence = races.last
        """

    package func races(
        of room: RoomID, before sequence: Int, limit: Int, completion: @escaping StorageReply<[StoredRace]>
    ) {
        read(
            completion,
            Statement(
                """
                \(Self.raceColumns) WHERE races.room = $1::bigint AND races.first < $2::bigint AND players > 0
                ORDER BY races.first DESC LIMIT $3::bigint
                """, .integer(room.number), .integer(sequence), .integer(limit))
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try row.storedRace() }
        }
    }

    package func race(_ race: RaceID, of room: RoomID, completion: @escaping StorageReply<RaceLog?>) {
        read(
            completion,
            Statement(
                "\(Self.raceColumns) WHERE races.room = $1::bigint AND races.name = $2::text", .integer(room.number),
                .text(race.text)),
            Statement(
                """
                SELECT sequence, time, event FROM room_events AS e JOIN races AS r ON r.room = e.room
                WHERE e.room = $1::bigint AND r.name = $2::text AND (
                    sequence BETWEEN r.first AND r.last
                    OR (r.last IS NULL OR sequence < r.first) AND split_part(event, '"', 2) IN (\(Self.people)))
                ORDER BY sequence
                """, .integer(room.number), .text(race.text))
        ) { answers throws(StorageError) in
            let found = try answers[0].first { row throws(StorageError) in try row.storedRace() }
            guard let found else { return nil }
            return RaceLog(race: found, events: try Self.events(in: answers[1]))
        }
    }

    private static let people = RoomEvent.Kind.allCases.filter(\.isAboutPeople).map { "'\($0.rawValue)'" }
        .joined(separator: ", ")
}
