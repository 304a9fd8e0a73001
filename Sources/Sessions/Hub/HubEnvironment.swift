import GameRules
import Leaderboards
import Messages
import Puzzles
import Storage
import WordLists

/// The one thread on which a hub lives. Everything a hub does happens there; other threads hand it work through this.
package protocol HubExecutor: Sendable {
    /// Runs `job` on the hub's thread, after all that was enqueued before it.
    func enqueue(_ job: @escaping @Sendable () -> Void)
}

/// Takes how long a hub's work takes.
package struct HubMeter {
    /// Nanoseconds of a clock that only goes on.
    package let clock: () -> Int
    /// Takes the time from a decision to its being durable, in ns.
    package let commit: (_ nanoseconds: Int) -> Void
    /// Takes the time from an accepted guess to its answer, in ns.
    package let guess: (_ nanoseconds: Int) -> Void

    package init(
        clock: @escaping () -> Int, commit: @escaping (_ nanoseconds: Int) -> Void,
        guess: @escaping (_ nanoseconds: Int) -> Void
    ) {
        self.clock = clock
        self.commit = commit
        self.guess = guess
    }

    /// Measures nothing.
    package static var none: HubMeter { HubMeter(clock: { 0 }, commit: { _ in }, guess: { _ in }) }
}

/// What a hub needs from the world: the seam at which the server puts the real things and tests put fakes.
package struct HubEnvironment {
    /// The engine.
    package let storage: any Storage
    /// Where the hub lives.
    package let executor: any HubExecutor
    /// The server's clock, ms since 1970-01-01 UTC. It never goes back, and runs as time does.
    package let now: () -> Int
    /// By how many ms the wall's clock, which makes the days, is ahead of that. It may be set.
    package let wallAhead: () -> Int
    /// Runs work on the hub's thread once, in a later turn, so many ms from now or a little later.
    package let after: (_ milliseconds: Int, _ work: @escaping () -> Void) -> Void
    /// 64 random bits, not to be foretold.
    package let random: () -> UInt64
    /// Makes and checks session tokens.
    package let tokens: SessionTokens
    /// The feeds of each shard, by its index.
    package let feeds: [any FeedPort]
    /// How many codes a network may try.
    package let searches: RoomSearches
    /// Does work that takes long on another thread; false where too much of it waits already.
    package let compute: (_ work: @escaping @Sendable () -> Void) -> Bool
    /// Counts a ranking that a network wants read from storage; the ms to wait, if there were too many of late.
    package let boardReads: (ClientNetwork) -> Int?
    /// Takes what the host should read in the log: a topic and a text without letters of any board.
    package let report: (_ topic: String, _ text: String) -> Void
    /// Measures commits and guesses.
    package let meter: HubMeter

    package init(
        storage: any Storage, executor: any HubExecutor, tokens: SessionTokens, feeds: [any FeedPort],
        searches: RoomSearches = .free,
        compute: @escaping (_ work: @escaping @Sendable () -> Void) -> Bool = { work in
            work()
            return true
        }, boardReads: @escaping (ClientNetwork) -> Int? = { _ in nil },
        now: @escaping () -> Int, wallAhead: @escaping () -> Int = { 0 },
        after: @escaping (_ milliseconds: Int, _ work: @escaping () -> Void) -> Void, random: @escaping () -> UInt64,
        report: @escaping (_ topic: String, _ text: String) -> Void, meter: HubMeter = .none
    ) {
        self.storage = storage
        self.executor = executor
        self.tokens = tokens
        self.feeds = feeds
        self.searches = searches
        self.compute = compute
        self.boardReads = boardReads
        self.now = now
        self.wallAhead = wallAhead
        self.after = after
        self.random = random
        self.report = report
        self.meter = meter
    }
}

/// What a host decides for a hub.
package struct HubSettings: Sendable {
    /// The name in `welcome` and in share texts.
    package var serverName = "Tilerace"
    /// Words that names may not have.
    package var offensive = OffensiveWords()
    /// Rows of a guess puzzle.
    package var rows = 6
    /// What games are worth in rankings, and in less than how many ms a solve is suspicious.
    package var scoring = ScoringRules(points: .standard, suspiciousBelow: 8_000)
    /// Bytes in a message; told in `welcome`, enforced where frames are read.
    package var messageBytes = 16_384
    /// Requests that a connection may send a second, in the long run and at once.
    package var requestRate = TokenRate(perSecond: 20, burst: 60)
    /// Connections that may have said hello as one player: tabs, devices, and those whose network is gone. What a room
    /// tells its players at once goes to each.
    package var connectionsPerPlayer = 32
    /// Requests that a player may send over all connections, likewise. Those that cost more count more:
    /// `ClientMessage.cost`.
    package var playerRate = TokenRate(perSecond: 40, burst: 240)
    /// Requests refused as too many after which a connection that goes on is closed, and how they are forgiven.
    package var refusals = TokenRate(perSecond: 20, burst: 200)
    /// Requests of one connection that wait while something is read from storage.
    package var waitingRequests = 64
    /// Commits under way from which nothing more is begun until the disk has caught up. Well below the engine's own
    /// bound: what the engine refuses was decided already, and costs everybody a `resync`.
    package var commitsUnderWay = 8_192
    /// Seats that a player may take, and rooms found: one per so many ms in the long run, `burst` at once. Each is an
    /// event that a room's log keeps for ever.
    package var seatRate = TokenRate(everyMs: 6_000, burst: 30)
    /// Times that a player may enter or watch a room: one per so many ms in the long run, `burst` at once. To show a
    /// large room costs a hundred times what other requests do, and the burst is enough to come back to every room
    /// there may be.
    package var entryRate = TokenRate(everyMs: 250, burst: 200)
    /// Players at most who link another device at one time.
    package var linkCodes = 10_000
    /// Seats that a player can have.
    package var seatsPerPlayer = 100
    /// How hard the digests of room passwords are to make: the binary logarithm of scrypt's N.
    package var passwordCost = 14
    /// Rooms that a connection can watch.
    package var roomsWatched = 20
    /// Bytes in an export. Ten years of the daily word in three rooms of friends are some 15 MiB.
    package var exportBytes = 64 << 20
    /// Events that a room keeps in memory for those who come back.
    package var eventsKept = 512
    /// New names a player may take: one per so many ms in the long run, `burst` at once.
    package var renameRate = TokenRate(everyMs: 10_000, burst: 5)
    /// Things that a player may do to rooms besides playing: one per so many ms in the long run, `burst` at once. Each
    /// is an event in a log that is kept.
    package var changeRate = TokenRate(everyMs: 5_000, burst: 60)
    /// Reactions of a player: so many a second in the long run, `burst` at once.
    package var reactionRate = TokenRate(perSecond: 1, burst: 3)
    /// The nudges of a player, which ask others for something: one per so many ms, none saved.
    package var nudgeRate = TokenRate(everyMs: 60_000, burst: 1)

    package init() {}
}

/// The close codes of `docs/protocol.md` with which the hub closes connections.
package enum SessionEnd {
    /// Too much was sent in spite of `rate_limited`.
    package static let tooMuch: UInt16 = 4500
    /// More is owed to it than may wait: it is to come back.
    package static let behind: UInt16 = 4002
    /// The player signed out everywhere, or is no more.
    package static let signedOut: UInt16 = 4501
}

/// A connection, seen from the hub.
package protocol SessionOutput: AnyObject {
    /// Queues a message. Never blocks; what to do with a reader too slow is the output's decision.
    func send(_ message: OutgoingMessage)
    /// Closes with a close code of `docs/protocol.md`.
    func close(code: UInt16, reason: String)
    /// Whether others wait for what it says, as it has a seat in a room: then the hub wants to be told when it falls
    /// silent (``SessionHub/fellSilent(_:)``), and when it is heard again. Not so at first.
    func attend(_ isAttended: Bool)
}

/// A message encoded once, for however many receivers.
package final class OutgoingMessage {
    /// The JSON.
    package let json: [UInt8]
    /// Whether the transport may compress it: not what its receiver alone may know, as the length of what is compressed
    /// tells of its content.
    package let mayBeCompressed: Bool
    /// The transport's own form of it (a WebSocket frame), made for the first receiver and kept for the others. Only
    /// the transport touches it.
    package var transportForm: AnyObject?

    /// JSON with nothing of the kind.
    package init(_ json: [UInt8]) {
        self.json = json
        mayBeCompressed = true
    }

    /// A message; `re` is the number of the request that it answers, nil for a push.
    package init(_ message: ServerMessage, re: Int? = nil) {
        json = message.encoded(re: re)
        mayBeCompressed = !message.isConfidential
    }
}

/// Carries a value that is confined to the hub's thread through a `@Sendable` closure that comes back to that thread.
///
/// Unchecked because the compiler cannot see what `HubExecutor.enqueue` promises: the closure is opened on the very
/// thread on which it was made, and nobody touches the value in between.
package struct Confined<Value>: @unchecked Sendable {
    package let value: Value

    package init(value: Value) { self.value = value }
}
