/// Version 4 of the schema: bans, acts, announcements and refused words. Released, so never edited.
enum Schema4 {
    /// - `banned_at` is the instant (ms) from which a player is banned; NULL for all others.
    /// - `players_banned` has the banned players alone, so that a list of them reads nobody else.
    /// - `admin_acts` is the audit log, in the order of `number`.
    /// - `announcements` has one row at most.
    /// - `refused_words` has how often a text was tried as a word on a day of the server. Nobody is named there.
    static let sql = """
        ALTER TABLE players ADD COLUMN banned_at BIGINT;

        CREATE INDEX players_banned ON players (banned_at DESC, id) WHERE banned_at IS NOT NULL;

        CREATE TABLE admin_acts (
            number BIGINT PRIMARY KEY,
            time BIGINT NOT NULL,
            actor TEXT NOT NULL,
            verb TEXT NOT NULL,
            subject TEXT NOT NULL
        );

        CREATE INDEX admin_acts_time ON admin_acts (time);

        CREATE TABLE announcements (
            id BIGINT PRIMARY KEY CHECK (id = 1),
            text TEXT NOT NULL,
            time BIGINT NOT NULL
        );

        CREATE TABLE refused_words (
            day BIGINT NOT NULL,
            line TEXT COLLATE "C" NOT NULL,
            word BIGINT NOT NULL,
            count BIGINT NOT NULL,
            PRIMARY KEY (day, line, word)
        );
        """
}
