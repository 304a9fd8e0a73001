/// A database as version 1 of the schema left it. Frozen: every later version must be able to read it.
package enum SchemaFixture1 {
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
            pattern INTEGER NOT NULL,
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

        INSERT INTO players VALUES (x'FFFFFFFFFFFFFFFF0000000000000000', 'Mika', 1763700000000);
        INSERT INTO games VALUES (1, x'FFFFFFFFFFFFFFFF0000000000000000', 'guess-en-5', 20778, 1763700001000, 1, NULL, NULL, NULL);
        INSERT INTO moves VALUES (1, 0, 182994370205581312, 83886372, 4100);
        INSERT INTO rooms VALUES (9223372036854775807, 'QYACK', 'Küche 🍳', -1, 1763700002000);
        INSERT INTO room_events VALUES (9223372036854775807, 1, 1000, '{"created":{"name":"Küche 🍳"}}');
        PRAGMA application_id=1414685027;
        PRAGMA user_version=1;
        """
}
