import TestKit
import Testing

@testable import PostgreSQLStorage

/// The end of a lease by a database's clock that was set, or that is another one's after a fail-over.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct LeaseEndTests {
    @Test("A lease that ends far ahead, as when the database's clock was set back, is free after the time of a lease")
    func farEnds() throws {
        let database = try TestDatabase()
        try database.open(as: "dead").close()
        func end(after interval: String) throws {
            try database.server.psql(
                """
                UPDATE \(database.schema).lease
                SET holder = 'dead', expires_at = clock_timestamp() + INTERVAL '\(interval)'
                """)
        }
        let wait = try database.wait(as: "next")
        try end(after: "1 hour")
        #expect(try (1...4_000).contains(wait.lasts()))
        try end(after: "1 hour")
        let error = #expect(throws: PostgreSQLOpenError.self) { try wait.open { _ in } }
        guard case .inUse("dead", let milliseconds)? = error else { throw try #require(error) }
        #expect((1...4_000).contains(milliseconds))
        // The command that copies a database has a longer lease than servers.
        try end(after: "59 s")
        #expect(try (10_000...59_000).contains(wait.lasts()))
    }
}
