/// What the watchers of one room on one shard are told.
///
/// Nearly all that a watched room costs is its sends, so whoever watches is told of an event as late as may be,
/// together with all that has come since: one `send`. The members stand in a ring, in the order in which they were
/// visited; a visit tells everything since the one before. What is published is a duty: one visit to everybody by its
/// deadline. A visit that is due for an old event does the newer ones' duty, too, and in a large room the visits of a
/// duty are spread over the last third of its time. So nobody hears later than that, nobody is written to more often
/// than once in two thirds of it, on the average of a steady stream once in all of it, and players never wait behind
/// thousands of writes.
///
/// A watcher that does not keep up is skipped: it is told nothing until it has read what waits for it, then gets the
/// whole picture, and goes on from there. So nobody ever has a backlog of old events, and everybody can tell from the
/// numbers what happened. Time and output are given; there is no clock in it.
final class RoomFeed {
    private struct Member {
        let receiver: any FeedReceiver
        let connection: UInt64
        /// The last event that it knows; or one of the two below.
        var sent: Int

        /// Skipped: it has not read what waits for it.
        static let behind = -1
        /// It has, and waits for the picture.
        static let expectsPicture = -2
    }

    /// A visit to everybody who is there.
    private struct Duty {
        /// It is done when `visits` come to this and the members that came since.
        var goal: Int
        /// When it must be, in ms.
        let deadline: Int
    }

    private struct Numbered {
        let sequence: Int
        let message: OutgoingMessage
        var duty: Duty
    }

    private struct Standing {
        let message: OutgoingMessage
        /// One, and before it that of an older presence, if its visits are under way: those that are left tell the
        /// newer one.
        var duties: [Duty]
    }

    private let settings: FeedSettings
    private let environment: FeedEnvironment
    private let needsSnapshot: () -> Void
    /// Everybody has been told that it is over.
    var ended: () -> Void = {}
    private var members: [Member] = []
    /// Where each connection is in `members`.
    private var places: [UInt64: Int32] = [:]
    /// Members before this one are visited next, from there to the first one, and then from the last one. So who comes
    /// in is behind those who wait longer.
    private var place = 0
    /// Visits so far.
    private var visits = 0
    /// Members that came in so far.
    private var joined = 0
    /// Those that perhaps not everybody has been told.
    private var events: [Numbered] = []
    /// Who is there, if perhaps not everybody has been told.
    private var presence: Standing?
    /// All that is still to be said, to everybody at once.
    private var lastWord: OutgoingBatch?
    /// What a visit tells, by the number of events that the member does not know.
    private var batches: [Int: OutgoingBatch] = [:]
    /// When the timer fires that counts; nil if there is none.
    private var wake: Int?
    /// Names the timer that counts: others are out of date when they fire.
    private var timer = 0
    /// Connections that were skipped, and perhaps others: `Member.sent` says whether one still is.
    private var skipped: [UInt64] = []
    private var isLooking = false
    /// Connections that wait for the picture, likewise.
    private var expectant: [UInt64] = []

    /// `needsSnapshot` asks for `publishSnapshot`.
    init(settings: FeedSettings, environment: FeedEnvironment, needsSnapshot: @escaping () -> Void) {
        self.settings = settings
        self.environment = environment
        self.needsSnapshot = needsSnapshot
    }

    /// Whether nobody is left.
    var isEmpty: Bool { members.isEmpty }
    /// Those who watch.
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
        // Where the first is next, and where the last one is, is the same place of the ring; here all are behind it.
        if place >= members.count { place = 0 }
        lowerGoals()
        guard last.connection != connection else { return }
        members[left] = last
        places[last.connection] = Int32(left)
        // It waited for its visit at the end of the ring, perhaps, and here there is none soon.
        if left >= place { _ = tell(left) }
    }

    /// Somebody has gone: from now on one visit less reaches everybody.
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
            // However often it changes, nobody waits longer than for one change.
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

    /// Tells everybody that it is over.
    func end(with message: OutgoingMessage) {
        events = []
        presence = nil
        batches = [:]
        lastWord = OutgoingBatch([message])
        place = members.count
        sayLastWord()
    }

    /// Tells a connection at once that it is over, if it has not heard that yet: what it hears next must come after.
    func sayLastWord(to connection: UInt64) {
        guard let lastWord, let told = places[connection].map(Int.init), told < place else { return }
        members[told].receiver.send(lastWord)
        // It changes places with the last of those who wait.
        place -= 1
        members.swapAt(told, place)
        places[members[told].connection] = Int32(told)
        places[connection] = Int32(place)
        if place == 0 { endOfMembers() }
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

    /// Has the feed go on in so many ms, or in the next turn, unless it does so before that.
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

    /// Sees to it that the visits go on when the next one is due.
    private func schedule() {
        let now = environment.now()
        // Its visits are spread over that time, and begin so long before the deadline.
        let spread = settings.spread(watchers: count)
        let starts = duties.map { $0.deadline - ($0.goal + joined - visits) * spread / max(1, count) }
        guard let start = starts.min() else { return }
        set(max(1, start - now))
    }

    /// What `visits` should come to.
    private func due(at now: Int) -> Int {
        let spread = settings.spread(watchers: count)
        return duties.reduce(visits) { due, duty in
            let left = duty.deadline - now
            let ahead = left <= 0 ? 0 : spread == 0 ? count : count * left / spread
            return max(due, duty.goal + joined - ahead)
        }
    }

    /// Makes the visits that are due, as many as one turn may take.
    private func proceed() {
        // Until the next turn, so that nobody's time comes between two.
        let due = due(at: environment.now() + settings.pause)
        visit(until: due)
        if visits < due { set(0) } else { schedule() }
    }

    /// Makes all visits now: members are few.
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

    /// Brings a member up to date. Answers whether there was anything to write.
    private func tell(_ place: Int) -> Bool {
        let known = members[place].sent
        guard known >= 0 else { return false }
        let newest = max(known, events.last?.sequence ?? 0)
        guard known < newest || presence != nil else { return false }
        // Whoever missed something needs the picture.
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

    // MARK: Those who fall behind

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

    /// Asks for the picture for those who have read what waited for them.
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
