/// Version 13 of the schema: the words that the host leaves out.
enum Schema13 {
    /// `time` is the instant (ms) from which a word is left out.
    static let sql = """
        CREATE TABLE words_left_out (
            word TEXT PRIMARY KEY,
            time INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
