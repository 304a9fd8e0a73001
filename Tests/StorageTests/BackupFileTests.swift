import Foundation
import GameRules
import Rooms
import Storage
import Synchronization
import TestKit
import Testing

@testable import SQLiteStorage

/// Backups, and what is made from them.
struct BackupFileTests {
    private let folder: TemporaryFolder
    private let secrets = [
        BackupFile.Secret(name: "seed", text: "00ff\n"), BackupFile.Secret(name: "session-key", text: "1 aa\n2 bb\n"),
    ]

    init() throws {
        folder = try TemporaryFolder()
    }

    private var file: BackupFile { BackupFile(path: "\(folder.path)/backup") }
    private var data: String { "\(folder.path)/data" }
    private var restored: String { "\(folder.path)/restored" }

    private func open(_ folder: String) throws -> SQLiteStorage {
        try SQLiteStorage(folder: folder) { Issue.record("checkpoint: \($0)") }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func contents(_ folder: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder))
    }

    /// A backup of everything, made while the server runs.
    private func backUpEverything() async throws {
        let engine = try open(data)
        _ = await StorageProbe(engine).answers(to: StorageSample.everything)
        try file.write(of: data, secrets: secrets)
        engine.close()
    }

    @Test("A restore brings everything back except the epochs that clients know")
    func everythingComesBackButTheEpochsThatClientsKnow() async throws {
        try await backUpEverything()
        #expect(try mode(file.path) == 0o600)
        #expect(try contents(folder.path) == ["backup", "data"], "nothing is left beside it")
        _ = try file.restore(into: restored)
        #expect(try contents(restored) == ["tilerace.db", "tilerace.lock", "seed", "session-key"])
        for secret in secrets {
            let path = "\(restored)/\(secret.name)"
            #expect(try String(contentsOfFile: path, encoding: .utf8) == secret.text)
            #expect(try mode(path) == 0o600)
        }
        #expect(try mode(restored) == 0o700)
        #expect(try mode("\(restored)/tilerace.db") == 0o600)
        let engine = try open(restored)
        let probe = StorageProbe(engine)
        #expect(try await probe.player(StorageSample.mika.id) == StorageSample.mika)
        #expect(try await probe.game(StorageSample.mikasGame)?.finish == StorageSample.solved)
        let room = try #require(try await probe.room(StorageSample.room.code))
        #expect(room.log == StorageSample.log(StorageSample.everyEvent))
        #expect(room.record.epoch == StorageSample.room.epoch, "what was promised still holds")
        #expect(room.record.wireEpoch != StorageSample.room.wireEpoch)
        engine.close()
    }

    @Test("Each restore has its own epochs")
    func eachRestoreHasEpochsOfItsOwn() async throws {
        try await backUpEverything()
        var epochs: Set<UInt64> = []
        for number in 0..<3 {
            _ = try file.restore(into: "\(restored)-\(number)")
            let engine = try open("\(restored)-\(number)")
            epochs.insert(try #require(try await StorageProbe(engine).room(StorageSample.room.code)).record.wireEpoch)
            engine.close()
        }
        #expect(epochs.count == 3)
    }

    @Test("A restored database does not contain the backup's secrets")
    func secretsAreNotInTheDatabaseThatIsMade() async throws {
        let key = "0123456789abcdef0123456789abcdef"
        try open(data).close()
        try file.write(of: data, secrets: [BackupFile.Secret(name: "seed", text: key)])
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)).range(of: Data(key.utf8)) != nil)
        _ = try file.restore(into: restored)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: "\(restored)/tilerace.db")).range(of: Data(key.utf8)) == nil)
    }

    /// Under load it is of one moment: all that was acknowledged before, and no transaction in part.
    @Test("A backup under load is of one moment, without partial transactions")
    func ofOneMomentUnderLoad() async throws {
        let engine = try open(data)
        let load = TwinLoad()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await load.run(on: StorageProbe(engine)) }
            for round in 0..<5 {
                let before = load.acknowledged.load(ordering: .acquiring)
                let file = BackupFile(path: "\(folder.path)/\(round)")
                try file.write(of: data, secrets: secrets)
                let db = try Connection(path: file.path, access: .readOnly, vfs: nil)
                let twins = try db.first("SELECT count(*) FROM players") { $0.integer(0) } ?? 0
                let last = try db.first("SELECT hex(max(id)) FROM players WHERE id < x'02'") {
                    (row) throws(StorageError) in try row.text(0)
                }
                #expect(twins.isMultiple(of: 2), "half a transaction")
                #expect(twins / 2 >= before)
                if let last, twins > 0 { #expect(Int(last.suffix(8), radix: 16) == twins / 2 - 1) }
            }
            load.isOver.store(true, ordering: .releasing)
            try await group.waitForAll()
        }
        engine.close()
    }

    @Test("Neither backup nor restore overwrites anything")
    func nothingIsWrittenOver() async throws {
        try await backUpEverything()
        #expect(throws: BackupError.exists(file.path)) { try file.write(of: data, secrets: secrets) }
        #expect(throws: BackupError.notEmpty(folder: data)) { try file.restore(into: data) }
        #expect(throws: BackupError.noDatabase(folder: folder.path)) {
            try BackupFile(path: "\(folder.path)/other").write(of: folder.path, secrets: secrets)
        }
        let engine = try open(data)
        #expect(throws: BackupError.database(.inUse(folder: data))) { try file.restore(into: data) }
        engine.close()
    }

    @Test("A damaged backup is not restored")
    func aDamagedBackupIsNotRestored() async throws {
        try await backUpEverything()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file.path))
        let page = 4096 * 2
        bytes.replaceSubrange(page..<page + 200, with: repeatElement(0x55, count: 200))
        try bytes.write(to: URL(fileURLWithPath: file.path))
        let error = #expect(throws: BackupError.self) { try file.restore(into: restored) }
        guard case .damaged(file.path, let damages) = error else { throw error ?? .noBackup("") }
        #expect(!damages.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: restored))
    }

    /// A row that cannot have been played is in the folder of the backup as well. The restore reports it, and all the
    /// rest is there.
    @Test("A backup with an impossible row is restored with a warning")
    func aBackupWithARowThatCannotBeIsRestoredAndSaysSo() async throws {
        try await SoundSample.fill(data)
        try file.write(of: data, secrets: secrets)
        #expect(try file.restore(into: "\(restored)-0").sentences == [])
        try Connection(path: "\(data)/tilerace.db", access: .existing, vfs: nil).execute(
            "UPDATE games SET day = 1 << 62 WHERE id = 1")
        let wounded = BackupFile(path: "\(folder.path)/wounded")
        try wounded.write(of: data, secrets: secrets)
        let examination = try wounded.restore(into: restored)
        #expect(examination.isCurrent && examination.faults.contains { $0.contains("no day in column") })
        #expect(try contents(restored) == ["tilerace.db", "tilerace.lock", "seed", "session-key"])
        let engine = try open(restored)
        #expect(try await StorageProbe(engine).room(StorageSample.room.code) != nil)
        engine.close()
    }

    @Test("A file that is no backup is not restored")
    func whatIsNoBackupIsNotRestored() async throws {
        try await backUpEverything()
        let database = BackupFile(path: "\(data)/tilerace.db")
        #expect(throws: BackupError.noBackup(database.path)) { try database.restore(into: restored) }
        try Data("a text".utf8).write(to: URL(fileURLWithPath: file.path))
        #expect(throws: BackupError.self) { try file.restore(into: restored) }
        #expect(throws: BackupError.self) { try BackupFile(path: "\(folder.path)/none").restore(into: restored) }
        #expect(!FileManager.default.fileExists(atPath: restored))
        // Nor does a server take a backup for its database.
        try await Task { try await BackupFileTests().serveBackup() }.value
    }

    private func serveBackup() async throws {
        try await backUpEverything()
        try FileManager.default.createDirectory(atPath: restored, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: file.path, toPath: "\(restored)/tilerace.db")
        #expect(throws: OpenError.foreignFile) { try open(restored) }
    }

    /// A backup of an older version is brought to today's; one of a newer is refused.
    @Test("An older backup is migrated and a newer one refused")
    func backupsOfOtherVersions() async throws {
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try Connection(path: "\(data)/tilerace.db", access: .readWrite, vfs: nil).execute(SchemaFixture2.sql)
        try file.write(of: data, secrets: [])
        _ = try file.restore(into: restored)
        let engine = try open(restored)
        let room = try #require(try await StorageProbe(engine).room(StorageSample.room.code))
        #expect(room.record.restored != 0)
        engine.close()
        try Connection(path: file.path, access: .existing, vfs: nil).execute("PRAGMA user_version=99")
        #expect(throws: BackupError.database(.newerSchema(found: 99, known: Migrations.current))) {
            try file.restore(into: "\(restored)-2")
        }
    }

    @Test("A secret's name cannot lead out of the folder")
    func aSecretLeadsNowhereElse() throws {
        try open(data).close()
        for name in ["../x", ".x", "", "tilerace.db"] {
            let file = BackupFile(path: "\(folder.path)/backup-\(UUID())")
            try file.write(of: data, secrets: [BackupFile.Secret(name: name, text: "x")])
            #expect(throws: BackupError.self) { try file.restore(into: restored) }
            #expect(try contents(restored) == [], "and nothing stays behind")
        }
    }

    /// A folder in which a restore did not come to its end is not served from as if it were a new one.
    @Test("A folder with an unfinished restore is refused")
    func halfARestoreIsNotServed() throws {
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(data)/\(BackupFile.unfinished)"))
        #expect(throws: OpenError.halfRestored(folder: data)) { try open(data) }
    }
}

/// Transactions that make two players each, as fast as they are committed.
private final class TwinLoad: Sendable {
    let isOver = Atomic(false)
    /// Transactions that have been acknowledged.
    let acknowledged = Atomic(0)

    func run(on probe: StorageProbe) async {
        var next = 0
        while !isOver.load(ordering: .acquiring) {
            let some = next..<next + 100
            let answers = await probe.answers(
                to: some.map { [TwinLoad.create($0, twin: 1), TwinLoad.create($0, twin: 2)] })
            #expect(answers.allSatisfy { $0 == nil })
            acknowledged.store(some.upperBound, ordering: .releasing)
            next = some.upperBound
        }
    }

    private static func create(_ number: Int, twin: UInt64) -> Write {
        .createPlayer(
            PlayerRecord(id: PlayerID(high: twin << 56, low: UInt64(number)), name: "\(number)", createdAt: 0))
    }
}
