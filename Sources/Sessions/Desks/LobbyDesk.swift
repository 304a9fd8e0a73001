import Messages
import Rooms
import Storage

/// The lobby: rooms whose hosts want them found, as long as somebody is there.
final class LobbyDesk: HubPart {
    let context: HubContext
    private let library: Library
    private let teller: Teller
    /// Connections that look at the lobby.
    private var lookers: [ObjectIdentifier: Session] = [:]
    /// What they were told last.
    private var told: [LobbyRoom] = []
    /// Some of them are still to be told that.
    private var isTelling = false
    /// Somebody was shown something else.
    private var hasOthers = false
    /// When they are told again at the earliest.
    private var due = 0
    /// What the lobby showed, and when, if it was a choice among many.
    private var made: (at: Int, rooms: [LobbyRoom])?

    /// Rooms that the lobby shows at most, those with the most members first.
    static let size = 50
    /// ms that the choice of those rooms among many others stands, so that nobody can have them sorted again and again.
    static let age = 250
    /// ms between two pushes of the lobby, for each thousand who look at it, begun ones counting.
    private static let interval = 1_000

    init(_ context: HubContext, _ library: Library, _ teller: Teller) {
        self.context = context
        self.library = library
        self.teller = teller
    }

    /// Whether nobody looks.
    var isEmpty: Bool { lookers.isEmpty }

    /// `lobby`: a connection looks at it from now on, or no more.
    func look(_ asker: Asker, isOn: Bool) -> Decision {
        lookers[ObjectIdentifier(asker.session)] = isOn ? asker.session : nil
        let shown = isOn ? rooms : []
        // What the others were shown may be that again when they are told next; or they are being told of it just now.
        if isOn && (shown != told || isTelling) { hasOthers = true }
        var decision = Decision()
        decision.answer(asker, .lobby(shown))
        return decision
    }

    /// A connection is gone.
    func end(_ session: Session) { lookers[ObjectIdentifier(session)] = nil }

    /// What the lobby shows.
    var rooms: [LobbyRoom] {
        if let made, now < made.at + LobbyDesk.age { return made.rooms }
        let rooms = topRooms
        // Where all are shown they are few, and it costs next to nothing.
        made = library.rooms.listed.count > LobbyDesk.size ? (now, rooms) : nil
        return rooms
    }

    private var topRooms: [LobbyRoom] {
        let shown = library.rooms.listed.filter { !$0.isUnseen }.map { ($0, $0.presence) }
        let ordered = shown.sorted { a, b in
            (b.1.seats.count, b.1.watchers, a.0.toldCode.text) < (a.1.seats.count, a.1.watchers, b.0.toldCode.text)
        }
        return ordered.prefix(LobbyDesk.size).map { room, presence in
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
    func tellChanges() {
        guard !lookers.isEmpty, now >= due, !isTelling else { return }
        due = now + LobbyDesk.interval * (1 + lookers.count / 1_000)
        let shown = rooms
        guard shown != told || hasOthers else { return }
        told = shown
        hasOthers = false
        tell(OutgoingMessage(.lobby(shown)), to: Array(lookers.values)[...])
    }

    /// Tells the lobby to those who still look at it, a few in one turn.
    private func tell(_ message: OutgoingMessage, to sessions: ArraySlice<Session>) {
        for session in sessions.prefix(SessionHub.toldInOneTurn)
        where lookers[ObjectIdentifier(session)] === session {
            teller.push(message, to: session)
        }
        let rest = sessions.dropFirst(SessionHub.toldInOneTurn)
        isTelling = !rest.isEmpty
        if isTelling { context.inAnotherTurn { [self] in tell(message, to: rest) } }
    }
}
