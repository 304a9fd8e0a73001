import GameRules
import Rooms

/// Everything an engine stores, as a value: the model that `MemoryStorage` keeps.
struct StoredState: Sendable {
    private(set) var players: [PlayerID: PlayerRecord] = [:]
    private(set) var pinned: [PuzzleID: PinnedPuzzle] = [:]
    private(set) var games: [GameKey: GameRecord] = [:]
    private(set) var finished: [PuzzleID: [PlayerID]] = [:]
    private(set) var rooms: [RoomID: StoredRoom] = [:]
    private(set) var codes: [RoomCode: RoomID] = [:]
    private(set) var seats: [RoomID: [Seat: PlayerID]] = [:]

    /// Applies all of `writes`, or throws `conflict` at the first that does not fit; then the state is to be dropped.
    mutating func apply(_ writes: [Write]) throws(StorageError) {
        for write in writes { try apply(write) }
    }

    private mutating func apply(_ write: Write) throws(StorageError) {
        switch write {
        case .createPlayer(let record):
            try WriteRules.createPlayer(record.id, exists: players[record.id] != nil)
            players[record.id] = record
        case .renamePlayer(let id, let name):
            try WriteRules.renamePlayer(id, exists: players[id] != nil)
            players[id]?.name = name
        case .pinPuzzle(let new):
            if try WriteRules.pinPuzzle(new, stored: pinned[new.puzzle]?.answer) { pinned[new.puzzle] = new }
        case .openGame(let game):
            try WriteRules.openGame(
                game, playerExists: players[game.key.player] != nil, gameExists: games[game.key] != nil)
            games[game.key] = game
        case .appendMove(let key, let move, let finish):
            try WriteRules.appendMove(key, move, to: head(key))
            games[key]?.moves.append(move)
            games[key]?.finish = finish
            if finish != nil { finished[key.puzzle, default: []].append(key.player) }
        case .setHardMode(let key, let mode):
            try WriteRules.setHardMode(key, mode, of: head(key))
            games[key]?.hardMode = mode
        case .createRoom(let room):
            try WriteRules.createRoom(room, idTaken: rooms[room.id] != nil, codeTaken: codes[room.code] != nil)
            rooms[room.id] = StoredRoom(record: room, log: [])
            codes[room.code] = room.id
        case .appendEvent(let room, let event):
            try append(event, to: room)
        }
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
                seat, in: id, playerExists: players[player] != nil, seatTaken: held[seat] != nil,
                playerSeated: held.values.contains(player))
            seats[id, default: [:]][seat] = player
        case .left(let seat), .kicked(let seat):
            try WriteRules.leaveSeat(seat, in: id, seatTaken: seats[id]?[seat] != nil)
            seats[id]?[seat] = nil
        case .named(let name): describe(id, name: name, code: room.record.code)
        case .code(let code):
            try WriteRules.changeCode(of: id, to: code, taken: codes[code].map { $0 != id } ?? false)
            describe(id, name: room.record.name, code: code)
        case .closed:
            codes[room.record.code] = nil
            seats[id] = nil
        default: break
        }
    }

    private mutating func describe(_ id: RoomID, name: String, code: RoomCode) {
        guard let room = rooms[id] else { return }
        let before = room.record
        codes[before.code] = nil
        codes[code] = id
        let record = RoomRecord(id: id, code: code, name: name, epoch: before.epoch, createdAt: before.createdAt)
        rooms[id] = StoredRoom(record: record, log: room.log)
    }

    /// The rooms in which `player` sits, by number.
    func rooms(of player: PlayerID) -> [RoomRecord] {
        seats.filter { $0.value.values.contains(player) }.keys.compactMap { rooms[$0]?.record }
            .sorted { $0.id.number < $1.id.number }
    }

    /// The finished games of `puzzle`, in the order in which they ended.
    func results(of puzzle: PuzzleID) -> [ResultRecord] {
        finished[puzzle, default: []].compactMap { player in
            guard let name = players[player]?.name,
                let finish = games[GameKey(player: player, puzzle: puzzle)]?.finish
            else { return nil }
            return ResultRecord(player: player, name: name, finish: finish)
        }
    }
}
