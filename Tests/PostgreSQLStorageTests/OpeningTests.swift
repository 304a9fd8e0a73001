import Foundation
import GameRules
import Storage
import TestKit
import Testing

@testable import PostgreSQLStorage

/// Reasons for which no server starts on a database, in words for the operator.
struct OpeningTests {
    @Test("A library that is missing is named, with the package that has it")
    func missingLibrary() throws {
        // In a process that has loaded the right one, another name is not looked at any more.
        let error = PostgreSQLOpenError.libraryMissing("cannot open shared object file")
        #expect(
            "\(error)" == "libpq.so.5 is needed for --storage postgresql://…; on Debian: apt-get install libpq5 "
                + "(cannot open shared object file)")
    }

    @Test(
        "An address with a password is refused, and the message does not repeat it",
        .enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"),
        arguments: [
            "postgresql://mika:geheim@host/db", "postgresql://host/db?password=geheim",
            "postgresql://host/db?sslpassword=geheim", "postgresql://mika:geheim@[host/db",
        ])
    func passwords(address: String) throws {
        let error = #expect(throws: PostgreSQLOpenError.self) { try DatabaseAddress(address) }
        guard case .address(let reason) = error else { return }
        #expect(!reason.contains("geheim"))
    }

    @Test(
        "An address is logged as its hosts and its database",
        .enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
    func addresses() throws {
        let address = try DatabaseAddress("postgresql://mika@a,b:5433/race?passfile=/run/secret&sslmode=verify-full")
        #expect("\(address)".hasPrefix("postgresql://a,b:") && "\(address)".hasSuffix("/race"))
    }

    @Test(
        "A schema of another program, or of a newer version, is left alone",
        .enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
    func foreignSchemas() throws {
        let database = try TestDatabase()
        try database.server.psql("CREATE SCHEMA \(database.schema)")
        try database.server.psql("CREATE TABLE \(database.schema).players (a INTEGER)")
        #expect(throws: PostgreSQLOpenError.foreignSchema(database.schema)) { try database.open() }
        let newer = try TestDatabase()
        try newer.open().close()
        try newer.server.psql("UPDATE \(newer.schema).tilerace SET version = 99")
        #expect(throws: PostgreSQLOpenError.newerSchema(found: 99, known: Migrations.all.count)) { try newer.open() }
    }

    @Test(
        "Servers that start at once make the schema one after the other",
        .enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
    func startsAtOnce() async throws {
        let database = try TestDatabase()
        let address = try DatabaseAddress(database.server.address())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    #expect(throws: Never.self) { try Migrations.run(on: address, schema: database.schema) }
                }
            }
        }
        try database.open().close()
    }

    @Test(
        "A process stopped with the lock of a schema delays a migration for a while, and a mere start not at all",
        .enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"), .timeLimit(.minutes(2)))
    func stoppedMigration() throws {
        let database = try TestDatabase()
        let address = try DatabaseAddress(database.server.address())
        let stopped = try Connection(to: address, schema: database.schema, patience: 30_000)
        _ = try stopped.run([Migrations.locking(database.schema)])
        let fault = #expect(throws: PostgreSQLOpenError.self) {
            try Migrations.run(on: address, schema: database.schema, lockPatience: 200)
        }
        #expect("\(try #require(fault))".contains("for 200 ms. If no upgrade goes on now"))
        _ = try stopped.run([Statement("SELECT pg_advisory_unlock_all()")])
        try Migrations.run(on: address, schema: database.schema)
        _ = try stopped.run([Migrations.locking(database.schema)])
        try Migrations.run(on: address, schema: database.schema, lockPatience: 200)
    }

    /// A server of before makes players while servers are replaced one by one.
    @Test(
        "Players of before version 6 count from its coming, also those whom an older server makes then",
        .enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
    func visitsOfBefore() async throws {
        let before = LastVisit.day(of: Int(Date().timeIntervalSince1970) * 1_000)
        let database = try TestDatabase()
        let address = try DatabaseAddress(database.server.address())
        try Migrations.run(
            on: address, schema: database.schema, steps: Array(Migrations.all.prefix(5)))
        func add(_ digit: Int) throws {
            try database.server.psql(
                """
                INSERT INTO \(database.schema).players (id, name, folded, created_at)
                VALUES (decode('0000000000000000000000000000000\(digit)', 'hex'), 'P', 'p', 5)
                """)
        }
        try add(1)
        try Migrations.run(on: address, schema: database.schema)
        try add(2)
        let engine = try database.open()
        for low in [1, 2] as [UInt64] {
            let player = try await StorageProbe(engine).player(PlayerID(high: 0, low: low))
            #expect(try #require(player).seenOn > before, "the day after, which has begun east of UTC")
        }
        engine.close()
    }

    /// Scores are those that version 1 wrote. Game 1 has 36 words at once behind a pause, game 2 one less; game 3 is
    /// not ranked. Ten words 333 ms apart, those of game 4, were a burst by the rule of versions 2 to 6. The last word
    /// of game 5 has a time of 300 ms after the 35 before it, and a credit of 400 ms more. So it was read 700 ms after
    /// them, which is no burst.
    @Test(
        "Hasty games that ended before version 7 are marked by the times of their moves, and keep their scores",
        .enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
    func hastyGames() async throws {
        let database = try TestDatabase()
        let address = try DatabaseAddress(database.server.address())
        try Migrations.run(on: address, schema: database.schema, steps: [Schema1.sql])
        let day = StorageSample.today.day
        func game(
            _ id: Int, words: Int, gap: Int, last: (wait: Int, credit: Int) = (0, 0), isRanked: Bool = true
        ) throws {
            let player = "decode('000000000000000000000000000000\(10 + id)', 'hex')"
            let score = 1 << 61 | (1 << 20 - 1 - 9 * words) << 40 | words << 30 | 82_997
            try database.server.psql(
                """
                SET search_path TO \(database.schema);
                INSERT INTO players (id, name, folded, created_at) VALUES (\(player), 'P', 'p', 5);
                INSERT INTO games (id, player, line, day, opened_at, hard_mode, seconds, solved, turns, points, elapsed,
                    score) VALUES (\(id), \(player), 'anagram-en-7', \(day.number), 5, 0, 90, 1, \(words), \(9 * words),
                    82997, \(isRanked ? "\(score)" : "NULL"));
                INSERT INTO moves SELECT \(id), n, 129619226775257088, 1099511824393,
                    82997 - \(gap) * (\(words) - 1 - n) - CASE WHEN n < \(words) - 1 THEN \(last.wait) ELSE 0 END,
                    CASE WHEN n < \(words) - 1 THEN 0 ELSE \(last.credit) END
                FROM generate_series(0, \(words) - 1) AS n
                """)
        }
        try game(1, words: 36, gap: 0)
        try game(2, words: 35, gap: 0)
        try game(3, words: 36, gap: 0, isRanked: false)
        try game(4, words: 10, gap: 333)
        try game(5, words: 36, gap: 0, last: (wait: 300, credit: 400))
        let engine = try database.open()
        let line = try #require(PuzzleLine(kind: .anagram, language: "en", length: 7))
        let results = try await StorageProbe(engine).foldedResults(of: line, days: day...day).joined()
        #expect(
            Set(results.map(\.score)) == [
                .points(324, words: 36, elapsed: 82_997), .points(315, words: 35, elapsed: 82_997),
                .points(90, words: 10, elapsed: 82_997),
            ])
        #expect(Set(results.filter(\.isHasty).map(\.player.low)) == [0x11], "the player of game 1")
        engine.close()
    }
}
