import Foundation
import GameRules
import SQLiteStorage
import Storage
import TestKit
import Testing

@testable import Server

/// A data folder as a whole: backed up with its secrets, made again, and looked through.
struct DataFolderBackupTests {
    private let path = NSTemporaryDirectory() + "tilerace-backup-" + UUID().uuidString

    private func withFolder(_ body: (DataFolder) throws -> Void) throws {
        defer {
            do { try FileManager.default.removeItem(atPath: path) } catch { Issue.record("left behind: \(error)") }
        }
        let folder = try DataFolder(path: path + "/data")
        _ = try folder.secret(named: "seed")
        _ = try SessionKeyFile(of: folder).keysOrFirst()
        _ = try SessionKeyFile(of: folder).rotate()
        let engine = try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
        engine.close()
        try body(folder)
    }

    @Test("A restored backup has the same secrets, keys and clock")
    func secrets() throws {
        try withFolder { folder in
            let anchor = ClockAnchor(bootID: "a", sinceBoot: 7, time: 1_795_255_200_000, wall: 1_795_248_000_000)
            try folder.keep(anchor)
            try ServerPassword.set("eight or more", in: folder)
            let (_, token) = try Invitations(in: folder).add(name: "Noor", uses: 1, days: 1, now: 0)
            try folder.backUp(to: path + "/backup")
            let restored = try DataFolder(path: path + "/restored")
            #expect(try restored.restore(from: path + "/backup") == [])
            #expect(try restored.clockAnchor() == anchor, "games go on by the clock by which they began")
            #expect(try restored.secret(named: "seed") == folder.secret(named: "seed"))
            #expect(try ServerPassword.read(from: restored) == ServerPassword.read(from: folder))
            #expect(try Invitations(in: restored).all() == Invitations(in: folder).all())
            #expect(try Invitations(in: restored).redeem(token, now: 1))
            let keys = try restored.text(ofSecret: SessionKeyFile.name)
            #expect(try keys == folder.text(ofSecret: SessionKeyFile.name))
            #expect(try SessionKeyFile(of: restored).keys().map(\.version) == [1, 2])
            #expect(try FolderReport(of: restored).faults == [])
        }
    }

    @Test("A folder without one of its secrets is not backed up")
    func missingSecret() throws {
        try withFolder { folder in
            try FileManager.default.removeItem(atPath: folder.path + "/seed")
            let error = #expect(throws: ConfigurationFault.self) { try folder.backUp(to: path + "/backup") }
            #expect("\(error.map { "\($0)" } ?? "")".contains("/seed: cannot be read"))
            #expect(!FileManager.default.fileExists(atPath: path + "/backup"))
        }
    }

    @Test("A report names each file with wrong permissions or contents")
    func faults() throws {
        try withFolder { folder in
            #expect(try FolderReport(of: folder).faults == [])
            #expect(try FolderReport(of: folder).summary.hasPrefix("Schema 13: 0 players, 0 games"))
            let manager = FileManager.default
            for (file, mode) in [("", 0o755), ("/seed", 0o640), ("/tilerace.db", 0o604)] {
                try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path + file)
            }
            try Data("no key\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/session-key"))
            let faults = try FolderReport(of: folder).faults
            #expect(faults.contains("\(folder.path) is not for its owner alone (mode 755): chmod go= \(folder.path)"))
            #expect(faults.contains { $0.contains("/seed is not for its owner alone (mode 640)") })
            #expect(faults.contains { $0.contains("/tilerace.db is not for its owner alone (mode 604)") })
            #expect(faults.contains { $0.contains("session-key, line 1: must be") })
            try manager.removeItem(atPath: folder.path + "/seed")
            let missing = try FolderReport(of: folder).faults.filter { $0.contains("has a database and no seed") }
            #expect(missing.count == 1 && missing[0].hasSuffix(", and copy seed from there"))
        }
    }

    @Test("A missing folder or database is refused and not made")
    func missingFolder() throws {
        #expect(throws: ConfigurationFault.self) { try DataFolder(existing: path) }
        #expect(!FileManager.default.fileExists(atPath: path), "and is not made")
        try withFolder { folder in
            try FileManager.default.removeItem(atPath: folder.path + "/tilerace.db")
            #expect(throws: ConfigurationFault.self) { try FolderReport(of: folder) }
        }
    }
}
