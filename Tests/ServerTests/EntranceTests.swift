import Foundation
import Sessions
import Synchronization
import Telemetry
import TestKit
import Testing

@testable import Server

@Suite("The entrance of a private server", .blocking) struct EntranceTests {
    private static let password = "friday kites"
    private func withServer(_ body: (TestServer) throws -> Void) throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try ServerPassword.set(EntranceTests.password, in: try DataFolder(path: folder))
        let server = try TestServer(folder: folder) { $0.access = .password }
        try body(server)
        server.stop()
    }

    private static let logger = Logger(threshold: .error, format: .text, now: { 0 }, sink: { _ in })

    private func withFolder(_ body: (DataFolder) throws -> Void) throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(try DataFolder(path: folder))
    }

    private func cookie(of answer: HTTPAnswer) -> String {
        "Cookie: \(answer["set-cookie"]?.prefix { $0 != ";" } ?? "")"
    }

    private func enter(_ server: TestServer, _ body: String, _ fields: [String] = []) throws -> HTTPAnswer {
        try server.ask("POST", "/api/v1/session", fields: ["Content-Type: application/json"] + fields, body: body)
    }

    @Test("A stranger learns nothing of a private server but how to come in")
    func strangers() throws {
        try withServer { server in
            let day = "guess-en-5/2026-11-21"
            for path in [
                "/api/v1/today", "/api/v1/rooms", "/api/v1/leaderboards/\(day)", "/api/v1/puzzles/guess-en-5",
                "/api/v1/puzzles/\(day)", "/api/v1/rooms/KYTE7/races", "/api/v1/rooms/KYTE7/races/\(day)",
                "/api/v1/me/statistics?line=guess-en-5", "/api/v1/me/games?line=guess-en-5",
            ] {
                let answer = try server.ask("GET", path)
                #expect(answer.status == 403, "\(path)")
                #expect(try answer.json["code"]?.text == "password_needed", "\(path)")
            }
            for path in ["/", "/room/KYTE7", "/api/v1/health", "/api/v1/privacy", "/api/v1/address"] {
                #expect(try server.ask("GET", path).status == 200, "\(path)")
            }
            #expect(try server.ask("GET", "/api/v1/me").status == 401)
            let link = try server.ask(
                "POST", "/api/v1/link", fields: ["Content-Type: application/json"], body: #"{"code":"AAAAAAAA"}"#)
            #expect(link.status == 404, "a code from another device is a proof of its own")
        }
    }

    @Test("A newcomer with the password becomes a player and stays one; no other does")
    func password() throws {
        try withServer { server in
            let unasked = try server.ask("POST", "/api/v1/session")
            #expect(unasked.status == 403 && unasked["set-cookie"] == nil)
            #expect(try unasked.json["code"]?.text == "password_needed")
            let wrong = try enter(server, #"{"password":"friday kite"}"#)
            #expect(wrong.status == 403 && wrong["set-cookie"] == nil)
            #expect(try wrong.json["code"]?.text == "wrong_password")
            for body in [#"{}"#, #"{"password":1}"#, #"["friday kites"]"#, "{", #"{"password":null}"#] {
                #expect(try enter(server, body).status == 400, "\(body)")
            }
            for text in ["", "short", String(repeating: "a", count: 129), String(repeating: "é", count: 300)] {
                #expect(try enter(server, #"{"password":"\#(text)"}"#).status == 403)
            }
            // The same letters, composed in another way.
            let right = try enter(server, #"{"password":"friday kites"}"#)
            #expect(right.status == 201)
            let cookie = cookie(of: right)
            #expect(try server.ask("POST", "/api/v1/session", fields: [cookie, "Origin: null"]).status == 403)
            #expect(try server.ask("POST", "/api/v1/session", fields: [cookie]).status == 200)
            #expect(try server.ask("GET", "/api/v1/today", fields: [cookie]).status == 200)
            #expect(try server.ask("GET", "/api/v1/rooms", fields: [cookie]).status == 200)
        }
    }

    @Test("After ten wrong tries a network waits, and the right password is no try once it has been shown")
    func tries() throws {
        try withServer { server in
            // A whole class behind one address.
            for _ in 0..<30 { #expect(try enter(server, #"{"password":"friday kites"}"#).status == 201) }
            var answers: [Int] = []
            for number in 0..<12 { answers.append(try enter(server, #"{"password":"wrong kites \#(number)"}"#).status) }
            #expect(answers.prefix(9).allSatisfy { $0 == 403 } && answers.suffix(2).allSatisfy { $0 == 429 })
            let late = try enter(server, #"{"password":"wrong kites"}"#)
            #expect(late.status == 429 && late["retry-after"].flatMap { Int($0) } ?? 0 > 0)
            // Else whoever waits would be told which is right.
            #expect(try enter(server, #"{"password":"friday kites"}"#).status == 429)
        }
    }

    @Test("The token of a player who is deleted, or signed out everywhere, opens a private server no more")
    func voidTokens() throws {
        try withServer { server in
            for path in ["/api/v1/me/sign-out", "/api/v1/me"] {
                let answer = try server.ask(
                    "POST", "/api/v1/session?token=1", fields: ["Content-Type: application/json"],
                    body: #"{"password":"friday kites"}"#)
                let name = try answer.json["player"]?["name"]?.text ?? ""
                let bearer = "Authorization: Bearer \(try answer.json["token"]?.text ?? "")"
                let fields = [bearer, "Content-Type: application/json"]
                #expect(try server.ask("GET", "/api/v1/today", fields: [bearer]).status == 200)
                let done =
                    try path.hasSuffix("me")
                    ? server.ask("DELETE", path, fields: fields, body: #"{"name":"\#(name)"}"#)
                    : server.ask("POST", path, fields: fields)
                #expect([200, 204].contains(done.status), "\(path): \(done.status)")
                for read in ["/api/v1/today", "/api/v1/rooms", "/api/v1/puzzles/guess-en-5"] {
                    let refused = try server.ask("GET", read, fields: [bearer])
                    #expect(refused.status == 403, "\(path), \(read)")
                    #expect(try refused.json["code"]?.text == "password_needed")
                }
            }
        }
    }

    @Test("A changed password is asked for after SIGHUP, and players stay; without one the old stays in force")
    func changed() throws {
        try withServer { server in
            let cookie = cookie(of: try enter(server, #"{"password":"friday kites"}"#))
            try ServerPassword.set("monday swifts", in: try DataFolder(path: server.folder))
            #expect(try enter(server, #"{"password":"monday swifts"}"#).status == 403)
            server.server.reload()
            #expect(try enter(server, #"{"password":"friday kites"}"#).status == 403)
            #expect(try enter(server, #"{"password":"monday swifts"}"#).status == 201)
            #expect(try server.ask("GET", "/api/v1/today", fields: [cookie]).status == 200)
            try FileManager.default.removeItem(atPath: server.folder + "/password")
            server.server.reload()
            #expect(try enter(server, #"{"password":"monday swifts"}"#).status == 201)
        }
    }

    @Test("A private server without a password, or with a file that is none, does not start, and says what to do")
    func noPassword() throws {
        try withFolder { data in
            let fault = #expect(throws: ConfigurationFault.self) { _ = try Entrance.password(in: data) }
            let advice = "set one with “tilerace set-password --data \(data.path)”"
            #expect(fault.map { "\($0)" } == "access: no password is set; \(advice)")
            let file = data.path + "/password"
            for text in ["", "friday kites", "14 zz zz", "21 00 \(String(repeating: "00", count: 32))", "14 00 00"] {
                try text.write(toFile: file, atomically: true, encoding: .utf8)
                #expect(throws: ConfigurationFault.self) { _ = try Entrance.password(in: data) }
            }
            for text in ["", "seven s", String(repeating: "a", count: 129)] {
                #expect(throws: ConfigurationFault.self) {
                    try ServerPassword.set(text, in: data)
                }
            }
            for text in ["eight si", String(repeating: "a", count: 128)] {
                try ServerPassword.set(text, in: data)
                #expect(try Entrance.password(in: data).isText(text) == true)
                #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains(text), "it is no text")
            }
            var status = stat()
            #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        }
    }

    @Test("Tries beyond what is worked out at once are refused, and none is lost")
    func busy() throws {
        try withFolder { data in
            try ServerPassword.set(EntranceTests.password, in: data)
            let entrance = try Entrance(.password, data, EntranceTests.logger, capacity: 2)
            let outcomes = Mutex<[Entrance.Outcome]>([])
            let done = DispatchSemaphore(value: 0)
            for number in 0..<8 {
                entrance.try(
                    .password("wrong kites \(number)"), of: ClientNetwork(bits: UInt64(number), isIPv4: true), now: 0,
                    wall: 0
                ) {
                    outcome in
                    outcomes.withLock { $0.append(outcome) }
                    done.signal()
                }
            }
            for _ in 0..<8 { done.wait() }
            let counted = outcomes.withLock { Dictionary(grouping: $0) { $0 }.mapValues(\.count) }
            #expect((counted[.busy] ?? 0) >= 1 && (counted[.wrong] ?? 0) >= 2)
            #expect((counted[.busy] ?? 0) + (counted[.wrong] ?? 0) == 8)
        }
    }
}
