import Messages
import Rooms
import Storage

// The lobby: rooms whose hosts want them found, as long as somebody is there.
extension SessionHub {
    /// Rooms that the lobby shows at most, those with the most members first.
    static let lobbySize = 50
    /// ms that the choice of those rooms among many others stands, so that nobody can have them sorted again and again.
    static let lobbyAge = 250
    /// ms between two pushes of the lobby, for each thousand who look at it, begun ones counting.
    static let lobbyInterval = 1_000

    func lobby(_ id: Int, _ session: Session, isOn: Bool) {
        lobbySessions[ObjectIdentifier(session)] = isOn ? session : nil
        let shown = isOn ? lobbyRooms : []
        // What the others were shown may be that again when they are told next; or they are being told of it just now.
        if isOn && (shown != lobbyShown || isTellingLobby) { lobbyHasOthers = true }
        session.reply(to: id, .lobby(shown))
    }

    /// `GET /api/v1/rooms`.
    package func rooms(then: @escaping QueryReply) {
        var json = JSONWriter(reservingCapacity: 4_096)
        json.object { LobbyRoom.write(lobbyRooms, to: &$0) }
        then(.success(json.bytes))
    }

    private var lobbyRooms: [LobbyRoom] {
        if let made = lobbyMade, now < made.at + SessionHub.lobbyAge { return made.rooms }
        let rooms = topRooms
        // Where all are shown they are few, and it costs next to nothing.
        lobbyMade = self.rooms.listed.count > SessionHub.lobbySize ? (now, rooms) : nil
        return rooms
    }

    private var topRooms: [LobbyRoom] {
        let shown = rooms.listed.filter { !$0.isUnseen }.map { ($0, $0.presence) }
        let ordered = shown.sorted { a, b in
            (b.1.seats.count, b.1.watchers, a.0.toldCode.text) < (a.1.seats.count, a.1.watchers, b.0.toldCode.text)
        }
        return ordered.prefix(SessionHub.lobbySize).map { room, presence in
            let state = room.state
            return LobbyRoom(
                code: room.toldCode.text, name: state.name, present: presence.seats.count, watchers: presence.watchers,
                password: state.door.password != nil,
                series: state.series.flatMap { series in
                    state.isSeriesRunning
                        ? LobbyRoom.Progress(
                            phase: series.phase.rawValue, round: series.round, of: series.settings.rounds) : nil
                })
        }
    }

    /// Tells those who look at the lobby what it shows now, if that is something else.
    func sendLobby() {
        guard !lobbySessions.isEmpty, now >= lobbyDue, !isTellingLobby else { return }
        lobbyDue = now + SessionHub.lobbyInterval * (1 + lobbySessions.count / 1_000)
        let shown = lobbyRooms
        guard shown != lobbyShown || lobbyHasOthers else { return }
        lobbyShown = shown
        lobbyHasOthers = false
        tellLobby(OutgoingMessage(.lobby(shown)), to: Array(lobbySessions.values)[...])
    }

    /// Tells the lobby to those who still look at it, a few in one turn.
    private func tellLobby(_ message: OutgoingMessage, to sessions: ArraySlice<Session>) {
        for session in sessions.prefix(SessionHub.toldInOneTurn)
        where lobbySessions[ObjectIdentifier(session)] === session {
            session.send(message)
        }
        let rest = sessions.dropFirst(SessionHub.toldInOneTurn)
        isTellingLobby = !rest.isEmpty
        if isTellingLobby { inAnotherTurn { [self] in tellLobby(message, to: rest) } }
    }
}
