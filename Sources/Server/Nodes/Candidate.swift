import Dispatch
import Foundation
import PostgreSQLStorage
import SQLiteStorage
import Storage
import Synchronization
import Telemetry

/// A server's hold on its storage, from its start to its end.
protocol HeldStorage: Sendable {
    /// Commits what was submitted, closes, and lets the data folder go. Blocks until done.
    func close()
}

/// A node's wish to be the hub: takes the lease of the database when it is free, and has the node serve all others
/// then. Nobody waits for it; the node serves its connections by the link to whoever is the hub.
final class Candidate: HeldStorage {
    private struct State {
        var isEnding = false
        var engine: PostgreSQLStorage?
        var lock: FolderLock?
    }

    private let address: DatabaseAddress
    private let holder: String
    private let bounds: ServerBounds
    private let logger: Logger
    private let failed: @Sendable (StorageError) -> Void
    private let isLost: @Sendable () -> Void
    private let state: Mutex<State>
    private let hasEnded = DispatchSemaphore(value: 0)

    /// ms between two attempts to take the lease.
    private static let pause = 250

    /// `failed` hears, on any thread, that the database cannot be reached while this node is the hub.
    /// Throws if the setting names no database that several servers can reach, or another server has the data folder.
    init(
        _ configuration: ServerConfiguration, _ folder: DataFolder, _ bounds: ServerBounds, _ logger: Logger,
        failed: @escaping @Sendable (StorageError) -> Void, isLost: @escaping @Sendable () -> Void
    ) throws(ConfigurationFault) {
        guard DatabaseAddress.isMeant(by: configuration.storage) else {
            throw ConfigurationFault("bus: several machines need a database that all of them reach: set storage, too")
        }
        address = try OpenStorage.address(configuration.storage)
        let lock = try FolderWait.lock(folder.path, patience: bounds.folderPatience, logger: logger)
        state = Mutex(State(lock: lock))
        holder = OpenStorage.holder(folder)
        self.bounds = bounds
        self.logger = logger
        self.failed = failed
        self.isLost = isLost
    }

    /// Begins to try, on a thread of its own. To be called once.
    func begin(_ shards: ServerShards) {
        Thread.detachNewThread { [self] in
            var lastFault = ""
            while !state.withLock({ $0.isEnding }) {
                guard let fault = attempt(shards) else { break }
                if !fault.isEmpty, fault != lastFault {
                    logger.warning("not_hub", ["text": .text(fault)])
                    lastFault = fault
                }
                Thread.sleep(forTimeInterval: Double(Candidate.pause) / 1_000)
            }
            hasEnded.signal()
        }
    }

    /// Nil once this node is the hub; else why it is not, which is empty while another one is.
    private func attempt(_ shards: ServerShards) -> String? {
        do throws(PostgreSQLOpenError) {
            let engine = try PostgreSQLStorage(address, holder: holder, limits: bounds.postgreSQL) {
                [logger, failed, isLost] error in
                logger.error("storage", ["error": .text("\(error)")])
                failed(error)
                if error == .fenced { isLost() }
            }
            if let fault = shards.becomeHub(engine, generation: UInt64(clamping: engine.generation)) {
                engine.close()
                return "\(fault)"
            }
            logger.info("hub", ["generation": .number(engine.generation), "database": .text("\(address)")])
            state.withLock { $0.engine = engine }
            return nil
        } catch {
            if case .inUse = error { return "" }
            return "\(error)"
        }
    }

    func close() {
        state.withLock { $0.isEnding = true }
        hasEnded.wait()
        state.withLock { state in
            state.engine?.close()
            state.engine = nil
            state.lock = nil
        }
    }
}
