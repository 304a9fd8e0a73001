import GameRules
import Rooms
import Storage
import StoredRows

/// The tables `rooms`, `former_codes`, `room_events` and `seats`.
enum RoomRows {
    static func create(_ room: RoomRecord, _ db: Connection) throws(StorageError) {
        try WriteRules.createRoom(
            room, idTaken: db.exists("SELECT 1 FROM rooms WHERE id = ?", .integer(room.id.number)),
            codeTaken: db.exists("SELECT 1 FROM rooms WHERE code = ?", .text(room.code.text)))
        try db.run(
            "INSERT INTO rooms (id, code, name, epoch, created_at, restored) VALUES (?, ?, ?, ?, ?, ?)",
            .integer(room.id.number), .text(room.code.text), .text(room.name), .bits(room.epoch),
            .integer(room.createdAt), .bits(room.restored))
        try db.run("DELETE FROM former_codes WHERE code = ?", .text(room.code.text))
    }

    static func append(
        _ event: LoggedEvent, to room: RoomID, _ known: inout KnownHeads, _ db: Connection
    ) throws(StorageError) {
        let last = if let sequence = known[room] { sequence } else { try last(of: room, db) }
        try WriteRules.appendEvent(room, sequence: event.sequence, after: last)
        try db.run(
            "INSERT INTO room_events (room, sequence, time, event) VALUES (?, ?, ?, ?)",
            .integer(room.number), .integer(event.sequence), .integer(event.time), .text(StoredEvent.json(event.event)))
        known[room] = event.sequence
        switch event.event {
        case .joined(let seat, let player, _):
            try take(seat, for: player, in: room, db)
            try SittingRows.note(seat, of: player, at: event.sequence, in: room, db)
        case .renamed(let seat, _): try noteName(of: seat, at: event.sequence, in: room, db)
        case .left(let seat), .kicked(let seat): try leave(seat, in: room, db)
        case .named(let name):
            try db.run("UPDATE rooms SET name = ? WHERE id = ?", .text(name), .integer(room.number))
        case .code(let code): try changeCode(of: room, to: code, db)
        case .closed: try close(room, db)
        case .opened, .round, .started, .roundOver: try RaceRows.note(event, in: room, db)
        case .created, .pseudonym, .nameHeld, .hosted, .guessed, .finished, .daily, .locked, .password, .listed,
            .barred,
            .unkicked, .ready, .satOut, .settings, .series, .dealt, .played, .seriesOver:
            break
        }
    }

    /// The sequence of the room's last event, 0 if it has none; nil if there is no such room.
    private static func last(of room: RoomID, _ db: Connection) throws(StorageError) -> Int? {
        try db.first(
            "SELECT (SELECT coalesce(max(sequence), 0) FROM room_events WHERE room = rooms.id) FROM rooms WHERE id = ?",
            .integer(room.number)
        ) { (row) throws(StorageError) in try row.lastSequence(0) }
    }

    static func abandonSeat(
        of player: PlayerID, in room: RoomID, time: Int, _ known: inout KnownHeads, _ db: Connection
    ) throws(StorageError) {
        let held = try db.first(
            "SELECT seat FROM seats WHERE player = ? AND room = ?", .player(player), .integer(room.number)
        ) { (row) throws(StorageError) in try row.seat(0) }
        let seat = try WriteRules.abandonSeat(player, in: room, seat: held)
        let last = try last(of: room, db) ?? 0
        try append(LoggedEvent(sequence: last + 1, time: time, event: .left(seat: seat)), to: room, &known, db)
    }

    private static func take(
        _ seat: Seat, for player: PlayerID, in room: RoomID, _ db: Connection
    ) throws(StorageError) {
        try WriteRules.takeSeat(
            seat, in: room, playerExists: PlayerRows.exists(player, db), seatTaken: isTaken(seat, in: room, db),
            playerSeated: db.exists(
                "SELECT 1 FROM seats WHERE player = ? AND room = ?", .player(player), .integer(room.number)))
        try db.run(
            "INSERT INTO seats (player, room, seat) VALUES (?, ?, ?)",
            .player(player), .integer(room.number), .integer(seat))
    }

    private static func noteName(
        of seat: Seat, at sequence: Int, in room: RoomID, _ db: Connection
    ) throws(StorageError) {
        let player = try db.first(
            "SELECT player FROM seats WHERE room = ? AND seat = ?", .integer(room.number), .integer(seat)
        ) { (row) throws(StorageError) in try row.player(0) }
        try WriteRules.rename(seat, in: room, seatTaken: player != nil)
        guard let player else { preconditionFailure("checked above") }
        try SittingRows.note(seat, of: player, at: sequence, in: room, db)
    }

    private static func leave(_ seat: Seat, in room: RoomID, _ db: Connection) throws(StorageError) {
        try WriteRules.leaveSeat(seat, in: room, seatTaken: isTaken(seat, in: room, db))
        try db.run("DELETE FROM seats WHERE room = ? AND seat = ?", .integer(room.number), .integer(seat))
    }

    private static func changeCode(of room: RoomID, to code: RoomCode, _ db: Connection) throws(StorageError) {
        let isTaken = try db.exists(
            "SELECT 1 FROM rooms WHERE code = ? AND id <> ?", .text(code.text), .integer(room.number))
        try WriteRules.changeCode(of: room, to: code, taken: isTaken)
        try db.run("DELETE FROM former_codes WHERE code = ?", .text(code.text))
        try db.run(
            "INSERT OR REPLACE INTO former_codes (code, room) SELECT code, id FROM rooms WHERE id = ? AND code <> ?",
            .integer(room.number), .text(code.text))
        try db.run("UPDATE rooms SET code = ? WHERE id = ?", .text(code.text), .integer(room.number))
    }

    /// A closed room has given its code back. The column must have something that no other room has, and nobody can
    /// type.
    private static func close(_ room: RoomID, _ db: Connection) throws(StorageError) {
        try db.run("UPDATE rooms SET code = ? WHERE id = ?", .text("-\(room.number)"), .integer(room.number))
        try db.run("DELETE FROM seats WHERE room = ?", .integer(room.number))
        try db.run("DELETE FROM former_codes WHERE room = ?", .integer(room.number))
    }

    private static func isTaken(_ seat: Seat, in room: RoomID, _ db: Connection) throws(StorageError) -> Bool {
        try db.exists("SELECT 1 FROM seats WHERE room = ? AND seat = ?", .integer(room.number), .integer(seat))
    }

    private static func record(
        of code: RoomCode, _ db: Connection
    ) throws(StorageError) -> RoomRecord? {
        try db.first(
            "SELECT id, code, name, epoch, created_at, restored FROM rooms WHERE code = ?", .text(code.text),
            read: record)
    }

    static func room(_ code: RoomCode, _ db: Connection) throws(StorageError) -> StoredRoom? {
        guard let record = try record(of: code, db) else { return nil }
        let log = try db.all(
            "SELECT sequence, time, event FROM room_events WHERE room = ? ORDER BY sequence",
            .integer(record.id.number), read: logged)
        guard log.enumerated().allSatisfy({ $0.offset + 1 == $0.element.sequence }) else {
            throw .corrupt("the log of room \(record.id.number) has a gap")
        }
        return StoredRoom(record: record, log: log)
    }

    static func recall(_ code: RoomCode, tail: Int, _ db: Connection) throws(StorageError) -> RecalledRoom? {
        guard let record = try record(of: code, db) else { return nil }
        let room = StoredValue.integer(record.id.number)
        let isWhole = try db.exists(
            "SELECT 1 FROM (SELECT count(*) AS count, coalesce(max(sequence), 0) AS last FROM room_events WHERE room = ?)"
                + " WHERE count = last", room)
        guard isWhole else { throw .corrupt("the log of room \(record.id.number) has a gap") }
        let horizon = try db.first(horizon, room, .integer(RoomState.racesKept), room, .integer(tail), room) {
            $0.integer(0)
        }
        let log = try db.all(needed, room, .integer(horizon ?? 0), read: logged)
        return RecalledRoom(record: record, log: log)
    }

    /// `RoomState.needed`, in SQL: the point from which on all events are needed.
    private static let horizon = """
        SELECT coalesce(min(sequence), 0) FROM (
            SELECT first AS sequence FROM (
                SELECT first FROM races WHERE room = ? AND name NOT GLOB 'sprint-*' ORDER BY first DESC LIMIT ?)
            UNION ALL SELECT max(sequence) FROM room_events WHERE room = ? AND event GLOB '{"\(RoomEvent.Kind.series.rawValue)":*'
            UNION ALL SELECT max(sequence) - ? FROM room_events WHERE room = ?)
        """

    /// The events from the horizon on, and of those before it what `RoomState.needed` wants: of every setting the last
    /// one. An event is read as JSON at fifty times the cost of looking at its beginning. An event that is no JSON is
    /// returned as it is, and its decoder reports the damage. `json_extract` alone would fail the whole statement.
    private static let needed = """
        WITH log AS (
            SELECT sequence, time, event, substr(event, 3, instr(event, '":') - 3) AS kind FROM room_events WHERE room = ?1)
        SELECT sequence, time, event FROM log WHERE sequence >= ?2 OR kind NOT IN (
            \(StoredEvent.kinds(.passing, .untilNext, .untilNextOfSeat)))
        UNION ALL
        SELECT max(sequence) AS last, time, event FROM log
            WHERE kind IN (\(StoredEvent.kinds(.untilNext, .untilNextOfSeat)))
            GROUP BY kind, CASE WHEN kind IN (\(StoredEvent.kinds(.untilNextOfSeat)))
                THEN iif(json_valid(event), json_extract(event, '$.' || kind || '.seat'), 'none') END
            HAVING last < ?2
        ORDER BY 1
        """

    /// Closed rooms have no code of letters and digits alone.
    static func rooms(
        named text: String, code: RoomCode?, limit: Int, _ db: Connection
    ) throws(StorageError) -> [RoomRecord] {
        try db.all(
            """
            SELECT id, code, name, epoch, created_at, restored FROM rooms
            WHERE code NOT LIKE '-%' AND (code = ? OR instr(lower(name), lower(?)) > 0)
            ORDER BY length(CAST(name AS BLOB)), name, id LIMIT ?
            """, .text(code?.text ?? ""), .text(text), .integer(limit), read: record)
    }

    /// The condition on `races` is that of their index `races_running`.
    static let inRound = """
        SELECT id, code, name, epoch, created_at, restored FROM rooms
        WHERE code NOT LIKE '-%' AND id IN (SELECT room FROM races WHERE last IS NULL AND name GLOB 'sprint-*')
        ORDER BY id
        """

    static func inRound(_ db: Connection) throws(StorageError) -> [RoomRecord] { try db.all(inRound, read: record) }

    static func room(formerly code: RoomCode, _ db: Connection) throws(StorageError) -> RoomRecord? {
        try db.first(
            """
            SELECT id, rooms.code, name, epoch, created_at, restored FROM former_codes JOIN rooms ON rooms.id = room
            WHERE former_codes.code = ?
            """, .text(code.text), read: record)
    }

    static func rooms(of player: PlayerID, _ db: Connection) throws(StorageError) -> [RoomRecord] {
        try db.all(
            """
            SELECT id, code, name, epoch, created_at, restored FROM seats JOIN rooms ON rooms.id = seats.room
            WHERE player = ?
            """, .player(player), read: record)
    }

    private static func record(_ row: borrowing Row) throws(StorageError) -> RoomRecord { try row.roomRecord() }

    /// The event in the first three columns: sequence, time and text.
    static func logged(_ row: borrowing Row) throws(StorageError) -> LoggedEvent { try row.loggedEvent() }
}
