import Storage
import TestKit
import Testing

@testable import SQLiteStorage

/// Both engines of this package against the one contract.
struct StorageContractTests {
    @Test("The engine in memory keeps the storage contract", arguments: StorageContract.behaviours)
    func memory(_ behaviour: StorageContract) async throws {
        let engine = MemoryStorage()
        try await behaviour.run(
            StorageContract.Subject(engine) { engine.failNextCommit(.unavailable("on demand")) })
    }

    @Test(
        "The SQLite engine keeps the storage contract", arguments: StorageContract.behaviours,
        [FaultyDisk.Fault.full, .sync])
    func sqlite(_ behaviour: StorageContract, fault: FaultyDisk.Fault) async throws {
        let folder = try TemporaryFolder()
        let disk = FaultyDisk()
        let engine = try SQLiteStorage(folder: folder.path, limits: SQLiteStorage.Limits(), vfs: disk.name) {
            Issue.record("a checkpoint failed: \($0)")
        }
        try await behaviour.run(StorageContract.Subject(engine) { disk.set(fault, once: true) })
        engine.close()
    }
}
