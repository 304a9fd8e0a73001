import GameRules
import Rooms
import Storage
import TestKit
import Testing

@testable import SQLiteStorage

private typealias Sample = StorageSample

/// Rows that were damaged behind the engine's back concern those whose they are, and nobody else.
struct DamagedRowTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() throws -> SQLiteStorage {
        try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
    }

    private func damage(_ sql: String) throws {
        try Connection(path: "\(folder.path)/tilerace.db", access: .existing, vfs: nil).execute(
            "PRAGMA ignore_check_constraints=ON; " + sql)
    }

    /// A deletion of an account gives up the seat in a room that is `corrupt`, and waits for an `unavailable` one.
    @Test("A room with an event that is no JSON is corrupt, also where a later one has taken the event's place")
    func eventOfNoJSON() async throws {
        let engine = try open()
        let probe = StorageProbe(engine)
        _ = await probe.answers(to: Sample.everything)
        let renaming = try #require(
            Sample.everyEvent.firstIndex { if case .renamed = $0 { true } else { false } })
        try damage("UPDATE room_events SET event = '{\"renamed\":oops' WHERE sequence = \(renaming + 1)")
        for tail in [0, 1_000] {
            await #expect { try await probe.recall(Sample.room.code, tail: tail) } throws: { error in
                if case StorageError.corrupt = error { true } else { false }
            }
        }
        engine.close()
    }

    @Test("A timed game that cannot be read keeps no other from its end")
    func timedGame() async throws {
        let engine = try open()
        let probe = StorageProbe(engine)
        _ = await probe.answers(to: Sample.everything)
        let line = try #require(PuzzleLine(kind: .anagram, language: "en", length: 5))
        let puzzle = PuzzleID(line: line, day: Sample.today.day)
        for (player, instant) in [(Sample.mika.id, 1_000), (Sample.zoe.id, 2_000)] {
            let game = GameRecord(
                key: GameKey(player: player, puzzle: puzzle), openedAt: instant, hardMode: .off, seconds: 90)
            #expect(await probe.write(.openGame(game)) == nil)
        }
        try damage("UPDATE games SET seconds = 100000 WHERE opened_at = 1000")
        #expect(try await probe.timedGames().map(\.key.player) == [Sample.zoe.id])
        engine.close()
    }
}
