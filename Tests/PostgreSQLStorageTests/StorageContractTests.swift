import PostgreSQLStorage
import Storage
import TestKit
import Testing

/// The engine on PostgreSQL against the one contract.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct PostgreSQLContractTests {
    @Test("The PostgreSQL engine keeps the storage contract", arguments: StorageContract.behaviours)
    func postgreSQL(_ behaviour: StorageContract) async throws {
        let database = try TestDatabase()
        // A renewal in the wrong moment finds the end of the writer's connection before the commit that is to fail by
        // it.
        var limits = PostgreSQLStorage.Limits()
        (limits.lease, limits.renewal) = (240_000, 120_000)
        let engine = try database.open(limits: limits)
        try await behaviour.run(StorageContract.Subject(engine) { database.endWriter(of: engine) })
        engine.close()
    }
}
