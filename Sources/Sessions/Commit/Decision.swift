import Messages
import Rooms
import Storage

/// Who wants something, and by which number the answer names the request.
struct Asker {
    let session: Session
    let player: LivePlayer
    let request: Int
}

/// What was decided: what is to become durable, and what is told once it is. Data: nothing in it acts.
///
/// Deciding changes the rooms, games and players in memory at once, as the next decision is made against them. They
/// remember the ticket of the decision, so that nobody is told of them before it is settled.
struct Decision {
    /// In order.
    private(set) var writes: [Write] = []
    /// What is told first, in order.
    private(set) var tellings: [Telling] = []
    /// What rooms hear after that, in order.
    private(set) var news: [(room: LiveRoom, logged: LoggedEvent)] = []
    /// Rooms in which something may be due now.
    private(set) var roomsToLookAt: [LiveRoom] = []
    /// What is told rests on all that is under way up to here, besides on the decision itself.
    private(set) var footing = 0
    private var rooms: [LiveRoom] = []
    private var players: [LivePlayer] = []
    private var game: LiveGame?

    init(writes: [Write] = []) { self.writes = writes }

    // MARK: What becomes durable

    mutating func write(_ write: Write) { writes.append(write) }

    /// Makes events happen in a room's memory, and adds them to what is written and told.
    mutating func append(_ events: [RoomEvent], to room: LiveRoom, time: Int) {
        guard !events.isEmpty else { return }
        for event in events {
            let logged = room.append(event, time: time)
            writes.append(.appendEvent(room.record.id, logged))
            news.append((room, logged))
        }
        if rooms.last !== room { rooms.append(room) }
    }

    /// Remembers that a player is changed.
    mutating func touch(_ player: LivePlayer) {
        if players.last !== player { players.append(player) }
    }

    /// Remembers that a game of a player's is changed. A decision changes one game at most.
    mutating func touch(_ game: LiveGame, of player: LivePlayer) {
        self.game = game
        touch(player)
    }

    /// Marks what the decision has changed with its ticket.
    func stamp(_ ticket: Int) {
        for room in rooms { room.ticket = ticket }
        for player in players { player.ticket = ticket }
        game?.ticket = ticket
    }

    // MARK: What is told

    /// What is told rests on all that is under way up to `ticket`.
    mutating func rests(on ticket: Int) { footing = max(footing, ticket) }

    /// Answers the request.
    mutating func answer(_ asker: Asker, _ message: ServerMessage) {
        answer(asker, OutgoingMessage(message, re: asker.request))
    }

    /// Answers the request with what was encoded before.
    mutating func answer(_ asker: Asker, _ message: OutgoingMessage) {
        tellings.append(.answer(message, to: asker.session, request: asker.request))
    }

    mutating func tell(_ telling: Telling) { tellings.append(telling) }

    /// Something may be due in a room when this is done.
    mutating func look(at room: LiveRoom) { roomsToLookAt.append(room) }
}
