/// Version 8 of the schema: the words that the host leaves out, and which rooms have a round that runs.
enum Schema8 {
    /// `time` is the instant (ms) from which a word is left out. A daily race has no last event, ever: the index has
    /// rounds alone.
    static let sql = """
        CREATE TABLE words_left_out (
            word TEXT COLLATE "C" PRIMARY KEY,
            time BIGINT NOT NULL
        );

        CREATE INDEX races_running ON races (room) WHERE last IS NULL AND name LIKE 'sprint-%';
        """
}
