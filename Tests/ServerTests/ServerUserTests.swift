import Foundation
import Rooms
import TestKit
import Testing

@testable import Server

/// A folder that all may enter, with a data folder of the server's user.
final class UserScratch {
    static let user: uid_t = 65_431
    static let strangersGroup: gid_t = 65_432

    /// Whether this process can ask for others, and others can go where tests have their files.
    static let canAsk: Bool = {
        guard geteuid() == 0, let scratch = try? UserScratch(), let closed = try? scratch.file("/closed", 0o600, 0, 0),
            let open = try? scratch.file("/open", 0o644, 0, 0)
        else { return false }
        return (try? scratch.obstacles(files: [closed]).count) == 1 && (try? scratch.obstacles(files: [open])) == []
    }()

    let path = NSTemporaryDirectory() + "tilerace-user-\(UUID().uuidString)"
    var data: String { path + "/data" }

    init() throws {
        try folder("", 0o755, 0)
        try folder("/data", 0o700, UserScratch.user)
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

    /// The obstacles for that user to what `change` sets: whether they are faults, and their sentences.
    func obstacles(
        files: [String] = [], _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> [String] {
        // Where the test's machine has the page and the lists is not what is asked.
        var configuration = ServerConfiguration()
        for name in ["web", "words", "names"] {
            try? FileManager.default.createDirectory(
                atPath: "\(path)/\(name)", withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o755])
        }
        (configuration.web, configuration.words) = (path + "/web", path + "/words")
        configuration.data = data
        change(&configuration)
        let user = try #require(ServerUser(of: configuration))
        return user.obstacles(configuration, files: files).map { found in
            "\(found.obstacle.isCertain ? "fault" : "warning") \(found.obstacle.sentence)"
        }
    }
}

/// Files that root can open and the server's user cannot. A user and groups that no machine has stand for the server's.
@Suite(.blocking, .enabled(if: UserScratch.canAsk, "only root gives files away, and asks a new kernel for others"))
struct ServerUserTests {
    @Test("A key that root alone can read keeps the server from starting, and one of its own or of its group does not")
    func key() throws {
        let scratch = try UserScratch()
        let (user, stranger) = (UserScratch.user, UserScratch.strangersGroup)
        let key = try scratch.file("/key.pem", 0o600, 0, 0)
        func look() throws -> [String] { try scratch.obstacles { $0.tlsKeys = [key] } }
        let words = "tls-key: \(key): \(user), the server’s user, may not read it: "
        let command = "chown root:\(user) \(key) && chmod 640 \(key)"
        #expect(try look() == ["fault \(words)\(command)"])
        try scratch.give("/key.pem", 0o640, 0, 0)
        #expect(try look() == ["fault \(words)\(command)"], "root's own group is nobody else's")
        try scratch.give("/key.pem", 0o640, 0, stranger)
        let unit = "put SupplementaryGroups=\(stranger) into the unit of the service, unless it has that group"
        #expect(try look() == ["warning \(words)\(unit)"])
        // The command is done, which a start accepts.
        try scratch.give("/key.pem", 0o640, 0, user)
        try FileTrust(user: user).check(key, .keyOfMachine)
        for (mode, owner, group) in [(0o640, 0, user), (0o600, user, user), (0o644, 0, 0)] {
            try scratch.give("/key.pem", mode, owner, group)
            #expect(try look() == [])
        }
    }

    @Test("A folder on the way that the server's user may not enter is named, also behind a link")
    func way() throws {
        let scratch = try UserScratch()
        let closed = try scratch.folder("/closed", 0o700, 0)
        let file = try scratch.file("/closed/addresses", 0o600, UserScratch.user, UserScratch.user)
        let link = scratch.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        for path in [file, link] {
            #expect(
                try scratch.obstacles { $0.webhook = ["file:\(path)"] } == [
                    "fault webhook: \(path): \(UserScratch.user), the server’s user, may not go into \(closed): "
                        + "put it where that user may go"
                ])
        }
        try scratch.give("/closed", 0o711, 0, 0)
        for path in [file, link] { #expect(try scratch.obstacles { $0.webhook = ["file:\(path)"] } == []) }
        // What one more group would open has in it what none does.
        try scratch.give("/closed", 0o710, 0, UserScratch.strangersGroup)
        #expect(try scratch.obstacles { $0.webhook = ["file:\(file)"] }.map { $0.prefix(8) } == ["warning "])
        try scratch.give("/closed/addresses", 0o600, 0, 0)
        #expect(try scratch.obstacles { $0.webhook = ["file:\(file)"] }.map { $0.prefix(6) } == ["fault "])
    }

    @Test("All of a folder that everybody may see must be open to the server's user")
    func folders() throws {
        let scratch = try UserScratch()
        let web = scratch.path + "/web"
        #expect(try scratch.obstacles() == [])
        try scratch.folder("/web/fonts", 0o700, 0)
        let words = "fault web: \(web): \(UserScratch.user), the server’s user, may not read \(web)/fonts"
        #expect(try scratch.obstacles() == ["\(words): chmod -R go+rX \(web)"])
        try scratch.give("/web/fonts", 0o755, 0, 0)
        #expect(try scratch.obstacles() == [])
    }

    @Test("The folder for backups must be the server's to write to, or to make")
    func backups() throws {
        let scratch = try UserScratch()
        let parent = try scratch.folder("/backups", 0o755, 0)
        func look(_ folder: String) throws -> [String] { try scratch.obstacles { $0.backups = folder } }
        let (who, disk) = ("\(UserScratch.user), the server’s user, may not", ", if its disk is mounted: ")
        #expect(
            try look(parent)
                == ["warning backups: \(parent): \(who) write to it\(disk)chown \(UserScratch.user) \(parent)"])
        let inside = parent + "/new"
        let command = "install -d -m 700 -o \(UserScratch.user) \(inside)"
        #expect(try look(inside) == ["warning backups: \(inside): is not there, and \(who) make it\(disk)\(command)"])
        try scratch.give("/backups", 0o755, UserScratch.user, UserScratch.user)
        #expect(try look(parent) == [] && look(inside) == [])
    }

    @Test("Files that root has left in the data folder, and settings that root alone can read, are reported")
    func content() throws {
        let scratch = try UserScratch()
        for name in ["/data/tilerace.db", "/data/seed"] { try scratch.file(name, 0o600, 0, 0) }
        // Its owner does not have to write to that one.
        try scratch.file("/data/session-key", 0o400, UserScratch.user, UserScratch.user)
        let settings = try scratch.file("/tilerace.conf", 0o600, 0, 0)
        let found = try scratch.obstacles(files: [settings])
        #expect(found.count == 3, "\(found)")
        for part in ["warning configuration file: \(settings)", "/data/seed: ", "/data/tilerace.db: "] {
            #expect(found.filter { $0.contains(part) }.count == 1, "\(part) in \(found)")
        }
        // What other settings would need is not asked for.
        for name in ["/data/password", "/data/webhook-secret"] { try scratch.file(name, 0o600, 0, 0) }
        #expect(try scratch.obstacles(files: [settings]) == found)
        #expect(try scratch.obstacles { $0.storage = "postgresql://db/tilerace" }.count == 1)
        #expect(try scratch.obstacles { $0.access = .password }.contains { $0.contains("/data/password: ") })
        let hooks = try scratch.obstacles { $0.webhook = ["https://chat.example/1"] }
        #expect(hooks.contains { $0.hasPrefix("fault webhook: ") && $0.contains("/data/webhook-secret: ") })
    }

    @Test("A check tells what the server's user cannot use, once; a test of webhooks sends nothing then")
    func told() throws {
        let scratch = try UserScratch()
        let (settings, pair) = (try scratch.file("/tilerace.conf", 0o600, 0, 0), try TestCertificate())
        var configuration = ServerConfiguration()
        configuration.data = scratch.data
        configuration.tlsCertificates = [pair.certificate]
        configuration.tlsKeys = [pair.key]
        let check = SettingsCheck(configuration, folder: false, files: [settings])
        let words = "tls-key: \(pair.key): \(UserScratch.user)"
        #expect(check.faults.filter { $0.description.hasPrefix(words) }.count == 1)
        #expect(check.warnings.filter { $0.hasPrefix("configuration file: \(settings): ") }.count == 1)
        try #require(chmod(pair.key, 0o666) == 0)
        let open = SettingsCheck(configuration, folder: false).faults.filter { $0.description.contains(pair.key) }
        #expect(open.count == 1, "\(open)")
        configuration.webhook = ["file:\(try scratch.file("/addresses", 0o600, 0, 0))"]
        configuration.webhookRooms = [try #require(RoomCode("KYTE7"))]
        try Data("https://chat.example/1\n".utf8).write(to: URL(fileURLWithPath: scratch.path + "/addresses"))
        let refusal = #expect(throws: ConfigurationFault.self) {
            _ = try HookTrial(configuration, in: DataFolder(existing: scratch.data)) { 0 }
        }
        #expect(refusal?.description.hasPrefix("webhook: \(scratch.path)/addresses: \(UserScratch.user)") == true)
    }

    @Test("Nobody is asked for where the data is root's or not there, and root keeps its rights")
    func root() throws {
        let scratch = try UserScratch()
        let before = groups()
        _ = try scratch.obstacles(files: [try scratch.file("/secret", 0o600, 0, 0)])
        #expect(groups() == before)
        // The kernel gives what is made to who makes it.
        let made = scratch.path + "/made"
        #expect(FileManager.default.createFile(atPath: made, contents: nil))
        let status = try #require(FileTrust.status(made))
        #expect(status.st_uid == 0 && status.st_gid == getegid())
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
