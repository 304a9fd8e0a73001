import GameRules
import Messages
import Rooms
import Storage

// The powers of the operator of the server: to find a name that should not be there, and to end it.
extension SessionHub {
    package typealias AdminReply = (Result<AdminAnswer, AdminRefusal>) -> Void

    /// Players and rooms that one answer has at most.
    static let foundAtMost = 20
    /// ms for which a player keeps the name that the operator gave.
    package static let nameKept = 86_400_000

    /// Does what the operator wants. `then` is called once: when it is durable, or why it is not.
    package func administer(_ request: AdminRequest, then: @escaping AdminReply) {
        guard !isDraining else { return then(.failure(AdminRefusal(.draining, "The server is going down."))) }
        guard !isBehind else { return then(.failure(SessionHub.adminUnavailable)) }
        switch request {
        case .players(let text): findPlayers(named: text, then: then)
        case .resetName(let id): resetName(of: id, Reset(), then: then)
        case .rooms(let text): findRooms(named: text, then: then)
        case .resetRoomName(let code):
            change(code, "resets the name of", then: then) { [self] _ in
                [.named(name: SessionHub.roomName(of: drawName()))]
            }
        case .unlistRoom(let code):
            change(code, "takes out of the lobby", then: then) { room in
                let door = room.state.door
                return (door.isListed ? [.listed(listed: false)] : []) + (door.isBarred ? [] : [.barred(barred: true)])
            }
        case .listRoom(let code):
            change(code, "lets into the lobby again", then: then) { room in
                room.state.door.isBarred ? [.barred(barred: false)] : []
            }
        }
    }

    private static let adminUnavailable = AdminRefusal(
        .unavailable, "The server cannot use its disk, or is behind with it. Nothing was changed. Try again.")
    private static let noRoom = AdminRefusal(.noSuchRoom, "There is no open room with that code.")

    // MARK: Players

    private func findPlayers(named text: String, then: @escaping AdminReply) {
        let storage = environment.storage
        ask({ storage.players(named: text, limit: SessionHub.foundAtMost + 1, completion: $0) }) { [self] result in
            guard case .success(let found) = result else { return then(.failure(SessionHub.adminUnavailable)) }
            describe(found.prefix(SessionHub.foundAtMost), []) { players in
                then(players.map { .players($0, more: found.count > SessionHub.foundAtMost) })
            }
        }
    }

    /// Reads the seats of players, one after the other.
    private func describe(
        _ found: ArraySlice<FoundPlayer>, _ players: [AdminAnswer.Player],
        then: @escaping (Result<[AdminAnswer.Player], AdminRefusal>) -> Void
    ) {
        guard let next = found.first else { return then(.success(players)) }
        let (storage, record) = (environment.storage, next.record)
        ask({ storage.rooms(of: record.id, completion: $0) }) { [self] result in
            guard case .success(let rooms) = result else { return then(.failure(SessionHub.adminUnavailable)) }
            let player = AdminAnswer.Player(
                id: record.id, name: record.name, createdAt: record.createdAt, lastGame: next.lastGame,
                connections: self.players[record.id]?.sessions.count ?? 0,
                keptUntil: record.nameResetUntil.flatMap { $0 > now ? $0 : nil }, rooms: rooms.map(\.code.text).sorted()
            )
            describe(found.dropFirst(), players + [player], then: then)
        }
    }

    /// How far the reset of a name has come: which rooms are looked at besides those in which the player has a seat.
    private struct Reset {
        /// Rooms that are called after the player, who has left them; nil before they are known.
        var namesakes: [RoomRecord]?
        /// Rooms that cannot be read, or are no more.
        var skipped: [RoomID: RoomCode] = [:]
        var unreadable: [String] = []
        /// Rooms that may be read: each that is wanted, and again if memory let it go meanwhile.
        var readsLeft = 1_000
    }

    /// Has the player and all rooms with the name in memory, and then gives the name away.
    private func resetName(of id: PlayerID, _ reset: Reset, then: @escaping AdminReply) {
        withPlayer(id) { [self] result in
            switch result {
            case .failure: return then(.failure(SessionHub.adminUnavailable))
            case .success(nil):
                return then(.failure(AdminRefusal(.noSuchPlayer, "There is no player with that ID.")))
            case .success(let player?):
                guard let namesakes = reset.namesakes else { return findNamesakes(of: player, reset, then: then) }
                let records = Array(player.seats.values) + namesakes
                let missing = records.first { rooms[$0.id] == nil && reset.skipped[$0.id] == nil }
                guard let missing else { return resetName(of: player, reset, then: then) }
                read(missing, for: id, reset, then: then)
            }
        }
    }

    private func findNamesakes(of player: LivePlayer, _ reset: Reset, then: @escaping AdminReply) {
        let (storage, id, name) = (environment.storage, player.id, SessionHub.roomName(of: player.name))
        ask({ storage.sittings(of: id, completion: $0) }) { [self] result in
            guard case .success(let sittings) = result else { return then(.failure(SessionHub.adminUnavailable)) }
            var reset = reset
            reset.namesakes = sittings.compactMap { sitting in
                guard !sitting.isSeated, sitting.name == name, let code = sitting.code else { return nil }
                return RoomRecord(id: sitting.room, code: code, name: name, epoch: 0, createdAt: 0)
            }
            resetName(of: id, reset, then: then)
        }
    }

    private func read(_ room: RoomRecord, for id: PlayerID, _ reset: Reset, then: @escaping AdminReply) {
        var reset = reset
        reset.readsLeft -= 1
        guard reset.readsLeft > 0 else { return then(.failure(SessionHub.adminUnavailable)) }
        withRoom(room.code) { [self] result in
            switch result {
            case .failure(.corrupt):
                reset.skipped[room.id] = room.code
                reset.unreadable.append(room.code.text)
            case .failure: return then(.failure(SessionHub.adminUnavailable))
            // Closed meanwhile, or under another code, by which a seat names it and a namesake does not.
            case .success(let found) where found?.record.id != room.id: reset.skipped[room.id] = room.code
            case .success: break
            }
            resetName(of: id, reset, then: then)
        }
    }

    /// Gives the player another name, now that all is in memory.
    private func resetName(of player: LivePlayer, _ reset: Reset, then: @escaping AdminReply) {
        guard !isDraining, !isBehind else { return then(.failure(SessionHub.adminUnavailable)) }
        let (before, keptBefore, name) = (player.name, namesKept[player.id], freshName(for: player))
        let until = now + SessionHub.nameKept
        var decision = Decision()
        do throws(RoomRefusal) {
            try decideName(name, keptUntil: until, of: player, in: &decision)
        } catch {
            return then(.failure(SessionHub.adminUnavailable))
        }
        for id in Set(player.seats.keys).union((reset.namesakes ?? []).map(\.id)) {
            guard let room = rooms[id], room.state.name == SessionHub.roomName(of: before), !room.state.door.isClosed
            else { continue }
            let name = SessionHub.roomName(of: name)
            decision.append([.named(name: name)], to: room, time: now)
            describe(room, code: room.record.code, name: name, in: &decision)
        }
        player.name = name
        namesKept[player.id] = until
        let told = Set(decision.news.map { $0.room.record.code.text }).sorted()
        commit(decision) { [self] durable in
            named(player, name, before: before, durable)
            guard durable else {
                if namesKept[player.id] == until { namesKept[player.id] = keptBefore }
                return then(.failure(SessionHub.adminUnavailable))
            }
            for session in player.sessions where session.isGreeted { session.push(.renamed(name: name)) }
            environment.report("moderation", "the operator resets the name of player \(player.id.text)")
            then(
                .success(
                    .nameReset(
                        AdminAnswer.NameReset(
                            id: player.id, before: before, name: name, keptUntil: until, rooms: told,
                            unreadable: reset.unreadable.sorted()))))
        }
    }

    /// A drawn name that nobody in the player's rooms has.
    private func freshName(for player: LivePlayer) -> String {
        let seated = player.seats.keys.compactMap { rooms[$0] }
        func isTaken(_ name: String) -> Bool {
            name == player.name || seated.contains { $0.state.isTaken(name, except: player.id, alike: alike) }
        }
        var name = drawName()
        for _ in 0..<100 where isTaken(name) { name = drawName() }
        return name
    }

    /// Why a player whom the operator gave a name takes no other one yet.
    func keptName(of player: LivePlayer) -> ErrorReply? {
        guard let until = namesKept[player.id], until > now else { return nil }
        return ErrorReply(
            .nameReset, "The operator of this server gave you that name. You can choose another one later.",
            .retry(until - now))
    }

    // MARK: Rooms

    private func findRooms(named text: String, then: @escaping AdminReply) {
        let storage = environment.storage
        let limit = SessionHub.foundAtMost + 1
        ask({ storage.rooms(named: text, code: RoomCode(text), limit: limit, completion: $0) }) { [self] result in
            guard case .success(let found) = result else { return then(.failure(SessionHub.adminUnavailable)) }
            let rooms = found.prefix(SessionHub.foundAtMost).map { record in
                self.rooms[record.id].map(answer) ?? answer(record, state: nil)
            }
            then(.success(.rooms(rooms, more: found.count > SessionHub.foundAtMost)))
        }
    }

    private func answer(_ room: LiveRoom) -> AdminAnswer.Room {
        let (door, presence) = (room.state.door, room.presence)
        return answer(
            room.record,
            state: AdminAnswer.Room.State(
                isListed: door.isListed, isBarred: door.isBarred, members: room.state.members.count,
                present: presence.seats.count, watchers: presence.watchers))
    }

    private func answer(_ record: RoomRecord, state: AdminAnswer.Room.State?) -> AdminAnswer.Room {
        AdminAnswer.Room(code: record.code.text, number: record.id.number, name: record.name, state: state)
    }

    /// Makes happen in a room what `decide` says. It is told there as what a host does is.
    private func change(
        _ text: String, _ what: String, then: @escaping AdminReply, decide: @escaping (LiveRoom) -> [RoomEvent]
    ) {
        guard let code = RoomCode(text) else { return then(.failure(SessionHub.noRoom)) }
        withRoom(code) { [self] result in
            guard case .success(let found) = result else { return then(.failure(SessionHub.adminUnavailable)) }
            guard let room = found, rooms.contains(room), !room.state.door.isClosed else {
                return then(.failure(SessionHub.noRoom))
            }
            guard !isDraining, !isBehind else { return then(.failure(SessionHub.adminUnavailable)) }
            let events = decide(room)
            var decision = Decision()
            decision.append(events, to: room, time: now)
            describe(room, after: events, in: &decision)
            let answered = answer(room)
            let tell: (Bool) -> Void = { [self] durable in
                guard durable else { return then(.failure(SessionHub.adminUnavailable)) }
                if !events.isEmpty {
                    environment.report("moderation", "the operator \(what) room \(room.record.id.number)")
                }
                then(.success(.room(answered, isChanged: !events.isEmpty)))
            }
            if events.isEmpty { whenDurable(room.ticket, tell) } else { commit(decision, then: tell) }
        }
    }
}
