import GameRules
import Messages
import Rooms
import Storage
import WordLists

/// A room in memory: its state, the tail of its log, and its connections.
final class LiveRoom {
    /// The stored record of the room, including commits under way.
    private(set) var record: RoomRecord
    /// The code that members know. Changes when the event of the change is sent.
    private(set) var toldCode: RoomCode
    /// The codes that members may use, in the order in which the room had them. They are the one before `toldCode`,
    /// `toldCode`, and those that are not told yet. A client may have just used the first.
    private(set) var codes: [RoomCode]
    /// The number of times that all watchers were removed. A `watch` from before the last time must not be admitted.
    private(set) var generationOfWatchers = 0
    /// The state after the whole log, including events whose commit is under way.
    private(set) var state: RoomState
    /// The newest events, for clients that resume. These are all events, or at least `eventsKept`, which is the number
    /// that is used.
    private(set) var tail: [LoggedEvent]
    /// The room as those see it who are shown no rivals before the end; nil on a server that is no classroom.
    private(set) var veil: VeiledLog?
    /// The newest events of the veil.
    private var veiledTail: [LoggedEvent] = []
    /// The ticket of the last submission that changed the room.
    private(set) var ticket = 0
    /// The room as whoever is not in it may see it.
    private(set) var front: RoomFront
    /// The number of operations that need the room in memory, though nobody may see it.
    var holds = 0
    /// Whether the room was dropped because it rested on a lost commit.
    private(set) var isForgotten = false
    /// Whether presence has changed since it was last taken to be sent.
    var isPresenceDirty = false
    /// Whether a presence that was taken waits for the disk.
    var isPresenceOwed = false
    /// Connections that see the room from a seat, silent ones included.
    private(set) var players: [ObjectIdentifier: Subscription] = [:]
    /// The connection that plays on each seat: the player's latest that does not only follow.
    private var playing: [Seat: ObjectIdentifier] = [:]
    /// The number of watching connections by shard. Only the feeds know the connections.
    private(set) var watchers: [Int]
    /// The watching connections that came while their player had a seat here, with that player. A member who looks from
    /// elsewhere is not counted as a watcher.
    private var lookingMembers: [ObjectIdentifier: PlayerID] = [:]
    /// Seats with a connection that is not silent, ascending; nil after a change until counted again.
    private var countedSeats: [Seat]?
    /// The presence as the room's timers know it.
    private var attendance: RoomPresence
    /// The time of the next check; nil if no timer is set.
    var alarm: Int?
    /// Whether a check is queued.
    var isToBeLookedAt = false
    /// Whether the room is in `LiveRooms.toEvict`.
    var isToBeEvicted = false
    /// The encoded entries for clients that enter now, and those for clients that see the veil.
    private var entries = EntryCache()
    private var veiledEntries = EntryCache()
    private let eventsKept: Int
    /// A password that a client has shown or set, with a fast digest of it.
    private var knownPassword: (password: RoomPassword, digest: Digest)?

    /// A player's view of the room.
    struct Subscription {
        let session: Session
        let seat: Seat
        /// The last event that the connection knows from its snapshot, sent or about to be sent.
        let since: Int
    }

    /// The role in which a connection sees a room.
    enum View: Equatable {
        case player(Seat)
        case watcher
    }

    /// `seenSince`: the time since which no member can have been connected. `veilBase`: the number before the first
    /// event of the veil, or nil for a room without a veil. No earlier veil of the room has reached it.
    init(_ stored: RecalledRoom, eventsKept: Int, shards: Int, seenSince: Int, veilBase: Int? = nil) {
        record = stored.record
        toldCode = stored.record.code
        codes = [stored.record.code]
        attendance = RoomPresence(seenSince: seenSince)
        state = RoomState(recalling: stored.log)
        front = RoomFront(of: state)
        veil = veilBase.map { VeiledLog(recalling: stored.log, base: $0) }
        tail = Array(stored.log.suffix(eventsKept))
        watchers = Array(repeating: 0, count: shards)
        self.eventsKept = eventsKept
    }

    /// Has an event that is told show in the front.
    func told(_ event: RoomEvent) { front.apply(event) }

    /// Whether the events have no gap, so that clients can resume from them.
    static func isTail(_ events: ArraySlice<LoggedEvent>) -> Bool {
        zip(events, events.dropFirst()).allSatisfy { $0.sequence + 1 == $1.sequence }
    }

    /// Appends events to the room in memory and numbers them.
    func append(_ events: [RoomEvent], time: Int) -> RoomChange {
        guard veil != nil else {
            return RoomChange(room: self, id: record.id, events: events.map { append($0, time: time) }, shown: nil)
        }
        let logged = events.map { append($0, time: time) }
        return RoomChange(room: self, id: record.id, events: logged, shown: logged.map(show))
    }

    /// Applies an event to the veil. Returns the events that viewers of the veil see now.
    private func show(_ logged: LoggedEvent) -> [LoggedEvent] {
        let shown = veil?.apply(logged) ?? []
        veiledTail = (veiledTail + shown).suffix(eventsKept)
        return shown
    }

    private func append(_ event: RoomEvent, time: Int) -> LoggedEvent {
        let logged = LoggedEvent(sequence: state.sequence + 1, time: time, event: event)
        state.apply(logged)
        // Cut rarely: removing from the front moves all elements.
        let most = eventsKept + max(1, eventsKept / 8)
        if tail.count >= most { tail.removeFirst(tail.count - eventsKept) }
        // Grown by appending alone, the array would have room for up to twice as many.
        if tail.count == tail.capacity { tail.reserveCapacity(min(most, max(4, 2 * tail.count))) }
        tail.append(logged)
        return logged
    }

    /// Renames a former member in memory, as storage does in the log. Later joiners see only the new name.
    func rename(former player: PlayerID, of seats: Set<Seat>, to name: String) {
        state.rename(former: player, to: name)
        veil?.rename(former: player, to: name)
        tail = LiveRoom.renamed(tail, seats, to: name)
        veiledTail = LiveRoom.renamed(veiledTail, seats, to: name)
        entries = EntryCache()
        veiledEntries = EntryCache()
    }

    private static func renamed(_ events: [LoggedEvent], _ seats: Set<Seat>, to name: String) -> [LoggedEvent] {
        events.map { logged in
            guard let event = logged.event.renamed(name, in: seats) else { return logged }
            return LoggedEvent(sequence: logged.sequence, time: logged.time, event: event)
        }
    }

    /// Returns the events after a resume point. Nil if the room no longer has them all, if they are too many, or if
    /// they tell a name that has been hidden since.
    private func events(after point: ResumePoint, isVeiled: Bool) -> ArraySlice<LoggedEvent>? {
        let (tail, last) = (isVeiled ? veiledTail : tail, sequence(isVeiled: isVeiled))
        guard point.epoch == record.wireEpoch, point.sequence <= last else { return nil }
        let missing = last - point.sequence
        guard missing <= min(tail.count, eventsKept) else { return nil }
        let events = tail.suffix(missing)
        return LiveRoom.tellsHiddenName(events) ? nil : events
    }

    /// Whether one of the events gives a name that has been hidden since. It is that of a member who has taken a
    /// pseudonym, or whose name the host has hidden. A name that the room had before the host hid a name counts too, as
    /// it may be the member's. Anybody may ask for events, also a player who was never there before.
    private static func tellsHiddenName(_ events: ArraySlice<LoggedEvent>) -> Bool {
        var names: [Seat: Set<String>] = [:]
        var isRoomNamed = false
        for event in events.map(\.event) {
            switch event {
            case .created, .named: isRoomNamed = true
            case .joined(let seat, _, let name): names[seat] = [name]
            case .renamed(let seat, let name): names[seat, default: []].insert(name)
            case .pseudonym(let seat, let isOn):
                if isOn, names[seat, default: []].count > 1 { return true }
            case .nameHeld(let seat, let isHeld):
                if isHeld, isRoomNamed || names[seat, default: []].count > 1 { return true }
            case .left, .hosted, .opened, .guessed, .finished, .daily, .locked, .password, .listed, .barred, .unkicked,
                .kicked, .code, .closed, .ready, .satOut, .settings, .series, .round, .started, .dealt, .played,
                .roundOver, .seriesOver:
                break
            }
        }
        return false
    }

    /// Records a new code or name that was decided.
    func describe(code: RoomCode, name: String) {
        record = record.described(name: name, code: code)
        if codes.last != code { codes.append(code) }
    }

    /// Records that members have been sent the new code.
    func told(_ code: RoomCode) {
        if let place = codes.firstIndex(of: code) { codes.removeFirst(max(0, place - 1)) }
        toldCode = code
    }

    // MARK: Password

    /// Whether a text is known to be this password, without a slow check.
    func isKnown(_ text: String, for password: RoomPassword) -> Bool {
        knownPassword.map { $0.password == password && $0.digest == password.quickDigest(of: text) } ?? false
    }

    /// Remembers a text as this password, in place of the last one.
    func learn(_ text: String, for password: RoomPassword) {
        knownPassword = (password, password.quickDigest(of: text))
    }

    // MARK: Encoded entries

    /// Encodings at one sequence number: each is made once, even if thousands enter at once.
    private struct EntryCache {
        var sequence = -1
        var picture: EncodedRoom?
        /// Gaps by the event after which they begin.
        var gaps: [Int: EncodedEvents] = [:]

        /// The maximum number of cached gaps. Clients that return together have few resume points.
        static let gapsKept = 64
    }

    /// The number of the last event that is shown, of the room's own log or of the veil.
    func sequence(isVeiled: Bool) -> Int { isVeiled ? veil?.state.sequence ?? 0 : state.sequence }

    /// Returns the encoded snapshot. `make` is called only if there is none at this sequence number.
    func picture(isVeiled: Bool, _ make: (RoomState) -> RoomView) -> EncodedRoom {
        let shown = isVeiled ? veil?.state ?? RoomState() : state
        return withEntries(isVeiled: isVeiled) { entries in
            let picture = entries.picture ?? EncodedRoom(make(shown))
            entries.picture = picture
            return picture
        }
    }

    /// Returns the encoded events after a resume point; nil if the client cannot resume from it.
    func gap(
        after point: ResumePoint, isVeiled: Bool, _ make: (LoggedEvent) -> RoomEventView
    ) -> EncodedEvents? {
        guard let events = events(after: point, isVeiled: isVeiled) else { return nil }
        return withEntries(isVeiled: isVeiled) { entries in
            if let known = entries.gaps[point.sequence] { return known }
            let gap = EncodedEvents(events.map(make))
            if entries.gaps.count >= EntryCache.gapsKept { entries.gaps = [:] }
            entries.gaps[point.sequence] = gap
            return gap
        }
    }

    /// Uses the encodings at the present number, which those of an earlier one make room for.
    private func withEntries<Value>(isVeiled: Bool, _ body: (inout EntryCache) -> Value) -> Value {
        func use(_ entries: inout EntryCache, at sequence: Int) -> Value {
            if entries.sequence != sequence { entries = EntryCache(sequence: sequence) }
            return body(&entries)
        }
        let sequence = sequence(isVeiled: isVeiled)
        return isVeiled ? use(&veiledEntries, at: sequence) : use(&entries, at: sequence)
    }

    // MARK: Views

    /// Shows the room to a connection, from the next event on, in place of its present view. Returns whether that
    /// changes presence. Entering again with the same view does not, so that one client cannot cause a push to
    /// everybody by repeating it.
    func show(to session: Session, as view: View, now: Int) -> Bool {
        let before = self.view(of: session)
        switch (before, view) {
        case (.watcher, .watcher), (nil, .player), (.player, .player): break
        case (.watcher, .player): removeWatcher(session)
        case (nil, .watcher): addWatcher(session)
        case (.player(let seat)?, .watcher):
            addWatcher(session)
            removePlayer(session, seat, now)
        }
        if case .player(let seat) = view {
            attendance.goneAt[seat] = nil
            players[ObjectIdentifier(session)] = Subscription(session: session, seat: seat, since: state.sequence)
        }
        if before == nil { session.entered(self) }
        guard before != view, before != nil || !isLookingMember(session) else { return false }
        // Watchers do not change the seats.
        if before != nil || view != .watcher { countedSeats = nil }
        return true
    }

    /// Removes a connection's view at the time `now`, and returns it.
    func hide(from session: Session, now: Int) -> View? {
        guard let view = view(of: session) else { return nil }
        session.left(self)
        switch view {
        case .watcher: removeWatcher(session)
        case .player(let seat): removePlayer(session, seat, now)
        }
        return view
    }

    private func addWatcher(_ session: Session) {
        watchers[session.place.shard] += 1
        guard let player = session.player?.id, isMember(player) else { return }
        lookingMembers[ObjectIdentifier(session)] = player
    }

    private func removeWatcher(_ session: Session) {
        watchers[session.place.shard] -= 1
        lookingMembers[ObjectIdentifier(session)] = nil
    }

    private func isMember(_ player: PlayerID) -> Bool { state.members.contains { $0.player == player } }

    private func isLookingMember(_ session: Session) -> Bool { lookingMembers[ObjectIdentifier(session)] != nil }

    private func removePlayer(_ session: Session, _ seat: Seat, _ now: Int) {
        players[ObjectIdentifier(session)] = nil
        if playing[seat] == ObjectIdentifier(session) { playing[seat] = nil }
        noteWhetherGone(seat, now)
    }

    /// Updates the room for a connection that fell silent, or is heard again, at the time `now`. Returns whether that
    /// changes presence.
    func silenceChanged(of session: Session, now: Int) -> Bool {
        guard let seat = players[ObjectIdentifier(session)]?.seat else { return false }
        noteWhetherGone(seat, now)
        return true
    }

    private func noteWhetherGone(_ seat: Seat, _ now: Int) {
        countedSeats = nil
        let isThere = players.values.contains { $0.seat == seat && !$0.session.isSilent }
        attendance.goneAt[seat] = isThere ? nil : now
    }

    /// Whether a connection sees the room from a seat.
    func isSeated(_ session: Session) -> Bool { players[ObjectIdentifier(session)] != nil }

    /// Lets a connection play from its seat; with `follow`, only if no other connection does. Returns the one that
    /// played before.
    func play(on seat: Seat, from session: Session, follow: Bool) -> Session? {
        let before = playing[seat].flatMap { players[$0]?.session }
        guard before == nil || !follow, before !== session else { return nil }
        playing[seat] = ObjectIdentifier(session)
        return before
    }

    /// Has a connection play from its seat if no other does. Returns whether it may move there.
    func takePlay(_ session: Session) -> Bool {
        guard let seat = players[ObjectIdentifier(session)]?.seat else { return false }
        _ = play(on: seat, from: session, follow: true)
        return playing[seat] == ObjectIdentifier(session)
    }

    /// Records the ticket of a submission that changed the room.
    func touched(by ticket: Int) { self.ticket = ticket }

    /// Makes every `watch` that was decided before now void.
    func turnAwayEarlierWatches() { generationOfWatchers += 1 }

    /// Marks the room as invalid: nobody sees it any more, and it is read again on demand.
    func forget() {
        isForgotten = true
        players = [:]
        playing = [:]
        watchers = watchers.map { _ in 0 }
        lookingMembers = [:]
        countedSeats = nil
    }

    /// Returns the view of a connection; nil if it does not see the room.
    func view(of session: Session) -> View? {
        if let subscription = players[ObjectIdentifier(session)] { return .player(subscription.seat) }
        return session.rooms.contains(self) ? .watcher : nil
    }

    /// Whether no connection sees the room.
    var isUnseen: Bool { players.isEmpty && watchers.allSatisfy { $0 == 0 } }

    /// The time since which the last member is absent, gone or silent; nil if none is.
    var lastGone: Int? { attendance.goneAt.values.max() }

    /// The seats with a live connection and the times of absence, for the room's timers at the time `now`.
    func presenceForTimers(now: Int) -> RoomPresence {
        attendance.follow(Set(presence.seats), in: state, now: now)
        return attendance
    }

    /// The members and watchers with a live connection that is not silent. Seats are counted only after a change: a new
    /// watcher must not cost time in proportion to the room.
    var presence: Presence {
        let seats = countedSeats ?? Set(players.values.lazy.filter { !$0.session.isSilent }.map(\.seat)).sorted()
        countedSeats = seats
        // A player who has given the seat up meanwhile is a watcher again.
        let members = lookingMembers.values.count(where: isMember)
        return Presence(seats: seats, watchers: watchers.reduce(0, +) - members)
    }
}

/// Events that were appended in memory, to be written and sent.
struct RoomChange {
    let room: LiveRoom
    let id: RoomID
    let events: [LoggedEvent]
    /// The events, for each of `events`, that are sent in its place to who sees the veil; nil for a room without a
    /// veil.
    let shown: [[LoggedEvent]]?
}
