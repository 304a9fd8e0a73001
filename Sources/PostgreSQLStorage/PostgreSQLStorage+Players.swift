import GameRules
import Storage
import StoredRows

extension PostgreSQLStorage {
    static let playerFields = "id, name, created_at, sessions, name_reset_until, banned_at, seen_on"

    package func player(_ id: PlayerID, completion: @escaping StorageReply<PlayerRecord?>) {
        read(
            completion,
            Statement(
                "SELECT \(Self.playerFields) FROM players WHERE id = $1::bytea AND is_deleted = 0", .player(id))
        ) { answers throws(StorageError) in
            try answers[0].first { row throws(StorageError) in try row.playerRecord() }
        }
    }

    package func players(_ ids: [PlayerID], completion: @escaping StorageReply<[PlayerRecord]>) {
        read(
            completion,
            Statement(
                "SELECT \(Self.playerFields) FROM players WHERE id = ANY($1::bytea[])",
                .column(ids.map { .player($0) }, .bytes))
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try row.playerRecord() }
        }
    }

    package func players(named text: String, limit: Int, completion: @escaping StorageReply<[FoundPlayer]>) {
        read(
            completion,
            Statement(
                """
                SELECT \(Self.playerFields), (SELECT max(opened_at) FROM games WHERE player = players.id) FROM players
                WHERE is_deleted = 0 AND position($1::bytea IN folded) > 0
                ORDER BY length(name), name, id LIMIT $2::bigint
                """, .text(text.folded), .integer(limit))
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try row.foundPlayer() }
        }
    }

    package func visits(
        before day: Day, after place: LastVisit, limit: Int, completion: @escaping StorageReply<[LastVisit]>
    ) {
        read(
            completion,
            Statement(
                """
                SELECT id, seen_on FROM players
                WHERE is_deleted = 0 AND banned_at IS NULL AND seen_on < $1::bigint
                    AND (seen_on, id) > ($2::bigint, $3::bytea)
                ORDER BY seen_on, id LIMIT $4::bigint
                """, .day(day), .day(place.day), .player(place.player), .integer(limit))
        ) { answers throws(StorageError) in
            try answers[0].all { row throws(StorageError) in try row.visit() }
        }
    }
}
