import GameRules
import Messages
import Rooms
import Storage

// Entering and leaving rooms.
extension SessionHub {
    func createRoom(_ id: Int, _ session: Session, _ player: LivePlayer, name: String?) {
        guard player.seats.count < settings.seatsPerPlayer else { return session.refuse(id, SessionHub.tooManyRooms) }
        guard let name else {
            if let refusal = tooManySeats(for: player) { return session.refuse(id, refusal) }
            // It says nothing but the player's name, which everybody may know.
            return busy(session) { found(id, session, player, name: SessionHub.roomName(of: player.name), $0) }
        }
        withGoodName(
            id, session, player, name, maximum: DisplayName.roomMaximum, counting: tooManySeats
        ) { [self] done in
            found(id, session, player, name: name, done)
        }
    }

    private func found(
        _ id: Int, _ session: Session, _ player: LivePlayer, name: String, _ done: @escaping () -> Void
    ) {
        withFreeCode { [self] result in
            defer { done() }
            guard session.isOpen else { return }
            switch result {
            case .failure: session.refuse(id, SessionHub.unavailable)
            case .success(let code): found(id, session, player, code, name: name)
            }
        }
    }

    /// Counts a seat that is about to be taken; why not, if there were too many of late.
    func tooManySeats(for player: LivePlayer) -> ErrorReply? {
        player.seatsTaken.take(of: settings.seatRate, now: now).map { retry in
            ErrorReply(.rateLimited, "That is one room too many. Try again in a minute.", .retry(retry))
        }
    }

    /// Counts that a player wants to see a room; why not, if there were too many of late.
    private func tooManyEntries(by player: LivePlayer) -> ErrorReply? {
        player.entries.take(of: settings.entryRate, now: now).map { retry in
            ErrorReply(.rateLimited, "That is too fast. Try again in \(retry) ms.", .retry(retry))
        }
    }

    /// Counts a code that may have been guessed; why not to look, if its network has guessed too much. Then also rooms
    /// that are at hand are not shown, or the difference would tell; but to those who have a seat, or see the room.
    func tooManySearches(for code: RoomCode, by player: LivePlayer, from session: Session) -> ErrorReply? {
        let room = rooms[code]
        if room?.view(of: session) != nil || player.seats.values.contains(where: { $0.code == code }) { return nil }
        if let retry = environment.searches.wait(session.client) { return rateLimited(retry) }
        if room == nil { environment.searches.count(session.client) }
        return nil
    }

    /// A code that no room has. One that is taken is one chance in twenty million; then another is drawn.
    func withFreeCode(then: @escaping (Result<RoomCode, StorageError>) -> Void) {
        let code = RoomCode.random { Int(environment.random() % UInt64($0)) }
        withRoom(code) { [self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(.some): withFreeCode(then: then)
            case .success(nil): then(.success(code))
            }
        }
    }

    /// Creates the room now that its code is known to be free.
    private func found(_ id: Int, _ session: Session, _ player: LivePlayer, _ code: RoomCode, name: String) {
        guard rooms[code] == nil else { return session.refuse(id, SessionHub.unavailable) }
        let number = RoomID(number: Int(environment.random() >> 2))
        let record = RoomRecord(id: number, code: code, name: name, epoch: environment.random(), createdAt: now)
        let room = makeRoom(RecalledRoom(record: record, log: []))
        rooms.insert(room)
        considerLettingGo(of: room)
        player.seats[record.id] = record
        var decision = Decision(writes: [.createRoom(record)])
        decision.touch(nil, of: player)
        do throws(RoomRefusal) {
            let command = RoomCommand.create(name: name, by: player.id, playerName: player.name)
            decision.append(try room.state.decide(command), to: room, time: now)
        } catch {
            preconditionFailure("a room without members refuses nobody")
        }
        catchUp(room, with: player, in: &decision)
        enter(id, session, room, seat: 1, resume: nil, decision)
        take(room, 1, session, follow: false)
    }

    /// A connection that has come to a seat plays there from now on, unless it only follows the one that does.
    private func take(_ room: LiveRoom, _ seat: Seat, _ session: Session, follow: Bool) {
        guard let before = room.play(on: seat, from: session, follow: follow) else { return }
        // Not before its own `joined`, which may wait for the disk: with the room's last event, or the player's.
        whenDurable(max(room.ticket, before.player?.ticket ?? 0)) { _ in
            before.push(.movedInRoom(room: room.toldCode.text))
        }
    }

    func join(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ text: String, _ resume: ResumePoint?,
        _ password: String?,
        _ manner: JoiningManner
    ) {
        if let refusal = tooManyEntries(by: player) { return session.refuse(id, refusal) }
        let visit = Visit(takesSeat: true, password: password)
        enterFound(id, session, player, text, visit) { [self] room, shownPassword in
            if let refusal = refusal(of: player, by: room, takesSeat: true, showing: shownPassword) {
                return session.refuse(id, refusal)
            }
            if room.state.member(for: player.id) == nil {
                guard player.seats.count < settings.seatsPerPlayer else {
                    return session.refuse(id, SessionHub.tooManyRooms)
                }
                if let refusal = tooManySeats(for: player) { return session.refuse(id, refusal) }
            }
            let isPseudonym =
                room.state.namesHeld.contains(player.id)
                || room.state.member(for: player.id).map(\.hasPseudonym) ?? manner.pseudonym ?? usesPseudonyms(room)
            var decision = Decision()
            let before = player.name
            let name = isPseudonym ? before : name(of: player, entering: room)
            if name != before, let refusal = tooManyNamings(of: player) { return session.refuse(id, refusal) }
            var shown = isPseudonym ? pseudonym(of: player, in: room) : name
            // Who found the word may have taken another name since, having given the seat up or while the room was not
            // in memory.
            if !isPseudonym, spellsSprint(name, of: player, in: room) {
                guard let member = room.state.member(for: player.id) else {
                    return session.refuse(id, SessionHub.badName(.spoiler))
                }
                shown = member.name
            }
            do throws(RoomRefusal) {
                let events = try room.state.decide(.join(player.id, name: shown, pseudonym: isPseudonym), alike: alike)
                if name != before { try decideName(name, of: player, in: &decision) }
                decision.append(events, to: room, time: now)
            } catch {
                return session.refuse(id, SessionHub.reply(to: error))
            }
            player.name = name
            player.seats[room.record.id] = room.record
            decision.touch(nil, of: player)
            catchUp(room, with: player, in: &decision)
            decision.append(room.state.decideLateStart(player.id, now: now), to: room, time: now)
            guard let seat = room.state.member(for: player.id)?.seat else {
                preconditionFailure("who has joined is a member")
            }
            enter(id, session, room, seat: seat, resume: resume, decision)
            take(room, seat, session, follow: manner.follow)
            guard name != before else { return }
            whenDurable(player.ticket) { [self] durable in
                named(player, name, before: before, durable)
                guard durable else { return }
                for session in player.sessions where session.isGreeted { session.push(.renamed(name: name)) }
            }
        }
    }

    /// Why a room keeps a player out who shows this at its door.
    private func refusal(
        of player: LivePlayer, by room: LiveRoom, takesSeat: Bool, showing shown: ShownPassword
    ) -> ErrorReply? {
        do throws(RoomRefusal) {
            try room.state.admit(player.id, takesSeat: takesSeat, showing: shown)
            return nil
        } catch {
            return SessionHub.reply(to: error)
        }
    }

    func watch(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ text: String, _ resume: ResumePoint?, _ password: String?
    ) {
        if let refusal = tooManyEntries(by: player) { return session.refuse(id, refusal) }
        let visit = Visit(takesSeat: false, password: password)
        enterFound(id, session, player, text, visit) { [self] room, shown in
            // Who sees it was let in, and is, unless a kick is about to be told.
            if room.view(of: session) == nil || room.state.door.keepsOut(player.id),
                let refusal = refusal(of: player, by: room, takesSeat: false, showing: shown)
            {
                return session.refuse(id, refusal)
            }
            guard room.view(of: session) != nil || session.rooms.count < settings.roomsWatched else {
                return session.refuse(id, SessionHub.tooManyRooms)
            }
            enter(id, session, room, seat: nil, resume: resume, Decision())
        }
    }

    private func enterFound(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ text: String, _ visit: Visit,
        then: @escaping (LiveRoom, ShownPassword) -> Void
    ) {
        guard let code = RoomCode(text) else { return session.refuse(id, SessionHub.noSuchRoom) }
        if let refusal = tooManySearches(for: code, by: player, from: session) { return session.refuse(id, refusal) }
        busy(session) { done in
            withDoor(of: code, for: player, session, visit) { result in
                defer { done() }
                guard session.isOpen else { return }
                switch result {
                case .failure(let refusal): session.refuse(id, refusal)
                case .success((let room, let shown)): then(room, shown)
                }
            }
        }
    }

    /// Shows a room to a connection. The picture is taken now, with all that is decided, and told when that is durable;
    /// later events follow it, because they are told later.
    private func enter(
        _ id: Int, _ session: Session, _ room: LiveRoom, seat: Seat?, resume: ResumePoint?, _ decision: Decision
    ) {
        // Who had a seat and is to watch from now on is, for that moment, neither a player nor has a feed: nobody else
        // would tell of the room's end.
        let (before, code) = (room.view(of: session), room.toldCode.text)
        let wasPlayer = seat == nil && before != nil && before != .watcher
        show(room, to: session, as: seat.map { .player($0) } ?? .watcher)
        let entry = entry(to: room, resume)
        let reply = OutgoingMessage(
            seat.map { .joined(entry, seat: $0, board: board(of: $0, in: room)) } ?? .watching(entry), re: id)
        let generation = room.generationOfWatchers
        let tell: (Bool) -> Void = { [self] durable in
            guard durable else {
                session.refuse(id, SessionHub.unavailable)
                return wasPlayer ? session.push(.resync(room: code)) : ()
            }
            guard seat != nil || generation == room.generationOfWatchers else {
                session.refuse(id, SessionHub.noSuchRoom)
                let reason = room.state.door.isClosed ? LeaveReason.closed : .newCode
                return wasPlayer ? session.push(.left(room: code, reason: reason)) : ()
            }
            session.send(reply)
            if seat == nil { openFeed(of: room, to: session, after: entry.sequence) }
        }
        // After all that the player has been, or will be, told of the room: `moved` waits for both, too.
        let ticket = max(room.ticket, session.player?.ticket ?? 0)
        if decision.writes.isEmpty { whenDurable(ticket, tell) } else { commit(decision, then: tell) }
    }

    func leave(_ id: Int, _ session: Session, _ player: LivePlayer, _ text: String) {
        enterFound(id, session, player, text, Visit(takesSeat: false, password: nil)) { [self] room, _ in
            // A watcher with no seat only stops watching; so does a member who watches on this connection.
            guard let member = room.state.member(for: player.id), room.view(of: session) != .watcher else {
                guard hide(room, from: session) else { return session.refuse(id, SessionHub.notInRoom) }
                // Not before the answer to `watch`, which may wait for the disk.
                return whenDurable(max(room.ticket, player.ticket)) { _ in
                    session.reply(to: id, .left(room: room.toldCode.text))
                }
            }
            giveUp(member.seat, id, session, player, room)
        }
    }

    private func giveUp(_ seat: Seat, _ id: Int, _ session: Session, _ player: LivePlayer, _ room: LiveRoom) {
        var decision = Decision()
        do throws(RoomRefusal) {
            decision.append(try room.state.decide(.leave(player.id)), to: room, time: now)
        } catch {
            return session.refuse(id, SessionHub.reply(to: error))
        }
        rooms.noteDepartures(from: room)
        player.seats[room.record.id] = nil
        decision.touch(nil, of: player)
        let left = ServerMessage.left(room: room.toldCode.text)
        commit(decision) { [self] durable in
            // They see the room until then: if the disk fails, they are told to come in again like everybody else.
            guard durable else { return session.refuse(id, SessionHub.unavailable) }
            for other in player.sessions where room.view(of: other) == .player(seat) {
                hide(room, from: other)
                if other !== session { other.push(left) }
            }
            session.reply(to: id, left)
        }
    }

    // MARK: Answers

    static let noSuchRoom = ErrorReply(.noSuchRoom, "There is no room with that code.")
    static let tooManyRooms = ErrorReply(.tooManyRooms, "You are in too many rooms. Leave one first.")
    static let notInRoom = ErrorReply(.notInRoom, "You are not in that room.")

    static func reply(to refusal: RoomRefusal) -> ErrorReply {
        switch refusal {
        case .full: ErrorReply(.roomFull, "All \(RoomState.maximumMembers) seats are taken.")
        case .nameTaken: ErrorReply(.nameTaken, "Somebody in that room is called that. Take another name.")
        case .nameHeld: ErrorReply(.nameHeld, "The host of that room shows you under a pseudonym.")
        case .notAMember: notInRoom
        case .closed: noSuchRoom
        case .locked: ErrorReply(.roomLocked, "That room is locked.")
        case .kicked: ErrorReply(.kicked, "The host has kept you out of that room.")
        case .passwordNeeded: ErrorReply(.passwordNeeded, "That room has a password.")
        case .wrongPassword: ErrorReply(.wrongPassword, "That is not the password.")
        case .noSuchRace: ErrorReply(.noSuchRace, "That race is not the one that runs.")
        case .notStarted: ErrorReply(.notStarted, "The round has not started yet.")
        case .roundOver: ErrorReply(.roundOver, "The round is over.")
        case .notInRound: ErrorReply(.notInRound, "You do not take part in this round.")
        case .notHost: ErrorReply(.notHost, "Only the host may do that.")
        case .barred: ErrorReply(.roomBarred, "The operator of this server keeps the room out of the lobby.")
        case .badSeat: ErrorReply(.badSeat, "There is nobody on that seat with whom that can be done.")
        case .badSettings(let field): badSettings(field.rawValue)
        case .seriesRunning: ErrorReply(.seriesRunning, "A series is running. End it first.")
        case .noSeries: ErrorReply(.noSeries, "No series is running.")
        case .roundRunning: ErrorReply(.roundRunning, "A round is running.")
        case .noRacers: ErrorReply(.noRacers, "Everybody who is here sits out.")
        }
    }

    static func badSettings(_ field: String) -> ErrorReply {
        ErrorReply(.badSettings, "The setting \(field) cannot be so.", .field(field))
    }
}
