import GameRules
import Messages
import Rooms
import Storage

/// Carries out the requests of owners and moderators: gathers what a desk must know, has the desk decide, commits, and
/// answers. The desks of operators commit nothing and tell nobody.
package final class AdminActs: HubPart {
    let context: HubContext
    let library: Library
    let committer: Committer
    let teller: Teller
    private let accounts: AccountActs
    private let desk: AdminDesk
    let words: WordDesk
    private let bans: BanDesk
    let announcements: AnnouncementDesk
    let leftOut: LeftOutDesk
    private let refused: RefusedWords
    /// Whether a search of a session of the admin page is under way.
    private var isSearching = false
    /// The way into the admin page.
    package let door: AdminDoor

    init(
        _ context: HubContext, _ library: Library, _ committer: Committer, _ teller: Teller, _ names: NameDesk,
        _ accounts: AccountActs, _ bans: BanDesk, _ announcements: AnnouncementDesk, _ refused: RefusedWords
    ) {
        self.context = context
        self.library = library
        self.committer = committer
        self.teller = teller
        self.accounts = accounts
        self.bans = bans
        self.announcements = announcements
        self.refused = refused
        leftOut = LeftOutDesk(context)
        desk = AdminDesk(context: context, library: library, names: names)
        words = WordDesk(context: context)
        door = AdminDoor(context, committer)
    }

    package typealias Reply = (Result<AdminAnswer, AdminRefusal>) -> Void

    private static let searching = AdminRefusal(
        .busy, "Another session of this page is looking for something. Try again.")

    /// Whether nothing can be begun.
    var isBusy: Bool { isDraining || committer.isBehind }

    /// Reads what earlier runs left: the words that are not to be drawn, and the announcement.
    func start(then: @escaping (Result<Void, StorageError>) -> Void) {
        records.wordsLeftOut { [self] result in
            switch result {
            case .success(let found): leftOut.take(found)
            // Nobody is kept from playing by words that cannot be read. The file's stay left out.
            case .failure(.corrupt(let why)): leftOut.takeDamage(why)
            case .failure(let error): return then(.failure(error))
            }
            readAnnouncement(then: then)
        }
    }

    private func readAnnouncement(then: @escaping (Result<Void, StorageError>) -> Void) {
        records.announcement { [self] result in
            switch result {
            case .success(let found): announcements.begin(with: found)
            // Nobody is kept from playing by a text that cannot be read. The next announcement replaces it.
            case .failure(.corrupt(let why)):
                environment.report(.read, "the announcement: \(why)")
            case .failure(let error): return then(.failure(error))
            }
            then(.success(()))
        }
    }

    /// Executes a request. `then` is called once: when the change is durable, or with the refusal.
    package func administer(_ request: AdminRequest, by actor: AdminActor, then: @escaping Reply) {
        guard actor.may(request) else {
            return then(.failure(AdminRefusal(.notAllowed, "Your role may not do this.")))
        }
        guard !isDraining else { return then(.failure(AdminRefusal(.draining, "The server is going down."))) }
        guard !committer.isBehind || request.endsSessions else { return then(.failure(AdminDesk.unavailable)) }
        guard case .session = actor, request.weight == .search else { return execute(request, by: actor, then: then) }
        // All other reads of the server wait for a search.
        guard !isSearching else { return then(.failure(AdminActs.searching)) }
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
        case .resetName(let id): resetName(of: id, AdminDesk.Reset(asker: asker), then: then)
        case .rename(let id, let name): rename(id, to: name, asker, then: then)
        case .ban(let id): setBan(of: id, isBanned: true, asker, then: then)
        case .unban(let id): setBan(of: id, isBanned: false, asker, then: then)
        case .bans: findBanned(then: then)
        case .rooms(let text): findRooms(named: text, then: then)
        case .resetRoomName(let code): change(code, .rename(to: nil), asker, then: then)
        case .renameRoom(let code, let name): renameRoom(code, to: name, asker, then: then)
        case .unlistRoom(let code): change(code, .unlist, asker, then: then)
        case .listRoom(let code): change(code, .list, asker, then: then)
        case .closeRoom(let code): change(code, .close, asker, then: then)
        case .hostWords: listWords(asker, then: then)
        case .setWord(let word): setWord(word, asker, then: then)
        case .clearWord(let puzzle): clearWord(of: puzzle, asker, then: then)
        case .leftOut: listLeftOut(then: then)
        case .leaveOut(let word): leaveOut(word, isOut: true, asker, then: then)
        case .bringBack(let word): leaveOut(word, isOut: false, asker, then: then)
        case .refusedWords: refused.list(then: then)
        case .announcement: then(.success(.announcement(announcements.current?.view)))
        case .announce(let text): announce(text, asker, then: then)
        case .withdraw: announce(nil, asker, then: then)
        case .acts(let number): readActs(before: number, then: then)
        case .link(let role): door.makeLink(role, asker, then: then)
        case .sessions: then(.success(door.list()))
        case .endSessions(let number): door.end(number: number, asker, then: then)
        }
    }

    // MARK: Finding players

    /// Finds players by a part of their names; by an ID the one who has it.
    private func findPlayers(named text: String, then: @escaping Reply) {
        if let id = PlayerID(text) { return findPlayer(id, then: then) }
        records.players(named: text, limit: AdminDesk.foundAtMost + 1) { [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.unavailable)) }
            describe(found.prefix(AdminDesk.foundAtMost), []) { players in
                then(players.map { .players($0, more: found.count > AdminDesk.foundAtMost) })
            }
        }
    }

    private func findPlayer(_ id: PlayerID, then: @escaping Reply) {
        records.player(id) { [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.unavailable)) }
            let players = [found].compactMap(\.self).map { FoundPlayer(record: $0, lastGame: nil) }
            describe(players[...], []) { players in then(players.map { .players($0, more: false) }) }
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
        records.rooms(of: next.record.id) { [self] result in
            guard case .success(let rooms) = result else { return then(.failure(AdminDesk.unavailable)) }
            describe(found.dropFirst(), players + [desk.answer(next, in: rooms)], then: then)
        }
    }

    // MARK: Names

    /// Gives a player a name that keeps the rules of names.
    private func rename(_ id: PlayerID, to name: String, _ asker: AdminAsker, then: @escaping Reply) {
        do throws(AdminRefusal) {
            try desk.check(name, maximum: DisplayName.playerMaximum)
        } catch {
            return then(.failure(error))
        }
        resetName(of: id, AdminDesk.Reset(asker: asker, name: name), then: then)
    }

    /// Loads the player and all rooms that show the name, and then replaces the name.
    private func resetName(of id: PlayerID, _ reset: AdminDesk.Reset, then: @escaping Reply) {
        library.players.get(id) { [self] result in
            switch result {
            case .failure: return then(.failure(AdminDesk.unavailable))
            case .success(nil):
                return then(.failure(AdminDesk.noPlayer))
            case .success(let player?):
                guard let namesakes = reset.namesakes else { return findNamesakes(of: player, reset, then: then) }
                guard let missing = desk.missing(for: player, namesakes, reset) else {
                    return resetName(of: player, reset, then: then)
                }
                read(missing, for: id, reset, then: then)
            }
        }
    }

    private func findNamesakes(of player: LivePlayer, _ reset: AdminDesk.Reset, then: @escaping Reply) {
        let (id, name) = (player.id, RoomName.usual(of: player.name))
        records.sittings(of: id) { [self] result in
            guard case .success(let sittings) = result else { return then(.failure(AdminDesk.unavailable)) }
            var reset = reset
            reset.namesakes = AdminDesk.namesakes(called: name, in: sittings)
            resetName(of: id, reset, then: then)
        }
    }

    private func read(_ room: RoomRecord, for id: PlayerID, _ reset: AdminDesk.Reset, then: @escaping Reply) {
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

    private func resetName(of player: LivePlayer, _ reset: AdminDesk.Reset, then: @escaping Reply) {
        guard !isBusy else { return then(.failure(AdminDesk.unavailable)) }
        let new: AdminDesk.NewName
        do throws(AdminRefusal) {
            new = try desk.decide(reset, of: player)
        } catch {
            return then(.failure(error))
        }
        committer.commit(new.decision) { [self] durable in
            desk.settle(new, of: player, durable: durable)
            then(durable ? .success(.nameReset(new.answer)) : .failure(AdminDesk.unavailable))
        }
    }

    // MARK: Bans

    /// Bans a player, or ends the ban.
    private func setBan(of id: PlayerID, isBanned: Bool, _ asker: AdminAsker, then: @escaping Reply) {
        library.players.get(id) { [self] result in
            switch result {
            case .failure: then(.failure(AdminDesk.unavailable))
            case .success(nil): then(.failure(AdminDesk.noPlayer))
            case .success(let player?): setBan(of: player, isBanned: isBanned, asker, then: then)
            }
        }
    }

    private func setBan(of player: LivePlayer, isBanned: Bool, _ asker: AdminAsker, then: @escaping Reply) {
        guard !isBusy else { return then(.failure(AdminDesk.unavailable)) }
        let act = bans.decide(player, isBanned: isBanned, asker)
        committer.commit(act.decision) { [self] durable in
            guard let isChanged = bans.settle(act, durable: durable) else {
                return then(.failure(AdminDesk.unavailable))
            }
            if isBanned { accounts.putOut(player) }
            func answer(since: Int?) {
                let ban = AdminAnswer.Ban(id: player.id, name: player.name, since: since)
                then(.success(.ban(ban, isChanged: isChanged)))
            }
            guard isBanned, act.isRepeated else { return answer(since: act.instant) }
            // A ban that is repeated began when it began, which storage alone knows.
            records.player(player.id) { result in
                guard case .success(let record?) = result else { return answer(since: act.instant) }
                answer(since: record.bannedAt)
            }
        }
    }

    // MARK: Rooms

    private func findRooms(named text: String, then: @escaping Reply) {
        let limit = AdminDesk.foundAtMost + 1
        records.rooms(named: text, code: RoomCode(text), limit: limit) { [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.unavailable)) }
            let shown = found.prefix(AdminDesk.foundAtMost)
            let rooms = shown.map { desk.answer($0) }
            // Rooms in memory may be ahead of the disk.
            committer.afterwards(shown.compactMap { library.rooms[$0.id]?.ticket }) { durable in
                let answer = AdminAnswer.rooms(rooms, more: found.count > AdminDesk.foundAtMost)
                then(durable ? .success(answer) : .failure(AdminDesk.unavailable))
            }
        }
    }

    /// Gives a room a name that keeps the rules of names.
    private func renameRoom(_ code: String, to name: String, _ asker: AdminAsker, then: @escaping Reply) {
        do throws(AdminRefusal) {
            try desk.check(name, maximum: DisplayName.roomMaximum)
        } catch {
            return then(.failure(error))
        }
        change(code, .rename(to: name), asker, then: then)
    }

    private func change(
        _ text: String, _ change: AdminDesk.RoomAct, _ asker: AdminAsker, then: @escaping Reply
    ) {
        guard let code = RoomCode(text) else { return then(.failure(AdminDesk.noRoom)) }
        library.rooms.get(code) { [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.unavailable)) }
            guard let room = found, library.rooms.contains(room) else { return then(.failure(AdminDesk.noRoom)) }
            guard !room.state.door.isClosed else {
                // The end of the room may not be durable yet.
                return committer.afterwards(room.ticket) { durable in
                    then(.failure(durable ? AdminDesk.noRoom : AdminDesk.unavailable))
                }
            }
            guard !isBusy else { return then(.failure(AdminDesk.unavailable)) }
            let (decision, answer) = desk.decide(change, in: room, asker)
            committer.commit(decision) { durable in
                then(durable ? .success(answer) : .failure(AdminDesk.unavailable))
            }
        }
    }

    // MARK: The audit log

    /// The number of newest acts among which those of an earlier server are looked for.
    private static let lately = 1_000

    /// Writes acts of commands on files of the server into the audit log. Acts that are in it already are left out: a
    /// server that was killed before it could forget an act has it written again. `then`: whether all are durable.
    package func note(_ acts: [AdminAct], then: @escaping (_ durable: Bool) -> Void) {
        guard !isBusy else { return then(false) }
        records.acts(before: nil, limit: acts.count + AdminActs.lately) { [self] result in
            guard !isBusy else { return then(false) }
            switch result {
            case .success(let found): note(acts, besides: Set(found.map(\.act)), then: then)
            // An act that is written twice is better than none any more.
            case .failure(.corrupt): note(acts, besides: [], then: then)
            case .failure: then(false)
            }
        }
    }

    /// ms by which a command's time may be ahead of the server's.
    private static let ahead = 60_000

    /// The log forgets by the times of its acts: one of a time to come, as from a damaged file, would empty it.
    private func note(_ acts: [AdminAct], besides known: Set<AdminAct>, then: @escaping (_ durable: Bool) -> Void) {
        var decision = Decision()
        for act in acts where !known.contains(act) {
            let isPossible = act.time <= now + AdminActs.ahead
            decision.note(
                isPossible ? act : AdminAct(time: now, actor: act.actor, verb: act.verb, subject: act.subject))
        }
        committer.commit(decision, then: then)
    }

    private func readActs(before number: Int?, then: @escaping Reply) {
        records.acts(before: number, limit: AdminDesk.actsAtMost + 1) { [self] result in
            guard case .success(let found) = result else { return then(.failure(AdminDesk.unavailable)) }
            then(.success(desk.answer(found)))
        }
    }
}

extension AdminRequest {
    /// Whether it ends sessions of the admin page: that is done also where nothing can be stored.
    fileprivate var endsSessions: Bool {
        switch self {
        case .endSessions: true
        case .players, .resetName, .rename, .ban, .unban, .bans, .rooms, .resetRoomName, .renameRoom, .unlistRoom,
            .listRoom, .closeRoom, .hostWords, .setWord, .clearWord, .leftOut, .leaveOut, .bringBack, .refusedWords,
            .announcement, .announce, .withdraw, .acts, .link, .sessions:
            false
        }
    }
}
