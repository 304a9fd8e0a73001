/// Version 10 of the schema: what those who run the server do. Released, so never edited.
enum Schema10 {
    /// - `banned_at` is the instant (ms) from which a player is banned; NULL for all others.
    /// - `players_banned` has those alone, so that a list of them reads nobody else.
    /// - `admin_acts` is the audit log, in the order of `number`.
    /// - `announcements` has one row at most.
    /// - `refused_words` has how often a text was tried as a word on a day of the server. Nobody is named there.
    static let sql = """
        ALTER TABLE players ADD COLUMN banned_at INTEGER;

        CREATE INDEX players_banned ON players (banned_at DESC, id) WHERE banned_at IS NOT NULL;

        CREATE TABLE admin_acts (
            number INTEGER PRIMARY KEY,
            time INTEGER NOT NULL,
            actor TEXT NOT NULL,
            verb TEXT NOT NULL,
            subject TEXT NOT NULL
        ) STRICT;

        CREATE INDEX admin_acts_time ON admin_acts (time);

        CREATE TABLE announcements (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            text TEXT NOT NULL,
            time INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE refused_words (
            day INTEGER NOT NULL,
            line TEXT NOT NULL,
            word INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (day, line, word)
        ) STRICT, WITHOUT ROWID;
        """
}
