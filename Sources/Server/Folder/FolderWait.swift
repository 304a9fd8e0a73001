import Foundation
import SQLiteStorage
import Storage
import Telemetry

/// Waits for what another server may still hold.
///
/// In a restart the new server begins while the old one closes its connections. Clients wait in the listening socket,
/// and the new server waits here for the folder, which has one owner at a time.
enum FolderWait {
    /// ms between two attempts.
    private static let pause = 10

    /// Opens the storage in `folder`, and tries again for so many ms while another server holds it.
    static func open(
        _ folder: String, _ limits: SQLiteStorage.Limits, patience: Int, logger: Logger
    ) throws(ConfigurationFault) -> SQLiteStorage {
        try wait(folder, patience: patience, logger) { () throws(OpenError) in
            try SQLiteStorage(folder: folder, limits: limits, rest: { usleep($0) }) {
                logger.error("storage", ["error": .text("\($0)")])
            }
        }
    }

    /// Locks `folder`, and tries again for so many ms while another server holds it.
    static func lock(_ folder: String, patience: Int, logger: Logger) throws(ConfigurationFault) -> FolderLock {
        try wait(folder, patience: patience, logger) { () throws(OpenError) in try FolderLock(folder: folder) }
    }

    private static func wait<Held>(
        _ folder: String, patience: Int, _ logger: Logger, take: () throws(OpenError) -> Held
    ) throws(ConfigurationFault) -> Held {
        var waited = 0
        while true {
            do throws(OpenError) {
                let held = try take()
                if waited > 0 { logger.info("data_folder_free", ["waited_ms": .number(waited)]) }
                return held
            } catch {
                guard case .inUse = error, waited < patience else { throw ConfigurationFault("storage: \(error)") }
                if waited == 0 {
                    logger.warning(
                        "data_folder_in_use",
                        [
                            "folder": .text(folder), "text": "waiting for the other server to end",
                            "at_most_ms": .number(patience),
                        ])
                }
                waited += pause
                Thread.sleep(forTimeInterval: Double(pause) / 1_000)
            }
        }
    }
}
