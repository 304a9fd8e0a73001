/// Version 2 of the schema: what races a room's log has, and where they are in it. Released, so never edited.
enum Schema2 {
    /// `first` and `last` are sequences of `room_events`: the race's `opened` or `round`, and its `roundOver`. The
    /// table follows from the log alone; that of a log of version 1 is made here.
    static let sql = """
        CREATE TABLE races (
            room INTEGER NOT NULL REFERENCES rooms (id),
            first INTEGER NOT NULL,
            last INTEGER,
            players INTEGER NOT NULL,
            name TEXT NOT NULL,
            PRIMARY KEY (room, first),
            UNIQUE (room, name)
        ) STRICT, WITHOUT ROWID;

        INSERT OR IGNORE INTO races (room, first, players, name)
        SELECT room, sequence, 0, json_extract(event, '$.opened.race')
        FROM room_events WHERE event GLOB '{"opened":*' ORDER BY room, sequence;

        INSERT OR IGNORE INTO races (room, first, players, name)
        SELECT room, sequence, json_array_length(event, '$.round.deal.seats'), json_extract(event, '$.round.deal.race')
        FROM room_events WHERE event GLOB '{"round":*' ORDER BY room, sequence;

        UPDATE races SET players = players + joined.count FROM (
            SELECT room, json_extract(event, '$.started.race') AS name, count(*) AS count
            FROM room_events WHERE event GLOB '{"started":*' GROUP BY 1, 2
        ) AS joined WHERE joined.room = races.room AND joined.name = races.name;

        UPDATE races SET last = over.sequence FROM (
            SELECT room, json_extract(event, '$.roundOver.result.race') AS name, max(sequence) AS sequence
            FROM room_events WHERE event GLOB '{"roundOver":*' GROUP BY 1, 2
        ) AS over WHERE over.room = races.room AND over.name = races.name;
        """
}
