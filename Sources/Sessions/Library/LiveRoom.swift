import GameRules
import Messages
import Rooms
import Storage
import WordLists

/// A room in memory: its state, the end of its log, and who is connected.
final class LiveRoom {
    /// What storage has of it, or will have once what is under way is durable.
    private(set) var record: RoomRecord
    /// The code that those who see it know: changes when the event of the change is told.
    private(set) var toldCode: RoomCode
    /// The codes by which those who see it may call it: also the one before, which somebody may have just sent.
    private(set) var codes: Set<RoomCode>
    /// Counts how often all watchers were put out: who asked to watch before that is not let in by the answer.
    private(set) var generationOfWatchers = 0
    /// The fold of the whole log, with events whose commit is still under way.
    private(set) var state: RoomState
    /// The newest events, for those who come back. At most `eventsKept`.
    private(set) var tail: [LoggedEvent]
    /// The last submission that touched this room.
    private(set) var ticket = 0
    /// Whether it rested on what was lost.
    private(set) var isForgotten = false
    /// Whether presence has changed since it was last sent.
    var isPresenceDirty = false
    /// Connections that see the room from a seat, also those that are silent.
    private(set) var players: [ObjectIdentifier: Subscription] = [:]
    /// The connection that plays on a seat: of the player's the one that came last, unless it only follows.
    private var playing: [Seat: ObjectIdentifier] = [:]
    /// How many connections watch, by shard. Who they are, the feeds know.
    private(set) var watchers: [Int]
    /// Seats with a connection that is not silent, ascending, as last counted; nil after a change.
    private var countedSeats: [Seat]?
    /// When the last connection of a seat went; ms since 1970-01-01 UTC. Of seats that have none and had one.
    private var goneAt: [Seat: Int] = [:]
    /// The instant since which nobody was seen here before this was made.
    private let seenSince: Int
    /// When it is looked at the next time; nil if no timer is set.
    var alarm: Int?
    /// In the hub's queue to be looked at.
    var isToBeLookedAt = false
    /// In `SessionHub.roomsToLetGo`.
    var isToBeLetGo = false
    /// What those are shown who enter now.
    private var entries = EntryCache()
    private let eventsKept: Int
    /// A password that somebody has shown or set, and what is quickly made of it.
    private var knownPassword: (password: RoomPassword, digest: Digest)?

    /// One player's view of the room.
    struct Subscription {
        let session: Session
        let seat: Seat
        /// The last event that the connection has been, or is about to be, told of by a snapshot.
        let since: Int
    }

    /// How a connection sees the room.
    enum View: Equatable {
        case player(Seat)
        case watcher
    }

    /// `seenSince`: the instant since which no member can have been connected.
    init(_ stored: RecalledRoom, eventsKept: Int, shards: Int, seenSince: Int) {
        record = stored.record
        toldCode = stored.record.code
        codes = [stored.record.code]
        self.seenSince = seenSince
        state = RoomState(recalling: stored.log)
        tail = Array(stored.log.suffix(eventsKept))
        watchers = Array(repeating: 0, count: shards)
        self.eventsKept = eventsKept
    }

    /// Whether those who come back can be told from these events what they missed: there is no gap.
    static func isTail(_ events: ArraySlice<LoggedEvent>) -> Bool {
        zip(events, events.dropFirst()).allSatisfy { $0.sequence + 1 == $1.sequence }
    }

    /// Makes events happen in memory, and gives them their numbers.
    func append(_ events: [RoomEvent], time: Int) -> RoomChange {
        RoomChange(room: self, id: record.id, events: events.map { append($0, time: time) })
    }

    private func append(_ event: RoomEvent, time: Int) -> LoggedEvent {
        let logged = LoggedEvent(sequence: state.sequence + 1, time: time, event: event)
        state.apply(logged)
        // Cut rarely: removing from the front moves all that follows.
        if tail.count >= 2 * eventsKept { tail.removeFirst(tail.count - eventsKept) }
        tail.append(logged)
        return logged
    }

    /// Calls a player who is no member any more otherwise, on these seats, as storage does: whoever comes from now on
    /// is told only that.
    func rename(former player: PlayerID, of seats: Set<Seat>, to name: String) {
        state.rename(former: player, to: name)
        for index in tail.indices {
            guard let event = tail[index].event.renamed(name, in: seats) else { continue }
            tail[index] = LoggedEvent(sequence: tail[index].sequence, time: tail[index].time, event: event)
        }
        entries = EntryCache()
    }

    /// The events after a point, if the room still has them all and they are few enough to be worth it.
    private func events(after point: ResumePoint) -> ArraySlice<LoggedEvent>? {
        guard point.epoch == record.wireEpoch, point.sequence <= state.sequence else { return nil }
        let missing = state.sequence - point.sequence
        guard missing <= min(tail.count, eventsKept) else { return nil }
        return tail.suffix(missing)
    }

    /// Another code or name has been decided.
    func describe(code: RoomCode, name: String) {
        record = record.described(name: name, code: code)
        codes = [toldCode, code]
    }

    /// Those who see it have been told its new code.
    func tell(_ code: RoomCode) {
        codes = [toldCode, code, record.code]
        toldCode = code
    }

    // MARK: Its password

    /// Whether a text is known to be this password, without working it out.
    func isKnown(_ text: String, for password: RoomPassword) -> Bool {
        knownPassword.map { $0.password == password && $0.digest == password.quickDigest(of: text) } ?? false
    }

    /// A text is known to be this password from now on, until the next.
    func learn(_ text: String, for password: RoomPassword) {
        knownPassword = (password, password.quickDigest(of: text))
    }

    // MARK: What entries show

    /// Encodings as of one event of the log: in a room that thousands enter at once, each is made once.
    private struct EntryCache {
        var sequence = -1
        var picture: EncodedRoom?
        /// By the event after which they begin.
        var gaps: [Int: EncodedEvents] = [:]

        /// Gaps kept at most; clients that come back together have few points to come from.
        static let gapsKept = 64
    }

    /// The room as it stands, encoded. `make` is called where it has not been made at this point of the log.
    func picture(_ make: (RoomState) -> RoomView) -> EncodedRoom {
        refreshEntries()
        let picture = entries.picture ?? EncodedRoom(make(state))
        entries.picture = picture
        return picture
    }

    /// The events after a point, encoded; nil if the point is not one to resume from.
    func gap(after point: ResumePoint, _ make: (LoggedEvent) -> RoomEventView) -> EncodedEvents? {
        guard let events = events(after: point) else { return nil }
        refreshEntries()
        if let known = entries.gaps[point.sequence] { return known }
        let gap = EncodedEvents(events.map(make))
        if entries.gaps.count >= EntryCache.gapsKept { entries.gaps = [:] }
        entries.gaps[point.sequence] = gap
        return gap
    }

    private func refreshEntries() {
        if entries.sequence != state.sequence { entries = EntryCache(sequence: state.sequence) }
    }

    // MARK: Who sees it

    /// Shows the room to a connection, from the events after those so far, in place of the view that it had. Answers
    /// whether that changes presence. Who comes in again as before changes nothing for the others: else one client that
    /// asks again and again would have everybody told of it.
    func show(to session: Session, as view: View, now: Int) -> Bool {
        let before = self.view(of: session)
        switch (before, view) {
        case (.watcher, .watcher), (nil, .player), (.player, .player): break
        case (.watcher, .player): watchers[session.place.shard] -= 1
        case (nil, .watcher): watchers[session.place.shard] += 1
        case (.player(let seat)?, .watcher):
            watchers[session.place.shard] += 1
            removePlayer(session, seat, now)
        }
        if case .player(let seat) = view {
            goneAt[seat] = nil
            players[ObjectIdentifier(session)] = Subscription(session: session, seat: seat, since: state.sequence)
        }
        if before == nil { session.rooms.append(self) }
        guard before != view else { return false }
        // Watchers change nothing about seats.
        if before != nil || view != .watcher { countedSeats = nil }
        return true
    }

    /// Takes a connection's view away at the instant `now`, and answers which it was.
    func hide(from session: Session, now: Int) -> View? {
        guard let view = view(of: session) else { return nil }
        session.rooms.remove(self)
        switch view {
        case .watcher: watchers[session.place.shard] -= 1
        case .player(let seat): removePlayer(session, seat, now)
        }
        return view
    }

    private func removePlayer(_ session: Session, _ seat: Seat, _ now: Int) {
        players[ObjectIdentifier(session)] = nil
        if playing[seat] == ObjectIdentifier(session) { playing[seat] = nil }
        noteWhetherGone(seat, now)
    }

    /// A connection that sees the room fell silent, or is heard again, at the instant `now`. Answers whether that
    /// changes presence.
    func silenceChanged(of session: Session, now: Int) -> Bool {
        guard let seat = players[ObjectIdentifier(session)]?.seat else { return false }
        noteWhetherGone(seat, now)
        return true
    }

    private func noteWhetherGone(_ seat: Seat, _ now: Int) {
        countedSeats = nil
        let isThere = players.values.contains { $0.seat == seat && !$0.session.isSilent }
        goneAt[seat] = isThere ? nil : now
    }

    /// Whether a connection sees the room from a seat.
    func isSeated(_ session: Session) -> Bool { players[ObjectIdentifier(session)] != nil }

    /// A connection that sees the room from a seat plays there from now on, or, if it follows, only if none does.
    /// Answers the one that played before.
    func play(on seat: Seat, from session: Session, follow: Bool) -> Session? {
        let before = playing[seat].flatMap { players[$0]?.session }
        guard before == nil || !follow, before !== session else { return nil }
        playing[seat] = ObjectIdentifier(session)
        return before
    }

    /// Whether a connection may move on its seat: it plays there, or no other does, and then it does from now on.
    func mayPlay(_ session: Session) -> Bool {
        guard let seat = players[ObjectIdentifier(session)]?.seat else { return false }
        _ = play(on: seat, from: session, follow: true)
        return playing[seat] == ObjectIdentifier(session)
    }

    /// A submission has touched this room.
    func touched(by ticket: Int) { self.ticket = ticket }

    /// All watchers are put out: who asked to watch before is not let in by the answer.
    func putWatchersOut() { generationOfWatchers += 1 }

    /// What this says of the room is not so: nobody sees it any more, and it is read again.
    func forget() {
        isForgotten = true
        players = [:]
        playing = [:]
        watchers = watchers.map { _ in 0 }
        countedSeats = nil
    }

    /// How a connection sees the room; nil if it does not.
    func view(of session: Session) -> View? {
        if let subscription = players[ObjectIdentifier(session)] { return .player(subscription.seat) }
        return session.rooms.contains(self) ? .watcher : nil
    }

    /// Whether no connection sees the room.
    var isUnseen: Bool { players.isEmpty && watchers.allSatisfy { $0 == 0 } }

    /// When the last member went whose connection was seen to go; nil if none was.
    var lastGone: Int? { goneAt.values.max() }

    /// Who is there, as the room's timers ask.
    var presenceForTimers: RoomPresence {
        goneAt = goneAt.filter { state.member(at: $0.key) != nil }
        return RoomPresence(present: Set(presence.seats), goneAt: goneAt, seenSince: seenSince)
    }

    /// Who is connected now, and not silent. Seats are counted after a change only: that somebody watches must not cost
    /// the room's size.
    var presence: Presence {
        let seats = countedSeats ?? Set(players.values.lazy.filter { !$0.session.isSilent }.map(\.seat)).sorted()
        countedSeats = seats
        return Presence(seats: seats, watchers: watchers.reduce(0, +))
    }
}

/// Events that have happened in a room's memory, to be written and told.
struct RoomChange {
    let room: LiveRoom
    let id: RoomID
    let events: [LoggedEvent]
}
