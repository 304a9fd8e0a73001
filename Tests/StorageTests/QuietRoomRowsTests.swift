import Rooms
import Storage
import StoredRows
import TestKit
import Testing

@testable import SQLiteStorage

/// Rooms in which nothing happens any more, in a file.
struct QuietRoomRowsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() throws -> SQLiteStorage {
        try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
    }

    private func plan(_ sql: String) throws -> [String] {
        let db = try Connection(path: "\(folder.path)/tilerace.db", access: .readOnly, vfs: nil)
        return try db.all("EXPLAIN QUERY PLAN " + sql.replacing("?", with: "1")) {
            (row) throws(StorageError) in try row.text(3)
        }
    }

    @Test("The ends of logs are found without reading the logs, and in order without sorting")
    func endsByIndex() throws {
        try open().close()
        let plan = try plan(QuietRoomRows.lastEvents)
        #expect(!plan.isEmpty && plan.allSatisfy { !$0.contains("SCAN") && !$0.contains("B-TREE") }, "\(plan)")
    }

    @Test("Rooms with a round are found without reading other rooms and races")
    func roundsByIndex() throws {
        try open().close()
        let plan = try plan(RoomRows.inRound)
        let scans = plan.filter { $0.contains("SCAN") && !$0.contains("races_running") }
        #expect(plan.contains { $0.contains("races_running") } && scans.isEmpty, "\(plan)")
    }

    /// An event is deleted only when no name refers to it. Without an index that would cost a look at the names of all
    /// rooms for every event.
    @Test("The rows that belong to a room are found without reading those of other rooms")
    func piecesByIndex() throws {
        try open().close()
        for sql in QuietRoomRows.pieces {
            let plan = try plan(sql)
            #expect(!plan.isEmpty && plan.allSatisfy { !$0.contains("SCAN") }, "\(plan)")
        }
        let referring = try plan("SELECT 1 FROM seat_names WHERE room = ? AND sequence = ?")
        #expect(referring.allSatisfy { $0.contains("seat_names_event") }, "\(referring)")
    }

    @Test("A room of which a piece is gone is no fault if it is closed, and goes on where it stands")
    func halfGone() async throws {
        try await SoundSample.fill(folder.path)
        let (room, count) = (StorageSample.room.id, StorageSample.everyEvent.count + 2)
        let engine = try open()
        let probe = StorageProbe(engine)
        let closed = LoggedEvent(sequence: count + 1, time: 5, event: .closed)
        #expect(await probe.write(.appendEvent(room, closed), .forgetRoom(room, through: 3)) == nil)
        #expect(try await probe.quietRooms(before: .max).rooms.map(\.first) == [4])
        engine.close()
        let examination = try Examination(of: folder.path)
        #expect(examination.faults == [])
        let again = try open()
        #expect(await StorageProbe(again).write(.forgetRoom(room, through: count + 1)) == nil)
        again.close()
        let rest = try Examination(of: folder.path)
        #expect(rest.faults == [] && rest.counts.map(\.number) == [2, 5, 6, 0, 0])
    }

    @Test("A room whose last event cannot be read is kept, and hides no other")
    func unreadable() async throws {
        let engine = try open()
        _ = await StorageProbe(engine).answers(to: StorageSample.everything)
        let other = RoomRecord(
            id: RoomID(number: 7), code: StorageSample.code("FGHJK"), name: "K", epoch: 1, createdAt: 0)
        #expect(await StorageProbe(engine).write(.createRoom(other)) == nil)
        let last = StorageSample.everyEvent.count
        try Connection(path: "\(folder.path)/tilerace.db", access: .existing, vfs: nil).execute(
            "UPDATE room_events SET time = -5 WHERE sequence = \(last)")
        let found = try await StorageProbe(engine).quietRooms(before: .max, limit: 2)
        #expect(found.rooms.map(\.id) == [other.id] && found.next == StorageSample.room.id)
        engine.close()
    }

    @Test("A room with a seat that cannot be read is kept, and hides no other")
    func unreadableSeat() async throws {
        let engine = try open()
        _ = await StorageProbe(engine).answers(to: StorageSample.everything)
        let other = RoomRecord(
            id: RoomID(number: 7), code: StorageSample.code("FGHJK"), name: "K", epoch: 1, createdAt: 0)
        #expect(await StorageProbe(engine).write(.createRoom(other)) == nil)
        try Connection(path: "\(folder.path)/tilerace.db", access: .existing, vfs: nil).execute(
            "PRAGMA foreign_keys=OFF; UPDATE seats SET player = X'01'")
        let found = try await StorageProbe(engine).quietRooms(before: .max, limit: 2)
        #expect(found.rooms.map(\.id) == [other.id] && found.next == StorageSample.room.id)
        engine.close()
    }
}
