import EventLoops
import Foundation
import GameRules
import Puzzles
import TestKit
import Testing

@testable import Server

/// Findings of `tilerace doctor` on invented machines.
@Suite(.blocking) struct DoctorTests {
    /// A machine on which all is well, unless a test says otherwise.
    private struct Machine {
        var wall = TestServer.morning
        var isSynchronised: Bool? = true
        var free: Int? = 1 << 40
        var server: Int32?
        var isFree = true
        var listener: Int32?

        var senses: DoctorSenses {
            DoctorSenses(
                wall: { [wall] in wall }, isClockSynchronised: { [isSynchronised] in isSynchronised },
                freeSpace: { [free] _ in free }, server: { [server] _ in server }, isFree: { [isFree] _ in isFree },
                listener: { [listener] _ in listener })
        }
    }

    /// A folder on which a server has run on the morning of the tests.
    private final class Played {
        let folder: String
        /// Few words, as they are read for every look.
        private let web: WebFolder
        private let lists = NSTemporaryDirectory() + "tilerace-lists-\(UUID().uuidString)"

        init() throws {
            web = try WebFolder(["index.html": "<!doctype html><html><head></head><body></body></html>"])
            folder = try TestServer.makeFolder()
            try TestServer(folder: folder, shards: 1).stop()
            for (name, words) in [("names/words", "rude"), ("names/stems", "rude"), ("names/innocent", "prude")] {
                try write("\(words)\n", to: name)
            }
            for word in ["word", "crane", "planet", "letters", "sentence"] {
                for kind in ["answers", "guesses"] { try write("\(word)\n", to: "words/en/\(kind)-\(word.count)") }
            }
        }

        deinit { for path in [folder, lists] { try? FileManager.default.removeItem(atPath: path) } }

        private func write(_ text: String, to name: String) throws {
            let url = URL(fileURLWithPath: "\(lists)/\(name).txt")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }

        /// Gives the data to a user, as whose a server would run.
        func give(to user: uid_t) throws {
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
            for path in [folder] + files { try #require(chown(path, user, user) == 0) }
        }

        func look(_ machine: Machine = Machine(), file: String = "") -> Doctor {
            let text = """
                data = \(folder)
                web = \(web.path)
                words = \(lists)/words
                \(file.contains("lines = ") ? "" : "lines = guess-en-5")
                \(file)
                """
            return Doctor(SettingsReading(file: text, path: "f"), senses: machine.senses)
        }
    }

    @Test("On a good machine nothing is found")
    func good() throws {
        let doctor = try Played().look()
        #expect(doctor.findings == [] && !doctor.hasFaults && doctor.obstacle == nil)
        #expect(doctor.summary?.hasPrefix("Schema ") == true)
        #expect(doctor.json.hasPrefix(#"{"summary":"Schema "#) && doctor.json.hasSuffix(#""findings":[]}"#))
    }

    @Test("Faults of settings, and of what they name, are told with place, reason and suggestion")
    func settings() throws {
        let doctor = try Played().look(file: "prot = 1\nzone = Mars/Base\nlines = guess-xx-5")
        let faults = doctor.findings.filter { $0.weight == .fault }
        #expect(faults.map(\.subject) == [.settings, .settings, .words], "\(faults)")
        #expect(faults[0].place == "f, line 5" && faults[0].reason == "there is no setting “prot”; did you mean port?")
        #expect(faults[1].place == "zone")
        #expect(faults[0].text.contains("did you mean port? Correct it there; "))
        for fault in faults.dropFirst() {
            #expect(!fault.advice.isEmpty && fault.text == "\(fault.place): \(fault.reason). \(fault.advice).")
        }
        #expect(doctor.hasFaults && doctor.summary != nil, "and the data was looked at all the same")
    }

    @Test("Contents that cannot be read are not told as none")
    func damaged() throws {
        let played = try Played()
        let file = URL(fileURLWithPath: played.folder + "/tilerace.db")
        var bytes = try [UInt8](Data(contentsOf: file))
        // The first page says that it is a database, and nothing behind it can be read.
        for index in 4_096..<bytes.count { bytes[index] ^= 0x5A }
        try Data(bytes).write(to: file)
        let doctor = played.look()
        #expect(doctor.findings.contains { $0.weight == .fault && $0.subject == .data && $0.place == file.path })
        #expect(doctor.summary?.hasSuffix(": the contents cannot be read.") == true, "\(doctor.summary ?? "")")
    }

    @Test("A file that others may read is told with the command that mends it")
    func modes() throws {
        let played = try Played()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: played.folder + "/seed")
        let finding = try #require(played.look().findings.first)
        #expect(finding.subject == .data && finding.advice == "chmod go= \(played.folder)/seed")
        #expect(finding.text.contains("seed is not for its owner alone (mode 644)"))
    }

    @Test("A missing secret is told with where to take it from", arguments: ["seed", "session-key"])
    func missingSecret(name: String) throws {
        let played = try Played()
        try FileManager.default.removeItem(atPath: "\(played.folder)/\(name)")
        let findings = played.look().findings
        #expect(findings.map(\.subject) == [.data])
        let text = try #require(findings.first?.text)
        #expect(text.contains("has a database and no \(name), "))
        #expect(text.hasSuffix(". Restore a backup into another folder, and copy \(name) from there."), "\(text)")
        #expect(!FileManager.default.fileExists(atPath: "\(played.folder)/\(name)"))
    }

    @Test("Data alone is looked at where no other settings are given, and not the machine's clock, ports and files")
    func dataAlone() throws {
        let played = try Played()
        let machine = Machine(isSynchronised: false, isFree: false, listener: 7)
        let reading = SettingsReading(file: "data = \(played.folder)", path: "f")
        #expect(Doctor(reading, senses: machine.senses).findings == [])
        #expect(played.look(machine).findings.map(\.subject) == [.clock, .port])
    }

    @Test("A folder that cannot be looked through is told, and the rest is looked at")
    func obstacle() throws {
        let played = try Played()
        try FileManager.default.removeItem(atPath: played.folder + "/tilerace.db")
        let doctor = played.look(file: "zone = Mars/Base")
        #expect(doctor.obstacle?.description.contains("tilerace.db cannot be opened") == true && doctor.hasFaults)
        #expect(doctor.summary == nil && doctor.findings.contains { $0.place == "zone" })
        #expect(doctor.json.hasPrefix(#"{"summary":null,"findings":[{"weight":"fault","subject":"data""#))
    }

    @Test(
        "A port is good if it is free, the server's own, or held by systemd for it",
        arguments: [
            (nil, false, nil, Finding.Weight.fault), (nil, false, 7, .fault), (nil, false, 1, nil),
            (nil, true, nil, nil), (5, false, 5, nil), (5, false, 1, nil), (5, false, nil, nil),
            (5, false, 7, .warning),
        ] as [(Int32?, Bool, Int32?, Finding.Weight?)])
    func ports(server: Int32?, isFree: Bool, listener: Int32?, weight: Finding.Weight?) throws {
        let machine = Machine(server: server, isFree: isFree, listener: listener)
        let findings = try Played().look(machine, file: "port = 8081").findings
        #expect(findings.map(\.weight) == [weight].compactMap(\.self))
        for finding in findings {
            #expect(finding.place == "port" && finding.subject == .port && finding.reason.contains("[::]:8081"))
        }
    }

    @Test("The real machine tells whose a port is")
    func realPorts() throws {
        let server = try TestServer(shards: 1)
        let senses = DoctorSenses.system(listener: { _ in 7 })
        let address = try #require(SocketAddress(host: "127.0.0.1", port: server.server.port))
        #expect(try !senses.isFree(address))
        let folder = try DataFolder(existing: server.folder)
        #expect(senses.server(folder) == getpid())
        server.stop()
        #expect(try senses.isFree(address))
        #expect(senses.server(folder) == nil)
        let elsewhere = try #require(SocketAddress(host: "203.0.113.77", port: 8081))
        #expect(throws: EventLoopError.self) { try senses.isFree(elsewhere) }
        #expect(try #require(senses.freeSpace(folder.path)) > 0)
        _ = senses.isClockSynchronised()
    }

    @Test("A full disk is a fault, and one with less room than the database has is warned of")
    func disk() throws {
        let played = try Played()
        let size = try DataFolder(existing: played.folder).databaseSize
        #expect(size >= 4_096)
        #expect(played.look(Machine(free: 16 << 20)).findings == [], "the database is smaller")
        let full = played.look(Machine(free: (16 << 20) - 1)).findings
        #expect(full.map(\.weight) == [.fault] && full[0].reason.hasPrefix("only 15 MiB are free"))
        let log = played.folder + "/tilerace.db-wal"
        #expect(FileManager.default.createFile(atPath: log, contents: nil, attributes: [.posixPermissions: 0o600]))
        #expect(truncate(log, 17 << 20) == 0)
        let small = played.look(Machine(free: 16 << 20)).findings
        #expect(small.map(\.weight) == [.warning] && small[0].subject == .disk)
        #expect(played.look(Machine(free: nil)).findings == [])
    }

    @Test(
        "A clock that nobody sets, or that does not fit the newest day, is told",
        arguments: [
            (0, true, nil), (0, nil, nil), (0, false, Finding.Weight.warning), (-1, true, nil), (-2, true, .fault),
            (31, true, nil), (32, true, .warning),
        ] as [(Int, Bool?, Finding.Weight?)])
    func clock(days: Int, isSynchronised: Bool?, weight: Finding.Weight?) throws {
        let machine = Machine(wall: TestServer.morning + days * 86_400_000, isSynchronised: isSynchronised)
        let findings = try Played().look(machine).findings
        #expect(findings.map(\.weight) == [weight].compactMap(\.self), "\(findings)")
        for finding in findings { #expect(finding.subject == .clock) }
    }

    @Test("The newest backup is looked at: whether there is one, its age, and whether it can be read")
    func backups() throws {
        let played = try Played()
        let folder = played.folder + "-backups"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func look(_ hours: Int = 0) -> [Finding] {
            played.look(Machine(wall: TestServer.morning + hours * 3_600_000), file: "backups = \(folder)").findings
        }
        #expect(look().map(\.weight) == [.warning] && look()[0].reason == "no server has made a backup there")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let ahead = "\(folder)/\(BackupName(second: TestServer.morning / 1_000 + 366 * 86_400, isGood: true).text)"
        #expect(FileManager.default.createFile(atPath: ahead, contents: nil))
        #expect(look().map(\.reason) == ["no server has made a backup there"], "one of a day to come is not looked at")
        let file = "\(folder)/\(BackupName(second: TestServer.morning / 1_000, isGood: true).text)"
        try DataFolder(existing: played.folder).backUp(to: file)
        #expect(look(47) == [])
        let size = try #require(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int)
        func room(_ free: Int?) -> [Finding] {
            let machine = Machine(free: free)
            return played.look(machine, file: "backups = \(folder)").findings.filter { $0.place == folder }
        }
        let needed = 2 * size + (64 << 20)
        #expect(room(needed) == [] && room(nil) == [])
        #expect(room(needed - 1).map(\.subject) == [.disk] && room(needed - 1)[0].weight == .warning)
        let old = look(48).filter { $0.subject == .backup }
        #expect(old.map(\.weight) == [.warning] && old[0].reason == "the newest backup is 48 hours old")
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
        let open = look()
        #expect(open.map(\.weight) == [.fault] && open[0].advice == "chmod go-w \(file)")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        #expect(truncate(file, 8_192) == 0)
        #expect(look().map(\.subject) == [.backup] && look()[0].weight == .fault)
    }

    @Test(
        "Root finds no fault with a folder of backups that belongs to the server's user",
        .enabled(if: UserScratch.canAsk, "only root gives files away, and asks for others"))
    func backupsOfTheServersUser() throws {
        let played = try Played()
        let folder = played.folder + "-backups"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        func look() -> [String] { played.look(file: "backups = \(folder)").findings.map(\.reason) }
        try played.give(to: 65_534)
        try #require(chown(folder, 65_534, 65_534) == 0)
        #expect(look() == ["no server has made a backup there"])
        try #require(chown(folder, 65_533, 65_533) == 0)
        #expect(look().contains { $0.contains("belongs to user 65533") })
    }

    @Test(
        "Root finds no fault with a key and with files of webhooks that belong to the server's user",
        .enabled(if: UserScratch.canAsk, "only root gives files away, and asks for others"))
    func secretsOfTheServersUser() throws {
        let (played, pair) = (try Played(), try TestCertificate())
        let (addresses, secret) = (played.folder + "-addresses", played.folder + "-secret")
        defer { for path in [addresses, secret] { try? FileManager.default.removeItem(atPath: path) } }
        for (path, text) in [(addresses, "https://chat.example/hooks/1\n"), (secret, WebhookWorld.secret)] {
            try #require(
                FileManager.default.createFile(
                    atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
        }
        func look() -> [String] {
            played.look(
                file: """
                    tls-certificate = \(pair.certificate)
                    tls-key = \(pair.key)
                    webhook = file:\(addresses)
                    webhook-secret = \(secret)
                    webhook-rooms = KYTE7
                    """
            ).findings.map(\.text)
        }
        try played.give(to: 65_534)
        let secrets = [addresses, secret, pair.key]
        // The folder is made for who runs the tests alone.
        try #require(chmod((pair.key as NSString).deletingLastPathComponent, 0o711) == 0)
        for path in secrets { try #require(chown(path, 65_534, 65_534) == 0) }
        #expect(look() == [])
        for path in secrets {
            try #require(chown(path, 65_533, 65_533) == 0)
            let found = look()
            #expect(found.count == 1 && found[0].contains("chown 65534 \(path)"), "\(found)")
            try #require(chown(path, 65_534, 65_534) == 0)
        }
    }

    @Test("Certificates are looked at: their key, their end, and the name of the public address")
    func certificates() throws {
        let played = try Played()
        func look(_ pair: TestCertificate, key: String? = nil, host: String = "localhost") -> [Finding] {
            played.look(
                file: """
                    tls-certificate = \(pair.certificate)
                    tls-key = \(key ?? pair.key)
                    public-address = https://\(host):8443/games
                    """
            ).findings
        }
        let day = 86_400
        #expect(look(try TestCertificate(until: 14 * day + 60)) == [])
        let soon = look(try TestCertificate(until: 14 * day - 60))
        #expect(soon.map(\.weight) == [.warning] && soon[0].reason == "the certificate ends in 13 days")
        #expect(look(try TestCertificate(from: -2 * day, until: -60)).map(\.weight) == [.fault])
        #expect(look(try TestCertificate(from: 60)).map(\.weight) == [.fault])
        let (one, other) = (try TestCertificate(), try TestCertificate())
        #expect(look(one, key: other.key).map(\.weight) == [.fault])
        #expect(look(one, key: other.key)[0].subject == .certificate)
        let unnamed = look(one, host: "play.example")
        #expect(unnamed.map(\.weight) == [.warning] && unnamed[0].reason.contains("play.example"))
        #expect(look(one, host: "127.0.0.1") == [])
    }
}
