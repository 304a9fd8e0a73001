import Rooms
import Storage

/// The timers of rooms: the end and start of rounds, and the succession of absent hosts. A round ends at its time also
/// where nobody is. With the server's start, and after a failed commit, rooms with a round are read without a request.
final class RoomTimers: HubPart {
    let context: HubContext
    private let library: Library
    private let committer: Committer
    private let sprints: SprintDesk
    /// Whether rooms with a round are being read.
    private var isReading = false
    /// When that began last.
    private var began = Int.min
    /// When it is to begin next.
    private var alarm: Int?
    /// Rooms of which a commit or a reading failed. Each is read again when its own wait is over. A commit that fails
    /// at the end of a round drops the room from memory. Without the wait, a deserted room would make it fail as often
    /// as it is read.
    private var waiting: [RoomID: Backoff] = [:]
    /// The wait of all rooms, after what only a broken disk does.
    private var all = RoomTimers.all

    /// The number of rooms that cannot be read after which the others wait, too: more is a broken disk.
    private static let failuresAtMost = 3

    private static let one = Backoff(first: 1_000)
    private static let all = Backoff(first: 2_000)

    /// A wait, in ms. It doubles with each failure within an hour after its end.
    private struct Backoff {
        let first: Int
        private var length = 0
        /// The end of the wait.
        private(set) var due = Int.min

        private static let most = 60_000
        private static let quiet = 3_600_000

        init(first: Int) { self.first = first }

        mutating func begin(at now: Int) {
            length = isForgotten(at: now) ? first : min(2 * length, Backoff.most)
            due = now + length
        }

        func isForgotten(at now: Int) -> Bool { due < now - Backoff.quiet }
    }

    init(_ context: HubContext, _ library: Library, _ committer: Committer, _ sprints: SprintDesk) {
        self.context = context
        self.library = library
        self.committer = committer
        self.sprints = sprints
    }

    /// Reads the rooms with a round that runs, and whose wait is over. Called at the start of the server.
    func start() {
        guard !isReading, !isDraining else { return }
        (isReading, began) = (true, now)
        waiting = waiting.filter { !$0.value.isForgotten(at: now) }
        records.roomsInRound { [self] result in
            switch result {
            case .success(let rooms):
                // In the order in which their waits ended: a room that fails again keeps no other from its end.
                read(rooms.filter(isDue).sorted { due($0) < due($1) }[...], failures: 0)
            case .failure(let error):
                context.report(unread: error, "rounds that the clock is to end")
                end(isBroken: true)
            }
        }
    }

    /// Reads rooms again that a failed commit dropped in the middle of a round. Memory ran ahead of the disk: what
    /// failed may have been the end of the round.
    func comeBack(to dropped: [LiveRoom]) {
        let rooms = dropped.filter { $0.state.series != nil }
        for room in rooms { waiting[room.record.id, default: RoomTimers.one].begin(at: now) }
        if !rooms.isEmpty, !isReading { setAlarm() }
    }

    /// Reads rooms, one after the other. They are looked at as they come into memory.
    private func read(_ rooms: ArraySlice<RoomRecord>, failures: Int) {
        guard failures < RoomTimers.failuresAtMost else { return end(isBroken: true) }
        // One that was dropped since this began waits.
        guard !isDraining, let next = rooms.firstIndex(where: { library.rooms[$0.id] == nil && isDue($0) }) else {
            return end(isBroken: false)
        }
        let id = rooms[next].id
        library.rooms.get(rooms[next].code) { [self] result in
            var failures = failures
            if case .failure(let error) = result, !error.isOfOneTransaction {
                waiting[id, default: RoomTimers.one].begin(at: now)
                failures += 1
            }
            // Not from within the answer, which may come at once: rooms are many.
            context.inAnotherTurn { [self] in read(rooms[(next + 1)...], failures: failures) }
        }
    }

    private func due(_ room: RoomRecord) -> Int { waiting[room.id]?.due ?? .min }

    private func isDue(_ room: RoomRecord) -> Bool { due(room) <= began }

    private func end(isBroken: Bool) {
        isReading = false
        if isBroken { all.begin(at: now) } else { all = RoomTimers.all }
        setAlarm()
    }

    /// Has rooms read when the first wait that was not over is over, and no earlier than all may be read.
    private func setAlarm() {
        let first = all.due > began ? all.due : waiting.values.lazy.map(\.due).filter { [began] in $0 > began }.min()
        guard let due = first, due < alarm ?? .max else { return }
        alarm = due
        environment.after(max(1, due - now)) { [weak self] in
            guard let self, alarm == due else { return }
            alarm = nil
            start()
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
        return room.players.values.reduce(context.heard) { heard, player in
            let first = player.session.firstMoveWaiting { move in
                if case .room(let code) = move.subject { room.codes.contains(code) } else { false }
            }
            return min(heard, (first ?? .max) - 1)
        }
    }
}
