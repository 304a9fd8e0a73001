import GameRules
import Messages
import Rooms
import Storage

// What those who have joined a room do in it, apart from playing: the host's powers, being ready, reactions.
extension SessionHub {
    func inRoom(_ id: Int, _ session: Session, _ player: LivePlayer, _ text: String, _ request: RoomRequest) {
        guard let code = RoomCode(text), let room = session.rooms.first(where: { $0.codes.contains(code) }),
            case .player(let seat)? = room.view(of: session)
        else { return session.refuse(id, SessionHub.notInRoom) }
        if request.isChange, let retry = player.changes.take(of: settings.changeRate, now: now) {
            return session.refuse(id, rateLimited(retry))
        }
        switch request {
        case .play(let race, let row, let word): play(id, session, player, room, race: race, row: row, text: word)
        case .react(let reaction): react(id, session, player, room, seat, reaction)
        case .ready(let isReady):
            answer(id, session, room) { [self] () throws(RoomRefusal) in
                decide(try room.state.decideReady(player.id, isReady), in: room)
            }
        case .sitOut(let isOut):
            answer(id, session, room) { [self] () throws(RoomRefusal) in
                decide(try room.state.decideSitOut(player.id, isOut), in: room)
            }
            // A series waits while nobody races, and a round does not wait for who sits out.
            lookSoon(at: room)
        case .pseudonym(let isOn):
            if !isOn, room.state.namesHeld.contains(player.id) {
                return session.refuse(id, SessionHub.reply(to: .nameHeld))
            }
            // As in `join`: the name may have been taken elsewhere.
            if !isOn, spellsSprint(player.name, of: player, in: room) {
                return session.refuse(id, SessionHub.badName(.spoiler))
            }
            answer(id, session, room) { [self] () throws(RoomRefusal) in
                decide(try decidePseudonym(of: player, in: room, isOn: isOn), in: room)
            }
        case .newCode: if mayAsk(id, session, player, room) { changeCode(id, session, player, room) }
        case .name(let name): if mayAsk(id, session, player, room) { giveName(id, session, player, room, name) }
        case .settings(let change):
            use(id, session, player, room, settings(room.state.sprintSettings, with: change).map { .settings($0) })
        case .lock(let isLocked): use(id, session, player, room, .success(.lock(isLocked)))
        case .password(let text): setPassword(id, session, player, room, text)
        case .list(let isListed): use(id, session, player, room, .success(.list(isListed)))
        case .kick(let seat): use(id, session, player, room, .success(.kick(seat)))
        case .unkick(let seat): use(id, session, player, room, .success(.unkick(seat)))
        case .holdName(let seat, let isHeld): use(id, session, player, room, holdName(of: seat, isHeld, in: room))
        case .handOver(let seat): use(id, session, player, room, .success(.handOver(seat)))
        case .close: use(id, session, player, room, .success(.close))
        case .start: use(id, session, player, room, .success(.start))
        case .nextRound: use(id, session, player, room, .success(.nextRound))
        case .endRound: use(id, session, player, room, .success(.endRound))
        case .endSeries: use(id, session, player, room, .success(.endSeries))
        }
    }

    /// Whether somebody may ask for what hosts do. Who is no host is told so, and nothing about what was asked.
    private func mayAsk(_ id: Int, _ session: Session, _ player: LivePlayer, _ room: LiveRoom) -> Bool {
        // Who has lost the seat since hears of that from the room.
        if room.state.member(for: player.id).map({ $0.seat == room.state.host }) ?? true { return true }
        session.refuse(id, SessionHub.reply(to: .notHost))
        return false
    }

    private func giveName(_ id: Int, _ session: Session, _ player: LivePlayer, _ room: LiveRoom, _ name: String) {
        withGoodName(
            id, session, player, name, maximum: DisplayName.roomMaximum, counting: { _ in nil }
        ) { [self] done in
            defer { done() }
            guard rooms.contains(room) else { return session.refuse(id, SessionHub.unavailable) }
            let before = room.state.sequence
            answer(id, session, room) { [self] () throws(RoomRefusal) in
                try decide(.name(name), by: player, in: room)
            }
            if room.state.sequence > before { note("gives the room another name", in: room) }
        }
    }

    /// Uses a power that needs nothing more, made only for a host.
    private func use(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ room: LiveRoom,
        _ power: @autoclosure () -> Result<HostPower, ErrorReply>
    ) {
        guard mayAsk(id, session, player, room) else { return }
        switch power() {
        case .failure(let refusal): session.refuse(id, refusal)
        case .success(let power):
            let before = room.state.sequence
            answer(id, session, room) { [self] () throws(RoomRefusal) in
                try decide(power, by: player, in: room)
            }
            // A hold that was refused, or that was so already, is not logged.
            if case .holdName(let seat, let pseudonym) = power, room.state.sequence > before {
                note("\(pseudonym != nil ? "holds back" : "gives free") the name on seat \(seat)", in: room)
            }
        }
    }

    /// Logs what a host did to names when that is durable: the server's operator may have to judge it. Names are not
    /// logged.
    private func note(_ what: String, in room: LiveRoom) {
        whenDurable(room.ticket) { [environment] durable in
            guard durable else { return }
            environment.report("moderation", "the host of room \(room.record.id.number) \(what)")
        }
    }

    private func holdName(of seat: Seat, _ isHeld: Bool, in room: LiveRoom) -> Result<HostPower, ErrorReply> {
        guard isHeld else { return .success(.holdName(seat, pseudonym: nil)) }
        guard let member = room.state.member(at: seat) else { return .failure(SessionHub.reply(to: .badSeat)) }
        return .success(.holdName(seat, pseudonym: pseudonym(of: member.player, called: member.name, in: room)))
    }

    private func setPassword(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ room: LiveRoom, _ text: String?
    ) {
        guard mayAsk(id, session, player, room) else { return }
        guard let text else { return use(id, session, player, room, .success(.password(nil))) }
        guard RoomPassword.lengths.contains(text.count), text.utf8.count <= 4 * RoomPassword.lengths.upperBound else {
            return session.refuse(id, SessionHub.badSettings("password"))
        }
        let (salt, cost) = (randomBytes(), settings.passwordCost)
        busy(session) { done in
            compute({ RoomPassword(text, salt: salt, cost: cost) }) { [self] result in
                defer { done() }
                guard session.isOpen else { return }
                switch result {
                case .failure(let refusal): session.refuse(id, refusal)
                case .success(nil): session.refuse(id, SessionHub.unavailable)
                case .success(let password?):
                    guard rooms.contains(room), case .player? = room.view(of: session) else {
                        return session.refuse(id, SessionHub.notInRoom)
                    }
                    room.learn(text, for: password)
                    use(id, session, player, room, .success(.password(password)))
                }
            }
        }
    }

    /// 16 random bytes.
    func randomBytes() -> [UInt8] {
        [environment.random(), environment.random()].flatMap { bits in
            (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
        }
    }

    private func settings(
        _ settings: SprintSettings, with change: SprintChange
    ) -> Result<SprintSettings, ErrorReply> {
        var next = settings
        guard
            let line = PuzzleLine(
                kind: settings.line.kind, language: change.language ?? settings.line.language,
                length: change.length ?? settings.line.length), library.words(of: line) != nil
        else { return .failure(SessionHub.badSettings(change.length == nil ? "language" : "length")) }
        next.line = line
        next.rows = change.rows ?? settings.rows
        next.hard = change.hard ?? settings.hard
        next.limit = change.limit ?? settings.limit
        next.rounds = change.rounds ?? settings.rounds
        if let late = change.late {
            guard let late = SprintSettings.LateJoin(rawValue: late) else {
                return .failure(SessionHub.badSettings("late"))
            }
            next.late = late
        }
        if let begins = change.next {
            guard let begins = SprintSettings.NextRound(rawValue: begins) else {
                return .failure(SessionHub.badSettings("next"))
            }
            next.next = begins
        }
        return .success(next)
    }

    // MARK: Deciding

    /// Decides something, and answers when it is durable; what it did is told as events.
    private func answer(
        _ id: Int, _ session: Session, _ room: LiveRoom, _ decide: () throws(RoomRefusal) -> Decision
    ) {
        do throws(RoomRefusal) {
            let decision = try decide()
            let tell: (Bool) -> Void = { durable in
                guard durable else { return session.refuse(id, SessionHub.unavailable) }
                session.reply(to: id, .done(room: room.toldCode.text))
            }
            if decision.writes.isEmpty { whenDurable(room.ticket, tell) } else { commit(decision, then: tell) }
        } catch {
            session.refuse(id, SessionHub.reply(to: error))
        }
    }

    private func decide(_ events: [RoomEvent], in room: LiveRoom) -> Decision {
        var decision = Decision()
        decision.append(events, to: room, time: now)
        return decision
    }

    private func decide(
        _ power: HostPower, by player: LivePlayer, in room: LiveRoom
    ) throws(RoomRefusal) -> Decision {
        let events = try room.state.decide(
            power, by: player.id, now: now, present: Set(room.presence.seats), dealer: dealer(for: room))
        // Those who lose their seats by it.
        let losers: [Member] =
            switch power {
            case .kick(let seat): room.state.member(at: seat).map { [$0] } ?? []
            case .close: room.state.members
            default: []
            }
        var decision = decide(events + rename(room, for: power), in: room)
        rooms.noteDepartures(from: room)
        for loser in losers {
            guard let player = players[loser.player] else { continue }
            player.seats[room.record.id] = nil
            decision.touch(nil, of: player)
        }
        describe(room, after: decision.news.map { $0.logged.event }, in: &decision)
        lookSoon(at: room)
        return decision
    }

    /// The room's other name where it is called after a member whose own name is held back: the name would stand in the
    /// lobby still.
    private func rename(_ room: LiveRoom, for power: HostPower) -> [RoomEvent] {
        guard case .holdName(let seat, let pseudonym?) = power, let member = room.state.member(at: seat),
            !member.isNameHeld
        else { return [] }
        let names = [member.name, players[member.player]?.name].compactMap(\.self)
        guard names.map(SessionHub.roomName).contains(room.state.name) else { return [] }
        return [.named(name: SessionHub.roomName(of: pseudonym))]
    }

    /// Finds and lists the room by what events have just made of it.
    func describe(_ room: LiveRoom, after events: [RoomEvent], in decision: inout Decision) {
        for event in events {
            switch event {
            case .named(let name): describe(room, code: room.record.code, name: name, in: &decision)
            case .code(let code): describe(room, code: code, name: room.record.name, in: &decision)
            case .listed, .closed: rooms.list(room)
            case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed,
                .finished, .locked, .password, .barred, .kicked, .unkicked, .ready, .satOut, .settings, .series, .round,
                .played, .roundOver, .seriesOver:
                break
            }
        }
    }

    /// The room has another code or name, also where its members remember it.
    func describe(_ room: LiveRoom, code: RoomCode, name: String, in decision: inout Decision) {
        room.describe(code: code, name: name)
        rooms.addCode(of: room)
        for member in room.state.members {
            guard let player = players[member.player] else { continue }
            player.seats[room.record.id] = room.record
            decision.touch(nil, of: player)
        }
    }

    private func changeCode(_ id: Int, _ session: Session, _ player: LivePlayer, _ room: LiveRoom) {
        if let refusal = tooManySeats(for: player) { return session.refuse(id, refusal) }
        busy(session) { done in
            withFreeCode { [self] result in
                defer { done() }
                guard session.isOpen else { return }
                guard case .success(let code) = result, rooms.contains(room) else {
                    return session.refuse(id, SessionHub.unavailable)
                }
                let before = room.record.code
                do throws(RoomRefusal) {
                    commit(try decide(.newCode(code), by: player, in: room)) { durable in
                        durable
                            ? session.reply(to: id, .code(room: before.text, code: code.text))
                            : session.refuse(id, SessionHub.unavailable)
                    }
                } catch {
                    session.refuse(id, SessionHub.reply(to: error))
                }
            }
        }
    }

    // MARK: Reactions

    private func react(
        _ id: Int, _ session: Session, _ player: LivePlayer, _ room: LiveRoom, _ seat: Seat, _ reaction: Reaction
    ) {
        guard room.state.member(for: player.id) != nil else { return session.refuse(id, SessionHub.notInRoom) }
        let retry =
            reaction == .nudge
            ? player.nudges.take(of: settings.nudgeRate, now: now)
            : player.reactions.take(of: settings.reactionRate, now: now)
        if let retry { return session.refuse(id, rateLimited(retry)) }
        session.reply(to: id, .done(room: room.toldCode.text))
        let message = OutgoingMessage(
            .reaction(room: room.toldCode.text, seat: seat, reaction))
        for player in room.players.values { player.session.send(message) }
        forEachFeed(of: room) { $0.publishReaction(message, to: room.toldCode) }
    }
}

extension RoomRequest {
    /// Whether it does something to the room that is no move of a game: moves are bounded by their rows, reactions are
    /// not kept.
    fileprivate var isChange: Bool {
        switch self {
        case .play, .react: false
        default: true
        }
    }
}
