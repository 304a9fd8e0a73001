import Messages
import Rooms
import Storage

// Telling those who see a room: players at once, watchers through the feeds of their shards.
extension SessionHub {
    /// Shows a room to a connection, in place of the view of it that the connection had.
    func show(_ room: LiveRoom, to session: Session, as view: LiveRoom.View) {
        if view != .watcher, room.view(of: session) == .watcher { closeFeed(of: room, to: session) }
        if room.show(to: session, as: view, now: now) { presenceChanged(in: room) }
        session.roomsChanged()
    }

    /// Takes a connection's view of a room away; false if it had none.
    @discardableResult
    func hide(_ room: LiveRoom, from session: Session) -> Bool {
        guard let view = room.hide(from: session, now: now) else { return false }
        if view == .watcher { closeFeed(of: room, to: session) }
        presenceChanged(in: room)
        if room.isUnseen { considerLettingGo(of: room) }
        session.roomsChanged()
        return true
    }

    /// Nothing is heard from a connection any more, though it has not ended: its line may be dead. For those in its
    /// rooms it is gone, until something is heard.
    package func fellSilent(_ session: Session) { setSilent(session, true) }

    /// A connection is heard again.
    package func isHeard(_ session: Session) { setSilent(session, false) }

    private func setSilent(_ session: Session, _ isSilent: Bool) {
        guard session.isOpen, session.isSilent != isSilent else { return }
        session.isSilent = isSilent
        for room in session.rooms where room.silenceChanged(of: session, now: now) { presenceChanged(in: room) }
    }

    func presenceChanged(in room: LiveRoom) {
        lookSoon(at: room)
        guard !room.isPresenceDirty else { return }
        room.isPresenceDirty = true
        roomsWithNews.append(room)
    }

    /// Tells a watcher of the events after `sequence`, unless it has gone meanwhile.
    func openFeed(of room: LiveRoom, to session: Session, after sequence: Int) {
        guard session.isOpen, room.view(of: session) == .watcher else { return }
        environment.feeds[session.place.shard].open(
            room.toldCode, to: session.place.connection, after: sequence)
    }

    private func closeFeed(of room: LiveRoom, to session: Session) {
        environment.feeds[session.place.shard].close(room.toldCode, to: session.place.connection)
    }

    /// Calls `body` with the feeds that have watchers of a room.
    func forEachFeed(of room: LiveRoom, _ body: (any FeedPort) -> Void) {
        for (shard, count) in room.watchers.enumerated() where count > 0 { body(environment.feeds[shard]) }
    }

    /// Sends an event to everybody who sees the room and does not know it yet.
    func broadcast(_ logged: LoggedEvent, in room: LiveRoom) {
        if !room.isUnseen {
            let message = OutgoingMessage(
                .event(room: room.toldCode.text, epoch: room.record.wireEpoch, view(of: logged)))
            for player in room.players.values where player.since < logged.sequence { player.session.send(message) }
            // A new code is not for watchers: they are told to leave by `follow`.
            if case .code = logged.event {
            } else {
                forEachFeed(of: room) { $0.publish(message, sequence: logged.sequence, to: room.toldCode) }
            }
        }
        follow(logged, told: room)
    }

    /// Sends who is there to the rooms in which that has changed.
    func sendPresence() {
        let changed = roomsWithNews
        roomsWithNews = []
        for room in changed {
            room.isPresenceDirty = false
            guard !room.isUnseen else { continue }
            let message = OutgoingMessage(
                .presence(room: room.toldCode.text, room.presence))
            for player in room.players.values { player.session.send(message) }
            forEachFeed(of: room) { $0.publishPresence(message, to: room.toldCode) }
        }
    }

    /// What somebody is shown who enters a room now: what was missed since a point, if that is known, else everything.
    func entry(to room: LiveRoom, _ resume: ResumePoint?) -> RoomEntry {
        RoomEntry(
            room: room.record.code.text, epoch: room.record.wireEpoch, sequence: room.state.sequence,
            content: resume.flatMap { room.gap(after: $0, view(of:)).map { .events($0) } }
                ?? .snapshot(room.picture(view(of:))),
            presence: room.presence)
    }

    /// A feed on `shard` asks for the whole picture of a room, for watchers that had fallen behind. Like the answer to
    /// `watch` it is taken now and told when it is durable; if it does not become so, the feed is told to end instead.
    package func publishSnapshot(of code: RoomCode, to shard: Int) {
        guard let room = rooms[code] else { return }
        let entry = entry(to: room, nil)
        let message = OutgoingMessage(.snapshot(entry))
        whenDurable(room.ticket) { [self] durable in
            guard durable else { return }
            environment.feeds[shard].publishSnapshot(message, sequence: entry.sequence, to: code)
        }
    }

    /// Everybody who saw a room that is forgotten has to come in again.
    func tellToResync(_ room: LiveRoom) {
        let message = OutgoingMessage(.resync(room: room.toldCode.text))
        for player in room.players.values { player.session.send(message) }
        forEachFeed(of: room) { $0.end(room.toldCode, with: message) }
    }
}
