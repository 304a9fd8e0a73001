import GameRules
import Messages
import Rooms
import Storage

/// Decides the requests of the server's operator: finding and replacing names, listing rooms, words of coming days.
package final class AdminDesk: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let names: NameDesk
    private let words: WordDesk

    init(_ context: HubContext, _ library: Library, _ committer: Committer, _ names: NameDesk) {
        self.context = context
        self.library = library
        self.committer = committer
        self.names = names
        words = WordDesk(context, library)
    }

    package typealias Reply = (Result<AdminAnswer, AdminRefusal>) -> Void

    /// The maximum number of players or rooms in one answer.
    static let foundAtMost = 20
    /// The time in ms for which a player keeps the name that the operator gave.
    package static let nameKept = 86_400_000

    /// Executes a request of the operator. `then` is called once: when the change is durable, or with the refusal.
    package func administer(_ request: AdminRequest, then: @escaping Reply) {
        guard !isDraining else { return then(.failure(AdminRefusal(.draining, "The server is going down."))) }
        guard !committer.isBehind else { return then(.failure(AdminDesk.adminUnavailable)) }
        switch request {
        case .players(let text): findPlayers(named: text, then: then)
        case .resetName(let id): resetName(of: id, Reset(), then: then)
        case .rooms(let text): findRooms(named: text, then: then)
        case .resetRoomName(let code):
            change(code, "resets the name of", then: then) { [self] _ in
                [.named(name: SessionHub.roomName(of: names.draw()))]
            }
        case .unlistRoom(let code):
            change(code, "takes out of the lobby", then: then) { room in
                let door = room.state.door
                return (door.isListed ? [.listed(listed: false)] : []) + (door.isBarred ? [] : [.barred(barred: true)])
            }
        case .hostWords: words.list(then: then)
        case .setWord(let word): words.set(word, then: then)
        case .clearWord(let puzzle): words.clear(puzzle, then: then)
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

    private func findPlayers(named text: String, then: @escaping Reply) {
        let storage = environment.storage
        context.ask({ storage.players(named: text, limit: AdminDesk.foundAtMost + 1, completion: $0) }) {
            [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.adminUnavailable)) }
            describe(found.prefix(AdminDesk.foundAtMost), []) { players in
                then(players.map { .players($0, more: found.count > AdminDesk.foundAtMost) })
            }
        }
    }

    /// Reads the seats of players, one player after the other.
    private func describe(
        _ found: ArraySlice<FoundPlayer>, _ players: [AdminAnswer.Player],
        then: @escaping (Result<[AdminAnswer.Player], AdminRefusal>) -> Void
    ) {
        guard let next = found.first else { return then(.success(players)) }
        let (storage, record) = (environment.storage, next.record)
        context.ask({ storage.rooms(of: record.id, completion: $0) }) { [self] result in
            guard case .success(let rooms) = result else { return then(.failure(AdminDesk.adminUnavailable)) }
            let player = AdminAnswer.Player(
                id: record.id, name: record.name, createdAt: record.createdAt, lastGame: next.lastGame,
                connections: library.players[record.id]?.sessions.count ?? 0,
                keptUntil: record.nameResetUntil.flatMap { $0 > now ? $0 : nil }, rooms: rooms.map(\.code.text).sorted()
            )
            describe(found.dropFirst(), players + [player], then: then)
        }
    }

    /// The progress of a name reset: the rooms to read besides those in which the player has a seat.
    private struct Reset {
        /// Rooms named after the player, who has left them; nil before they are known.
        var namesakes: [RoomRecord]?
        /// Rooms that are damaged or closed.
        var skipped: [RoomID: RoomCode] = [:]
        var unreadable: [String] = []
        /// The number of room reads left: one for each room, and more if rooms are evicted meanwhile.
        var readsLeft = 1_000
    }

    /// Loads the player and all rooms that show the name, and then replaces the name.
    private func resetName(of id: PlayerID, _ reset: Reset, then: @escaping Reply) {
        library.players.get(id) { [self] result in
            switch result {
            case .failure: return then(.failure(AdminDesk.adminUnavailable))
            case .success(nil):
                return then(.failure(AdminRefusal(.noSuchPlayer, "There is no player with that ID.")))
            case .success(let player?):
                guard let namesakes = reset.namesakes else { return findNamesakes(of: player, reset, then: then) }
                let records = Array(player.seats.values) + namesakes
                let missing = records.first { library.rooms[$0.id] == nil && reset.skipped[$0.id] == nil }
                guard let missing else { return resetName(of: player, reset, then: then) }
                read(missing, for: id, reset, then: then)
            }
        }
    }

    private func findNamesakes(of player: LivePlayer, _ reset: Reset, then: @escaping Reply) {
        let (storage, id, name) = (environment.storage, player.id, SessionHub.roomName(of: player.name))
        context.ask({ storage.sittings(of: id, completion: $0) }) { [self] result in
            guard case .success(let sittings) = result else { return then(.failure(AdminDesk.adminUnavailable)) }
            var reset = reset
            reset.namesakes = sittings.compactMap { sitting in
                guard !sitting.isSeated, sitting.name == name, let code = sitting.code else { return nil }
                return RoomRecord(id: sitting.room, code: code, name: name, epoch: 0, createdAt: 0)
            }
            resetName(of: id, reset, then: then)
        }
    }

    private func read(_ room: RoomRecord, for id: PlayerID, _ reset: Reset, then: @escaping Reply) {
        var reset = reset
        reset.readsLeft -= 1
        guard reset.readsLeft > 0 else { return then(.failure(AdminDesk.adminUnavailable)) }
        library.rooms.get(room.code) { [self] result in
            switch result {
            case .failure(.corrupt):
                reset.skipped[room.id] = room.code
                reset.unreadable.append(room.code.text)
            case .failure: return then(.failure(AdminDesk.adminUnavailable))
            // Closed meanwhile, or found under another code. A seat names the new code, a namesake the old one.
            case .success(let found) where found?.record.id != room.id: reset.skipped[room.id] = room.code
            case .success: break
            }
            resetName(of: id, reset, then: then)
        }
    }

    /// Gives the player another name. Precondition: the player and all rooms are in memory.
    private func resetName(of player: LivePlayer, _ reset: Reset, then: @escaping Reply) {
        guard !isDraining, !committer.isBehind else { return then(.failure(AdminDesk.adminUnavailable)) }
        let (before, name) = (player.name, names.freshName(for: player))
        let keptBefore = library.players.nameKept(by: player)
        let until = now + AdminDesk.nameKept
        var decision = Decision()
        do throws(RoomRefusal) {
            try names.take(name, keptUntil: until, by: player, in: &decision)
        } catch {
            return then(.failure(AdminDesk.adminUnavailable))
        }
        for id in Set(player.seats.keys).union((reset.namesakes ?? []).map(\.id)) {
            guard let room = library.rooms[id], room.state.name == SessionHub.roomName(of: before),
                !room.state.door.isClosed
            else { continue }
            // A room where the player is not shown under the own name must not take the new one.
            let isShown = room.state.member(for: player.id).map { !$0.hasPseudonym } ?? false
            let name = SessionHub.roomName(of: isShown ? name : names.draw())
            decision.note(room.append([.named(name: name)], time: now))
            library.rooms.describe(room, code: room.record.code, name: name, in: &decision)
        }
        library.players.keepName(of: player, until: until)
        let told = Set(decision.news.map { $0.room.record.code.text }).sorted()
        for session in player.sessions {
            decision.tell(.push(OutgoingMessage(.renamed(name: name)), to: session))
        }
        decision.tell(.outcome(.noted("the operator resets the name of player \(player.id.text)")))
        committer.commit(decision) { [self] durable in
            guard durable else {
                if library.players.nameKept(by: player) == until {
                    library.players.keepName(of: player, until: keptBefore)
                }
                return then(.failure(AdminDesk.adminUnavailable))
            }
            then(
                .success(
                    .nameReset(
                        AdminAnswer.NameReset(
                            id: player.id, before: before, name: name, keptUntil: until, rooms: told,
                            unreadable: reset.unreadable.sorted()))))
        }
    }

    // MARK: Rooms

    private func findRooms(named text: String, then: @escaping Reply) {
        let storage = environment.storage
        let limit = AdminDesk.foundAtMost + 1
        context.ask({ storage.rooms(named: text, code: RoomCode(text), limit: limit, completion: $0) }) {
            [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.adminUnavailable)) }
            let rooms = found.prefix(AdminDesk.foundAtMost).map { record in
                library.rooms[record.id].map(answer) ?? answer(record, state: nil)
            }
            then(.success(.rooms(rooms, more: found.count > AdminDesk.foundAtMost)))
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

    /// Applies the events of `decide` to a room. Members are told as of a host's change.
    private func change(
        _ text: String, _ what: String, then: @escaping Reply, decide: @escaping (LiveRoom) -> [RoomEvent]
    ) {
        guard let code = RoomCode(text) else { return then(.failure(AdminDesk.noRoom)) }
        library.rooms.get(code) { [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.adminUnavailable)) }
            guard let room = found, library.rooms.contains(room), !room.state.door.isClosed else {
                return then(.failure(AdminDesk.noRoom))
            }
            guard !isDraining, !committer.isBehind else { return then(.failure(AdminDesk.adminUnavailable)) }
            let events = decide(room)
            var decision = Decision()
            decision.note(room.append(events, time: now))
            library.rooms.describe(room, after: events, in: &decision)
            let answered = answer(room)
            decision.rests(on: room.ticket)
            if !events.isEmpty {
                decision.tell(.outcome(.noted("the operator \(what) room \(room.record.id.number)")))
            }
            committer.commit(decision) { durable in
                guard durable else { return then(.failure(AdminDesk.adminUnavailable)) }
                then(.success(.room(answered, isChanged: !events.isEmpty)))
            }
        }
    }
}
