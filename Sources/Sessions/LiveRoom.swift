import Messages
import Rooms
import Storage

/// A room in memory: its state, the end of its log, and who is connected.
final class LiveRoom {
    let record: RoomRecord
    /// The fold of the whole log, with events whose commit is still under way.
    private(set) var state: RoomState
    /// The newest events, for those who come back. At most `eventsKept`.
    private(set) var tail: [LoggedEvent]
    /// The last submission that touched this room.
    var ticket = 0
    /// Whether presence has changed since it was last sent.
    var isPresenceDirty = false
    /// Connections that see the room from a seat.
    private(set) var players: [ObjectIdentifier: Subscription] = [:]
    /// How many connections watch, by shard. Who they are, the feeds know.
    private(set) var watchers: [Int]
    /// Seats with a connection, ascending, as last counted; nil after a change.
    private var countedSeats: [Seat]?
    /// What those are shown who enter now.
    private var entries = EntryCache()
    private let eventsKept: Int

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

    init(_ stored: StoredRoom, eventsKept: Int, shards: Int) {
        record = stored.record
        state = RoomState(replaying: stored.log)
        tail = Array(stored.log.suffix(eventsKept))
        watchers = Array(repeating: 0, count: shards)
        self.eventsKept = eventsKept
    }

    /// Makes an event happen in memory, and gives it its number.
    func append(_ event: RoomEvent, time: Int) -> LoggedEvent {
        let logged = LoggedEvent(sequence: state.sequence + 1, time: time, event: event)
        state.apply(logged)
        // Cut rarely: removing from the front moves all that follows.
        if tail.count >= 2 * eventsKept { tail.removeFirst(tail.count - eventsKept) }
        tail.append(logged)
        return logged
    }

    /// The events after a point, if the room still has them all and they are few enough to be worth it.
    private func events(after point: ResumePoint) -> ArraySlice<LoggedEvent>? {
        guard point.epoch == record.epoch, point.sequence <= state.sequence else { return nil }
        let missing = state.sequence - point.sequence
        guard missing <= min(tail.count, eventsKept) else { return nil }
        return tail.suffix(missing)
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

    /// Shows the room to a connection, from the events after those so far, in place of the view that it had. Answers whether
    /// that changes presence. Who comes in again as before changes nothing for the others: else one client that asks again
    /// and again would have everybody told of it.
    func show(to session: Session, as view: View) -> Bool {
        let before = self.view(of: session)
        switch (before, view) {
        case (.watcher, .watcher): break
        case (.watcher, .player): watchers[session.place.shard] -= 1
        case (_, .watcher):
            watchers[session.place.shard] += 1
            players[ObjectIdentifier(session)] = nil
        default: break
        }
        if case .player(let seat) = view {
            players[ObjectIdentifier(session)] = Subscription(session: session, seat: seat, since: state.sequence)
        }
        if before == nil { session.rooms.append(self) }
        guard before != view else { return false }
        // Watchers change nothing about seats.
        if before != nil || view != .watcher { countedSeats = nil }
        return true
    }

    /// Takes a connection's view away, and answers which it was.
    func hide(from session: Session) -> View? {
        guard let view = view(of: session) else { return nil }
        session.rooms.remove(self)
        if view == .watcher {
            watchers[session.place.shard] -= 1
        } else {
            players[ObjectIdentifier(session)] = nil
            countedSeats = nil
        }
        return view
    }

    /// How a connection sees the room; nil if it does not.
    func view(of session: Session) -> View? {
        if let subscription = players[ObjectIdentifier(session)] { return .player(subscription.seat) }
        return session.rooms.contains(self) ? .watcher : nil
    }

    /// Whether no connection sees the room.
    var isUnseen: Bool { players.isEmpty && watchers.allSatisfy { $0 == 0 } }

    /// Who is connected now. Seats are counted after a change only: that somebody watches must not cost the room's size.
    var presence: Presence {
        let seats = countedSeats ?? Set(players.values.map(\.seat)).sorted()
        countedSeats = seats
        return Presence(seats: seats, watchers: watchers.reduce(0, +))
    }
}
