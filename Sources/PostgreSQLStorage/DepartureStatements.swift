import GameRules
import Storage
import StoredRows

/// The statements for a player who goes: what no set is made for, as it happens once in a player's life.
enum DepartureStatements {
    /// Whether there is the player, and whether the player has a seat.
    static func look(_ id: PlayerID) -> [Statement] {
        [
            Statement("SELECT 1 FROM players WHERE id = $1::bytea AND is_deleted = 0", .player(id)),
            Statement("SELECT 1 FROM seats WHERE player = $1::bytea LIMIT 1", .player(id)),
        ]
    }

    /// Leaves the player without a person, and without practice games.
    static func delete(_ id: PlayerID, name: String) -> [Statement] {
        [
            Statement(
                """
                UPDATE players SET name = $2::bytea, folded = $3::bytea, name_reset_until = NULL,
                    banned_at = NULL, is_deleted = 1, seen_on = greatest(0, created_at) / 86400000
                WHERE id = $1::bytea
                """, .player(id), .text(name), .text(name.folded)),
            Statement(
                """
                DELETE FROM moves USING games
                WHERE game = games.id AND player = $1::bytea AND answer IS NOT NULL
                """, .player(id)),
            Statement("DELETE FROM games WHERE player = $1::bytea AND answer IS NOT NULL", .player(id)),
        ]
    }

    /// The events that have the player's name, from one place in the logs to another: `room, seat`, and the event.
    static func names(of player: PlayerID, after place: NamePlace?, through end: NamePlace) -> Statement {
        let start = place ?? first
        return Statement(
            """
            SELECT n.room, n.seat, n.sequence, e.time, e.event
            FROM seat_names AS n JOIN room_events AS e ON e.room = n.room AND e.sequence = n.sequence
            WHERE n.player = $1::bytea AND (n.room, n.seat, n.sequence) > ($2::bigint, $3::bigint, $4::bigint)
                AND (n.room, n.seat, n.sequence) <= ($5::bigint, $6::bigint, $7::bigint)
            """, .player(player), .integer(start.room.number), .integer(start.seat), .integer(start.sequence),
            .integer(end.room.number), .integer(end.seat), .integer(end.sequence))
    }

    /// The place before all names. Rooms have positive numbers.
    static let first = NamePlace(room: RoomID(number: Int.min), seat: 0, sequence: 0)

    /// Puts events in the place of those of the same rooms and sequences.
    static func rename(_ rows: [[StoredValue]]) -> Statement {
        Statement(
            """
            UPDATE room_events SET event = n.c FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS n (a, b, c)
            WHERE room = n.a AND sequence = n.b
            """, .column(rows.map { $0[0] }, .integer), .column(rows.map { $0[1] }, .integer),
            .column(rows.map { $0[2] }, .text))
    }
}
