import GameRules
import Messages
import Rooms
import Storage

/// Decides who joins and leaves rooms.
struct EntranceDesk: HubPart {
    let context: HubContext
    let views: Views
    let races: DailyRaces
    let library: Library
    let names: NameDesk

    // MARK: Founding

    /// Returns the needs of `create_room`.
    func need(_ asker: Asker, toFound name: String?, _ line: PuzzleLine?) throws(ErrorReply) -> Need {
        try checkIsNoPupil(asker.player.id)
        if let line, !settings.lines.contains(line) { throw .badPuzzle }
        try checkSeats(of: asker.player)
        var seatsTaken = asker.player.seatsTaken
        try countSeat(in: &seatsTaken)
        if let name { try names.check(name, maximum: DisplayName.roomMaximum, by: asker.player) }
        // Before the name is read, which is work also for a connection that does not wait for it.
        asker.player.seatsTaken = seatsTaken
        // The default name holds nothing but the player's name, which is public.
        return name.map { .name($0, withCode: true) } ?? .freeCode
    }

    /// `create_room`: a room whose code is known to be free.
    func found(
        _ asker: Asker, _ name: String?, _ line: PuzzleLine?, _ gathered: Gathered
    ) throws(ErrorReply) -> Decision {
        let player = asker.player
        do throws(ErrorReply) {
            // Other connections may have taken seats meanwhile.
            try checkSeats(of: player)
            if let reading = gathered.name { try names.checkOffence(reading, by: player) }
        } catch {
            player.seatsTaken.giveBack(1, of: settings.seatRate)
            throw error
        }
        let grounds = try gathered.name.map { reading throws(ErrorReply) in
            try names.checkSecrets(reading, of: player)
        }
        guard let code = gathered.code, library.rooms[code] == nil else { throw .unavailable }
        let name = name ?? RoomName.usual(of: player.name)
        let number = RoomID(number: Int(environment.random() >> 2))
        let record = RoomRecord(id: number, code: code, name: name, epoch: environment.random(), createdAt: now)
        let room = library.rooms.found(record)
        player.sit(in: record)
        var decision = Decision(writes: [.createRoom(record)])
        decision.rests(on: grounds ?? [])
        decision.touch(player)
        do throws(RoomRefusal) {
            let command = RoomCommand.create(
                name: name, by: player.id, playerName: player.name, daily: line, sprint: settings.sprint(of: line))
            decision.note(try room.append(room.state.decide(command), time: now))
        } catch {
            preconditionFailure("a room without members refuses nobody")
        }
        races.catchUp(room, with: player, &decision)
        enter(asker, room, seat: 1, resume: nil, in: &decision)
        take(room, 1, asker.session, follow: false, in: &decision)
        return decision
    }

    // MARK: Entering

    /// Returns the needs of `join`, `watch` and `leave`.
    func need(_ asker: Asker, _ text: String, _ visit: Visit) throws(ErrorReply) -> Need {
        if visit.isEntry, let retry = asker.player.entries.take(of: settings.entryRate, now: now) {
            throw .rateLimited(retry)
        }
        guard let code = RoomCode(text) else { throw .noSuchRoom }
        try library.doors.countSearch(for: code, by: asker)
        return .door(code, visit)
    }

    /// `join`: takes a seat for the player, or returns to it.
    func join(
        _ asker: Asker, _ resume: ResumePoint?, _ manner: JoiningManner, _ gathered: Gathered
    ) throws(ErrorReply) -> Decision {
        let player = asker.player
        guard let room = gathered.room else { throw .noSuchRoom }
        try admit(player, to: room, takesSeat: true, showing: gathered.shown)
        if room.state.member(for: player.id) == nil {
            try checkSeats(of: player)
            try countSeat(of: player)
        }
        let wanted = isClassroom ? nil : manner.pseudonym
        let isPseudonym =
            room.state.namesHeld.contains(player.id)
            || room.state.member(for: player.id).map(\.hasPseudonym) ?? wanted ?? names.usesPseudonyms(room)
        let before = player.name
        let name = isPseudonym ? before : names.name(of: player, entering: room)
        if name != before { try names.checkChanges(of: player) }
        var shown = isPseudonym ? names.pseudonym(of: player, in: room) : name
        // A player who found the word may have changed the name since, after giving up the seat or while the room was
        // not in memory.
        if !isPseudonym, names.ownNameSpellsSprint(of: player, in: room) {
            guard let member = room.state.member(for: player.id) else { throw .badName(.spoiler) }
            shown = member.name
        }
        var decision = Decision()
        do throws(RoomRefusal) {
            let events = try room.state.decide(
                .join(player.id, name: shown, pseudonym: isPseudonym), alike: names.alike)
            if name != before { try names.take(name, by: player, in: &decision) }
            decision.note(room.append(events, time: now))
        } catch {
            throw ErrorReply(error)
        }
        renew(gathered.renewed, of: room, in: &decision)
        player.sit(in: room.record)
        decision.touch(player)
        races.catchUp(room, with: player, &decision)
        decision.note(room.append(room.state.decideLateStart(player.id, now: now), time: now))
        guard let seat = room.state.member(for: player.id)?.seat else {
            preconditionFailure("who has joined is a member")
        }
        takeBackHosting(room, seat, player, in: &decision)
        enter(asker, room, seat: seat, resume: resume, in: &decision)
        take(room, seat, asker.session, follow: manner.follow, in: &decision)
        if name != before {
            for session in player.sessions {
                decision.tell(.push(OutgoingMessage(.renamed(name: name)), to: session))
            }
        }
        return decision
    }

    /// Logs the room's password in today's form.
    private func renew(_ renewed: RenewedPassword?, of room: LiveRoom, in decision: inout Decision) {
        guard let renewed else { return }
        room.learn(renewed.text, for: renewed.password)
        decision.note(room.append([.password(hash: renewed.password)], time: now))
    }

    /// Lets a player whose connection was silent join rounds that were dealt meanwhile, as a late joiner.
    func returned(_ session: Session) -> Decision {
        var decision = Decision()
        guard let player = session.player, !context.isDraining else { return decision }
        for room in session.rooms where room.isSeated(session) {
            decision.note(room.append(room.state.decideLateStart(player.id, now: now), time: now))
        }
        return decision
    }

    /// Makes a teacher who enters the host, unless another teacher is.
    private func takeBackHosting(
        _ room: LiveRoom, _ seat: Seat, _ player: LivePlayer, in decision: inout Decision
    ) {
        guard isClassroom, !isPupil(player.id), room.state.host != seat else { return }
        let host = room.state.host.flatMap { room.state.member(at: $0) }
        guard host.map({ isPupil($0.player) }) ?? true else { return }
        decision.note(room.append([.hosted(seat: seat)], time: now))
    }

    /// `watch`: shows the room without a seat.
    func watch(_ asker: Asker, _ text: String, _ resume: ResumePoint?, _ gathered: Gathered) throws(ErrorReply)
        -> Decision
    {
        guard let room = gathered.room else { throw .noSuchRoom }
        // A watcher needs no second admission, unless a kick has been decided but not sent.
        if room.view(of: asker.session) == nil || room.state.door.keepsOut(asker.player.id) {
            try admit(asker.player, to: room, takesSeat: false, showing: gathered.shown)
        }
        guard room.view(of: asker.session) != nil || asker.session.rooms.count < settings.roomsWatched else {
            throw .tooManyRooms
        }
        var decision = Decision()
        renew(gathered.renewed, of: room, in: &decision)
        enter(asker, room, seat: nil, resume: resume, in: &decision)
        return decision
    }

    /// Shows a room to a connection. The snapshot is taken now, with all that is decided, and sent once that is
    /// durable. Later events follow it, because they are sent later.
    private func enter(
        _ asker: Asker, _ room: LiveRoom, seat: Seat?, resume: ResumePoint?, in decision: inout Decision
    ) {
        // A member who becomes a watcher is, for a moment, neither a player nor has a feed: nothing else would announce
        // the room's end.
        let (before, code) = (room.view(of: asker.session), room.toldCode.text)
        let wasPlayer = seat == nil && before != nil && before != .watcher
        let isNews = room.show(to: asker.session, as: seat.map { .player($0) } ?? .watcher, now: now)
        decision.changedView(
            ViewChange(
                room: room, session: asker.session, endsFeed: before == .watcher && seat != nil, isNews: isNews))
        let isVeiled = isVeiled(room, from: asker.player.id, isWatching: seat == nil)
        let entry = views.entry(to: room, resume, isVeiled: isVeiled)
        let message = seat.map { ServerMessage.joined(entry, seat: $0, board: views.board(of: $0, in: room)) }
        decision.rests(on: room.ticket)
        decision.tell(
            .entrance(
                Entrance(
                    session: asker.session, request: asker.request, room: room,
                    message: OutgoingMessage(message ?? .watching(entry), re: asker.request),
                    feedAfter: seat == nil ? entry.sequence : nil, wasPlayer: wasPlayer,
                    generation: room.generationOfWatchers, code: code)))
    }

    /// Lets a connection play from a seat, unless it only follows the one that plays.
    private func take(
        _ room: LiveRoom, _ seat: Seat, _ session: Session, follow: Bool, in decision: inout Decision
    ) {
        guard let before = room.play(on: seat, from: session, follow: follow) else { return }
        decision.tell(.anyway(OutgoingMessage(.movedInRoom(room: room.record.code.text)), to: before))
    }

    /// Refuses a player whom the room keeps out.
    private func admit(
        _ player: LivePlayer, to room: LiveRoom, takesSeat: Bool, showing shown: ShownPassword
    ) throws(ErrorReply) {
        do throws(RoomRefusal) {
            try room.state.admit(player.id, takesSeat: takesSeat, showing: shown)
        } catch {
            throw ErrorReply(error)
        }
    }

    private func checkSeats(of player: LivePlayer) throws(ErrorReply) {
        guard player.seats.count < settings.seatsPerPlayer else { throw .tooManyRooms }
    }

    /// Charges a new seat against the player's rate.
    func countSeat(of player: LivePlayer) throws(ErrorReply) { try countSeat(in: &player.seatsTaken) }

    private func countSeat(in bucket: inout TokenBucket) throws(ErrorReply) {
        guard let retry = bucket.take(of: settings.seatRate, now: now) else { return }
        throw ErrorReply(.rateLimited, "That is one room too many. Try again in a minute.", .retry(retry))
    }

    // MARK: Leaving

    /// `leave`: gives up a member's seat; a watcher only stops watching.
    func leave(_ asker: Asker, _ gathered: Gathered) throws(ErrorReply) -> Decision {
        let player = asker.player
        guard let room = gathered.room else { throw .noSuchRoom }
        var decision = Decision()
        // Watchers give up no seat; neither does a member who watches on this connection.
        guard let member = room.state.member(for: player.id), room.view(of: asker.session) != .watcher else {
            guard let view = room.hide(from: asker.session, now: now) else { throw .notInRoom }
            decision.changedView(
                ViewChange(room: room, session: asker.session, endsFeed: view == .watcher, isNews: true))
            let left = OutgoingMessage(.left(room: room.record.code.text), re: asker.request)
            decision.tell(.watchingEnded(left, of: room, to: asker.session))
            return decision
        }
        do throws(RoomRefusal) {
            let events = preferringTeachers(try room.state.decide(.leave(player.id)), in: room)
            decision.note(room.append(events, time: now))
        } catch {
            throw ErrorReply(error)
        }
        library.rooms.noteDepartures(from: room)
        player.giveUpSeat(in: room.record.id)
        decision.touch(player)
        decision.tell(.seatGivenUp(member.seat, of: player, in: room, by: asker))
        return decision
    }
}
