/// Version 3 of the schema: what lasts of a player. Released, so never edited.
enum Schema3 {
    /// - `score` is NULL but for games that are ranked (`Value.score`): all that were over before are. Its index
    ///   answers rankings
    ///   without the table, each day in the order of its ranking.
    /// - `seat_names` is where the logs have a player's name: every `joined` and `renamed`. It follows from the logs;
    ///   that of older
    ///   logs is made here. No seat is ever given to two players.
    /// - `restored` is 0, or random since a backup was restored.
    static let sql = """
        ALTER TABLE players ADD COLUMN sessions INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE players ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1));
        ALTER TABLE games ADD COLUMN is_archive INTEGER NOT NULL DEFAULT 0 CHECK (is_archive IN (0, 1));
        ALTER TABLE games ADD COLUMN answer INTEGER;
        ALTER TABLE games ADD COLUMN score INTEGER CHECK (score IS NULL OR solved IS NOT NULL);
        ALTER TABLE moves ADD COLUMN credit INTEGER NOT NULL DEFAULT 0 CHECK (credit >= 0);
        ALTER TABLE rooms ADD COLUMN restored INTEGER NOT NULL DEFAULT 0;

        UPDATE games SET score = CASE solved WHEN 1 THEN turns << 48 | elapsed ELSE 1 << 60 END WHERE solved IS NOT NULL;
        DROP INDEX games_finished;
        CREATE INDEX games_ranked ON games (line, day, score, player) WHERE score IS NOT NULL;

        CREATE TABLE seat_names (
            player BLOB NOT NULL REFERENCES players (id),
            room INTEGER NOT NULL,
            seat INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            PRIMARY KEY (player, room, seat, sequence),
            FOREIGN KEY (room, sequence) REFERENCES room_events (room, sequence)
        ) STRICT, WITHOUT ROWID;

        INSERT OR IGNORE INTO seat_names (player, room, seat, sequence)
        SELECT tilerace_player(json_extract(event, '$.joined.player')), room, json_extract(event, '$.joined.seat'), sequence
        FROM room_events WHERE event GLOB '{"joined":*';

        INSERT OR IGNORE INTO seat_names (player, room, seat, sequence)
        SELECT player, renamed.room, seat, renamed.sequence
        FROM room_events AS renamed JOIN seat_names
            ON seat_names.room = renamed.room AND seat = json_extract(event, '$.renamed.seat')
        WHERE event GLOB '{"renamed":*';
        """
}
