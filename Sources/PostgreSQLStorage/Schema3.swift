/// Version 3 of the schema: who knows a word, because it is theirs. Released, so never edited.
enum Schema3 {
    /// A player for whom the day of a word that the host chose does not count; NULL for all others.
    static let sql = """
        ALTER TABLE pinned_puzzles ADD COLUMN known_to BYTEA REFERENCES players (id);
        """
}
