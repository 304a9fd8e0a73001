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
    /// Connections that see the room.
    private(set) var subscriptions: [ObjectIdentifier: Subscription] = [:]
    /// Presence as last counted; nil after a change.
    private var counted: Presence?
    private let eventsKept: Int

    /// One connection's view of the room.
    struct Subscription {
        let session: Session
        /// Nil for a watcher.
        let seat: Seat?
        /// The last event that the connection has been, or is about to be, told of by a snapshot.
        let since: Int
    }

    init(_ stored: StoredRoom, eventsKept: Int) {
        record = stored.record
        state = RoomState(replaying: stored.log)
        tail = Array(stored.log.suffix(eventsKept))
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
    func events(after point: ResumePoint) -> [LoggedEvent]? {
        guard point.epoch == record.epoch, point.sequence <= state.sequence else { return nil }
        let missing = state.sequence - point.sequence
        guard missing <= min(tail.count, eventsKept) else { return nil }
        return Array(tail.suffix(missing))
    }

    /// Adds or replaces a connection's view, which begins after the events so far. Who comes in again as before changes
    /// nothing for the others: else one client that asks again and again would have everybody told of it.
    func subscribe(_ session: Session, seat: Seat?) {
        let subscription = Subscription(session: session, seat: seat, since: state.sequence)
        let before = subscriptions.updateValue(subscription, forKey: ObjectIdentifier(session))
        if before.map({ $0.seat != seat }) ?? true { presenceChanged() }
    }

    /// Takes a connection's view away; false if it had none.
    @discardableResult
    func unsubscribe(_ session: Session) -> Bool {
        guard subscriptions.removeValue(forKey: ObjectIdentifier(session)) != nil else { return false }
        presenceChanged()
        return true
    }

    /// The seat with which a connection sees the room: `.some(nil)` for a watcher, nil if it does not see it.
    func seat(of session: Session) -> Seat?? { subscriptions[ObjectIdentifier(session)].map(\.seat) }

    private func presenceChanged() {
        isPresenceDirty = true
        counted = nil
    }

    /// Who is connected now. Counted when asked for after a change: entries to a large room must not cost its size.
    var presence: Presence {
        if let counted { return counted }
        var seats: Set<Seat> = []
        var watchers = 0
        for subscription in subscriptions.values {
            if let seat = subscription.seat { seats.insert(seat) } else { watchers += 1 }
        }
        let presence = Presence(seats: seats.sorted(), watchers: watchers)
        counted = presence
        return presence
    }
}
