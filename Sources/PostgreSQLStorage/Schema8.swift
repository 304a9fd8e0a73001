/// Version 8 of the schema: the words that the host leaves out.
enum Schema8 {
    /// `time` is the instant (ms) from which a word is left out.
    static let sql = """
        CREATE TABLE words_left_out (
            word TEXT COLLATE "C" PRIMARY KEY,
            time BIGINT NOT NULL
        );
        """
}
