import GameRules
import Storage

/// The table `players`.
enum PlayerRows {
    static func create(_ player: PlayerRecord, _ db: Connection) throws(StorageError) {
        try WriteRules.createPlayer(player.id, exists: exists(player.id, db))
        try db.run(
            "INSERT INTO players (id, name, created_at) VALUES (?, ?, ?)",
            .player(player.id), .text(player.name), .integer(player.createdAt))
    }

    static func rename(_ id: PlayerID, name: String, _ db: Connection) throws(StorageError) {
        try WriteRules.renamePlayer(id, exists: exists(id, db))
        try db.run("UPDATE players SET name = ? WHERE id = ?", .text(name), .player(id))
    }

    static func exists(_ id: PlayerID, _ db: Connection) throws(StorageError) -> Bool {
        try db.exists("SELECT 1 FROM players WHERE id = ?", .player(id))
    }

    static func player(_ id: PlayerID, _ db: Connection) throws(StorageError) -> PlayerRecord? {
        try db.first("SELECT name, created_at FROM players WHERE id = ?", .player(id)) { row throws(StorageError) in
            PlayerRecord(id: id, name: try row.text(0), createdAt: row.integer(1))
        }
    }
}
