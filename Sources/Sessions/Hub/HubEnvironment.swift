import Storage

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
    /// Reads names on another thread; false if the queue is full, which is a third one.
    package let readNames: (_ work: @escaping @Sendable () -> Void) -> Bool
    /// Charges a network for a ranking read from storage. Returns the ms to wait if it asked for too many, else nil.
    package let rankingReads: (ClientNetwork) -> Int?
    /// Logs an event for the operator: a topic, and a text without letters of any board.
    package let report: (_ topic: ReportTopic, _ text: String) -> Void
    /// Hears how storage answered each transaction.
    package let storageAnswered: (Result<Void, StorageError>) -> Void
    /// Measures commits and guesses.
    package let meter: HubMeter
    /// Takes the news for webhooks; nil if there are none.
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
        },
        readNames: @escaping (_ work: @escaping @Sendable () -> Void) -> Bool = { work in
            work()
            return true
        }, rankingReads: @escaping (ClientNetwork) -> Int? = { _ in nil },
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
        self.readNames = readNames
        self.rankingReads = rankingReads
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
