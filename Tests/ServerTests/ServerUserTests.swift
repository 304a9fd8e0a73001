import Foundation
import TestKit
import Testing

@testable import Server

/// What root can open and the server's user cannot. A user and groups that no machine has stand for the server's.
@Suite(.blocking, .enabled(if: geteuid() == 0, "only root gives files away, and asks for others"))
struct ServerUserTests {
    private static let user: uid_t = 65_431
    private static let strangersGroup: gid_t = 65_432

    /// A folder that all may enter, with a data folder of the server's user.
    private final class Scratch {
        let path = NSTemporaryDirectory() + "tilerace-user-\(UUID().uuidString)"
        var data: String { path + "/data" }

        init() throws {
            try folder("", 0o755, 0)
            try folder("/data", 0o700, ServerUserTests.user)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        @discardableResult func folder(_ name: String, _ mode: Int, _ owner: uid_t) throws -> String {
            try FileManager.default.createDirectory(atPath: path + name, withIntermediateDirectories: false)
            return try give(name, mode, owner, owner)
        }

        @discardableResult func file(_ name: String, _ mode: Int, _ owner: uid_t, _ group: gid_t) throws -> String {
            try Data("x".utf8).write(to: URL(fileURLWithPath: path + name))
            return try give(name, mode, owner, group)
        }

        @discardableResult func give(_ name: String, _ mode: Int, _ owner: uid_t, _ group: gid_t) throws -> String {
            try #require(chown(path + name, owner, group) == 0 && chmod(path + name, mode_t(mode)) == 0)
            return path + name
        }

        /// What keeps that user from the files that `change` names, by their weights and sentences.
        func obstacles(
            files: [String] = [], _ change: (inout ServerConfiguration) -> Void = { _ in }
        ) throws -> [String] {
            // Where the test's machine has the page and the lists is not what is asked.
            var configuration = ServerConfiguration()
            (configuration.web, configuration.words, configuration.names) = (path, path, path)
            configuration.data = data
            change(&configuration)
            let user = try #require(ServerUser(of: configuration))
            return user.obstacles(configuration, files: files).map { "\($0.weight) \($0.sentence)" }
        }
    }

    @Test("A key that root alone can read keeps the server from starting, and one of its own or of its group does not")
    func key() throws {
        let scratch = try Scratch()
        let (user, stranger) = (Self.user, Self.strangersGroup)
        let key = try scratch.file("/key.pem", 0o600, 0, 0)
        func look() throws -> [String] { try scratch.obstacles { $0.tlsKeys = [key] } }
        let sentence = "tls-key: \(key): \(user), the server’s user, may not read it: chown \(user) \(key)"
        #expect(try look() == ["fault \(sentence)"])
        try scratch.give("/key.pem", 0o640, 0, 0)
        #expect(try look() == ["fault \(sentence)"], "root's own group is nobody else's")
        try scratch.give("/key.pem", 0o640, 0, stranger)
        #expect(try look() == ["warning \(sentence)"], "a service may have that group")
        for (mode, owner, group) in [(0o640, 0, user), (0o600, user, user), (0o644, 0, 0)] {
            try scratch.give("/key.pem", mode, owner, group)
            #expect(try look() == [])
        }
    }

    @Test("A folder on the way that the server's user may not enter is named, also behind a link")
    func way() throws {
        let scratch = try Scratch()
        let closed = try scratch.folder("/closed", 0o700, 0)
        let file = try scratch.file("/closed/addresses", 0o600, Self.user, Self.user)
        let link = scratch.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        for path in [file, link] {
            #expect(
                try scratch.obstacles { $0.webhook = ["file:\(path)"] } == [
                    "fault webhook: \(path): \(Self.user), the server’s user, may not go into \(closed): "
                        + "put it where that user may, as certificate-hook does"
                ])
        }
        try scratch.give("/closed", 0o711, 0, 0)
        for path in [file, link] { #expect(try scratch.obstacles { $0.webhook = ["file:\(path)"] } == []) }
    }

    @Test("The folder for backups must be the server's to write to, or to make")
    func backups() throws {
        let scratch = try Scratch()
        let parent = try scratch.folder("/backups", 0o755, 0)
        func look(_ folder: String) throws -> [String] { try scratch.obstacles { $0.backups = folder } }
        let who = "\(Self.user), the server’s user, may not"
        #expect(
            try look(parent) == ["warning backups: \(parent): \(who) write to it: chown \(Self.user) \(parent)"])
        let inside = parent + "/new"
        let command = "install -d -m 700 -o \(Self.user) \(inside)"
        #expect(try look(inside) == ["warning backups: \(inside): is not there, and \(who) make it: \(command)"])
        try scratch.give("/backups", 0o755, Self.user, Self.user)
        #expect(try look(parent) == [] && look(inside) == [])
    }

    @Test("What root has left in the data folder, and a file of settings that is root's alone, are told")
    func content() throws {
        let scratch = try Scratch()
        for name in ["/data/tilerace.db", "/data/seed"] { try scratch.file(name, 0o600, 0, 0) }
        // Its owner does not have to write to that one.
        try scratch.file("/data/session-key", 0o400, Self.user, Self.user)
        let settings = try scratch.file("/tilerace.conf", 0o600, 0, 0)
        let found = try scratch.obstacles(files: [settings])
        #expect(found.count == 3 && found.allSatisfy { $0.hasPrefix("fault ") }, "\(found)")
        for part in ["configuration file: \(settings)", "/data/seed: ", "/data/tilerace.db: "] {
            #expect(found.filter { $0.contains(part) }.count == 1, "\(part) in \(found)")
        }
        var configuration = ServerConfiguration()
        configuration.data = scratch.data
        let told = SettingsCheck(configuration, folder: false, files: [settings]).faults.map(\.description)
        #expect(found.allSatisfy { line in told.contains { line == "fault \($0)" } }, "\(told)")
    }

    @Test("Nobody is asked for where the data is root's or not there, and root keeps its rights")
    func root() throws {
        let scratch = try Scratch()
        let secret = try scratch.file("/secret", 0o600, Self.user, Self.user)
        let before = groups()
        _ = try scratch.obstacles(files: [secret])
        #expect(groups() == before)
        #expect(FileManager.default.contents(atPath: secret) != nil)
        var configuration = ServerConfiguration()
        configuration.data = scratch.path
        #expect(ServerUser(of: configuration) == nil)
        configuration.data = scratch.path + "/none"
        #expect(ServerUser(of: configuration) == nil)
    }

    private func groups() -> [gid_t] {
        var groups = [gid_t](repeating: 0, count: 256)
        return Array(groups.prefix(Int(getgroups(256, &groups))))
    }
}
