import GameRules
import Messages
import Rooms
import Storage

/// Decides the requests of those who run the server that concern names and rooms. Bans, words and announcements have
/// desks of their own. Each act is in the audit log with what it changes.
struct AdminDesk: HubPart {
    let context: HubContext
    let library: Library
    let names: NameDesk

    /// The maximum number of players or rooms in one answer.
    static let foundAtMost = 20
    /// The maximum number of acts, or of banned players, in one answer.
    static let actsAtMost = 50
    /// The time in ms for which a player keeps the name that the operator gave.
    static let nameKept = 86_400_000

    static let unavailable = AdminRefusal(
        .unavailable, "The server cannot use its disk, or is behind with it. Look what has changed, and try again.")
    static let noPlayer = AdminRefusal(.noSuchPlayer, "There is no player with that ID.")
    static let noRoom = AdminRefusal(.noSuchRoom, "There is no open room with that code.")
    private static let nameTaken = AdminRefusal(
        .nameTaken, "Somebody in a room of that player is called so, or nearly so.")

    // MARK: Players

    /// Returns a player as operators see them. `rooms`: those in which the player has a seat.
    func answer(_ found: FoundPlayer, in rooms: [RoomRecord]) -> AdminAnswer.Player {
        let record = found.record
        return AdminAnswer.Player(
            id: record.id, name: record.name, createdAt: record.createdAt, lastGame: found.lastGame,
            connections: library.players[record.id]?.sessions.count ?? 0,
            keptUntil: record.nameResetUntil.flatMap { $0 > now ? $0 : nil }, bannedAt: record.bannedAt,
            rooms: rooms.map(\.code.text).sorted())
    }

    /// Refuses a name that breaks the rules of names.
    ///
    /// It is not looked through for the words of puzzles: a refusal would tell a moderator what players have found.
    /// `maximum`: the number of characters that it may have.
    func check(_ name: String, maximum: Int) throws(AdminRefusal) {
        do throws(ErrorReply) {
            try names.check(name, maximum: maximum)
        } catch {
            throw AdminRefusal(.badName, error.message)
        }
    }

    /// A name that the operator gives to a player, with what must be in memory for it.
    struct Reset {
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

    /// A name that is being given.
    struct NewName {
        let decision: Decision
        let answer: AdminAnswer.NameReset
        /// The time until which the player had to keep a name before.
        let keptBefore: Int?
    }

    /// Returns the rooms that a player has left and that still have a name.
    static func namesakes(called name: String, in sittings: [Sitting]) -> [RoomRecord] {
        sittings.compactMap { sitting in
            guard !sitting.isSeated, sitting.name == name, let code = sitting.code else { return nil }
            return RoomRecord(id: sitting.room, code: code, name: name, epoch: 0, createdAt: 0)
        }
    }

    /// Returns a room that must be read before the player's name can be replaced; nil if all are in memory.
    func missing(for player: LivePlayer, _ namesakes: [RoomRecord], _ reset: Reset) -> RoomRecord? {
        let shown = Array(player.seats.values) + namesakes
        return shown.first { library.rooms[$0.id] == nil && reset.skipped[$0.id] == nil }
    }

    /// Decides another name for a player. ``settle(_:of:durable:)`` must follow. Precondition: the player and all rooms
    /// are in memory.
    func decide(_ reset: Reset, of player: LivePlayer) throws(AdminRefusal) -> NewName {
        let (before, name) = (player.name, reset.name ?? names.freshName(for: player))
        let keptBefore = library.players.nameKept(by: player)
        let until = now + AdminDesk.nameKept
        var decision = Decision()
        do throws(RoomRefusal) {
            try names.take(name, keptUntil: until, by: player, in: &decision)
        } catch {
            throw reset.name == nil ? AdminDesk.unavailable : AdminDesk.nameTaken
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
        let answer = AdminAnswer.NameReset(
            id: player.id, before: before, name: name, keptUntil: until, rooms: told,
            unreadable: reset.unreadable.sorted())
        return NewName(decision: decision, answer: answer, keptBefore: keptBefore)
    }

    /// Lets a player choose a name as before if the operator's is lost.
    func settle(_ new: NewName, of player: LivePlayer, durable: Bool) {
        guard !durable, library.players.nameKept(by: player) == new.answer.keptUntil else { return }
        library.players.keepName(of: player, until: new.keptBefore)
    }

    // MARK: Rooms

    /// A change of a room that an operator asks for.
    enum RoomAct {
        /// Gives it a name: one that is drawn if none is said.
        case rename(to: String?)
        case unlist
        case list
        case close
    }

    /// Decides a change of a room, which may be none. Members are told as of a host's change.
    func decide(
        _ change: RoomAct, in room: LiveRoom, _ asker: AdminAsker
    ) -> (decision: Decision, answer: AdminAnswer) {
        let events = events(of: change, in: room)
        let decision = decide(events, in: room, asker)
        let answered = answer(room)
        return (decision, events == [.closed] ? .closed(answered) : .room(answered, isChanged: !events.isEmpty))
    }

    private func events(of change: RoomAct, in room: LiveRoom) -> [RoomEvent] {
        let door = room.state.door
        switch change {
        case .rename(to: nil): return [.named(name: RoomName.usual(of: names.draw()))]
        case .rename(to: let name?): return name == room.state.name ? [] : [.named(name: name)]
        case .unlist:
            return (door.isListed ? [.listed(listed: false)] : []) + (door.isBarred ? [] : [.barred(barred: true)])
        case .list: return door.isBarred ? [.barred(barred: false)] : []
        case .close: return [.closed]
        }
    }

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

    /// Returns a room as operators see it, also one that is not in memory.
    func answer(_ record: RoomRecord) -> AdminAnswer.Room {
        guard let room = library.rooms[record.id] else { return answer(record, state: nil) }
        return answer(room)
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

    // MARK: The audit log

    /// Returns acts of the audit log, `more` if there are more of them than one answer has.
    func answer(_ found: [LoggedAct]) -> AdminAnswer {
        let acts = found.prefix(AdminDesk.actsAtMost).map { logged in
            let act = logged.act
            return AdminAnswer.Act(
                number: logged.number, time: act.time, actor: act.actor, verb: act.verb, subject: act.subject)
        }
        return .acts(acts, more: found.count > AdminDesk.actsAtMost)
    }
}
