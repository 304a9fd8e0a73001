import GameRules
import Rooms
import Storage
import StoredRows

/// Rooms in which nothing happens any more, and their end.
enum QuietRoomRows {
    static func find(
        before instant: Int, after place: RoomID?, limit: Int, _ db: Connection
    ) throws(StorageError) -> QuietRooms {
        var looked: [Int] = []
        var quiet: [QuietRoom] = []
        try db.forEach(lastEvents, .integer(place?.number ?? 0), .integer(limit)) { row throws(StorageError) in
            looked.append(row.integer(0))
            guard let room = QuietRoomRows.room(row), room.time < instant else { return }
            quiet.append(room)
        }
        var found: [QuietRoom] = []
        for var room in quiet {
            guard let members = try seated(in: room.id, db) else { continue }
            room.members = members
            found.append(room)
        }
        return QuietRooms(
            rooms: found, next: looked.count == limit ? looked.last.map { RoomID(number: $0) } : nil)
    }

    /// A row of `lastEvents`, without members; nil if it cannot be read: such a room is kept.
    private static func room(_ row: borrowing Row) -> QuietRoom? {
        do throws(StorageError) { return try row.quietRoom(members: []) } catch { return nil }
    }

    /// The players with seats in a room; nil if they cannot be read: such a room is kept.
    private static func seated(in room: RoomID, _ db: Connection) throws(StorageError) -> [PlayerID]? {
        do throws(StorageError) {
            return try db.all("SELECT player FROM seats WHERE room = ?", .integer(room.number)) {
                (row) throws(StorageError) in try row.player(0)
            }
        } catch {
            guard error.isOfOneTransaction else { throw error }
            return nil
        }
    }

    /// The ends of logs; the parameters are the number of the room behind which the rooms stand, and how many. Rooms
    /// have positive numbers.
    static let lastEvents = """
        SELECT id, code, coalesce((SELECT min(sequence) FROM room_events WHERE room = rooms.id), 1),
            coalesce(newest.sequence, 0), coalesce(newest.time, rooms.created_at)
        FROM rooms LEFT JOIN room_events AS newest ON newest.room = rooms.id
            AND newest.sequence = (SELECT max(sequence) FROM room_events WHERE room = rooms.id)
        WHERE rooms.id > ? ORDER BY rooms.id LIMIT ?
        """

    static func forget(
        _ room: RoomID, through end: Int, _ known: inout KnownHeads, _ db: Connection
    ) throws(StorageError) {
        let number = StoredValue.integer(room.number)
        let isClosed = try db.first("SELECT code LIKE '-%' FROM rooms WHERE id = ?", number) { $0.integer(0) == 1 }
        try WriteRules.forgetRoom(room, isClosed: isClosed)
        known[room] = nil
        for sql in pieces { try db.run(sql, number, .integer(end)) }
        guard try !db.exists("SELECT 1 FROM room_events WHERE room = ?", number) else { return }
        for sql in rest { try db.run(sql, number) }
    }

    /// The statements that delete the events up to one, and what refers to them first.
    static let pieces = [
        "DELETE FROM seat_names WHERE room = ? AND sequence <= ?", "DELETE FROM races WHERE room = ? AND first <= ?",
        "DELETE FROM room_events WHERE room = ? AND sequence <= ?",
    ]

    /// The statements that delete a room without events. One that is closed has neither seats nor former codes, but
    /// in a damaged file.
    private static let rest = [
        "DELETE FROM seats WHERE room = ?", "DELETE FROM former_codes WHERE room = ?",
        "DELETE FROM rooms WHERE id = ?",
    ]
}
