/// What the watchers of one room on one shard are told.
///
/// While there is news, the feed goes round: it visits its members one after the other, a few in each turn of the loop, so that
/// a round takes a while that grows with the room, and tells each of them everything since its last visit in one piece: one
/// `send`. So nobody is written to more than once in that while, nobody hears later than it, and the work is spread evenly:
/// players never wait behind thousands of writes.
///
/// A watcher that does not keep up is skipped: it is told nothing until it has read what waits for it, then gets the whole
/// picture, and goes on from there. So nobody ever has a backlog of old events, and everybody can tell from the numbers what
/// happened. Time and output are given; there is no clock in it.
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

    private struct Numbered {
        let sequence: Int
        let message: OutgoingMessage
    }

    /// A round under way.
    private struct Round {
        /// What everybody is told besides the events: presence, or the last word.
        let extra: OutgoingMessage?
        let isLastWord: Bool
        /// The newest event when it began: everybody knows that one when it ends.
        let newest: Int
        /// When it began, and how long it takes, in ms.
        let start: Int
        let length: Int
        /// Members when it began.
        let count: Int
        /// Members before this one are still to be visited. From the end to the beginning: who comes in meanwhile is added
        /// behind, and who leaves is replaced by the last.
        var rest: Int

        /// What `rest` should be.
        func due(at now: Int) -> Int {
            now - start >= length ? 0 : count - count * (now - start) / length
        }
    }

    private let settings: FeedSettings
    private let environment: FeedEnvironment
    private let needsSnapshot: () -> Void
    private var members: [Member] = []
    /// Where each connection is in `members`.
    private var places: [UInt64: Int32] = [:]
    /// Those that perhaps not everybody has been told.
    private var events: [Numbered] = []
    /// For the next round.
    private var presence: OutgoingMessage?
    /// Presence waits for an event to go with.
    private var presenceWaits = false
    private var round: Round?
    /// What a visit tells, by the number of events that the member does not know.
    private var batches: [Int: OutgoingBatch] = [:]
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
        }
    }

    func close(_ connection: UInt64) {
        guard let place = places.removeValue(forKey: connection) else { return }
        let last = members.removeLast()
        guard last.connection != connection else { return }
        members[Int(place)] = last
        places[last.connection] = place
    }

    // MARK: News

    func publish(_ message: OutgoingMessage, sequence: Int) {
        events.append(Numbered(sequence: sequence, message: message))
        batches = [:]
        if round == nil { begin() }
    }

    func publishPresence(_ message: OutgoingMessage) {
        presence = message
        if round == nil { awaitEvent() }
    }

    func publishReaction(_ message: OutgoingMessage) {
        guard count <= settings.promptWatchers else { return }
        let batch = OutgoingBatch([message])
        for member in members where member.sent >= 0 && member.receiver.queuedBytes <= settings.backlog {
            member.receiver.send(batch)
        }
    }

    /// Sees to it that presence is told in time.
    private func awaitEvent() {
        let delay = settings.presenceDelay(watchers: count)
        guard delay > 0 else { return begin() }
        guard !presenceWaits else { return }
        presenceWaits = true
        set(delay) { $0.begin() }
    }

    /// Tells everybody that it is over.
    func end(with message: OutgoingMessage) {
        events = []
        begin(lastWord: message)
    }

    // MARK: Rounds

    /// Runs `work` in a later turn, in place of what was to be run.
    private func set(_ delay: Int, _ work: @escaping (RoomFeed) -> Void) {
        timer += 1
        let mine = timer
        environment.after(delay) { [self] in
            if timer == mine { work(self) }
        }
    }

    private func begin(lastWord: OutgoingMessage? = nil) {
        let length = lastWord == nil ? settings.roundLength(watchers: count) : 0
        round = Round(
            extra: lastWord ?? presence, isLastWord: lastWord != nil, newest: events.last?.sequence ?? 0,
            start: environment.now(), length: length, count: count, rest: count)
        presence = nil
        presenceWaits = false
        batches = [:]
        timer += 1
        // Not at once in a large room: seldom does one event come alone.
        if length == 0 { proceed() } else { set(min(settings.pause, length)) { $0.proceed() } }
    }

    /// Visits those whose time has come, as many as one turn may take.
    private func proceed() {
        guard var round else { return }
        round.rest = min(round.rest, members.count)
        let due = round.due(at: environment.now())
        var writes = 0
        while round.rest > due && writes < settings.slice {
            round.rest -= 1
            if tell(round.rest, round) { writes += 1 }
        }
        self.round = round
        if round.rest == 0 {
            finish(round)
        } else {
            set(round.rest > due ? 0 : settings.pause) { $0.proceed() }
        }
    }

    private func finish(_ round: Round) {
        self.round = nil
        batches = [:]
        if round.isLastWord {
            members = []
            places = [:]
            return
        }
        events.removeAll { $0.sequence <= round.newest }
        if !events.isEmpty {
            begin()
        } else if presence != nil {
            awaitEvent()
        }
    }

    /// Brings a member up to date. Answers whether there was anything to write.
    private func tell(_ place: Int, _ round: Round) -> Bool {
        let known = members[place].sent
        guard !round.isLastWord else {
            members[place].receiver.send(batch(of: 0, round.extra))
            return true
        }
        guard known >= 0 else { return false }
        let newest = max(known, events.last?.sequence ?? 0)
        guard known < newest || round.extra != nil else { return false }
        // Whoever missed something needs the picture.
        guard newest - known <= events.count, members[place].receiver.queuedBytes <= settings.backlog else {
            skip(place)
            return false
        }
        members[place].sent = newest
        members[place].receiver.send(batch(of: newest - known, round.extra))
        return true
    }

    private func batch(of count: Int, _ extra: OutgoingMessage?) -> OutgoingBatch {
        if let made = batches[count] { return made }
        let batch = OutgoingBatch(events.suffix(count).map(\.message) + (extra.map { [$0] } ?? []))
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
