/// Version 7 of the schema: a rule for hasty games by which a dead line may hold words back, and rooms that are
/// forgotten. Released, so never edited.
enum Schema7 {
    /// - Games that ended before are marked anew by the times of their moves. A game is hasty with five words or more
    ///   at less than 600 ms each, or with a burst (`AnagramGame.isHasty`). `pace` is how far a word came after the
    ///   instant that it has at 600 ms a word from the opening of the board. Only a burst lets `pace` fall by more than
    ///   3,000 ms below that of the opening. The same holds for a fall by more than 20,400 ms below that of a word
    ///   before. The 20,400 are 18,000 that a silence saved, and 3,000, less the 600 of the word.
    /// - `seat_names_event` has the names of a room by their events. Without it, the deletion of a room would look at
    ///   the names of all rooms. The deletion looks for the names that go with the room, and for references to an event
    ///   that goes.
    static let sql = """
        UPDATE games SET score = score + 1 - 2 * (score & 1)
        WHERE score IS NOT NULL AND points IS NOT NULL AND (score & 1) <> CASE
            WHEN turns >= 5 AND elapsed < 600 * turns THEN 1
            WHEN id IN (
                SELECT game FROM (
                    SELECT game, pace, max(pace) OVER (PARTITION BY game ORDER BY row) AS best FROM (
                        SELECT game, row, elapsed + credit - 600 * (row + 1) AS pace FROM moves
                        WHERE game IN (SELECT id FROM games WHERE score IS NOT NULL AND points IS NOT NULL)
                    ) AS paces
                ) AS runs WHERE pace < -3000 OR pace - best < -20400
            ) THEN 1
            ELSE 0
        END;

        CREATE INDEX seat_names_event ON seat_names (room, sequence);
        """
}
