import Foundation
import Rooms
import Storage
import StoredRows
import TestKit
import Testing

@testable import PostgreSQLStorage
@testable import SQLiteStorage

/// A data folder and a schema on a server, between which is copied.
final class CopyWorld: Sendable {
    let database: TestDatabase
    let folder: String

    init() throws {
        database = try TestDatabase()
        folder = NSTemporaryDirectory() + "tilerace-copy-\(database.schema)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: folder) } catch { print("left behind: \(folder): \(error)") }
    }

    /// Another folder, which has no database.
    func otherFolder() throws -> String {
        let other = folder + "/other"
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
        return other
    }

    var address: DatabaseAddress {
        get throws { try DatabaseAddress(database.server.address()) }
    }

    /// Writes a history into the folder's database.
    func writeFile(_ writes: (StorageProbe) async throws -> Void) async throws {
        let engine = try SQLiteStorage(folder: folder) { Issue.record("checkpoint: \($0)") }
        try await writes(StorageProbe(engine))
        engine.close()
    }

    func file() throws -> SQLiteTables { try SQLiteTables(of: folder) }
    func making(_ folder: String) throws -> SQLiteTables { try SQLiteTables(making: folder) }
    func filling(_ holder: String = "test") throws -> PostgreSQLTables {
        try PostgreSQLTables(filling: address, schema: database.schema, holder: holder)
    }
    func copying(_ holder: String = "test") throws -> PostgreSQLTables {
        try PostgreSQLTables(copying: address, schema: database.schema, holder: holder)
    }
    func snapshot() throws -> PostgreSQLTables {
        try PostgreSQLTables(snapshotOf: address, schema: database.schema)
    }

    /// Copies the folder's database to the schema.
    func migrate() throws {
        let target = try filling()
        _ = try TableCopy(from: file(), to: target).run()
        try target.finish(seed: "", clock: 0)
    }

    @discardableResult func psql(_ sql: String) throws -> String {
        try database.server.psql("SET search_path TO \(database.schema); \(sql)")
    }

    /// Every row of every table.
    static func rows(_ source: some TableSource) throws -> [String: [[StoredValue]]] {
        var all: [String: [[StoredValue]]] = [:]
        for table in StoredTable.all {
            all[table.name] = try source.rows(of: table, behind: nil, most: 1_000_000)
        }
        return all
    }
}

/// A sample of every row, and a history by chance beside it.
struct ChanceHistory {
    let seed: UInt64

    func write(_ probe: StorageProbe) async throws {
        let room = RoomRecord(
            id: RoomID(number: 77), code: StorageSample.code("HHHHH"), name: "", epoch: 7, createdAt: 7)
        let another = LoggedEvent(sequence: 1, time: 7, event: .code(code: StorageSample.code("KKKKK")))
        let moved: [Write] = [.createRoom(room), .appendEvent(room.id, another)]
        for writes in [SoundSample.writes, RandomWrites.founding, moved] {
            #expect(await probe.answers(to: [Transaction(writes: writes)]) == [nil])
        }
        var random = RandomWrites(seed: seed)
        for number in 1...400 { _ = await probe.answers(to: [random.transaction(number: number, heard: number - 1)]) }
        // What chance may have taken back, or let grow too old.
        let word = RefusedWord(line: .standard, word: StorageSample.crane, count: 2)
        let last: [Write] = [
            .announce(StoredAnnouncement(text: "Cups", time: 8)), .leaveOut(LeftOutWord(word: "äpfel", time: 8)),
            .countRefused(StorageSample.today.day.advanced(by: 60), [word]),
        ]
        #expect(await probe.answers(to: [Transaction(number: 401, heard: 400, rests: [], writes: last)]) == [nil])
    }
}

/// A target that is stopped before or after it has added rows, as a program that is killed.
struct StoppedTarget<Target: TableTarget>: TableTarget {
    let target: Target
    let left: Countdown
    let isAfter: Bool

    final class Countdown {
        var number: Int
        init(_ number: Int) { self.number = number }
    }

    /// `adds`: how many pieces are added.
    init(_ target: Target, adds: Int, isAfter: Bool) {
        self.target = target
        left = Countdown(adds)
        self.isAfter = isAfter
    }

    func rows(
        of table: StoredTable, behind key: [StoredValue]?, most: Int
    ) throws(StorageError) -> [[StoredValue]] { try target.rows(of: table, behind: key, most: most) }
    func confirm() throws(StorageError) { try target.confirm() }
    func begin() throws(StorageError) { try target.begin() }
    func lastKey(of table: StoredTable) throws(StorageError) -> [StoredValue]? { try target.lastKey(of: table) }
    func removeAll() throws(StorageError) { try target.removeAll() }
    func settle() throws(StorageError) { try target.settle() }

    func add(_ rows: [[StoredValue]], to table: StoredTable) throws(StorageError) {
        if left.number > 0 || isAfter { try target.add(rows, to: table) }
        guard left.number > 0 else { throw .unavailable("stopped") }
        left.number -= 1
    }
}

/// A target that writes one number wrong.
struct WrongTarget<Target: TableTarget>: TableTarget {
    let target: Target

    func rows(
        of table: StoredTable, behind key: [StoredValue]?, most: Int
    ) throws(StorageError) -> [[StoredValue]] { try target.rows(of: table, behind: key, most: most) }
    func confirm() throws(StorageError) { try target.confirm() }
    func begin() throws(StorageError) { try target.begin() }
    func lastKey(of table: StoredTable) throws(StorageError) -> [StoredValue]? { try target.lastKey(of: table) }
    func removeAll() throws(StorageError) { try target.removeAll() }
    func settle() throws(StorageError) { try target.settle() }

    func add(_ rows: [[StoredValue]], to table: StoredTable) throws(StorageError) {
        var rows = rows
        if table.name == "room_events" { rows[2][2] = .integer(1) }
        try target.add(rows, to: table)
    }
}

/// A target during whose comparison, at its last table, a server takes the source over.
struct TakingTarget<Target: TableTarget>: TableTarget {
    let target: Target
    let world: CopyWorld

    func rows(
        of table: StoredTable, behind key: [StoredValue]?, most: Int
    ) throws(StorageError) -> [[StoredValue]] {
        if table == StoredTable.all.last {
            #expect(throws: Never.self) { try world.psql("UPDATE lease SET generation = generation + 1") }
        }
        return try target.rows(of: table, behind: key, most: most)
    }
    func confirm() throws(StorageError) { try target.confirm() }
    func begin() throws(StorageError) { try target.begin() }
    func lastKey(of table: StoredTable) throws(StorageError) -> [StoredValue]? { try target.lastKey(of: table) }
    func removeAll() throws(StorageError) { try target.removeAll() }
    func settle() throws(StorageError) { try target.settle() }
    func add(_ rows: [[StoredValue]], to table: StoredTable) throws(StorageError) { try target.add(rows, to: table) }
}
