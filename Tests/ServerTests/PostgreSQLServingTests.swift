import Foundation
import Server
import TestKit
import Testing

/// A whole server whose database is on PostgreSQL.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"), .blocking)
struct PostgreSQLServingTests {
    @Test("A server on PostgreSQL serves, knows its guests after a restart, and has no file of SQLite")
    func restarts() throws {
        let address = try database()
        let server = try TestServer { $0.storage = address }
        #expect(try server.isHealthy)
        let cookie = try server.player().cookie
        server.stop()
        #expect(!FileManager.default.fileExists(atPath: server.folder + "/tilerace.db"))
        let again = try TestServer(folder: server.folder) { $0.storage = address }
        let account = try again.ask("POST", "/api/v1/session", fields: [cookie])
        #expect(account.status == 200, "the guest of before")
        again.stop()
    }

    @Test("A server whose database is away is not ready, though nobody plays, and is again when it is back")
    func readiness() throws {
        let address = try database()
        let name = try #require(address.firstMatch(of: #/@\/(\w+)\?/#)).1
        let server = try TestServer { $0.storage = address }
        func wait(for status: Int) throws {
            let deadline = ContinuousClock.now + .seconds(60)
            while try server.ask("GET", "/readyz").status != status {
                try #require(ContinuousClock.now < deadline)
                usleep(20_000)
            }
        }
        try wait(for: 200)
        let cluster = try PostgreSQLServer.shared()
        try cluster.psql("ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
        try cluster.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
        try wait(for: 503)
        try cluster.psql("ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
        try wait(for: 200)
        server.stop()
    }

    @Test("A second server of another folder is told who uses the database")
    func oneAtATime() throws {
        let address = try database()
        let server = try TestServer { $0.storage = address }
        var bounds = ServerBounds()
        bounds.folderPatience = 100
        let fault = #expect(throws: ConfigurationFault.self) { try TestServer(bounds: bounds) { $0.storage = address } }
        #expect(fault?.description.contains("\(server.folder) (") == true)
        server.stop()
    }

    @Test("An address with a password stops the start, and is not repeated")
    func passwords() throws {
        let fault = #expect(throws: ConfigurationFault.self) {
            try TestServer { $0.storage = "postgresql://mika:geheim@127.0.0.1/race" }
        }
        #expect(fault?.description.contains("password") == true)
        #expect(fault?.description.contains("geheim") == false)
    }

    @Test("A folder into which a restore was broken off is served from by no engine")
    func brokenRestores() throws {
        let address = try database()
        let server = try TestServer { $0.storage = address }
        server.stop()
        let left = server.folder + "/tilerace.db.restoring"
        #expect(FileManager.default.createFile(atPath: left, contents: nil))
        let fault = #expect(throws: ConfigurationFault.self) {
            try TestServer(folder: server.folder) { $0.storage = address }
        }
        #expect(fault?.description.contains("did not come to its end") == true)
        let folder = try DataFolder(existing: server.folder)
        for migrate in [folder.migrate(toPostgreSQL:), folder.migrate(toFileFrom:)] {
            #expect(throws: ConfigurationFault.self) { try migrate(address) }
        }
    }

    @Test("A restore onto the folder and the database of a server that runs is refused, and the server goes on")
    func restoreOntoServer() throws {
        let address = try database()
        let server = try TestServer { $0.storage = address }
        let cookie = try server.player().cookie
        let folder = try DataFolder(existing: server.folder)
        let (file, other) = ("\(server.folder).backup", "\(server.folder).other")
        defer { for path in [file, other] { try? FileManager.default.removeItem(atPath: path) } }
        try folder.backUp(to: file, storage: address)
        #expect(throws: ConfigurationFault.self) { _ = try folder.restore(from: file, storage: address) }
        // Another folder's is not the holder of the lease, and waits for nobody.
        let away = try DataFolder(path: other)
        #expect(throws: ConfigurationFault.self) { _ = try away.restore(from: file, storage: address) }
        // It writes on: nobody has taken the lease from it.
        _ = try server.player()
        #expect(try server.ask("POST", "/api/v1/session", fields: [cookie]).status == 200)
        #expect(try server.ask("GET", "/readyz").status == 200)
        server.stop()
    }

    @Test("A database that was played is served from no folder without the secrets that it was played with")
    func lostSecrets() throws {
        let address = try database()
        let away = try PostgreSQLServer.shared().address(database: "nobodys")
        let server = try TestServer { $0.storage = address }
        let cookie = try server.player().cookie
        server.stop()
        for name in ["seed", "session-key"] {
            let (file, kept) = ("\(server.folder)/\(name)", "\(server.folder)/\(name).kept")
            try FileManager.default.moveItem(atPath: file, toPath: kept)
            // Also at the second try, and after one on which the database was away.
            for setting in [address, away, address] {
                let fault = #expect(throws: ConfigurationFault.self) {
                    try TestServer(folder: server.folder) { $0.storage = setting }
                }
                let isPlayed = setting == address
                #expect(fault?.description.contains("has a database and no \(name)") == isPlayed, "\(fault as Any)")
                #expect(!FileManager.default.fileExists(atPath: file))
            }
            try FileManager.default.moveItem(atPath: kept, toPath: file)
        }
        let again = try TestServer(folder: server.folder) { $0.storage = address }
        #expect(try again.ask("POST", "/api/v1/session", fields: [cookie]).status == 200)
        again.stop()
    }

    @Test("A server's folder and its database are looked through together")
    func reports() throws {
        let address = try database()
        let server = try TestServer { $0.storage = address }
        _ = try server.player()
        let folder = try DataFolder(existing: server.folder)
        let report = try FolderReport(of: folder, storage: address)
        #expect(report.faults == [], "there need be no file of SQLite")
        #expect(report.summary.hasPrefix("Schema 8: 1 players, 0 games"))
        #expect(throws: ConfigurationFault.self, "there is none") { try FolderReport(of: folder) }
        #expect(FileManager.default.createFile(atPath: server.folder + "/seed", contents: Data("x".utf8)))
        #expect(try FolderReport(of: folder, storage: address).faults.contains { $0.contains("/seed: must hold") })
        server.stop()
    }

    private func database() throws -> String {
        let name = "serving\(UInt32.random(in: 0...UInt32.max))"
        let server = try PostgreSQLServer.shared()
        try server.psql("CREATE DATABASE \(name)")
        return server.address(database: name)
    }
}
