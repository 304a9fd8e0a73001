import Foundation
import SQLiteStorage
import TestKit
import Testing

@testable import Server

/// A server does not start if others can write to the files it rests on, as they could become the server.
@Suite(.blocking) struct FileTrustTests {
    /// A data folder with all that a server leaves there.
    private final class Scratch {
        let path = NSTemporaryDirectory() + "tilerace-trust-\(UUID().uuidString)"
        var data: String { path + "/data" }

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
            let folder = try DataFolder(path: data)
            _ = try folder.secret(named: "seed")
            _ = try SessionKeyFile(of: folder).keysOrFirst()
            try folder.keep(ServerClock(startingAt: 0).anchor)
            try SQLiteStorage(folder: data) { _ in }.close()
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func allow(_ mode: Int, _ name: String = "") throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: data + name)
        }

        /// The reason for which a server, or a command, does not start; nil if it starts.
        func refusal(_ path: String? = nil) -> String? {
            do throws(ConfigurationFault) {
                try DataFolder(path: path ?? data).checkTrust()
                try DataFolder(path: path ?? data).checkTrustForCommand()
                return nil
            } catch {
                return error.description
            }
        }
    }

    @Test("A data folder that everybody can write to stops the start, with the command that mends it")
    func worldWritableFolder() throws {
        let scratch = try Scratch()
        try scratch.allow(0o777)
        do {
            _ = try TileraceServer(TestServer.configuration(scratch.data), lexicon: try TestServer.lexicon.get())
            Issue.record("it started")
        } catch {
            #expect(
                error.description
                    == "data folder: \(scratch.data) can be written to by others than its owner (mode 777): chmod go-w \(scratch.data)"
            )
        }
        // The command that it names mends it.
        try scratch.allow(0o755)
        #expect(scratch.refusal() == nil)
    }

    @Test(
        "A link that leads through a folder of everybody's is refused",
        arguments: ["seed", "session-key", "clock", "tilerace.db"])
    func linkThroughOpenFolder(name: String) throws {
        let scratch = try Scratch()
        let (open, own) = (scratch.path + "/open", scratch.path + "/own")
        for folder in [open, own] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        }
        let place = scratch.data + "/" + name
        try FileManager.default.moveItem(atPath: place, toPath: own + "/" + name)
        // From the data folder to the open one, and from there to the server's own: everybody could turn the second
        // link.
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "../open/\(name)")
        try FileManager.default.createSymbolicLink(atPath: open + "/" + name, withDestinationPath: own + "/" + name)
        #expect(scratch.refusal() == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
        #expect(scratch.refusal()?.contains("\(open) can be written to by everybody") == true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: open)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: own)
        #expect(scratch.refusal()?.contains("\(own) can be written to by everybody") == true)
        // Who may write to the folder in which the file is could put an older one there.
        try FileManager.default.setAttributes([.posixPermissions: 0o775], ofItemAtPath: own)
        #expect(scratch.refusal()?.contains("\(own) can be written to by others than its owner") == true)
        let faults = try FolderReport(of: DataFolder(existing: scratch.data)).faults
        #expect(faults.count == 1 && faults[0].contains(own), "the doctor says what would stop a server: \(faults)")
    }

    @Test("The journal beside a linked database is checked too")
    func journalOfALink() throws {
        let scratch = try Scratch()
        let own = scratch.path + "/own"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
        try FileManager.default.moveItem(atPath: scratch.data + "/tilerace.db", toPath: own + "/tilerace.db")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.data + "/tilerace.db", withDestinationPath: "../own/tilerace.db")
        #expect(scratch.refusal() == nil)
        let isMade = FileManager.default.createFile(
            atPath: own + "/tilerace.db-wal", contents: nil, attributes: [.posixPermissions: 0o666])
        #expect(isMade)
        #expect(scratch.refusal()?.contains("tilerace.db-wal can be written to") == true)
    }

    @Test("A data folder that others can write to is refused", arguments: [0o770, 0o702, 0o2775, 0o720])
    func writableFolder(mode: Int) throws {
        let scratch = try Scratch()
        try scratch.allow(mode)
        #expect(scratch.refusal()?.contains("(mode \(String(mode, radix: 8))): chmod go-w") == true)
    }

    @Test("A folder that is to stay everybody's, as /tmp, is refused without a command that takes it from them")
    func sharedFolder() throws {
        let scratch = try Scratch()
        try scratch.allow(0o1777)
        #expect(scratch.refusal()?.hasSuffix("its owner (mode 1777): take a folder of its own in it") == true)
        let trust = FileTrust(user: 1_000)
        func fault(_ owner: uid_t) -> String? {
            trust.fault(of: "/srv/d", owner: owner, mode: S_IFDIR | 0o775, demand: .unwritable)
        }
        #expect(fault(0)?.hasSuffix(": take a folder of its own in it") == true, "it is root's")
        #expect(fault(1_000)?.hasSuffix(": chmod go-w /srv/d") == true)
    }

    @Test("A data folder that others can only read is accepted", arguments: [0o700, 0o750, 0o755, 0o2755])
    func readableFolder(mode: Int) throws {
        let scratch = try Scratch()
        try scratch.allow(mode)
        #expect(scratch.refusal() == nil)
    }

    @Test(
        "A file that others can write to is refused",
        arguments: ["/tilerace.db", "/tilerace.lock", "/clock", "/seed", "/session-key"])
    func writableFile(name: String) throws {
        let scratch = try Scratch()
        for mode in [0o620, 0o602, 0o666] {
            try scratch.allow(mode, name)
            #expect(scratch.refusal()?.contains("\(scratch.data)\(name) can be written to by others") == true)
        }
        try scratch.allow(0o600, name)
        #expect(scratch.refusal() == nil)
    }

    @Test("A secret that others can read is refused")
    func readableSecret() throws {
        let scratch = try Scratch()
        for name in ["/seed", "/session-key"] {
            for mode in [0o640, 0o604, 0o644] {
                try scratch.allow(mode, name)
                #expect(scratch.refusal()?.hasSuffix("chmod go= \(scratch.data)\(name)") == true)
            }
            try scratch.allow(0o600, name)
        }
    }

    @Test("A database that other users can reach and read is refused")
    func readableDatabase() throws {
        let scratch = try Scratch()
        try scratch.allow(0o644, "/tilerace.db")
        #expect(scratch.refusal() == nil, "nobody else gets into the folder")
        for mode in [0o750, 0o755, 0o711] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.data)
            #expect(scratch.refusal()?.hasSuffix("chmod go= \(scratch.data)/tilerace.db") == true)
        }
        try scratch.allow(0o600, "/tilerace.db")
        #expect(scratch.refusal() == nil)
    }

    @Test("A parent folder that everybody can write to is refused, unless it is sticky")
    func folderAbove() throws {
        let scratch = try Scratch()
        let link = NSTemporaryDirectory() + "tilerace-trust-\(UUID().uuidString)"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.data)
        defer { try? FileManager.default.removeItem(atPath: link) }
        for path in [scratch.data, link] {
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: scratch.path)
            #expect(scratch.refusal(path)?.hasSuffix("chmod o-w \(scratch.path)") == true, "\(path)")
            // As /tmp is.
            try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: scratch.path)
            #expect(scratch.refusal(path) == nil)
            // As in the home of somebody whose umask is 002.
            try FileManager.default.setAttributes([.posixPermissions: 0o775], ofItemAtPath: scratch.path)
            #expect(scratch.refusal(path) == nil)
        }
        // Only its owner can close it.
        #expect(FileTrust.wayOut(of: "/srv", owner: 7, user: 7) == "chmod o-w /srv")
        #expect(FileTrust.wayOut(of: "/srv", owner: 7, user: 8).contains("take a place that is not below it"))
    }

    @Test("A stranger's link that a path goes up behind is refused, and nothing is made", .enabled(if: geteuid() == 0))
    func linkBehindDots() throws {
        let scratch = try Scratch()
        let (shared, theirs) = (scratch.path + "/shared", scratch.path + "/theirs")
        for folder in [shared, theirs, theirs + "/sub", theirs + "/data"] {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        }
        try FileManager.default.createSymbolicLink(atPath: shared + "/link", withDestinationPath: theirs + "/sub")
        // As /tmp is: each keeps what is one's own there, and may make links.
        try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: shared)
        #expect(scratch.refusal(shared + "/link/../data") == nil, "a link of our own leads where the kernel goes")
        #expect(try DataFolder(path: shared + "/link/../data").path == theirs + "/data")
        try #require(lchown(shared + "/link", 65_534, 65_534) == 0)
        let sentence = "data folder: \(shared)/link is a link that user 65534 made: give the path that it leads to"
        for name in ["data", "new", "new/deep"] {
            #expect(scratch.refusal(shared + "/link/../" + name) == sentence)
            #expect(scratch.refusal(shared + "/./link/.././" + name + "/") == sentence)
        }
        #expect(scratch.refusal(shared + "/link/new") == sentence)
        #expect(try FileManager.default.contentsOfDirectory(atPath: theirs).sorted() == ["data", "sub"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: theirs + "/sub") == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: shared) == ["link"])
    }

    @Test("A refused start leaves no folder behind")
    func nothingIsLeft() throws {
        let scratch = try Scratch()
        let shared = scratch.path + "/shared"
        try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: false)
        let lexicon = try TestServer.lexicon.get()
        func refusal(_ name: String, _ change: (inout ServerConfiguration) -> Void) -> String? {
            do throws(ConfigurationFault) {
                let configuration = TestServer.configuration(shared + "/" + name, change)
                _ = try TileraceServer(configuration, lexicon: lexicon)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(refusal("a/b") { $0.zone = "Mars/Base" }?.contains("zone") == true)
        #expect(refusal("a/b") { $0.web = TestServer.root + "/docs" }?.contains("no index.html") == true)
        #expect(refusal("a/b") { $0.tlsCertificates = ["/none"] }?.contains("/none") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shared) == [])
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: shared)
        #expect(refusal("a/b") { _ in }?.contains("\(shared) can be written to by everybody") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shared) == [])
        // A folder that was there stays.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shared)
        try FileManager.default.createDirectory(atPath: shared + "/a", withIntermediateDirectories: false)
        #expect(refusal("a") { $0.zone = "Mars/Base" } != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: shared) == ["a"])
    }

    @Test("A backup that others can write to, or read, is not restored")
    func strangersBackup() throws {
        let scratch = try Scratch()
        let (place, backup) = (scratch.path + "/place", scratch.path + "/place/backup")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        try DataFolder(existing: scratch.data).backUp(to: backup)
        func refusal(_ file: String? = nil) throws -> String? {
            let restored = try DataFolder(path: scratch.path + "/restored-\(UUID().uuidString)")
            do {
                _ = try restored.restore(from: file ?? backup)
                return nil
            } catch {
                #expect(try FileManager.default.contentsOfDirectory(atPath: restored.path) == [])
                return error.description
            }
        }
        func allow(_ mode: Int, _ path: String) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        #expect(try refusal() == nil)
        try allow(0o666, backup)
        let sentence = "backup: \(backup) can be written to by others than its owner (mode 666): chmod go= \(backup)"
        #expect(try refusal() == sentence)
        try allow(0o644, backup)
        #expect(try refusal()?.hasSuffix("read by others than its owner (mode 644): chmod go= \(backup)") == true)
        try allow(0o700, place)
        #expect(try refusal() == nil, "nobody else gets into the folder")
        try allow(0o622, backup)
        #expect(try refusal()?.contains("can be written to by others") == true, "a mount may lead to it all the same")
        try allow(0o600, backup)
        try allow(0o777, place)
        #expect(try refusal()?.contains("\(place) can be written to by everybody") == true)
        try allow(0o1777, place)
        #expect(try refusal() == nil)
        guard geteuid() == 0 else { return }
        // A journal would be rolled back into the backup.
        #expect(FileManager.default.createFile(atPath: backup + "-journal", contents: nil))
        try #require(chown(backup + "-journal", 65_534, 65_534) == 0)
        #expect(try refusal()?.contains("\(backup)-journal belongs to user 65534") == true)
        try FileManager.default.removeItem(atPath: backup + "-journal")
        try #require(chown(backup, 65_534, 65_534) == 0)
        #expect(try refusal()?.contains("\(backup) belongs to user 65534") == true)
        try FileManager.default.createSymbolicLink(atPath: place + "/link", withDestinationPath: backup)
        try #require(chown(backup, 0, 0) == 0 && lchown(place + "/link", 65_534, 65_534) == 0)
        #expect(try refusal(place + "/link")?.contains("\(place)/link is a link that user 65534 made") == true)
    }

    @Test("A folder that belongs neither to the server's user nor to root is refused")
    func owner() {
        let trust = FileTrust(user: 1_000)
        for owner: uid_t in [0, 1_000] {
            #expect(trust.fault(of: "/d", owner: owner, mode: 0o700, demand: .unwritable) == nil)
        }
        #expect(
            trust.fault(of: "/d", owner: 1_001, mode: 0o700, demand: .unwritable)
                == "/d belongs to user 1001, and not to the one that the server runs as, or root: chown 1000 /d")
        #expect(FileTrust(user: 0).fault(of: "/d", owner: 1_000, mode: 0o700, demand: .unwritable) != nil)
    }

    @Test("A TLS key that root owns may be readable by its group")
    func keyOfTheMachine() {
        let trust = FileTrust(user: 1_000)
        func fault(_ owner: uid_t, _ mode: mode_t) -> String? {
            trust.fault(of: "/k", owner: owner, mode: mode, demand: .keyOfMachine)
        }
        #expect(fault(0, 0o640) == nil && fault(0, 0o600) == nil && fault(1_000, 0o400) == nil)
        #expect(fault(0, 0o644) == "/k can be read by others than its owner (mode 644): chmod g-w,o= /k")
        #expect(fault(0, 0o660)?.contains("written to") == true)
        #expect(fault(1_000, 0o640) == "/k can be read by others than its owner (mode 640): chmod go= /k")
    }

    @Test("A TLS key that others can read stops the start")
    func readableKey() throws {
        let scratch = try Scratch()
        let certificate = try TestCertificate()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: certificate.key)
        do {
            let configuration = TestServer.configuration(scratch.data) {
                $0.tlsCertificates = [certificate.certificate]
                $0.tlsKeys = [certificate.key]
            }
            _ = try TileraceServer(configuration, lexicon: try TestServer.lexicon.get())
            Issue.record("it started")
        } catch {
            #expect(error.description.hasPrefix("tls-key: \(certificate.key) can be read by others"))
        }
    }

    /// A backup changes nothing, and is wanted before anything is mended.
    @Test("A folder that everybody can write to can still be backed up, and doctor names the fault")
    func backupOfOpenFolder() throws {
        let scratch = try Scratch()
        try scratch.allow(0o777)
        try DataFolder(existing: scratch.data).backUp(to: scratch.path + "/backup")
        let faults = try DataFolder(existing: scratch.data).faultsOfSecrets()
        #expect(faults.contains { $0.contains("chmod go= \(scratch.data)") }, "and the doctor tells")
    }

    @Test("A file of settings that everybody can write to is not read")
    func writableSettings() throws {
        let scratch = try Scratch()
        let file = scratch.path + "/settings"
        try Data("name = Kites\n".utf8).write(to: URL(fileURLWithPath: file))
        for mode in [0o644, 0o664] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            try FileTrust.checkSettings(file)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
        do {
            try FileTrust.checkSettings(file)
            Issue.record("they were read")
        } catch {
            #expect(
                error.description == "configuration file \(file) can be written to by everybody: chmod o-w \(file)")
        }
        try FileTrust.checkSettings("/dev/null")
    }

    @Test("A file or folder of the page that everybody can write to is found")
    func writablePage() throws {
        let scratch = try Scratch()
        #expect(FileTrust.writableByAll(in: scratch.path) == nil)
        try scratch.allow(0o602, "/clock")
        #expect(FileTrust.writableByAll(in: scratch.path) == scratch.path + "/data/clock")
        try scratch.allow(0o757)
        #expect(FileTrust.writableByAll(in: scratch.data) == scratch.data)
    }
}
