import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// The application: handles the requests of connected clients over storage. It has no sockets; time and randomness are
/// injected. A hub lives on one thread (`HubExecutor`).
///
/// A request is *decoded* (`receive`), its needs are *gathered* (``Library``), a desk *decides* it (``Desks``), the
/// decision is *committed* (``Committer``), and then *told* (``Teller``).
package final class SessionHub {
    let context: HubContext
    let library: Library
    let committer: Committer
    let teller: Teller
    let desks: Desks
    /// The documents of the HTTP API.
    package let documents: Documents
    /// Identities, sessions and deletion.
    package let accounts: AccountActs
    /// The requests of the server's operator.
    package let administration: AdminActs
    let lookers = Lookers()
    let audience: Audience
    private let connections = Connections()
    private let duties: HubDuties
    private let passing: PassingMoves
    let timers: RoomTimers
    let games: GameTimers
    let losses: Losses
    let drain: Drain
    let refused: RefusedWords

    /// The maximum number of connections that one turn sends the same message to.
    static let toldInOneTurn = 256
    /// The interval in ms at which the server should call `tick`.
    package static let tickInterval = 250
    /// The lifetime of a link code in minutes.
    package static let linkMinutes = LinkCodes.lifetime / 60_000
    /// The name that replaces those of deleted players.
    package static let deletedName = "Deleted player"

    /// A hub over an open engine.
    package init(environment: HubEnvironment, settings: HubSettings, puzzles puzzleSource: PuzzleSource) {
        context = HubContext(environment: environment, settings: settings, puzzleSource: puzzleSource)
        let views = Views(context: context)
        let races = DailyRaces(context: context)
        audience = Audience(context)
        teller = Teller(context, views, audience, connections)
        committer = Committer(context, teller)
        library = Library(context, committer, teller, races, lookers)
        refused = RefusedWords(context, committer)
        desks = Desks(context, library, views, races, refused, lookers)
        passing = PassingMoves(context: context, library: library, committer: committer, desks: desks)
        documents = Documents(context, library, desks.lobby)
        let (bans, announcements) = (BanDesk(context), AnnouncementDesk(context))
        accounts = AccountActs(
            context, library, committer, teller, AccountDesk(context, library, desks.names, bans), documents.replays,
            announcements)
        administration = AdminActs(
            context, library, committer, teller, desks.names, accounts, bans, announcements, refused)
        timers = RoomTimers(context, library, committer, desks.rooms.sprints)
        games = GameTimers(context, library, committer, desks.games)
        duties = HubDuties(
            context, library, committer, teller, races, desks, games, timers, accounts, documents.replays, refused,
            lookers)
        losses = Losses(context, library, audience, teller, connections, timers)
        drain = Drain(context, teller)
        join()
    }

    /// The numbers of players and rooms in memory.
    package var loaded: (players: Int, rooms: Int) { (library.players.count, library.rooms.values.count) }

    /// The server's first line, that of "today's word".
    package var firstLine: PuzzleLine { context.settings.lines[0] }

    /// The number of words in the file of `words-left-out`.
    package var wordsLeftOutByFile: Int { context.settings.wordsLeftOut.count }

    /// Today's puzzle; nil before the first was read or drawn.
    var today: PuzzleView? { context.days.today }

    // MARK: Connections

    /// Registers a connection. `identity` is the claim that its cookie or bearer token proves; `place` is its address
    /// for feeds, and `client` its network.
    package func connect(
        _ output: any SessionOutput, at place: SessionPlace, identity: SessionClaim?, of client: ClientNetwork
    ) -> Session {
        let shards = context.environment.feeds.indices
        precondition(shards.contains(place.shard), "a connection lives on a shard that has feeds")
        let session = Session(output: output, place: place, identity: identity, client: client)
        connections.add(session)
        return session
    }

    /// Removes a closed connection.
    package func disconnect(_ session: Session) {
        guard session.isOpen else { return }
        session.end()
        connections.remove(session)
        desks.lobby.end(session)
        lookers.end(session)
        for room in session.rooms { audience.hide(room, from: session) }
        guard let player = session.player else { return }
        library.players.remove(session, of: player)
        accounts.noteEnd(ofVisitBy: player)
    }

    func close(_ session: Session, _ code: UInt16, because reason: String) {
        teller.close(session, code, because: reason)
        disconnect(session)
    }

    /// Marks a connection as silent: it is open, but its network may be gone.
    package func fellSilent(_ session: Session) { audience.setSilent(session, true) }

    /// Marks a silent connection as heard again. Its player comes late to the rounds that were dealt meanwhile.
    package func isHeard(_ session: Session) {
        if audience.setSilent(session, false) { committer.commit(desks.entrance.returned(session)) }
    }

    // MARK: Requests

    /// Handles a text message. Never throws and never traps: invalid messages are answered with an error. `lag`: the
    /// round trip of the connection in ms, 0 if unknown. `instant`: the server time at which the message was read from
    /// the network, now if nil.
    package func receive(_ json: [UInt8], from session: Session, lag: UInt16 = 0, at instant: Int? = nil) {
        guard session.isOpen else { return }
        isHeard(session)
        let request: ClientRequest
        // Reading takes time in proportion to the size, even if the request is refused then.
        let size = 1 + max(0, json.count - 1) >> 10
        let isTooFast = session.bucket.take(size, of: context.settings.requestRate, now: context.now)
        do {
            request = try ClientRequest(decoding: json)
        } catch {
            let retry = isTooFast ?? tooManyRequests(of: session.player, cost: size)
            let reply = retry.map(ErrorReply.rateLimited) ?? ErrorReply(error.code, error.reason)
            teller.push(OutgoingMessage(.error(reply), re: error.id), to: session)
            return countRefusal(of: session, size, wasLimited: retry != nil)
        }
        if let retry = isTooFast ?? tooManyRequests(of: session.player, cost: max(size, request.message.cost)) {
            countRefusal(of: session, size, wasLimited: true)
            return teller.refuse(request.id, of: session, .rateLimited(retry))
        }
        if case .ping = request.message, session.isGreeted {
            let answer = context.isDraining ? ServerMessage.error(.draining) : .pong(time: context.now)
            return teller.answerAtOnce(request.id, of: session, answer)
        }
        let arrived = ArrivedRequest(request: request, instant: min(instant ?? context.now, context.now), lag: lag)
        guard session.isBusy else { return handle(arrived, session) }
        guard session.queue(arrived, atMost: context.settings.waitingRequests) else {
            return teller.refuse(request.id, of: session, .rateLimited(1_000))
        }
        letMovesPass(on: session)
    }

    /// Charges a player's rate over all connections. Returns the ms to wait if it is exceeded, else nil.
    private func tooManyRequests(of player: LivePlayer?, cost: Int) -> Int? {
        player?.requests.take(cost, of: context.settings.playerRate, now: context.now)
    }

    /// Closes a connection that ignores `rate_limited`. Refusals are forgiven over time, not by the next admitted
    /// request: in a flood some requests are admitted.
    private func countRefusal(of session: Session, _ size: Int, wasLimited: Bool) {
        guard wasLimited, session.refusals.take(size, of: context.settings.refusals, now: context.now) != nil else {
            return
        }
        close(session, SessionEnd.tooMuch, because: "too many messages")
    }

    private func handle(_ arrived: ArrivedRequest, _ session: Session) {
        let request = arrived.request
        guard !context.isDraining else { return teller.refuse(request.id, of: session, .draining) }
        if case .hello(let version, let token) = request.message {
            return whileBusy(session) { accounts.hello(request.id, session, version: version, token: token, then: $0) }
        }
        guard let player = session.player else { return teller.refuse(request.id, of: session, .helloFirst) }
        guard !committer.isBehind else {
            guard request.message.isMoveAgainstTime else {
                return teller.refuse(request.id, of: session, .rateLimited(250))
            }
            // Refused, it could not be sent again in time: sent anew, it would have been read after the end.
            session.queueFirst(arrived)
            return whileBusy(session) { context.held.add($0) }
        }
        guard !player.isInDoubt else { return settle(player, before: arrived, session) }
        let asker = Asker(session, player, arrived)
        do throws(ErrorReply) {
            let need = try desks.need(request.message, of: asker)
            if let gathered = library.atHand(need, for: asker) {
                return conclude(request.message, asker, .success(gathered))
            }
            whileBusy(session, isMove: request.message.isMoveAgainstTime) { [self] done in
                library.gather(need, for: asker) { [self] result in
                    if session.isOpen { conclude(request.message, asker, result) }
                    done()
                }
            }
        } catch {
            teller.refuse(asker, error, restingOn: library.grounds(of: asker, request.message, nil))
        }
    }

    /// Reads a player in doubt before a request is looked at: memory may be wrong about what it would be refused for.
    /// Meanwhile the request stands in the queue, where its round sees it if it is a move.
    private func settle(_ player: LivePlayer, before arrived: ArrivedRequest, _ session: Session) {
        session.queueFirst(arrived)
        whileBusy(session) { [self] done in
            library.players.settle(player) { [self] result in
                defer { done() }
                guard case .failure = result, let first = session.takeFirst() else { return }
                teller.refuse(first.request.id, of: session, .unavailable)
            }
        }
    }

    private func conclude(_ message: ClientMessage, _ asker: Asker, _ result: Result<Gathered, ErrorReply>) {
        var gathered: Gathered?
        do throws(ErrorReply) {
            let state = try result.get()
            gathered = state
            committer.commit(try desks.decide(message, of: asker, state))
        } catch {
            teller.refuse(asker, error, restingOn: library.grounds(of: asker, message, gathered))
        }
    }

    /// Queues a session's further requests until the work calls its argument, once.
    private func whileBusy(
        _ session: Session, isMove: Bool = false, _ work: (_ done: @escaping () -> Void) -> Void
    ) {
        session.whileBusy(isMove: isMove, work) { [self] in handle($0, session) }
        letMovesPass(on: session)
    }

    /// Decides the moves against the clock that need not wait as a session's other requests do.
    private func letMovesPass(on session: Session) {
        while let move = passing.next(on: session) { conclude(move.message, move.asker, .success(move.gathered)) }
    }

    // MARK: The clock

    /// Reads or draws today's puzzle, and reads the announcement. The hub can serve afterwards.
    package func start(then: @escaping (Result<Void, StorageError>) -> Void) {
        // Which words are left out is known before any is drawn.
        administration.start { [self] in if case .success = $0 { duties.start(then: then) } else { then($0) } }
    }

    /// Does what is due by the clock.
    package func tick() { duties.tick() }

    /// Asks storage whether it can commit; `HubEnvironment.storageAnswered` hears the answer.
    package func probeStorage() {
        if let today = context.days.today, !context.isDraining { committer.probe(today.puzzle.day) }
    }

    /// Publishes a snapshot of a room to the feed on `shard` that asked for it.
    package func publishSnapshot(of code: RoomCode, to shard: Int) {
        if let room = library.rooms[code] { teller.tellSnapshot(of: room, to: shard) }
    }

    // MARK: Shutdown

    /// Begins nothing new. Calls `done` when everything under way has been sent.
    package func drain(_ done: @escaping () -> Void) { drain.begin(done) }
}
