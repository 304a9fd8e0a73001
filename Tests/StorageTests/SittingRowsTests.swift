import Rooms
import Storage
import TestKit
import Testing

@testable import SQLiteStorage

/// What is read of a log for the sake of one player: that which is the player's, and nothing else.
struct SittingRowsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A log in which no event but these can be read: whoever reads another finds it.
    private func spoilAll(but sequences: [Int]) async throws -> SQLiteStorage {
        let engine = try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
        _ = await StorageProbe(engine).answers(to: StorageSample.everything)
        try Connection(path: "\(folder.path)/tilerace.db", access: .existing, vfs: nil).execute(
            """
            UPDATE room_events SET event = '{"joined":{}}'
            WHERE sequence NOT IN (\(sequences.map(String.init).joined(separator: ",")))
            """)
        return engine
    }

    private var names: [Int] {
        StorageSample.log(StorageSample.everyEvent).compactMap { logged in
            switch logged.event {
            case .joined(2...3, _, _), .renamed(2...3, _): logged.sequence
            default: nil
            }
        }
    }

    @Test func aDeletionReadsTheNamesOfThePlayerAlone() async throws {
        let engine = try await spoilAll(but: names)
        let zoe = StorageSample.zoe.id
        #expect(names.count == 3)
        #expect(await StorageProbe(engine).write(.deletePlayer(zoe, name: "Nobody")) == nil)
        let log = try await StorageProbe(engine).seatEvents(of: zoe, in: StorageSample.room.id).flatMap(\.events)
        #expect(log.map(\.sequence) == names)
        engine.close()
    }

    @Test func anExportReadsNoEventsOfOthers() async throws {
        let zoes = StorageSample.log(StorageSample.everyEvent).filter { [2, 3].contains($0.event.seat) }
        let engine = try await spoilAll(but: zoes.map(\.sequence))
        let pieces = try await StorageProbe(engine).seatEvents(of: StorageSample.zoe.id, in: StorageSample.room.id)
        #expect(pieces.map(\.events) == [zoes])
        engine.close()
    }

    /// None of what is read for one player goes through a table.
    @Test func nothingIsScanned() throws {
        try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }.close()
        let db = try Connection(path: "\(folder.path)/tilerace.db", access: .readOnly, vfs: nil)
        for sql in SittingRows.reads {
            let plan = try db.all("EXPLAIN QUERY PLAN " + sql.replacing(/\?\d?/, with: "1")) {
                (row) throws(StorageError) in try row.text(3)
            }
            #expect(!plan.isEmpty && plan.allSatisfy { !$0.contains("SCAN") || $0.contains("CONSTANT ROW") }, "\(plan)")
        }
    }
}
