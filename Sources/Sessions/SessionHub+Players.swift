import GameRules
import Messages
import Rooms
import Storage

// Who a connection is, and what it is called.
extension SessionHub {
    /// A guest for somebody without a session: durable before anybody hears of it.
    package func createGuest(then: @escaping (Result<PlayerRecord, StorageError>) -> Void) {
        guard !isBehind else { return then(.failure(.unavailable("the disk is behind"))) }
        let name = drawName()
        let id = PlayerID(high: environment.random(), low: environment.random())
        let record = PlayerRecord(id: id, name: name, createdAt: now)
        commit(Decision(writes: [.createPlayer(record)])) { durable in
            then(durable ? .success(record) : .failure(.unavailable("the guest was not recorded")))
        }
    }

    /// A name for a guest. On a day whose word is an animal a guest may be called so: were none, that would be the hint.
    private func drawName() -> String { GuestName.make(from: environment.random()) }

    /// Whether two names look alike, so that not both can be in a room.
    func alike(_ a: String, _ b: String) -> Bool { looks.areAlike(a, b) }

    /// What a player is to be called who takes a seat in `room`: a guest whose drawn name somebody there has, or in another
    /// room of the guest's, gets another one, as nobody chose it. A name that was chosen stays, and may be refused.
    func name(of player: LivePlayer, entering room: LiveRoom) -> String {
        guard GuestName.isDrawn(player.name) else { return player.name }
        let others = [room] + player.seats.values.compactMap { rooms[$0.code] }
        var name = player.name
        // A room has few seats and there are thousands of names: more draws than these are never wanted.
        for _ in 0..<100 where others.contains(where: { $0.state.isTaken(name, except: player.id, alike: alike) }) {
            name = drawName()
        }
        return name
    }

    /// The name of a player, in memory or stored; nil if there is no such player.
    package func name(of id: PlayerID, then: @escaping (Result<String?, StorageError>) -> Void) {
        if let player = players[id] { return then(.success(player.name)) }
        ask({ environment.storage.player(id, completion: $0) }, then: { then($0.map { $0?.name }) })
    }

    func hello(_ id: Int, _ session: Session, version: Int, token: String?) {
        guard session.player == nil else {
            return session.refuse(id, ErrorReply(.helloFirst, "Hello was said before."))
        }
        guard version == ProtocolVersion.current else {
            return session.refuse(
                id, ErrorReply(.unsupportedProtocol, "This server speaks version \(ProtocolVersion.current)."))
        }
        let proved = token.map { environment.tokens.player(provedBy: $0) } ?? session.identity
        guard let identity = proved else {
            return session.refuse(id, ErrorReply(.unauthorized, "There is no session: POST /api/v1/session first."))
        }
        busy(session) { done in
            withPlayer(identity) { [self] result in
                guard session.isOpen else { return done() }
                switch result {
                case .failure:
                    session.refuse(id, SessionHub.unavailable)
                case .success(nil):
                    session.refuse(id, ErrorReply(.unauthorized, "The session's player is gone."))
                case .success(let player?):
                    return welcome(id, session, player, done)
                }
                done()
            }
        }
    }

    private func welcome(_ id: Int, _ session: Session, _ player: LivePlayer, _ done: @escaping () -> Void) {
        guard let today else {
            session.refuse(id, SessionHub.unavailable)
            return done()
        }
        let welcome = ServerMessage.welcome(
            Welcome(
                time: now, serverName: settings.serverName, playerID: player.id, playerName: player.name,
                today: today, games: gamesInReach(of: player, today.puzzle.day),
                rooms: player.seats.values.map { .init(code: $0.code.text, name: $0.name, epoch: $0.epoch) }.sorted {
                    $0.code < $1.code
                },
                limits: Welcome.Limits(
                    message: settings.messageBytes, name: DisplayName.playerMaximum,
                    members: RoomState.maximumMembers),
                sprints: library.languages.map { Welcome.Words(language: $0.language, lengths: $0.lengths) }))
        // Another connection of the player may have a move, a seat or a name under way, which the welcome tells of.
        player.sessions.append(session)
        whenDurable(player.ticket) { [self] durable in
            defer { done() }
            guard durable, session.isOpen else {
                removeSession(session, of: player)
                return session.refuse(id, SessionHub.unavailable)
            }
            session.greeted(as: player)
            session.reply(to: id, welcome)
        }
    }

    /// The player's games of today and the day before: those a page can go on with.
    private func gamesInReach(of player: LivePlayer, _ today: Day) -> [Welcome.Game] {
        player.games.values.filter { $0.key.puzzle.day >= today.advanced(by: -1) }
            .map { Welcome.Game(puzzle: $0.key.puzzle, status: $0.game.status) }
            .sorted { ($0.puzzle.day, $0.puzzle.line.text) < ($1.puzzle.day, $1.puzzle.line.text) }
    }

    func rename(_ id: Int, _ session: Session, _ player: LivePlayer, to name: String) {
        withGoodName(
            id, session, player, name, maximum: DisplayName.playerMaximum, counting: tooManyNames
        ) { [self] done in
            take(name, id, session, player)
            done()
        }
    }

    private func take(_ name: String, _ id: Int, _ session: Session, _ player: LivePlayer) {
        var decision = Decision()
        do {
            try decideName(name, of: player, in: &decision)
        } catch {
            return session.refuse(id, ErrorReply(.nameTaken, "Somebody in your room is called that."))
        }
        let before = player.name
        player.name = name
        commit(decision) { [self] durable in
            named(player, name, before: before, durable)
            durable ? session.reply(to: id, .renamed(name: name)) : session.refuse(id, SessionHub.unavailable)
        }
    }

    /// Decides that a player is called `name` from now on, in every room in memory. Refused as `nameTaken`.
    func decideName(_ name: String, of player: LivePlayer, in decision: inout Decision) throws(RoomRefusal) {
        var changes: [(LiveRoom, [RoomEvent])] = []
        for record in player.seats.values {
            guard let room = rooms[record.id], room.state.member(for: player.id) != nil else { continue }
            changes.append((room, try room.state.decide(.rename(player.id, name: name), alike: alike)))
        }
        decision.writes.append(.renamePlayer(player.id, name: name))
        for (room, events) in changes { decision.append(events, to: room, time: now) }
        decision.touch(nil, of: player)
    }

    /// A new name is on disk, or lost: the ranking and the player's other connections are told.
    func named(_ player: LivePlayer, _ name: String, before: String, _ durable: Bool) {
        guard durable else {
            // For now: the name is read again, as another new one may be lost with this one.
            if player.name == name { player.name = before }
            return
        }
        for board in boards.values { board.rename(player.id, to: name) }
    }

    /// Counts a new name that is about to be taken; why not, if there were too many of late.
    private func tooManyNames(for player: LivePlayer) -> ErrorReply? {
        player.newNames.take(of: settings.renameRate, now: now).map { retry in
            ErrorReply(.rateLimited, "That is one new name too many. Try again in a minute.", .retry(retry))
        }
    }

    /// Goes on if a player may take this name, or give it to a room, and refuses the request if not. Whether it gives a word
    /// away is checked for those who know the word, and for nobody else: else names would be free guesses. What they know may
    /// have to be read: the hub forgets games when a commit fails. `counting`: why there are too many such requests, before
    /// anything is read. `then` is given what it has to call when the request is done.
    func withGoodName(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ name: String, maximum: Int,
        counting: (LivePlayer) -> ErrorReply?, then: @escaping (_ done: @escaping () -> Void) -> Void
    ) {
        do {
            try DisplayName.check(name, maximum: maximum)
        } catch {
            return session.refuse(id, SessionHub.badName(error))
        }
        if let refusal = counting(player) { return session.refuse(id, refusal) }
        let ofGeneration = generation
        busy(session) { done in
            withGamesInReach(of: player, lines: library.lines) { [self] fault in
                guard session.isOpen else { return done() }
                let isRead = fault == nil && ofGeneration == generation
                guard isRead, !givesAway(name, player) else {
                    session.refuse(id, isRead ? SessionHub.badName(.spoiler) : SessionHub.unavailable)
                    return done()
                }
                then(done)
            }
        }
    }

    /// Whether a name gives a word away that the player knows. Of rooms that are not in memory `join` sees to it.
    private func givesAway(_ name: String, _ player: LivePlayer) -> Bool {
        spellsDaily(name, of: player)
            || player.seats.keys.contains { rooms[$0].map { spellsSprint(name, of: player, in: $0) } ?? false }
    }

    /// Whether a name gives a word away that the player has found, and others can still look for: today's, or yesterday's.
    private func spellsDaily(_ name: String, of player: LivePlayer) -> Bool {
        player.games.contains { puzzle, game in
            guard game.game.status != .playing, canBeFinished(puzzle), let words = library.words(of: puzzle.line) else {
                return false
            }
            return DisplayName.spells(words.alphabet.text(game.game.answer), name)
        }
    }

    /// Whether a name gives the word of a sprint away that others in the room still look for.
    func spellsSprint(_ name: String, of player: LivePlayer, in room: LiveRoom) -> Bool {
        guard room.state.knowsWord(player.id), let sprint = room.state.series?.sprint,
            let words = library.words(of: sprint.deal.sprint.line)
        else { return false }
        return DisplayName.spells(words.alphabet.text(sprint.deal.answer), name)
    }

    static func badName(_ fault: DisplayName.Fault) -> ErrorReply {
        let why =
            switch fault {
            case .tooShort: "A name has at least 2 characters."
            case .tooLong: "That name is too long."
            case .badCharacters: "That name has characters that cannot be shown."
            case .spoiler: "That name gives today's word away."
            }
        return ErrorReply(.badName, why, .reason(fault.rawValue))
    }
}
