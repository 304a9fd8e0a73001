import Rooms
import Storage
import TestKit
import Testing

@testable import SQLiteStorage
@testable import Sessions

/// Rooms that are forgotten on a disk, where their logs go event by event.
@Suite struct RoomForgettingOnDiskTests {
    /// Days after which rooms are forgotten here.
    private static let period = 3
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> SQLiteStorage {
        try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
    }

    private func world(_ engine: SQLiteStorage, now: Int = HubWorld.morning) throws -> HubWorld {
        var settings = HubSettings()
        settings.forgetRooms = RoomForgettingOnDiskTests.period
        return try HubWorld(now: now, settings: settings, engine: engine)
    }

    /// A room of long ago.
    private func plant(_ number: Int, _ code: String, _ events: [RoomEvent], in engine: SQLiteStorage) async throws {
        let id = RoomID(number: number)
        let room = RoomRecord(id: id, code: try #require(RoomCode(code)), name: "Old", epoch: 1, createdAt: 0)
        var writes: [Write] = [.createRoom(room)]
        for (index, event) in events.enumerated() {
            writes.append(.appendEvent(id, LoggedEvent(sequence: index + 1, time: index + 1, event: event)))
        }
        #expect(await StorageProbe(engine).answers(to: [Transaction(writes: writes)]) == [nil])
    }

    /// Lets the hub's clock tick until something is so: storage answers on a thread of its own.
    private func tick(_ world: HubWorld, until isSo: () async throws -> Bool) async throws {
        for _ in 0..<10_000 {
            world.tick()
            if try await isSo() { return }
            try await Task.sleep(for: .milliseconds(1))
        }
        Issue.record("it has not come to that")
    }

    /// Lets as many days begin as make a room old.
    private func goOn(_ world: HubWorld) async throws {
        for _ in 0..<RoomForgettingOnDiskTests.period {
            let next = world.today.day.advanced(by: 1)
            world.advance(ms: 86_400_000)
            try await tick(world) { world.today.day == next }
        }
    }

    @Test("A server that starts between two pieces of a long log goes on with those events that are left")
    func restartBetweenPieces() async throws {
        let engine = try open()
        let events = [RoomEvent](repeating: .locked(locked: true), count: 2 * RoomForgetting.piece + 10)
        try await plant(5, "ABCDE", events, in: engine)
        let world = try world(engine)
        try await goOn(world)
        let probe = StorageProbe(engine)
        try await tick(world) {
            try await probe.quietRooms(before: .max).rooms.map(\.first) == [RoomForgetting.piece + 1]
        }
        engine.close()
        let later = try open()
        let again = try self.world(later, now: world.hub.context.now)
        again.tick()
        again.advance(ms: Forgetting.later)
        try await tick(again) { !again.reports.isEmpty }
        #expect(again.reports == ["moderation: rooms forgotten in which nothing happened: 1"])
        #expect(try await StorageProbe(later).quietRooms(before: .max).rooms == [])
        later.close()
    }

    /// Pieces by sequences alone would take four million commits.
    @Test("A log with a gap as wide as can be goes as fast as its few events, and other rooms after it")
    func gap() async throws {
        let before = try open()
        try await plant(5, "ABCDE", [.locked(locked: true), .locked(locked: false), .closed], in: before)
        try await plant(6, "FGHJK", [.locked(locked: true)], in: before)
        before.close()
        try Connection(path: "\(folder.path)/tilerace.db", access: .existing, vfs: nil).execute(
            "UPDATE room_events SET sequence = \(Int32.max) WHERE room = 5 AND sequence = 3")
        let engine = try open()
        let world = try world(engine)
        try await goOn(world)
        try await tick(world) { !world.reports.isEmpty }
        #expect(world.reports == ["moderation: rooms forgotten in which nothing happened: 2"])
        #expect(try await StorageProbe(engine).quietRooms(before: .max).rooms == [])
        engine.close()
    }
}
