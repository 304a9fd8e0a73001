import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// The rooms in memory: those that a connection sees, and those that may not be evicted yet (``evict(isWanted:)``).
final class LiveRooms: HubPart {
    let context: HubContext
    private unowned let library: Library
    private let committer: Committer
    private let teller: Teller
    private let races: DailyRaces
    private var table = RoomTable()
    private var loads = LoadTable<RoomCode, LiveRoom?, StorageError>()
    /// The time at which the hub began. Connections before it are unknown.
    private let startedAt: Int
    /// The times at which rooms were dropped because of a failed commit, whose hosts may be on their way back.
    private var lostAt: [RoomID: Int] = [:]
    /// Players deleted since start; compared by room loads that began earlier.
    private var deletions = 0
    /// The deletion that last removed a name from a room, of those since the oldest load under way began.
    private(set) var namesGone: [RoomID: Int] = [:]
    /// Rooms that may have no connection, checked periodically until they are evicted or in use again.
    private(set) var toEvict: [LiveRoom] = []

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

    /// All rooms in memory.
    var values: Dictionary<RoomID, LiveRoom>.Values { table.values }

    /// The rooms that the lobby lists.
    var listed: Dictionary<RoomID, LiveRoom>.Values { table.listed }

    /// Whether the room is the one in memory.
    func contains(_ room: LiveRoom) -> Bool { table.contains(room) }

    // MARK: Reading

    /// Returns the room, read if needed; nil if there is none. Today's race is open, and the lanes of unfinished races
    /// are up to date.
    func get(_ code: RoomCode, then: @escaping (Result<LiveRoom?, StorageError>) -> Void) {
        if let room = table[code] { return then(.success(room)) }
        guard loads.wait(for: code, then) else { return }
        let storage = environment.storage
        let tail = settings.eventsKept
        let deletions = deletions
        context.ask({ storage.recall(code, tail: tail, completion: $0) }) { [self] result in
            switch result {
            case .failure(let error):
                noteUnread(error)
                library.settle(loads.loaded(code), .failure(error))
            case .success(nil): library.settle(loads.loaded(code), .success(nil))
            case .success(let stored?):
                guard LiveRoom.isTail(stored.log.suffix(tail)) else {
                    return library.settle(
                        loads.loaded(code), .failure(.corrupt("the log of room \(code.text) has a gap")))
                }
                let room = make(stored)
                // The puzzles of the races, which members may have finished after midnight, and today's puzzle.
                let puzzles = Set(room.state.races.map(\.puzzle) + [races.puzzle(of: room.state)])
                let keys = puzzles.flatMap { puzzle in
                    room.state.members.map { GameKey(player: $0.player, puzzle: puzzle) }
                }
                context.ask({ environment.storage.games(keys, completion: $0) }) { [self] result in
                    let waiters = loads.loaded(code)
                    // A member was deleted meanwhile, so the stored log differs from what was read.
                    let isOld = namesGone[room.record.id].map { $0 > deletions } ?? false
                    if loads.isEmpty { namesGone = [:] }
                    guard !isOld else {
                        for waiter in waiters { get(code, then: waiter) }
                        return
                    }
                    if case .failure(let error) = result { noteUnread(error) }
                    library.settle(waiters, result.map { install(room, $0) })
                }
            }
        }
    }

    /// Returns the room if the player (nil: unidentified) may see it, else nil. Answers once the room's state is
    /// durable: its door in memory may be ahead of the disk, open or shut.
    func getShown(
        _ code: RoomCode, to player: PlayerID?, then: @escaping (Result<LiveRoom?, StorageError>) -> Void
    ) {
        get(code) { [self] result in
            guard case .success(let room?) = result else { return then(result) }
            let shown = room.state.shows(itselfTo: player) ? room : nil
            committer.afterwards(room.ticket) { durable in
                then(durable ? .success(shown) : .failure(.unavailable("the room has changed")))
            }
        }
    }

    /// Members of rooms that were dropped have the time to come back from when rooms can be read again.
    private func noteUnread(_ error: StorageError) {
        if !error.isOfOneTransaction { lostAt = lostAt.mapValues { _ in now } }
    }

    /// Keeps everybody out of a room until `letIn` is called: whoever asks for it waits. Returns false, and does
    /// nothing, if the room is in memory or being read: somebody sees it, or is about to.
    func keepOut(of id: RoomID, _ code: RoomCode) -> Bool {
        guard table[id] == nil, table[code] == nil, !loads.isLoading(code) else { return false }
        // This first waiter starts no load, so that all later ones wait for `letIn`.
        return loads.wait(for: code) { _ in }
    }

    /// Has a room read anew for those who were kept out of it.
    func letIn(to code: RoomCode) {
        let waiters = loads.loaded(code).dropFirst()
        if loads.isEmpty { namesGone = [:] }
        for waiter in waiters { get(code, then: waiter) }
    }

    /// Returns the room that had this code before, as it is stored; nil if there is none.
    func getFormer(_ code: RoomCode, then: @escaping (Result<RoomRecord?, StorageError>) -> Void) {
        context.ask({ environment.storage.room(formerly: code, completion: $0) }) { [self] result in
            if case .failure(let error) = result { context.report(unread: error) }
            then(result)
        }
    }

    /// Loads rooms, one after the other, and holds them in memory until `then` has returned. Otherwise the first could
    /// be evicted while the last is read, as nobody may see it.
    func get(_ records: [RoomRecord], then: @escaping (StorageError?) -> Void) { get(records[...], [], then: then) }

    private func get(
        _ records: ArraySlice<RoomRecord>, _ held: [LiveRoom], then: @escaping (StorageError?) -> Void
    ) {
        guard let record = records.first else { return end(held, nil, then) }
        get(record.code) { [self] result in
            switch result {
            case .failure(let fault): end(held, fault, then)
            case .success(nil): get(records.dropFirst(), held, then: then)
            case .success(let room?):
                room.holds += 1
                get(records.dropFirst(), held + [room], then: then)
            }
        }
    }

    private func end(_ held: [LiveRoom], _ fault: StorageError?, _ then: (StorageError?) -> Void) {
        // A failed commit drops rooms from memory, also those that are held.
        let lost: StorageError? = held.contains(where: \.isForgotten) ? .unavailable("a room has changed") : nil
        then(fault ?? lost)
        for room in held { room.holds -= 1 }
    }

    /// Finds a free code, which no room had before either. A drawn code is taken with a chance of one in twenty
    /// million; then another is drawn.
    func getFreeCode(then: @escaping (Result<RoomCode, StorageError>) -> Void) {
        let code = RoomCode.random { Int(environment.random() % UInt64($0)) }
        get(code) { [self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(.some): getFreeCode(then: then)
            case .success(nil):
                getFormer(code) { [self] result in
                    switch result {
                    case .failure(let error): then(.failure(error))
                    case .success(.some): getFreeCode(then: then)
                    case .success(nil): then(.success(code))
                    }
                }
            }
        }
    }

    /// Puts a room that was read into memory, and adds what happened meanwhile.
    private func install(_ room: LiveRoom, _ games: [GameRecord]) -> LiveRoom {
        // The room was created while it was read: the one in memory counts.
        if let known = table[room.record.id] { return known }
        table.insert(room)
        considerEviction(of: room)
        let stored = Dictionary(
            games.compactMap { days.raced($0) }.map { ($0.key, Lane($0)) }, uniquingKeysWith: { first, _ in first })
        var decision = Decision()
        races.open(in: room, &decision)
        for race in room.state.races {
            for member in room.state.members {
                // Games in memory are newer than what was read; once the time is over, no game changes.
                let key = GameKey(player: member.player, puzzle: race.puzzle)
                let player = days.canBeFinished(race.puzzle) ? library.players[member.player] : nil
                let game = player?.games[race.puzzle]
                if let lane = game?.lane ?? stored[key] {
                    races.follow(lane, of: member.player, race.puzzle, in: room, &decision)
                }
                if let player, let game, !teller.isSettled(game.ticket) { decision.touch(player) }
            }
        }
        decision.look(at: room)
        committer.commit(decision)
        return room
    }

    /// Makes a room for memory. Rooms stay in memory until an absent host has been succeeded. So nobody was in this
    /// room for that long, or, if that was later, since the hub began or lost the room. In these two cases the members
    /// are on their way back.
    private func make(_ stored: RecalledRoom) -> LiveRoom {
        let lost = lostAt[stored.record.id] ?? 0
        return LiveRoom(
            stored, eventsKept: settings.eventsKept, shards: environment.feeds.count,
            seenSince: max(startedAt, lost, now - RoomState.hostPatience),
            // A room has fewer events than ms have passed, so each veil begins above the one before.
            veilBase: isClassroom ? now : nil)
    }

    // MARK: Changes

    /// Creates a room. Precondition: its code is free.
    func found(_ record: RoomRecord) -> LiveRoom {
        let room = make(RecalledRoom(record: record, log: []))
        table.insert(room)
        considerEviction(of: room)
        return room
    }

    /// Changes the code or name of a room, also in its members' records.
    func describe(_ room: LiveRoom, code: RoomCode, name: String, in decision: inout Decision) {
        room.describe(code: code, name: name)
        table.addCode(of: room)
        for member in room.state.members {
            guard let player = library.players[member.player] else { continue }
            player.sit(in: room.record)
            decision.touch(player)
        }
    }

    /// Updates codes and listing of a room after events.
    func describe(_ room: LiveRoom, after events: [RoomEvent], in decision: inout Decision) {
        for event in events {
            switch event {
            case .named(let name): describe(room, code: room.record.code, name: name, in: &decision)
            case .code(let code): describe(room, code: code, name: room.record.name, in: &decision)
            case .listed, .closed: table.list(room)
            case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed,
                .finished, .daily, .locked, .password, .barred, .kicked, .unkicked, .ready, .satOut, .settings, .series,
                .round, .dealt, .played, .roundOver, .seriesOver:
                break
            }
        }
    }

    /// Takes the seats of members in memory who have lost them in the room.
    func takeSeats(of losers: [Member], from room: LiveRoom, in decision: inout Decision) {
        noteDepartures(from: room)
        for loser in losers {
            guard let player = library.players[loser.player] else { continue }
            player.giveUpSeat(in: room.record.id)
            decision.touch(player)
        }
    }

    /// Must be called when a seat was given up.
    func noteDepartures(from room: LiveRoom) { table.noteDepartures(from: room) }

    /// Returns the rooms of which a player may know the word of the running round. The player has a seat there, or left
    /// it during the round.
    func withWords(of player: LivePlayer) -> [LiveRoom] {
        player.seats.keys.compactMap { table[$0] }
            + table.leftInRound(by: player.id, isSettled: teller.isSettled)
    }

    /// Applies a change once it has been sent to those who see the room.
    func told(_ room: LiveRoom, _ change: Teller.RoomTurn) {
        switch change {
        case .code(let before): table.dropCode(before, of: room)
        case .listing: table.list(room)
        case .closed: table.remove(room)
        }
    }

    /// Removes a deleted player's names from the rooms in memory, on all seats that the player ever had. Members are
    /// not notified: they have seen the name.
    func forget(_ player: PlayerID, on seats: [(RoomID, Set<Seat>)]) {
        deletions += 1
        for (room, seats) in seats {
            table[room]?.rename(former: player, of: seats, to: SessionHub.deletedName)
            // A load under way may have read the old name.
            if !loads.isEmpty { namesGone[room] = deletions }
        }
    }

    // MARK: Eviction

    /// Drops the rooms that rest on lost tickets, or (nil) all. Returns them.
    func forget(restingOn lost: Set<Int>?) -> [LiveRoom] {
        let forgotten = table.values.filter { lost?.contains($0.ticket) ?? true }
        for room in forgotten { table.remove(room) }
        lostAt = lostAt.filter { $0.value > now - RoomState.hostPatience }
        for room in forgotten { lostAt[room.record.id] = now }
        return forgotten
    }

    /// Queues a room without connections for eviction.
    func considerEviction(of room: LiveRoom) {
        guard !room.isToBeEvicted else { return }
        room.isToBeEvicted = true
        toEvict.append(room)
    }

    /// Evicts rooms without connections, once everything of theirs is durable and no round runs there: its end comes
    /// also where nobody is. `isWanted`: whether a ranking of the room with one of these codes has subscribers.
    func evict(isWanted: (RoomCode) -> Bool) {
        toEvict.removeAll { room in
            if room.isUnseen, table.contains(room) {
                // Kept so that the host's absence continues to count.
                let isRecent = room.lastGone.map { now - $0 < RoomState.hostPatience } ?? false
                let runs = room.state.series?.round.map { !$0.isOver } ?? false
                guard !isRecent, !runs, room.holds == 0, teller.isSettled(room.ticket),
                    !room.codes.contains(where: isWanted)
                else {
                    return false
                }
                table.remove(room)
            }
            room.isToBeEvicted = false
            return true
        }
    }
}

extension Lane {
    /// Makes the lane of a stored game.
    init(_ record: GameRecord) {
        self.init(
            rows: record.moves.map { LaneRow(verdict: $0.verdict, elapsed: $0.elapsed) },
            finish: record.finish.map {
                LaneFinish(solved: $0.solved, turns: $0.turns, points: $0.points, elapsed: $0.elapsed)
            })
    }
}
