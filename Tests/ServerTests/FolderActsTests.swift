import Foundation
import Messages
import Storage
import Synchronization
import Telemetry
import TestKit
import Testing

@testable import Server

@Suite("Acts of commands on files of the data folder", .blocking) struct FolderActsTests {
    private func withFolder(_ body: (DataFolder) throws -> Void) throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(try DataFolder(path: folder))
    }

    private func texts(_ folder: DataFolder) throws -> [String] {
        try FolderActs(in: folder).all().map { "\($0.actor): \($0.verb) \($0.subject)" }
    }

    /// The audit log of a server, oldest first.
    private func log(_ server: TestServer) throws -> [String] {
        let log = try JSONTree(parsing: ControlClient(folder: server.folder).ask(.acts(before: nil)))
        return (log["acts"]?.elements ?? []).reversed().map { "\($0["verb"]?.text ?? "") \($0["subject"]?.text ?? "")" }
    }

    private func serving(_ folder: DataFolder, _ body: (TestServer) throws -> Void) throws {
        var bounds = ServerBounds()
        bounds.betweenFolderLooks = 20
        // Commands take the time of the server from the folder; before the first start it is the machine's.
        let now = Int(Date().timeIntervalSince1970 * 1_000)
        let server = try TestServer(bounds: bounds, instant: now, folder: folder.path)
        defer { server.stop() }
        try body(server)
    }

    /// Waits until the server has taken all acts from the folder.
    private func waitUntilTaken(_ folder: DataFolder) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while try !FolderActs(in: folder).all().isEmpty {
            try #require(ContinuousClock.now < deadline)
            usleep(5_000)
        }
    }

    @Test("Each act is noted with whom it concerns, and without a name, a code or a password")
    func each() throws {
        try withFolder { folder in
            try ServerPassword.set("monday swifts", in: folder)
            let (_, token) = try Invitations(in: folder).add(name: "Class Seven", uses: 2, days: 1, now: 7)
            #expect(try Invitations(in: folder).redeem(token, now: 8), "to come in is no act of the host's")
            try Invitations(in: folder).revoke(1)
            let pupil = try Roster(in: folder).add(["Mika"], isTeacher: false)[0]
            let renewed = try Roster(in: folder).renew(nil, now: 7)[0]
            try Roster(in: folder).remove([1])
            _ = try SessionKeyFile(of: folder).keysOrFirst()
            _ = try SessionKeyFile(of: folder).rotate()
            try SessionKeyFile(of: folder).forget(1)
            let player = pupil.person.player.text
            #expect(
                try texts(folder) == [
                    "command: set-password ", "command: invite invitation 1",
                    "command: revoke-invitation invitation 1", "command: add-to-class \(player)",
                    "command: renew-code \(player)", "command: remove-from-class \(player)",
                    "command: rotate-key key 2", "command: forget-key key 1",
                ])
            let file = String(decoding: try RegularFile.read(folder.path + "/" + FolderActs.file), as: UTF8.self)
            for secret in ["monday", "Class Seven", token, "Mika", pupil.code, renewed.code] {
                #expect(!file.contains(secret), "\(secret)")
            }
        }
    }

    @Test("An act has the time of the server's clock, whatever the machine's shows")
    func times() throws {
        try withFolder { folder in
            // A server that was first started on a machine whose clock was years ahead.
            let ahead = 4_000_000_000_000
            try folder.keep(ServerClock(startingAt: ahead).anchor)
            _ = try Invitations(in: folder).add(name: "", uses: 1, days: 1, now: 7)
            let time = try #require(try FolderActs(in: folder).all().first?.time)
            #expect((ahead..<ahead + 600_000).contains(time))
        }
    }

    @Test("A refused or failed command is no act")
    func refused() throws {
        try withFolder { folder in
            #expect(throws: ConfigurationFault.self) { try ServerPassword.set("short", in: folder) }
            // No client can send it.
            let marks = "eight or more" + String(repeating: "\u{301}", count: 31)
            #expect(throws: ConfigurationFault.self) { try ServerPassword.set(marks, in: folder) }
            #expect(throws: ConfigurationFault.self) { try Invitations(in: folder).revoke(1) }
            #expect(throws: ConfigurationFault.self) { try Roster(in: folder).remove([1]) }
            // The file cannot be replaced: a folder is in its place.
            try FileManager.default.createDirectory(
                atPath: folder.path + "/password", withIntermediateDirectories: false)
            #expect(throws: ConfigurationFault.self) { try ServerPassword.set("monday swifts", in: folder) }
            #expect(try FolderActs(in: folder).all().isEmpty)
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/" + FolderActs.file), "nothing is left")
        }
    }

    @Test("A change that was made before the command failed is an act")
    func halfDone() throws {
        try withFolder { folder in
            func fail() throws(ConfigurationFault) {
                try folder.alone { () throws(ConfigurationFault) in
                    try FolderActs(in: folder).during([FolderActs.Act(.setPassword)], changing: "password") {
                        () throws(ConfigurationFault) in
                        try folder.replace("password", with: "another")
                        throw ConfigurationFault("the folder cannot be synced")
                    }
                }
            }
            #expect(throws: ConfigurationFault.self) { try fail() }
            let noted = try texts(folder)
            #expect(noted == ["command: set-password "])
        }
    }

    @Test("Of acts that wait the oldest go where there are too many, and lines that are none are passed over")
    func bounds() throws {
        try withFolder { folder in
            let acts = FolderActs(in: folder)
            // The longest that there are.
            let subject = String(repeating: "f", count: 64)
            func many(_ times: Range<Int>) -> [AdminAct] {
                times.map {
                    AdminAct(
                        time: 10_000_000_000_000 + $0, actor: "command", verb: "revoke-invitation", subject: subject)
                }
            }
            try acts.write(many(0..<FolderActs.most + 2))
            #expect(try acts.all() == many(2..<FolderActs.most + 2))
            for line in [
                "", "x", "1 invite", "-1 invite x", "1 ban x", "99999999999999999999 invite x", "1 invite \u{7}",
                "1 invite \(subject)f",
            ] {
                try folder.replace(FolderActs.file, with: "\(line)\n7 invite invitation 1\n")
                #expect(try acts.all() == [act("invite", "invitation 1", at: 7)], "\(line)")
            }
        }
    }

    private func act(_ verb: String, _ subject: String, at time: Int) -> AdminAct {
        AdminAct(time: time, actor: "command", verb: verb, subject: subject)
    }

    @Test("A server has acts in its audit log within moments, and those of before its start, each once")
    func taken() throws {
        try withFolder { folder in
            _ = try Invitations(in: folder).add(name: "", uses: 1, days: 1, now: 7)
            let first = try FolderActs(in: folder).all()
            try serving(folder) { server in
                try waitUntilTaken(folder)
                #expect(try log(server) == ["invite invitation 1"])
                try ServerPassword.set("monday swifts", in: folder)
                try waitUntilTaken(folder)
                #expect(try log(server) == ["invite invitation 1", "set-password "])
            }
            // As a server leaves it that is killed before it can forget them; and one of a time to come.
            try FolderActs(in: folder).write(first + [act("forget-key", "key 1", at: 200_000_000_000_000)])
            try serving(folder) { server in
                try waitUntilTaken(folder)
                #expect(try log(server) == ["invite invitation 1", "set-password ", "forget-key key 1"])
            }
        }
    }

    @Test("More acts than are handed on at once come one after the other, in order")
    func manyTaken() throws {
        try withFolder { folder in
            let count = 2 * ActsCourier.most + 1
            try FolderActs(in: folder).write((1...count).map { act("invite", "invitation \($0)", at: $0) })
            try serving(folder) { server in
                try waitUntilTaken(folder)
                // The newest piece of the log.
                let end = try log(server)
                #expect(end == (count - end.count + 1...count).map { "invite invitation \($0)" } && end.count > 20)
            }
        }
    }

    @Test("Acts stay where the audit log does not take them, and are handed on again after a pause")
    func kept() throws {
        try withFolder { folder in
            let answers = Mutex<[@Sendable (ActsCourier.Outcome) -> Void]>([])
            // The courier is told by them, and has them.
            defer { answers.withLock { $0 = [] } }
            let lines = LogLines()
            let logger = Logger(threshold: .warning, format: .text, now: { 0 }, sink: { lines.add($0) })
            let courier = ActsCourier(in: folder, logger) { _, then in answers.withLock { $0.append(then) } }
            func look(_ times: Int = 1) { for _ in 0..<times { courier.look { work in work() } } }
            func handedOn() -> Int { answers.withLock { $0.count } }
            look()
            #expect(handedOn() == 0, "there are none")
            _ = try Invitations(in: folder).add(name: "", uses: 1, days: 1, now: 7)
            look(2)
            #expect(handedOn() == 1)
            for outcome in [ActsCourier.Outcome.refused, .refused, .elsewhere] {
                let before = handedOn()
                answers.withLock { $0[before - 1] }(outcome)
                #expect(try FolderActs(in: folder).all().count == 1)
                look(ActsCourier.pause)
                #expect(handedOn() == before)
                look()
                #expect(handedOn() == before + 1)
            }
            #expect(lines.all.count { $0.contains("acts_not_logged") } == 1, "the log hears of it once")
            // Another comes while these are written.
            try ServerPassword.set("monday swifts", in: folder)
            answers.withLock { $0[3] }(.noted)
            #expect(try texts(folder) == ["command: set-password "])
        }
    }
}
