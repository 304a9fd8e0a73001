import Foundation
import GameRules
import Storage
import TestKit
import Testing

@testable import PostgreSQLStorage

private typealias Sample = StorageSample

/// Refused reads, as for a damaged page, a full disk or an event that is no JSON.
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

    @Test("A timed game whose time is beyond all numbers keeps no other from its end")
    func endlessGame() async throws {
        let database = try TestDatabase()
        let engine = try database.open()
        let probe = StorageProbe(engine)
        _ = await probe.answers(to: Sample.everything)
        let line = try #require(PuzzleLine(kind: .anagram, language: "en", length: 5))
        let puzzle = PuzzleID(line: line, day: Sample.today.day)
        for (player, instant) in [(Sample.mika.id, 1_000), (Sample.zoe.id, 2_000)] {
            let game = GameRecord(
                key: GameKey(player: player, puzzle: puzzle), openedAt: instant, hardMode: .off, seconds: 90)
            #expect(await probe.write(.openGame(game)) == nil)
        }
        try database.server.psql(
            "UPDATE \(database.schema).games SET seconds = 9223372036854775807 WHERE opened_at = 1000")
        #expect(try await probe.timedGames().map(\.key.player) == [Sample.zoe.id])
        engine.close()
    }

    @Test("The statements of a read see one state, whatever is written between them", .timeLimit(.minutes(3)))
    func oneState() async throws {
        let database = try TestDatabase()
        let engine = try database.open()
        var limits = PostgreSQLStorage.Limits()
        limits.readPatience = 180_000
        let opener = SessionOpener(
            address: try DatabaseAddress(database.server.address()), schema: database.schema, limits: limits)
        let gate = try opener.reading()
        let closed = Statement("SELECT pg_advisory_lock($1::bigint)::text", .integer(4_711))
        _ = try gate.run([closed])
        let (answers, given) = AsyncStream.makeStream(of: [Int?].self)
        // The read waits at the gate, on a thread of its own: the test's threads are for the test.
        Thread.detachNewThread {
            let count = Statement("SELECT count(*)::bigint FROM players")
            let read = try? opener.reading().run([count, closed, count])
            given.yield(read.map { [$0[0], $0[2]].map { answer in try? answer.first { $0.integer(0) } } } ?? [])
            given.finish()
        }
        let waiting = Statement(
            "SELECT count(*)::bigint FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted")
        while try gate.run([waiting])[0].first({ $0.integer(0) }) != 1 {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(await StorageProbe(engine).write(.createPlayer(Sample.mika)) == nil)
        _ = try gate.run([Statement("SELECT pg_advisory_unlock_all()::text")])
        #expect(await answers.first { _ in true } == [0, 0])
        engine.close()
    }
}
