import Rooms

/// The visibility of rooms: which connections see which room. Watchers are served by the feeds of their shards.
final class Audience: HubPart {
    let context: HubContext
    /// Rooms whose presence changed since the last broadcast.
    private var roomsWithNews: [LiveRoom] = []
    /// Called when the presence of a room has changed.
    var presenceChanged: (LiveRoom) -> Void = { _ in isUnjoined() }

    init(_ context: HubContext) { self.context = context }

    /// Whether no presence is to be sent.
    var isQuiet: Bool { roomsWithNews.isEmpty }

    /// Ends the feed of a connection that watches no longer, and has the presence of its room sent.
    func follow(_ change: ViewChange) {
        if change.endsFeed { closeFeed(of: change.room, to: change.session) }
        if change.isNews { changed(change.room) }
        change.session.roomsChanged()
    }

    /// Removes a connection's view of a room, if it has one.
    func hide(_ room: LiveRoom, from session: Session) {
        guard let view = room.hide(from: session, now: now) else { return }
        follow(ViewChange(room: room, session: session, endsFeed: view == .watcher, isNews: true))
    }

    /// Updates presence for a connection that fell silent, or is heard again. Returns whether that is news.
    @discardableResult
    func setSilent(_ session: Session, _ isSilent: Bool) -> Bool {
        guard session.isOpen, session.isSilent != isSilent else { return false }
        session.isSilent = isSilent
        for room in session.rooms where room.silenceChanged(of: session, now: now) { changed(room) }
        return true
    }

    /// Queues the presence of a room to be sent.
    func changed(_ room: LiveRoom) {
        presenceChanged(room)
        guard !room.isPresenceDirty else { return }
        room.isPresenceDirty = true
        roomsWithNews.append(room)
    }

    /// Takes the rooms whose presence is to be sent. A room of which one still waits for the disk has its turn later,
    /// so that a slow disk does not pile them up.
    func takeChanged() -> [LiveRoom] {
        let taken = roomsWithNews.filter { !$0.isPresenceOwed }
        roomsWithNews.removeAll { !$0.isPresenceOwed }
        for room in taken {
            room.isPresenceDirty = false
            room.isPresenceOwed = true
        }
        return taken
    }

    /// Records that the presence of a room was sent.
    func told(presenceOf room: LiveRoom) { room.isPresenceOwed = false }

    /// Removes all views of dropped rooms.
    func forget(_ rooms: [LiveRoom], of sessions: [Session]) {
        let gone = Set(rooms.map(ObjectIdentifier.init))
        roomsWithNews.removeAll { gone.contains(ObjectIdentifier($0)) }
        for session in sessions where session.rooms.contains(where: { gone.contains(ObjectIdentifier($0)) }) {
            for room in Array(session.rooms) where gone.contains(ObjectIdentifier(room)) { session.left(room) }
            session.roomsChanged()
        }
    }

    // MARK: Feeds

    /// Subscribes a watcher to the events after `sequence`, unless it has closed or left meanwhile.
    func openFeed(of room: LiveRoom, to session: Session, after sequence: Int) {
        guard session.isOpen, room.view(of: session) == .watcher else { return }
        environment.feeds[session.place.shard].open(room.toldCode, to: session.place.connection, after: sequence)
    }

    /// Unsubscribes a watcher.
    func closeFeed(of room: LiveRoom, to session: Session) {
        environment.feeds[session.place.shard].close(room.toldCode, to: session.place.connection)
    }

    /// Calls `body` with each feed that has watchers of a room.
    func forEachFeed(of room: LiveRoom, _ body: (any FeedPort) -> Void) {
        for (shard, count) in room.watchers.enumerated() where count > 0 { body(environment.feeds[shard]) }
    }
}

/// A change in what a connection sees of a room.
struct ViewChange {
    let room: LiveRoom
    let session: Session
    /// Whether the connection watched until now, and does not any more.
    let endsFeed: Bool
    /// Whether others are shown another presence by it.
    let isNews: Bool
}
