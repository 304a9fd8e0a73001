import GameRules
import Rooms
import Storage
import StoredRows

// Rooms, their logs, and rows that are derived from the logs.
extension WorkingSet {
    mutating func create(_ room: RoomRecord) throws(StorageError) {
        let code = room.code.text
        try WriteRules.createRoom(room, idTaken: rooms.row(room.id) != nil, codeTaken: codes.row(code) != nil)
        rooms.set(room.id, Room(code: code, last: 0))
        codes.set(code, room.id)
        add(
            .integer(room.id.number), .text(code), .text(room.name), .text(room.name.folded), .bits(room.epoch),
            .integer(room.createdAt), .bits(room.restored), to: .roomsMade)
        add(.text(code), .null, to: .formers)
    }

    mutating func append(_ event: LoggedEvent, to id: RoomID) throws(StorageError) {
        let stored = try rooms.row(id)
        try WriteRules.appendEvent(id, sequence: event.sequence, after: stored?.last)
        guard var room = stored else { preconditionFailure("checked above") }
        room.last = event.sequence
        rooms.set(id, room)
        let number = StoredValue.integer(id.number)
        add(
            number, .integer(event.sequence), .integer(event.time), .text(StoredEvent.json(event.event)), to: .events)
        switch event.event {
        case .joined(let seat, let player, _): try take(seat, for: player, in: id, at: event.sequence)
        case .renamed(let seat, _):
            let player = try seats.row(id)?[seat]
            try WriteRules.rename(seat, in: id, seatTaken: player != nil)
            guard let player else { preconditionFailure("checked above") }
            add(.player(player), number, .integer(seat), .integer(event.sequence), to: .seatNames)
        case .left(let seat), .kicked(let seat):
            try WriteRules.leaveSeat(seat, in: id, seatTaken: seats.row(id)?[seat] != nil)
            try setSeat(seat, nil, in: id)
        case .named(let name): add(number, .text(name), .text(name.folded), to: .roomsNamed)
        case .code(let code): try changeCode(of: id, room, to: code)
        case .closed: try close(id, room)
        case .opened(let race, _): begin(race, players: 0, event, number)
        case .round(let deal): begin(deal.race, players: deal.seats.count, event, number)
        case .started(let race, _): add(number, .text(race.text), .integer(event.sequence), to: .racesJoined)
        case .roundOver(let result):
            add(number, .text(result.race.text), .integer(event.sequence), to: .racesEnded)
        case .created, .pseudonym, .nameHeld, .hosted, .guessed, .finished, .daily, .locked, .password, .listed,
            .barred, .unkicked, .ready, .satOut, .settings, .series, .dealt, .played, .seriesOver:
            break
        }
    }

    private mutating func begin(_ race: RaceID, players: Int, _ event: LoggedEvent, _ room: StoredValue) {
        add(room, .integer(event.sequence), .integer(players), .text(race.text), to: .racesBegun)
    }

    mutating func abandonSeat(of player: PlayerID, in room: RoomID, time: Int) throws(StorageError) {
        let held = try seats.row(room)?.first { $0.value == player }?.key
        let seat = try WriteRules.abandonSeat(player, in: room, seat: held)
        let last = try rooms.row(room)?.last ?? 0
        try append(LoggedEvent(sequence: last + 1, time: time, event: .left(seat: seat)), to: room)
    }

    private mutating func take(
        _ seat: Seat, for player: PlayerID, in room: RoomID, at sequence: Int
    ) throws(StorageError) {
        let held = try seats.row(room) ?? [:]
        try WriteRules.takeSeat(
            seat, in: room, playerExists: isThere(player), seatTaken: held[seat] != nil,
            playerSeated: held.values.contains(player))
        try setSeat(seat, player, in: room)
        add(.player(player), .integer(room.number), .integer(seat), .integer(sequence), to: .seatNames)
    }

    private mutating func setSeat(_ seat: Seat, _ player: PlayerID?, in room: RoomID) throws(StorageError) {
        var held = try seats.row(room) ?? [:]
        held[seat] = player
        seats.set(room, held)
        add(.integer(room.number), .integer(seat), player.map { .player($0) } ?? .null, to: .seats)
    }

    private mutating func changeCode(of id: RoomID, _ room: Room, to new: RoomCode) throws(StorageError) {
        let holder = try codes.row(new.text)
        try WriteRules.changeCode(of: id, to: new, taken: holder.map { $0 != id } ?? false)
        set(new.text, of: id, room)
        if room.code != new.text { add(.text(room.code), .integer(id.number), to: .formers) }
        add(.text(new.text), .null, to: .formers)
    }

    /// A closed room has given its code back. The column must have something that no other room has, and nobody can
    /// type.
    private mutating func close(_ id: RoomID, _ room: Room) throws(StorageError) {
        set("-\(id.number)", of: id, room)
        for seat in try seats.row(id)?.keys.sorted() ?? [] { try setSeat(seat, nil, in: id) }
        add(.integer(id.number), to: .formersClosed)
        // Codes that it has had since the group began.
        var latest: [StoredValue: StoredValue] = [:]
        for row in changes[.formers] { latest[row[0]] = row[1] }
        for (code, room) in latest where room == .integer(id.number) { add(code, .null, to: .formers) }
    }

    private mutating func set(_ code: String, of id: RoomID, _ room: Room) {
        var room = room
        codes.set(room.code, nil)
        codes.set(code, id)
        room.code = code
        rooms.set(id, room)
        add(.integer(id.number), .text(code), to: .codes)
    }
}
