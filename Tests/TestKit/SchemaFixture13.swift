/// A database as version 13 of the schema left it. Frozen: every later version must be able to read it.
package enum SchemaFixture13 {
    /// The statements that make it.
    package static let sql = """
        CREATE TABLE players (
            id BLOB PRIMARY KEY CHECK (length(id) = 16),
            name TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pinned_puzzles (
            line TEXT NOT NULL,
            day INTEGER NOT NULL,
            answer INTEGER NOT NULL,
            list_version TEXT NOT NULL,
            PRIMARY KEY (line, day)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE games (
            id INTEGER PRIMARY KEY,
            player BLOB NOT NULL REFERENCES players (id),
            line TEXT NOT NULL,
            day INTEGER NOT NULL,
            opened_at INTEGER NOT NULL,
            hard_mode INTEGER NOT NULL CHECK (hard_mode BETWEEN 0 AND 2),
            solved INTEGER CHECK (solved IN (0, 1)),
            turns INTEGER,
            elapsed INTEGER,
            UNIQUE (player, line, day),
            CHECK ((solved IS NULL) = (turns IS NULL) AND (solved IS NULL) = (elapsed IS NULL))
        ) STRICT;

        CREATE INDEX games_finished ON games (line, day) WHERE solved IS NOT NULL;

        CREATE TABLE moves (
            game INTEGER NOT NULL REFERENCES games (id),
            row INTEGER NOT NULL CHECK (row >= 0),
            word INTEGER NOT NULL,
            verdict INTEGER NOT NULL,
            elapsed INTEGER NOT NULL,
            PRIMARY KEY (game, row)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE rooms (
            id INTEGER PRIMARY KEY,
            code TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            epoch INTEGER NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE room_events (
            room INTEGER NOT NULL REFERENCES rooms (id),
            sequence INTEGER NOT NULL CHECK (sequence >= 1),
            time INTEGER NOT NULL,
            event TEXT NOT NULL,
            PRIMARY KEY (room, sequence)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE seats (
            player BLOB NOT NULL REFERENCES players (id),
            room INTEGER NOT NULL REFERENCES rooms (id),
            seat INTEGER NOT NULL,
            PRIMARY KEY (player, room),
            UNIQUE (room, seat)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE races (
            room INTEGER NOT NULL REFERENCES rooms (id),
            first INTEGER NOT NULL,
            last INTEGER,
            players INTEGER NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (room, first),
            UNIQUE (room, name)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE players ADD COLUMN sessions INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE players ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1));
        ALTER TABLE games ADD COLUMN is_archive INTEGER NOT NULL DEFAULT 0 CHECK (is_archive IN (0, 1));
        ALTER TABLE games ADD COLUMN answer INTEGER;
        ALTER TABLE games ADD COLUMN score INTEGER CHECK (score IS NULL OR solved IS NOT NULL);
        ALTER TABLE moves ADD COLUMN credit INTEGER NOT NULL DEFAULT 0 CHECK (credit >= 0);
        ALTER TABLE rooms ADD COLUMN restored INTEGER NOT NULL DEFAULT 0;


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

        ALTER TABLE pinned_puzzles ADD COLUMN published_at INTEGER;
        ALTER TABLE pinned_puzzles ADD COLUMN played_at INTEGER;
        ALTER TABLE pinned_puzzles ADD COLUMN published_when TEXT;
        ALTER TABLE players ADD COLUMN name_reset_until INTEGER;
        ALTER TABLE games ADD COLUMN points INTEGER CHECK (points IS NULL OR solved IS NOT NULL);
        ALTER TABLE games ADD COLUMN seconds INTEGER;
        ALTER TABLE games ADD COLUMN tiles INTEGER CHECK (tiles IS NULL OR answer IS NOT NULL);
        CREATE INDEX games_timed ON games (opened_at, seconds) WHERE seconds IS NOT NULL AND solved IS NULL;
        CREATE TABLE days (day INTEGER PRIMARY KEY) STRICT;
        ALTER TABLE days ADD COLUMN began_at INTEGER;
        ALTER TABLE pinned_puzzles ADD COLUMN known_to BLOB REFERENCES players (id);

        ALTER TABLE players ADD COLUMN banned_at INTEGER;

        CREATE INDEX players_banned ON players (banned_at DESC, id) WHERE banned_at IS NOT NULL;

        CREATE TABLE admin_acts (
            number INTEGER PRIMARY KEY,
            time INTEGER NOT NULL,
            actor TEXT NOT NULL,
            verb TEXT NOT NULL,
            subject TEXT NOT NULL
        ) STRICT;

        CREATE INDEX admin_acts_time ON admin_acts (time);

        CREATE TABLE announcements (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            text TEXT NOT NULL,
            time INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE refused_words (
            day INTEGER NOT NULL,
            line TEXT NOT NULL,
            word INTEGER NOT NULL,
            count INTEGER NOT NULL,
            PRIMARY KEY (day, line, word)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE players ADD COLUMN seen_on INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX players_seen ON players (seen_on, id) WHERE is_deleted = 0 AND banned_at IS NULL;

        CREATE INDEX seat_names_event ON seat_names (room, sequence);

        CREATE TABLE words_left_out (
            word TEXT PRIMARY KEY,
            time INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE former_codes (
            code TEXT PRIMARY KEY,
            room INTEGER NOT NULL REFERENCES rooms (id)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX former_codes_room ON former_codes (room);

        INSERT INTO players VALUES (x'FFFFFFFFFFFFFFFF0000000000000000', 'Mika', 1763700000000, 0, 0, NULL, NULL, 20413);
        INSERT INTO players VALUES (x'0000000000000000FFFFFFFFFFFFFFFF', 'Zoe', 0, 2, 0, 1763800000000, 1763700005000, 20414);
        INSERT INTO players VALUES (x'00000000000000000000000000000001', 'Nobody 1', 5, 0, 1, NULL, NULL, 0);
        INSERT INTO pinned_puzzles VALUES ('guess-en-5', 20777, 182994370205581312, '00ff', NULL, 1763600000000, NULL, NULL);
        INSERT INTO pinned_puzzles VALUES ('guess-en-5', 20778, 182994370205581312, '00ff', 1763690000000, NULL, 'on', NULL);
        INSERT INTO pinned_puzzles VALUES ('guess-en-5', 20779, 182994370205581312, '00ff', 1763710000000, NULL, 'before', NULL);
        INSERT INTO days VALUES (20778, 1763596800000);
        INSERT INTO games VALUES (1, x'FFFFFFFFFFFFFFFF0000000000000000', 'guess-en-5', 20778, 1763700001000, 1, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL);
        INSERT INTO games VALUES (2, x'0000000000000000FFFFFFFFFFFFFFFF', 'guess-en-5', 20778, 1763700001000, 0, 1, 2, 9000, 0, NULL, 562949953430312, NULL, NULL, NULL);
        INSERT INTO games VALUES (3, x'FFFFFFFFFFFFFFFF0000000000000000', 'guess-en-5', 20777, 1763700001000, 0, 0, 1, 9000, 1, NULL, NULL, NULL, NULL, NULL);
        INSERT INTO games VALUES (4, x'FFFFFFFFFFFFFFFF0000000000000000', 'practice-en-5', 1, 1763700001000, 0, NULL, NULL, NULL, 0, 182994370205581312, NULL, NULL, NULL, NULL);
        INSERT INTO moves VALUES (1, 0, 182994370205581312, 83886372, 4100, 0);
        INSERT INTO moves VALUES (2, 0, 182994370205581312, 83886372, 4100, 0);
        INSERT INTO moves VALUES (2, 1, 182994370205581312, 83886762, 9000, 420);
        INSERT INTO moves VALUES (3, 0, 182994370205581312, 83886372, 9000, 0);
        INSERT INTO games VALUES (5, x'FFFFFFFFFFFFFFFF0000000000000000', 'anagram-en-7', 20778, 1763700001000, 0, 1, 3, 60000, 0, NULL, 3458574301530281152, 172, 90, NULL);
        INSERT INTO games VALUES (6, x'0000000000000000FFFFFFFFFFFFFFFF', 'anagram-en-7', 20778, 1763700001000, 0, NULL, NULL, NULL, 0, NULL, NULL, NULL, 90, NULL);
        INSERT INTO games VALUES (7, x'FFFFFFFFFFFFFFFF0000000000000000', 'practice-anagram-en-7', 2, 1763700001000, 0, NULL, NULL, NULL, 0, 273154986387439616, NULL, NULL, 180, 259644192816365568);
        INSERT INTO moves VALUES (5, 0, 129619226775257088, 1099511824393, 4000, 30);
        INSERT INTO moves VALUES (5, 1, 164522776722407424, 1099511889936, 5000, 30);
        INSERT INTO moves VALUES (5, 2, 273154986387439616, 1099512086675, 60000, 30);
        INSERT INTO rooms VALUES (9223372036854775807, 'QYACK', 'Küche 🍳', -1, 1763700002000, 7);
        INSERT INTO room_events VALUES (9223372036854775807, 1, 1000, '{"created":{"name":"Küche 🍳"}}');
        INSERT INTO room_events VALUES (9223372036854775807, 2, 1001, '{"joined":{"name":"Mika","player":"ffffffffffffffff0000000000000000","seat":1}}');
        INSERT INTO room_events VALUES (9223372036854775807, 3, 1002, '{"joined":{"name":"Zoe","player":"0000000000000000ffffffffffffffff","seat":2}}');
        INSERT INTO room_events VALUES (9223372036854775807, 4, 1003, '{"renamed":{"name":"Zoë","seat":2}}');
        INSERT INTO room_events VALUES (9223372036854775807, 5, 1004, '{"opened":{"puzzle":"guess-en-5/2026-11-21","race":"guess-en-5/2026-11-21"}}');
        INSERT INTO room_events VALUES (9223372036854775807, 6, 1005, '{"started":{"race":"guess-en-5/2026-11-21","seat":1}}');
        INSERT INTO room_events VALUES (9223372036854775807, 7, 1006, '{"left":{"seat":2}}');
        INSERT INTO room_events VALUES (9223372036854775807, 8, 1007, '{"joined":{"name":"Zoë","player":"0000000000000000ffffffffffffffff","seat":3}}');
        INSERT INTO seats VALUES (x'FFFFFFFFFFFFFFFF0000000000000000', 9223372036854775807, 1);
        INSERT INTO seats VALUES (x'0000000000000000FFFFFFFFFFFFFFFF', 9223372036854775807, 3);
        INSERT INTO former_codes VALUES ('FGHJK', 9223372036854775807);
        INSERT INTO races VALUES (9223372036854775807, 5, NULL, 1, 'guess-en-5/2026-11-21');
        INSERT INTO seat_names VALUES (x'FFFFFFFFFFFFFFFF0000000000000000', 9223372036854775807, 1, 2);
        INSERT INTO seat_names VALUES (x'0000000000000000FFFFFFFFFFFFFFFF', 9223372036854775807, 2, 3);
        INSERT INTO seat_names VALUES (x'0000000000000000FFFFFFFFFFFFFFFF', 9223372036854775807, 2, 4);
        INSERT INTO seat_names VALUES (x'0000000000000000FFFFFFFFFFFFFFFF', 9223372036854775807, 3, 8);
        INSERT INTO admin_acts VALUES (1, 1763700005000, 'command', 'ban-player', '0000000000000000ffffffffffffffff');
        INSERT INTO announcements VALUES (1, 'Cups at six', 1763700006000);
        INSERT INTO words_left_out VALUES ('maple', 1763700006000);
        INSERT INTO refused_words VALUES (20778, 'guess-en-5', 182994370205581312, 2);
        CREATE INDEX races_running ON races (room) WHERE last IS NULL AND name GLOB 'sprint-*';
        PRAGMA application_id=1414685027;
        PRAGMA user_version=13;
        """
}
