import Storage
import TestKit
import Testing

@testable import PostgreSQLStorage

/// What keeps a database from being served from, in words for the operator.
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
}
