/// Version 6 of the schema: games of more than one kind. Released, so never edited.
enum Schema6 {
    /// - `verdict` is the judgement of a move (`Verdict.packed`). The verdict of a guess is its pattern, as before.
    /// - `points` is NULL in kinds of games that have none.
    /// - `seconds` is the time limit of a game, or NULL.
    ///   The index has the games that the clock is to end.
    /// - `tiles` is the order of the letters of a practice game that has tiles (`Word.packed`), or NULL.
    static let sql = """
        ALTER TABLE moves RENAME COLUMN pattern TO verdict;
        ALTER TABLE games ADD COLUMN points INTEGER CHECK (points IS NULL OR solved IS NOT NULL);
        ALTER TABLE games ADD COLUMN seconds INTEGER;
        ALTER TABLE games ADD COLUMN tiles INTEGER CHECK (tiles IS NULL OR answer IS NOT NULL);
        CREATE INDEX games_timed ON games (opened_at, seconds) WHERE seconds IS NOT NULL AND solved IS NULL;
        """
}
