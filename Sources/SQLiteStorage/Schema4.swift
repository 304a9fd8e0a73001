/// Version 4 of the schema: when commitments were published, and which days have begun. Released, so never edited.
enum Schema4 {
    /// - `published_at` is the instant (ms) at which the commitment could be read for the first time, or NULL.
    /// - `published_when` is `before`, `on` or `after` the puzzle's day, by the calendar of that instant; NULL as that
    ///   is.
    /// - `played_at` is only for puzzles that were pinned before this version, of which that instant is unknown. It is
    ///   the instant at which somebody first began one as that of its day. The commitment could be read then at the
    ///   latest. Races prove nothing: a room opens its race by the clock, also while the puzzle is still on its way to
    ///   the disk.
    /// - `days` are those that have begun. Before this version a puzzle of today's line was pinned when its day began,
    ///   and not before.
    static let sql = """
        ALTER TABLE pinned_puzzles ADD COLUMN published_at INTEGER;
        ALTER TABLE pinned_puzzles ADD COLUMN played_at INTEGER;
        ALTER TABLE pinned_puzzles ADD COLUMN published_when TEXT;

        UPDATE pinned_puzzles SET played_at = played.at FROM (
            SELECT line, day, min(opened_at) AS at FROM games
            WHERE is_archive = 0 AND answer IS NULL AND opened_at BETWEEN 0 AND 281474976710655 GROUP BY line, day
        ) AS played WHERE played.line = pinned_puzzles.line AND played.day = pinned_puzzles.day;

        CREATE TABLE days (day INTEGER PRIMARY KEY) STRICT;

        INSERT INTO days (day) SELECT day FROM pinned_puzzles WHERE line = 'guess-en-5';
        """
}
