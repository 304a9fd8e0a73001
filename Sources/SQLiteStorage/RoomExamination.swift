import GameRules
import Rooms
import Storage

/// Rooms: whether their logs are whole, and seats, names and races what follows from them.
enum RoomExamination {
    static func run(_ db: Connection, _ faults: inout FaultList) throws(StorageError) {
        try examineRecords(db, &faults)
        var room: ExaminedRoom?
        var names = 0
        try db.forEach(
            "SELECT sequence, time, event, room FROM room_events ORDER BY room, sequence"
        ) { row throws(StorageError) in
            if room?.id != row.integer(3) {
                names += try room?.finish(db, &faults) ?? 0
                room = ExaminedRoom(id: row.integer(3))
            }
            guard var next = room else { return }
            room = nil
            try faults.unlessCorrupt("the log of room \(next.id)") { faults throws(StorageError) in
                next.count(try row.sequence(0), &faults)
                next.take(try RoomRows.logged(row))
            }
            room = next
        }
        names += try room?.finish(db, &faults) ?? 0
        let kept = try db.first("SELECT count(*) FROM seat_names") { $0.integer(0) } ?? 0
        if kept != names { faults.add("\(kept - names) of the names that are kept as in logs are not there") }
    }

    private static func examineRecords(_ db: Connection, _ faults: inout FaultList) throws(StorageError) {
        try db.forEach(
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
        try db.forEach(
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

/// A room whose events come one by one.
private struct ExaminedRoom {
    let id: Int
    private var last = 0
    private var seats: [Seat: PlayerID] = [:]
    private var names: Set<Name> = []
    private var races: [RaceID: RaceSpan] = [:]
    private var hasGap = false

    private struct Sitting: Hashable {
        let seat: Seat
        let player: PlayerID
    }

    /// Where the log has a player's name.
    private struct Name: Hashable {
        let sequence: Int
        let sitting: Sitting
    }

    /// A row of `races`.
    private struct RaceSpan: Hashable {
        let first: Int
        var last: Int?
        var players: Int
    }

    init(id: Int) { self.id = id }

    mutating func count(_ sequence: Int, _ faults: inout FaultList) {
        if sequence != last + 1, !hasGap {
            hasGap = true
            faults.add("the log of room \(id) has a gap between \(last) and \(sequence)")
        }
        last = sequence
    }

    mutating func take(_ logged: LoggedEvent) {
        switch logged.event {
        case .joined(let seat, let player, _):
            seats[seat] = player
            note(seat, logged.sequence)
        case .renamed(let seat, _): note(seat, logged.sequence)
        case .left(let seat), .kicked(let seat): seats[seat] = nil
        case .closed: seats = [:]
        case .opened(let race, _): begin(race, players: 0, logged.sequence)
        case .round(let deal): begin(deal.race, players: deal.seats.count, logged.sequence)
        case .started(let race, _): races[race]?.players += 1
        case .roundOver(let result): races[result.race]?.last = logged.sequence
        case .created, .pseudonym, .nameHeld, .hosted, .guessed, .finished, .named, .daily, .locked, .password, .listed,
            .barred, .code, .unkicked, .ready, .satOut, .settings, .series, .dealt, .played, .seriesOver:
            break
        }
    }

    private mutating func note(_ seat: Seat, _ sequence: Int) {
        guard let player = seats[seat] else { return }
        names.insert(Name(sequence: sequence, sitting: Sitting(seat: seat, player: player)))
    }

    private mutating func begin(_ race: RaceID, players: Int, _ sequence: Int) {
        // A day that was opened twice stays one race.
        if races[race] == nil { races[race] = RaceSpan(first: sequence, last: nil, players: players) }
    }

    /// Compares with what is kept beside the log. Returns how many of its names are.
    func finish(_ db: Connection, _ faults: inout FaultList) throws(StorageError) -> Int {
        let held = seats.map { Sitting(seat: $0.key, player: $0.value) }
        let stored = try db.all("SELECT seat, player FROM seats WHERE room = ?", .integer(id)) {
            (row) throws(StorageError) in Sitting(seat: row.integer(0), player: try row.player(1))
        }
        if Set(stored) != Set(held) { faults.add("the seats of room \(id) are not those that its log shows") }
        let spans = try db.all("SELECT name, first, last, players FROM races WHERE room = ?", .integer(id)) {
            (row) throws(StorageError) in
            (
                race: try row.text(0),
                span: RaceSpan(first: row.integer(1), last: row.optionalInteger(2), players: row.integer(3))
            )
        }
        if Dictionary(spans.map { ($0.race, $0.span) }, uniquingKeysWith: { first, _ in first })
            != Dictionary(races.map { ($0.key.text, $0.value) }, uniquingKeysWith: { first, _ in first })
        {
            faults.add("the races of room \(id) are not those that its log shows")
        }
        return try namesKept(db, &faults)
    }

    private func namesKept(_ db: Connection, _ faults: inout FaultList) throws(StorageError) -> Int {
        var kept = 0
        for name in names {
            let isKept = try db.exists(
                "SELECT 1 FROM seat_names WHERE player = ? AND room = ? AND seat = ? AND sequence = ?",
                .player(name.sitting.player), .integer(id), .integer(name.sitting.seat), .integer(name.sequence))
            if isKept { kept += 1 }
        }
        if kept < names.count {
            faults.add("\(names.count - kept) of the names in the log of room \(id) are not kept as such")
        }
        return kept
    }
}
