import Foundation
import Sessions
import TestKit
import Testing

@testable import Server

@Suite(.blocking) struct SessionKeyFileTests {
    /// A data folder that goes with the test.
    private final class Scratch {
        let path = NSTemporaryDirectory() + "tilerace-keys-\(UUID().uuidString)"
        deinit { try? FileManager.default.removeItem(atPath: path) }

        var text: String { get throws { try String(contentsOfFile: path + "/session-key", encoding: .utf8) } }

        func file(_ text: String? = nil) throws -> SessionKeyFile {
            let file = SessionKeyFile(of: try DataFolder(path: path))
            if let text { try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/session-key")) }
            return file
        }
    }

    private static let first = String(repeating: "01", count: 32)
    private static let second = String(repeating: "02", count: 32)

    @Test("A new key file holds one key in the form that older servers read")
    func madeWithOneKey() throws {
        let scratch = Scratch()
        #expect(try scratch.file().keysOrFirst().map(\.version) == [1])
        #expect(try scratch.text.count == 65, "an older server can read it")
        #expect(try scratch.file().keys().map(\.version) == [1])
    }

    @Test("Only a start makes a key file: to read the keys, to add one and to forget one is refused without it")
    func missingFile() throws {
        let scratch = Scratch()
        let file = try scratch.file()
        #expect(throws: ConfigurationFault.self) { try file.keys() }
        #expect(throws: ConfigurationFault.self) { try file.rotate() }
        #expect(throws: ConfigurationFault.self) { try file.forget(1) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
    }

    @Test("Rotation adds a key and keeps the others")
    func rotation() throws {
        let scratch = Scratch()
        let file = try scratch.file(Self.first + "\n")
        #expect(try file.rotate() == 2)
        #expect(try file.rotate() == 3)
        let lines = try scratch.text.split(separator: "\n")
        #expect(lines.count == 3 && lines[0] == "1 \(Self.first)" && lines[1] != lines[2].replacing("3", with: "2"))
        #expect(try file.keys().map(\.version) == [1, 2, 3])
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path + "/session-key")
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        // And the acts for the audit log.
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted() == ["acts", "session-key"])
        try file.forget(1)
        #expect(try file.keys().map(\.version) == [2, 3])
        #expect(throws: ConfigurationFault.self) { try file.forget(1) }
        #expect(throws: ConfigurationFault.self) { try file.forget(3) }
        #expect(try file.keys().map(\.version) == [2, 3])
    }

    /// The host rotates as root, and the server runs as another user.
    @Test(
        "A key file written by root belongs to the folder's owner",
        .enabled(if: geteuid() == 0, "only root gives files away"))
    func writtenByRoot() throws {
        let scratch = Scratch()
        let file = try scratch.file(Self.first + "\n")
        #expect(chown(scratch.path, 65_534, 65_533) == 0)
        _ = try file.rotate()
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path + "/session-key")
        #expect((attributes[.ownerAccountID] as? NSNumber)?.intValue == 65_534)
        #expect((attributes[.groupOwnerAccountID] as? NSNumber)?.intValue == 65_533)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test("A key file written by hand is read, whatever its spaces and order")
    func writtenByHand() throws {
        let scratch = Scratch()
        let file = try scratch.file("\n  7\t\(Self.second)\r\n\n \(Self.first)\n")
        #expect(try file.keys().map(\.version) == [7, 1])
        #expect(try file.rotate() == 8)
    }

    private static let broken = [
        "", "\n\n", "1", "1 2 \(first)", "0 \(first)", "-1 \(first)", "x \(first)", "1 \(first)0",
        "\(first)\n\(second)",
        "1 \(first)\n\(second)", "2 \(first)\n2 \(second)", "1 \(first)\n# \(second)", "99999999999 \(first)",
        String(repeating: "é", count: 32),
    ]

    @Test("A broken key file is refused and left as it is", arguments: broken)
    func brokenFile(text: String) throws {
        let scratch = Scratch()
        let file = try scratch.file(text)
        #expect(throws: ConfigurationFault.self) { try file.keys() }
        #expect(throws: ConfigurationFault.self) { try file.rotate() }
        #expect(try scratch.text == text)
    }

    @Test("Rotations at the same time happen one after the other")
    func concurrentRotations() throws {
        let scratch = Scratch()
        let file = try scratch.file(Self.first)
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            do { _ = try file.rotate() } catch { Issue.record("\(error)") }
        }
        #expect(try file.keys().map(\.version) == Array(1...17))
    }

    @Test("A key file holds at most 100 keys")
    func bounded() throws {
        let scratch = Scratch()
        let file = try scratch.file((1...100).map { "\($0) \(Self.first)\n" }.joined())
        #expect(throws: ConfigurationFault.self) { try file.rotate() }
        #expect(try file.keys().count == 100)
        try file.forget(50)
        #expect(try file.rotate() == 101)
    }

    @Test("A session stays valid after a rotation until its key is forgotten")
    func rotationLogsNobodyOut() throws {
        let server = try TestServer()
        let file = try SessionKeyFile(of: DataFolder(path: server.folder))
        let cookie = try server.guest()
        let player = try server.player(cookie: cookie)
        let id = try server.ask("POST", "/api/v1/session", fields: [cookie]).json["player"]
        #expect(try file.rotate() == 2)
        #expect(try server.ask("POST", "/api/v1/session", fields: [cookie])["set-cookie"]?.contains("=1.") == true)
        server.server.reload()
        let renewed = try server.ask("POST", "/api/v1/session", fields: [cookie])
        #expect(try renewed.status == 200 && renewed.json["player"] == id)
        let fresh = try #require(renewed["set-cookie"]?.split(separator: ";").first)
        #expect(fresh.hasPrefix("tilerace_session=2."))
        #expect(try player.ask(["type": "ping"]).type == "pong", "who is connected stays so")
        for cookie in [cookie, "Cookie: \(fresh)"] {
            #expect(try server.player(cookie: cookie).ask(["type": "ping"]).type == "pong")
        }
        try file.forget(1)
        server.server.reload()
        #expect(try server.ask("POST", "/api/v1/session", fields: ["Cookie: \(fresh)"]).json["player"] == id)
        #expect(try server.ask("POST", "/api/v1/session", fields: [cookie]).status == 201)
    }

    @Test("A key file that is missing on a reload is not made, and the old keys stay in use")
    func missingOnReload() throws {
        let server = try TestServer()
        let cookie = try server.guest()
        try FileManager.default.removeItem(atPath: server.folder + "/session-key")
        server.server.reload()
        #expect(try server.ask("POST", "/api/v1/session", fields: [cookie]).status == 200)
        #expect(!FileManager.default.fileExists(atPath: server.folder + "/session-key"))
    }

    @Test("A key file that others can read is refused on a reload, as it is at the start")
    func readableOnReload() throws {
        let server = try TestServer()
        let cookie = try server.guest()
        #expect(try SessionKeyFile(of: DataFolder(path: server.folder)).rotate() == 2)
        #expect(chmod(server.folder + "/session-key", 0o644) == 0)
        server.server.reload()
        let old = try server.ask("POST", "/api/v1/session", fields: [cookie])
        #expect(old.status == 200 && old["set-cookie"]?.contains("=1.") == true)
        #expect(chmod(server.folder + "/session-key", 0o600) == 0)
        server.server.reload()
        #expect(try server.ask("POST", "/api/v1/session", fields: [cookie])["set-cookie"]?.contains("=2.") == true)
    }

    @Test("Keys that cannot be read on a reload leave the old ones in use")
    func unreadableOnReload() throws {
        let server = try TestServer()
        let cookie = try server.guest()
        try Data("broken".utf8).write(to: URL(fileURLWithPath: server.folder + "/session-key"))
        server.server.reload()
        #expect(try server.ask("POST", "/api/v1/session", fields: [cookie]).status == 200)
    }
}
