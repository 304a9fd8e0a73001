import Rooms
import Storage

/// The timers of rooms: the end and start of rounds, and the succession of absent hosts. A round ends at its time also
/// where nobody is. With the server's start, and after a failed commit, rooms with a round are read without a request.
final class RoomTimers: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let sprints: SprintDesk
    /// Whether rooms with a round are being read, or are to be.
    private var isReading = false
    /// Whether rooms were dropped while others were being read.
    private var mustReadAgain = false

    /// ms before rooms are read again. It doubles with each time within an hour. A commit that fails at the end of a
    /// round drops all rooms from memory. Without the wait, deserted rooms would make it fail as often as they are
    /// read.
    private var wait = 0
    private var waitedAt = Int.min
    /// Rooms that could not be read since `start`.
    private var failures = 0
    /// Rooms that could not be read when that was last tried. They come last: they keep no other from its end.
    private var unread: Set<RoomID> = []

    private static let waits = 1_000...60_000
    private static let quiet = 3_600_000
    /// The number of rooms that cannot be read after which the others wait, too: more is a broken disk.
    private static let failuresAtMost = 3

    init(_ context: HubContext, _ library: Library, _ committer: Committer, _ sprints: SprintDesk) {
        self.context = context
        self.library = library
        self.committer = committer
        self.sprints = sprints
    }

    /// Reads the rooms with a round that runs. Called at the start of the server.
    func start() {
        guard !isReading, !isDraining else { return }
        (isReading, mustReadAgain, failures) = (true, false, 0)
        records.roomsInRound { [self] result in
            switch result {
            case .success(let rooms):
                read((rooms.filter { !unread.contains($0.id) } + rooms.filter { unread.contains($0.id) })[...])
            case .failure(let error):
                context.report(unread: error, "rounds that the clock is to end")
                startAgain()
            }
        }
    }

    /// Reads rooms again that a failed commit dropped in the middle of a round. Memory ran ahead of the disk: what
    /// failed may have been the end of the round.
    func comeBack(to dropped: [LiveRoom]) {
        guard dropped.contains(where: { $0.state.series != nil }) else { return }
        guard !isReading else { return mustReadAgain = true }
        isReading = true
        startAgain()
    }

    /// Reads rooms, one after the other. They are looked at as they come into memory. One that cannot be read keeps no
    /// other from its end.
    private func read(_ rooms: ArraySlice<RoomRecord>) {
        guard !isDraining, let next = rooms.firstIndex(where: { library.rooms[$0.id] == nil }) else {
            if mustReadAgain { startAgain() } else { isReading = false }
            return
        }
        library.rooms.get(rooms[next].code) { [self] result in
            unread.remove(rooms[next].id)
            if case .failure(let error) = result, !error.isOfOneTransaction {
                unread.insert(rooms[next].id)
                failures += 1
                mustReadAgain = true
                if failures == RoomTimers.failuresAtMost { return startAgain() }
            }
            // Not from within the answer, which may come at once: rooms are many.
            context.inAnotherTurn { [self] in read(rooms[(next + 1)...]) }
        }
    }

    /// Reads all once more, later each time: what has failed may fail again.
    private func startAgain() {
        let isQuiet = waitedAt < now - RoomTimers.quiet
        wait = isQuiet ? RoomTimers.waits.lowerBound : min(2 * wait, RoomTimers.waits.upperBound)
        waitedAt = now
        environment.after(wait) { [weak self] in
            self?.isReading = false
            self?.start()
        }
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
        let presence = room.presenceForTimers(now: now)
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

    /// The instant up to which all moves in a room have been judged. Moves that were read later may wait behind a
    /// request that storage takes long over. Asked only where something is due.
    private func heard(in room: LiveRoom, _ presence: RoomPresence) -> Int {
        guard let due = room.state.nextDue(presence), due <= now else { return context.heard }
        return room.players.values.reduce(context.heard) { min($0, ($1.session.firstMoveWaiting ?? .max) - 1) }
    }
}
