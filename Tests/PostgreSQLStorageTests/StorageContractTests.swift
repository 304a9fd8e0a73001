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
        let engine = try database.open()
        try await behaviour.run(StorageContract.Subject(engine) { database.endWriter(of: engine) })
        engine.close()
    }
}
