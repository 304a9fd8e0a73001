import GameRules
import Leaderboards
import Messages
import Puzzles
import Rooms
import Storage
import WordLists

/// The application: what connected clients may do. Requests come in, messages go out, over storage; no sockets, and
/// time and randomness are given. A hub lives on one thread (`HubExecutor`).
///
/// Read it along the line of a guess: `receive` → `handle` → `guess` (judge) → `commit` (storage) → `reply` and
/// `broadcast`.
package final class SessionHub {
    let environment: HubEnvironment
    let settings: HubSettings
    let library: PuzzleLibrary
    /// Whether a new day is being prepared.
    var isTurning = false
    /// Today's puzzle; nil until the first was read or drawn.
    var today: PuzzleView?

    /// Every connection, also those before `hello`. `Session.index` is the place of each.
    private(set) var sessions: [Session] = []
    var players: [PlayerID: LivePlayer] = [:]
    var rooms = LiveRooms()
    /// When the hub began: who was connected before that, nobody knows.
    let startedAt: Int
    /// Those of which presence is to be sent.
    var roomsWithNews: [LiveRoom] = []
    var looks = NameLooks()

    var linkCodes: LinkCodes
    /// The instants until which players in memory keep the names that the operator gave them. Apart from the players,
    /// since few have one.
    var namesKept: [PlayerID: Int] = [:]
    /// Players who are signing out everywhere: how often they have when what is under way is durable.
    var signOutsUnderWay: [PlayerID: Int] = [:]
    /// Players who are about to be nobody: nothing is begun for them, and nobody is told that there is none either.
    var playersBeingDeleted: Set<PlayerID> = []
    /// How many have been.
    var deletions = 0
    /// Which deletion was the last to take a name out of a room, of those since any room began to be read.
    var namesGone: [RoomID: Int] = [:]

    /// Connections that look at the lobby, what they were told last, and when they are told again at the earliest.
    var lobbySessions: [ObjectIdentifier: Session] = [:]
    var lobbyShown: [LobbyRoom] = []
    /// Some of those who look are still to be told that.
    var isTellingLobby = false
    /// Somebody was shown something else.
    var lobbyHasOthers = false
    var lobbyDue = 0
    /// What the lobby showed, and when, if it was a choice among many.
    var lobbyMade: (at: Int, rooms: [LobbyRoom])?
    /// Connections that look at a ranking, and when they are told again at the earliest.
    var lookers = Lookers()
    var lookDue = 0
    /// Whether they are being told, which takes several turns.
    var isTellingRankings = false

    /// Players who may have no connection, and rooms that perhaps nobody sees: looked at from time to time until they
    /// are let go or wanted again. So nobody who is there costs anything while nothing happens.
    var playersToLetGo: [LivePlayer] = []
    var roomsToLetGo: [LiveRoom] = []
    var puzzles: [PuzzleID: PinnedPuzzle] = [:]
    /// Puzzles of today and tomorrow of which the commitments are being published.
    var sealing = SealRound()
    var boards: [BoardKey: LiveBoard] = [:]
    /// Documents about races that are over, as they are served; they never change.
    var replays: [ReplayKey: [UInt8]] = [:]

    var playerLoads = LoadTable<PlayerID, LivePlayer?>()
    var gameLoads = LoadTable<GameKey, LiveGame?>()
    var roomLoads = LoadTable<RoomCode, LiveRoom?>()
    var puzzleLoads = LoadTable<PuzzleID, PinnedPuzzle>()
    var publications = LoadTable<PuzzleID, PinnedPuzzle>()
    var boardLoads = LoadTable<BoardKey, LiveBoard>()
    var boardQueue = BoardQueue()

    /// Results that became durable while their board was being read.
    var resultsWhileLoading: [BoardKey: [LateResult]] = [:]

    var outbox = Outbox()
    /// Fences storage: goes up when a commit failed and memory was forgotten.
    private(set) var generation = 1
    /// Set when the server goes down: nothing new is begun.
    private(set) var isDraining = false
    /// What to do when everything under way has been told.
    private var whenDrained: (() -> Void)?

    /// A hub over an open engine.
    package init(environment: HubEnvironment, settings: HubSettings, library: PuzzleLibrary) {
        self.environment = environment
        self.settings = settings
        self.library = library
        startedAt = environment.now()
        linkCodes = LinkCodes(capacity: settings.linkCodes)
    }

    /// Players in memory.
    package var playersLoaded: Int { players.count }

    /// Rooms in memory.
    package var roomsLoaded: Int { rooms.values.count }

    /// Server time, ms since 1970-01-01 UTC.
    var now: Int { environment.now() }

    // MARK: Connections

    /// A client has connected. `identity` is what its cookie or bearer token proves; `place` is where feeds find it,
    /// `client` where it comes from.
    package func connect(
        _ output: any SessionOutput, at place: SessionPlace, identity: SessionClaim?, of client: ClientNetwork
    ) -> Session {
        precondition(environment.feeds.indices.contains(place.shard), "a connection lives on a shard that has feeds")
        let session = Session(output: output, place: place, identity: identity, client: client)
        session.index = Int32(sessions.count)
        sessions.append(session)
        return session
    }

    /// A client has gone.
    package func disconnect(_ session: Session) {
        guard session.isOpen else { return }
        session.isOpen = false
        session.waiting = []
        let last = sessions.removeLast()
        if last !== session {
            sessions[Int(session.index)] = last
            last.index = session.index
        }
        lobbySessions[ObjectIdentifier(session)] = nil
        lookers.end(session)
        for room in session.rooms { hide(room, from: session) }
        if let player = session.player { removeSession(session, of: player) }
    }

    /// A text message has come. Never throws and never traps: what is wrong is answered.
    /// `lag`: the connection's round trip in ms, 0 if it is not known.
    package func receive(_ json: [UInt8], from session: Session, lag: UInt16 = 0) {
        guard session.isOpen else { return }
        isHeard(session)
        session.lag = lag
        let request: ClientRequest
        // To read it takes time by its length, also if it is refused then.
        let size = 1 + max(0, json.count - 1) >> 10
        let isTooFast = session.bucket.take(size, of: settings.requestRate, now: now)
        do {
            request = try ClientRequest(decoding: json)
        } catch {
            let retry = isTooFast ?? tooManyRequests(of: session.player, cost: size)
            let reply = retry.map(rateLimited) ?? ErrorReply(error.code, error.reason)
            session.send(OutgoingMessage(.error(reply), re: error.id))
            return countRefusal(of: session, size, wasLimited: retry != nil)
        }
        if let retry = isTooFast ?? tooManyRequests(of: session.player, cost: max(size, request.message.cost)) {
            countRefusal(of: session, size, wasLimited: true)
            return session.refuse(request.id, rateLimited(retry))
        }
        guard session.isBusy, !(session.isGreeted && request.message.isPing) else { return handle(request, session) }
        guard session.waiting.count < settings.waitingRequests else {
            return session.refuse(request.id, rateLimited(1_000))
        }
        session.waiting.append(request)
    }

    /// Counts what a player asks for over all connections; the ms to wait, if that is too much.
    private func tooManyRequests(of player: LivePlayer?, cost: Int) -> Int? {
        player?.requests.take(cost, of: settings.playerRate, now: now)
    }

    /// Whether the disk is so far behind that nothing more may be decided.
    var isBehind: Bool { outbox.underWay >= settings.commitsUnderWay }

    func rateLimited(_ retry: Int) -> ErrorReply {
        ErrorReply(.rateLimited, "That is too fast. Try again in \(retry) ms.", .retry(retry))
    }

    /// A client that does not heed `rate_limited` is closed. Refusals are forgiven in time: were they forgiven by the
    /// next request that gets through, a flood would never end, as one gets through now and then.
    private func countRefusal(of session: Session, _ size: Int, wasLimited: Bool) {
        guard wasLimited, session.refusals.take(size, of: settings.refusals, now: now) != nil else { return }
        session.output.close(code: SessionEnd.tooMuch, reason: "too many messages")
        disconnect(session)
    }

    private func handle(_ request: ClientRequest, _ session: Session) {
        let id = request.id
        guard !isDraining else {
            return session.refuse(id, ErrorReply(.draining, "The server is going down. Reconnect soon."))
        }
        if case .hello(let version, let token) = request.message {
            return hello(id, session, version: version, token: token)
        }
        guard let player = session.player else {
            return session.refuse(id, ErrorReply(.helloFirst, "Say hello first."))
        }
        guard !isBehind else { return session.refuse(id, rateLimited(250)) }
        switch request.message {
        case .hello: break
        case .rename(let name): rename(id, session, player, to: name)
        case .open(let puzzle, let hard, let follow, let archive):
            open(id, session, player, puzzle, Opening(hard: hard, follow: follow, archive: archive))
        case .practice(let line, let hard, let isNew): practice(id, session, player, line, hard, isNew: isNew)
        case .guess(let puzzle, let row, let word): guess(id, session, player, puzzle, row: row, text: word)
        case .hardMode(let puzzle, let hard): setHardMode(id, session, player, puzzle, hard)
        case .createRoom(let name): createRoom(id, session, player, name: name)
        case .join(let room, let resume, let password, let manner):
            join(id, session, player, room, resume, password, manner)
        case .watch(let room, let resume, let password): watch(id, session, player, room, resume, password)
        case .leave(let room): leave(id, session, player, room)
        case .inRoom(let room, let request): inRoom(id, session, player, room, request)
        case .lobby(let isOn): lobby(id, session, isOn: isOn)
        case .look(let request): look(id, session, player, request)
        case .ping: session.reply(to: id, .pong(time: now))
        }
    }

    // MARK: Waiting for storage

    /// Stops a session's further requests until the work calls its argument, once.
    func busy(_ session: Session, _ work: (_ done: @escaping () -> Void) -> Void) {
        precondition(!session.isBusy, "a session waits for one thing at a time")
        session.isBusy = true
        work { [self] in
            session.isBusy = false
            while session.isOpen, !session.isBusy, !session.waiting.isEmpty {
                let request = session.waiting.removeFirst()
                // An empty array that was larger once still has its memory.
                if session.waiting.isEmpty { session.waiting = [] }
                handle(request, session)
            }
        }
    }

    /// Asks storage, and goes on with the answer on the hub's thread.
    func ask<Value: Sendable>(
        _ call: (@escaping StorageReply<Value>) -> Void, then: @escaping (Result<Value, StorageError>) -> Void
    ) {
        let confined = Confined(value: then)
        let executor = environment.executor
        call { result in executor.enqueue { confined.value(result) } }
    }

    /// Submits what was decided. Afterwards `then` runs, and, if all is durable, the rooms hear their news.
    func commit(_ decision: Decision, then: @escaping (_ durable: Bool) -> Void) {
        guard !decision.writes.isEmpty else { return then(true) }
        let ticket = outbox.ticket()
        decision.stamp(ticket)
        let held = outbox.hold(until: ticket) { [self] durable in
            then(durable)
            if durable {
                for (room, logged) in decision.news { broadcast(logged, in: room) }
            }
        }
        precondition(held, "a new ticket is not settled")
        let transaction = Transaction(generation: generation, writes: decision.writes)
        let ofGeneration = generation
        let began = environment.meter.clock()
        ask({ environment.storage.submit(transaction, completion: $0) }) { [self] result in
            if case .success = result { environment.meter.commit(environment.meter.clock() - began) }
            // Failures of an older generation have been dealt with all at once.
            guard ofGeneration == generation else { return }
            switch result {
            case .success:
                for action in outbox.confirmed(ticket) { action(true) }
            case .failure(let error):
                forget(after: error)
            }
            checkDrained()
        }
    }

    /// Runs `action` when what was submitted up to `ticket` is durable (`true`) or lost (`false`).
    func whenDurable(_ ticket: Int, _ action: @escaping (_ durable: Bool) -> Void) {
        if !outbox.hold(until: ticket, action) { action(true) }
    }

    /// A commit has failed: memory is ahead of the disk by moves that never happened. All of it is dropped and read
    /// again when it is next wanted; nobody was told of what is lost.
    private func forget(after error: StorageError) {
        generation += 1
        environment.report("storage", "\(error)")
        // Before the tickets are settled: whose name and seats may have been decided on what did not happen.
        let doubtful = players.values.filter { !outbox.isSettled($0.ticket) }
        let due = outbox.failed()
        let forgotten = rooms.values
        // Puzzles and boards stay: they are remembered only once they are durable.
        rooms = LiveRooms()
        roomsWithNews = []
        for player in players.values { player.games = [:] }
        for action in due { action(false) }
        for session in sessions { session.rooms.removeAll() }
        for room in forgotten { tellToResync(room) }
        for player in doubtful { reload(player) }
    }

    /// Reads a player's name and seats again. If storage cannot say, they stay as they are: what is decided on them
    /// fails and comes back here.
    private func reload(_ player: LivePlayer) {
        let storage = environment.storage
        let ticket = player.ticket
        ask({ storage.player(player.id, completion: $0) }) { [self] record in
            ask({ storage.rooms(of: player.id, completion: $0) }) { [self] seats in
                guard case .success(let record?) = record, case .success(let seats) = seats else { return }
                // Decided meanwhile, and perhaps not in what was read.
                guard player.ticket == ticket else { return reload(player) }
                player.name = record.name
                namesKept[player.id] = record.nameResetUntil
                player.signOuts = Int32(clamping: record.sessions)
                player.seats = Dictionary(seats.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            }
        }
    }

    /// What to answer when storage could not do it.
    static let unavailable = ErrorReply(
        .storageUnavailable, "The server cannot use its disk. Nothing was recorded. Try again.")

    // MARK: Going down

    /// Begins nothing new; calls `done` when everything under way has been told.
    package func drain(_ done: @escaping () -> Void) {
        isDraining = true
        whenDrained = done
        checkDrained()
    }

    private func checkDrained() {
        guard let done = whenDrained, outbox.isSettled(outbox.submitted) else { return }
        whenDrained = nil
        done()
    }
}

/// Writes that belong together, and the news that rooms hear when they are durable.
struct Decision {
    var writes: [Write] = []
    var news: [(room: LiveRoom, logged: LoggedEvent)] = []
    /// Run with the ticket, to mark what the decision has touched.
    private var touched: [(Int) -> Void] = []

    init(writes: [Write] = []) { self.writes = writes }

    /// Makes events happen in a room's memory, and adds them to what is written.
    mutating func append(_ events: [RoomEvent], to room: LiveRoom, time: Int) {
        for event in events {
            let logged = room.append(event, time: time)
            writes.append(.appendEvent(room.record.id, logged))
            news.append((room, logged))
        }
        if !events.isEmpty { touched.append { room.ticket = $0 } }
    }

    /// Remembers that a game and its player are changed.
    mutating func touch(_ game: LiveGame?, of player: LivePlayer) {
        touched.append { ticket in
            game?.ticket = ticket
            player.ticket = ticket
        }
    }

    func stamp(_ ticket: Int) {
        for mark in touched { mark(ticket) }
    }
}

extension ClientMessage {
    /// How many requests it counts for: those that show a room or a board cost more than a move.
    fileprivate var cost: Int {
        switch self {
        case .createRoom, .join, .watch, .open, .practice, .look: 2
        default: 1
        }
    }

    /// Whether it only asks if the server is there. That is answered while something else waits for storage.
    fileprivate var isPing: Bool { if case .ping = self { true } else { false } }
}
