/// Version 8 of the schema: the mark of hasty games, and when days began. Released, so never edited.
enum Schema8 {
    /// In the scores of games with points the time moves up by a bit, which doubles it; the lowest bit is the mark
    /// (`StoredScore`). Games that ended before are marked by the times of their moves. A game is hasty with five words
    /// or more at less than 600 ms each. So is a game with ten words in a row within less than 3,000 ms.
    ///
    /// `began_at` is the instant (ms by the server's clock) at which a day began here; NULL before this version. It
    /// tells for ever which instants came before the end of a day, whatever becomes of the wall's clock.
    static let sql = """
        ALTER TABLE days ADD COLUMN began_at INTEGER;

        UPDATE games SET score = score + (score & 1073741823) WHERE score IS NOT NULL AND points IS NOT NULL;

        UPDATE games SET score = score + 1 WHERE score IS NOT NULL AND points IS NOT NULL AND (
            (turns >= 5 AND elapsed < 600 * turns) OR id IN (
                SELECT game FROM (
                    SELECT game, elapsed + credit - lag(elapsed + credit, 9) OVER (PARTITION BY game ORDER BY row) AS ms
                    FROM moves WHERE game IN (SELECT id FROM games WHERE score IS NOT NULL AND points IS NOT NULL)
                ) AS runs WHERE ms < 3000
            )
        );
        """
}
