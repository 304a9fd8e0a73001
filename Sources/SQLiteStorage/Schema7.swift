/// Version 7 of the schema: codes that rooms had before. Released, so never edited.
enum Schema7 {
    /// - `former_codes` has the room that last had a code and has another one now. A closed room has none there. Of
    ///   codes before this version only those are known that a log names: not a room's first.
    static let sql = """
        CREATE TABLE former_codes (
            code TEXT PRIMARY KEY,
            room INTEGER NOT NULL REFERENCES rooms (id)
        ) STRICT, WITHOUT ROWID;

        INSERT OR REPLACE INTO former_codes (code, room)
            SELECT json_extract(event, '$.code.code') AS former, room FROM room_events
            JOIN rooms ON rooms.id = room_events.room
            WHERE event GLOB '{"code":*' AND rooms.code NOT LIKE '-%' AND former NOT IN (SELECT code FROM rooms)
            ORDER BY time;

        CREATE INDEX former_codes_room ON former_codes (room);
        """
}
