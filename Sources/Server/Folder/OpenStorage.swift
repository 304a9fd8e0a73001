import Dispatch
import Foundation
import GameRules
import Glibc
import PostgreSQLStorage
import SQLiteStorage
import Storage
import Synchronization
import Telemetry

/// The storage that a server was told to use, and its hold on the data folder.
final class OpenStorage: HeldStorage {
    let engine: any Storage
    /// The folder of a server whose database is elsewhere. SQLite's engine holds its own.
    private let lock: Mutex<FolderLock?>

    /// ms between two attempts to take a database that another server has.
    private static let pause = 250

    /// Opens the storage that the configuration names, and waits while another server holds it.
    ///
    /// - Parameters:
    ///   - failed: hears, on any thread, that a database that is elsewhere cannot be reached, also while nobody plays.
    ///   - isLost: called, on any thread, when another server has taken the database over.
    init(
        _ parts: ServerParts, _ folder: DataFolder, failed: @escaping @Sendable (StorageError) -> Void,
        isLost: @escaping @Sendable () -> Void
    ) throws(ConfigurationFault) {
        let (configuration, bounds, logger) = (parts.configuration, parts.bounds, parts.logger)
        guard DatabaseAddress.isMeant(by: configuration.storage) else {
            lock = Mutex(nil)
            engine = try FolderWait.open(
                folder.path, bounds.storage, patience: bounds.folderPatience, logger: logger)
            return
        }
        let address = try OpenStorage.address(configuration.storage)
        // The owner of the folder is the only server of its name. A former process of it that still has the lease is
        // dead, if the machine was not started since. Else that lease is over, or will be in a moment.
        let held = try FolderWait.lock(folder.path, patience: bounds.folderPatience, logger: logger)
        do throws(OpenError) {
            try BackupFile.checkIsRestored(folder.path)
        } catch {
            throw ConfigurationFault("storage: \(error)")
        }
        lock = Mutex(held)
        engine = try OpenStorage.open(address, folder, parts) { error in
            failed(error)
            if error == .fenced { isLost() }
        }
    }

    /// Opens the storage of a server that had to make secrets of its folder, `made`. A database elsewhere that was
    /// played already was played with others: it is refused, as one in the folder is (``DataFolder/checkIsWhole()``).
    ///
    /// Any refusal of that database removes the secrets that were made: else the next start would find them.
    static func open(
        _ parts: ServerParts, _ folder: DataFolder, failed: @escaping @Sendable (StorageError) -> Void,
        isLost: @escaping @Sendable () -> Void
    ) throws(ConfigurationFault) -> OpenStorage {
        let isElsewhere = DatabaseAddress.isMeant(by: parts.configuration.storage)
        do throws(ConfigurationFault) {
            let storage = try OpenStorage(parts, folder, failed: failed, isLost: isLost)
            guard isElsewhere, let name = parts.madeSecrets.first else { return storage }
            do throws(StorageError) {
                guard try storage.wasPlayed() else { return storage }
            } catch {
                storage.close()
                throw ConfigurationFault("storage: \(error)")
            }
            storage.close()
            throw folder.withoutSecret(name)
        } catch {
            if isElsewhere { folder.remove(secrets: parts.madeSecrets) }
            throw error
        }
    }

    /// Whether a day has begun on the database. Blocks until it has answered.
    private func wasPlayed() throws(StorageError) -> Bool {
        let last = Mutex<Result<Day?, StorageError>>(.failure(.closed))
        let answered = DispatchSemaphore(value: 0)
        engine.lastDay(before: Day(number: Int(Int32.max))) { result in
            last.withLock { $0 = result }
            answered.signal()
        }
        answered.wait()
        return try last.withLock { $0 }.get() != nil
    }

    /// The address of a database that is meant by the setting.
    static func address(_ storage: String) throws(ConfigurationFault) -> DatabaseAddress {
        do throws(PostgreSQLOpenError) {
            return try DatabaseAddress(storage)
        } catch {
            throw ConfigurationFault("storage: \(error)")
        }
    }

    /// The name by which a database knows the servers of a folder. A copy of the machine has the same name and folder,
    /// and the two would take the lease from each other. So the name has the beginning of `boot`, which differs with
    /// each start of a machine.
    static func holder(_ folder: DataFolder, boot: String = ClockSource.system.bootID) -> String {
        "\(host):\(folder.path) (\(boot.prefix(8)))"
    }

    var isHub: Bool { true }

    /// Nobody waits for it but the server's own successor, who waits for the folder.
    func release() {}

    /// Commits what was submitted, closes, and lets the data folder go.
    func close() {
        engine.close()
        lock.withLock { $0 = nil }
    }

    private static func open(
        _ address: DatabaseAddress, _ folder: DataFolder, _ parts: ServerParts,
        _ failed: @escaping @Sendable (StorageError) -> Void
    ) throws(ConfigurationFault) -> PostgreSQLStorage {
        let (bounds, logger) = (parts.bounds, parts.logger)
        // A seed that was made just now may have to go again: the database is not to know it before the next start.
        let seed = parts.madeSecrets.isEmpty ? parts.seedPrint : ""
        var waited = 0
        while true {
            do throws(PostgreSQLOpenError) {
                let storage = try PostgreSQLStorage(
                    address, holder: holder(folder), seed: seed, limits: bounds.postgreSQL,
                    clock: LeaseClock(parts.clock, logger)
                ) { error in
                    logger.error("storage", ["error": .text("\(error)")])
                    failed(error)
                }
                logger.info("database_open", ["address": .text("\(address)"), "waited_ms": .number(waited)])
                return storage
            } catch {
                guard case .inUse(let other, _) = error, waited < bounds.folderPatience else {
                    throw ConfigurationFault("storage: \(error)")
                }
                if waited == 0 {
                    logger.warning(
                        "database_in_use",
                        ["holder": .text(other), "at_most_ms": .number(bounds.folderPatience)])
                }
                waited += pause
                Thread.sleep(forTimeInterval: Double(pause) / 1_000)
            }
        }
    }

    /// The name of this machine, for people.
    private static var host: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension LeaseClock {
    /// ms that may be left out without a word: the last telling of the server before is not known to the ms.
    private static let quietly = 1_000

    /// The clock of a server. `isOfMany`: others go on from this clock, so it must not be far ahead.
    init(_ clock: ServerClock, _ logger: Logger, isOfMany: Bool = false) {
        let advance = { @Sendable (instant: Int) -> Int in
            let ahead = clock.advance(to: instant)
            if ahead > LeaseClock.quietly {
                let text = "the clock of another server had come to that"
                logger.warning("clock_advanced", ["milliseconds": .number(ahead), "text": .text(text)])
            }
            return ahead
        }
        guard isOfMany else {
            self.init(now: { clock.now }, advance: advance)
            return
        }
        self.init(now: { clock.now }, advance: advance, wall: { clock.wall })
    }
}
