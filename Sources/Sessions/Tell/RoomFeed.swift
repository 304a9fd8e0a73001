/// The feed of a room's events to its watchers on one shard.
///
/// A watched room costs little besides its sends. So a watcher is sent an event as late as allowed, in one `send` with
/// everything since. The members form a ring in the order of their last visit; a visit sends everything since the
/// previous one. Each published message creates a duty: one visit to every member by its deadline. A visit for an older
/// event serves newer ones too. In a large room the visits of a duty are spread over the last third of its time. So no
/// watcher waits longer than the delay. No watcher is sent to more than once in two thirds of it, and on average once
/// per delay. Players never wait behind thousands of writes.
///
/// A watcher that does not keep up is skipped: it is sent nothing until it has read its backlog. Then it is sent a
/// snapshot, and continues from there. So nobody has a backlog of old events, and sequence numbers stay consistent.
/// Time and output are injected.
final class RoomFeed {
    private struct Member {
        let receiver: any FeedReceiver
        let connection: UInt64
        /// The last event sent; or one of the two states below.
        var sent: Int

        /// Skipped: the backlog is not read yet.
        static let behind = -1
        /// The backlog is read, and a snapshot is requested.
        static let expectsPicture = -2
    }

    /// A visit to every present member.
    private struct Duty {
        /// The value of `visits`, less the members that joined since, at which the duty is done.
        var goal: Int
        /// The time by which the duty must be done, in ms.
        let deadline: Int
    }

    private struct Numbered {
        let sequence: Int
        let message: OutgoingMessage
        var duty: Duty
    }

    private struct Standing {
        let message: OutgoingMessage
        /// The duty of this presence. Before it stands that of an older presence whose visits are under way: the
        /// remaining visits send the newer presence.
        var duties: [Duty]
    }

    private let settings: FeedSettings
    private let environment: FeedEnvironment
    private let needsSnapshot: () -> Void
    /// Called when everybody has been sent the last message.
    var ended: () -> Void = {}
    private var members: [Member] = []
    /// The index of each connection in `members`.
    private var places: [UInt64: Int32] = [:]
    /// The ring's position: members before it are visited next, downwards to the first, then from the last one. So a
    /// new member is visited after members that wait longer.
    private var place = 0
    /// The number of visits so far.
    private var visits = 0
    /// The number of members that have joined so far.
    private var joined = 0
    /// Events that may not have reached everybody.
    private var events: [Numbered] = []
    /// The newest presence, if it may not have reached everybody.
    private var presence: Standing?
    /// The last message of a feed that has ended, to be sent to everybody.
    private var lastWord: OutgoingBatch?
    /// Cached batches, by the number of events that the member lacks.
    private var batches: [Int: OutgoingBatch] = [:]
    /// The time at which the current timer fires; nil if there is none.
    private var wake: Int?
    /// The ID of the current timer: others are out of date when they fire.
    private var timer = 0
    /// Connections that were skipped. May contain others: `Member.sent` holds the state.
    private var skipped: [UInt64] = []
    private var isLooking = false
    /// Connections that wait for a snapshot, with the same caveat.
    private var expectant: [UInt64] = []

    /// `needsSnapshot` requests a call of `publishSnapshot`.
    init(settings: FeedSettings, environment: FeedEnvironment, needsSnapshot: @escaping () -> Void) {
        self.settings = settings
        self.environment = environment
        self.needsSnapshot = needsSnapshot
    }

    /// Whether the feed has no member.
    var isEmpty: Bool { members.isEmpty }
    /// The number of watchers.
    var count: Int { members.count }

    // MARK: Members

    func open(_ connection: UInt64, _ receiver: any FeedReceiver, after sequence: Int) {
        if let place = places[connection] {
            members[Int(place)].sent = sequence
        } else {
            places[connection] = Int32(members.count)
            members.append(Member(receiver: receiver, connection: connection, sent: sequence))
            joined += 1
        }
    }

    func close(_ connection: UInt64) {
        guard let left = places.removeValue(forKey: connection).map(Int.init) else { return }
        let last = members.removeLast()
        // Positions 0 and `members.count` are the same place of the ring. With 0, `left >= place` holds below.
        if place >= members.count { place = 0 }
        lowerGoals()
        guard last.connection != connection else { return }
        members[left] = last
        places[last.connection] = Int32(left)
        // The moved member may have been next in turn, and at its new index it is visited late.
        if left >= place { _ = tell(left) }
    }

    /// Lowers the goals of the duties after a member has left: one visit less reaches everybody.
    private func lowerGoals() {
        let most = visits + count - joined
        for index in events.indices { events[index].duty.goal = min(events[index].duty.goal, most) }
        guard let duties = presence?.duties else { return }
        presence?.duties = duties.map { Duty(goal: min($0.goal, most), deadline: $0.deadline) }
    }

    // MARK: News

    func publish(_ message: OutgoingMessage, sequence: Int) {
        let delay = settings.delay(watchers: count)
        events.append(Numbered(sequence: sequence, message: message, duty: duty(within: delay)))
        batches = [:]
        if delay == 0 { visitAll() } else { schedule() }
    }

    func publishPresence(_ message: OutgoingMessage) {
        let delay = settings.presenceDelay(watchers: count)
        var duty = duty(within: delay)
        var older = presence?.duties ?? []
        if let last = older.last,
            older.count > 1 || environment.now() < last.deadline - settings.spread(watchers: count)
        {
            // Repeated changes do not extend the first deadline.
            duty = Duty(goal: duty.goal, deadline: min(duty.deadline, last.deadline))
            older.removeLast()
        }
        presence = Standing(message: message, duties: older + [duty])
        batches = [:]
        if delay == 0 { visitAll() } else { schedule() }
    }

    func publishReaction(_ message: OutgoingMessage) {
        guard count <= settings.promptWatchers else { return }
        let batch = OutgoingBatch([message])
        for member in members where member.sent >= 0 && member.receiver.queuedBytes <= settings.backlog {
            member.receiver.send(batch)
        }
    }

    /// Ends the feed, and sends everybody the last message.
    func end(with message: OutgoingMessage) {
        events = []
        presence = nil
        batches = [:]
        lastWord = OutgoingBatch([message])
        place = members.count
        sayLastWord()
    }

    /// Sends a connection the last message at once, if it is pending: later messages must follow it.
    func sayLastWord(to connection: UInt64) {
        guard let lastWord, let told = places[connection].map(Int.init), told < place else { return }
        members[told].receiver.send(lastWord)
        // Swaps it with the last of the pending members.
        place -= 1
        members.swapAt(told, place)
        places[members[told].connection] = Int32(told)
        places[connection] = Int32(place)
        if place == 0 { endOfMembers() }
    }

    /// Drops everybody, silently. What a timer has yet to send goes to nobody.
    func forgetAll() {
        members = []
        places = [:]
        place = 0
        events = []
        presence = nil
        lastWord = nil
        batches = [:]
        skipped = []
        expectant = []
    }

    private func endOfMembers() {
        members = []
        places = [:]
        ended()
    }

    private func sayLastWord() {
        guard let lastWord else { return }
        let rest = max(0, place - settings.slice)
        for member in members[rest..<place].reversed() { member.receiver.send(lastWord) }
        place = rest
        if place > 0 { return set(0) }
        endOfMembers()
    }

    // MARK: Visits

    private func duty(within delay: Int) -> Duty {
        Duty(goal: visits + count - joined, deadline: environment.now() + delay)
    }

    private var duties: [Duty] { events.map(\.duty) + (presence?.duties ?? []) }

    /// Sets the timer to continue in so many ms, or in the next turn, unless it fires earlier already.
    private func set(_ delay: Int) {
        let time = environment.now() + delay
        if let wake, wake <= time { return }
        wake = time
        timer += 1
        let mine = timer
        environment.after(delay) { [self] in
            guard timer == mine else { return }
            wake = nil
            if lastWord == nil { proceed() } else { sayLastWord() }
        }
    }

    /// Sets the timer to the next visit that is due.
    private func schedule() {
        let now = environment.now()
        // The visits of a duty are spread over that time before its deadline.
        let spread = settings.spread(watchers: count)
        let starts = duties.map { $0.deadline - ($0.goal + joined - visits) * spread / max(1, count) }
        guard let start = starts.min() else { return }
        set(max(1, start - now))
    }

    /// Returns the number of visits that should be done at the time `now`.
    private func due(at now: Int) -> Int {
        let spread = settings.spread(watchers: count)
        return duties.reduce(visits) { due, duty in
            let left = duty.deadline - now
            let ahead = left <= 0 ? 0 : spread == 0 ? count : count * left / spread
            return max(due, duty.goal + joined - ahead)
        }
    }

    /// Makes the visits that are due, up to the maximum of one turn.
    private func proceed() {
        // Includes visits due before the next turn, so that none is late.
        let due = due(at: environment.now() + settings.pause)
        visit(until: due)
        if visits < due { set(0) } else { schedule() }
    }

    /// Visits all members at once: they are few.
    private func visitAll() {
        visit(until: visits + count)
        if !duties.isEmpty { schedule() }
    }

    private func visit(until due: Int) {
        var writes = 0
        while visits < due && writes < settings.slice && !members.isEmpty {
            if place == 0 { place = members.count }
            place -= 1
            visits += 1
            if tell(place) { writes += 1 }
        }
        if members.isEmpty { visits = max(visits, due) }
        events.removeAll { $0.duty.goal + joined <= visits }
        let done = visits - joined
        presence?.duties.removeAll { $0.goal <= done }
        if presence?.duties.isEmpty == true {
            presence = nil
            batches = [:]
        }
        if events.isEmpty && presence == nil { batches = [:] }
    }

    /// Brings a member up to date. Returns whether anything was written.
    private func tell(_ place: Int) -> Bool {
        let known = members[place].sent
        guard known >= 0 else { return false }
        let newest = max(known, events.last?.sequence ?? 0)
        guard known < newest || presence != nil else { return false }
        // A member that lacks a dropped event needs a snapshot.
        guard newest - known <= events.count, members[place].receiver.queuedBytes <= settings.backlog else {
            skip(place)
            return false
        }
        members[place].sent = newest
        members[place].receiver.send(batch(of: newest - known))
        return true
    }

    private func batch(of count: Int) -> OutgoingBatch {
        if let made = batches[count] { return made }
        let batch = OutgoingBatch(events.suffix(count).map(\.message) + (presence.map { [$0.message] } ?? []))
        batches[count] = batch
        return batch
    }

    // MARK: Slow watchers

    private func skip(_ place: Int) {
        members[place].sent = Member.behind
        skipped.append(members[place].connection)
        environment.skipped()
        look(in: settings.lookInterval)
    }

    private func look(in delay: Int) {
        guard !isLooking else { return }
        isLooking = true
        environment.after(delay) { [self] in
            isLooking = false
            look()
        }
    }

    /// Requests a snapshot for skipped members that have read their backlog.
    private func look() {
        let before = expectant.count
        skipped.removeAll { connection in
            guard let place = places[connection].map(Int.init), members[place].sent == Member.behind else {
                return true
            }
            guard expectant.count < settings.slice, members[place].receiver.queuedBytes == 0 else { return false }
            members[place].sent = Member.expectsPicture
            expectant.append(connection)
            return true
        }
        if !skipped.isEmpty { look(in: expectant.count < settings.slice ? settings.lookInterval : 1) }
        if expectant.count > before { needsSnapshot() }
    }

    func publishSnapshot(_ message: OutgoingMessage, sequence: Int) {
        let batch = OutgoingBatch([message])
        let waiting = expectant
        expectant = []
        for connection in waiting {
            guard let place = places[connection].map(Int.init), members[place].sent == Member.expectsPicture else {
                continue
            }
            members[place].sent = sequence
            members[place].receiver.send(batch)
        }
    }
}
