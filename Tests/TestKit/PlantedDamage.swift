/// Damages to a database of `SoundSample`, as a disk or a hand might do them.
package enum PlantedDamage {
    /// Each change by hand, in SQL that all engines understand, and what is said of it.
    package static let all: [(sql: String, sentence: String)] = [
        ("DELETE FROM moves WHERE game = 1 AND row = 0", "has a gap before row 1"),
        ("UPDATE moves SET verdict = verdict + 1 WHERE game = 1 AND row = 0", "has marks in row 0 that do not follow"),
        (
            "UPDATE moves SET verdict = (SELECT verdict FROM moves WHERE game = 1 AND row = 1) WHERE game = 3",
            "has marks in row 0 that do not follow"
        ),
        ("UPDATE moves SET word = 7 WHERE game = 1 AND row = 0", "no word in column"),
        ("UPDATE moves SET elapsed = 200 WHERE game = 1 AND row = 1", "goes back in time in row 1"),
        ("UPDATE games SET turns = 3 WHERE id = 1", "ended otherwise than its moves show"),
        ("UPDATE games SET elapsed = 6 WHERE id = 2", "ended otherwise than its moves show"),
        ("UPDATE games SET solved = 1 WHERE id = 2", "ended otherwise than its moves show"),
        ("UPDATE games SET score = score + 1 WHERE id = 1", "is ranked otherwise than it ended"),
        ("UPDATE games SET score = 1152921504606846976 WHERE id = 2", "is ranked, though it was no live play"),
        (
            "UPDATE games SET solved = NULL, turns = NULL, elapsed = NULL, score = NULL WHERE id = 1",
            "is solved and not"
        ),
        ("UPDATE games SET answer = NULL WHERE id = 3", "has no word"),
        ("UPDATE games SET line = 'nothing' WHERE id = 3", "no puzzle line"),
        (
            "INSERT INTO moves (game, row, word, verdict, elapsed) SELECT 1, 2, word, verdict, 900 FROM moves LIMIT 1",
            "goes on after the word was found"
        ),
        ("UPDATE pinned_puzzles SET answer = 72057594037927936 WHERE day = 20777", "does not have 5 letters"),
        ("INSERT INTO days (day) VALUES (20700)", "2026-09-04 has begun and has no word"),
        (
            "UPDATE pinned_puzzles SET published_at = -1, published_when = 'on' WHERE day = 20777",
            "no instant in column"
        ),
        (
            "UPDATE pinned_puzzles SET published_at = 1, published_when = 'never' WHERE day = 20777",
            "no place of a publication in column"
        ),
        ("UPDATE pinned_puzzles SET played_at = 1152921504606846976 WHERE day = 20777", "no instant in column"),
        ("DELETE FROM seat_names; DELETE FROM room_events WHERE sequence = 4", "has a gap between 3 and 5"),
        (
            "DELETE FROM seat_names; DELETE FROM room_events WHERE sequence = 1",
            "room 9223372036854775807 has a gap between 0 and 2"
        ),
        ("UPDATE room_events SET event = '{}' WHERE sequence = 4", "no room event"),
        ("DELETE FROM seats", "seats of room 9223372036854775807 are not"),
        ("DELETE FROM seat_names WHERE seat = 2", "2 of the names in the log of room 9223372036854775807 are not kept"),
        (
            "INSERT INTO seat_names SELECT player, room, seat, 1 FROM seat_names LIMIT 1",
            "1 of the names that are kept as in logs are not there"
        ),
        ("UPDATE former_codes SET code = 'O'", "room 9223372036854775807 had no such code: O"),
        ("UPDATE former_codes SET code = (SELECT code FROM rooms)", "is one of now"),
        ("UPDATE rooms SET code = '-' || id", "is closed, and has a former code"),
        ("DELETE FROM races WHERE first = 6", "races of room 9223372036854775807 are not"),
        ("UPDATE races SET last = NULL", "races of room 9223372036854775807 are not"),
        ("DELETE FROM seat_names; DELETE FROM room_events", "has no log"),
    ]
}
