import GameRules
import Messages
import Rooms
import Storage

/// Decides the requests of those who run the server: finding and replacing names, listing and closing rooms. Gives
/// bans, words, announcements and sessions to desks of their own. Each act is in the audit log with what it changes.
package final class AdminDesk: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let names: NameDesk
    private let words: WordDesk
    private let bans: BanDesk
    private let announcements: AnnouncementDesk
    private let refused: RefusedWords
    /// Whether a search of a session of the admin page is under way.
    private var isSearching = false
    /// The way into the admin page.
    package let door: AdminDoor

    init(
        _ context: HubContext, _ library: Library, _ committer: Committer, _ names: NameDesk, _ accounts: AccountDesk,
        _ announcements: AnnouncementDesk, _ refused: RefusedWords
    ) {
        self.context = context
        self.library = library
        self.committer = committer
        self.names = names
        self.announcements = announcements
        self.refused = refused
        words = WordDesk(context, library, committer)
        bans = BanDesk(context, library, committer, accounts)
        door = AdminDoor(context, committer)
    }

    package typealias Reply = (Result<AdminAnswer, AdminRefusal>) -> Void

    /// The maximum number of players or rooms in one answer.
    static let foundAtMost = 20
    /// The time in ms for which a player keeps the name that the operator gave.
    package static let nameKept = 86_400_000

    /// Executes a request. `then` is called once: when the change is durable, or with the refusal.
    package func administer(_ request: AdminRequest, by actor: AdminActor, then: @escaping Reply) {
        guard actor.may(request) else {
            return then(.failure(AdminRefusal(.notAllowed, "Your role may not do this.")))
        }
        guard !isDraining else { return then(.failure(AdminRefusal(.draining, "The server is going down."))) }
        guard !committer.isBehind else { return then(.failure(AdminDesk.unavailable)) }
        guard case .session = actor, request.weight == .search else { return execute(request, by: actor, then: then) }
        // All other reads of the server wait for a search.
        guard !isSearching else { return then(.failure(AdminDesk.searching)) }
        isSearching = true
        execute(request, by: actor) { [self] result in
            isSearching = false
            then(result)
        }
    }

    private func execute(_ request: AdminRequest, by actor: AdminActor, then: @escaping Reply) {
        let asker = AdminAsker(actor: actor, verb: request.verb)
        switch request {
        case .players(let text): findPlayers(named: text, then: then)
        case .resetName(let id): resetName(of: id, Reset(asker: asker), then: then)
        case .rename(let id, let name): rename(id, to: name, asker, then: then)
        case .ban(let id): bans.set(id, isBanned: true, asker, then: then)
        case .unban(let id): bans.set(id, isBanned: false, asker, then: then)
        case .bans: findBanned(then: then)
        case .rooms(let text): findRooms(named: text, then: then)
        case .resetRoomName(let code):
            change(code, asker, then: then) { [self] _ in [.named(name: RoomName.usual(of: names.draw()))] }
        case .unlistRoom(let code):
            change(code, asker, then: then) { room in
                let door = room.state.door
                return (door.isListed ? [.listed(listed: false)] : []) + (door.isBarred ? [] : [.barred(barred: true)])
            }
        case .listRoom(let code):
            change(code, asker, then: then) { room in room.state.door.isBarred ? [.barred(barred: false)] : [] }
        case .closeRoom(let code): change(code, asker, then: then) { _ in [.closed] }
        case .hostWords: words.list(asker, then: then)
        case .setWord(let word): words.set(word, asker, then: then)
        case .clearWord(let puzzle): words.clear(puzzle, asker, then: then)
        case .refusedWords: refused.list(then: then)
        case .announcement: then(.success(.announcement(announcements.current?.view)))
        case .announce(let text): announcements.set(text, asker, then: then)
        case .withdraw: announcements.set(nil, asker, then: then)
        case .acts(let number): readActs(before: number, then: then)
        case .link(let role): door.makeLink(role, asker, then: then)
        case .sessions: then(.success(door.list()))
        case .endSessions(let number): door.end(number: number, asker, then: then)
        }
    }

    static let unavailable = AdminRefusal(
        .unavailable, "The server cannot use its disk, or is behind with it. Nothing was changed. Try again.")
    private static let searching = AdminRefusal(
        .busy, "Another session of this page is looking for something. Try again.")
    static let noPlayer = AdminRefusal(.noSuchPlayer, "There is no player with that ID.")
    private static let nameTaken = AdminRefusal(
        .nameTaken, "Somebody in a room of that player is called so, or nearly so.")
    private static let noRoom = AdminRefusal(.noSuchRoom, "There is no open room with that code.")

    // MARK: Players

    private func findPlayers(named text: String, then: @escaping Reply) {
        records.players(named: text, limit: AdminDesk.foundAtMost + 1) {
            [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.unavailable)) }
            describe(found.prefix(AdminDesk.foundAtMost), []) { players in
                then(players.map { .players($0, more: found.count > AdminDesk.foundAtMost) })
            }
        }
    }

    /// Lists those who were banned last.
    private func findBanned(then: @escaping Reply) {
        records.bannedPlayers(limit: AdminDesk.actsAtMost + 1) { [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.unavailable)) }
            let players = found.map { FoundPlayer(record: $0, lastGame: nil) }
            describe(players.prefix(AdminDesk.actsAtMost), []) { described in
                then(described.map { .players($0, more: found.count > AdminDesk.actsAtMost) })
            }
        }
    }

    /// Reads the seats of players, one player after the other.
    private func describe(
        _ found: ArraySlice<FoundPlayer>, _ players: [AdminAnswer.Player],
        then: @escaping (Result<[AdminAnswer.Player], AdminRefusal>) -> Void
    ) {
        guard let next = found.first else { return then(.success(players)) }
        let record = next.record
        records.rooms(of: record.id) { [self] result in
            guard case .success(let rooms) = result else { return then(.failure(AdminDesk.unavailable)) }
            let player = AdminAnswer.Player(
                id: record.id, name: record.name, createdAt: record.createdAt, lastGame: next.lastGame,
                connections: library.players[record.id]?.sessions.count ?? 0,
                keptUntil: record.nameResetUntil.flatMap { $0 > now ? $0 : nil }, bannedAt: record.bannedAt,
                rooms: rooms.map(\.code.text).sorted())
            describe(found.dropFirst(), players + [player], then: then)
        }
    }

    /// Gives a player a name that keeps the rules of names.
    ///
    /// It is not looked through for the words of puzzles: a refusal would tell a moderator what the player has found.
    private func rename(_ id: PlayerID, to name: String, _ asker: AdminAsker, then: @escaping Reply) {
        do throws(ErrorReply) {
            try names.check(name, maximum: DisplayName.playerMaximum)
        } catch {
            return then(.failure(AdminRefusal(.badName, error.message)))
        }
        resetName(of: id, Reset(asker: asker, name: name), then: then)
    }

    /// The progress of a name reset: the rooms to read besides those in which the player has a seat.
    private struct Reset {
        let asker: AdminAsker
        /// The name to give; nil for one that is drawn.
        var name: String?
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
            case .failure: return then(.failure(AdminDesk.unavailable))
            case .success(nil):
                return then(.failure(AdminDesk.noPlayer))
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
        let (id, name) = (player.id, RoomName.usual(of: player.name))
        records.sittings(of: id) { [self] result in
            guard case .success(let sittings) = result else { return then(.failure(AdminDesk.unavailable)) }
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
        guard reset.readsLeft > 0 else { return then(.failure(AdminDesk.unavailable)) }
        library.rooms.get(room.code) { [self] result in
            switch result {
            case .failure(.corrupt):
                reset.skipped[room.id] = room.code
                reset.unreadable.append(room.code.text)
            case .failure: return then(.failure(AdminDesk.unavailable))
            // Closed meanwhile, or found under another code. A seat names the new code, a namesake the old one.
            case .success(let found) where found?.record.id != room.id: reset.skipped[room.id] = room.code
            case .success: break
            }
            resetName(of: id, reset, then: then)
        }
    }

    /// Gives the player another name. Precondition: the player and all rooms are in memory.
    private func resetName(of player: LivePlayer, _ reset: Reset, then: @escaping Reply) {
        guard !isDraining, !committer.isBehind else { return then(.failure(AdminDesk.unavailable)) }
        let (before, name) = (player.name, reset.name ?? names.freshName(for: player))
        let keptBefore = library.players.nameKept(by: player)
        let until = now + AdminDesk.nameKept
        var decision = Decision()
        do throws(RoomRefusal) {
            try names.take(name, keptUntil: until, by: player, in: &decision)
        } catch {
            return then(.failure(reset.name == nil ? AdminDesk.unavailable : AdminDesk.nameTaken))
        }
        for id in Set(player.seats.keys).union((reset.namesakes ?? []).map(\.id)) {
            guard let room = library.rooms[id], room.state.name == RoomName.usual(of: before),
                !room.state.door.isClosed
            else { continue }
            // A room where the player is not shown under the own name must not take the new one.
            let isShown = room.state.member(for: player.id).map { !$0.hasPseudonym } ?? false
            let name = RoomName.usual(of: isShown ? name : names.draw())
            decision.note(room.append([.named(name: name)], time: now))
            library.rooms.describe(room, code: room.record.code, name: name, in: &decision)
        }
        library.players.keepName(of: player, until: until)
        let told = Set(decision.news.map { $0.room.record.code.text }).sorted()
        for session in player.sessions {
            decision.tell(.push(OutgoingMessage(.renamed(name: name)), to: session))
        }
        decision.note(reset.asker.act(player.id.text, at: now))
        committer.commit(decision) { [self] durable in
            guard durable else {
                if library.players.nameKept(by: player) == until {
                    library.players.keepName(of: player, until: keptBefore)
                }
                return then(.failure(AdminDesk.unavailable))
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
        let limit = AdminDesk.foundAtMost + 1
        records.rooms(named: text, code: RoomCode(text), limit: limit) {
            [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.unavailable)) }
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
        _ text: String, _ asker: AdminAsker, then: @escaping Reply, decide: @escaping (LiveRoom) -> [RoomEvent]
    ) {
        guard let code = RoomCode(text) else { return then(.failure(AdminDesk.noRoom)) }
        library.rooms.get(code) { [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.unavailable)) }
            guard let room = found, library.rooms.contains(room), !room.state.door.isClosed else {
                return then(.failure(AdminDesk.noRoom))
            }
            guard !isDraining, !committer.isBehind else { return then(.failure(AdminDesk.unavailable)) }
            let events = decide(room)
            let decision = self.decide(events, in: room, asker)
            let answered = answer(room)
            committer.commit(decision) { durable in
                guard durable else { return then(.failure(AdminDesk.unavailable)) }
                then(.success(events == [.closed] ? .closed(answered) : .room(answered, isChanged: !events.isEmpty)))
            }
        }
    }

    /// Decides events of a room, which may be none.
    private func decide(_ events: [RoomEvent], in room: LiveRoom, _ asker: AdminAsker) -> Decision {
        var decision = Decision()
        let members = room.state.members
        decision.note(room.append(events, time: now))
        if events.contains(.closed) {
            library.rooms.takeSeats(of: members, from: room, in: &decision)
            decision.look(at: room)
        }
        library.rooms.describe(room, after: events, in: &decision)
        decision.rests(on: room.ticket)
        if !events.isEmpty { decision.note(asker.act("room \(room.record.id.number)", at: now)) }
        return decision
    }

    // MARK: The audit log

    /// The maximum number of acts, or of banned players, in one answer.
    static let actsAtMost = 50

    private func readActs(before number: Int?, then: @escaping Reply) {
        records.acts(before: number, limit: AdminDesk.actsAtMost + 1) { result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.unavailable)) }
            let acts = found.prefix(AdminDesk.actsAtMost).map { logged in
                let act = logged.act
                return AdminAnswer.Act(
                    number: logged.number, time: act.time, actor: act.actor, verb: act.verb, subject: act.subject)
            }
            then(.success(.acts(acts, more: found.count > AdminDesk.actsAtMost)))
        }
    }
}
