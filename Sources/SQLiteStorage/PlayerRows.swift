import GameRules
import Storage
import StoredRows

/// The table `players`.
enum PlayerRows {
    static func create(_ player: PlayerRecord, _ db: Connection) throws(StorageError) {
        let isTaken = try db.exists("SELECT 1 FROM players WHERE id = ?", .player(player.id))
        try WriteRules.createPlayer(player.id, exists: isTaken)
        try db.run(
            "INSERT INTO players (id, name, created_at, sessions, seen_on) VALUES (?, ?, ?, ?, ?)",
            .player(player.id), .text(player.name), .integer(player.createdAt), .integer(player.sessions),
            .day(player.seenOn))
    }

    static func rename(_ id: PlayerID, name: String, _ db: Connection) throws(StorageError) {
        try WriteRules.renamePlayer(id, exists: exists(id, db))
        try db.run("UPDATE players SET name = ? WHERE id = ?", .text(name), .player(id))
    }

    static func reset(_ id: PlayerID, name: String, until: Int, _ db: Connection) throws(StorageError) {
        try WriteRules.renamePlayer(id, exists: exists(id, db))
        try db.run(
            "UPDATE players SET name = ?, name_reset_until = ? WHERE id = ?", .text(name), .integer(until), .player(id))
    }

    static func setBan(_ id: PlayerID, at instant: Int?, _ db: Connection) throws(StorageError) {
        try WriteRules.renamePlayer(id, exists: exists(id, db))
        try db.run("UPDATE players SET banned_at = ? WHERE id = ?", .optional(instant), .player(id))
    }

    static func noteVisit(of id: PlayerID, on day: Day, _ db: Connection) throws(StorageError) {
        try db.run(
            "UPDATE players SET seen_on = ?1 WHERE id = ?2 AND is_deleted = 0 AND seen_on < ?1", .day(day), .player(id))
    }

    static func endSessions(_ id: PlayerID, _ sessions: Int, _ db: Connection) throws(StorageError) {
        try WriteRules.endSessions(id, sessions: sessions, stored: player(id, db)?.sessions)
        try db.run("UPDATE players SET sessions = ? WHERE id = ?", .integer(sessions), .player(id))
    }

    static func delete(_ id: PlayerID, name: String, _ db: Connection) throws(StorageError) {
        try checkIsLeaving(id, db)
        try db.run(
            """
            UPDATE players SET name = ?, name_reset_until = NULL, banned_at = NULL, is_deleted = 1,
                seen_on = max(0, created_at) / 86400000
            WHERE id = ?
            """, .text(name), .player(id))
        try GameRows.forgetPractice(of: id, db)
    }

    /// Throws unless the player can be deleted.
    static func checkIsLeaving(_ id: PlayerID, _ db: Connection) throws(StorageError) {
        try WriteRules.deletePlayer(
            id, exists: exists(id, db), seated: db.exists("SELECT 1 FROM seats WHERE player = ?", .player(id)))
    }

    /// Whether there is this player and was not deleted.
    static func exists(_ id: PlayerID, _ db: Connection) throws(StorageError) -> Bool {
        try db.exists("SELECT 1 FROM players WHERE id = ? AND is_deleted = 0", .player(id))
    }

    static func player(_ id: PlayerID, _ db: Connection) throws(StorageError) -> PlayerRecord? {
        try db.first(columns + " AND is_deleted = 0", .player(id), read: record)
    }

    static func players(_ ids: [PlayerID], _ db: Connection) throws(StorageError) -> [PlayerRecord] {
        var players: [PlayerRecord] = []
        for id in Set(ids) {
            if let player = try db.first(columns, .player(id), read: record) { players.append(player) }
        }
        return players
    }

    /// SQLite's `lower` and `instr` take letters as `PlayerStore.players(named:limit:)` says.
    static func players(named text: String, limit: Int, _ db: Connection) throws(StorageError) -> [FoundPlayer] {
        try db.all(
            """
            SELECT \(fields), (SELECT max(opened_at) FROM games WHERE player = players.id) FROM players
            WHERE is_deleted = 0 AND instr(lower(name), lower(?)) > 0
            ORDER BY length(CAST(name AS BLOB)), name, id LIMIT ?
            """, .text(text), .integer(limit)
        ) { row throws(StorageError) in try row.foundPlayer() }
    }

    static func visits(
        before day: Day, after place: LastVisit, limit: Int, _ db: Connection
    ) throws(StorageError) -> [LastVisit] {
        try db.all(
            lastSeenFirst, .day(day), .day(place.day), .player(place.player), .integer(limit)
        ) { row throws(StorageError) in try row.visit() }
    }

    /// The players whose last visit is the longest ago. Parameters: the day before which it was, the place after which
    /// the players stand, and their number at most.
    static let lastSeenFirst = """
        SELECT id, seen_on FROM players
        WHERE is_deleted = 0 AND banned_at IS NULL AND seen_on < ? AND (seen_on, id) > (?, ?)
        ORDER BY seen_on, id LIMIT ?
        """

    static func banned(limit: Int, _ db: Connection) throws(StorageError) -> [PlayerRecord] {
        try db.all(bannedFirst, .integer(limit), read: record)
    }

    /// The banned, the last one first; the parameter is the number of them.
    static let bannedFirst =
        "SELECT \(fields) FROM players WHERE banned_at IS NOT NULL ORDER BY banned_at DESC, id LIMIT ?"

    static let fields = "id, name, created_at, sessions, name_reset_until, banned_at, seen_on"
    private static let columns = "SELECT \(fields) FROM players WHERE id = ?"

    private static func record(_ row: borrowing Row) throws(StorageError) -> PlayerRecord { try row.playerRecord() }
}
