import GameRules
import Messages
import Rooms
import Storage

/// Sends the outcomes of decisions: the only code of the hub that sends messages to connections and feeds.
///
/// The messages of a connection leave in the order in which they were decided, each once what it rests on is durable. A
/// connection remembers the ticket of the last message that it is owed, and later messages wait for that ticket too.
final class Teller: HubPart {
    let context: HubContext
    private let views: Views
    private let audience: Audience
    private let connections: Connections
    private(set) var outbox = Outbox<Owed>()
    /// Tickets known to be lost before storage has answered.
    private var doomed: Set<Int> = []
    /// The place of the last thing told, in the order of decisions.
    private var lastPlace = 0
    private var steps = EntrySteps()
    /// Applies the outcome of a decision that goes beyond its messages.
    var follow: (_ outcome: Outcome, _ ticket: Int, _ durable: Bool) -> Void = { _, _, _ in isUnjoined() }
    /// Called when the end of a room, its new code or its listing has been announced to everybody.
    var roomTold: (_ room: LiveRoom, _ change: RoomTurn) -> Void = { _, _ in isUnjoined() }
    /// Finds a player in memory.
    var player: (PlayerID) -> LivePlayer? = { _ in isUnjoined() }
    /// Called when more messages wait for a connection than may.
    var overwhelmed: (Session) -> Void = { _ in isUnjoined() }
    /// Observes everything that is sent to a connection, with its place in the order of decisions. For tests.
    var witness: ((_ session: Session, _ place: Int) -> Void)?
    /// Lets messages that hold in any case overtake others. For tests, which must detect it.
    var overtakes = false

    /// The maximum number of messages that wait for one connection while the disk is slow. With one more it is closed.
    static let owedAtMost: UInt16 = 512

    init(_ context: HubContext, _ views: Views, _ audience: Audience, _ connections: Connections) {
        self.context = context
        self.views = views
        self.audience = audience
        self.connections = connections
    }

    // MARK: Tickets

    /// Issues a ticket for a transaction that is about to be submitted.
    func ticket() -> Int { outbox.ticket() }

    /// The last ticket issued.
    var submitted: Int { outbox.submitted }

    /// The last ticket that storage has answered.
    var settled: Int { outbox.settled }

    /// The number of submissions that storage has not answered yet.
    var underWay: Int { outbox.underWay }

    /// Whether storage has answered for everything up to `ticket`.
    func isSettled(_ ticket: Int) -> Bool { outbox.isSettled(ticket) }

    /// Whether an unanswered ticket is known to be lost.
    func isDoomed(_ ticket: Int) -> Bool { doomed.contains(ticket) }

    /// Whether all that is under way up to a ticket is lost: nothing of it will be in storage.
    func areDoomed(upTo ticket: Int) -> Bool { ticket > settled && (settled + 1...ticket).allSatisfy(doomed.contains) }

    /// Marks the submissions with these tickets as lost. Messages that rest on them become refusals in turn.
    func lose(_ tickets: Set<Int>) {
        doomed.formUnion(tickets)
        outbox.change { owed in
            if tickets.contains(owed.footing) || owed.grounds.contains(where: tickets.contains) { owed.isLost = true }
        }
    }

    /// Records that storage has answered for everything up to `ticket`, and sends what waited for that.
    func settle(_ ticket: Int) {
        outbox.settle(ticket)
        while let owed = outbox.next() {
            owed.receiver?.owed -= 1
            perform(owed)
        }
        if !doomed.isEmpty { doomed = doomed.filter { $0 > ticket } }
    }

    // MARK: Sending

    /// Sends the messages of a decision that rests on `ticket` (0: on nothing new).
    func tell(_ decision: Decision, restingOn ticket: Int) {
        // The earlier state that a decision rests on is covered: its own transaction is lost with it.
        let footing = ticket > 0 ? ticket : decision.footing
        for telling in decision.tellings { tell(telling, restingOn: footing) }
        var last: LiveRoom?
        for (room, logged, shown) in decision.news {
            if room !== last { for player in room.players.values { player.session.promise(ticket) } }
            last = room
            owe(.news(logged, shown: shown, of: room), to: nil, at: ticket, restingOn: footing)
        }
    }

    /// Sends something once what it rests on is durable, behind all that its receiver is owed.
    func tell(_ telling: Telling, restingOn footing: Int = 0) {
        let receiver = telling.receiver
        guard let session = receiver else { return owe(telling, to: nil, at: footing, restingOn: footing) }
        let ticket = max(footing, session.promised)
        if overtakes, case .anyway = telling {
            return perform(Owed(place: nextPlace(), footing: footing, telling: telling, receiver: session))
        }
        session.promise(ticket)
        owe(telling, to: session, at: ticket, restingOn: footing)
    }

    /// Sends a push behind all that the connection is owed.
    func push(_ message: OutgoingMessage, to session: Session) { tell(.anyway(message, to: session)) }

    /// Refuses a request in any case.
    func refuse(_ request: Int, of session: Session, _ refusal: ErrorReply) {
        push(OutgoingMessage(.error(refusal), re: request), to: session)
    }

    /// Answers a request that depends on no decision, without waiting for the disk: it shows that the server is alive.
    func answerAtOnce(_ request: Int, of session: Session, _ message: ServerMessage) {
        send(OutgoingMessage(message, re: request), to: session)
    }

    private func nextPlace() -> Int {
        lastPlace += 1
        return lastPlace
    }

    func owe(
        _ telling: consuming Telling, to receiver: Session?, at ticket: Int, restingOn footing: Int = 0,
        grounds: [Int] = []
    ) {
        let place = nextPlace()
        let waits = !outbox.isReleased(ticket)
        if waits { steps.note(telling, at: place) }
        let owed = Owed(
            place: place, footing: footing, grounds: grounds, telling: telling, receiver: receiver,
            isLost: doomed.contains(footing) || grounds.contains(where: doomed.contains))
        guard waits else { return perform(owed) }
        outbox.hold(owed, until: ticket)
        guard let session = receiver else { return }
        session.owed += 1
        if session.owed == Teller.owedAtMost + 1 { overwhelmed(session) }
    }

    private func perform(_ owed: Owed) {
        let durable = !owed.isLost
        if let witness, let session = owed.receiver { witness(session, owed.place) }
        switch owed.telling {
        case .answer(let message, let session, let request):
            send(durable ? message : OutgoingMessage(.error(.unavailable), re: request), to: session)
        case .entrance(let entrance):
            open(entrance, durable, isLast: steps.isLast(.init(entrance.session, entrance.room), at: owed.place))
        case .watchingEnded(let message, let room, let session):
            _ = steps.isLast(.init(session, room), at: owed.place)
            send(message, to: session)
        case .seatGivenUp(let seat, let player, let room, let asker): tellOfSeat(seat, player, room, asker, durable)
        case .push(let message, let session): if durable { send(message, to: session) }
        case .anyway(let message, let session): send(message, to: session)
        case .news(let logged, let shown, let room):
            if durable { broadcast(logged, shown, in: room, at: owed.place) }
        case .reaction(let reaction, let seat, let room): send(reaction, of: seat, in: room)
        case .presence(let presence, let room): send(presence, of: room)
        case .snapshot(let message, let sequence, let code, let shard):
            if durable { environment.feeds[shard].publishSnapshot(message, sequence: sequence, to: code) }
        case .outcome(let outcome): follow(outcome, owed.footing, durable)
        }
    }

    private func send(_ message: OutgoingMessage, to session: Session) {
        guard session.isOpen else { return }
        session.output.send(message, isGreeted: session.isGreeted)
    }

    /// Closes a connection for good, in spite of pending messages.
    func close(_ session: Session, _ code: UInt16, because reason: String) {
        session.output.close(code: code, reason: reason)
    }

    /// Sends a message to every greeted connection, a slice per turn, so that players do not wait for ten thousand
    /// writes. It goes from the last connection to the first. A connection that closes meanwhile is replaced by the
    /// last, which may then be sent the message twice.
    func pushToEverybody(_ message: OutgoingMessage) { push(message, before: connections.count) }

    private func push(_ message: OutgoingMessage, before end: Int) {
        let end = min(end, connections.count)
        let start = max(0, end - SessionHub.toldInOneTurn)
        for session in connections.all[start..<end] where session.player != nil { push(message, to: session) }
        guard start > 0 else { return }
        context.inAnotherTurn { [self] in push(message, before: start) }
    }

    // MARK: Entering and leaving

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
        // The end of an earlier feed of the room must be sent before.
        audience.closeFeed(of: room, to: session)
        send(entrance.message, to: session)
        // If the connection has left and entered again, the later entry opens the feed.
        if isLast, let sequence = entrance.feedAfter { audience.openFeed(of: room, to: session, after: sequence) }
    }

    private func tellOfSeat(
        _ seat: Seat, _ player: LivePlayer, _ room: LiveRoom, _ asker: Asker, _ durable: Bool
    ) {
        // The room is shown until then: if the commit fails, members are resynced like everybody else.
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

    /// Tells everybody who saw a dropped room to enter it again.
    func resync(_ room: LiveRoom) {
        let message = OutgoingMessage(.resync(room: room.toldCode.text))
        for player in room.players.values { push(message, to: player.session) }
        audience.forEachFeed(of: room) { $0.end(room.toldCode, with: message) }
        room.forget()
    }

    // MARK: Rooms

    /// Sends the presence of rooms in which it has changed, each behind the events that it rests on. A player
    /// who comes meanwhile may be on a seat that is not durable yet, and is shown by the next one.
    func tellPresence() {
        for room in audience.takeChanged() {
            owe(.presence(room.presence, of: room), to: nil, at: room.ticket)
        }
    }

    private func send(_ presence: Presence, of room: LiveRoom) {
        audience.told(presenceOf: room)
        guard !room.isUnseen else { return }
        let message = OutgoingMessage(.presence(room: room.toldCode.text, presence))
        // A player who has come since was shown a newer one on entering.
        for player in room.players.values where player.session.isSilent || presence.seats.contains(player.seat) {
            push(message, to: player.session)
        }
        audience.forEachFeed(of: room) { $0.publishPresence(message, to: room.toldCode) }
    }

    /// Sends a reaction to everybody who sees the room: nobody if the sender's seat is lost, as the room is forgotten.
    private func send(_ reaction: Reaction, of seat: Seat, in room: LiveRoom) {
        // Under the code that they know when it arrives.
        let message = OutgoingMessage(.reaction(room: room.record.code.text, seat: seat, reaction))
        for player in room.players.values { push(message, to: player.session) }
        guard room.record.code == room.toldCode else { return }
        audience.forEachFeed(of: room) { $0.publishReaction(message, to: room.toldCode) }
    }

    /// Sends a snapshot of a room to the feed on `shard`, for slow watchers. Like the answer to `watch`, it is taken
    /// now and sent when it is durable; if the commit fails, the feed is ended instead.
    func tellSnapshot(of room: LiveRoom, to shard: Int) {
        let entry = views.entry(to: room, nil, isVeiled: room.veil != nil)
        tell(
            .snapshot(
                OutgoingMessage(.snapshot(entry)), sequence: entry.sequence, of: room.toldCode, shard: shard),
            restingOn: room.ticket)
    }

    /// Sends an event to everybody who sees the room and does not know it yet. Precondition: it is due in the order of
    /// decisions.
    private func broadcast(_ logged: LoggedEvent, _ shown: [LoggedEvent]?, in room: LiveRoom, at place: Int) {
        if !room.isUnseen {
            send(logged, of: room, since: logged.sequence, at: place, toWatchers: shown == nil) { [self] session in
                shown == nil || !isPupil(session)
            }
            let isTooMuch = shown.map { $0.count > Teller.mostAtOnce } ?? false
            for event in shown ?? [] {
                send(event, of: room, since: logged.sequence, at: place, toWatchers: true) { [self] in
                    !isTooMuch && isPupil($0)
                }
            }
            if isTooMuch { askBack(pupilsOf: room, since: logged.sequence) }
        }
        switch logged.event {
        case .round(let deal):
            room.told(logged.event)
            for seat in deal.seats { showBoard(deal, to: seat, of: room, after: logged.sequence) }
        case .started(let race, let seat):
            guard let deal = room.state.series?.round?.deal, deal.race == race else { return }
            showBoard(deal, to: seat, of: room, after: logged.sequence)
        case .kicked(let seat): putOut(seat, of: room)
        case .code(let code): tellCode(code, of: room)
        case .closed:
            room.told(logged.event)
            end(room)
        case .listed:
            room.told(logged.event)
            roomTold(room, .listing)
        case .created, .named, .password, .series, .roundOver, .seriesOver: room.told(logged.event)
        case .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .guessed, .finished, .daily, .locked,
            .barred, .unkicked, .ready, .satOut, .settings, .dealt, .played:
            break
        }
    }

    /// Sends an event to the players who entered before `sequence` and are meant, and if wanted to all watchers.
    private func send(
        _ logged: LoggedEvent, of room: LiveRoom, since sequence: Int, at place: Int, toWatchers: Bool,
        where isMeant: (Session) -> Bool
    ) {
        let message = OutgoingMessage(
            .event(room: room.toldCode.text, epoch: room.record.wireEpoch, views.view(of: logged)))
        for player in room.players.values where player.since < sequence && isMeant(player.session) {
            witness?(player.session, place)
            send(message, to: player.session)
        }
        // Watchers must not learn a new code: they are told to leave.
        if case .code = logged.event { return }
        guard toWatchers else { return }
        audience.forEachFeed(of: room) { $0.publish(message, sequence: logged.sequence, to: room.toldCode) }
    }

    /// The number of events that a pupil is sent one by one when a race is over. Where more were kept back, pupils
    /// enter anew and get them as one message.
    static let mostAtOnce = 256

    private func askBack(pupilsOf room: LiveRoom, since sequence: Int) {
        let message = OutgoingMessage(.resync(room: room.toldCode.text))
        for player in room.players.values where player.since < sequence && isPupil(player.session) {
            send(message, to: player.session)
        }
    }

    /// Whether a connection is a pupil's of a classroom. One without a player is nobody's who may see more.
    private func isPupil(_ session: Session) -> Bool { session.player.map { isPupil($0.id) } ?? true }

    /// Sends a member the empty board of a new round, on connections that have not received it when they entered.
    private func showBoard(_ deal: SprintDeal, to seat: Seat, of room: LiveRoom, after sequence: Int) {
        let subscribed = room.players.values.filter { $0.seat == seat && $0.since < sequence }
        guard !subscribed.isEmpty, let board = views.board(of: deal, in: room, asOf: sequence) else { return }
        let message = OutgoingMessage(.board(room: room.toldCode.text, board))
        for player in subscribed { send(message, to: player.session) }
    }

    /// Removes the connections of a kicked player from the room, watching ones included.
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

    /// Makes the new code of a room effective for everybody. Watchers do not learn it.
    private func tellCode(_ code: RoomCode, of room: LiveRoom) {
        let before = room.toldCode
        hideFromWatchers(room, saying: OutgoingMessage(.left(room: before.text, reason: .newCode)))
        room.told(code)
        roomTold(room, .code(before: before))
        audience.changed(room)
    }

    /// Announces that a room is closed.
    private func end(_ room: LiveRoom) {
        let left = OutgoingMessage(.left(room: room.toldCode.text, reason: .closed))
        hideFromWatchers(room, saying: left)
        for player in Array(room.players.values) {
            audience.hide(room, from: player.session)
            push(left, to: player.session)
        }
        roomTold(room, .closed)
    }

    /// Ends the feeds of a room. The hub only counts watchers, so it searches all connections: codes change rarely.
    private func hideFromWatchers(_ room: LiveRoom, saying left: OutgoingMessage) {
        room.turnAwayEarlierWatches()
        guard room.watchers.contains(where: { $0 > 0 }) else { return }
        audience.forEachFeed(of: room) { $0.end(room.toldCode, with: left) }
        for session in connections.all where room.view(of: session) == .watcher {
            _ = room.hide(from: session, now: now)
        }
    }
}
