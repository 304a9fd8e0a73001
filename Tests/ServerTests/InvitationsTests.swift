import Foundation
import Sessions
import Synchronization
import TestKit
import Testing

@testable import Server

@Suite("Invitations to a private server", .blocking) struct InvitationsTests {
    private func withFolder(_ body: (DataFolder) throws -> Void) throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(try DataFolder(path: folder))
    }

    private func enter(_ server: TestServer, _ token: String) throws -> HTTPAnswer {
        try server.ask(
            "POST", "/api/v1/session", fields: ["Content-Type: application/json"],
            body: #"{"invitation":"\#(token)"}"#)
    }

    @Test("An invitation lets in as many as it says, and nobody after its last day")
    func bounds() throws {
        try withFolder { folder in
            let invitations = Invitations(in: folder)
            let (first, token) = try invitations.add(name: "Class 7b", uses: 2, days: 1, now: 0)
            let (second, other) = try invitations.add(name: "", uses: 1, days: 365, now: 0)
            #expect((first.number, second.number) == (1, 2) && token != other && token.count == 22)
            #expect(try invitations.redeem("", now: 0) == false)
            #expect(try invitations.redeem(String(token.dropLast()), now: 0) == false)
            #expect(try invitations.redeem(token, now: 86_399_999))
            #expect(try invitations.redeem(token, now: 86_400_000) == false, "its day is over")
            #expect(try invitations.redeem(token, now: 5))
            #expect(try invitations.redeem(token, now: 5) == false, "it is used up")
            #expect(try invitations.redeem(other, now: 365 * 86_400_000 - 1))
            #expect(try invitations.all().map(\.left) == [0, 0])
            // Void ones are forgotten with the next, and no number is given twice.
            #expect(try invitations.add(name: "x", uses: 1, days: 1, now: 5).invitation.number == 3)
            #expect(try invitations.all().map(\.number) == [3])
        }
    }

    @Test("An invitation expires by the wall clock, by which it was made, whatever the server's own clock shows")
    func clocks() throws {
        try withFolder { folder in
            let day = 86_400_000
            let (_, token) = try Invitations(in: folder).add(name: "", uses: 1, days: 1, now: TestServer.morning)
            let entrance = try Entrance(.invitation, folder, .silent)
            func outcome(of bits: UInt64, now: Int, wall: Int) -> Entrance.Outcome? {
                let found = Mutex<Entrance.Outcome?>(nil)
                let done = DispatchSemaphore(value: 0)
                entrance.try(
                    .invitation(token), of: ClientNetwork(bits: bits, isIPv4: true), now: now, wall: wall
                ) { outcome in
                    found.withLock { $0 = outcome }
                    done.signal()
                }
                done.wait()
                return found.withLock { $0 }
            }
            // The wall clock was set since the server's began, a year back or ahead.
            #expect(outcome(of: 1, now: TestServer.morning + 365 * day, wall: TestServer.morning) == .invited(token))
            #expect(outcome(of: 2, now: TestServer.morning, wall: TestServer.morning + day) == .wrong)
        }
    }

    @Test("The kept invitations have no token, and are for the owner alone")
    func secrecy() throws {
        try withFolder { folder in
            let (_, token) = try Invitations(in: folder).add(name: "Noor", uses: 1, days: 1, now: 0)
            let file = folder.path + "/invitations"
            #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains(token))
            var status = stat()
            #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
            chmod(file, 0o644)
            #expect(throws: ConfigurationFault.self) { try folder.checkTrust() }
        }
    }

    @Test("Figures and names out of bounds are refused, and a damaged line is named")
    func refusals() throws {
        try withFolder { folder in
            let invitations = Invitations(in: folder)
            for (name, uses, days) in [
                ("", 0, 1), ("", 10_001, 1), ("", 1, 0), ("", 1, 366), ("a\nb", 1, 1), ("a\u{2028}b", 1, 1),
                (String(repeating: "a", count: 61), 1, 1), ("\u{1B}[2J", 1, 1),
            ] {
                #expect(throws: ConfigurationFault.self) {
                    _ = try invitations.add(name: name, uses: uses, days: days, now: 0)
                }
            }
            #expect(try invitations.all().isEmpty)
            _ = try invitations.add(name: String(repeating: "a b ", count: 15), uses: 10_000, days: 365, now: 0)
            #expect(throws: ConfigurationFault.self) { try invitations.revoke(2) }
            try invitations.revoke(1)
            #expect(try invitations.all().map(\.left) == [0])
            #expect(try invitations.add(name: "", uses: 1, days: 1, now: 0).invitation.number == 2)
            // Unicode joins the first of each with the blank before it.
            for name in ["\u{301}Elan", "\u{200D}x", "\u{FE0F}", "\u{20E3}"] {
                let (made, token) = try invitations.add(name: name, uses: 1, days: 1, now: 0)
                #expect(try invitations.all().last == made)
                #expect(try invitations.redeem(token, now: 1))
            }
            let whole = String(repeating: "00", count: 32)
            for line in [
                "1", "0 \(whole) 1 1 ", "1 00 1 1 x", "1 \(whole) -1 1 x", "1 \(whole) 1 x x",
                "9223372036854775807 \(whole) 1 1 x", "1 \(whole) 10001 1 x",
            ] {
                try (line + "\n").write(toFile: folder.path + "/invitations", atomically: true, encoding: .utf8)
                #expect(throws: ConfigurationFault.self) { _ = try invitations.all() }
            }
        }
    }

    @Test("There are 1,000 good invitations at most")
    func most() throws {
        try withFolder { folder in
            let digest = String(repeating: "00", count: 32)
            let lines = (1...Invitations.most).map { "\($0) \(digest) 1 10 \n" }.joined()
            try lines.write(toFile: folder.path + "/invitations", atomically: true, encoding: .utf8)
            #expect(throws: ConfigurationFault.self) {
                _ = try Invitations(in: folder).add(name: "", uses: 1, days: 1, now: 9)
            }
            #expect(try Invitations(in: folder).add(name: "", uses: 1, days: 1, now: 10).invitation.number == 1_001)
        }
    }

    @Test("Of many who come at once by one invitation as many come in as it says")
    func race() throws {
        try withFolder { folder in
            let (_, token) = try Invitations(in: folder).add(name: "", uses: 5, days: 1, now: 0)
            let came = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: 16) { _ in
                if (try? Invitations(in: folder).redeem(token, now: 1)) == true { came.withLock { $0 += 1 } }
            }
            #expect(came.withLock { $0 } == 5)
        }
    }

    @Test("An invitation is used by nobody whom another limit keeps out")
    func unused() throws {
        try withFolder { folder in
            let server = try TestServer(folder: folder.path) {
                $0.access = .invitation
                $0.guestsPerMinute = 1
            }
            let (_, token) = try Invitations(in: folder).add(name: "", uses: 3, days: 1, now: TestServer.morning)
            #expect(try (0..<4).map { _ in try enter(server, token).status } == [201, 429, 429, 429])
            #expect(try Invitations(in: folder).all().map(\.left) == [2])
            server.stop()
        }
    }

    @Test("An invitation is used by nobody whom the server cannot record")
    func unrecorded() throws {
        try withFolder { folder in
            var bounds = ServerBounds()
            bounds.storage.lockPatience = 100
            let server = try TestServer(bounds: bounds, folder: folder.path) { $0.access = .invitation }
            let (_, token) = try Invitations(in: folder).add(name: "", uses: 1, days: 1, now: TestServer.morning)
            let lock = try DatabaseLock(server)
            #expect(try enter(server, token).status == 503)
            #expect(try Invitations(in: folder).all().map(\.left) == [1])
            lock.release()
            #expect(try enter(server, token).status == 201)
            #expect(try enter(server, token).status == 403)
            server.stop()
        }
    }

    @Test(
        "An invitation opens a server with a password and one without, at once and until it is taken back",
        arguments: [Entrance.Access.password, .invitation])
    func served(access: Entrance.Access) throws {
        try withFolder { folder in
            if access == .password { try ServerPassword.set("friday kites", in: folder) }
            let server = try TestServer(folder: folder.path) { $0.access = access }
            let needed = access == .password ? "password_needed" : "invitation_needed"
            #expect(try server.ask("POST", "/api/v1/session").json["code"]?.text == needed)
            #expect(try server.ask("GET", "/api/v1/today").json["code"]?.text == needed)
            let (invitation, token) = try Invitations(in: folder).add(
                name: "Noor", uses: 2, days: 1, now: TestServer.morning)
            let guest = try enter(server, token)
            #expect(guest.status == 201 && guest["set-cookie"] != nil)
            let wrong = try enter(server, "nothing")
            #expect(wrong.status == 403 && wrong["set-cookie"] == nil)
            #expect(try wrong.json["code"]?.text == "bad_invitation")
            try Invitations(in: folder).revoke(invitation.number)
            #expect(try enter(server, token).status == 403)
            if access == .invitation {
                let password = try server.ask(
                    "POST", "/api/v1/session", fields: ["Content-Type: application/json"],
                    body: #"{"password":"friday kites"}"#)
                #expect(try password.json["code"]?.text == "wrong_password")
            }
            // A file that cannot be read lets nobody in, and ends nothing.
            try "damaged\n".write(toFile: folder.path + "/invitations", atomically: true, encoding: .utf8)
            #expect(try enter(server, token).status == 503)
            #expect(try server.isHealthy)
            server.stop()
        }
    }
}
