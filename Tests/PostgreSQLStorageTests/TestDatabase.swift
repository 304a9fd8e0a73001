import PostgreSQLStorage
import Storage
import Synchronization
import TestKit
import Testing

/// A schema of its own on a server.
final class TestDatabase: Sendable {
    let server: PostgreSQLServer
    let schema = "t\(UInt64.random(in: 0...UInt64.max))"
    let reports = Mutex<[StorageError]>([])

    init(on server: PostgreSQLServer? = nil) throws {
        self.server = try server ?? PostgreSQLServer.shared()
    }

    /// Opens an engine, by default that of the same server each time.
    func open(
        as holder: String = "test", port: Int = 5432, limits: PostgreSQLStorage.Limits = PostgreSQLStorage.Limits(),
        clock: LeaseClock = .still
    ) throws -> PostgreSQLStorage {
        try PostgreSQLStorage(
            DatabaseAddress(server.address(port: port)), schema: schema, holder: holder, limits: limits, clock: clock
        ) { [self] error in reports.withLock { $0.append(error) } }
    }

    /// A wait for the lease.
    func wait(as holder: String, seed: String = "", clock: LeaseClock = .still) throws -> LeaseWait {
        try LeaseWait(
            DatabaseAddress(server.address()), schema: schema, holder: holder, seed: seed,
            limits: PostgreSQLStorage.Limits(), clock: clock)
    }

    /// Ends the server's process that writes for an engine.
    func endWriter(of engine: PostgreSQLStorage) {
        guard let backend = engine.writingBackend else { return }
        #expect(throws: Never.self) { try server.psql("SELECT pg_terminate_backend(\(backend), 2000)") }
    }
}
