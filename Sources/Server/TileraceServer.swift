import Dispatch
import EventLoops
import GameRules
import Puzzles
import SQLiteStorage
import Sessions
import Storage
import Synchronization
import Telemetry
import WordLists

/// A running server: reads what it needs, opens storage, listens. This is where the layers are joined.
package final class TileraceServer: Sendable {
    /// What it runs with.
    package let configuration: ServerConfiguration
    /// The port it listens on, also where 0 was asked for.
    package let port: UInt16
    /// Absolute path of the data folder.
    package let dataFolder: String

    private let shards: ShardGroup
    private let core: CoreHolder
    private let storage: SQLiteStorage
    private let logger: Logger
    /// Where the lines of the log are written.
    private let logQueue: DispatchQueue

    /// Starts a server. It serves when this returns. Throws a sentence for the host if it cannot. `inherited` are listening
    /// sockets to serve in place of the configured port. `lexicon` is for tests, which start many servers: lists that have
    /// been read before.
    package init(
        _ configuration: ServerConfiguration, bounds: ServerBounds = ServerBounds(), clock: ServerClock = ServerClock(),
        inherited: [InheritedSocket] = [], lexicon: Lexicon? = nil
    ) throws(ConfigurationFault) {
        let logQueue = DispatchQueue(label: "tilerace.log")
        let logger = TileraceServer.makeLogger(configuration.logLevel, clock, logQueue)
        let folder = try DataFolder(path: configuration.data)
        let parts = try Parts(configuration, bounds, folder, clock, logger, lexicon)
        let shards = try ConfigurationFault.wrapping("event loop") { () throws(EventLoopError) in
            try ShardGroup(count: 1)
        }
        // Before storage: while another server still holds the folder, clients wait in the socket instead of being refused.
        let sockets = try TileraceServer.listen(configuration, inherited)
        let storage: SQLiteStorage
        let core: CoreHolder
        do throws(ConfigurationFault) {
            storage = try FolderWait.open(folder.path, patience: bounds.folderPatience, logger: logger)
            core = try TileraceServer.startCore(parts, shards.shards[0], storage)
        } catch {
            for socket in sockets { socket.close() }
            throw error
        }
        self.configuration = configuration
        self.shards = shards
        self.core = core
        self.storage = storage
        self.logger = logger
        self.logQueue = logQueue
        dataFolder = folder.path
        port = sockets[0].address.port
        for socket in sockets {
            shards.serve(socket, outputLimit: TileraceServer.answerLimit) { core.value.handler(for: $0) }
            logger.info("serving", ["address": .text("\(socket.address)"), "zone": .text(configuration.zone)])
        }
    }

    /// Everything that the core is made of and that can cross to its thread.
    private struct Parts: Sendable {
        let configuration: ServerConfiguration
        let bounds: ServerBounds
        let clock: ServerClock
        let logger: Logger
        let seed: Seed
        let calendar: ServerCalendar
        let tokens: SessionTokens
        let lexicon: Lexicon
        let files: StaticFiles

        init(
            _ configuration: ServerConfiguration, _ bounds: ServerBounds, _ folder: DataFolder, _ clock: ServerClock,
            _ logger: Logger, _ lexicon: Lexicon?
        ) throws(ConfigurationFault) {
            self.configuration = configuration
            self.bounds = bounds
            self.clock = clock
            self.logger = logger
            guard let seed = Seed(try folder.secret(named: "seed")) else {
                preconditionFailure("a secret has as many bytes as a seed")
            }
            self.seed = seed
            tokens = SessionTokens(key: try folder.secret(named: "session-key"))
            calendar = try ConfigurationFault.wrapping("zone") { () throws(CalendarError) in
                try ServerCalendar(zone: configuration.zone)
            }
            if let lexicon {
                self.lexicon = lexicon
            } else {
                self.lexicon = try WordFiles.lexicon(folder: configuration.words, language: "en")
            }
            files = try StaticFiles(folder: configuration.web)
        }
    }

    /// Builds the core on its shard, and waits until it knows today's puzzle.
    private static func startCore(
        _ parts: Parts, _ shard: Shard, _ storage: SQLiteStorage
    ) throws(ConfigurationFault) -> CoreHolder {
        let outcome = Mutex<StorageError?>(nil)
        let ready = DispatchSemaphore(value: 0)
        let holder = CoreHolder()
        shard.execute { loop in
            let core = TileraceServer.makeCore(parts, shard, loop, storage)
            holder.value = core
            core.hub.start { result in
                if case .failure(let error) = result { outcome.withLock { $0 = error } }
                TileraceServer.tick(core, loop)
                ready.signal()
            }
        }
        ready.wait()
        if let error = outcome.withLock({ $0 }) { throw ConfigurationFault("storage: \(error)") }
        return holder
    }

    /// The codes with which the server closes WebSockets; `docs/protocol.md` says what each means to a client.
    package static let closeCodes: [UInt16] = [1001, 1002, 1003, 1007, 1009, 4000, 4001, 4500]

    /// The largest answer that may wait to be sent on a connection that is no WebSocket yet.
    private static let answerLimit = 8 << 20

    /// The sockets to serve: at least one.
    private static func listen(
        _ configuration: ServerConfiguration, _ inherited: [InheritedSocket]
    ) throws(ConfigurationFault) -> [ListeningSocket] {
        guard inherited.isEmpty else { return inherited.map(\.socket) }
        guard let address = SocketAddress(host: configuration.address, port: configuration.port) else {
            throw ConfigurationFault("address: “\(configuration.address)” is no IP address")
        }
        do {
            return [try ListeningSocket(binding: address)]
        } catch {
            throw ConfigurationFault("cannot listen on \(address): \(ListeningAdvice.text(for: error))")
        }
    }

    private static func makeCore(
        _ parts: Parts, _ shard: Shard, _ loop: EventLoop, _ storage: SQLiteStorage
    ) -> ServerCore {
        let configuration = parts.configuration
        let clock = parts.clock
        let logger = parts.logger
        var bounds = parts.bounds
        bounds.hub.serverName = configuration.name
        let random: () -> UInt64 = {
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        }
        let metrics = ServerMetrics(
            closeCodes: TileraceServer.closeCodes.map(Int.init))
        let feeds = ShardFeeds(environment: feedEnvironment(shard, loop))
        let hub = SessionHub(
            environment: HubEnvironment(
                storage: storage, executor: ShardExecutor(shard: shard), tokens: parts.tokens, feeds: [feeds],
                now: { clock.now }, random: random,
                report: { topic, text in
                    logger.error("hub", ["topic": .text(topic), "text": .text(text)])
                    if topic == "storage" { metrics.commitFailures.add() }
                }),
            settings: bounds.hub,
            library: PuzzleLibrary(lexicons: [parts.lexicon], seed: parts.seed, calendar: parts.calendar))
        feeds.needsSnapshot = { [unowned hub] in hub.publishSnapshot(of: $0, to: 0) }
        let origins = OriginPolicy(allowed: configuration.origins)
        let routes = Routes(
            hub: hub, files: parts.files, tokens: parts.tokens, metrics: configuration.metrics ? metrics : nil,
            origins: origins, guestsPerMinute: configuration.guestsPerMinute, now: { clock.now })
        return ServerCore(
            hub: hub, routes: routes, origins: origins, bounds: bounds, metrics: metrics, logger: logger,
            limits: .init(total: configuration.connections, perAddress: configuration.connectionsPerAddress),
            later: { inLaterTurn(of: shard, $0) }, random: random)
    }

    /// Runs `action`, which is confined to the shard that calls this, in one of its later turns.
    private static func inLaterTurn(of shard: Shard, _ action: @escaping () -> Void) {
        let confined = Confined(value: action)
        shard.execute { _ in confined.value() }
    }

    /// What the feeds of a shard need from it.
    private static func feedEnvironment(_ shard: Shard, _ loop: EventLoop) -> FeedEnvironment {
        FeedEnvironment(
            after: { [unowned loop] milliseconds, work in
                guard milliseconds > 0 else { return inLaterTurn(of: shard, work) }
                loop.after(milliseconds: milliseconds) { _ in work() }
            },
            receiver: { [unowned loop] in loop.connection(token: $0)?.handler as? any FeedReceiver })
    }

    private static func tick(_ core: ServerCore, _ loop: EventLoop) {
        _ = loop.after(milliseconds: SessionHub.tickInterval) { [weak core] loop in
            guard let core else { return }
            core.hub.tick()
            TileraceServer.tick(core, loop)
        }
    }

    private static func makeLogger(_ level: LogLevel, _ clock: ServerClock, _ queue: DispatchQueue) -> Logger {
        let lines = LogQueue(
            capacity: 1_000, schedule: { work in queue.async(execute: work) }, write: StandardError.write)
        return Logger(threshold: level, format: .text, now: { clock.now }, sink: { lines.submit($0) })
    }

    /// Bytes that wait to be sent to the slowest client now. Blocks until the shard has looked.
    package var largestBacklog: Int {
        let found = Mutex(0)
        let isFound = DispatchSemaphore(value: 0)
        shards.shards[0].execute { loop in
            found.withLock { $0 = loop.largestBacklog }
            isFound.signal()
        }
        isFound.wait()
        return found.withLock { $0 }
    }

    /// Goes down in order: takes no more connections, finishes what is under way, tells every client when to come back,
    /// commits, and closes storage. Blocks until done, a few seconds at most.
    package func stop() {
        logger.info("stopping")
        // First of all, so that nobody is let in only to be sent away.
        let deaf = DispatchSemaphore(value: 0)
        shards.stopListening { deaf.signal() }
        deaf.wait()
        let window = RetryWindow(clients: shards.shards.reduce(0) { $0 + $1.connectionCount })
        let drained = DispatchSemaphore(value: 0)
        shards.shards[0].execute { [core] _ in
            core.value.beginStopping(window)
            core.value.hub.drain { drained.signal() }
        }
        if drained.wait(timeout: .now() + .seconds(5)) == .timedOut {
            logger.error("stop", ["text": "storage did not finish in time"])
        }
        let gone = DispatchSemaphore(value: 0)
        shards.stop(graceMilliseconds: TileraceServer.stopGrace) { gone.signal() }
        gone.wait()
        storage.close()
        logger.info("stopped")
        // The program ends when this returns. Not for ever: nobody may be reading the log.
        let written = DispatchSemaphore(value: 0)
        logQueue.async { written.signal() }
        _ = written.wait(timeout: .now() + .seconds(1))
    }

    /// ms for the last answers and good-byes.
    private static let stopGrace = 3_000
}

/// Carries the core to the connections of its shard.
///
/// Unchecked Sendable: it is written and read on that shard alone, and written before anything reads it.
private final class CoreHolder: @unchecked Sendable {
    private var core: ServerCore?

    var value: ServerCore {
        get {
            guard let core else { preconditionFailure("the core is there before its connections") }
            return core
        }
        set { core = newValue }
    }
}

/// The hub's thread is its shard's.
private struct ShardExecutor: HubExecutor {
    let shard: Shard
    func enqueue(_ job: @escaping @Sendable () -> Void) { shard.execute { _ in job() } }
}
