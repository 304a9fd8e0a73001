import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// The rooms in memory: those that somebody sees, and those of which something is under way.
final class LiveRooms: HubPart {
    let context: HubContext
    private unowned let library: Library
    private let committer: Committer
    private let teller: Teller
    private let races: DailyRaces
    private var table = RoomTable()
    private var loads = LoadTable<RoomCode, LiveRoom?>()
    /// When the hub began: who was connected before that, nobody knows.
    private let startedAt: Int
    /// Players who were deleted so far.
    private var deletions = 0
    /// Which deletion was the last to take a name out of a room, of those since any room began to be read.
    private(set) var namesGone: [RoomID: Int] = [:]
    /// Rooms that perhaps nobody sees: looked at from time to time until they are let go or wanted again.
    private(set) var toLetGo: [LiveRoom] = []

    init(_ context: HubContext, _ library: Library, _ committer: Committer, _ teller: Teller, _ races: DailyRaces) {
        self.context = context
        self.library = library
        self.committer = committer
        self.teller = teller
        self.races = races
        startedAt = context.now
    }

    subscript(code: RoomCode) -> LiveRoom? { table[code] }
    subscript(id: RoomID) -> LiveRoom? { table[id] }

    /// All of them.
    var values: Dictionary<RoomID, LiveRoom>.Values { table.values }

    /// Those that stand in the lobby.
    var listed: Dictionary<RoomID, LiveRoom>.Values { table.listed }

    /// Whether the room is the one in memory.
    func contains(_ room: LiveRoom) -> Bool { table.contains(room) }

    // MARK: Reading

    /// The room in memory, read if needed, with today's race open and the lanes of every race that can still move up to
    /// date; nil if there is none.
    func get(_ code: RoomCode, then: @escaping (Result<LiveRoom?, StorageError>) -> Void) {
        if let room = table[code] { return then(.success(room)) }
        guard loads.wait(for: code, then) else { return }
        let storage = environment.storage
        let tail = settings.eventsKept
        let deletions = deletions
        context.ask({ storage.recall(code, tail: tail, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): library.settle(loads.loaded(code), .failure(error))
            case .success(nil): library.settle(loads.loaded(code), .success(nil))
            case .success(let stored?):
                guard LiveRoom.isTail(stored.log.suffix(tail)) else {
                    return library.settle(
                        loads.loaded(code), .failure(.corrupt("the log of room \(code.text) has a gap")))
                }
                let room = make(stored)
                // Those of the races, which somebody may have finished after midnight, and today's.
                let puzzles = Set(room.state.races.map(\.puzzle) + [days.usualPuzzle])
                readGames(of: room.state.members.map(\.player), puzzles.sorted { $0.day < $1.day }) { [self] result in
                    let waiters = loads.loaded(code)
                    // Somebody whose name it has is nobody any more: what is stored is another log by now.
                    let isOld = namesGone[room.record.id].map { $0 > deletions } ?? false
                    if loads.isEmpty { namesGone = [:] }
                    guard !isOld else {
                        for waiter in waiters { get(code, then: waiter) }
                        return
                    }
                    library.settle(waiters, result.map { install(room, $0) })
                }
            }
        }
    }

    /// Has rooms in memory, one after the other.
    func get(_ records: ArraySlice<RoomRecord>, then: @escaping (StorageError?) -> Void) {
        guard let record = records.first else { return then(nil) }
        get(record.code) { [self] result in
            if case .failure(let fault) = result { return then(fault) }
            get(records.dropFirst(), then: then)
        }
    }

    /// A code that no room has. One that is taken is one chance in twenty million; then another is drawn.
    func getFreeCode(then: @escaping (Result<RoomCode, StorageError>) -> Void) {
        let code = RoomCode.random { Int(environment.random() % UInt64($0)) }
        get(code) { [self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(.some): getFreeCode(then: then)
            case .success(nil): then(.success(code))
            }
        }
    }

    /// Reads the members' games of some puzzles, one puzzle after the other.
    private func readGames(
        of members: [PlayerID], _ puzzles: [PuzzleID], _ read: [GameRecord] = [],
        then: @escaping (Result<[GameRecord], StorageError>) -> Void
    ) {
        guard let puzzle = puzzles.first else { return then(.success(read)) }
        context.ask({ environment.storage.games(of: members, puzzle: puzzle, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(let games): readGames(of: members, Array(puzzles.dropFirst()), read + games, then: then)
            }
        }
    }

    /// Takes a room that was just read into memory, and adds what happened while nobody had it there.
    private func install(_ room: LiveRoom, _ games: [GameRecord]) -> LiveRoom {
        // Founded while it was read: what is in memory is the room.
        if let known = table[room.record.id] { return known }
        table.insert(room)
        considerLettingGo(of: room)
        let stored = Dictionary(
            games.compactMap(days.raced).map { ($0.key, Lane($0)) }, uniquingKeysWith: { first, _ in first })
        var decision = Decision()
        races.open(in: room, &decision)
        for race in room.state.races {
            for member in room.state.members {
                // What is in memory is newer than what was read; when the time is over, nothing new comes.
                let key = GameKey(player: member.player, puzzle: race.puzzle)
                let game =
                    days.canBeFinished(race.puzzle) ? library.players[member.player]?.games[race.puzzle] : nil
                if let lane = game?.lane ?? stored[key] {
                    races.follow(lane, of: member.player, race.puzzle, in: room, &decision)
                }
            }
        }
        decision.look(at: room)
        committer.commit(decision)
        return room
    }

    /// A room that comes into memory. Rooms are kept there until their hosts have been away for long enough to be
    /// followed by others, so that of one that was not there this is known: nobody was in it for so long, or since the
    /// hub began.
    private func make(_ stored: RecalledRoom) -> LiveRoom {
        LiveRoom(
            stored, eventsKept: settings.eventsKept, shards: environment.feeds.count,
            seenSince: max(startedAt, now - RoomState.hostPatience))
    }

    // MARK: What changes

    /// A new room. Precondition: its code is free.
    func found(_ record: RoomRecord) -> LiveRoom {
        let room = make(RecalledRoom(record: record, log: []))
        table.insert(room)
        considerLettingGo(of: room)
        return room
    }

    /// The room has another code or name, also where its members remember it.
    func describe(_ room: LiveRoom, code: RoomCode, name: String, in decision: inout Decision) {
        room.describe(code: code, name: name)
        table.addCode(of: room)
        for member in room.state.members {
            guard let player = library.players[member.player] else { continue }
            player.sit(in: room.record)
            decision.touch(player)
        }
    }

    /// Finds and lists the room by what events have just made of it.
    func describe(_ room: LiveRoom, after events: [RoomEvent], in decision: inout Decision) {
        for event in events {
            switch event {
            case .named(let name): describe(room, code: room.record.code, name: name, in: &decision)
            case .code(let code): describe(room, code: code, name: room.record.name, in: &decision)
            case .listed, .closed: table.list(room)
            case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed,
                .finished, .locked, .password, .barred, .kicked, .unkicked, .ready, .satOut, .settings, .series, .round,
                .played, .roundOver, .seriesOver:
                break
            }
        }
    }

    /// To be called when a seat was given up.
    func noteDepartures(from room: LiveRoom) { table.noteDepartures(from: room) }

    /// Rooms that were left by somebody who knows the word of the round that runs there.
    func leftInRound() -> [LiveRoom] { table.leftInRound() }

    /// A change has been told to those who see the room.
    func told(_ room: LiveRoom, _ change: Teller.RoomChange) {
        switch change {
        case .code(let before): table.dropCode(before, of: room)
        case .closed: table.remove(room)
        }
    }

    /// Takes a deleted player's names out of the rooms in memory, on the seats that the player ever had. Nobody there
    /// is told: who has heard the name has heard it.
    func forget(_ player: PlayerID, on seats: [(RoomID, Set<Seat>)]) {
        deletions += 1
        for (room, seats) in seats {
            table[room]?.rename(former: player, of: seats, to: SessionHub.deletedName)
            // What is being read may have been read before.
            if !loads.isEmpty { namesGone[room] = deletions }
        }
    }

    // MARK: Letting go

    /// Forgets the rooms of which something rests on lost tickets, or (nil) all. Answers them.
    func forget(restingOn lost: Set<Int>?) -> [LiveRoom] {
        let forgotten = table.values.filter { lost?.contains($0.ticket) ?? true }
        for room in forgotten { table.remove(room) }
        return forgotten
    }

    /// Looks from time to time whether a room that nobody sees is still needed in memory.
    func considerLettingGo(of room: LiveRoom) {
        guard !room.isToBeLetGo else { return }
        room.isToBeLetGo = true
        toLetGo.append(room)
    }

    /// Drops rooms that nobody sees, once all of theirs is on disk. `isWanted`: somebody looks at a ranking of the room
    /// with one of these codes.
    func letGo(isWanted: (RoomCode) -> Bool) {
        toLetGo.removeAll { room in
            if room.isUnseen, table.contains(room) {
                // Whoever comes back soon finds the host's absence counted.
                let isRecent = room.lastGone.map { now - $0 < RoomState.hostPatience } ?? false
                guard !isRecent, teller.isSettled(room.ticket), !room.codes.contains(where: isWanted) else {
                    return false
                }
                table.remove(room)
            }
            room.isToBeLetGo = false
            return true
        }
    }
}

extension Lane {
    /// The lane of a stored game.
    init(_ record: GameRecord) {
        self.init(
            rows: record.moves.map { LaneRow(pattern: $0.pattern, elapsed: $0.elapsed) },
            finish: record.finish.map { LaneFinish(solved: $0.solved, turns: $0.turns, elapsed: $0.elapsed) })
    }
}
