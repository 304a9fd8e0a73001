import Messages
import Rooms
import Storage

/// The session and player that ask for something, the number by which the answer names the request, and the instant of
/// its arrival. The instant is that at which the request was read from the network, in ms since 1970-01-01 UTC. Moves
/// are timed by that instant: a busy hub costs nobody a part of the time. `lag` is the round trip that the connection
/// had then, in ms, 0 if unknown.
struct Asker {
    let session: Session
    let player: LivePlayer
    let request: Int
    let arrived: Int
    let lag: UInt16
}

extension Asker {
    /// The asker of a request that has arrived.
    init(_ session: Session, _ player: LivePlayer, _ arrived: ArrivedRequest) {
        self.init(
            session: session, player: player, request: arrived.request.id, arrived: arrived.instant, lag: arrived.lag)
    }
}

/// The outcome of deciding a request: writes to make durable, and messages to send once they are. A value without
/// effects.
///
/// Deciding changes the rooms, games and players in memory at once, because the next decision is made against them.
/// They remember the decision's ticket, so that nobody learns of the change before it is settled.
struct Decision {
    /// The writes, in order.
    private(set) var writes: [Write] = []
    /// Messages that are sent first, in order.
    private(set) var tellings: [Telling] = []
    /// Room events that are sent after `tellings`, in order.
    private(set) var news: [(room: LiveRoom, logged: LoggedEvent, shown: [LoggedEvent]?)] = []
    /// Connections whose view of a room has changed, in order.
    private(set) var viewChanges: [ViewChange] = []
    /// Rooms to check for something due.
    private(set) var roomsToLookAt: [LiveRoom] = []
    /// The ticket of the earlier submission that the messages rest on, if the decision has no writes.
    private(set) var footing = 0
    /// The changed rooms, which get the decision's ticket when it is committed.
    private(set) var rooms: [LiveRoom] = []
    private(set) var players: [LivePlayer] = []
    private(set) var game: LiveGame?
    /// Rooms that the decision was made against and does not change: it is lost with what is under way there.
    private(set) var grounds: [LiveRoom] = []

    init(writes: [Write] = []) { self.writes = writes }

    /// Makes room for a move, its event in one room, and the end of the game. Grown step by step, the arrays of every
    /// guess would be allocated anew each time.
    mutating func reserveForMove() {
        writes.reserveCapacity(3)
        tellings.reserveCapacity(3)
    }

    // MARK: Writes

    mutating func write(_ write: Write) { writes.append(write) }

    /// Writes and announces the events of a room.
    mutating func note(_ happened: RoomChange) {
        guard !happened.events.isEmpty else { return }
        for (index, logged) in happened.events.enumerated() {
            writes.append(.appendEvent(happened.id, logged))
            news.append((happened.room, logged, happened.shown?[index]))
        }
        if rooms.last !== happened.room { rooms.append(happened.room) }
    }

    /// Writes an act into the audit log, and into the operator's once it is durable.
    mutating func note(_ act: AdminAct) {
        write(.noteAct(act))
        tell(.outcome(.noted(act.sentence)))
    }

    /// Marks a player as changed.
    mutating func touch(_ player: LivePlayer) {
        if players.last !== player { players.append(player) }
    }

    /// Marks a player's game as changed. A decision changes one game at most.
    mutating func touch(_ game: LiveGame, of player: LivePlayer) {
        self.game = game
        touch(player)
    }

    // MARK: Messages

    /// Makes the messages wait for the submission with this ticket. A decision with writes needs no call: it changes
    /// the same thing.
    mutating func rests(on ticket: Int) { footing = ticket }

    /// Makes the writes rest on rooms that they do not change.
    mutating func rests(on rooms: [LiveRoom]) { grounds += rooms }

    /// Answers the request.
    mutating func answer(_ asker: Asker, _ message: ServerMessage) {
        answer(asker, OutgoingMessage(message, re: asker.request))
    }

    /// Answers the request with a message that is encoded already.
    mutating func answer(_ asker: Asker, _ message: OutgoingMessage) {
        tellings.append(.answer(message, to: asker.session, request: asker.request))
    }

    mutating func tell(_ telling: Telling) { tellings.append(telling) }

    /// Has presence and feeds follow a connection that sees a room, or no longer.
    mutating func changedView(_ change: ViewChange) { viewChanges.append(change) }

    /// Has a room checked for something due once this decision is made.
    mutating func look(at room: LiveRoom) { roomsToLookAt.append(room) }
}
