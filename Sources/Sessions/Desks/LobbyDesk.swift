import Messages
import Rooms
import Storage

/// The lobby: listed rooms with a connected member, and the subscribers to that list.
final class LobbyDesk: HubPart {
    let context: HubContext
    private let library: Library
    /// Connections that subscribe to the lobby.
    private var lookers: [ObjectIdentifier: Session] = [:]
    /// The rooms as last sent to the subscribers.
    private var lobbyShown: [LobbyRoom] = []
    /// The subscribers whom an update has not reached yet: it goes to a slice of them per turn.
    private var behind: ArraySlice<Session> = []
    /// The message of that update; nil if there is none.
    private var update: OutgoingMessage?
    /// Whether a subscriber was shown something else than `lobbyShown`.
    private var hasOthers = false
    /// The earliest time of the next update.
    private var due = 0
    /// The rooms last selected, and when; nil if the lobby showed all.
    private var made: (at: Int, rooms: [LobbyRoom])?

    /// The maximum number of rooms that the lobby shows; those with the most members come first.
    static let size = 50
    /// The time in ms for which a selection is reused, so that clients cannot force a sort per request.
    static let age = 250
    /// The time in ms between two pushes of the lobby, for each started thousand of subscribers.
    private static let interval = 1_000

    init(_ context: HubContext, _ library: Library) {
        self.context = context
        self.library = library
    }

    /// Whether the lobby has no subscriber.
    var isEmpty: Bool { lookers.isEmpty }

    /// `lobby`: subscribes a connection, or unsubscribes it.
    func look(_ asker: Asker, isOn: Bool) -> Decision {
        lookers[ObjectIdentifier(asker.session)] = isOn ? asker.session : nil
        let shown = isOn ? rooms : []
        // A later update may equal what the other subscribers have already, or is being sent to them right now.
        if isOn && (shown != lobbyShown || isTelling) { hasOthers = true }
        var decision = Decision()
        decision.answer(asker, .lobby(shown))
        return decision
    }

    /// Unsubscribes a closed connection.
    func end(_ session: Session) { lookers[ObjectIdentifier(session)] = nil }

    /// The rooms that the lobby shows.
    var rooms: [LobbyRoom] {
        guard !isClassroom else { return [] }
        if let made, now < made.at + LobbyDesk.age { return made.rooms }
        let rooms = topRooms
        // A lobby that shows all rooms is small, and cheap to compute again.
        made = library.rooms.listed.count > LobbyDesk.size ? (now, rooms) : nil
        return rooms
    }

    private var topRooms: [LobbyRoom] {
        // A member who only looks on from home is nobody in the room.
        let shown = library.rooms.listed.map { ($0, $0.presence) }
            .filter { !$0.1.seats.isEmpty || $0.1.watchers > 0 }
            .filter { $0.0.front.isListed }
        let ordered = shown.sorted { a, b in
            (b.1.seats.count, b.1.watchers, a.0.toldCode.text) < (a.1.seats.count, a.1.watchers, b.0.toldCode.text)
        }
        return ordered.prefix(LobbyDesk.size).map { room, presence in
            let front = room.front
            return LobbyRoom(
                code: room.toldCode.text, name: front.name, present: presence.seats.count,
                watchers: presence.watchers, password: front.hasPassword, series: front.series)
        }
    }

    // MARK: Updates

    /// Whether an update has not reached all subscribers yet: the rest is to follow in other turns.
    var isTelling: Bool { !behind.isEmpty }

    /// Begins to send the subscribers the present rooms, and returns the first part; nil unless they changed.
    func beginUpdate() -> Decision? {
        guard !lookers.isEmpty, now >= due, !isTelling else { return nil }
        due = now + LobbyDesk.interval * (1 + lookers.count / 1_000)
        let shown = rooms
        guard shown != lobbyShown || hasOthers else { return nil }
        lobbyShown = shown
        hasOthers = false
        behind = Array(lookers.values)[...]
        update = OutgoingMessage(.lobby(shown))
        return nextPart()
    }

    /// Returns the next part of an update: the message for a slice of the subscribers.
    func nextPart() -> Decision {
        var decision = Decision()
        guard let update else { return decision }
        for session in behind.prefix(SessionHub.toldInOneTurn) where lookers[ObjectIdentifier(session)] === session {
            decision.tell(.anyway(update, to: session))
        }
        behind = behind.dropFirst(SessionHub.toldInOneTurn)
        if behind.isEmpty { (behind, self.update) = ([], nil) }
        return decision
    }
}
