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

    /// A name for a guest. On a day whose word is an animal a guest may be called so: were none, that would be the
    /// hint.
    func drawName() -> String { GuestName.make(from: environment.random()) }

    /// Whether two names look alike, so that not both can be in a room.
    func alike(_ a: String, _ b: String) -> Bool { looks.areAlike(a, b) }

    /// What a player is to be called who takes a seat in `room`: a guest whose drawn name somebody there has, or in
    /// another room of the guest's, gets another one, as nobody chose it. A name that was chosen stays, and may be
    /// refused.
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

    func hello(_ id: Int, _ session: Session, version: Int, token: String?) {
        guard session.player == nil else {
            return session.refuse(id, ErrorReply(.helloFirst, "Hello was said before."))
        }
        guard version == ProtocolVersion.current else {
            return session.refuse(
                id, ErrorReply(.unsupportedProtocol, "This server speaks version \(ProtocolVersion.current)."))
        }
        let proved = token.map { environment.tokens.claim(provedBy: $0) } ?? session.identity
        guard let claim = proved else {
            return session.refuse(id, ErrorReply(.unauthorized, "There is no session: POST /api/v1/session first."))
        }
        busy(session) { done in
            withPlayer(claim.player) { [self] result in
                guard session.isOpen else { return done() }
                switch result {
                case .failure:
                    session.refuse(id, SessionHub.unavailable)
                case .success(nil):
                    session.refuse(id, ErrorReply(.unauthorized, "The session's player is gone."))
                case .success(let player?) where !claim.proves(player.account):
                    session.refuse(id, ErrorReply(.unauthorized, "The session was ended on another device."))
                case .success(let player?):
                    closeOldest(of: player)
                    return welcome(id, session, player, done)
                }
                done()
            }
        }
    }

    /// Makes room for one more connection of a player. The oldest goes: most likely its network is gone, and nobody
    /// knows yet.
    private func closeOldest(of player: LivePlayer) {
        while player.sessions.count >= settings.connectionsPerPlayer,
            let oldest = player.sessions.first(where: { _ in true })
        {
            close(oldest, of: player, SessionEnd.tooMuch, because: "too many connections")
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
                rooms: player.seats.values.map { .init(code: $0.code.text, name: $0.name, epoch: $0.wireEpoch) }.sorted
                {
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

    /// The player's games of today and the day before that are not of the archive: those a page can go on with.
    private func gamesInReach(of player: LivePlayer, _ today: Day) -> [Welcome.Game] {
        player.games.values.filter { $0.key.puzzle.day >= today.advanced(by: -1) && $0.isRaced }
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
        // The operator may have given one while what the player knows was read.
        if let refusal = keptName(of: player) { return session.refuse(id, refusal) }
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
    /// `keptUntil`: the operator gives the name, which is not the player's expense.
    func decideName(
        _ name: String, keptUntil: Int? = nil, of player: LivePlayer, in decision: inout Decision
    ) throws(RoomRefusal) {
        var changes: [(LiveRoom, [RoomEvent])] = []
        for record in player.seats.values {
            guard let room = rooms[record.id], room.state.member(for: player.id) != nil else { continue }
            changes.append((room, try room.state.decide(.rename(player.id, name: name), alike: alike)))
        }
        if let keptUntil {
            decision.writes.append(.resetName(player.id, name: name, until: keptUntil))
        } else {
            // For each of these an event in a log that is kept.
            player.changes.charge(changes.count { !$0.1.isEmpty }, of: settings.changeRate, now: now)
            decision.writes.append(.renamePlayer(player.id, name: name))
        }
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
        for board in boards.values { board.renamed(player.id) }
    }

    /// Counts a new name that is about to be taken; why not, if there were too many of late.
    private func tooManyNames(for player: LivePlayer) -> ErrorReply? {
        if let refusal = keptName(of: player) { return refusal }
        var newNames = player.newNames
        if let retry = newNames.take(of: settings.renameRate, now: now) {
            return ErrorReply(.rateLimited, "That is one new name too many. Try again in a minute.", .retry(retry))
        }
        if let refusal = tooManyNamings(of: player) { return refusal }
        player.newNames = newNames
        return nil
    }

    /// Why a new name has to wait for what it is besides: a change of each room in which the player has a seat. Who has
    /// more seats than changes can be saved up may take one when all are, and waits for the rest of them afterwards.
    /// ``decideName`` counts them.
    func tooManyNamings(of player: LivePlayer) -> ErrorReply? {
        guard !player.seats.isEmpty else { return nil }
        var changes = player.changes
        return changes.take(player.seats.count, of: settings.changeRate, now: now).map { retry in
            ErrorReply(
                .rateLimited, "You have seats in many rooms, and a new name changes each. Try again in \(retry) ms.",
                .retry(retry))
        }
    }

    /// Goes on if a player may take this name, or give it to a room, and refuses the request if not.
    ///
    /// A name is held against the words that the player has found and others still look for, and against no other
    /// secret: a refusal would tell the word to whoever tries names. What a player knows may have to be read: the hub
    /// forgets games when a commit fails. `counting`: why there are too many such requests, before anything is read.
    /// `then` is given what it has to call when the request is done.
    func withGoodName(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ name: String, maximum: Int,
        counting: (LivePlayer) -> ErrorReply?, then: @escaping (_ done: @escaping () -> Void) -> Void
    ) {
        do {
            try DisplayName.check(name, maximum: maximum)
        } catch {
            return session.refuse(id, SessionHub.badName(error))
        }
        guard !settings.offensive.offend(in: name) else { return session.refuse(id, SessionHub.badName(.offensive)) }
        if let refusal = counting(player) { return session.refuse(id, refusal) }
        let ofGeneration = generation
        busy(session) { done in
            withGamesInReach(of: player, lines: library.lines) { [self] gamesFault in
                // A new name is another in all rooms in which the player has a seat, or in none.
                withRooms(Array(player.seats.values)[...]) { [self] roomsFault in
                    guard session.isOpen else { return done() }
                    let isRead = gamesFault == nil && roomsFault == nil && ofGeneration == generation
                    guard isRead else {
                        session.refuse(id, SessionHub.unavailable)
                        return done()
                    }
                    guard !givesAway(name, player) else {
                        session.refuse(id, SessionHub.badName(.spoiler))
                        return done()
                    }
                    then(done)
                }
            }
        }
    }

    /// Has rooms in memory, one after the other.
    private func withRooms(_ records: ArraySlice<RoomRecord>, then: @escaping (StorageError?) -> Void) {
        guard let record = records.first else { return then(nil) }
        withRoom(record.code) { [self] result in
            if case .failure(let fault) = result { return then(fault) }
            withRooms(records.dropFirst(), then: then)
        }
    }

    /// Whether a name gives a word away that the player knows: also that of a round which the player has left.
    private func givesAway(_ name: String, _ player: LivePlayer) -> Bool {
        spellsDaily(name, of: player)
            || player.seats.keys.contains { rooms[$0].map { spellsSprint(name, of: player, in: $0) } ?? false }
            || rooms.leftInRound().contains { spellsSprint(name, of: player, in: $0) }
    }

    /// Whether a name gives a word away that the player has found, and others can still look for: today's, or
    /// yesterday's.
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
            case .mixedScripts: "A word of that name mixes letters of different scripts."
            case .spoiler: "That name gives today's word away."
            case .offensive: "That name has a word that nobody is to be called here."
            }
        return ErrorReply(.badName, why, .reason(fault.rawValue))
    }
}
