import GameRules
import Storage
import TestKit
import Testing

@testable import PostgreSQLStorage

private typealias Sample = StorageSample

/// Reads that the server refuses, as for a damaged page, a full disk or an event that is no JSON.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct RefusedReadTests {
    @Test("A read that the server refuses costs none that come with it or after it")
    func refusal() async throws {
        let database = try TestDatabase()
        let engine = try database.open()
        let probe = StorageProbe(engine)
        _ = await probe.answers(to: Sample.everything)
        let renaming = try #require(
            Sample.everyEvent.firstIndex { if case .renamed = $0 { true } else { false } })
        try database.server.psql(
            "UPDATE \(database.schema).room_events SET event = '{\"renamed\":oops' WHERE sequence = \(renaming + 1)")
        let games = try await probe.games(of: Sample.mika.id)
        #expect(!games.isEmpty)
        // Many at once, so that refused ones and others share a round trip.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    await #expect { try await probe.recall(Sample.room.code, tail: 0) } throws: { error in
                        if case StorageError.corrupt = error { true } else { false }
                    }
                }
                group.addTask {
                    let found = try await probe.games(of: Sample.mika.id)
                    #expect(found == games)
                }
                group.addTask {
                    let found = try await probe.player(Sample.mika.id)
                    #expect(found != nil)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await probe.games(of: Sample.mika.id) == games)
        engine.close()
    }

    @Test("The statements of a read see one state, whatever is written between them")
    func oneState() async throws {
        let database = try TestDatabase()
        let engine = try database.open()
        let opener = SessionOpener(
            address: try DatabaseAddress(database.server.address()), schema: database.schema,
            limits: PostgreSQLStorage.Limits())
        let counts = Task.detached {
            let count = Statement("SELECT count(*)::bigint FROM players")
            let answers = try opener.reading().run([count, Statement("SELECT pg_sleep(2)::text"), count])
            return try [answers[0], answers[2]].map { try $0.first { $0.integer(0) } }
        }
        let isBetween = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT pg_sleep%'"
        var isSeen = false
        for _ in 0..<50 where !isSeen {
            try await Task.sleep(for: .milliseconds(20))
            isSeen = try database.server.psql(isBetween).hasPrefix("1")
        }
        #expect(isSeen, "the read is under way")
        #expect(await StorageProbe(engine).write(.createPlayer(Sample.mika)) == nil)
        #expect(try await counts.value == [0, 0])
        engine.close()
    }
}
