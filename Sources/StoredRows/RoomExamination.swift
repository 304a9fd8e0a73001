import GameRules
import Rooms
import Storage

/// Rooms: whether their logs are whole, and seats, names and races what follows from them.
enum RoomExamination {
    static func run<Row: StoredRow & ~Copyable>(
        _ rows: ExaminedRows<Row>, _ faults: inout FaultList
    ) throws(StorageError) {
        try examineRecords(rows, &faults)
        var room: ExaminedRoom?
        var stray = 0
        try rows.forEach(everything) { row throws(StorageError) in
            if room?.id != row.integer(0) {
                stray += room?.finish(&faults) ?? 0
                room = ExaminedRoom(id: row.integer(0))
            }
            guard var next = room else { return }
            room = nil
            try faults.unlessCorrupt(next.name(of: row)) { faults throws(StorageError) in
                try next.take(row, &faults)
            }
            room = next
        }
        stray += room?.finish(&faults) ?? 0
        if stray > 0 { faults.add("\(stray) of the names that are kept as in logs are not there") }
    }

    /// The logs and what is kept beside them, room by room: `room`, a number for the table, and its columns. An engine
    /// has them in this order, but for the names.
    private static let everything = """
        SELECT room, 0 AS kind, sequence AS place, time AS b, event AS c, CAST(NULL AS BIGINT) AS d,
            CAST(NULL AS BYTEA) AS e FROM room_events
        UNION ALL SELECT room, 1, seat, CAST(NULL AS BIGINT), CAST(NULL AS TEXT), CAST(NULL AS BIGINT), player FROM seats
        UNION ALL SELECT room, 2, first, last, name, players, CAST(NULL AS BYTEA) FROM races
        UNION ALL SELECT room, 3, sequence, seat, CAST(NULL AS TEXT), CAST(NULL AS BIGINT), player FROM seat_names
        ORDER BY 1, 3
        """

    private static func examineRecords<Row: StoredRow & ~Copyable>(
        _ rows: ExaminedRows<Row>, _ faults: inout FaultList
    ) throws(StorageError) {
        try rows.forEach(
            """
            SELECT id, code, name, created_at, NOT EXISTS (SELECT 1 FROM room_events WHERE room = rooms.id) FROM rooms
            """
        ) { row throws(StorageError) in
            let id = row.integer(0)
            if row.integer(4) == 1 { faults.add("room \(id) has no log") }
            try faults.unlessCorrupt("room \(id)") { faults throws(StorageError) in
                _ = try (row.room(0), row.text(2), row.instant(3))
                let code = try row.text(1)
                // The other is what a closed room has.
                if RoomCode(code) == nil, code != "-\(id)" { faults.add("room \(id) has no code: \(code)") }
            }
        }
        try rows.forEach(
            "SELECT former_codes.code, room, rooms.code LIKE '-%', former_codes.code IN (SELECT code FROM rooms)"
                + " FROM former_codes JOIN rooms ON rooms.id = room"
        ) { row throws(StorageError) in
            try faults.unlessCorrupt("a former code of room \(row.integer(1))") { faults throws(StorageError) in
                let code = try row.text(0)
                if RoomCode(code) == nil { faults.add("room \(row.integer(1)) had no such code: \(code)") }
                if row.integer(2) == 1 { faults.add("room \(row.integer(1)) is closed, and has a former code") }
                if row.integer(3) == 1 { faults.add("the former code \(code) of room \(row.integer(1)) is one of now") }
            }
        }
    }
}

/// A room under examination: its events come one by one, and between them the rows that storage keeps beside the log.
private struct ExaminedRoom {
    let id: Int
    private var first = 1
    private var last = 0
    private var isClosed = false
    private var hasLog = false
    private var hasGap = false
    private var shown = Beside()
    private var kept = Beside()

    /// All that follows from a log.
    private struct Beside {
        var seats: [Seat: PlayerID] = [:]
        var names: Set<Name> = []
        var races: [String: RaceSpan] = [:]
    }

    /// A place where the log has a player's name.
    private struct Name: Hashable {
        let sequence: Int
        let seat: Seat
        let player: PlayerID
    }

    /// A row of `races`.
    private struct RaceSpan: Hashable {
        let first: Int
        var last: Int?
        var players: Int
    }

    init(id: Int) { self.id = id }

    /// The name of a row, for people.
    func name(of row: borrowing some StoredRow & ~Copyable) -> String {
        switch row.integer(1) {
        case 0: "the log of room \(id)"
        case 1: "the seats of room \(id)"
        case 2: "the races of room \(id)"
        default: "the names of room \(id)"
        }
    }

    mutating func take(
        _ row: borrowing some StoredRow & ~Copyable, _ faults: inout FaultList
    ) throws(StorageError) {
        switch row.integer(1) {
        case 0:
            hasLog = true
            count(try row.sequence(2), &faults)
            take(try row.loggedEvent(2))
        case 1: kept.seats[row.integer(2)] = try row.player(6)
        case 2:
            kept.races[try row.text(4)] = RaceSpan(
                first: row.integer(2), last: row.optionalInteger(3), players: row.integer(5))
        default: kept.names.insert(Name(sequence: row.integer(2), seat: row.integer(3), player: try row.player(6)))
        }
    }

    private mutating func count(_ sequence: Int, _ faults: inout FaultList) {
        if last == 0 {
            first = sequence
        } else if sequence != last + 1, !hasGap {
            hasGap = true
            faults.add("the log of room \(id) has a gap between \(last) and \(sequence)")
        }
        last = sequence
    }

    private mutating func take(_ logged: LoggedEvent) {
        switch logged.event {
        case .joined(let seat, let player, _):
            shown.seats[seat] = player
            note(seat, logged.sequence)
        case .renamed(let seat, _): note(seat, logged.sequence)
        case .left(let seat), .kicked(let seat): shown.seats[seat] = nil
        case .closed:
            shown.seats = [:]
            isClosed = true
        case .opened(let race, _): begin(race, players: 0, logged.sequence)
        case .round(let deal): begin(deal.race, players: deal.seats.count, logged.sequence)
        case .started(let race, _): shown.races[race.text]?.players += 1
        case .roundOver(let result): shown.races[result.race.text]?.last = logged.sequence
        case .created, .pseudonym, .nameHeld, .hosted, .guessed, .finished, .named, .daily, .locked, .password, .listed,
            .barred, .code, .unkicked, .ready, .satOut, .settings, .series, .dealt, .played, .seriesOver:
            break
        }
    }

    private mutating func note(_ seat: Seat, _ sequence: Int) {
        guard let player = shown.seats[seat] else { return }
        shown.names.insert(Name(sequence: sequence, seat: seat, player: player))
    }

    private mutating func begin(_ race: RaceID, players: Int, _ sequence: Int) {
        // A day that was opened twice stays one race.
        if shown.races[race.text] == nil {
            shown.races[race.text] = RaceSpan(first: sequence, last: nil, players: players)
        }
    }

    /// Compares with what is kept beside the log. Returns how many names are kept that it does not have.
    func finish(_ faults: inout FaultList) -> Int {
        // A room without a log has been told of as such.
        guard hasLog else { return kept.names.count }
        if first > 1 {
            // A closed room is being forgotten: from the beginning of its log on, with what is kept beside it.
            guard !isClosed else { return 0 }
            faults.add("the log of room \(id) has a gap between 0 and \(first)")
        }
        if kept.seats != shown.seats { faults.add("the seats of room \(id) are not those that its log shows") }
        if kept.races != shown.races { faults.add("the races of room \(id) are not those that its log shows") }
        let missing = shown.names.subtracting(kept.names).count
        if missing > 0 { faults.add("\(missing) of the names in the log of room \(id) are not kept as such") }
        return kept.names.subtracting(shown.names).count
    }
}
