import Foundation
import GameRules
import TestKit
import Testing

@testable import Server

@Suite(.blocking) struct SettingsCheckTests {
    /// A folder that goes with the test.
    private final class Scratch {
        let path = NSTemporaryDirectory() + "tilerace-check-\(UUID().uuidString)"
        init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func good(_ folder: String) -> ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.data = folder + "/data"
        configuration.web = TestServer.root + "/web"
        configuration.words = TestServer.root + "/config/words"
        return configuration
    }

    @Test("Settings that a server starts with are good, and nothing is made")
    func good() throws {
        let folder = try Scratch()
        let check = SettingsCheck(Self.good(folder.path))
        #expect(check.faults.isEmpty && check.warnings.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("All that is missing is told at once, each with its setting or its path")
    func missing() throws {
        let folder = try Scratch()
        var configuration = Self.good(folder.path)
        configuration.address = "localhost"
        configuration.zone = "Mars/Base"
        configuration.words = folder.path + "/words"
        configuration.names = folder.path + "/names"
        configuration.web = folder.path + "/web"
        configuration.tlsCertificates = [folder.path + "/none.pem"]
        configuration.tlsRedirectPort = configuration.port
        try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
        configuration.data = folder.path + "/file/none"
        let faults = SettingsCheck(configuration).faults.map { "\($0)" }
        for part in [
            "address: “localhost”", "tls-redirect-port: ", "zone: ", "/words/en/answers-4.txt", "/names/", "/web",
            "none.pem", "/file/none: is not there, and cannot be made",
        ] {
            #expect(faults.filter { $0.contains(part) }.count == 1, "\(part) in \(faults)")
        }
        #expect(faults.count == 8, "\(faults)")
    }

    @Test("A line without words, and a key without a certificate, are told")
    func combinations() throws {
        let folder = try Scratch()
        var configuration = Self.good(folder.path)
        configuration.tlsKeys = ["k.pem"]
        configuration.lines = try #require(ServerConfiguration.table.first { $0.name == "lines" }).lines("guess-xx-5")
        let faults = SettingsCheck(configuration).faults.map { "\($0)" }
        #expect(faults.contains("tls-key: a key, but no tls-certificate"))
        #expect(faults.contains("lines: there are no words in the language “xx”"))
    }

    @Test("A zone that there is none of is told in a sentence with what it must be, and not as the program writes it")
    func unknownZone() throws {
        let folder = try Scratch()
        var configuration = Self.good(folder.path)
        configuration.zone = "Europe/Berln"
        let faults = SettingsCheck(configuration).faults.map { "\($0)" }
        #expect(faults.count == 1)
        let sentence = "zone: “Europe/Berln” is no time zone that this system knows: it must be one as Europe/Berlin"
        #expect(faults.first?.hasPrefix(sentence) == true, "\(faults)")
    }

    @Test(
        "An address of a database or a bus that stops the start is told, and no password of it is printed",
        arguments: [
            ("postgresql://user:s3cr@host/race", "", "storage: "),
            ("postgresql://user@host/race?password=s3cr&port=1", "", "storage: "),
            ("postgresql://host/race", "nats://user:s3cr@host/race", "bus: "),
            ("postgresql://host/race", "http://host", "bus: "),
            ("sqlite", "nats://host/race", "bus: several machines need a database"),
        ])
    func shared(storage: String, bus: String, fault: String) throws {
        let folder = try Scratch()
        let reading = SettingsReading(file: "storage = \(storage)\nbus = \(bus)", path: "f")
        var configuration = Self.good(folder.path)
        (configuration.storage, configuration.bus) = (reading.configuration.storage, reading.configuration.bus)
        let faults = SettingsCheck(configuration).faults.map { "\($0)" }
        #expect(faults.contains { $0.hasPrefix(fault) }, "\(faults)")
        #expect(!reading.text.contains("s3cr") && !faults.contains { $0.contains("s3cr") })
    }

    @Test("Before the first start nobody is invited or on a roster, which stops no start; a password must be there")
    func beforeTheFirstStart() throws {
        let folder = try Scratch()
        var configuration = Self.good(folder.path)
        for access in [Entrance.Access.invitation, .classroom] {
            configuration.access = access
            #expect(SettingsCheck(configuration).faults.map { "\($0)" } == [])
        }
        configuration.access = .open
        configuration.guests = false
        #expect(SettingsCheck(configuration).faults.map { "\($0)" } == [])
        configuration.access = .password
        let faults = SettingsCheck(configuration).faults.map { "\($0)" }
        #expect(faults.count == 1 && faults[0].hasPrefix("access: no password is set; "), "\(faults)")
    }

    @Test("A data folder that others may write to is told")
    func untrustedFolder() throws {
        let folder = try Scratch()
        let configuration = Self.good(folder.path)
        try FileManager.default.createDirectory(
            atPath: configuration.data, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o777])
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: configuration.data)
        #expect(SettingsCheck(configuration).faults.count == 1)
    }

    @Test(
        "A database without the secrets that it was played with starts no server, and a check says so",
        arguments: ["seed", "session-key"])
    func withoutSecret(name: String) throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try TestServer(folder: folder, shards: 1).stop()
        var configuration = Self.good(folder)
        configuration.data = folder
        #expect(SettingsCheck(configuration).faults.map { "\($0)" } == [])
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        #expect(throws: ConfigurationFault.self) { try TestServer(folder: folder, shards: 1).stop() }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/\(name)"), "no other one is made")
        let faults = SettingsCheck(configuration).faults.map { "\($0)" }
        #expect(faults.count == 1 && faults[0].contains("has a database and no \(name), "), "\(faults)")
    }

    @Test(
        "Secrets and a clock that no start can read are told, by the doctor too",
        arguments: ["seed", "session-key", "clock"])
    func unreadable(name: String) throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try TestServer(folder: folder, shards: 1).stop()
        var configuration = Self.good(folder)
        configuration.data = folder
        try Data("garbage\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        let faults = SettingsCheck(configuration).faults.map { "\($0)" }
        #expect(faults.count == 1 && faults[0].contains("\(folder)/\(name)"), "\(faults)")
        let found = try FolderReport(of: DataFolder(existing: folder)).faults
        #expect(found.count == 1 && found[0].contains("\(folder)/\(name)"), "\(found)")
    }

    @Test("Backups in the data folder or below it are warned of: who restores empties that folder first")
    func backupsBelowData() throws {
        let folder = try Scratch()
        var configuration = Self.good(folder.path)
        for (place, part) in [("/data", "is the data folder"), ("/data/backups", "is below the data folder")] {
            configuration.backups = folder.path + place
            let warnings = SettingsCheck(configuration).warnings
            #expect(warnings.contains { $0.hasPrefix("backups: ") && $0.contains(part) }, "\(warnings)")
        }
        configuration.backups = folder.path + "/data-backups"
        #expect(SettingsCheck(configuration).warnings == [])
    }

    @Test("A data folder in which a restore did not come to its end is told")
    func halfRestored() throws {
        let folder = try Scratch()
        let configuration = Self.good(folder.path)
        try FileManager.default.createDirectory(
            atPath: configuration.data, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        #expect(SettingsCheck(configuration).faults.map { "\($0)" } == [])
        try Data().write(to: URL(fileURLWithPath: configuration.data + "/tilerace.db.restoring"))
        let faults = SettingsCheck(configuration).faults.map { "\($0)" }
        #expect(faults.count == 1 && faults[0].contains("did not come to its end"), "\(faults)")
    }
}

extension ServerConfiguration.Setting {
    /// The lines of puzzles that a text means.
    fileprivate func lines(_ text: String) throws -> [PuzzleLine] {
        var configuration = ServerConfiguration()
        try #require(take(text, &configuration))
        return configuration.lines
    }
}
