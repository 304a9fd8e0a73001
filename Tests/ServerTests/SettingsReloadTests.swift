import Foundation
import Synchronization
import Telemetry
import TestKit
import Testing

@testable import Server

/// Settings that a server takes anew while it serves.
@Suite(.blocking) struct SettingsReloadTests {
    /// Settings as a file, with some changed.
    private func reading(_ configuration: ServerConfiguration, _ changes: [String: String] = [:]) -> SettingsReading {
        let lines = ServerConfiguration.table.map { "\($0.name) = \(changes[$0.name] ?? $0.text(configuration))" }
        return SettingsReading(file: lines.joined(separator: "\n"), path: "f")
    }

    @Test("Settings that a reload can take are taken, and those read at the start stay and are named")
    func compares() {
        let before = TestServer.configuration("/data")
        let same = SettingsReload(of: reading(before), over: before, speaksTLS: false)
        #expect(same.taken == [] && same.waiting == [])
        let other = SettingsReload(
            of: reading(before, ["log": "debug", "zone": "Europe/Paris", "origins": "https://a.example", "port": "1"]),
            over: before, speaksTLS: false)
        #expect(other.taken == ["origins", "log"] && other.waiting == ["port", "zone"])
        #expect(other.configuration.logLevel == .debug && other.configuration.origins == ["https://a.example"])
        #expect(other.configuration.zone == "UTC" && other.configuration.port == 0)
    }

    @Test("Whether it speaks HTTPS is settled at the start, and of what certificates is not")
    func tls() {
        let plain = TestServer.configuration("/data")
        let change = ["tls-certificate": "/c.pem", "tls-key": "/k.pem"]
        let began = SettingsReload(of: reading(plain, change), over: plain, speaksTLS: false)
        #expect(began.taken == [] && began.waiting == ["tls-certificate", "tls-key"])
        let secure = began.configuration
        #expect(secure.tlsCertificates == [])
        var configuration = plain
        configuration.tlsCertificates = ["/a.pem"]
        let moved = SettingsReload(of: reading(configuration, change), over: configuration, speaksTLS: true)
        #expect(moved.taken == ["tls-certificate", "tls-key"])
        let ended = SettingsReload(
            of: reading(configuration, ["tls-certificate": ""]), over: configuration, speaksTLS: true)
        #expect(ended.taken == [] && ended.waiting == ["tls-certificate"])
    }

    @Test("A server takes limits, proxies and origins at once, and nobody is disconnected")
    func limits() throws {
        let server = try TestServer(shards: 3)
        let player = try server.player()
        let configuration = server.server.configuration
        func guests(_ count: Int, _ fields: [String] = []) throws -> [Int] {
            try (0..<count).map { _ in try server.ask("POST", "/api/v1/session", fields: fields).status }
        }
        let foreign = ["Origin: https://friend.example"]
        #expect(try guests(1, foreign) == [403])
        server.server.reload(
            reading(configuration, ["origins": "https://friend.example", "guests-per-minute": "1", "log": "warning"]))
        #expect(server.server.configuration.guestsPerMinute == 1 && server.server.configuration.logLevel == .warning)
        #expect(try guests(2, foreign).contains(429), "the limit is that of all, and the origin is known")
        server.server.reload(reading(configuration, ["trusted-proxies": "127.0.0.1", "guests-per-minute": "1"]))
        #expect(try guests(1, ["X-Forwarded-For: 203.0.113.7"]) == [201])
        #expect(try guests(1, ["X-Forwarded-For: 203.0.113.7"]) == [429])
        #expect(try guests(1, ["X-Forwarded-For: 203.0.113.8"]) == [201])
        server.server.reload(reading(configuration, ["connections-per-address": "1"]))
        #expect(try player.ask(["type": "ping"]).type == "pong", "who is there stays")
        #expect(try server.connect().ask("GET", "/api/v1/health").status == 503)
        server.server.reload(reading(configuration))
        #expect(try server.isHealthy)
        #expect("\(server.server.configuration)" == "\(configuration)", "all is as it was")
    }

    @Test("With a fault nothing is taken")
    func faults() throws {
        let server = try TestServer(shards: 1)
        let configuration = server.server.configuration
        for change in [
            ["guests-per-minute": "1", "zone": ""], ["guests-per-minute": "none", "log": "debug"],
        ] {
            server.server.reload(reading(configuration, change))
            #expect("\(server.server.configuration)" == "\(configuration)")
        }
        for _ in 0..<3 { #expect(try server.ask("POST", "/api/v1/session").status == 201) }
    }

    @Test("Other certificates are taken from where the settings say, and with one that is none nothing is taken")
    func certificates() throws {
        let (first, second) = (try TestCertificate(), try TestCertificate(names: ["DNS:other.example"]))
        let server = try TestServer(shards: 1) {
            $0.tlsCertificates = [first.certificate]
            $0.tlsKeys = [first.key]
        }
        let configuration = server.server.configuration
        server.server.reload(
            reading(
                configuration, ["tls-certificate": second.certificate, "tls-key": first.key, "tls-days": "7"]))
        #expect("\(server.server.configuration)" == "\(configuration)", "the key is not the certificate's")
        #expect(!server.server.startText.contains { $0.contains("other.example") })
        server.server.reload(
            reading(configuration, ["tls-certificate": second.certificate, "tls-key": second.key, "tls-days": "7"]))
        #expect(server.server.configuration.tlsDays == 7)
        #expect(server.server.startText.contains { $0.contains("other.example") })
    }

    @Test("Backups begin when their folder is set, and end when it is not any more")
    func backups() throws {
        var bounds = ServerBounds()
        bounds.betweenBackupLooks = 20
        let folder = NSTemporaryDirectory() + "tilerace-backups-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = try TestServer(bounds: bounds) { $0.metrics = true }
        let configuration = server.server.configuration
        func figures() throws -> String { String(decoding: try server.ask("GET", "/metrics").body, as: UTF8.self) }
        #expect(try figures().contains("\ntilerace_backups_set 0\n"))
        server.server.reload(reading(configuration, ["backups": folder, "backup-time": "1h"]))
        let deadline = ContinuousClock.now + .seconds(60)
        while BackupName.all(in: folder).isEmpty {
            try #require(ContinuousClock.now < deadline)
            usleep(5_000)
        }
        while try figures().contains("\ntilerace_newest_backup_timestamp_seconds 0\n") {
            try #require(ContinuousClock.now < deadline)
            usleep(5_000)
        }
        #expect(try figures().contains("\ntilerace_backups_set 1\n"))
        server.server.reload(reading(configuration))
        #expect(try figures().contains("\ntilerace_backups_set 0\n"))
        #expect(try figures().contains("\ntilerace_newest_backup_timestamp_seconds 0\n"), "and none grows old")
        try FileManager.default.removeItem(atPath: folder)
        usleep(300_000)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("A logger's copies share the level that is set")
    func logLevel() {
        let lines = Mutex<[String]>([])
        let logger = Logger(
            threshold: .info, format: .text, now: { 0 }, sink: { line in lines.withLock { $0.append(line) } })
        let copy = logger
        copy.debug("one")
        logger.setThreshold(.debug)
        copy.debug("two")
        logger.setThreshold(.error)
        copy.warning("three")
        copy.error("four")
        #expect(lines.withLock(\.count) == 2)
    }
}
