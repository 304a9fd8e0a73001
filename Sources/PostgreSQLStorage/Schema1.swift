/// Version 1 of the schema. Released, so never edited: a change is a new version with a file of its own.
enum Schema1 {
    /// The tables of SQLite's version 7, with these differences:
    /// - Names are `bytea`, as a name may hold a zero byte, which `text` cannot. `folded` is the name with A to Z made
    ///   small, for searches.
    /// - Texts that the program makes are compared as bytes (`COLLATE "C"`), whatever the database's own order is.
    /// - Two rooms may exchange codes in one transaction: that no two have one is checked at its end.
    /// - `moves` and `room_events` refer to games and rooms without a foreign key. A foreign key would lock and write a
    ///   row of the other table for every guess, and halve the throughput (docs/decisions/011-postgresql.md).
    /// - `lease` has one row: which server writes, by its generation, and until when by the database's clock.
    ///   `tilerace_fence` refuses whoever is of another generation, and keeps out who would take the lease over until
    ///   the caller's transaction ends.
    static let sql = """
        CREATE TABLE lease (
            id SMALLINT PRIMARY KEY CHECK (id = 1),
            holder TEXT NOT NULL,
            generation BIGINT NOT NULL,
            expires_at TIMESTAMPTZ NOT NULL
        );
        INSERT INTO lease (id, holder, generation, expires_at) VALUES (1, '', 0, '-infinity');

        CREATE FUNCTION tilerace_fence(mine BIGINT, milliseconds BIGINT) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE
            expiry TIMESTAMPTZ;
        BEGIN
            SELECT expires_at INTO expiry FROM lease WHERE generation = mine FOR NO KEY UPDATE;
            IF NOT FOUND THEN
                RAISE EXCEPTION 'the lease is another server''s' USING ERRCODE = 'TR001';
            END IF;
            IF expiry < clock_timestamp() + milliseconds * INTERVAL '0.75 milliseconds' THEN
                UPDATE lease SET expires_at = clock_timestamp() + milliseconds * INTERVAL '1 millisecond';
            END IF;
        END $$;

        CREATE TABLE players (
            id BYTEA PRIMARY KEY CHECK (length(id) = 16),
            name BYTEA NOT NULL,
            folded BYTEA NOT NULL,
            created_at BIGINT NOT NULL,
            sessions BIGINT NOT NULL DEFAULT 0,
            is_deleted SMALLINT NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1)),
            name_reset_until BIGINT
        );

        CREATE TABLE pinned_puzzles (
            line TEXT COLLATE "C" NOT NULL,
            day BIGINT NOT NULL,
            answer BIGINT NOT NULL,
            list_version TEXT NOT NULL,
            published_at BIGINT,
            played_at BIGINT,
            published_when TEXT,
            PRIMARY KEY (line, day)
        );

        CREATE TABLE days (day BIGINT PRIMARY KEY);

        CREATE TABLE games (
            id BIGINT PRIMARY KEY,
            player BYTEA NOT NULL REFERENCES players (id),
            line TEXT COLLATE "C" NOT NULL,
            day BIGINT NOT NULL,
            opened_at BIGINT NOT NULL,
            hard_mode SMALLINT NOT NULL CHECK (hard_mode BETWEEN 0 AND 2),
            is_archive SMALLINT NOT NULL DEFAULT 0 CHECK (is_archive IN (0, 1)),
            answer BIGINT,
            tiles BIGINT CHECK (tiles IS NULL OR answer IS NOT NULL),
            seconds BIGINT,
            solved SMALLINT CHECK (solved IN (0, 1)),
            turns BIGINT,
            points BIGINT CHECK (points IS NULL OR solved IS NOT NULL),
            elapsed BIGINT,
            score BIGINT CHECK (score IS NULL OR solved IS NOT NULL),
            UNIQUE (player, line, day),
            CHECK ((solved IS NULL) = (turns IS NULL) AND (solved IS NULL) = (elapsed IS NULL))
        );
        CREATE INDEX games_ranked ON games (line, day, score, player) WHERE score IS NOT NULL;
        CREATE INDEX games_timed ON games (opened_at, seconds) WHERE seconds IS NOT NULL AND solved IS NULL;

        CREATE TABLE moves (
            game BIGINT NOT NULL,
            row BIGINT NOT NULL CHECK (row >= 0),
            word BIGINT NOT NULL,
            verdict BIGINT NOT NULL,
            elapsed BIGINT NOT NULL,
            credit BIGINT NOT NULL DEFAULT 0 CHECK (credit >= 0),
            PRIMARY KEY (game, row)
        );

        CREATE TABLE rooms (
            id BIGINT PRIMARY KEY,
            code TEXT COLLATE "C" NOT NULL UNIQUE DEFERRABLE INITIALLY DEFERRED,
            name BYTEA NOT NULL,
            folded BYTEA NOT NULL,
            epoch BIGINT NOT NULL,
            created_at BIGINT NOT NULL,
            restored BIGINT NOT NULL DEFAULT 0
        );

        CREATE TABLE former_codes (
            code TEXT COLLATE "C" PRIMARY KEY,
            room BIGINT NOT NULL REFERENCES rooms (id)
        );
        CREATE INDEX former_codes_room ON former_codes (room);

        CREATE TABLE room_events (
            room BIGINT NOT NULL,
            sequence BIGINT NOT NULL CHECK (sequence >= 1),
            time BIGINT NOT NULL,
            event TEXT COLLATE "C" NOT NULL,
            PRIMARY KEY (room, sequence)
        );

        CREATE TABLE seats (
            player BYTEA NOT NULL REFERENCES players (id),
            room BIGINT NOT NULL REFERENCES rooms (id),
            seat BIGINT NOT NULL,
            PRIMARY KEY (player, room),
            UNIQUE (room, seat)
        );

        CREATE TABLE seat_names (
            player BYTEA NOT NULL REFERENCES players (id),
            room BIGINT NOT NULL,
            seat BIGINT NOT NULL,
            sequence BIGINT NOT NULL,
            PRIMARY KEY (player, room, seat, sequence),
            FOREIGN KEY (room, sequence) REFERENCES room_events (room, sequence)
        );

        CREATE TABLE races (
            room BIGINT NOT NULL REFERENCES rooms (id),
            first BIGINT NOT NULL,
            last BIGINT,
            players BIGINT NOT NULL,
            name TEXT COLLATE "C" NOT NULL,
            PRIMARY KEY (room, first),
            UNIQUE (room, name)
        );
        """
}
