/// Version 11 of the schema: when players were last here. Released, so never edited.
enum Schema11 {
    /// - `seen_on` is the day of a player's last visit. For players of before this version it is the day after that on
    ///   which the database came to it, in UTC. Nobody knows better. East of UTC that day may have begun already, and
    ///   nobody is forgotten too early.
    /// - `players_seen` has them in the order in which they may be forgotten.
    static let sql = """
        ALTER TABLE players ADD COLUMN seen_on INTEGER NOT NULL DEFAULT 0;

        UPDATE players SET seen_on = CAST(strftime('%s', 'now') AS INTEGER) / 86400 + 1;

        CREATE INDEX players_seen ON players (seen_on, id) WHERE is_deleted = 0 AND banned_at IS NULL;
        """
}
