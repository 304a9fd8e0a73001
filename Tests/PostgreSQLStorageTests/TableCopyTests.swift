import Foundation
import GameRules
import Storage
import StoredRows
import TestKit
import Testing

@testable import PostgreSQLStorage
@testable import SQLiteStorage

/// Copies from one engine's database to the other's, whole, broken off and refused.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct TableCopyTests {
    @Test(
        "A history that is copied to PostgreSQL and back has every row as it was",
        arguments: 0..<FullRun.count(fast: 4, full: 40))
    func thereAndBack(seed: Int) async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: UInt64(seed)).write)
        let rows = try CopyWorld.rows(world.file())
        #expect(rows.values.allSatisfy { !$0.isEmpty }, "every table has rows")
        let there = try world.filling()
        let counts = try TableCopy(from: world.file(), to: there, most: 50).run()
        #expect(Dictionary(uniqueKeysWithValues: counts.map { ($0.table.name, $0.rows) }) == rows.mapValues(\.count))
        try there.finish(seed: "", clock: 0)
        #expect(try CopyWorld.rows(world.snapshot()) == rows)
        let other = try world.otherFolder()
        let back = try world.making(other)
        #expect(throws: PostgreSQLOpenError.self, "somebody has it still") { try world.copying("another") }
        _ = try TableCopy(from: world.copying(), to: back, most: 50).run()
        try back.finish()
        #expect(try CopyWorld.rows(SQLiteTables(of: other)) == rows)
        // Both are served from, and say the same.
        let (file, engine) = (
            try SQLiteStorage(folder: other) { Issue.record("checkpoint: \($0)") }, try world.database.open()
        )
        for player in RandomWrites.players + [StorageSample.mika.id, StorageSample.zoe.id] {
            #expect(try await StorageProbe(file).games(of: player) == StorageProbe(engine).games(of: player))
            #expect(try await StorageProbe(file).sittings(of: player) == StorageProbe(engine).sittings(of: player))
        }
        let found = try await StorageProbe(engine).players(named: "zoe")
        #expect(found.map(\.record.id).contains(StorageSample.zoe.id), "and searches find names")
        file.close()
        engine.close()
    }

    @Test("A copy that is stopped at any piece goes on where it was, and no server starts on half of it")
    func stoppedOnTheWayThere() async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 7).write)
        let rows = try CopyWorld.rows(world.file())
        var stops = 0
        while true {
            // Every second one has added its piece when it is stopped.
            let target = StoppedTarget(try world.filling(), adds: 0, isAfter: stops % 2 == 0)
            do {
                _ = try TableCopy(from: world.file(), to: target, most: 40).run()
                try target.target.finish(seed: "", clock: 0)
                break
            } catch {
                #expect(error as? CopyFault == .target(.unavailable("stopped")))
            }
            stops += 1
            #expect(throws: PostgreSQLOpenError.self) { try world.database.open(as: "another") }
        }
        #expect(stops > 15)
        #expect(try CopyWorld.rows(world.snapshot()) == rows)
        try world.database.open().close()
    }

    @Test("A database that a copy has left unfinished is neither served, nor copied, nor backed up, nor examined")
    func unfinishedDatabases() async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 8).write)
        do {
            let target = StoppedTarget(try world.filling(), adds: 2, isAfter: false)
            #expect(throws: CopyFault.target(.unavailable("stopped"))) {
                try TableCopy(from: world.file(), to: target, most: 40).run()
            }
        }
        #expect(throws: PostgreSQLOpenError.unfinished) { try world.database.open() }
        #expect(throws: PostgreSQLOpenError.unfinished) { try world.database.open(as: "another") }
        #expect(throws: PostgreSQLOpenError.unfinished) { try world.snapshot() }
        #expect(throws: PostgreSQLOpenError.unfinished) { try world.copying() }
        let address = try world.address
        #expect(throws: PostgreSQLOpenError.unfinished) {
            try Examination(of: address, schema: world.database.schema)
        }
        // The source is served as before.
        try await world.writeFile { _ in }
        try world.migrate()
        try world.database.open().close()
    }

    @Test("A copy back that is stopped at any piece goes on where it was, and no server starts on half of it")
    func stoppedOnTheWayBack() async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 9).write)
        let rows = try CopyWorld.rows(world.file())
        try world.migrate()
        let other = try world.otherFolder()
        var stops = 0
        while true {
            let target = StoppedTarget(try world.making(other), adds: 0, isAfter: stops % 2 == 0)
            do {
                _ = try TableCopy(from: world.copying(), to: target, most: 40).run()
                try target.target.finish()
                break
            } catch {
                #expect(error as? CopyFault == .target(.unavailable("stopped")))
            }
            stops += 1
            #expect(throws: OpenError.halfMigrated(folder: other)) { try SQLiteStorage(folder: other) { _ in } }
        }
        #expect(stops > 15)
        #expect(try CopyWorld.rows(SQLiteTables(of: other)) == rows)
        try SQLiteStorage(folder: other) { _ in }.close()
        #expect(throws: OpenError.present(folder: other)) { try world.making(other) }
    }

    @Test("A copy that was stopped, and whose source was played on, ends with the source's rows")
    func sourceThatGoesOn() async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 10).write)
        do {
            let target = StoppedTarget(try world.filling(), adds: 3, isAfter: false)
            #expect(throws: CopyFault.self) { try TableCopy(from: world.file(), to: target, most: 40).run() }
        }
        // A player before all others, with a game, and a player who is changed.
        let early = PlayerRecord(id: PlayerID(high: 0, low: 1), name: "Early", createdAt: 5)
        try await world.writeFile { probe in
            let answer = await probe.write(
                .createPlayer(early), StorageSample.open(GameKey(player: early.id, puzzle: StorageSample.today)),
                .renamePlayer(StorageSample.zoe.id, name: "Other"))
            #expect(answer == nil)
        }
        try world.migrate()
        #expect(try CopyWorld.rows(world.snapshot()) == CopyWorld.rows(world.file()))
    }

    @Test("A row that is not the same in the copy is found, and the copy is not whole")
    func wrongRows() async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 11).write)
        let target = WrongTarget(target: try world.filling())
        #expect(throws: CopyFault.different(table: "room_events", row: 3)) {
            try TableCopy(from: world.file(), to: target).run()
        }
        #expect(throws: PostgreSQLOpenError.self) { try world.database.open() }
    }

    @Test(
        "Rows that are more or fewer in the copy are found",
        arguments: [
            "DELETE FROM moves WHERE game = (SELECT max(game) FROM moves)",
            "INSERT INTO days (day) VALUES (99999)", "UPDATE players SET created_at = created_at + 1",
        ])
    func otherRows(sql: String) async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 12).write)
        do {
            let target = try world.filling()
            _ = try TableCopy(from: world.file(), to: target).run()
            try world.psql(sql)
        }
        // What is not the source's is taken for an older copy, and made anew.
        try world.migrate()
        #expect(try CopyWorld.rows(world.snapshot()) == CopyWorld.rows(world.file()))
    }

    @Test("A database with something in it is not filled, and stays as it is")
    func databasesInUse() async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 13).write)
        let engine = try world.database.open(as: "a server")
        let fault = #expect(throws: PostgreSQLOpenError.self) { try world.filling("another") }
        guard case .inUse("a server", _)? = fault else { throw try #require(fault) }
        #expect(await StorageProbe(engine).write(.createPlayer(StorageSample.mika)) == nil)
        engine.close()
        #expect(throws: PostgreSQLOpenError.notEmpty) { try world.filling() }
        let again = try world.database.open()
        #expect(try await StorageProbe(again).player(StorageSample.mika.id) != nil)
        again.close()
    }

    @Test("A copy from or to a database that a server has taken over meanwhile fails, and writes nothing more")
    func takenOver() async throws {
        let world = try CopyWorld()
        try await world.writeFile(ChanceHistory(seed: 14).write)
        let target = try world.filling()
        try target.begin()
        try world.psql("UPDATE lease SET generation = generation + 1")
        let players = try #require(StoredTable.all.first)
        let rows = try world.file().rows(of: players, behind: nil, most: 5)
        #expect(throws: StorageError.fenced) { try target.add(rows, to: players) }
        #expect(throws: StorageError.fenced) { try target.finish(seed: "", clock: 0) }
        #expect(throws: CopyFault.target(.fenced)) { try TableCopy(from: world.file(), to: target).run() }
        #expect(try world.psql("SELECT count(*) FROM players") == "0")
        try world.migrate()
        let source = try world.copying()
        try world.psql("UPDATE lease SET generation = generation + 1")
        let back = try world.making(try world.otherFolder())
        #expect(throws: CopyFault.source(.fenced)) { try TableCopy(from: source, to: back).run() }
    }

    @Test("A source that is taken over behind the last row is no whole source")
    func takenOverAtTheEnd() async throws {
        let world = try CopyWorld()
        let engine = try world.database.open()
        engine.close()
        let source = try world.copying()
        let back = TakingTarget(target: try world.making(try world.otherFolder()), world: world)
        #expect(throws: CopyFault.source(.fenced)) { try TableCopy(from: source, to: back).run() }
    }

    @Test("Nothing is made in a database that no server has used")
    func missingDatabases() throws {
        let world = try CopyWorld()
        #expect(throws: PostgreSQLOpenError.missing) { try world.snapshot() }
        #expect(throws: PostgreSQLOpenError.missing) { try world.copying() }
        let address = try world.address
        #expect(throws: PostgreSQLOpenError.missing) { try Examination(of: address, schema: world.database.schema) }
        let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname = '\(world.database.schema)'"
        #expect(try world.database.server.psql(schemas) == "0")
        #expect(throws: OpenError.missing(folder: world.folder)) { try world.file() }
    }

    @Test("A picture of a database has what was committed when it was taken, and nothing of what came later")
    func pictures() async throws {
        let world = try CopyWorld()
        let engine = try world.database.open()
        #expect(await StorageProbe(engine).write(.createPlayer(StorageSample.mika)) == nil)
        let picture = try world.snapshot()
        #expect(await StorageProbe(engine).write(.createPlayer(StorageSample.zoe)) == nil)
        #expect(try CopyWorld.rows(picture)["players"]?.count == 1)
        engine.close()
    }
}
