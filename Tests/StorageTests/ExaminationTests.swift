import Foundation
import GameRules
import Rooms
import Storage
import StoredRows
import TestKit
import Testing

@testable import SQLiteStorage

/// What `tilerace doctor` finds in a database.
struct ExaminationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func fill() async throws { try await SoundSample.fill(folder.path) }

    private func change(_ sql: String) throws {
        let db = try Connection(path: "\(folder.path)/tilerace.db", access: .existing, vfs: nil)
        try db.execute("PRAGMA foreign_keys=OFF; " + sql)
    }

    @Test("A sound database has no faults")
    func whatIsSoundHasNoFaults() async throws {
        try await fill()
        let examination = try Examination(of: folder.path)
        #expect(examination.faults == [] && examination.unsaid == 0 && examination.isCurrent)
        #expect(examination.counts.map(\.number) == [2, 4, 4, 1, StorageSample.everyEvent.count + 2])
    }

    @Test("A day of a server that plays other lines has its words")
    func otherLines() async throws {
        try await fill()
        try change(
            """
            INSERT INTO days (day) VALUES (20700);
            INSERT INTO pinned_puzzles (line, day, answer, list_version)
                SELECT 'guess-de-5', 20700, answer, list_version FROM pinned_puzzles WHERE line = 'guess-en-5' LIMIT 1
            """)
        #expect(try Examination(of: folder.path).faults == [])
    }

    /// Each change by hand, and what is said of it.
    static let wounds: [(sql: String, sentence: String)] = [
        ("DELETE FROM moves WHERE game = 1 AND row = 0", "has a gap before row 1"),
        ("UPDATE moves SET verdict = verdict + 1 WHERE game = 1 AND row = 0", "has marks in row 0 that do not follow"),
        (
            "UPDATE moves SET verdict = (SELECT verdict FROM moves WHERE game = 1 AND row = 1) WHERE game = 3",
            "has marks in row 0 that do not follow"
        ),
        ("UPDATE moves SET word = 7 WHERE game = 1 AND row = 0", "no word in column"),
        ("UPDATE moves SET elapsed = 200 WHERE game = 1 AND row = 1", "goes back in time in row 1"),
        ("UPDATE games SET turns = 3 WHERE id = 1", "ended otherwise than its moves show"),
        ("UPDATE games SET elapsed = 6 WHERE id = 2", "ended otherwise than its moves show"),
        ("UPDATE games SET solved = 1 WHERE id = 2", "ended otherwise than its moves show"),
        ("UPDATE games SET score = score + 1 WHERE id = 1", "is ranked otherwise than it ended"),
        ("UPDATE games SET score = 1 << 60 WHERE id = 2", "is ranked, though it was no live play"),
        (
            "UPDATE games SET solved = NULL, turns = NULL, elapsed = NULL, score = NULL WHERE id = 1",
            "is solved and not"
        ),
        ("UPDATE games SET answer = NULL WHERE id = 3", "has no word"),
        ("UPDATE games SET line = 'nothing' WHERE id = 3", "no puzzle line"),
        (
            "INSERT INTO moves (game, row, word, verdict, elapsed) SELECT 1, 2, word, verdict, 900 FROM moves LIMIT 1",
            "goes on after the word was found"
        ),
        ("UPDATE pinned_puzzles SET answer = (2 << 55) WHERE day = 20777", "does not have 5 letters"),
        ("INSERT INTO days (day) VALUES (20700)", "2026-09-04 has begun and has no word"),
        (
            "UPDATE pinned_puzzles SET published_at = -1, published_when = 'on' WHERE day = 20777",
            "no instant in column"
        ),
        (
            "UPDATE pinned_puzzles SET published_at = 1, published_when = 'never' WHERE day = 20777",
            "no place of a publication in column"
        ),
        ("UPDATE pinned_puzzles SET played_at = 1 << 60 WHERE day = 20777", "no instant in column"),
        ("DELETE FROM room_events WHERE sequence = 4", "has a gap between 3 and 5"),
        ("UPDATE room_events SET event = '{}' WHERE sequence = 4", "no room event"),
        ("DELETE FROM seats", "seats of room 9223372036854775807 are not"),
        ("DELETE FROM seat_names WHERE seat = 2", "2 of the names in the log of room 9223372036854775807 are not kept"),
        (
            "INSERT INTO seat_names SELECT player, room, seat, 1 FROM seat_names LIMIT 1",
            "1 of the names that are kept as in logs are not there"
        ),
        ("UPDATE former_codes SET code = 'O'", "room 9223372036854775807 had no such code: O"),
        ("UPDATE former_codes SET code = (SELECT code FROM rooms)", "is one of now"),
        ("UPDATE rooms SET code = '-' || id", "is closed, and has a former code"),
        ("DELETE FROM races WHERE first = 6", "races of room 9223372036854775807 are not"),
        ("UPDATE races SET last = NULL", "races of room 9223372036854775807 are not"),
        ("DELETE FROM room_events", "has no log"),
        ("DELETE FROM players WHERE name = 'Mika'", "refers to a row of players that is not there"),
        ("DROP INDEX games_ranked", "no such index"),
    ]

    @Test("Every planted damage is found", arguments: wounds.indices)
    func everyWoundIsFound(_ number: Int) async throws {
        let wound = ExaminationTests.wounds[number]
        try await fill()
        try change(wound.sql)
        guard !wound.sql.hasPrefix("DROP") else {
            // Not every fault is the file's: a table or an index that is not there is said to be so by whoever needs
            // it.
            let engine = try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
            defer { engine.close() }
            let day = StorageSample.today.day
            await #expect(throws: StorageError.self) { try await StorageProbe(engine).foldedResults(days: day...day) }
            return
        }
        let faults = try Examination(of: folder.path).faults
        #expect(faults.contains { $0.contains(wound.sentence) }, "\(wound.sql): \(faults)")
    }

    @Test("A mark of haste that does not follow from the times of the moves is found")
    func wrongMark() async throws {
        try await fill()
        let source = StorageSample.crane
        let line = try #require(PuzzleLine(kind: .anagram, language: "en", length: 5))
        let puzzle = PuzzleID(line: line, day: StorageSample.today.day)
        let key = GameKey(player: StorageSample.mika.id, puzzle: puzzle)
        let found = try #require(FoundLength(length: 5, points: 75))
        let engine = try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
        let written = await StorageProbe(engine).write(
            .pinPuzzle(PinnedPuzzle(puzzle: puzzle, answer: source, listVersion: "00ff")),
            .openGame(GameRecord(key: key, openedAt: 0, hardMode: .off, seconds: 90)),
            .appendMove(key, MoveRecord(row: 0, word: source, verdict: .found(found), elapsed: 7), finish: nil),
            .endGame(key, FinishRecord(solved: true, turns: 1, points: 75, elapsed: 7)))
        #expect(written == nil)
        engine.close()
        #expect(try Examination(of: folder.path).faults == [])
        try change("UPDATE games SET score = score + 1 WHERE points IS NOT NULL")
        let faults = try Examination(of: folder.path).faults
        #expect(faults.count == 1 && faults[0].contains("is marked otherwise than the times of its moves"), "\(faults)")
    }

    @Test("A damaged page is found and does not hide other faults")
    func aDamagedPageIsFoundAndDoesNotHideTheRest() async throws {
        try await fill()
        let url = URL(fileURLWithPath: "\(folder.path)/tilerace.db")
        var bytes = try Data(contentsOf: url)
        let last = bytes.count - 4096
        bytes.replaceSubrange(last..<last + 64, with: repeatElement(0x55, count: 64))
        try bytes.write(to: url)
        #expect(try Examination(of: folder.path).faults.contains { $0.hasPrefix("the file: ") })
    }

    @Test("Faults beyond the bound are counted")
    func manyFaultsAreCounted() async throws {
        let engine = try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
        let count = Examination.faultsKept + 20
        let players = (0..<count).map { PlayerRecord(id: PlayerID(high: 5, low: UInt64($0)), name: "", createdAt: 0) }
        let keys = players.map { GameKey(player: $0.id, puzzle: StorageSample.today) }
        let written = await StorageProbe(engine).write(
            all: players.map { .createPlayer($0) } + keys.map { StorageSample.open($0) })
        #expect(written == nil)
        engine.close()
        let examination = try Examination(of: folder.path)
        #expect(examination.faults.count == Examination.faultsKept && examination.unsaid == 20, "games without words")
    }

    @Test("The contents of an older schema are not examined")
    func anOlderSchemaIsLeftToItsServer() throws {
        try Connection(path: "\(folder.path)/tilerace.db", access: .readWrite, vfs: nil).execute(SchemaFixture2.sql)
        let examination = try Examination(of: folder.path)
        #expect(!examination.isCurrent && examination.schema == 2 && examination.faults == [])
    }
}
