/// Version 13 of the schema: the words that the host leaves out, and which rooms have a round that runs.
enum Schema13 {
    /// `time` is the instant (ms) from which a word is left out. A daily race has no last event, ever: the index has
    /// rounds alone.
    static let sql = """
        CREATE TABLE words_left_out (
            word TEXT PRIMARY KEY,
            time INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX races_running ON races (room) WHERE last IS NULL AND name GLOB 'sprint-*';
        """
}
