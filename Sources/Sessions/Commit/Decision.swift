import Messages
import Rooms
import Storage

/// The session and player that ask for something, and the number by which the answer names the request.
struct Asker {
    let session: Session
    let player: LivePlayer
    let request: Int
}

/// The outcome of deciding a request: writes to make durable, and messages to send once they are. Data: nothing acts.
///
/// Deciding changes the rooms, games and players in memory at once, as the next decision is made against them. They
/// remember the ticket of the decision, so that nobody is told of them before it is settled.
struct Decision {
    /// In order.
    private(set) var writes: [Write] = []
    /// Messages that are told first, in order.
    private(set) var tellings: [Telling] = []
    /// Events that rooms hear after that, in order.
    private(set) var news: [(room: LiveRoom, logged: LoggedEvent)] = []
    /// Rooms in which something may be due now.
    private(set) var roomsToLookAt: [LiveRoom] = []
    /// The ticket of the earlier submission that the messages rest on, if nothing is written.
    private(set) var footing = 0
    /// Things changed in memory, which have the decision's ticket from its commit on.
    private(set) var rooms: [LiveRoom] = []
    private(set) var players: [LivePlayer] = []
    private(set) var game: LiveGame?

    init(writes: [Write] = []) { self.writes = writes }

    // MARK: What becomes durable

    mutating func write(_ write: Write) { writes.append(write) }

    /// Writes and tells what has happened in a room.
    mutating func note(_ happened: RoomChange) {
        guard !happened.events.isEmpty else { return }
        for logged in happened.events {
            writes.append(.appendEvent(happened.id, logged))
            news.append((happened.room, logged))
        }
        if rooms.last !== happened.room { rooms.append(happened.room) }
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

    // MARK: What is told

    /// Has the messages rest on what was submitted with this ticket. A write rests on that by itself: it changes the
    /// same thing.
    mutating func rests(on ticket: Int) { footing = ticket }

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
