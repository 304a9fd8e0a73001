import Dispatch
import EventLoops
import Sessions
import Storage
import StoredRows
import Synchronization
import Telemetry
import WebSockets
import WordLists

/// A running server: reads what it needs, opens storage, listens. This is where the layers are joined.
package final class TileraceServer: Sendable {
    /// The settings in force.
    package var configuration: ServerConfiguration { inForce.withLock { $0 } }
    private let inForce: Mutex<ServerConfiguration>
    /// The first address that it listens on. An inherited socket keeps its own address, whatever was configured.
    package let address: SocketAddress
    /// The port of `address`, also if 0 was configured.
    package var port: UInt16 { address.port }
    /// Absolute path of the data folder.
    package var dataFolder: String { folder.path }

    /// The lines that tell the host where the server is to be found.
    package var startText: [String] {
        StartText(
            name: configuration.name, dataFolder: dataFolder, address: address,
            others: addresses.address(scheme: isSecure ? "https" : "http", port: "\(port)"),
            certificates: tls.map { .init(names: $0.credentials.names, covers: $0.credentials.covers) }
        ).lines
    }

    private let addresses: ReachableAddresses
    private let clock: ServerClock
    /// False once the server stops. Then it writes no time to the data folder, and looks at it no more.
    private let isRunning = Mutex(true)
    /// ms between two writes of the time to the data folder.
    private let betweenAnchors: Int
    /// ms between two looks at what commands have done to files of the data folder.
    private let betweenFolderLooks: Int
    private let courier: ActsCourier
    private let folder: DataFolder
    private let tokens: SessionTokens
    private let entrance: Entrance
    private let hooks: HookSender?
    private let readiness: Readiness
    private let live: LiveSettings
    /// Nil where no folder is set for backups.
    private let backups = Mutex<BackupKeeper?>(nil)
    private let makeBackups: @Sendable (ServerConfiguration) -> BackupKeeper?
    /// ms between two looks whether a backup is due.
    private let betweenBackupLooks: Int
    let shards: ServerShards
    private let storage: any HeldStorage
    /// Nil for a server that is alone.
    private let bus: ClusterBus?
    /// Nil for a server that speaks plain HTTP.
    private let tls: ServerTLS?
    private let certificateEnd: Gauge
    /// The port that only redirects to HTTPS, if there is one.
    package let redirectPort: UInt16?
    /// The port of the listener for figures, if there is one and it is a port.
    package let figuresPort: UInt16?
    let logger: Logger
    /// The queue on which the lines of the log are written.
    private let logQueue: DispatchQueue

    /// Starts a server. It serves when this returns. Throws a sentence for the host if it cannot. `inherited` are
    /// listening sockets to serve in place of the configured port. `lexicon` is for tests, which start many servers:
    /// lists that have been read before. `log` takes the log's lines in place of standard error. `isReplaced` is
    /// called, on any thread, when another server has taken the database over. Then this server can serve nobody any
    /// more, and is to be stopped.
    package init(
        _ configuration: ServerConfiguration, bounds: ServerBounds = ServerBounds(), clock: ServerClock? = nil,
        inherited: [InheritedSocket] = [], lexicon: Lexicon? = nil,
        isReplaced: @escaping @Sendable () -> Void = {}, log: (@Sendable (String) -> Void)? = nil
    ) throws(ConfigurationFault) {
        let logQueue = DispatchQueue(label: "tilerace.log")
        let folder = try DataFolder(path: configuration.data)
        let ready: Ready
        do throws(ConfigurationFault) {
            ready = try Ready(configuration, bounds, clock, inherited, lexicon, folder, logQueue, log)
        } catch {
            folder.removeIfMade()
            throw error
        }
        let (clock, logger, tls, sockets) = (ready.clock, ready.logger, ready.tls, ready.sockets)
        let (storage, shards): (any HeldStorage, ServerShards)
        do throws(ConfigurationFault) {
            bus = try ClusterBus(configuration, logger, random: ready.parts.random())
            (storage, shards) = try TileraceServer.start(ready, bus, folder, isReplaced)
        } catch {
            sockets.close()
            throw error
        }
        inForce = Mutex(configuration)
        live = ready.parts.live
        makeBackups = { [parts = ready.parts] in BackupKeeper($0, of: folder, parts.calendar, logger, parts.metrics) }
        betweenBackupLooks = bounds.betweenBackupLooks
        self.folder = folder
        tokens = ready.parts.identity.tokens
        entrance = ready.parts.entrance
        hooks = ready.parts.hooks
        readiness = ready.parts.readiness
        addresses = ready.parts.addresses
        self.shards = shards
        self.storage = storage
        self.tls = tls
        certificateEnd = ready.parts.metrics.certificateEnd
        self.logger = logger
        self.logQueue = logQueue
        self.clock = clock
        betweenAnchors = bounds.betweenAnchors
        betweenFolderLooks = bounds.betweenFolderLooks
        courier = ActsCourier(in: folder, to: shards, logger)
        address = sockets.serving[0].address
        redirectPort = sockets.redirecting.first?.address.port
        figuresPort = configuration.metricsAddress.flatMap { shards.serveFigures(at: $0, bounds, logger) }
        for socket in sockets.serving {
            shards.serve(socket, tls: tls?.credentials)
            logger.info("serving", ["address": .text("\(socket.address)"), "zone": .text(configuration.zone)])
        }
        serveControl(bounds.control)
        keepTimeLater()
        lookAtFolderLater()
        beginBackups(configuration)
        hooks?.start(every: bounds.betweenHookLooks)
        for socket in sockets.redirecting {
            shards.redirect(socket, to: address.port, tls?.credentials)
            logger.info("redirecting", ["address": .text("\(socket.address)")])
        }
    }

    /// Starts the shards over storage; in a cluster, over a link to whoever has it.
    private static func start(
        _ ready: Ready, _ bus: ClusterBus?, _ folder: DataFolder, _ isReplaced: @escaping @Sendable () -> Void
    ) throws(ConfigurationFault) -> (any HeldStorage, ServerShards) {
        let parts = ready.parts
        let failed: @Sendable (StorageError) -> Void = { [readiness = parts.readiness] in
            readiness.answered(.failure($0))
        }
        guard let bus else {
            let storage = try OpenStorage.open(parts, folder, failed: failed, isLost: isReplaced)
            try folder.keep(ready.clock.anchor)
            return (storage, try ServerShards.start(parts, storage.engine))
        }
        let candidate = try Candidate(parts, folder, bus)
        try folder.keep(ready.clock.anchor)
        let shards = try ServerShards.startNode(parts, bus) { candidate.look() }
        candidate.begin(shards)
        return (candidate, shards)
    }

    /// The parts of a server that exist before it opens its storage.
    private struct Ready {
        let clock: ServerClock
        let logger: Logger
        let tls: ServerTLS?
        let parts: ServerParts
        let sockets: ServerSockets

        init(
            _ configuration: ServerConfiguration, _ bounds: ServerBounds, _ given: ServerClock?,
            _ inherited: [InheritedSocket], _ lexicon: Lexicon?, _ folder: DataFolder, _ logQueue: DispatchQueue,
            _ log: (@Sendable (String) -> Void)?
        ) throws(ConfigurationFault) {
            try folder.checkTrust()
            // During a restart the server before may still serve: with one anchor both tell the same time.
            clock = if let given { given } else { ServerClock(continuing: try folder.clockAnchor()) }
            logger = TileraceServer.makeLogger(configuration, clock, logQueue, log)
            tls = try ServerTLS(configuration, logger: logger)
            parts = try ServerParts(configuration, bounds, folder, clock, logger, lexicon, tls)
            TileraceServer.warnOfWritable(configuration, logger)
            // Before storage: while another server still holds the folder, clients wait in the socket instead of being
            // refused.
            sockets = try ServerSockets(configuration, inherited)
            sockets.warnOfUnused(logger)
        }
    }

    /// Whoever may write to the page or the lists chooses what the next start serves. That stops no start: file systems
    /// without modes say it of every file.
    private static func warnOfWritable(_ configuration: ServerConfiguration, _ logger: Logger) {
        for folder in [configuration.web, configuration.words, configuration.namesFolder] {
            guard let path = FileTrust.writableByAll(in: folder) else { continue }
            logger.warning(
                "others_may_write",
                ["path": .text(path), "text": .text("everybody may change what is served: chmod -R o-w \(folder)")])
        }
    }

    /// Lets the operator's programs in. Without that the game is served all the same: some file systems have no
    /// sockets.
    private func serveControl(_ bounds: ControlBounds) {
        do throws(EventLoopError) {
            shards.serveControl(try LocalSocket(folder: folder.path, name: DataFolder.controlName), bounds)
        } catch {
            logger.warning("no_control_socket", ["text": .text("tilerace admin cannot reach this server: \(error)")])
        }
    }

    /// Leaves the time to the next server now and then: after a loss of power it goes on from there.
    private func keepTimeLater() {
        DispatchQueue.global(qos: .utility).asyncAfter(
            deadline: .now() + .milliseconds(betweenAnchors)
        ) {
            [weak self] in
            guard let self, keepTime() else { return }
            keepTimeLater()
        }
    }

    /// Returns whether it is to go on: a server that stops does so for the last time.
    @discardableResult private func keepTime(isLast: Bool = false) -> Bool {
        isRunning.withLock { isRunning in
            guard isRunning else { return false }
            isRunning = !isLast
            do {
                try folder.keep(clock.anchor)
            } catch {
                logger.warning("clock_not_kept", ["text": .text("\(error)")])
            }
            return isRunning
        }
    }

    /// Hears within seconds of what commands do to files of the folder: to the roster, and of acts for the audit log.
    private func lookAtFolderLater() {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(betweenFolderLooks)) {
            [weak self] in
            guard let self, isRunning.withLock({ $0 }) else { return }
            if configuration.readsRoster, let roll = entrance.changedRoll() {
                shards.first.execute { ServerShard.find(on: $0)?.mailroom?.hub.accounts.take(roll) }
            }
            courier.look { work in DispatchQueue.global(qos: .utility).async(execute: work) }
            lookAtFolderLater()
        }
    }

    // MARK: Reloading

    /// Reads the keys of session tokens and the password again.
    func reloadSecrets() {
        reloadSessionKeys()
        reloadPassword()
    }

    /// Reads certificates again, the ones in force or the ones that other settings name. Answers false, and keeps the
    /// old ones, if they cannot be used.
    @discardableResult func reloadCertificates(of settings: ServerConfiguration? = nil) -> Bool {
        guard let tls else { return true }
        guard tls.reload(settings ?? configuration) else { return false }
        certificateEnd.set(tls.firstEnd)
        return true
    }

    /// Has other settings in force, as far as they can be changed while it serves.
    func take(_ configuration: ServerConfiguration) {
        let before = inForce.withLock { inForce in
            defer { inForce = configuration }
            return inForce
        }
        live.take(configuration)
        entrance.change(takesGuests: configuration.guests)
        logger.setThreshold(configuration.logLevel)
        guard
            before.backups != configuration.backups || before.backupTime != configuration.backupTime
                || before.backupsKept != configuration.backupsKept
        else { return }
        backups.withLock { $0 }?.stop()
        beginBackups(configuration)
    }

    private func beginBackups(_ configuration: ServerConfiguration) {
        let keeper = makeBackups(configuration)
        // Of several servers only the one that decides makes backups.
        keeper?.start(
            every: betweenBackupLooks, isWanted: { [storage] in storage.isHub }, now: { [clock] in clock.wall })
        backups.withLock { $0 = keeper }
    }

    private func reloadPassword() {
        do throws(ConfigurationFault) {
            if configuration.access == .password { try folder.checkTrust(ofSecret: ServerPassword.name) }
            try entrance.reload()
        } catch {
            logger.error("password_not_read_again", ["text": .text("\(error)")])
        }
    }

    private func reloadSessionKeys() {
        do throws(ConfigurationFault) {
            try folder.checkTrust(ofSecret: SessionKeyFile.name)
            let keys = try SessionKeyFile(of: folder).keys()
            // Sessions that a removed key began end, too. Nothing records which key began a session: all of them end.
            if tokens.replaceKeys(with: keys) {
                for shard in shards.group.shards { shard.execute { ServerShard.find(on: $0)?.endSessions() } }
                shards.first.execute { ServerShard.find(on: $0)?.mailroom?.hub.accounts.voidLinkCodes() }
            }
            let newest = keys.map(\.version).max() ?? 0
            logger.info("session_keys_read_again", ["keys": .number(keys.count), "newest": .number(newest)])
        } catch {
            logger.error("session_keys_not_read_again", ["text": .text("\(error)")])
        }
    }

    /// Whether it speaks HTTPS and not HTTP.
    package var isSecure: Bool { tls != nil }

    /// The codes with which the server closes WebSockets; `docs/protocol.md` says what each means to a client.
    package static let closeCodes = CloseCode.ofServer.map(\.rawValue)

    private static func makeLogger(
        _ configuration: ServerConfiguration, _ clock: ServerClock, _ queue: DispatchQueue,
        _ log: (@Sendable (String) -> Void)?
    ) -> Logger {
        let format = configuration.logFormat
        let lines = LogQueue(
            capacity: 1_000, schedule: { work in queue.async(execute: work) },
            loss: { format.lineOfLoss($0, time: clock.wall) }, write: log ?? StandardError.write)
        return Logger(
            threshold: configuration.logLevel, format: format, now: { clock.wall }, sink: { lines.submit($0) })
    }

    /// Bytes that wait to be sent to the slowest client now. Blocks until every shard has looked.
    package var largestBacklog: Int {
        let found = Mutex(0)
        shards.onEach(shards.group.shards) { loop in
            let largest = loop.largestBacklog
            found.withLock { $0 = max($0, largest) }
        }
        return found.withLock { $0 }
    }

    /// Bytes that wait to be sent, over all connections.
    package var outputWaiting: Int { shards.group.outputBudget.waiting }

    /// Connections of each shard now.
    package var connectionCounts: [Int] { shards.group.shards.map(\.connectionCount) }

    /// Goes down in order: takes no more connections, finishes what is under way, tells every client when to come back,
    /// commits, and closes storage. Blocks until done, a few seconds at most.
    package func stop() {
        logger.info("stopping")
        readiness.stop()
        // First of all, so that nobody is let in only to be sent away.
        let deaf = DispatchSemaphore(value: 0)
        shards.group.stopListening { deaf.signal() }
        deaf.wait()
        let window = RetryWindow(clients: shards.group.shards.reduce(0) { $0 + $1.connectionCount })
        let drained = WakeSignal()
        shards.onEach(shards.group.shards) { ServerShard.find(on: $0)?.beginStopping(window) }
        shards.first.execute { [first = shards.first] loop in
            // Nodes look for another hub at once. Nobody there is refused because this one goes.
            ServerShard.find(on: loop)?.node?.beginStopping()
            guard let mailroom = ServerShard.find(on: loop)?.mailroom else {
                drained.signal()
                return
            }
            mailroom.hub.drain {
                // In a turn of its own: the mail of this one has then gone to the other shards.
                first.execute { _ in drained.signal() }
            }
        }
        if !drained.wait(milliseconds: 5_000) {
            logger.error("stop", ["text": "storage did not finish in time"])
        }
        // Before the good-byes, which take seconds: elsewhere players wait for who takes over.
        storage.release()
        let gone = DispatchSemaphore(value: 0)
        shards.group.stop(graceMilliseconds: TileraceServer.stopGrace) { gone.signal() }
        gone.wait()
        shards.onEach([shards.first]) { ServerShard.find(on: $0)?.node?.leave() }
        shards.dismantle()
        backups.withLock { $0 }?.stop()
        hooks?.stop()
        // While the folder is ours.
        keepTime(isLast: true)
        folder.removeControlSocket()
        storage.close()
        bus?.bus.close()
        logger.info("stopped")
        // The program ends when this returns. Not for ever: nobody may be reading the log.
        let written = WakeSignal()
        logQueue.async { written.signal() }
        written.wait(milliseconds: 1_000)
    }

    /// ms for the last answers and good-byes.
    private static let stopGrace = 3_000
}
