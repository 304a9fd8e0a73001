import GameRules
import Rooms
import Storage
import StoredRows

extension PostgreSQLStorage {
    private static let roomFields = "id, rooms.code, name, epoch, created_at, restored"

    package func room(_ code: RoomCode, completion: @escaping StorageReply<StoredRoom?>) {
        read(
            completion,
            Statement("SELECT \(Self.roomFields) FROM rooms WHERE code = $1::text", .text(code.text)),
            Statement(
                """
                SELECT sequence, time, event FROM room_events
                WHERE room = (SELECT id FROM rooms WHERE code = $1::text) ORDER BY sequence
                """, .text(code.text))
        ) { answers throws(StorageError) in
            guard let record = try Self.room(in: answers[0]) else { return nil }
            let log = try Self.events(in: answers[1])
            guard log.enumerated().allSatisfy({ $0.offset + 1 == $0.element.sequence }) else {
                throw .corrupt("the log of room \(record.id.number) has a gap")
            }
            return StoredRoom(record: record, log: log)
        }
    }

    package func recall(_ code: RoomCode, tail: Int, completion: @escaping StorageReply<RecalledRoom?>) {
        read(
            completion,
            Statement("SELECT \(Self.roomFields) FROM rooms WHERE code = $1::text", .text(code.text)),
            Statement(
                """
                SELECT 1 FROM (SELECT count(*) AS count, coalesce(max(sequence), 0) AS last FROM room_events
                    WHERE room = (SELECT id FROM rooms WHERE code = $1::text)) AS log WHERE count = last
                """, .text(code.text)),
            Statement(Self.needed, .text(code.text), .integer(RoomState.racesKept), .integer(tail))
        ) { answers throws(StorageError) in
            guard let record = try Self.room(in: answers[0]) else { return nil }
            guard answers[1].count == 1 else { throw .corrupt("the log of room \(record.id.number) has a gap") }
            return RecalledRoom(record: record, log: try Self.events(in: answers[2]))
        }
    }

    /// `RoomState.needed` in SQL: the events from a point on, and the earlier events that are still needed. Of events
    /// that set the same thing only the last is needed. An event is read as JSON at many times the cost of looking at
    /// its beginning.
    private static let needed = """
        WITH log AS MATERIALIZED (
            SELECT room, sequence, time, event, split_part(event, '"', 2) AS kind FROM room_events
            WHERE room = (SELECT id FROM rooms WHERE code = $1::text)),
        horizon AS MATERIALIZED (
            SELECT coalesce(min(sequence), 0) AS start FROM (
                SELECT first AS sequence FROM (
                    SELECT first FROM races WHERE room = (SELECT id FROM rooms WHERE code = $1::text)
                        AND name NOT LIKE 'sprint-%' ORDER BY first DESC LIMIT $2::bigint) AS kept
                UNION ALL SELECT max(sequence) FROM log WHERE kind = '\(RoomEvent.Kind.series.rawValue)'
                UNION ALL SELECT max(sequence) - $3::bigint FROM log) AS points)
        SELECT sequence, time, event FROM log, horizon WHERE sequence >= start
            OR kind NOT IN (\(StoredEvent.kinds(.passing, .untilNext, .untilNextOfSeat)))
        UNION ALL
        SELECT sequence, time, event FROM (
            SELECT DISTINCT ON (kind, seat) sequence, time, event FROM (
                SELECT *, CASE WHEN kind IN (\(StoredEvent.kinds(.untilNextOfSeat)))
                    THEN event::json -> kind ->> 'seat' END AS seat
                FROM log WHERE kind IN (\(StoredEvent.kinds(.untilNext, .untilNextOfSeat)))) AS settings
            ORDER BY kind, seat, sequence DESC) AS latest, horizon
        WHERE sequence < start
        ORDER BY 1
        """

    package func room(formerly code: RoomCode, completion: @escaping StorageReply<RoomRecord?>) {
        read(
            completion,
            Statement(
                """
                SELECT \(Self.roomFields) FROM former_codes JOIN rooms ON rooms.id = room
                WHERE former_codes.code = $1::text
                """, .text(code.text))
        ) { answers throws(StorageError) in try Self.room(in: answers[0]) }
    }

    /// Closed rooms have no code of letters and digits alone.
    package func rooms(
        named text: String, code: RoomCode?, limit: Int, completion: @escaping StorageReply<[RoomRecord]>
    ) {
        read(
            completion,
            Statement(
                """
                SELECT \(Self.roomFields) FROM rooms
                WHERE code NOT LIKE '-%' AND (code = $1::text OR position($2::bytea IN folded) > 0)
                ORDER BY length(name), name, id LIMIT $3::bigint
                """, .text(code?.text ?? ""), .text(text.folded), .integer(limit))
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try row.roomRecord() }
        }
    }

    package func rooms(of player: PlayerID, completion: @escaping StorageReply<[RoomRecord]>) {
        read(
            completion,
            Statement(
                """
                SELECT \(Self.roomFields) FROM seats JOIN rooms ON rooms.id = seats.room
                WHERE player = $1::bytea
                """, .player(player))
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try row.roomRecord() }
        }
    }

    package func roomsInRound(completion: @escaping StorageReply<[RoomRecord]>) {
        read(
            completion,
            Statement(
                """
                SELECT \(Self.roomFields) FROM rooms
                WHERE code NOT LIKE '-%' AND id IN (SELECT room FROM races WHERE last IS NULL AND name LIKE 'sprint-%')
                ORDER BY id
                """)
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try row.roomRecord() }
        }
    }

    private static func room(in answer: Answer) throws(StorageError) -> RoomRecord? {
        try answer.first { row throws(StorageError) in try row.roomRecord() }
    }

    /// The columns `sequence, time, event`.
    static func events(in answer: Answer) throws(StorageError) -> [LoggedEvent] {
        try answer.all { row throws(StorageError) in try row.loggedEvent() }
    }
}
