import Rooms

/// What the clock does in rooms: rounds end and begin, hosts who have gone are followed by others.
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

    /// Looks at a room when what is being done now is done: in the middle of a decision nothing else may be decided.
    func lookSoon(at room: LiveRoom) {
        guard !room.isToBeLookedAt else { return }
        room.isToBeLookedAt = true
        // It keeps no hub in memory that nobody else wants.
        let look = Confined(value: { [weak self] in
            room.isToBeLookedAt = false
            self?.look(at: room)
        })
        environment.executor.enqueue { look.value() }
    }

    /// Does what is due in a room, and comes back when more will be.
    private func look(at room: LiveRoom) {
        guard library.rooms.contains(room), !isDraining else { return }
        let presence = room.presenceForTimers
        var decision = Decision()
        while true {
            let events = room.state.due(now: now, presence, dealer: sprints.dealer(for: room))
            guard !events.isEmpty else { break }
            decision.note(room.append(events, time: now))
        }
        committer.commit(decision)
        guard let due = room.state.nextDue(presence) else { return }
        if let alarm = room.alarm, alarm <= due, alarm > now { return }
        room.alarm = due
        environment.after(max(1, due - now)) { [weak self] in
            // Set again if this comes too early: the host's timers count from the beginning of its turn, and by another
            // clock.
            if room.alarm == due { room.alarm = nil }
            self?.look(at: room)
        }
    }
}
