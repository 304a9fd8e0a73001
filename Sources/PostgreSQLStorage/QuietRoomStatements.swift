import GameRules
import Rooms
import Storage
import StoredRows

/// The statements for rooms in which nothing happens any more, and for their end.
enum QuietRoomStatements {
    /// The ends of the logs of the rooms behind one, and who has seats in these rooms. Rooms have positive numbers.
    static func find(after place: RoomID?, limit: Int) -> [Statement] {
        let (start, most) = (Parameter.integer(place?.number ?? 0), Parameter.integer(limit))
        return [
            Statement(
                """
                SELECT id, code, coalesce((SELECT min(sequence) FROM room_events WHERE room = rooms.id), 1),
                    coalesce(newest.sequence, 0), coalesce(newest.time, rooms.created_at)
                FROM rooms LEFT JOIN room_events AS newest ON newest.room = rooms.id
                    AND newest.sequence = (SELECT max(sequence) FROM room_events WHERE room = rooms.id)
                WHERE rooms.id > $1::bigint ORDER BY rooms.id LIMIT $2::bigint
                """, start, most),
            Statement(
                """
                SELECT room, player FROM seats
                WHERE room IN (SELECT id FROM rooms WHERE id > $1::bigint ORDER BY id LIMIT $2::bigint)
                """, start, most),
        ]
    }

    /// The code of a room.
    static func look(_ room: RoomID) -> Statement {
        Statement("SELECT code FROM rooms WHERE id = $1::bigint", .integer(room.number))
    }

    /// Deletes the events of a closed room up to one, after what refers to them, and the room with its last event. A
    /// closed room has neither seats nor former codes, but in a damaged database.
    static func forget(_ room: RoomID, through end: Int) -> [Statement] {
        let (number, last) = (Parameter.integer(room.number), Parameter.integer(end))
        let pieces = [
            "DELETE FROM seat_names WHERE room = $1::bigint AND sequence <= $2::bigint",
            "DELETE FROM races WHERE room = $1::bigint AND first <= $2::bigint",
            "DELETE FROM room_events WHERE room = $1::bigint AND sequence <= $2::bigint",
        ]
        let rest = [
            "DELETE FROM seats WHERE room = $1::bigint", "DELETE FROM former_codes WHERE room = $1::bigint",
            """
            DELETE FROM rooms WHERE id = $1::bigint AND NOT EXISTS (SELECT 1 FROM room_events WHERE room = $1::bigint)
            """,
        ]
        return pieces.map { Statement($0, number, last) } + rest.map { Statement($0, number) }
    }
}

extension PostgreSQLStorage {
    package func quietRooms(
        before instant: Int, after place: RoomID?, limit: Int, completion: @escaping StorageReply<QuietRooms>
    ) {
        let statements = QuietRoomStatements.find(after: place, limit: limit)
        read(completion, statements[0], statements[1]) { answers throws(StorageError) in
            var members: [Int: [PlayerID]] = [:]
            var unreadable: Set<Int> = []
            try answers[1].forEach { row throws(StorageError) in
                guard let player = Self.member(row) else {
                    unreadable.insert(row.integer(0))
                    return
                }
                members[row.integer(0), default: []].append(player)
            }
            var looked: [Int] = []
            var found: [QuietRoom] = []
            try answers[0].forEach { row throws(StorageError) in
                looked.append(row.integer(0))
                guard !unreadable.contains(row.integer(0)),
                    let room = Self.quietRoom(row, members[row.integer(0)] ?? []), room.time < instant
                else { return }
                found.append(room)
            }
            return QuietRooms(
                rooms: found, next: looked.count == limit ? looked.last.map { RoomID(number: $0) } : nil)
        }
    }

    /// The players with a seat; nil if they cannot be read: the room is kept.
    private static func member(_ row: Row) -> PlayerID? {
        do throws(StorageError) { return try row.player(1) } catch { return nil }
    }

    /// A room with the end of its log; nil if it cannot be read: such a room is kept.
    private static func quietRoom(_ row: Row, _ members: [PlayerID]) -> QuietRoom? {
        do throws(StorageError) { return try row.quietRoom(members: members) } catch { return nil }
    }
}
