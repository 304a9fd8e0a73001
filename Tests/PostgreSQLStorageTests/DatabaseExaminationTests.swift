import Storage
import StoredRows
import TestKit
import Testing

@testable import PostgreSQLStorage

/// What `tilerace doctor` finds in a database on PostgreSQL.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct DatabaseExaminationTests {
    private func world() async throws -> CopyWorld {
        let world = try CopyWorld()
        let engine = try world.database.open()
        #expect(await StorageProbe(engine).write(all: SoundSample.writes) == nil)
        engine.close()
        return world
    }

    private func examine(_ world: CopyWorld) throws -> Examination {
        try Examination(of: world.address, schema: world.database.schema)
    }

    @Test("A sound database has no faults, also while a server has it")
    func soundDatabases() async throws {
        let world = try await world()
        let engine = try world.database.open()
        let examination = try examine(world)
        #expect(examination.faults == [] && examination.unsaid == 0 && examination.isCurrent)
        #expect(examination.counts.map(\.number) == [2, 4, 4, 1, StorageSample.everyEvent.count + 2])
        engine.close()
    }

    /// Each change by hand, and what is said of it.
    static let wounds: [(sql: String, sentence: String)] = [
        ("DELETE FROM moves WHERE game = 1 AND row = 0", "has a gap before row 1"),
        ("UPDATE moves SET verdict = verdict + 1 WHERE game = 1 AND row = 0", "has marks in row 0 that do not follow"),
        ("UPDATE moves SET word = 7 WHERE game = 1 AND row = 0", "no word in column"),
        ("UPDATE moves SET elapsed = 200 WHERE game = 1 AND row = 1", "goes back in time in row 1"),
        ("UPDATE moves SET game = 99 WHERE game = 3", "rows of moves refer to a row of games that is not there: 99"),
        ("UPDATE games SET turns = 3 WHERE id = 1", "ended otherwise than its moves show"),
        ("UPDATE games SET score = score + 1 WHERE id = 1", "is ranked otherwise than it ended"),
        ("UPDATE games SET score = 1::bigint << 60 WHERE id = 2", "is ranked, though it was no live play"),
        ("UPDATE games SET answer = NULL WHERE id = 3", "has no word"),
        ("UPDATE games SET line = 'nothing' WHERE id = 3", "no puzzle line"),
        ("UPDATE pinned_puzzles SET answer = (2::bigint << 55) WHERE day = 20777", "does not have 5 letters"),
        ("INSERT INTO days (day) VALUES (20700)", "2026-09-04 has begun and has no word"),
        (
            "UPDATE pinned_puzzles SET published_at = 1, published_when = 'never' WHERE day = 20777",
            "no place of a publication in column"
        ),
        ("UPDATE players SET created_at = -1", "no instant in column"),
        ("UPDATE players SET name = '\\xff'", "no UTF-8 in column"),
        ("UPDATE players SET folded = 'x'", "2 names of players are not found by searches"),
        ("UPDATE rooms SET folded = 'x'", "1 names of rooms are not found by searches"),
        ("DELETE FROM seat_names; DELETE FROM room_events WHERE sequence = 4", "has a gap between 3 and 5"),
        ("UPDATE room_events SET event = '{}' WHERE sequence = 4", "no room event"),
        ("UPDATE room_events SET room = 5 WHERE sequence = 7", "refer to a row of rooms that is not there: 5"),
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
        ("DELETE FROM seat_names; DELETE FROM room_events", "has no log"),
    ]

    @Test("Every planted damage is found", arguments: wounds.indices)
    func everyWoundIsFound(_ number: Int) async throws {
        let wound = DatabaseExaminationTests.wounds[number]
        let world = try await world()
        try world.psql(wound.sql)
        let faults = try examine(world).faults
        #expect(faults.contains { $0.contains(wound.sentence) }, "\(wound.sql): \(faults)")
    }

    @Test("More rows than a piece has are all looked at")
    func manyRows() async throws {
        let world = try await world()
        try world.psql(
            """
            INSERT INTO players (id, name, folded, created_at)
                SELECT decode(lpad(to_hex(n), 32, '0'), 'hex'), 'p', 'p', n - 2500 FROM generate_series(1, 2600) AS n
            """)
        let examination = try examine(world)
        #expect(examination.counts.first?.number == 2_602)
        #expect(examination.faults.count + examination.unsaid == 2_499, "those who came before 1970")
    }

    @Test("The contents of an older schema are not examined")
    func olderSchemas() async throws {
        let world = try CopyWorld()
        try Migrations.run(on: world.address, schema: world.database.schema, steps: [Schema1.sql])
        let examination = try examine(world)
        #expect(!examination.isCurrent && examination.schema == 1 && examination.faults == [])
        #expect(throws: PostgreSQLOpenError.olderSchema(found: 1, current: 2)) { try world.snapshot() }
    }
}
