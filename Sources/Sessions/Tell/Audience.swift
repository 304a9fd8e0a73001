import Rooms

/// Who sees which room: players at once, watchers through the feeds of their shards.
final class Audience: HubPart {
    let context: HubContext
    /// Those of which presence is to be sent.
    private var roomsWithNews: [LiveRoom] = []
    /// Who is in a room has changed.
    var presenceChanged: (LiveRoom) -> Void = { _ in }

    init(_ context: HubContext) { self.context = context }

    /// Whether presence is to be sent of no room.
    var isQuiet: Bool { roomsWithNews.isEmpty }

    /// Shows a room to a connection, in place of the view of it that the connection had.
    func show(_ room: LiveRoom, to session: Session, as view: LiveRoom.View) {
        if view != .watcher, room.view(of: session) == .watcher { closeFeed(of: room, to: session) }
        if room.show(to: session, as: view, now: now) { changed(room) }
        session.roomsChanged()
    }

    /// Takes a connection's view of a room away; false if it had none.
    @discardableResult
    func hide(_ room: LiveRoom, from session: Session) -> Bool {
        guard let view = room.hide(from: session, now: now) else { return false }
        if view == .watcher { closeFeed(of: room, to: session) }
        changed(room)
        session.roomsChanged()
        return true
    }

    /// Nothing is heard from a connection any more, or something again: for those in its rooms it is gone, or there.
    func setSilent(_ session: Session, _ isSilent: Bool) {
        guard session.isOpen, session.isSilent != isSilent else { return }
        session.isSilent = isSilent
        for room in session.rooms where room.silenceChanged(of: session, now: now) { changed(room) }
    }

    /// Presence of a room is to be sent.
    func changed(_ room: LiveRoom) {
        presenceChanged(room)
        guard !room.isPresenceDirty else { return }
        room.isPresenceDirty = true
        roomsWithNews.append(room)
    }

    /// The rooms of which presence is to be sent, once.
    func takeChanged() -> [LiveRoom] {
        defer { roomsWithNews = [] }
        return roomsWithNews
    }

    /// Nobody sees these rooms any more.
    func forget(_ rooms: [LiveRoom], of sessions: [Session]) {
        let gone = Set(rooms.map(ObjectIdentifier.init))
        roomsWithNews.removeAll { gone.contains(ObjectIdentifier($0)) }
        for session in sessions where session.rooms.contains(where: { gone.contains(ObjectIdentifier($0)) }) {
            for room in Array(session.rooms) where gone.contains(ObjectIdentifier(room)) { session.rooms.remove(room) }
        }
    }

    // MARK: Feeds

    /// Tells a watcher of the events after `sequence`, unless it has gone meanwhile.
    func openFeed(of room: LiveRoom, to session: Session, after sequence: Int) {
        guard session.isOpen, room.view(of: session) == .watcher else { return }
        environment.feeds[session.place.shard].open(room.toldCode, to: session.place.connection, after: sequence)
    }

    /// Tells a watcher nothing more.
    func closeFeed(of room: LiveRoom, to session: Session) {
        environment.feeds[session.place.shard].close(room.toldCode, to: session.place.connection)
    }

    /// Calls `body` with the feeds that have watchers of a room.
    func forEachFeed(of room: LiveRoom, _ body: (any FeedPort) -> Void) {
        for (shard, count) in room.watchers.enumerated() where count > 0 { body(environment.feeds[shard]) }
    }
}
