import Storage
import StoredRows
import TestKit
import Testing

@testable import PostgreSQLStorage

/// Findings of `tilerace doctor` in a database on PostgreSQL.
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
        #expect(examination.counts.map(\.number) == [2, 5, 6, 1, StorageSample.everyEvent.count + 2])
        engine.close()
    }

    /// Damages that only this engine's database can have, or that the other one's own means find.
    private static let own: [(sql: String, sentence: String)] = [
        ("UPDATE moves SET game = 99 WHERE game = 3", "rows of moves refer to a row of games that is not there: 99"),
        ("UPDATE room_events SET room = 5 WHERE sequence = 7", "refer to a row of rooms that is not there: 5"),
        ("UPDATE players SET name = '\\xff'", "no UTF-8 in column"),
        ("UPDATE players SET folded = 'x'", "2 names of players are not found by searches"),
        ("UPDATE rooms SET folded = 'x'", "1 names of rooms are not found by searches"),
    ]
    static let wounds = PlantedDamage.all + own

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
        #expect(throws: PostgreSQLOpenError.olderSchema(found: 1, current: Migrations.all.count)) {
            try world.snapshot()
        }
    }
}
