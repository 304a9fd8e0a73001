import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// Decides the requests about a room by those who see it: the host's powers, readiness, sitting out, reactions,
/// solutions. Moves are passed on to `sprints`.
struct RoomDesk: HubPart {
    let context: HubContext
    let library: Library
    let names: NameDesk
    let sprints: SprintDesk
    let entrance: EntranceDesk

    /// Returns the room of a request, in which the connection has a seat.
    func room(_ text: String, of asker: Asker) throws(ErrorReply) -> (LiveRoom, Seat) {
        guard let code = RoomCode(text), let room = asker.session.rooms.first(where: { $0.codes.contains(code) }),
            case .player(let seat)? = room.view(of: asker.session)
        else { throw .notInRoom }
        return (room, seat)
    }

    /// Returns the needs of a member's request. Counts the request against its rate.
    func need(_ asker: Asker, _ text: String, _ request: RoomRequest) throws(ErrorReply) -> Need {
        let (room, _) = try room(text, of: asker)
        // Many changes are charged for its digest, and none where there will be none.
        if case .password(let text?) = request { try checkPassword(text, asker, room) }
        if request.changes > 0,
            let retry = asker.player.takeChanges(request.changes, of: settings.changeRate, now: now)
        {
            throw .rateLimited(retry)
        }
        switch request {
        case .newCode:
            try checkHost(asker, room)
            try entrance.countSeat(of: asker.player)
            return .freeCode
        case .name(let name):
            try checkHost(asker, room)
            try names.check(name, maximum: DisplayName.roomMaximum, by: asker.player)
            return .name(name, withCode: false)
        case .password(let text?): return .digest(text)
        case .stageKey:
            try checkHost(asker, room)
            return .nothing
        case .daily(let line):
            try checkHost(asker, room)
            guard settings.lines.contains(line) else { throw .badPuzzle }
            return .nothing
        case .list(true), .pseudonym, .react, .holdName:
            try checkIsNoClassroom()
            return .nothing
        case .password(nil), .settings, .lock, .list(false), .kick, .unkick, .handOver, .close, .start, .nextRound,
            .endRound, .endSeries, .ready, .sitOut, .play:
            return .nothing
        }
    }

    private func checkPassword(_ text: String, _ asker: Asker, _ room: LiveRoom) throws(ErrorReply) {
        try checkHost(asker, room)
        guard text.utf8.count <= RoomPassword.mostBytes, RoomPassword.lengths.contains(text.count) else {
            throw .badSettings("password")
        }
    }

    func decide(
        _ asker: Asker, _ text: String, _ request: RoomRequest, _ gathered: Gathered
    ) throws(ErrorReply) -> Decision {
        let (room, seat) = try room(text, of: asker)
        switch request {
        case .play(let race, let row, let word): return try sprints.play(asker, room, race: race, row: row, text: word)
        case .react(let reaction): return try react(asker, room, seat, reaction)
        case .ready(let isReady):
            return try answer(asker, room) { () throws(RoomRefusal) in
                events(try room.state.decideReady(asker.player.id, isReady), in: room)
            }
        case .sitOut(let isOut):
            return try answer(asker, room) { () throws(RoomRefusal) in
                // A series pauses while nobody races, and a round does not wait for members who sit out.
                var decision = events(try room.state.decideSitOut(asker.player.id, isOut), in: room)
                decision.note(room.append(room.state.decideLateStart(asker.player.id, now: now), time: now))
                decision.look(at: room)
                return decision
            }
        case .pseudonym(let isOn): return try pseudonym(asker, room, isOn: isOn)
        case .newCode: return try changeCode(asker, room, to: gathered.code)
        case .stageKey: return try tellStageKey(asker, room)
        case .name(let name): return try rename(asker, room, to: name, gathered)
        case .settings(let change):
            return try use(.settings(try settings(room.state.sprintSettings, with: change)), asker, room)
        case .daily(let line): return try use(.daily(line), asker, room)
        case .lock(let isLocked): return try use(.lock(isLocked), asker, room)
        case .password(let text): return try setPassword(asker, room, text, gathered.password)
        case .list(let isListed): return try use(.list(isListed), asker, room)
        case .kick(let seat): return try use(.kick(seat), asker, room)
        case .unkick(let seat): return try use(.unkick(seat), asker, room)
        case .holdName(let seat, let isHeld): return try holdName(of: seat, isHeld, asker, room)
        case .handOver(let seat): return try use(try handOver(to: seat, in: room), asker, room)
        case .close: return try use(.close, asker, room)
        case .start: return try use(.start, asker, room)
        case .nextRound: return try use(.nextRound, asker, room)
        case .endRound: return try use(.endRound, asker, room)
        case .endSeries: return try use(.endSeries, asker, room)
        }
    }

    // MARK: Solutions

    /// Returns the needs of `solutions` and `counts` for a round.
    func need(
        _ wanted: SolutionsWanted, _ asker: Asker, _ text: String, of race: String
    ) throws(ErrorReply) -> Need {
        let (_, tiles, line) = try round(wanted, asker, text, race)
        return .solutions(tiles, of: line)
    }

    /// `solutions`: the words that could have been found in a round that is over, for everybody who sees the room.
    /// `counts`: how many there are, from the start on.
    func tell(
        _ wanted: SolutionsWanted, _ asker: Asker, _ text: String, of race: String, _ gathered: Gathered
    ) throws(ErrorReply) -> Decision {
        let (room, _, line) = try round(wanted, asker, text, race)
        guard let found = gathered.solutions, let words = puzzleSource.words(of: line) else { throw .unavailable }
        var decision = Decision()
        decision.rests(on: room.ticket)
        let subject = SolutionsSubject.round(room: room.record.code.text, race: race)
        decision.answer(asker, sprints.views.solutions(wanted, found, of: subject, words))
        return decision
    }

    /// Returns the tiles of a round whose words, or their numbers, may be told now. The round is one of the last series
    /// of a room that the connection sees.
    private func round(
        _ wanted: SolutionsWanted, _ asker: Asker, _ text: String, _ race: String
    ) throws(ErrorReply) -> (room: LiveRoom, tiles: Tiles, line: PuzzleLine) {
        guard let code = RoomCode(text), let room = asker.session.rooms.first(where: { $0.codes.contains(code) }) else {
            throw .notInRoom
        }
        guard let series = room.state.series, let round = series.round else { throw ErrorReply(.noSuchRace) }
        let line = series.settings.line
        if let race = RaceID(race), let tiles = series.earlierTiles[race] { return (room, tiles, line) }
        guard round.race.text == race else { throw ErrorReply(.noSuchRace) }
        guard line.kind.hasSolutions, let tiles = round.deal.secret.tiles else { throw .badPuzzle }
        switch wanted {
        case .words: guard round.isOver else { throw .notOver }
        case .counts: guard round.isDealt || round.isOver else { throw ErrorReply(.notStarted) }
        }
        return (room, tiles, line)
    }

    // MARK: Powers

    /// Refuses a host's request of a member who is not the host, without any hint about its subject.
    private func checkHost(_ asker: Asker, _ room: LiveRoom) throws(ErrorReply) {
        // The host's seat falls to a pupil while the teacher is away; its powers do not.
        try checkIsNoPupil(asker.player.id)
        // A player who lost the seat meanwhile is told so by the room.
        if room.state.member(for: asker.player.id).map({ $0.seat == room.state.host }) ?? true { return }
        throw ErrorReply(.notHost)
    }

    /// A pupil has no power of a host, and is handed none.
    private func handOver(to seat: Seat, in room: LiveRoom) throws(ErrorReply) -> HostPower {
        if let member = room.state.member(at: seat) { try checkIsNoPupil(member.player) }
        return .handOver(seat)
    }

    /// Uses a host's power, and answers once it is durable.
    private func use(
        _ power: @autoclosure () throws(ErrorReply) -> HostPower, _ asker: Asker, _ room: LiveRoom
    ) throws(ErrorReply) -> Decision {
        try checkHost(asker, room)
        let power = try power()
        return try answer(asker, room) { () throws(RoomRefusal) in try decide(power, by: asker.player, in: room) }
    }

    private func decide(
        _ power: HostPower, by player: LivePlayer, in room: LiveRoom
    ) throws(RoomRefusal) -> Decision {
        let happened = try room.state.decide(
            power, by: player.id, now: now, present: Set(room.presence.seats), dealer: sprints.dealer(for: room))
        // The members who lose their seats.
        let losers: [Member] =
            switch power {
            case .kick(let seat): room.state.member(at: seat).map { [$0] } ?? []
            case .close: room.state.members
            case .newCode, .name, .daily, .settings, .lock, .password, .list, .unkick, .holdName, .handOver, .start,
                .nextRound, .endRound, .endSeries:
                []
            }
        let all = happened + rename(room, for: power)
        var decision = events(all, in: room)
        library.rooms.takeSeats(of: losers, from: room, in: &decision)
        library.rooms.describe(room, after: all, in: &decision)
        decision.look(at: room)
        return decision
    }

    /// Renames a room that is named after a member whose own name is being hidden, as the lobby would still show it.
    ///
    /// Only names that the room shows are compared, and never the own name of a member with a pseudonym. Otherwise a
    /// host who names the room after somebody would learn whether that is the member. So if the founder, on seat 1, has
    /// a pseudonym, every room name of the usual form counts as the founder's.
    private func rename(_ room: LiveRoom, for power: HostPower) -> [RoomEvent] {
        guard case .holdName(let seat, let pseudonym?) = power, let member = room.state.member(at: seat),
            !member.isNameHeld
        else { return [] }
        let isNamedAfter =
            member.hasPseudonym
            ? seat == 1 && RoomName.isUsual(room.state.name)
            : room.state.name == RoomName.usual(of: member.name)
        let name = RoomName.usual(of: pseudonym)
        return isNamedAfter && name != room.state.name ? [.named(name: name)] : []
    }

    /// Answers once a decision, or the state it found, is durable. Its effects are sent as events.
    private func answer(
        _ asker: Asker, _ room: LiveRoom, _ decide: () throws(RoomRefusal) -> Decision
    ) throws(ErrorReply) -> Decision {
        do throws(RoomRefusal) {
            var decision = try decide()
            decision.rests(on: room.ticket)
            decision.answer(asker, .done(room: room.record.code.text))
            return decision
        } catch {
            throw ErrorReply(error)
        }
    }

    private func events(_ events: [RoomEvent], in room: LiveRoom) -> Decision {
        var decision = Decision()
        decision.note(room.append(events, time: now))
        return decision
    }

    /// Logs what a host did to names, once it is durable: the operator may have to judge it. Names are not logged.
    private func note(_ what: String, in room: LiveRoom, _ decision: inout Decision) {
        guard !decision.news.isEmpty else { return }
        decision.tell(.outcome(.noted("the host of room \(room.record.id.number) \(what)")))
    }

    // MARK: Powers with preparation

    private func rename(
        _ asker: Asker, _ room: LiveRoom, to name: String, _ gathered: Gathered
    ) throws(ErrorReply) -> Decision {
        guard let reading = gathered.name else { throw .unavailable }
        try names.checkOffence(reading, by: asker.player)
        let grounds = try names.checkSecrets(reading, of: asker.player)
        var decision = try use(.name(name), asker, room)
        decision.rests(on: grounds)
        note("gives the room another name", in: room, &decision)
        return decision
    }

    private func holdName(
        of seat: Seat, _ isHeld: Bool, _ asker: Asker, _ room: LiveRoom
    ) throws(ErrorReply) -> Decision {
        try checkHost(asker, room)
        var pseudonym: String?
        if isHeld {
            guard let member = room.state.member(at: seat) else { throw ErrorReply(.badSeat) }
            pseudonym =
                member.hasPseudonym
                ? member.name : names.pseudonym(of: member.player, called: member.name, in: room)
        }
        var decision = try use(.holdName(seat, pseudonym: pseudonym), asker, room)
        // A hold without effect is not logged.
        note("\(isHeld ? "holds back" : "gives free") the name on seat \(seat)", in: room, &decision)
        return decision
    }

    private func setPassword(
        _ asker: Asker, _ room: LiveRoom, _ text: String?, _ password: RoomPassword?
    ) throws(ErrorReply) -> Decision {
        guard let text else { return try use(.password(nil), asker, room) }
        try checkHost(asker, room)
        guard let password else { throw .unavailable }
        room.learn(text, for: password)
        return try use(.password(password), asker, room)
    }

    private func changeCode(_ asker: Asker, _ room: LiveRoom, to code: RoomCode?) throws(ErrorReply) -> Decision {
        guard let code, library.rooms.contains(room) else { throw .unavailable }
        let before = room.record.code
        do throws(RoomRefusal) {
            var decision = try decide(.newCode(code), by: asker.player, in: room)
            decision.answer(asker, .code(room: before.text, code: code.text))
            return decision
        } catch {
            throw ErrorReply(error)
        }
    }

    /// Tells the stage's key once the host's seat is durable: nobody has the key of a seat that a lost commit gave.
    private func tellStageKey(_ asker: Asker, _ room: LiveRoom) throws(ErrorReply) -> Decision {
        try checkHost(asker, room)
        guard room.state.member(for: asker.player.id) != nil else { throw .notInRoom }
        var decision = Decision()
        decision.rests(on: room.ticket)
        let key = environment.tokens.stageKey(of: room.record.id)
        decision.answer(asker, .stageKey(room: room.record.code.text, key: key))
        return decision
    }

    private func pseudonym(_ asker: Asker, _ room: LiveRoom, isOn: Bool) throws(ErrorReply) -> Decision {
        let player = asker.player
        if !isOn {
            if room.state.namesHeld.contains(player.id) { throw ErrorReply(.nameHeld) }
            // As in `join`: the name may have been chosen outside the room.
            if names.ownNameSpellsSprint(of: player, in: room) { throw .badName(.spoiler) }
        }
        return try answer(asker, room) { () throws(RoomRefusal) in
            events(try names.decidePseudonym(of: player, in: room, isOn: isOn), in: room)
        }
    }

    private func settings(
        _ before: SprintSettings, with change: SprintChange
    ) throws(ErrorReply) -> SprintSettings {
        var next = before
        let kind: PuzzleLine.Kind
        if let text = change.kind {
            guard let named = PuzzleLine.Kind(rawValue: text) else { throw .badSettings("kind") }
            kind = named
        } else {
            kind = before.line.kind
        }
        let language = change.language ?? before.line.language
        // The lengths of one kind of game are not those of another.
        let isOther = kind != before.line.kind && change.length == nil
        let length = isOther ? puzzleSource.usualLength(of: kind, language) : change.length ?? before.line.length
        guard let length else { throw .badSettings("kind") }
        guard let line = PuzzleLine(kind: kind, language: language, length: length), puzzleSource.words(of: line) != nil
        else { throw .badSettings(change.length == nil ? "language" : "length") }
        next.line = line
        next.rows = change.rows ?? before.rows
        next.hard = change.hard ?? before.hard
        next.limit = change.limit ?? (kind == before.line.kind ? before.limit : kind.usualLimit)
        next.rounds = change.rounds ?? before.rounds
        if let late = change.late {
            guard let late = SprintSettings.LateJoin(rawValue: late) else { throw .badSettings("late") }
            next.late = late
        }
        if let begins = change.next {
            guard let begins = SprintSettings.NextRound(rawValue: begins) else { throw .badSettings("next") }
            next.next = begins
        }
        return next
    }

    // MARK: Reactions

    private func react(
        _ asker: Asker, _ room: LiveRoom, _ seat: Seat, _ reaction: Reaction
    ) throws(ErrorReply) -> Decision {
        let player = asker.player
        guard room.state.member(for: player.id) != nil else { throw .notInRoom }
        let retry =
            reaction == .nudge
            ? player.nudges.take(of: settings.nudgeRate, now: now)
            : player.reactions.take(of: settings.reactionRate, now: now)
        if let retry { throw .rateLimited(retry) }
        var decision = Decision()
        // Watchers hear of the seat first.
        decision.rests(on: room.ticket)
        decision.answer(asker, .done(room: room.record.code.text))
        decision.tell(.reaction(reaction, of: seat, in: room))
        return decision
    }
}

extension RoomRequest {
    /// The number of changes that the request counts as: it adds to the room's log without being a move. Moves are
    /// bounded by their rows, and reactions are not kept. The digest of a password takes long.
    fileprivate var changes: Int {
        switch self {
        case .play, .react, .stageKey: 0
        case .password(.some): 12
        case .settings, .name, .daily, .lock, .password(nil), .list, .kick, .unkick, .holdName, .handOver, .newCode,
            .close, .start, .nextRound, .endRound, .endSeries, .ready, .sitOut, .pseudonym:
            1
        }
    }
}
