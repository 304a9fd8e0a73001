import Foundation
import GameRules
import Storage
import StoredRows
import TestKit
import Testing

@testable import PostgreSQLStorage
@testable import SQLiteStorage

/// Backups of a database on PostgreSQL, and restores into one.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct CrossBackupTests {
    private let secrets = [BackupFile.Secret(name: "seed", text: "00ff\n")]

    private func restore(
        _ file: BackupFile, to folder: String, _ target: some TableTarget
    ) throws -> Examination { try file.restore(into: folder) { () throws(BackupError) in target } }

    /// The rows of a restored database, with those of rooms as they were backed up.
    private func unrestored(_ rows: [String: [[StoredValue]]]) -> [String: [[StoredValue]]] {
        var rows = rows
        rows["rooms"] = rows["rooms"]?.map { $0.dropLast() + [.integer(0)] }
        return rows
    }

    @Test("A backup of a database on PostgreSQL that is played on is of one moment, and is restored to either engine")
    func eitherEngine() async throws {
        let world = try CopyWorld()
        let engine = try world.database.open()
        #expect(await StorageProbe(engine).write(all: SoundSample.writes) == nil)
        let file = BackupFile(path: world.folder + "/backup")
        let picture = try world.snapshot()
        let late = PlayerRecord(id: PlayerID(high: 1, low: 1), name: "Late", createdAt: 5)
        #expect(await StorageProbe(engine).write(.createPlayer(late)) == nil)
        try file.write(of: picture, secrets: secrets)
        engine.close()
        let rows = try CopyWorld.rows(picture)
        #expect(rows["players"]?.count == 2)

        let folder = world.folder + "/file"
        #expect(try file.restore(into: folder).sentences == [])
        #expect(try unrestored(CopyWorld.rows(SQLiteTables(of: folder))) == rows)
        #expect(try String(contentsOfFile: folder + "/seed", encoding: .utf8) == "00ff\n")

        let other = try CopyWorld()
        let target = try other.filling()
        #expect(try restore(file, to: other.folder + "/data", target).sentences == [])
        try target.finish(seed: "", clock: 0)
        #expect(try unrestored(CopyWorld.rows(other.snapshot())) == rows)
        #expect(try CopyWorld.rows(other.snapshot()) != rows, "clients may have seen more of the rooms")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: other.folder + "/data").sorted() == [
                "seed", "tilerace.lock",
            ])
        let examination = try Examination(of: other.address, schema: other.database.schema)
        #expect(examination.faults == [] && examination.isCurrent)
        try other.database.open().close()
    }

    @Test("A backup of a data folder is restored into a database on PostgreSQL")
    func fromAFile() async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 20).write)
        let file = BackupFile(path: world.folder + "/backup")
        try file.write(of: world.folder, secrets: secrets)
        let target = try world.filling()
        _ = try restore(file, to: world.folder + "/data", target)
        try target.finish(seed: "", clock: 0)
        #expect(try unrestored(CopyWorld.rows(world.snapshot())) == CopyWorld.rows(world.file()))
    }

    @Test("A restore into PostgreSQL that is stopped leaves no folder to be served from, and is made again")
    func stopped() async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 21).write)
        let file = BackupFile(path: world.folder + "/backup")
        try file.write(of: world.folder, secrets: secrets)
        let folder = world.folder + "/data"
        do {
            let target = StoppedTarget(try world.filling(), adds: 3, isAfter: true)
            #expect(throws: BackupError.copy(.target(.unavailable("stopped")))) {
                try restore(file, to: folder, target)
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        #expect(throws: PostgreSQLOpenError.unfinished) { try world.database.open() }
        let target = try world.filling()
        _ = try restore(file, to: folder, target)
        try target.finish(seed: "", clock: 0)
        #expect(try unrestored(CopyWorld.rows(world.snapshot())) == CopyWorld.rows(world.file()))
    }

    @Test("A database that was filled goes on with the seed and the clock of its folder, on whatever machine")
    func heritage() async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 22).write)
        let target = try world.filling()
        _ = try TableCopy(from: world.file(), to: target).run()
        // A clock far ahead of the database's, as its server's was.
        let clock = Int(Date().timeIntervalSince1970 * 1_000) + 86_400_000
        try target.finish(seed: "5eed", clock: clock)
        #expect(try world.psql("SELECT seed, clock FROM lease") == "5eed|\(clock)")
        #expect(throws: PostgreSQLOpenError.otherSeed) { try world.database.wait(as: "other", seed: "07he").take() }
        let now = clock + 60_000
        let same = LeaseClock(now: { now }, advance: { _ in 0 }, wall: { now })
        _ = try world.database.wait(as: "test", seed: "5eed", clock: same).take()
    }

    @Test("A folder that is not empty is refused before anything is done to the database")
    func folderInUse() async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 22).write)
        let file = BackupFile(path: world.folder + "/backup")
        try file.write(of: world.folder, secrets: secrets)
        do {
            let target = try world.filling()
            #expect(throws: BackupError.notEmpty(folder: world.folder)) { try restore(file, to: world.folder, target) }
        }
        try world.database.open().close()
    }

    @Test("A backup takes rows that refer to nothing, and no restore takes them")
    func strayRows() async throws {
        let world = try CopyWorld()
        let engine = try world.database.open()
        #expect(await StorageProbe(engine).write(all: SoundSample.writes) == nil)
        engine.close()
        try world.psql("UPDATE moves SET game = 99 WHERE game = 3")
        let file = BackupFile(path: world.folder + "/backup")
        try file.write(of: world.snapshot(), secrets: secrets)
        let error = #expect(throws: BackupError.self) { try file.restore(into: world.folder + "/data") }
        guard case .damaged(_, let damages)? = error else { throw try #require(error) }
        #expect(damages == ["a row of moves refers to a row of games that is not there"])
        // A migration does not make a database of them either.
        let back = try world.making(try world.otherFolder())
        #expect(throws: CopyFault.self) { try TableCopy(from: world.copying(), to: back).run() }
    }
}
