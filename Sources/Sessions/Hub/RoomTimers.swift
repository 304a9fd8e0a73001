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
        while true {
            let events = room.state.due(
                now: now, heard: context.heard, presence, dealer: sprints.dealer(for: room))
            guard !events.isEmpty else { break }
            decision.note(room.append(events, time: now))
        }
        committer.commit(decision)
        guard let due = room.state.nextDue(presence) else { return }
        // The time of a round is up, and moves that were read before that may be on their way.
        guard due > now else { return context.whenHeard { [weak self] in self?.lookSoon(at: room) } }
        if let alarm = room.alarm, alarm <= due, alarm > now { return }
        room.alarm = due
        environment.after(max(1, due - now)) { [weak self] in
            // The timer is set again if it fires early: the server's timers count from the start of its turn, and by
            // another clock.
            if room.alarm == due { room.alarm = nil }
            self?.look(at: room)
        }
    }
}
