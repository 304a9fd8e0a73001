import Bus
import Dispatch
import Foundation
import PostgreSQLStorage
import SQLiteStorage
import Storage
import StoredRows
import Synchronization
import Telemetry

/// A server's hold on its storage, from its start to its end.
protocol HeldStorage: Sendable {
    /// Whether this server decides now, or is about to.
    var isHub: Bool { get }
    /// Commits what was submitted, and lets a database that others wait for go. Nothing is served from it any more.
    /// Blocks until done.
    func release()
    /// Commits what was submitted, closes, and lets the data folder go. Blocks until done.
    func close()
}

/// A node's wish to be the hub: takes the lease of the database when it is free, and has the node serve all others
/// then. Nobody waits for it; the node serves its connections by the link to whoever is the hub.
///
/// A hub whose lease is another's steps down, and wishes again: its connections stay. So does a hub whose own lease has
/// been over for the length of a lease. So does one whose bus is away for too long, as other nodes may still reach each
/// other.
final class Candidate: HeldStorage {
    private struct State {
        var isEnding = false
        /// The lease is another server's.
        var isLost = false
        var engine: PostgreSQLStorage?
        var lock: FolderLock?
    }

    private let address: DatabaseAddress
    private let bounds: ServerBounds
    private let parts: ServerParts
    private let place: ClusterBus
    private let state: Mutex<State>
    /// Ends a pause: there is something to look at.
    private let wake = WakeSignal()
    private let hasEnded = WakeSignal()

    /// ms between two attempts to take the lease, and between two looks at the bus.
    private static let pause = 250
    /// ms to wait for the end of an attempt when the server stops. An attempt to reach a database that is away takes
    /// longer, and is left alone.
    private static let patience = 3_000

    /// A bus without a database that several servers can reach.
    static let noDatabase = ConfigurationFault(
        "bus: several machines need a database that all of them reach: set storage, too")

    /// Throws if the setting names no database that several servers can reach. Throws too if another server has the
    /// data folder, or a backup was not restored into it to the end.
    init(_ parts: ServerParts, _ folder: DataFolder, _ place: ClusterBus) throws(ConfigurationFault) {
        guard DatabaseAddress.isMeant(by: parts.configuration.storage) else {
            throw Candidate.noDatabase
        }
        address = try OpenStorage.address(parts.configuration.storage)
        let lock = try FolderWait.lock(folder.path, patience: parts.bounds.folderPatience, logger: parts.logger)
        do throws(OpenError) {
            try BackupFile.checkIsRestored(folder.path)
        } catch {
            throw ConfigurationFault("storage: \(error)")
        }
        state = Mutex(State(lock: lock))
        bounds = parts.bounds
        self.parts = parts
        self.place = place
    }

    /// Ends a pause: another hub has given its lease back, or there is something else to look at.
    func look() { wake.signal() }

    var isHub: Bool { state.withLock { $0.engine }?.holdsLease(at: parts.clock.now) ?? false }

    /// Begins to try, on a thread of its own. To be called once.
    func begin(_ shards: ServerShards) {
        Thread.detachNewThread { [self] in
            run(shards)
            hasEnded.signal()
        }
    }

    private func run(_ shards: ServerShards) {
        let clock = parts.clock
        let wait = LeaseWait(
            address, holder: place.node, seed: parts.seedPrint, limits: bounds.postgreSQL,
            clock: LeaseClock(clock, parts.logger, isOfMany: true))
        var lastCause = ""
        func complain(_ text: String, cause: String) {
            if cause != lastCause { parts.logger.warning("not_hub", ["text": .text(text)]) }
            lastCause = cause
        }
        var courtesy = Courtesy(milliseconds: bounds.cluster.courtesy)
        var backoff = Backoff()
        while !isEnding {
            if let milliseconds = backoff.left(at: clock.now) {
                pause(milliseconds)
                continue
            }
            do throws(PostgreSQLOpenError) {
                if place.bus.isConnected {
                    courtesy.end()
                } else if let milliseconds = try courtesy.wait(for: wait.lasts(), now: clock.now) {
                    pause(milliseconds)
                    continue
                }
                if let fault = try serve(wait, shards, within: backoff.patience(first: bounds.cluster.starting)) {
                    complain("\(fault)", cause: "\(fault)")
                    backoff.failed(at: clock.now)
                } else {
                    lastCause = ""
                    backoff.reset()
                }
            } catch {
                if wait.tookInVain { backoff.failed(at: clock.now) }
                parts.readiness.found(clockAhead: error.isOfClock)
                switch error {
                // Until then, unless the other one renews it.
                case .inUse(_, let milliseconds): pause(max(1, min(milliseconds, Candidate.pause)))
                case .clockAhead:
                    // How much it is differs from look to look.
                    complain("\(error)", cause: "clock")
                    pause(Candidate.pause)
                case .libraryMissing, .address, .otherSeed, .encoding, .foreignSchema, .newerSchema, .olderSchema,
                    .missing, .unfinished, .notEmpty, .storage:
                    complain("\(error)", cause: "\(error)")
                    pause(Candidate.pause)
                }
            }
        }
    }

    private var isEnding: Bool { state.withLock { $0.isEnding } }

    private func pause(_ milliseconds: Int) { wake.wait(milliseconds: milliseconds) }

    /// Takes the lease, and is the hub until it is another's or is given up. Throws if it is not to be had. Answers why
    /// it could not serve within so many ms, if so.
    private func serve(
        _ wait: LeaseWait, _ shards: ServerShards, within milliseconds: Int
    ) throws(PostgreSQLOpenError) -> StorageError? {
        state.withLock { $0.isLost = false }
        let began = parts.clock.now
        let engine = try wait.open { [weak self] error in self?.failed(error) }
        parts.readiness.found(clockAhead: false)
        let generation = UInt64(clamping: engine.generation)
        state.withLock { $0.engine = engine }
        let fault = shards.becomeHub(engine, generation: generation, within: milliseconds) { [weak engine] now in
            engine?.holdsLease(at: now) ?? false
        }
        if fault == nil {
            parts.logger.info(
                "hub",
                [
                    "generation": .number(engine.generation), "database": .text("\(address)"),
                    "took_ms": .number(parts.clock.now - began),
                ])
            attend(engine)
            // A server that is being stopped is drained by the caller of `stop`.
            guard !isEnding else { return nil }
            parts.logger.warning("no_hub_more", ["generation": .number(engine.generation)])
            shards.stepDown()
        }
        giveBack(waits: false)
        return fault
    }

    private func failed(_ error: StorageError) {
        parts.logger.error("storage", ["error": .text("\(error)")])
        parts.readiness.answered(.failure(error))
        guard error == .fenced else { return }
        state.withLock { $0.isLost = true }
        wake.signal()
    }

    /// Waits for the end of this node's time as the hub.
    private func attend(_ engine: PostgreSQLStorage) {
        var term = HubTerm(bounds.cluster, lease: bounds.postgreSQL.lease)
        while !state.withLock({ $0.isEnding || $0.isLost }) {
            let now = parts.clock.now
            if term.isOver(at: now, hasBus: place.bus.isConnected, holdsLease: engine.holdsLease(at: now)) { return }
            pause(Candidate.pause)
        }
    }

    /// Commits, gives the lease back, and says so. Reads under way may take long, longest from a database that has
    /// fallen silent. A node that wants to be the hub again does not wait for them.
    private func giveBack(waits: Bool = true) {
        let engine = state.withLock { state in
            defer { state.engine = nil }
            return state.engine
        }
        guard let engine else { return }
        engine.vacate()
        let vacancy = Envelope(.vacancy, sentAt: parts.clock.now)
        place.bus.publish(vacancy.encoded, to: place.subjects.announcements)
        guard !waits else { return engine.close() }
        DispatchQueue.global(qos: .utility).async { engine.close() }
    }

    func release() {
        state.withLock { $0.isEnding = true }
        wake.signal()
        hasEnded.wait(milliseconds: Candidate.patience)
        giveBack()
    }

    func close() {
        giveBack()
        state.withLock { $0.lock = nil }
    }
}

extension PostgreSQLOpenError {
    /// Whether a clock that is set right mends it.
    fileprivate var isOfClock: Bool {
        if case .clockAhead = self { true } else { false }
    }
}

/// The pauses of a node that could not serve under the lease that it had, so that others may have it meanwhile. An
/// event that wakes the node does not end them. In ms.
struct Backoff {
    static let first = 1_000
    static let longest = 30_000
    private var pause = 0
    private var end: Int?

    /// Records that the node could not serve, once more.
    mutating func failed(at now: Int) {
        pause = min(max(Backoff.first, pause * 2), Backoff.longest)
        end = now + pause
    }

    /// Records that the node has served.
    mutating func reset() { (pause, end) = (0, nil) }

    /// The time that the next try may take: `first`, and longer after each failure. A database that is slow for all
    /// lets somebody start in the end.
    func patience(first: Int) -> Int { min(max(first, 2 * first * pause / Backoff.first), max(first, Backoff.longest)) }

    /// The rest of the pause; nil if it is over.
    func left(at now: Int) -> Int? { end.flatMap { now < $0 ? $0 - now : nil } }
}

/// The time for which a node is the hub while nothing takes the lease from it. In ms.
struct HubTerm {
    private let bounds: ClusterBounds
    private let lease: Int
    private var hadBus = false
    private var awaySince: Int?
    private var lapsedSince: Int?

    init(_ bounds: ClusterBounds, lease: Int) {
        self.bounds = bounds
        self.lease = lease
    }

    /// Whether it is to give the lease up. To be asked now and then.
    mutating func isOver(at now: Int, hasBus: Bool, holdsLease: Bool) -> Bool {
        lapsedSince = holdsLease ? nil : lapsedSince ?? now
        awaySince = hasBus ? nil : awaySince ?? now
        hadBus = hadBus || hasBus
        // Somebody else may have it, or could.
        if let lapsedSince, now - lapsedSince >= lease { return true }
        // Where nobody has the bus, somebody takes the lease again, and keeps it for longer.
        let patience = hadBus ? bounds.busPatience : bounds.loneTerm
        return awaySince.map { now - $0 >= patience } ?? false
    }
}

/// The wait of a node without a bus before it takes a free lease: others may be there for each other.
struct Courtesy {
    let milliseconds: Int
    private var freeSince: Int?

    init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// The ms until the next look, for a lease that lasts so many yet; nil if it may be taken.
    mutating func wait(for lasts: Int, now: Int) -> Int? {
        guard lasts == 0 else {
            freeSince = nil
            return min(lasts, milliseconds)
        }
        let since = freeSince ?? now
        guard now - since >= milliseconds else {
            freeSince = since
            return min(milliseconds, 100)
        }
        // One try: when this node has had the lease and gives it up, others go first again.
        freeSince = nil
        return nil
    }

    /// The bus is there.
    mutating func end() { freeSince = nil }
}
