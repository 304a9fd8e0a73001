import Rooms

/// The timers of rooms: the end and start of rounds, and the succession of absent hosts.
final class RoomTimers: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let sprints: SprintDesk

    init(_ context: HubContext, _ library: Library, _ committer: Committer, _ sprints: SprintDesk) {
        self.context = context
        self.library = library
        self.committer = committer
        self.sprints = sprints
    }

    /// Schedules a check of a room after the current decision: nothing else may be decided in the middle of it.
    func lookSoon(at room: LiveRoom) {
        guard !room.isToBeLookedAt else { return }
        room.isToBeLookedAt = true
        // The weak reference lets the hub be freed meanwhile.
        let look = Confined(value: { [weak self] in
            room.isToBeLookedAt = false
            self?.look(at: room)
        })
        environment.executor.enqueue { look.value() }
    }

    /// Does what is due in a room, and sets a timer for the next due time.
    private func look(at room: LiveRoom) {
        guard library.rooms.contains(room), !isDraining else { return }
        let presence = room.presenceForTimers
        var decision = Decision()
        let heard = heard(in: room, presence)
        while true {
            let events = room.state.due(now: now, heard: heard, presence, dealer: sprints.dealer(for: room))
            guard !events.isEmpty else { break }
            decision.note(room.append(preferringTeachers(events, in: room), time: now))
        }
        committer.commit(decision)
        guard let due = room.state.nextDue(presence) else { return }
        // The time of a round is up, and moves that were read before that may be on their way.
        guard due > now else {
            guard heard < context.heard else { return context.whenHeard { [weak self] in self?.lookSoon(at: room) } }
            return environment.after(GameTimers.patience) { [weak self] in self?.lookSoon(at: room) }
        }
        if let alarm = room.alarm, alarm <= due, alarm > now { return }
        room.alarm = due
        environment.after(max(1, due - now)) { [weak self] in
            // The timer is set again if it fires early: the server's timers count from the start of its turn, and by
            // another clock.
            if room.alarm == due { room.alarm = nil }
            self?.look(at: room)
        }
    }

    /// The instant up to which all moves in a room have been judged: some that were read may wait behind a request that
    /// storage takes long over. Asked only where something is due.
    private func heard(in room: LiveRoom, _ presence: RoomPresence) -> Int {
        guard let due = room.state.nextDue(presence), due <= now else { return context.heard }
        return room.players.values.reduce(context.heard) { min($0, ($1.session.firstMoveWaiting ?? .max) - 1) }
    }
}
