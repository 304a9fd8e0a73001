import Storage
import StoredRows
import TestKit
import Testing

@testable import PostgreSQLStorage

/// Copies from and to databases that an older program has left.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct OldSchemaCopyTests {
    /// The versions of the schema on PostgreSQL that are not the current one.
    private static let older = 1..<Migrations.all.count

    /// One row of every table of version 1, in the columns that it had.
    private static let rows = """
        INSERT INTO players (id, name, folded, created_at)
            VALUES (decode('0000000000000000000000000000000A', 'hex'), 'Zoë', 'zoë', 5);
        INSERT INTO pinned_puzzles (line, day, answer, list_version)
            VALUES ('guess-en-5', 20778, 182994370205581312, '00ff');
        INSERT INTO days (day) VALUES (20778);
        INSERT INTO games (id, player, line, day, opened_at, hard_mode)
            VALUES (1, decode('0000000000000000000000000000000A', 'hex'), 'guess-en-5', 20778, 1763700001000, 1);
        INSERT INTO moves (game, row, word, verdict, elapsed) VALUES (1, 0, 182994370205581312, 83886372, 4100);
        INSERT INTO rooms (id, code, name, folded, epoch, created_at)
            VALUES (77, 'QYACK', 'Room', 'room', -1, 1763700002000);
        INSERT INTO former_codes (code, room) VALUES ('FGHJK', 77);
        INSERT INTO room_events (room, sequence, time, event) VALUES (77, 1, 1000, '{"created":{"name":"Room"}}');
        INSERT INTO seats (player, room, seat) VALUES (decode('0000000000000000000000000000000A', 'hex'), 77, 2);
        INSERT INTO seat_names (player, room, seat, sequence)
            VALUES (decode('0000000000000000000000000000000A', 'hex'), 77, 2, 1);
        INSERT INTO races (room, first, players, name) VALUES (77, 1, 1, 'guess-en-5@20778');
        """

    /// A database on PostgreSQL of an older version, with rows or without.
    private static func world(version: Int, with rows: String = OldSchemaCopyTests.rows) throws -> CopyWorld {
        let world = try CopyWorld()
        try Migrations.run(
            on: world.address, schema: world.database.schema, steps: Array(Migrations.all.prefix(version)))
        try world.psql(rows)
        return world
    }

    private static func version(of world: CopyWorld) throws -> String {
        try world.psql("SELECT version FROM tilerace")
    }

    @Test(
        "A data folder of every released schema goes to PostgreSQL and back with every row",
        arguments: 1...SchemaFixtures.all.count)
    func oldFolders(version: Int) async throws {
        let world = try CopyWorld()
        let planted = try world.plant(version: version)
        #expect(planted["moves", default: 0] > 0 && planted["room_events", default: 0] > 0)
        try world.migrate()
        let rows = try CopyWorld.rows(world.snapshot())
        #expect(try rows == CopyWorld.rows(world.file()))
        #expect(planted == rows.filter { planted[$0.key] != nil }.mapValues(\.count), "nothing is lost on the way")
        let back = try world.making(try world.otherFolder())
        _ = try TableCopy(from: world.copying(), to: back).run()
        #expect(try CopyWorld.rows(back) == rows)
        try back.finish()
        let engine = try world.database.open()
        #expect(try await StorageProbe(engine).player(StorageSample.mika.id)?.name == StorageSample.mika.name)
        engine.close()
    }

    @Test("A database of every older schema is brought to the current one, and copied to a file", arguments: older)
    func oldDatabases(version: Int) async throws {
        let world = try OldSchemaCopyTests.world(version: version)
        let other = try world.otherFolder()
        let back = try world.making(other)
        _ = try TableCopy(from: world.copying(), to: back).run()
        let rows = try CopyWorld.rows(back)
        try back.finish()
        #expect(try CopyWorld.rows(world.snapshot()) == rows)
        let first = ["players", "pinned_puzzles", "days", "games", "moves", "rooms", "former_codes", "room_events"]
        for table in first + ["seats", "seat_names", "races"] { #expect(rows[table]?.count == 1, "\(table)") }
        #expect(rows["players"]?[0][1] == .text("Zoë") && rows["moves"]?[0][4] == .integer(4_100))
        // The lease was given back: another server need not wait.
        try world.database.open(as: "a server").close()
    }

    @Test("A copy that an older program has left unfinished is brought on, and ends with the source's rows")
    func unfinishedCopies() async throws {
        let begun = OldSchemaCopyTests.rows + "CREATE TABLE unfinished ()"
        let world = try OldSchemaCopyTests.world(version: 1, with: begun)
        _ = try world.plant(version: 2)
        #expect(throws: PostgreSQLOpenError.unfinished) { try world.copying() }
        #expect(try OldSchemaCopyTests.version(of: world) == "1", "what is refused stays as it is")
        try world.migrate()
        #expect(try CopyWorld.rows(world.snapshot()) == CopyWorld.rows(world.file()))
    }

    @Test("A database of an older schema that has something in it is not filled, and keeps its schema")
    func fullDatabases() async throws {
        let world = try OldSchemaCopyTests.world(version: 1, with: "INSERT INTO days (day) VALUES (20778)")
        #expect(throws: PostgreSQLOpenError.notEmpty) { try world.filling() }
        #expect(try OldSchemaCopyTests.version(of: world) == "1")
        #expect(try world.psql("SELECT count(*) FROM lease WHERE expires_at > now()") == "0", "it is given back")
        try world.psql("DELETE FROM days")
        _ = try world.plant(version: 2)
        try world.migrate()
        #expect(try CopyWorld.rows(world.snapshot()) == CopyWorld.rows(world.file()))
    }

    @Test("A database of an older schema from which a server serves is neither copied nor changed")
    func servedDatabases() async throws {
        let world = try OldSchemaCopyTests.world(version: 1)
        try world.psql("UPDATE lease SET holder = 'a server', expires_at = now() + INTERVAL '1 minute'")
        for open in [world.copying, world.filling] {
            let fault = #expect(throws: PostgreSQLOpenError.self) { try open("test") }
            guard case .inUse("a server", let milliseconds)? = fault else { throw try #require(fault) }
            #expect((1...60_000).contains(milliseconds))
        }
        #expect(try OldSchemaCopyTests.version(of: world) == "1")
        #expect(try world.psql("SELECT holder FROM lease") == "a server")
    }
}
