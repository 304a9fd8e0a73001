import Foundation
import GameRules
import Rooms
import Storage
import StoredRows
import TestKit
import Testing

@testable import SQLiteStorage

/// Findings of `tilerace doctor` in a database.
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
        #expect(examination.counts.map(\.number) == [2, 5, 6, 1, StorageSample.everyEvent.count + 2])
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

    /// Damages that only this engine's database can have.
    private static let own: [(sql: String, sentence: String)] = [
        ("DELETE FROM players WHERE name = 'Mika'", "refers to a row of players that is not there"),
        ("DROP INDEX games_ranked", "no such index"),
    ]
    static let wounds = PlantedDamage.all + own

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
        #expect(try Examination(of: folder.path).faults.contains { $0.hasPrefix("\(url.path): ") })
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
