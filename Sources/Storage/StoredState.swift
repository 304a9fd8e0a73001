import GameRules
import Rooms

/// The complete state of `MemoryStorage`, as a value.
struct StoredState: Sendable {
    private(set) var players: [PlayerID: PlayerRecord] = [:]
    private(set) var pinned: [PuzzleID: PinnedPuzzle] = [:]
    /// The days that have begun, with the instants at which they did.
    private(set) var days: [Day: Int] = [:]
    private(set) var games: [GameKey: GameRecord] = [:]
    private(set) var rooms: [RoomID: StoredRoom] = [:]
    private(set) var codes: [RoomCode: RoomID] = [:]
    /// The open room that last had a code and has another one now.
    private(set) var formerCodes: [RoomCode: RoomID] = [:]
    private(set) var seats: [RoomID: [Seat: PlayerID]] = [:]
    /// All seats that a player has ever had.
    private(set) var satIn: [PlayerID: [RoomID: Set<Seat>]] = [:]
    private(set) var deleted: Set<PlayerID> = []
    /// The audit log, in order.
    private(set) var acts: [LoggedAct] = []
    private(set) var announcement: StoredAnnouncement?
    /// The words that are left out, with the times since when.
    private(set) var leftOut: [String: Int] = [:]
    /// The number of times that words were refused, by day.
    private(set) var refused: [Day: [RefusedWord.Key: Int]] = [:]

    /// Applies all of `writes`. Throws `conflict` at the first that does not fit; the caller then discards the state.
    mutating func apply(_ writes: [Write]) throws(StorageError) {
        for write in writes { try apply(write) }
    }

    private mutating func apply(_ write: Write) throws(StorageError) {
        switch write {
        case .createPlayer(let record):
            try WriteRules.createPlayer(record.id, exists: players[record.id] != nil)
            players[record.id] = record
        case .renamePlayer(let id, let name):
            try WriteRules.renamePlayer(id, exists: isThere(id))
            players[id]?.name = name
        case .resetName(let id, let name, let until):
            try WriteRules.renamePlayer(id, exists: isThere(id))
            players[id]?.name = name
            players[id]?.nameResetUntil = until
        case .setBan(let id, let instant):
            try WriteRules.renamePlayer(id, exists: isThere(id))
            players[id]?.bannedAt = instant
        case .noteVisit(let id, let day):
            guard isThere(id), let seen = players[id]?.seenOn, seen < day else { break }
            players[id]?.seenOn = day
        case .endSessions(let id, let sessions):
            try WriteRules.endSessions(id, sessions: sessions, stored: isThere(id) ? players[id]?.sessions : nil)
            players[id]?.sessions = sessions
        case .deletePlayer(let id, let name):
            try delete(id, name: name)
        case .renameInLogs(let id, let name, let after, let end):
            try rename(id, name: name, after: after, through: end)
        case .abandonSeat(let id, let room, let time):
            let seat = try WriteRules.abandonSeat(id, in: room, seat: seats[room]?.first { $0.value == id }?.key)
            let last = rooms[room]?.log.count ?? 0
            try append(LoggedEvent(sequence: last + 1, time: time, event: .left(seat: seat)), to: room)
        case .pinPuzzle(let new):
            guard try WriteRules.pinPuzzle(new, stored: pinned[new.puzzle]?.answer) else { break }
            try WriteRules.pinPuzzle(knownTo: new.knownTo, exists: new.knownTo.map(isThere))
            pinned[new.puzzle] = PinnedPuzzle(
                puzzle: new.puzzle, answer: new.answer, listVersion: new.listVersion, knownTo: new.knownTo)
        case .unpinPuzzle(let puzzle):
            let stored = pinned[puzzle]
            try WriteRules.unpinPuzzle(
                puzzle, isHosts: stored?.isHosts, isPublished: stored.map { $0.publication != .unknown })
            pinned[puzzle] = nil
        case .publishPuzzle(let puzzle, let instant, let when):
            guard let stored = pinned[puzzle] else { throw WriteRules.notPinned(puzzle) }
            pinned[puzzle] = stored.publication.isExact ? stored : stored.published(at: instant, when)
        case .beginDay(let day, let instant):
            days[day] = max(days[day] ?? instant, instant)
        case .openGame(let game):
            try WriteRules.openGame(
                game, playerExists: isThere(game.key.player), gameExists: games[game.key] != nil)
            games[game.key] = game
        case .appendMove(let key, let move, let finish):
            try WriteRules.appendMove(key, move, to: head(key))
            games[key]?.moves.append(move)
            games[key]?.finish = finish
        case .endGame(let key, let finish):
            try WriteRules.endGame(key, of: head(key))
            games[key]?.finish = finish
        case .setHardMode(let key, let mode):
            try WriteRules.setHardMode(key, mode, of: head(key))
            games[key]?.hardMode = mode
        case .forgetGame(let key):
            try WriteRules.forgetGame(key, isPractice: games[key].map { $0.secret != nil })
            games[key] = nil
        case .createRoom(let room):
            try WriteRules.createRoom(room, idTaken: rooms[room.id] != nil, codeTaken: codes[room.code] != nil)
            rooms[room.id] = StoredRoom(record: room, log: [])
            codes[room.code] = room.id
            formerCodes[room.code] = nil
        case .appendEvent(let room, let event):
            try append(event, to: room)
        case .forgetRoom(let room, let end):
            try forget(room, through: end)
        case .noteAct(let act):
            acts.append(LoggedAct(number: (acts.last?.number ?? 0) + 1, act: act))
            acts.removeAll { $0.act.time < act.time - AdminAct.kept }
            acts.removeFirst(max(0, acts.count - AdminAct.most))
        case .announce(let new): announcement = new
        case .leaveOut(let new): leftOut[new.word] = leftOut[new.word] ?? new.time
        case .bringBack(let word): leftOut[word] = nil
        case .countRefused(let day, let words):
            for word in words { refused[day, default: [:]][word.key] = word.count }
            refused = refused.filter { $0.key > day.advanced(by: -RefusedWord.daysKept) }
        }
    }

    /// Whether the player exists and was not deleted.
    private func isThere(_ id: PlayerID) -> Bool { players[id] != nil && !deleted.contains(id) }

    private func isSeated(_ id: PlayerID) -> Bool { seats.values.contains { $0.values.contains(id) } }

    private mutating func delete(_ id: PlayerID, name: String) throws(StorageError) {
        try WriteRules.deletePlayer(id, exists: isThere(id), seated: isSeated(id))
        if let before = players[id] {
            players[id] = PlayerRecord(id: id, name: name, createdAt: before.createdAt, sessions: before.sessions)
        }
        deleted.insert(id)
        games = games.filter { $0.key.player != id || $0.value.secret == nil }
    }

    private mutating func rename(
        _ id: PlayerID, name: String, after: NamePlace?, through end: NamePlace
    ) throws(StorageError) {
        try WriteRules.deletePlayer(id, exists: isThere(id), seated: isSeated(id))
        let places = names(of: id).filter { place in after.map { $0 < place } ?? true && place <= end }
        for (room, places) in Dictionary(grouping: places, by: \.room) {
            guard let stored = rooms[room] else { continue }
            var log = stored.log
            for place in places {
                let logged = log[place.sequence - 1]
                guard let event = logged.event.renamed(name, in: [place.seat]) else { continue }
                log[place.sequence - 1] = LoggedEvent(sequence: logged.sequence, time: logged.time, event: event)
            }
            rooms[room] = StoredRoom(record: stored.record, log: log)
        }
    }

    /// The places of a player's names in logs, in order.
    func names(of player: PlayerID) -> [NamePlace] {
        satIn[player, default: [:]].flatMap { room, seats in
            (rooms[room]?.log ?? []).compactMap { logged -> NamePlace? in
                switch logged.event {
                case .joined(let seat, _, _), .renamed(let seat, _):
                    seats.contains(seat) ? NamePlace(room: room, seat: seat, sequence: logged.sequence) : nil
                case .created, .left, .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed, .finished, .named,
                    .locked, .password, .daily, .listed, .barred, .code, .kicked, .unkicked, .closed, .ready, .satOut,
                    .settings, .series, .round, .dealt, .played, .roundOver, .seriesOver:
                    nil
                }
            }
        }.sorted()
    }

    private func head(_ key: GameKey) -> GameHead? {
        games[key].map {
            GameHead(moveCount: $0.moves.count, hardMode: $0.hardMode, isFinished: $0.finish != nil)
        }
    }

    private mutating func append(_ event: LoggedEvent, to id: RoomID) throws(StorageError) {
        let room = rooms[id]
        try WriteRules.appendEvent(id, sequence: event.sequence, after: room?.log.count)
        guard let room else { preconditionFailure("checked above") }
        rooms[id] = StoredRoom(record: room.record, log: room.log + [event])
        switch event.event {
        case .joined(let seat, let player, _):
            let held = seats[id, default: [:]]
            try WriteRules.takeSeat(
                seat, in: id, playerExists: isThere(player), seatTaken: held[seat] != nil,
                playerSeated: held.values.contains(player))
            seats[id, default: [:]][seat] = player
            satIn[player, default: [:]][id, default: []].insert(seat)
        case .left(let seat), .kicked(let seat):
            try WriteRules.leaveSeat(seat, in: id, seatTaken: seats[id]?[seat] != nil)
            seats[id]?[seat] = nil
        case .renamed(let seat, _): try WriteRules.rename(seat, in: id, seatTaken: seats[id]?[seat] != nil)
        case .named(let name): describe(id, name: name, code: room.record.code)
        case .code(let code):
            try WriteRules.changeCode(of: id, to: code, taken: codes[code].map { $0 != id } ?? false)
            describe(id, name: room.record.name, code: code)
        case .closed:
            codes[room.record.code] = nil
            formerCodes = formerCodes.filter { $0.value != id }
            seats[id] = nil
        case .created, .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed, .finished, .daily, .locked,
            .password,
            .listed, .barred, .unkicked, .ready, .satOut, .settings, .series, .round, .dealt, .played, .roundOver,
            .seriesOver:
            break
        }
    }

    private mutating func describe(_ id: RoomID, name: String, code: RoomCode) {
        guard let room = rooms[id] else { return }
        codes[room.record.code] = nil
        codes[code] = id
        if code != room.record.code { formerCodes[room.record.code] = id }
        formerCodes[code] = nil
        rooms[id] = StoredRoom(record: room.record.described(name: name, code: code), log: room.log)
    }

    /// Keeps the log as a whole until its last event goes.
    private mutating func forget(_ id: RoomID, through end: Int) throws(StorageError) {
        try WriteRules.forgetRoom(id, isClosed: rooms[id].map { codes[$0.record.code] != id })
        guard let room = rooms[id], end >= room.log.count else { return }
        rooms[id] = nil
        seats[id] = nil
        satIn = satIn.mapValues { $0.filter { $0.key != id } }
    }

    /// The rooms in which the player has a seat, ordered by number.
    func rooms(of player: PlayerID) -> [RoomRecord] {
        seats.filter { $0.value.values.contains(player) }.keys.compactMap { rooms[$0]?.record }
            .sorted { $0.id.number < $1.id.number }
    }

    /// The open rooms with a round whose end is not in the log, ordered by number.
    var roomsInRound: [RoomRecord] {
        rooms.values.filter { room in
            codes[room.record.code] == room.record.id
                && RaceIndex(of: room.log).races.contains { $0.last == nil && $0.race.puzzle == nil }
        }
        .map(\.record).sorted { $0.id.number < $1.id.number }
    }

    /// The ranked games of a line on these days, in any order.
    func results(of line: PuzzleLine, days: ClosedRange<Day>) -> [RankedResult] {
        games.values.compactMap { game in
            let puzzle = game.key.puzzle
            guard let finish = game.finish, finish.isRanked, puzzle.line == line, days.contains(puzzle.day) else {
                return nil
            }
            return RankedResult(player: game.key.player, day: puzzle.day, score: finish.score, isHasty: finish.isHasty)
        }
    }

    /// The games that the clock is to end, in the order of their ends.
    var timedGames: [TimedGame] {
        games.values.compactMap { game in
            guard let seconds = game.seconds, game.finish == nil, game.secret == nil else { return nil }
            return TimedGame(key: game.key, openedAt: game.openedAt, seconds: seconds)
        }
        .sorted { $0.end < $1.end }
    }

    /// The games of a player, ordered by line and day.
    func games(of player: PlayerID) -> [GameRecord] {
        games.values.filter { $0.key.player == player }.sorted {
            ($0.key.puzzle.line.text, $0.key.puzzle.day) < ($1.key.puzzle.line.text, $1.key.puzzle.day)
        }
    }

    /// The rooms in which the player has or had a seat, ordered by number.
    func sittings(of player: PlayerID) -> [Sitting] {
        satIn[player, default: [:]].sorted { $0.key.number < $1.key.number }.compactMap { id, seats in
            rooms[id].map { room in
                Sitting(
                    room: id, code: codes[room.record.code] == id ? room.record.code : nil, name: room.record.name,
                    seats: seats.sorted(), isSeated: self.seats[id]?.values.contains(player) == true)
            }
        }
    }

    /// A piece of the events about a player in a room's log.
    func seatEvents(of player: PlayerID, in room: RoomID, after sequence: Int) -> SeatEvents {
        guard let log = rooms[room]?.log, let seats = satIn[player]?[room] else {
            return SeatEvents(events: [], next: nil)
        }
        let looked = log.dropFirst(max(0, sequence)).prefix(SeatEvents.looked)
        let found = looked.filter { logged in logged.event.seat.map(seats.contains) ?? false }
        let events = Array(found.prefix(SeatEvents.most))
        let end = events.count == SeatEvents.most ? events.last?.sequence : looked.last?.sequence
        return SeatEvents(events: events, next: end.flatMap { $0 < log.count ? $0 : nil })
    }
}
