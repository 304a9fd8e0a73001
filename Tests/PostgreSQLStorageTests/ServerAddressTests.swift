import Foundation
import Storage
import TestKit
import Testing

@testable import PostgreSQLStorage

/// Servers as operators have them: over TLS with a password from a file, and with a standby.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct ServerAddressTests {
    private static let password = "geheim-7"

    /// A server that takes nobody without TLS and a password, and the files that lead there.
    private struct Secured {
        let certificate: TestCertificate
        let server: PostgreSQLServer
        let folder: TemporaryFolder

        init() throws {
            // The tests' user need not be able to look up names.
            certificate = try TestCertificate(names: ["DNS:db.test"])
            server = try PostgreSQLServer(certificate, port: Int(NATSServer.freePort()))
            folder = try TemporaryFolder()
            try server.psql("CREATE ROLE tilerace LOGIN PASSWORD '\(ServerAddressTests.password)'")
            try server.psql("CREATE DATABASE tilerace OWNER tilerace ENCODING 'UTF8' TEMPLATE template0")
            try write(password: ServerAddressTests.password, to: "right")
            try write(password: "another", to: "wrong")
        }

        private func write(password: String, to name: String) throws {
            let file = "\(folder.path)/\(name)"
            try "*:*:*:tilerace:\(password)\n".write(toFile: file, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        }

        func address(
            host: String = "db.test", mode: String = "verify-full", authority: String? = nil, password: String = "right"
        ) -> String {
            "postgresql://tilerace@\(host):\(server.port)/tilerace?hostaddr=127.0.0.1&sslmode=\(mode)"
                + "&sslrootcert=\(authority ?? certificate.certificate)&passfile=\(folder.path)/\(password)"
        }

        func open(
            host: String = "db.test", mode: String = "verify-full", authority: String? = nil, password: String = "right"
        ) throws -> PostgreSQLStorage {
            let address = address(host: host, mode: mode, authority: authority, password: password)
            return try PostgreSQLStorage(
                DatabaseAddress(address), schema: "tilerace", holder: "test", limits: PostgreSQLStorage.Limits(),
                clock: .still
            ) { Issue.record("storage: \($0)") }
        }
    }

    @Test("A server is reached over TLS that is verified, with a password from a file")
    func verified() async throws {
        let secured = try Secured()
        let engine = try secured.open()
        #expect(await StorageProbe(engine).write(.createPlayer(StorageSample.mika)) == nil)
        #expect(try await StorageProbe(engine).player(StorageSample.mika.id) == StorageSample.mika)
        let connections = try secured.server.psql(
            """
            SELECT bool_and(ssl), count(*) > 1 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
            WHERE usename = 'tilerace'
            """)
        #expect(connections == "t|t", "all of them, and there are several")
        engine.close()
    }

    @Test("The server is told to end the session of a machine that is gone within half a minute")
    func goneMachines() throws {
        let secured = try Secured()
        let session = try Connection(to: DatabaseAddress(secured.address()), schema: "tilerace", patience: 5_000)
        let settings = ["tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count", "tcp_user_timeout"]
        let values = try settings.map { name in
            let answers = try session.run([Statement("SELECT current_setting('\(name)')")])
            return try answers[0].first { row throws(StorageError) in try row.text(0) }
        }
        #expect(values == ["10", "5", "2", "20000"])
    }

    @Test("Nothing is told to a server that is not the one that is meant, nor without TLS, nor with a wrong password")
    func refused() throws {
        let secured = try Secured()
        let stranger = try TestCertificate(names: ["DNS:db.test"])
        let attempts: [(name: String, open: () throws -> PostgreSQLStorage)] = [
            ("another authority", { try secured.open(authority: stranger.certificate) }),
            ("another name", { try secured.open(host: "another.test") }),
            ("no authority", { try secured.open(authority: "\(secured.folder.path)/missing") }),
            ("no TLS", { try secured.open(mode: "disable") }),
            ("another password", { try secured.open(password: "wrong") }),
        ]
        for (name, open) in attempts {
            let error = #expect(throws: PostgreSQLOpenError.self, "\(name)") { try open() }
            guard case .storage(.unavailable(let text))? = error else {
                Issue.record("\(name): \(String(describing: error))")
                continue
            }
            #expect(!text.contains(ServerAddressTests.password), "\(name)")
        }
        let made = "SELECT count(*) FROM pg_namespace WHERE nspname = 'tilerace'"
        #expect(try secured.server.psql(made, database: "tilerace") == "0")
        try secured.open().close()
    }

    /// The standby stands first in the address, as it may after any fail-over.
    @Test("Of several servers the one that can be written to is found, also after a fail-over, which loses nothing")
    func standby() async throws {
        let primary = try PostgreSQLServer()
        let standby = try PostgreSQLServer(standbyOf: primary)
        try primary.psql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        try primary.psql("SELECT pg_reload_conf()")
        try await ServerAddressTests.wait {
            try primary.psql("SELECT sync_state FROM pg_stat_replication") == "sync"
        }
        let address =
            "postgresql://postgres@/postgres?host=\(standby.folder),\(primary.folder)"
            + "&port=\(standby.port),\(primary.port)"
        let engine = try PostgreSQLStorage(
            DatabaseAddress(address), schema: "tilerace", holder: "test", limits: PostgreSQLStorage.Limits(),
            clock: .still
        ) { _ in }
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createPlayer(StorageSample.mika)) == nil)
        #expect(try standby.psql("SELECT pg_is_in_recovery()") == "t", "it was written to the other one")
        primary.stop()
        #expect(await probe.write(.createPlayer(StorageSample.zoe)) != nil, "nobody can take it now")
        try standby.psql("SELECT pg_promote()")
        // The first one was not committed: there was nobody.
        try await ServerAddressTests.wait {
            probe.goOn()
            return await probe.write(.createPlayer(StorageSample.zoe)) == nil
        }
        // What was acknowledged is there.
        try await ServerAddressTests.wait {
            do {
                return try await probe.player(StorageSample.mika.id) == StorageSample.mika
            } catch StorageError.unavailable {
                return false
            }
        }
        #expect(try standby.psql("SELECT count(*) FROM tilerace.players") == "2")
        engine.close()
    }

    /// Waits until something is so, up to a bound.
    private static func wait(until isSo: () async throws -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try await !isSo() {
            try #require(ContinuousClock.now < deadline, "it is not so within a minute")
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
