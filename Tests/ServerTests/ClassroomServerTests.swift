import Foundation
import GameRules
import Messages
import Sessions
import Synchronization
import Telemetry
import TestKit
import Testing

@testable import Server

@Suite("A classroom", .blocking) struct ClassroomServerTests {
    private func withFolder(_ body: (DataFolder) throws -> Void) throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(try DataFolder(path: folder))
    }

    private func withClass(_ names: [String], _ body: (TestServer, [Roster.Coded]) throws -> Void) throws {
        try withFolder { folder in
            let coded = try Roster(in: folder).add(names, isTeacher: false)
            var bounds = ServerBounds()
            bounds.betweenFolderLooks = 20
            let server = try TestServer(bounds: bounds, folder: folder.path) { $0.access = .classroom }
            try body(server, coded)
            server.stop()
        }
    }

    private func enter(_ server: TestServer, _ body: String) throws -> HTTPAnswer {
        try server.ask(
            "POST", "/api/v1/session?token=1", fields: ["Content-Type: application/json"], body: body)
    }

    private func enter(_ server: TestServer, code: String) throws -> HTTPAnswer {
        try enter(server, #"{"code":"\#(code)"}"#)
    }

    @Test("Each code lets its person in, as the same player each time and under the name of the roster")
    func codes() throws {
        try withClass(["Mika", "Noor B"]) { server, coded in
            let unasked = try server.ask("POST", "/api/v1/session")
            #expect(unasked.status == 403 && unasked["set-cookie"] == nil)
            #expect(try unasked.json["code"]?.text == "code_needed")
            #expect(try server.ask("GET", "/api/v1/today").json["code"]?.text == "code_needed")
            var players: [String] = []
            for one in coded {
                // As people type it.
                for code in [one.code, one.code.lowercased(), " " + one.code.replacing("-", with: " ")] {
                    let answer = try enter(server, code: code)
                    #expect(answer.status == 200)
                    #expect(try answer.json["player"]?["name"]?.text == one.person.name)
                    players.append(try answer.json["player"]?["id"]?.text ?? "")
                }
            }
            #expect(Set(players).count == 2 && Set(players.prefix(3)).count == 1)
            let bearer = "Authorization: Bearer \(try enter(server, code: coded[0].code).json["token"]?.text ?? "")"
            #expect(try server.ask("GET", "/api/v1/today", fields: [bearer]).status == 200)
        }
    }

    @Test("Nothing else opens a classroom: no password, no invitation, no code of nobody")
    func otherProofs() throws {
        try withClass(["Mika"]) { server, _ in
            let folder = try DataFolder(path: server.folder)
            let (_, token) = try Invitations(in: folder).add(name: "", uses: 5, days: 1, now: TestServer.morning)
            let invited = try enter(server, #"{"invitation":"\#(token)"}"#)
            #expect(invited.status == 403)
            #expect(try invited.json["code"]?.text == "bad_invitation")
            #expect(try enter(server, #"{"password":"friday kites"}"#).status == 403)
            for code in ["", "AAAA-AAAA", "AAAA", String(repeating: "A", count: 1_000), "ÄÄÄÄÄÄÄÄ", "OOOO-1111"] {
                let answer = try enter(server, code: code)
                #expect(answer.status == 403, "\(code)")
                #expect(try answer.json["code"]?.text == "bad_code")
            }
            #expect(try enter(server, #"{"code":1}"#).status == 400)
        }
    }

    @Test("After sixty tries a network waits, and is not told whether a code is right")
    func tries() throws {
        try withClass(["Mika"]) { server, coded in
            // What cannot be a code counts like one, and takes no time. A try is given back each second, so that a slow
            // machine may have one again before the right code is shown.
            var right: HTTPAnswer?
            for _ in 0..<20 where right?.status != 429 {
                var tries = 0
                while tries < 2_000, try enter(server, code: "no code").status == 403 { tries += 1 }
                #expect((right == nil ? 60..<2_000 : 0..<2_000).contains(tries))
                right = try enter(server, code: coded[0].code)
            }
            #expect(right?.status == 429 && right?["retry-after"].flatMap { Int($0) } ?? 0 > 0)
        }
    }

    @Test("A server that runs hears of a renewed code and of a removal by itself")
    func changes() throws {
        try withClass(["Mika", "Noor"]) { server, coded in
            let roster = Roster(in: try DataFolder(path: server.folder))
            let bearers = try coded.map { one in
                "Authorization: Bearer \(try enter(server, code: one.code).json["token"]?.text ?? "")"
            }
            for bearer in bearers { #expect(try server.ask("GET", "/api/v1/me", fields: [bearer]).status == 200) }
            let renewed = try roster.renew([1], now: TestServer.morning)
            try roster.remove([2])
            for bearer in bearers {
                #expect(try isTrueSoon { try server.ask("GET", "/api/v1/me", fields: [bearer]).status == 401 })
                #expect(try server.ask("GET", "/api/v1/today", fields: [bearer]).status == 403)
            }
            #expect(try enter(server, code: coded[0].code).status == 403)
            #expect(try enter(server, code: coded[1].code).status == 403)
            let again = try enter(server, code: renewed[0].code)
            #expect(again.status == 200)
            let bearer = "Authorization: Bearer \(try again.json["token"]?.text ?? "")"
            #expect(try server.ask("GET", "/api/v1/me", fields: [bearer]).status == 200)
        }
    }

    @Test("A sign-out in the second of a renewal, or many before it, do not outlive the code")
    func signOutAndRenewal() throws {
        try withClass(["Mika"]) { server, coded in
            var bearer = "Authorization: Bearer \(try enter(server, code: coded[0].code).json["token"]?.text ?? "")"
            for _ in 0..<5 {
                let fields = [bearer, "Content-Type: application/json"]
                let answer = try server.ask("POST", "/api/v1/me/sign-out?token=1", fields: fields, body: "{}")
                #expect(answer.status == 200)
                bearer = "Authorization: Bearer \(try answer.json["token"]?.text ?? "")"
            }
            #expect(try server.ask("GET", "/api/v1/me", fields: [bearer]).status == 200)
            let renewed = try Roster(in: try DataFolder(path: server.folder)).renew([1], now: TestServer.morning)
            #expect(try isTrueSoon { try server.ask("GET", "/api/v1/me", fields: [bearer]).status == 401 })
            #expect(try enter(server, code: renewed[0].code).status == 200)
        }
    }

    @Test("A code does not let a banned player in, also a renewed one, and changes nothing about the player")
    func banned() throws {
        try withClass(["Mika"]) { server, coded in
            let first = try enter(server, code: coded[0].code)
            let id = try #require(try first.json["player"]?["id"]?.text.flatMap { PlayerID($0) })
            _ = try ControlClient(folder: server.folder).ask(.ban(id))
            func isBanned(_ answer: HTTPAnswer) throws -> Bool {
                try answer.status == 403 && answer.json["code"]?.text == "banned" && answer["set-cookie"] == nil
            }
            #expect(try isBanned(enter(server, code: coded[0].code)))
            let renewed = try Roster(in: DataFolder(path: server.folder)).renew([1], now: TestServer.morning)
            let bearer = "Authorization: Bearer \(try first.json["token"]?.text ?? "")"
            #expect(try isTrueSoon { try server.ask("GET", "/api/v1/me", fields: [bearer]).status == 401 })
            #expect(try isBanned(enter(server, code: renewed[0].code)))
            _ = try ControlClient(folder: server.folder).ask(.unban(id))
            #expect(try enter(server, code: renewed[0].code).status == 200)
        }
    }

    @Test("After a code was tried the roster is read again: the roll that came with it may be an older one")
    func olderRolls() throws {
        try withFolder { folder in
            let coded = try Roster(in: folder).add(["Mika"], isTeacher: false)
            let logger = Logger(threshold: .error, format: .text, now: { 0 }, sink: { _ in })
            let entrance = try Entrance(.classroom, folder, logger)
            let network = ClientNetwork(bits: 1, isIPv4: true)
            #expect(entrance.changedRoll() != nil && entrance.changedRoll() == nil)
            for (code, isRead) in [(coded[0].code, true), ("AAAA-AAAA", false)] {
                let done = DispatchSemaphore(value: 0)
                entrance.try(.code(code), of: network, now: 0, wall: 0) { _ in done.signal() }
                done.wait()
                // What is remembered is remembered behind the outcome, on the queue of codes, which another try passes.
                entrance.try(.code("BBBB-BBBB"), of: network, now: 0, wall: 0) { _ in done.signal() }
                done.wait()
                #expect((entrance.changedRoll() != nil) == isRead, "\(code)")
                #expect(entrance.changedRoll() == nil)
            }
        }
    }

    @Test("A roster that cannot be read is read again at the next look, and the log hears of it once")
    func unreadableRoster() throws {
        try withFolder { folder in
            _ = try Roster(in: folder).add(["Mika"], isTeacher: false)
            let lines = Mutex<[String]>([])
            let logger = Logger(
                threshold: .error, format: .text, now: { 0 }, sink: { line in lines.withLock { $0.append(line) } })
            let entrance = try Entrance(.classroom, folder, logger)
            let file = folder.path + "/classroom"
            let text = try Data(contentsOf: URL(fileURLWithPath: file))
            try Data("damaged".utf8).write(to: URL(fileURLWithPath: file))
            for _ in 0..<3 { #expect(entrance.changedRoll() == nil) }
            try text.write(to: URL(fileURLWithPath: file))
            #expect(entrance.changedRoll() != nil)
            #expect(lines.withLock { $0.count } == 1)
        }
    }

    @Test("A classroom whose pupils could read figures at the port of the game is refused, by a check and at the start")
    func figures() throws {
        try withFolder { folder in
            let figures = TestServer.configuration(folder.path) {
                $0.access = .classroom
                $0.metrics = true
            }
            #expect(SettingsCheck(figures).faults.contains { "\($0)".hasPrefix("metrics: ") })
            #expect(throws: (any Error).self) {
                try TestServer(folder: folder.path) {
                    $0.access = .classroom
                    $0.metrics = true
                }.stop()
            }
            var apart = figures
            apart.metricsAddress = MetricsAddress("127.0.0.1:0")
            #expect(apart.metricsAddress != nil)
            #expect(!SettingsCheck(apart).faults.contains { "\($0)".hasPrefix("metrics: ") })
            var open = figures
            open.access = .open
            #expect(!SettingsCheck(open).faults.contains { "\($0)".hasPrefix("metrics: ") })
        }
    }

    /// Asks until it is so, and answers false after so many tries: each is an exchange with the server.
    private func isTrueSoon(_ condition: () throws -> Bool) throws -> Bool {
        for _ in 0..<2_000 where try condition() { return true }
        return false
    }

    // MARK: The roster

    @Test("The kept roster has no code, and is for the owner alone")
    func secrecy() throws {
        try withFolder { folder in
            let coded = try Roster(in: folder).add(["Mika"], isTeacher: true)
            let file = folder.path + "/classroom"
            let text = try String(contentsOfFile: file, encoding: .utf8)
            #expect(!text.contains(coded[0].code) && !text.contains(coded[0].code.replacing("-", with: "")))
            var status = stat()
            #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
            chmod(file, 0o644)
            #expect(throws: ConfigurationFault.self) { try folder.checkTrust() }
        }
    }

    @Test("A code finds its person and nobody else's, also after others were renewed and removed")
    func finding() throws {
        try withFolder { folder in
            let roster = Roster(in: folder)
            #expect(try roster.find("AAAA-AAAA") == nil && (try roster.people()).isEmpty)
            let teacher = try roster.add(["Ms Ada"], isTeacher: true)[0]
            let pupils = try roster.add(["Mika", "Noor"], isTeacher: false)
            #expect(try roster.people().map(\.number) == [1, 2, 3])
            #expect(try roster.people().map(\.isTeacher) == [true, false, false])
            #expect(try roster.find(pupils[1].code)?.player == pupils[1].person.player)
            let renewed = try roster.renew(nil, now: TestServer.morning)
            #expect(renewed.map(\.person.player) == [teacher, pupils[0], pupils[1]].map(\.person.player))
            #expect(try roster.find(pupils[1].code) == nil)
            try roster.remove([1, 3])
            #expect(try roster.find(renewed[0].code) == nil && roster.find(renewed[2].code) == nil)
            #expect(try roster.find(renewed[1].code)?.player == pupils[0].person.player)
            #expect(try roster.add(["Chidi"], isTeacher: false)[0].person.number == 3)
        }
    }

    @Test("Names that cannot be shown or told apart, numbers of nobody, and too many are refused, and change nothing")
    func refusals() throws {
        try withFolder { folder in
            let roster = Roster(in: folder)
            _ = try roster.add(["Mika"], isTeacher: false)
            for names in [["x"], ["a\u{202E}b"], ["M1ka"], ["Noor", "NOOR"], [String(repeating: "a", count: 21)]] {
                #expect(throws: ConfigurationFault.self, "\(names)") {
                    try roster.add(names, isTeacher: false)
                }
            }
            let many = (0..<Roster.most).map { "Pupil \($0)" }
            #expect(throws: ConfigurationFault.self) { try roster.add(many, isTeacher: false) }
            #expect(throws: ConfigurationFault.self) { try roster.renew([1, 2], now: 0) }
            #expect(throws: ConfigurationFault.self) { try roster.remove([2]) }
            #expect(try roster.people().map(\.name) == ["Mika"])
            let file = folder.path + "/classroom"
            for text in ["", "14\n", "14 zz\n", "99 00\n", "14 00\n1 pupil 00 x 0 Mika\n"] {
                try Data(text.utf8).write(to: URL(fileURLWithPath: file))
                #expect(throws: ConfigurationFault.self, "\(text)") { try roster.people() }
            }
        }
    }

    @Test("A backup has the roster, and a server that is made of it lets the same people in")
    func backup() throws {
        try withFolder { folder in
            let coded = try Roster(in: folder).add(["Mika"], isTeacher: false)
            try TestServer(folder: folder.path) { $0.access = .classroom }.stop()
            let parent = try TestServer.makeFolder()
            defer { try? FileManager.default.removeItem(atPath: parent) }
            let file = parent + "/backup"
            try folder.backUp(to: file)
            let other = try DataFolder(path: parent + "/restored")
            #expect(try other.restore(from: file).isEmpty)
            #expect(try Roster(in: other).find(coded[0].code) != nil)
        }
    }

    // MARK: Forgetting

    @Test("The hub has the roster whatever access is, and forgets nobody where it cannot be read")
    func rosterOfEveryServer() throws {
        for access in [Entrance.Access.open, .classroom] {
            try withFolder { folder in
                let pupil = try Roster(in: folder).add(["Mika"], isTeacher: false)[0].person
                    .player
                let roster = ClassRoll([pupil: ClassRoll.Place(name: "Mika")])
                let settings = TestServer.configuration(folder.path) { $0.access = access }
                let parts = try ServerParts(
                    settings, ServerBounds(), folder, ServerClock(startingAt: 0), .silent, TestServer.lexicon.get(),
                    nil)
                var hub = HubSettings()
                hub.forgetPlayers = 90
                parts.addRoster(to: &hub)
                #expect(hub.roster == roster && hub.forgetPlayers == 90)
                #expect(hub.classroom == (access == .classroom ? roster : nil))
                try Data("damaged".utf8).write(to: URL(fileURLWithPath: folder.path + "/classroom"))
                hub.roster = ClassRoll([:])
                parts.addRoster(to: &hub)
                #expect(hub.forgetPlayers == 0)
                #expect(hub.classroom == (access == .classroom ? ClassRoll([:]) : nil))
            }
        }
    }

    @Test("The hub is told after how long players and rooms are forgotten, and rooms also without a roster")
    func periodsOfTheHub() throws {
        try withFolder { folder in
            let settings = TestServer.configuration(folder.path) {
                $0.forgetPlayers = 400; $0.forgetRooms = 30
            }
            let parts = try ServerParts(
                settings, ServerBounds(), folder, ServerClock(startingAt: 0), .silent, TestServer.lexicon.get(), nil)
            #expect(parts.hubSettings().forgetPlayers == 400 && parts.hubSettings().forgetRooms == 30)
            try Data("damaged".utf8).write(to: URL(fileURLWithPath: folder.path + "/classroom"))
            #expect(parts.hubSettings().forgetPlayers == 0 && parts.hubSettings().forgetRooms == 30)
        }
    }

    @Test("A change to the roster is heard of also where the server is no classroom")
    func changesOfAnOpenServer() throws {
        try withFolder { folder in
            let logger = Logger(threshold: .error, format: .text, now: { 0 }, sink: { _ in })
            let entrance = try Entrance(.open, folder, logger)
            #expect(entrance.changedRoll() == ClassRoll([:]) && entrance.changedRoll() == nil)
            let pupil = try Roster(in: folder).add(["Mika"], isTeacher: false)[0].person.player
            #expect(entrance.changedRoll() == ClassRoll([pupil: ClassRoll.Place(name: "Mika")]))
            #expect(entrance.changedRoll() == nil)
        }
    }

    @Test("A list of names is read as UTF-8, without the mark before it; a line that is none is named")
    func lists() throws {
        try withFolder { folder in
            let file = folder.path + "/class.txt"
            func names(_ bytes: [UInt8]) throws -> [String] {
                try Data(bytes).write(to: URL(fileURLWithPath: file))
                return try Roster.names(of: file)
            }
            let marked = try names([0xEF, 0xBB, 0xBF] + Array("Zoë\r\n\n  Noor \nMika".utf8))
            #expect(marked == ["Zoë", "Noor", "Mika"])
            let latin = Array("Mika\nZo".utf8) + [0xEB, UInt8(ascii: "\n")]
            let fault = #expect(throws: ConfigurationFault.self) { try names(latin) }
            #expect(fault?.description == "\(file), line 2: is no UTF-8: save the file as UTF-8")
            let longest = try names([UInt8](repeating: UInt8(ascii: "\n"), count: 65_536))
            #expect(longest == [])
            #expect(throws: ConfigurationFault.self) {
                try names([UInt8](repeating: UInt8(ascii: "\n"), count: 65_537))
            }
        }
    }

    // MARK: Guests

    @Test("With guests off nobody comes in without an invitation, and who is a player stays one")
    func guestsOff() throws {
        try withFolder { folder in
            let open = try TestServer(folder: folder.path)
            let token = try open.ask("POST", "/api/v1/session?token=1").json["token"]?.text ?? ""
            open.stop()
            let (_, invitation) = try Invitations(in: folder).add(name: "", uses: 1, days: 1, now: TestServer.morning)
            let server = try TestServer(folder: folder.path) { $0.guests = false }
            defer { server.stop() }
            let stranger = try server.ask("POST", "/api/v1/session")
            #expect(stranger.status == 403 && stranger["set-cookie"] == nil)
            #expect(try stranger.json["code"]?.text == "invitation_needed")
            #expect(try server.ask("GET", "/api/v1/today").status == 403)
            let bearer = "Authorization: Bearer \(token)"
            #expect(try server.ask("POST", "/api/v1/session", fields: [bearer]).status == 200)
            #expect(try server.ask("GET", "/api/v1/today", fields: [bearer]).status == 200)
            #expect(try enter(server, #"{"invitation":"\#(invitation)"}"#).status == 201)
            // SIGHUP opens the door, and shuts it.
            for isOn in [true, false] {
                var configuration = server.server.configuration
                configuration.guests = isOn
                server.server.take(configuration)
                #expect(try server.ask("POST", "/api/v1/session").status == (isOn ? 201 : 403))
            }
        }
    }
}
