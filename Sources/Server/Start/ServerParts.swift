import Bus
import EventLoops
import HTTP1
import Puzzles
import Sessions
import Storage
import Telemetry
import WebSockets
import WordLists

/// The state that all shards of a server share. Created once before they start, and safe on every thread.
struct ServerParts: Sendable {
    let configuration: ServerConfiguration
    let bounds: ServerBounds
    let clock: ServerClock
    let logger: Logger
    let seed: Seed
    let calendar: ServerCalendar
    /// One for each language.
    let lexicons: [Lexicon]
    let offensive: OffensiveWords
    /// The words in the file of `words-left-out`.
    let wordsLeftOut: Set<String>
    let identity: RequestIdentity
    /// The settings that SIGHUP changes.
    let live: LiveSettings
    var origins: OriginPolicy { live.origins }
    /// The path that stands before every other for visitors.
    let site: SitePath
    var proxies: TrustedProxies { live.proxies }
    let addresses: ReachableAddresses
    let advice: ProxyAdvice
    /// Nil where no folder is set for them.
    let challenges: Challenges?
    let routes: Routes
    let metrics: ServerMetrics
    let readiness: Readiness
    var census: ConnectionCensus { live.census }
    let slowWork = HubWork()
    let entrance: Entrance
    /// Nil where no webhook is set.
    let hooks: HookSender?
    /// The secrets of the folder that were missing, and were made.
    let madeSecrets: [String]

    init(
        _ configuration: ServerConfiguration, _ bounds: ServerBounds, _ folder: DataFolder, _ clock: ServerClock,
        _ logger: Logger, _ lexicon: Lexicon?, _ tls: ServerTLS?
    ) throws(ConfigurationFault) {
        self.configuration = configuration
        self.bounds = bounds
        self.clock = clock
        self.logger = logger
        calendar = try ConfigurationFault.wrapping("zone") { () throws(CalendarError) in
            try ServerCalendar(zone: configuration.zone)
        }
        if let lexicon {
            lexicons = [lexicon]
            try WordFiles.check(configuration.lines, have: lexicons, in: "the lists at hand")
        } else {
            lexicons = try WordFiles.lexicons(configuration)
        }
        offensive = try WordFiles.offensive(folder: configuration.namesFolder)
        wordsLeftOut = try WordFiles.leftOut(configuration)
        advice = ProxyAdvice(logger: logger, now: { clock.now })
        addresses = ServerParts.addresses(of: configuration, tls)
        site = addresses.site
        live = LiveSettings(
            configuration, publicAddress: addresses.publicAddress,
            connections: ServerParts.connections(configuration, bounds, logger),
            refusals: bounds.refusals)
        metrics = ServerMetrics(closeCodes: TileraceServer.closeCodes.map(Int.init))
        metrics.certificateEnd.set(tls?.firstEnd ?? 0)
        readiness = Readiness(
            gauge: metrics.ready, freeGauge: metrics.diskFree, leastFreeSpace: bounds.leastFreeSpace,
            freeSpace: { folder.freeSpace },
            writes: { ServerParts.canWrite(to: folder, clock, logger) })
        challenges = try Challenges(configuration)
        try SettingsCheck.checkFigures(configuration)
        routes = Routes(
            files: try StaticFiles(
                folder: configuration.web, publicAddress: addresses.publicAddress,
                firstLine: configuration.lines.first ?? .standard),
            metrics: configuration.metrics && configuration.metricsAddress == nil ? metrics : nil,
            privacy: PrivacyFacts(configuration: configuration, logger: logger), addresses: addresses,
            challenges: challenges, readiness: readiness, now: { clock.now })
        entrance = try Entrance(configuration.access, takesGuests: configuration.guests, folder, logger)
        try folder.checkIsWhole()
        madeSecrets = try folder.missingSecrets
        // Last, as this makes what is missing: a start that is refused for another reason leaves no secrets behind.
        guard let seed = Seed(try folder.secret(named: "seed")) else {
            preconditionFailure("a secret has as many bytes as a seed")
        }
        self.seed = seed
        identity = RequestIdentity(tokens: SessionTokens(keys: try SessionKeyFile(of: folder).keysOrFirst()))
        hooks = try ServerParts.hooks(configuration, folder, clock, logger, metrics)
    }

    private static func hooks(
        _ configuration: ServerConfiguration, _ folder: DataFolder, _ clock: ServerClock, _ logger: Logger,
        _ metrics: ServerMetrics
    ) throws(ConfigurationFault) -> HookSender? {
        guard let settings = try HookSettings(configuration) else { return nil }
        let tools = HookSender.Tools(
            transport: try CurlTransport(settings), now: { clock.wall }, random: { Double.random(in: 0..<1) })
        return try HookSender(
            settings, key: try settings.key(in: folder), configuration.webhookFormat, server: configuration.name,
            try HookSpool(in: folder), tools, logger, metrics)
    }

    /// The print of the seed, by which a database knows whether a server has the same.
    var seedPrint: String { seed.print.hexadecimal }

    /// The prints of this server's secrets now, by which a cluster knows whether a machine has the same.
    var clusterPrint: ClusterPrint {
        ClusterPrint(seed: seed.print, keys: identity.tokens.prints.map { Array($0.prefix(ClusterPrint.length)) })
    }

    private static func addresses(of configuration: ServerConfiguration, _ tls: ServerTLS?) -> ReachableAddresses {
        let listening = configuration.address
        // A name does not lead others to where nobody but this machine comes.
        guard IPAddress(listening)?.isLoopback != true else {
            return ReachableAddresses(
                publicAddress: configuration.publicAddress, certificateNames: { [] }, networkAddresses: { [] })
        }
        return ReachableAddresses(
            publicAddress: configuration.publicAddress,
            certificateNames: { tls?.credentials.names ?? [] },
            networkAddresses: {
                ["::", "0.0.0.0"].contains(listening)
                    ? LocalAddresses.all() : [listening.contains(":") ? "[\(listening)]" : listening]
            })
    }

    /// Whether the data folder takes a file: the time that is left to the next server in it anyway.
    private static func canWrite(to folder: DataFolder, _ clock: ServerClock, _ logger: Logger) -> Bool {
        do throws(ConfigurationFault) {
            try folder.keep(clock.anchor)
            return true
        } catch {
            logger.debug("data_folder_not_written", ["text": .text("\(error)")])
            return false
        }
    }

    /// The present time, as HTTP says it.
    var date: HTTPDate { HTTPDate(seconds: clock.wall / 1_000) }

    /// The answer to a request, or who has to give it; a refusal to a client that asks too often.
    func answer(to head: RequestHead, in context: RequestContext) -> Routes.Answer {
        if let refusal = refusal(of: context.client) { return .here(refusal) }
        let answer = routes.answer(to: head, in: context, now: date)
        guard case .hub(let resource) = answer, !entrance.isForStrangers(resource), identity.claim(of: head) == nil
        else {
            return answer
        }
        return .here(entrance.refusal)
    }

    /// Returns the refusal of a client that exceeds its rate of requests; nil for others. Charges the request.
    func refusal(of client: ClientNetwork) -> HTTPResponse? {
        live.requestLimits.take(client, now: clock.now).map { .tooMany("Too many requests from your address.", $0) }
    }

    /// The reason why a connection with too much unread output is cut.
    enum Cut: String {
        /// The connection's own limit.
        case slow
        /// The limit on the memory of all connections together.
        case memory

        fileprivate var event: StaticString {
            switch self {
            case .slow: "client_not_reading"
            case .memory: "output_memory_exhausted"
            }
        }
    }

    /// Logs and counts a connection that is cut.
    func noteCut(_ cut: Cut, of client: ClientNetwork) {
        logger.info(cut.event, ["address": .text("\(client)")])
        metrics.connectionsCut[cut.rawValue].add()
    }

    /// Whether a page may open a socket. Tells the host what its proxy gets wrong.
    func mayOpenSocket(_ head: RequestHead, _ context: RequestContext, from peer: Peer) -> Bool {
        advice.opened(head, by: peer)
        guard !origins.allows(head, isSecure: context.isSecure) else { return true }
        advice.refused(head, isSecure: context.isSecure)
        return false
    }

    /// Descriptors for storage, listening sockets, files that are read, and the log.
    private static let otherFiles = 64
    /// Descriptors of an event loop: its epoll, timer and wake-up.
    private static let filesOfShard = 3

    /// Connections at most: as many as the host wants and the system allows beside what is no player.
    private static func connections(
        _ configuration: ServerConfiguration, _ bounds: ServerBounds, _ logger: Logger
    ) -> Int {
        let files = Int(clamping: OpenFiles.raiseLimit())
        let operators = bounds.control.connections + bounds.control.refusals + bounds.figuresConnections
        let own = otherFiles + filesOfShard * shardCount(configuration) + operators
        let possible = max(1, files - own - bounds.refusals)
        if possible < configuration.connections {
            logger.warning("few_open_files", ["limit": .number(files), "connections": .number(possible)])
        }
        return min(possible, configuration.connections)
    }

    /// Event loops to start.
    var shardCount: Int { ServerParts.shardCount(configuration) }

    private static func shardCount(_ configuration: ServerConfiguration) -> Int {
        configuration.shards > 0 ? configuration.shards : max(1, min(64, Processors.count))
    }

    /// The settings of message compression; nil if messages are not compressed.
    ///
    /// No message refers to earlier ones. So one compressed copy of an event serves everybody in the room, and an idle
    /// player needs no memory for compression. The length of a message reveals nothing about earlier ones.
    var deflate: DeflateSettings? {
        guard configuration.compression else { return nil }
        guard let window = WindowBits(rawValue: UInt8(configuration.compressionWindow)) else {
            preconditionFailure("a window that the configuration does not allow")
        }
        var settings = DeflateSettings()
        settings.sendsWithContext = false
        settings.receivesWithContext = false
        settings.sendWindow = window
        settings.receiveWindow = window
        settings.threshold = configuration.compressionFrom
        // For messages of a few KiB the little tables are as fast and as good as the large ones.
        settings.memoryLevel = 5
        settings.maximumRatio = 100
        settings.ratioStep = 4_096
        return settings
    }

    /// Bytes of memory that may wait for clients over all connections, as counted: what is asked for, while the host
    /// bounds what is used. The rest is for mail between the shards, a turn's output, and what a heap takes besides.
    var outputMemory: Int { bounds.outputMemory ?? (configuration.outputMemory << 20) / 4 * 3 }

    /// Bytes of mail from one shard that the hub has not handled, with its answers.
    var mailToHub: Int { min(bounds.mailToHub, mailShare) }

    /// Bytes of mail from the hub that one shard has not handled.
    var mailToShard: Int { min(bounds.mailToShard, mailShare) }

    /// The share of one shard: all together have as much as an eighth of what may wait, in each of both directions.
    private var mailShare: Int { outputMemory / 8 / max(1, shardCount - 1) }

    /// 64 random bits, not to be foretold.
    func random() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    /// The settings of the hub. `takesOver`: other servers wait for it.
    func hubSettings(takesOver: Bool = false) -> HubSettings {
        var settings = bounds.hub
        settings.takesOver = takesOver
        settings.serverName = configuration.name
        settings.lines = configuration.lines
        settings.offensive = offensive
        settings.wordsLeftOut = wordsLeftOut
        settings.forgetPlayers = configuration.forgetPlayers
        settings.forgetRooms = configuration.forgetRooms
        addRoster(to: &settings)
        settings.sprint.rounds = configuration.roomRounds
        settings.sprint.limit = configuration.roomSeconds
        settings.sprint.rows = configuration.roomRows
        settings.sprint.hard = configuration.roomHard
        settings.scoring = ScoringRules(
            points: configuration.points, suspiciousBelow: configuration.suspiciousBelow * 1_000)
        // A larger export would fill the output of all connections, and be cut off.
        settings.exportBytes = min(settings.exportBytes, outputMemory / 2)
        return settings
    }

    /// The hub, which is then to be used on that shard only. `takesOver`: other servers wait for it.
    func makeHub(
        on shard: Shard, _ loop: EventLoop, _ storage: any Storage, _ feeds: [any FeedPort], takesOver: Bool = false
    ) -> SessionHub {
        let environment = HubEnvironment(
            storage: storage, executor: ShardExecutor(shard: shard), tokens: identity.tokens,
            feeds: feeds, searches: makeSearches(), compute: { [slowWork] in slowWork.passwords.run($0) },
            searchWords: { [slowWork] in slowWork.words.run($0) }, readNames: { [slowWork] in slowWork.names.run($0) },
            rankingReads: makeRankingReads(), now: { [clock] in clock.now },
            wallAhead: { [clock] in clock.wallAhead },
            after: { [unowned loop] milliseconds, work in _ = loop.after(milliseconds: milliseconds) { _ in work() } },
            whenHeard: { [unowned loop] work in
                // Before the mailroom stands nobody has been read from.
                if let mailroom = ServerShard.find(on: loop)?.mailroom { mailroom.whenHeard(work) } else { work() }
            },
            random: random,
            report: { [logger, metrics] topic, text in
                let fields: KeyValuePairs<StaticString, LogValue> = [
                    "topic": .text(topic.rawValue), "text": .text(text),
                ]
                if topic.isFault { logger.error("hub", fields) } else { logger.info("hub", fields) }
                if topic == .storage { metrics.commitFailures.add() }
            },
            storageAnswered: { [readiness] in readiness.answered($0) },
            meter: HubMeter(
                clock: ClockSource.monotonic, commit: { [metrics] in metrics.commits.record($0) },
                guess: { [metrics] in metrics.guesses.record($0) },
                forgotten: { [metrics] in metrics.playersForgotten.add() },
                roomForgotten: { [metrics] in metrics.roomsForgotten.add() }), hooks: hooks)
        return SessionHub(
            environment: environment, settings: hubSettings(takesOver: takesOver),
            puzzles: PuzzleSource(lexicons: lexicons, seed: seed, calendar: calendar))
    }

    /// Gives the hub the roster: the class of a classroom, or else those who are not forgotten. Where it cannot be read
    /// a classroom lets nobody in, and no server forgets a player: who is on it is not known.
    func addRoster(to settings: inout HubSettings) {
        do throws(ConfigurationFault) {
            settings.roster = try entrance.roster()
        } catch {
            logger.error("roster_not_read", ["text": .text("\(error)")])
            settings.forgetPlayers = 0
        }
        if configuration.access == .classroom { settings.classroom = settings.roster }
    }

    /// Codes that a network may try over sockets in a minute.
    private static let searchesPerMinute = 120

    private func makeSearches() -> RoomSearches {
        let limits = AddressLimits(perMinute: ServerParts.searchesPerMinute)
        return RoomSearches(
            wait: { [clock] in limits.wait(of: $0, now: clock.now) },
            count: { [clock] in _ = limits.take($0, now: clock.now) })
    }

    /// Rankings that an address may have read from storage in a minute, over sockets and HTTP. One that many want is in
    /// memory.
    private static let rankingsPerMinute = 120

    private func makeRankingReads() -> (ClientNetwork) -> Int? {
        let limits = AddressLimits(perMinute: ServerParts.rankingsPerMinute)
        return { [clock] in limits.take($0, now: clock.now) }
    }

    /// The feeds of a shard, to be used on it only.
    func makeFeeds(on shard: Shard, _ loop: EventLoop) -> ShardFeeds {
        ShardFeeds(
            environment: FeedEnvironment(
                now: { [unowned loop] in Int(loop.now) },
                after: { [unowned loop] milliseconds, work in
                    guard milliseconds <= 0 else {
                        // The pauses between visits; the rest has time.
                        loop.after(milliseconds: milliseconds, precisely: milliseconds <= 20) { _ in work() }
                        return
                    }
                    let confined = Confined(value: work)
                    shard.execute { _ in confined.value() }
                },
                receiver: { [unowned loop] in loop.connection(token: $0)?.handler as? any FeedReceiver },
                skipped: { [metrics] in metrics.watchersSkipped.add() }),
            settings: bounds.feeds)
    }

    /// Makes the HTTP API of that hub.
    func makeAPI(of hub: SessionHub, on shard: Shard) -> APIRoutes {
        APIRoutes(
            hub: hub, identity: identity, live: live, advice: advice, addresses: addresses,
            entrance: entrance, executor: ShardExecutor(shard: shard), metrics: metrics,
            now: { [clock] in clock.now }, wall: { [clock] in clock.wall },
            date: { [clock] in HTTPDate(seconds: clock.wall / 1_000) })
    }
}

/// The hub's thread is its shard's.
private struct ShardExecutor: HubExecutor {
    let shard: Shard
    func enqueue(_ job: @escaping @Sendable () -> Void) { shard.execute { _ in job() } }
}

extension Seed {
    /// The print by which others know whether the seed is the same as theirs, and nothing else of it.
    var print: [UInt8] {
        Array(keyedHash(for: "print").code(for: Array("tilerace print".utf8)).prefix(ClusterPrint.length))
    }
}
