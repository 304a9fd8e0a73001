import GameRules
import Messages
import Rooms
import Storage

/// Tells what was decided: the only code that writes to connections and feeds.
///
/// Whatever goes to one connection leaves in the order in which it was decided, each message when what it rests on is
/// durable: nothing overtakes. A connection remembers the ticket of the last thing that it is owed, and all that comes
/// later waits for that, too.
final class Teller: HubPart {
    let context: HubContext
    private let views: Views
    private let audience: Audience
    private let connections: Connections
    private var outbox = Outbox<Owed>()
    /// Tickets that are known to be lost before storage has said so.
    private var doomed: Set<Int> = []
    private var told = 0
    /// Of connections that are to be shown a room, or no more, the last place at which they are. As many as are owed.
    private var steps: [Step: Int] = [:]
    /// What follows from decisions for others than those who are told.
    var follow: (_ outcome: Outcome, _ ticket: Int, _ durable: Bool) -> Void = { _, _, _ in }
    /// A room is closed, or has its new code, for everybody.
    var roomTold: (_ room: LiveRoom, _ change: RoomChange) -> Void = { _, _ in }
    /// A player in memory.
    var player: (PlayerID) -> LivePlayer? = { _ in nil }
    /// A connection is owed more than it may be.
    var overwhelmed: (Session) -> Void = { _ in }
    /// Sees everything that is told to a connection, with its place in the order of decisions. For tests.
    var witness: ((_ session: Session, _ place: Int) -> Void)?
    /// Lets what is true whatever is lost overtake. For tests, which must find it.
    var isHasty = false

    /// What changes for a room when it is told.
    enum RoomChange {
        /// It is found by its new code only; the one before.
        case code(before: RoomCode)
        case closed
    }

    /// Messages that may wait for one connection while the disk is behind. With one more it is closed.
    static let owedAtMost: UInt16 = 512

    /// A connection at the door of a room.
    private struct Step: Hashable {
        let session: ObjectIdentifier
        let room: ObjectIdentifier

        init(_ session: Session, _ room: LiveRoom) {
            self.session = ObjectIdentifier(session)
            self.room = ObjectIdentifier(room)
        }
    }

    private struct Owed {
        /// In the order of decisions.
        let place: Int
        /// The ticket without which it is not so.
        let footing: Int
        let telling: Telling
        var isLost = false
    }

    init(_ context: HubContext, _ views: Views, _ audience: Audience, _ connections: Connections) {
        self.context = context
        self.views = views
        self.audience = audience
        self.connections = connections
    }

    // MARK: The order

    /// A ticket for a transaction that is about to be submitted.
    func ticket() -> Int { outbox.ticket() }

    /// The last ticket that was given.
    var submitted: Int { outbox.submitted }

    /// The last ticket for which storage has answered.
    var settled: Int { outbox.settled }

    /// Submissions that storage has not answered yet.
    var underWay: Int { outbox.underWay }

    /// Whether nothing is under way up to `ticket`.
    func isSettled(_ ticket: Int) -> Bool { outbox.isSettled(ticket) }

    /// Whether a ticket is under way, and known to be lost.
    func isDoomed(_ ticket: Int) -> Bool { doomed.contains(ticket) }

    /// What was submitted with these tickets is lost: who waits for it hears that in turn.
    func lose(_ tickets: Set<Int>) {
        doomed.formUnion(tickets)
        outbox.change { owed in
            if tickets.contains(owed.footing) { owed.isLost = true }
        }
    }

    /// Storage has answered for everything up to `ticket`: tells what waited for that.
    func settle(_ ticket: Int) {
        outbox.settle(ticket)
        while let owed = outbox.next() {
            owed.telling.receiver?.owed -= 1
            perform(owed)
        }
        if !doomed.isEmpty { doomed = doomed.filter { $0 > ticket } }
    }

    // MARK: What is told

    /// Tells what was decided and rests on `ticket` (0: on nothing new).
    func tell(_ decision: Decision, restingOn ticket: Int) {
        // Of what a decision was made against, its own transaction is lost with it.
        let footing = ticket > 0 ? ticket : decision.footing
        for telling in decision.tellings { tell(telling, restingOn: footing) }
        var last: LiveRoom?
        for (room, logged) in decision.news {
            if room !== last { for player in room.players.values { player.session.promise(ticket) } }
            last = room
            owe(.news(logged, of: room), at: ticket, restingOn: footing)
        }
    }

    /// Tells something once what it rests on is durable, behind all that its receiver is owed.
    func tell(_ telling: Telling, restingOn footing: Int = 0) {
        guard let session = telling.receiver else { return owe(telling, at: footing, restingOn: footing) }
        let ticket = max(footing, session.promised)
        if isHasty, case .anyway = telling {
            return perform(Owed(place: nextPlace(), footing: footing, telling: telling))
        }
        session.promise(ticket)
        owe(telling, at: ticket, restingOn: footing)
    }

    /// Sends a push, behind all that the connection is owed.
    func push(_ message: OutgoingMessage, to session: Session) { tell(.anyway(message, to: session)) }

    /// Refuses a request.
    func refuse(_ request: Int, of session: Session, _ refusal: ErrorReply) {
        push(OutgoingMessage(.error(refusal), re: request), to: session)
    }

    /// Answers what does not depend on any decision: nobody waits for the disk to hear that the server is there.
    func answerAtOnce(_ request: Int, of session: Session, _ message: ServerMessage) {
        send(OutgoingMessage(message, re: request), to: session)
    }

    private func nextPlace() -> Int {
        told += 1
        return told
    }

    private func owe(_ telling: Telling, at ticket: Int, restingOn footing: Int = 0) {
        let owed = Owed(
            place: nextPlace(), footing: footing, telling: telling, isLost: doomed.contains(footing))
        guard outbox.hold(owed, until: ticket) else { return perform(owed) }
        switch telling {
        case .entrance(let entrance): steps[Step(entrance.session, entrance.room)] = owed.place
        case .watchingEnded(_, let room, let session): steps[Step(session, room)] = owed.place
        case .answer, .seatGivenUp, .push, .anyway, .news, .reaction, .presence, .snapshot, .outcome, .resume: break
        }
        guard let session = telling.receiver else { return }
        session.owed += 1
        if session.owed == Teller.owedAtMost + 1 { overwhelmed(session) }
    }

    private func perform(_ owed: Owed) {
        let durable = !owed.isLost
        if let witness, let session = owed.telling.receiver { witness(session, owed.place) }
        switch owed.telling {
        case .answer(let message, let session, let request):
            send(durable ? message : OutgoingMessage(.error(.unavailable), re: request), to: session)
        case .entrance(let entrance):
            open(entrance, durable, isLast: isLast(Step(entrance.session, entrance.room), owed.place))
        case .watchingEnded(let message, let room, let session):
            _ = isLast(Step(session, room), owed.place)
            send(message, to: session)
        case .seatGivenUp(let seat, let player, let room, let asker): tellOfSeat(seat, player, room, asker, durable)
        case .push(let message, let session): if durable { send(message, to: session) }
        case .anyway(let message, let session): send(message, to: session)
        case .news(let logged, let room): if durable { broadcast(logged, in: room, at: owed.place) }
        case .reaction(let reaction, let seat, let room): tell(reaction, of: seat, in: room)
        case .presence(let room): tellPresence(of: room)
        case .snapshot(let message, let sequence, let code, let shard):
            if durable { environment.feeds[shard].publishSnapshot(message, sequence: sequence, to: code) }
        case .outcome(let outcome): follow(outcome, owed.footing, durable)
        case .resume(let work): work(durable)
        }
    }

    private func send(_ message: OutgoingMessage, to session: Session) {
        guard session.isOpen else { return }
        session.output.send(message)
    }

    /// Closes a connection for good, whatever it is owed.
    func close(_ session: Session, _ code: UInt16, because reason: String) {
        session.output.close(code: code, reason: reason)
    }

    /// Sends a message to everybody who has said hello, a few in one turn: nobody who plays waits for ten thousand
    /// writes. It goes from the last connection to the first: who goes meanwhile is replaced by the last, who then may
    /// be told twice.
    func pushToEverybody(_ message: OutgoingMessage) { push(message, before: connections.count) }

    private func push(_ message: OutgoingMessage, before end: Int) {
        let end = min(end, connections.count)
        let start = max(0, end - SessionHub.toldInOneTurn)
        for session in connections.all[start..<end] where session.player != nil { push(message, to: session) }
        guard start > 0 else { return }
        context.inAnotherTurn { [self] in push(message, before: start) }
    }

    // MARK: Those who come and go

    /// Whether nothing that was decided later is to be told of the same step.
    private func isLast(_ step: Step, _ place: Int) -> Bool {
        guard let last = steps[step] else { return true }
        if last == place { steps[step] = nil }
        return last <= place
    }

    private func open(_ entrance: Entrance, _ durable: Bool, isLast: Bool) {
        let (session, room) = (entrance.session, entrance.room)
        let code = entrance.code
        let isWatcher = entrance.feedAfter != nil
        guard durable, !room.isForgotten else {
            send(OutgoingMessage(.error(.unavailable), re: entrance.request), to: session)
            if entrance.wasPlayer { send(OutgoingMessage(.resync(room: code)), to: session) }
            return
        }
        guard !isWatcher || entrance.generation == room.generationOfWatchers else {
            send(OutgoingMessage(.error(.noSuchRoom), re: entrance.request), to: session)
            let reason = room.state.door.isClosed ? LeaveReason.closed : .newCode
            if entrance.wasPlayer { send(OutgoingMessage(.left(room: code, reason: reason)), to: session) }
            return
        }
        // Of a room that was forgotten it may still have to hear, and it must before.
        audience.closeFeed(of: room, to: session)
        send(entrance.message, to: session)
        // Who has left meanwhile, and come in again, is told more when that is.
        if isLast, let sequence = entrance.feedAfter { audience.openFeed(of: room, to: session, after: sequence) }
    }

    private func tellOfSeat(
        _ seat: Seat, _ player: LivePlayer, _ room: LiveRoom, _ asker: Asker, _ durable: Bool
    ) {
        // They see the room until then: if the disk fails, they are told to come in again like everybody else.
        guard durable else {
            return send(OutgoingMessage(.error(.unavailable), re: asker.request), to: asker.session)
        }
        let left = ServerMessage.left(room: room.toldCode.text)
        for other in player.sessions where room.view(of: other) == .player(seat) {
            audience.hide(room, from: other)
            if other !== asker.session { push(OutgoingMessage(left), to: other) }
        }
        send(OutgoingMessage(left, re: asker.request), to: asker.session)
    }

    /// Everybody who saw a room that is forgotten has to come in again.
    func resync(_ room: LiveRoom) {
        let message = OutgoingMessage(.resync(room: room.toldCode.text))
        for player in room.players.values { push(message, to: player.session) }
        audience.forEachFeed(of: room) { $0.end(room.toldCode, with: message) }
        room.forget()
    }

    // MARK: Rooms

    /// Sends who is there to the rooms in which that has changed, each behind the news that it is owed.
    func tellPresence() {
        for room in audience.takeChanged() { owe(.presence(of: room), at: room.ticket) }
    }

    private func tellPresence(of room: LiveRoom) {
        room.isPresenceDirty = false
        guard !room.isUnseen else { return }
        let message = OutgoingMessage(.presence(room: room.toldCode.text, room.presence))
        for player in room.players.values { push(message, to: player.session) }
        audience.forEachFeed(of: room) { $0.publishPresence(message, to: room.toldCode) }
    }

    /// Shows a reaction to everybody who sees the room.
    private func tell(_ reaction: Reaction, of seat: Seat, in room: LiveRoom) {
        // By the code that they know when they hear it.
        let message = OutgoingMessage(.reaction(room: room.record.code.text, seat: seat, reaction))
        for player in room.players.values { push(message, to: player.session) }
        guard room.record.code == room.toldCode else { return }
        audience.forEachFeed(of: room) { $0.publishReaction(message, to: room.toldCode) }
    }

    /// A feed on `shard` wants the whole picture of a room, for watchers that had fallen behind. Like the answer to
    /// `watch` it is taken now and told when it is durable; if it does not become so, the feed is told to end instead.
    func tellSnapshot(of room: LiveRoom, to shard: Int) {
        let entry = views.entry(to: room, nil)
        tell(
            .snapshot(
                OutgoingMessage(.snapshot(entry)), sequence: entry.sequence, of: room.toldCode, shard: shard),
            restingOn: room.ticket)
    }

    /// Sends an event to everybody who sees the room and does not know it yet. It is their turn: they were promised it.
    private func broadcast(_ logged: LoggedEvent, in room: LiveRoom, at place: Int) {
        if !room.isUnseen {
            let message = OutgoingMessage(
                .event(room: room.toldCode.text, epoch: room.record.wireEpoch, views.view(of: logged)))
            for player in room.players.values where player.since < logged.sequence {
                witness?(player.session, place)
                send(message, to: player.session)
            }
            // A new code is not for watchers: they are told to leave.
            if case .code = logged.event {
            } else {
                audience.forEachFeed(of: room) { $0.publish(message, sequence: logged.sequence, to: room.toldCode) }
            }
        }
        switch logged.event {
        case .round(let deal): for seat in deal.seats { showBoard(deal, to: seat, of: room, after: logged.sequence) }
        case .started(let race, let seat):
            guard let deal = room.state.series?.sprint?.deal, deal.race == race else { return }
            showBoard(deal, to: seat, of: room, after: logged.sequence)
        case .kicked(let seat): putOut(seat, of: room)
        case .code(let code): tellCode(code, of: room)
        case .closed: end(room)
        case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .guessed, .finished, .named,
            .locked, .password, .listed, .barred, .unkicked, .ready, .satOut, .settings, .series, .played, .roundOver,
            .seriesOver:
            break
        }
    }

    /// A round begins for a member: the empty board, to those connections that have not been shown it when they came
    /// in.
    private func showBoard(_ deal: SprintDeal, to seat: Seat, of room: LiveRoom, after sequence: Int) {
        let subscribed = room.players.values.filter { $0.seat == seat && $0.since < sequence }
        guard !subscribed.isEmpty, let board = views.board(of: deal) else { return }
        let message = OutgoingMessage(.board(room: room.toldCode.text, board))
        for player in subscribed { send(message, to: player.session) }
    }

    /// A member has been kicked: the player's connections see the room no more, those that watch included.
    private func putOut(_ seat: Seat, of room: LiveRoom) {
        let left = OutgoingMessage(.left(room: room.toldCode.text, reason: .kicked))
        let kicked = room.state.door.kicked.first { $0.seat == seat }.flatMap { player($0.player) }
        var seeing = room.players.values.filter { $0.seat == seat }.map(\.session)
        for session in kicked?.sessions ?? FewObjects() where room.view(of: session) == .watcher {
            seeing.append(session)
        }
        for session in seeing {
            audience.hide(room, from: session)
            push(left, to: session)
        }
    }

    /// The room has its new code for everybody from now on. Those who only watch do not learn it.
    private func tellCode(_ code: RoomCode, of room: LiveRoom) {
        let before = room.toldCode
        hideFromWatchers(room, saying: OutgoingMessage(.left(room: before.text, reason: .newCode)))
        room.tell(code)
        roomTold(room, .code(before: before))
        audience.changed(room)
    }

    /// The room is no more.
    private func end(_ room: LiveRoom) {
        let left = OutgoingMessage(.left(room: room.toldCode.text, reason: .closed))
        hideFromWatchers(room, saying: left)
        for player in Array(room.players.values) {
            audience.hide(room, from: player.session)
            push(left, to: player.session)
        }
        roomTold(room, .closed)
    }

    /// Ends the feeds of a room. The hub only counts watchers, so all connections are looked at: codes change rarely.
    private func hideFromWatchers(_ room: LiveRoom, saying left: OutgoingMessage) {
        room.putWatchersOut()
        guard room.watchers.contains(where: { $0 > 0 }) else { return }
        audience.forEachFeed(of: room) { $0.end(room.toldCode, with: left) }
        for session in connections.all where room.view(of: session) == .watcher {
            _ = room.hide(from: session, now: now)
        }
    }
}

extension Telling {
    /// The connection to which it goes; nil if it is not one.
    fileprivate var receiver: Session? {
        switch self {
        case .answer(_, let session, _), .watchingEnded(_, _, let session), .push(_, let session),
            .anyway(_, let session):
            session
        case .entrance(let entrance): entrance.session
        case .seatGivenUp(_, _, _, let asker): asker.session
        case .news, .reaction, .presence, .snapshot, .outcome, .resume: nil
        }
    }
}
