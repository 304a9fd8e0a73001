/// What the watchers of one room on one shard are told: the room's events, gathered for a moment, and written to all of them
/// in one piece; one `send` each.
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

    /// A flush under way.
    private struct Emission {
        let events: [Numbered]
        /// What goes with the events: presence, or the last word.
        let extra: OutgoingMessage?
        let isLastWord: Bool
        /// By the number of events that are left out, because the receiver knew them when it came.
        var batches: [Int: OutgoingBatch] = [:]
        /// Members before this one are still to be served. From the end to the beginning: who comes in meanwhile is added
        /// behind, and who leaves is replaced by the last.
        var rest: Int
    }

    private enum Phase: Comparable {
        case idle
        /// Presence waits for an event to go with.
        case presenceWaits
        case eventsWait
        case emitting
    }

    private let settings: FeedSettings
    private let after: (Int, @escaping () -> Void) -> Void
    private let needsSnapshot: () -> Void
    private var members: [Member] = []
    /// Where each connection is in `members`.
    private var places: [UInt64: Int32] = [:]
    private var phase = Phase.idle
    /// Names the timer that counts: others are out of date when they fire.
    private var round = 0
    private var events: [Numbered] = []
    private var presence: OutgoingMessage?
    private var emission: Emission?
    /// Connections that were skipped, and perhaps others: `Member.sent` says whether one still is.
    private var skipped: [UInt64] = []
    private var isLooking = false
    /// Connections that wait for the picture, likewise.
    private var expectant: [UInt64] = []

    /// `after` runs work in a later turn; `needsSnapshot` asks for `publishSnapshot`.
    init(
        settings: FeedSettings, after: @escaping (Int, @escaping () -> Void) -> Void,
        needsSnapshot: @escaping () -> Void
    ) {
        self.settings = settings
        self.after = after
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
        gather()
    }

    func publishPresence(_ message: OutgoingMessage) {
        presence = message
        gather()
    }

    /// Sees to it that what waits is flushed in time.
    private func gather() {
        let (wanted, delay): (Phase, Int) =
            events.isEmpty
            ? (.presenceWaits, settings.presenceDelay(watchers: count))
            : (.eventsWait, settings.delay(watchers: count))
        guard phase < wanted else { return }
        phase = wanted
        round += 1
        guard delay > 0 else { return flush() }
        let mine = round
        after(delay) { [self] in
            if round == mine { flush() }
        }
    }

    private func flush() {
        start(Emission(events: events, extra: presence, isLastWord: false, rest: members.count))
    }

    /// Tells everybody that it is over.
    func end(with message: OutgoingMessage) {
        let isEmitting = phase == .emitting
        phase = .emitting
        emission = Emission(events: [], extra: message, isLastWord: true, rest: members.count)
        events = []
        presence = nil
        // Else the slices of the flush that this replaces go on with it.
        if !isEmitting { emit() }
    }

    private func start(_ emission: Emission) {
        // Timers that are set mean nothing any more.
        round += 1
        phase = .emitting
        self.emission = emission
        events = []
        presence = nil
        emit()
    }

    /// Writes to the next few members.
    private func emit() {
        guard var emission else { return }
        self.emission = nil
        emission.rest = min(emission.rest, members.count)
        let end = max(0, emission.rest - settings.slice)
        while emission.rest > end {
            emission.rest -= 1
            write(&emission, to: emission.rest)
        }
        if emission.rest > 0 {
            self.emission = emission
            after(0) { [self] in emit() }
        } else if !emission.isLastWord {
            phase = .idle
            if !events.isEmpty || presence != nil { gather() }
        } else {
            members = []
            places = [:]
        }
    }

    private func write(_ emission: inout Emission, to place: Int) {
        let known = members[place].sent
        let receiver = members[place].receiver
        guard !emission.isLastWord else { return receiver.send(batch(&emission, leavingOut: 0)) }
        guard known >= 0 else { return }
        guard receiver.queuedBytes <= settings.backlog else { return skip(place) }
        guard let first = emission.events.first, let last = emission.events.last else {
            return receiver.send(batch(&emission, leavingOut: 0))
        }
        guard known < last.sequence else { return }
        // Whoever missed something needs the picture.
        guard known + 1 >= first.sequence else { return skip(place) }
        members[place].sent = last.sequence
        receiver.send(batch(&emission, leavingOut: known + 1 - first.sequence))
    }

    private func batch(_ emission: inout Emission, leavingOut count: Int) -> OutgoingBatch {
        if let made = emission.batches[count] { return made }
        let messages = emission.events.dropFirst(count).map(\.message) + (emission.extra.map { [$0] } ?? [])
        let batch = OutgoingBatch(messages)
        emission.batches[count] = batch
        return batch
    }

    // MARK: Those who fall behind

    private func skip(_ place: Int) {
        members[place].sent = Member.behind
        skipped.append(members[place].connection)
        look(in: settings.lookInterval)
    }

    private func look(in delay: Int) {
        guard !isLooking else { return }
        isLooking = true
        after(delay) { [self] in
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
