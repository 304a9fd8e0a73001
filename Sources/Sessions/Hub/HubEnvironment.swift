import GameRules
import Leaderboards
import Messages
import Puzzles
import Rooms
import Storage
import WordLists

/// The one thread on which a hub lives. All of a hub's code runs there; other threads hand it work through this.
package protocol HubExecutor: Sendable {
    /// Runs `job` on the hub's thread, after all that was enqueued before it.
    func enqueue(_ job: @escaping @Sendable () -> Void)
}

/// Records durations of a hub's work, and counts.
package struct HubMeter {
    /// A monotonic clock, in ns.
    package let clock: () -> Int
    /// Records the time from a decision to its durability, in ns.
    package let commit: (_ nanoseconds: Int) -> Void
    /// Records the time from an accepted guess to its answer, in ns.
    package let guess: (_ nanoseconds: Int) -> Void
    /// Counts a player who was forgotten.
    package let forgotten: () -> Void
    /// Counts a room that was forgotten.
    package let roomForgotten: () -> Void

    package init(
        clock: @escaping () -> Int, commit: @escaping (_ nanoseconds: Int) -> Void,
        guess: @escaping (_ nanoseconds: Int) -> Void, forgotten: @escaping () -> Void = {},
        roomForgotten: @escaping () -> Void = {}
    ) {
        self.clock = clock
        self.commit = commit
        self.guess = guess
        self.forgotten = forgotten
        self.roomForgotten = roomForgotten
    }

    /// A meter that records nothing.
    package static var none: HubMeter { HubMeter(clock: { 0 }, commit: { _ in }, guess: { _ in }) }
}

/// The matter of a report of the hub to the operator. The log has it as `topic`.
package enum ReportTopic: String, Sendable {
    /// A transaction that storage failed.
    case storage
    /// A read that failed, or found what cannot be read.
    case read
    /// A day that did not begin.
    case rollover
    /// A calendar that was set back.
    case clock
    /// Players or rooms that could not be forgotten.
    case forgetting
    /// A webhook that cannot be told of its room.
    case webhook
    /// Acts of moderators on players and rooms, and what was forgotten for its age.
    case moderation

    /// Whether something went wrong.
    package var isFault: Bool {
        switch self {
        case .moderation: false
        case .storage, .read, .rollover, .clock, .forgetting, .webhook: true
        }
    }
}

/// The dependencies of a hub: real ones in the server, fakes in tests.
package struct HubEnvironment {
    /// The storage engine.
    package let storage: any Storage
    /// The thread of the hub.
    package let executor: any HubExecutor
    /// The server's monotonic clock, ms since 1970-01-01 UTC.
    package let now: () -> Int
    /// The time in ms by which the wall clock, which defines the days, is ahead of `now`. It may be set.
    package let wallAhead: () -> Int
    /// Runs work on the hub's thread once, in a later turn, after at least so many ms.
    package let after: (_ milliseconds: Int, _ work: @escaping () -> Void) -> Void
    /// Runs work on the hub's thread once the hub has handled all messages that connections had read before this call.
    /// May run it at once if there is none.
    package let whenHeard: (_ work: @escaping () -> Void) -> Void
    /// Returns 64 random bits from a cryptographic source.
    package let random: () -> UInt64
    /// Issues and verifies session tokens.
    package let tokens: SessionTokens
    /// The feeds of the shards, by shard index.
    package let feeds: [any FeedPort]
    /// The rate limit on room codes that a network tries.
    package let searches: RoomSearches
    /// Works out passwords of rooms on another thread; false if the queue is full.
    package let compute: (_ work: @escaping @Sendable () -> Void) -> Bool
    /// Looks for words on another thread; false if the queue is full, which is another one than that of passwords.
    package let searchWords: (_ work: @escaping @Sendable () -> Void) -> Bool
    /// Charges a network for a ranking read from storage. Returns the ms to wait if it asked for too many, else nil.
    package let boardReads: (ClientNetwork) -> Int?
    /// Logs an event for the operator: a topic, and a text without letters of any board.
    package let report: (_ topic: ReportTopic, _ text: String) -> Void
    /// Hears how storage answered each transaction.
    package let storageAnswered: (Result<Void, StorageError>) -> Void
    /// Measures commits and guesses.
    package let meter: HubMeter
    /// Takes what programs outside are told of; nil where nobody is told.
    package let hooks: (any HookPort)?

    package init(
        storage: any Storage, executor: any HubExecutor, tokens: SessionTokens, feeds: [any FeedPort],
        searches: RoomSearches = .free,
        compute: @escaping (_ work: @escaping @Sendable () -> Void) -> Bool = { work in
            work()
            return true
        },
        searchWords: @escaping (_ work: @escaping @Sendable () -> Void) -> Bool = { work in
            work()
            return true
        }, boardReads: @escaping (ClientNetwork) -> Int? = { _ in nil },
        now: @escaping () -> Int, wallAhead: @escaping () -> Int = { 0 },
        after: @escaping (_ milliseconds: Int, _ work: @escaping () -> Void) -> Void,
        whenHeard: @escaping (_ work: @escaping () -> Void) -> Void = { work in work() },
        random: @escaping () -> UInt64,
        report: @escaping (_ topic: ReportTopic, _ text: String) -> Void,
        storageAnswered: @escaping (Result<Void, StorageError>) -> Void = { _ in }, meter: HubMeter = .none,
        hooks: (any HookPort)? = nil
    ) {
        self.storage = storage
        self.executor = executor
        self.tokens = tokens
        self.feeds = feeds
        self.searches = searches
        self.compute = compute
        self.searchWords = searchWords
        self.boardReads = boardReads
        self.now = now
        self.wallAhead = wallAhead
        self.after = after
        self.whenHeard = whenHeard
        self.random = random
        self.report = report
        self.storageAnswered = storageAnswered
        self.meter = meter
        self.hooks = hooks
    }
}

/// The settings of a hub, chosen by the operator.
package struct HubSettings: Sendable {
    /// The name in `welcome` and in share texts.
    package var serverName = "Tilerace"
    /// Words that names may not contain.
    package var offensive = OffensiveWords()
    /// The class, for a server that is a classroom.
    package var classroom: ClassRoll?
    /// The roster of a class, on a server that is no classroom now: nobody on it is forgotten.
    package var roster = ClassRoll([:])
    /// The lines that have a daily race. The first is that of "today's word". Not empty, and each has words here.
    package var lines = [PuzzleLine.standard]
    /// The number of days without a visit after which a player is forgotten, of those that begin on this server; 0 for
    /// never.
    package var forgetPlayers = 0
    /// The number of days after which a room in which nothing happens is forgotten, of those that begin on this server;
    /// 0 for never.
    package var forgetRooms = 0
    /// The words that the operator left out of the answers; owners are told how many.
    package var wordsLeftOut: Set<String> = []
    /// The settings of the first series in a new room, but for its line and the time of kinds that have their own.
    package var sprint = SprintSettings()
    /// Whether players wait already, whom another hub has served: what is read at the start is asked for at once, and
    /// what nobody waits for comes later.
    package var takesOver = false
    /// The number of rows of a daily puzzle.
    package var rows = 6
    /// The options of a daily puzzle and of practice.
    var options: GameOptions { GameOptions(rows: rows) }
    /// The points of games in rankings, and the time in ms below which a solve is suspicious.
    package var scoring = ScoringRules(points: .standard, suspiciousBelow: 8_000)
    /// The maximum size of a message in bytes; told in `welcome`, enforced where frames are read.
    package var messageBytes = 16_384
    /// The rate of requests of a connection, and its burst.
    package var requestRate = TokenRate(perSecond: 20, burst: 60)
    /// The maximum number of connections of a player: tabs, devices, and those whose network is gone. What a room sends
    /// its players at once goes to each.
    package var connectionsPerPlayer = 32
    /// The rate of requests of a player over all connections. Expensive requests count more: `ClientMessage.cost`.
    package var playerRate = TokenRate(perSecond: 40, burst: 240)
    /// The rate of refusals for which a connection that ignores `rate_limited` is forgiven; beyond it the connection is
    /// closed.
    package var refusals = TokenRate(perSecond: 20, burst: 200)
    /// The maximum number of requests of a connection that wait for storage.
    package var waitingRequests = 64
    /// The number of commits under way beyond which nothing more is decided. Well below the engine's own bound: a
    /// refusal of the engine comes after the decision, and costs everybody a `resync`.
    package var commitsUnderWay = 8_192
    /// The rate at which a player may take seats and create rooms. Each is an event that stays in a room's log.
    package var seatRate = TokenRate(everyMs: 6_000, burst: 30)
    /// The rate at which a player may join or watch rooms. Showing a large room costs a hundred times as much as other
    /// requests. The burst is enough to return to all rooms of a player.
    package var entryRate = TokenRate(everyMs: 250, burst: 200)
    /// The maximum number of players who link another device at one time.
    package var linkCodes = 10_000
    /// The maximum number of seats of a player.
    package var seatsPerPlayer = 100
    /// The cost of password digests: the binary logarithm of scrypt's N (RFC 7914).
    package var passwordCost = 14
    /// The maximum number of rooms that a connection watches.
    package var roomsWatched = 20
    /// The maximum size of an export in bytes. Ten years of the daily word in three rooms of friends take some 15 MiB.
    package var exportBytes = 64 << 20
    /// The number of events that a room keeps in memory for clients that resume.
    package var eventsKept = 512
    /// The rate of new names of a player.
    package var renameRate = TokenRate(everyMs: 10_000, burst: 5)
    /// The rate at which names of a player, and of rooms that the player founds, may be refused.
    package var refusedNameRate = TokenRate(everyMs: 1_000, burst: 20)
    /// The rate at which a player may begin games of past days. Each is a row that stays.
    package var pastDayRate = TokenRate(everyMs: 6_000, burst: 30)
    /// The rate of a player's changes to rooms besides guesses. Each is an event in a log that is kept.
    package var changeRate = TokenRate(everyMs: 5_000, burst: 60)
    /// The rate of a player's reactions.
    package var reactionRate = TokenRate(perSecond: 1, burst: 3)
    /// The rate of a player's nudges, without a burst.
    package var nudgeRate = TokenRate(everyMs: 60_000, burst: 1)

    package init() {}

    /// The settings of the first series in a room whose daily races are of `line`, by default the server's first.
    func sprint(of line: PuzzleLine?) -> SprintSettings {
        var sprint = sprint
        sprint.line = line ?? lines[0]
        if sprint.line.kind.limits != nil { sprint.limit = sprint.line.kind.usualLimit }
        return sprint
    }
}

/// The close codes with which the hub closes connections (`docs/protocol.md`).
package enum SessionEnd {
    /// The client kept sending in spite of `rate_limited`.
    package static let tooMuch: UInt16 = 4500
    /// More messages wait for the connection than may; the client should reconnect.
    package static let behind: UInt16 = 4002
    /// The player signed out everywhere, or was deleted.
    package static let signedOut: UInt16 = 4501
    /// The player is banned.
    package static let banned: UInt16 = 4502
}

/// A connection, as the hub sees it.
package protocol SessionOutput: AnyObject {
    /// Queues a message. Never blocks; the output decides what to do with a slow reader.
    func send(_ message: OutgoingMessage)
    /// Closes with a close code of `docs/protocol.md`.
    func close(code: UInt16, reason: String)
    /// Tells the output whether the connection has a seat in a room. If so, the hub must be told when the connection
    /// falls silent (``SessionHub/fellSilent(_:)``), and when it is heard again. False at first.
    func attend(_ isAttended: Bool)
}

/// A message, encoded once for any number of receivers.
package final class OutgoingMessage {
    /// The encoded JSON.
    package let json: [UInt8]
    /// Whether the transport may compress the message. Not if it holds data for its receiver alone, as the compressed
    /// length reveals something of the content.
    package let mayBeCompressed: Bool
    /// The transport's own form of the message (a WebSocket frame), built for the first receiver and reused. Only the
    /// transport touches it.
    package var transportForm: AnyObject?

    /// A message of encoded JSON that may be compressed.
    package init(_ json: [UInt8]) {
        self.json = json
        mayBeCompressed = true
    }

    /// Encodes a message; `re` is the number of the answered request, nil for a push.
    package init(_ message: ServerMessage, re: Int? = nil) {
        json = message.encoded(re: re)
        mayBeCompressed = !message.isConfidential
    }
}

/// Carries a value that is confined to the hub's thread through a `@Sendable` closure that returns to that thread.
///
/// Unchecked because the compiler cannot see what `HubExecutor.enqueue` promises: the closure runs on the thread on
/// which it was made, and no other thread touches the value in between.
package struct Confined<Value>: @unchecked Sendable {
    package let value: Value

    package init(value: Value) { self.value = value }
}
