/// Version 6 of the schema: when players were last here. Released, so never edited.
enum Schema6 {
    /// - `seen_on` is the day of a player's last visit. For players from before this version it is the day after the
    ///   migration, in UTC. The true day is not known, and east of UTC that day may have begun already. So nobody is
    ///   forgotten too early. The default is for players whom a server of before makes while servers are replaced one
    ///   by one.
    /// - `players_seen` has them in the order in which they may be forgotten.
    static let sql = """
        ALTER TABLE players ADD COLUMN seen_on BIGINT NOT NULL
            DEFAULT (floor(extract(epoch FROM now()) / 86400)::bigint + 1);

        CREATE INDEX players_seen ON players (seen_on, id) WHERE is_deleted = 0 AND banned_at IS NULL;
        """
}
