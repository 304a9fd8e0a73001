import Foundation
import Messages
import TestKit
import Testing

@testable import Server
@testable import Sessions

/// The API of the admin page: who comes in, and what a page of another site cannot do.
@Suite(.blocking) struct AdminPageTests {
    private static let json = "Content-Type: application/json"
    private static let own = "Origin: http://127.0.0.1"
    private static let field = "Tilerace-Admin: 1"
    private static let usual = [own, field, json]

    /// The key of a new link, as `tilerace admin link` prints it.
    private func key(_ server: TestServer, _ role: AdminRole = .owner) throws -> String {
        let answer = try JSONTree(parsing: ControlClient(folder: server.folder).ask(.link(role)))
        return try #require(answer["link"]?["key"]?.text)
    }

    private func open(
        _ server: TestServer, _ key: String, fields: [String] = AdminPageTests.usual
    ) throws -> HTTPAnswer {
        try server.ask("POST", "/api/v1/admin/session", fields: fields, body: "{\"key\":\"\(key)\"}")
    }

    private func cookie(_ answer: HTTPAnswer) throws -> String {
        "Cookie: \(try #require(answer["set-cookie"]?.split(separator: ";").first))"
    }

    /// The cookie of a new session.
    private func session(_ server: TestServer, _ role: AdminRole = .owner) throws -> String {
        try cookie(open(server, key(server, role)))
    }

    private func ask(
        _ server: TestServer, _ cookie: String, _ body: String, fields: [String] = AdminPageTests.usual
    ) throws -> HTTPAnswer {
        try server.ask("POST", "/api/v1/admin", fields: [cookie] + fields, body: body)
    }

    @Test("A link opens one session, whose cookie is for the API of the page alone", arguments: TestServer.shardCounts)
    func oneSession(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let key = try key(server, .moderator)
        let opened = try open(server, key)
        #expect(opened.status == 201 && opened["cache-control"] == "no-store")
        #expect(try opened.json["session"]?["role"] == "moderator")
        let line = try #require(opened["set-cookie"])
        #expect(line.hasSuffix("; Path=/api/v1/admin; HttpOnly; SameSite=Strict"))
        let token = try #require(cookie(opened).split(separator: "=").last)
        #expect(!String(decoding: opened.body, as: UTF8.self).contains(token))
        let again = try open(server, key)
        #expect(try again.status == 403 && again.json["code"] == "bad_link")
        let mine = try cookie(opened)
        let session = try server.ask("GET", "/api/v1/admin/session", fields: [mine, Self.field])
        #expect(try session.status == 200 && session.json["session"]?["number"] == opened.json["session"]?["number"])
        #expect(try server.ask("GET", "/api/v1/admin/session", fields: [Self.field]).status == 401)
        let left = try server.ask("DELETE", "/api/v1/admin/session", fields: [mine, Self.own, Self.field])
        #expect(left.status == 204 && left["set-cookie"]?.contains("Max-Age=0") == true)
        let late = try ask(server, mine, #"{"do":"bans"}"#)
        #expect(try late.status == 401 && late.json["code"] == "no_session")
        let log = try JSONTree(parsing: ControlClient(folder: server.folder).ask(.acts(before: nil)))
        let acts = (log["acts"]?.elements ?? []).map { [$0["actor"]?.text, $0["verb"]?.text, $0["subject"]?.text] }
        #expect(
            acts == [
                ["moderator 1", "sign-out", ""], ["moderator 1", "open-session", ""],
                ["command", "link", "moderator 1"],
            ])
    }

    @Test("Looking at the figures does not keep a session open, and a request does")
    func idle() throws {
        let server = try TestServer()
        let mine = try session(server)
        func used() throws -> Int? {
            let answer = try JSONTree(parsing: ControlClient(folder: server.folder).ask(.sessions))
            return answer["sessions"]?.elements.first?["used"]?.integer
        }
        let before = try #require(try used())
        for _ in 0..<5 {
            #expect(try server.ask("GET", "/api/v1/admin/figures", fields: [mine, Self.field]).status == 200)
        }
        #expect(try used() == before)
        // The clock of the server goes by itself.
        var now = before
        for _ in 0..<2_000 where now == before {
            #expect(try server.ask("GET", "/api/v1/admin/session", fields: [mine, Self.field]).status == 200)
            now = try used() ?? before
        }
        #expect(now > before)
    }

    @Test("An owner is told how many words are left out, and a moderator is not")
    func leftOut() throws {
        let file = NSTemporaryDirectory() + "tilerace-left-out-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data("# rude\nzzzzz\nqqqqq\n".utf8).write(to: URL(filePath: file))
        let server = try TestServer { $0.wordsLeftOut = file }
        #expect(try open(server, key(server)).json["left_out"]?.integer == 2)
        #expect(try open(server, key(server, .moderator)).json["left_out"] == nil)
    }

    @Test("A moderator gives a player a name, by the rules of names")
    func rename() throws {
        let server = try TestServer()
        let client = try server.player()
        let id = try #require(
            try server.ask("GET", "/api/v1/me", fields: [client.cookie]).json["player"]?["id"]?.text)
        let mine = try session(server, .moderator)
        for (name, status, code) in [("x", 400, "bad_name"), ("a\u{202E}b", 400, "bad_name")] {
            let refused = try ask(server, mine, #"{"do":"rename","player":"\#(id)","name":"\#(name)"}"#)
            #expect(try refused.status == status && refused.json["code"]?.text == code)
        }
        let answer = try ask(server, mine, #"{"do":"rename","player":"\#(id)","name":"Noor"}"#)
        #expect(try answer.status == 200 && answer.json["reset"]?["name"] == "Noor")
    }

    @Test("The cookie is Secure where the client's connection is, and obeys the path of the site")
    func cookieFields() throws {
        let server = try TestServer {
            $0.publicAddress = "https://play.example/games/tilerace"
            $0.trustedProxies = ["127.0.0.0/8"].compactMap { AddressBlock($0) }
        }
        let fields = ["Origin: https://play.example", "X-Forwarded-Proto: https", "X-Forwarded-For: 10.0.0.1"]
        let opened = try open(server, key(server), fields: fields + [Self.field, Self.json])
        let line = try #require(opened["set-cookie"])
        #expect(line.hasSuffix("; Path=/games/tilerace/api/v1/admin; HttpOnly; SameSite=Strict; Secure"))
    }

    @Test("A request from another page, without the field, or without a session is refused")
    func otherPages() throws {
        let server = try TestServer { $0.origins = ["https://friend.example"] }
        let mine = try session(server)
        let key = try key(server)
        #expect(try ask(server, mine, #"{"do":"bans"}"#).status == 200)
        let foreign: [[String]] = [
            [Self.own, Self.json], [Self.field, Self.json], ["Origin: https://friend.example", Self.field, Self.json],
            ["Origin: null", Self.field, Self.json], [Self.own, Self.own, Self.field, Self.json],
            [Self.own, "Sec-Fetch-Site: cross-site", Self.field, Self.json],
            [Self.own, "Sec-Fetch-Site: same-site", Self.field, Self.json],
            [Self.own, "Tilerace-Admin: 0", Self.json], [Self.own, Self.field, Self.field, Self.json],
        ]
        for fields in foreign {
            #expect(try ask(server, mine, #"{"do":"withdraw"}"#, fields: fields).status == 403, "\(fields)")
            #expect(try open(server, key, fields: fields).status == 403, "\(fields)")
            let delete = fields.filter { $0 != Self.json }
            #expect(
                try server.ask("DELETE", "/api/v1/admin/session", fields: [mine] + delete).status == 403, "\(fields)")
        }
        #expect(try server.ask("GET", "/api/v1/admin/figures", fields: [mine]).status == 403)
        #expect(
            try server.ask(
                "GET", "/api/v1/admin/figures", fields: [mine, Self.field, "Sec-Fetch-Site: cross-site"]
            ).status == 403)
        #expect(try ask(server, mine, #"{"do":"bans"}"#).status == 200, "the session is there still")
        #expect(try open(server, key).status == 201, "and so is the link")
        let player = try server.guest()
        #expect(try ask(server, player, #"{"do":"bans"}"#).status == 401, "a player's cookie opens nothing")
        for type in ["text/plain", "application/x-www-form-urlencoded"] {
            let fields = [Self.own, Self.field, "Content-Type: \(type)"]
            #expect(try ask(server, mine, #"{"do":"withdraw"}"#, fields: fields).status == 415)
        }
    }

    @Test("A moderator's session may do what moderators may, and nobody's makes links")
    func roles() throws {
        let server = try TestServer()
        let (owner, moderator) = (try session(server), try session(server, .moderator))
        for request in ["host-words", "acts", "sessions", "end-sessions"] {
            let refused = try ask(server, moderator, #"{"do":"\#(request)"}"#)
            #expect(try refused.status == 403 && refused.json["code"] == "not_allowed", "\(request)")
        }
        #expect(try ask(server, owner, #"{"do":"link","role":"owner"}"#).status == 403)
        #expect(try ask(server, moderator, #"{"do":"announce","text":"Cups at six"}"#).status == 200)
        let acts = try ask(server, owner, #"{"do":"acts"}"#).json["acts"]?.elements ?? []
        #expect(acts.first?["actor"]?.text == "moderator 3" && acts.first?["verb"] == "announce")
        #expect(acts.compactMap { $0["verb"]?.text }.filter { $0 == "open-session" }.count == 2)
    }

    @Test("Sessions end by the clock, by the machine, and with the server")
    func ends() throws {
        let server = try TestServer()
        let mine = try session(server)
        let other = try session(server, .moderator)
        let ended = try ControlClient(folder: server.folder).ask(.endSessions(1))
        #expect(try JSONTree(parsing: ended)["ended"]?.integer == 1)
        #expect(try ask(server, mine, #"{"do":"bans"}"#).status == 401)
        #expect(try ask(server, other, #"{"do":"bans"}"#).status == 200)
        server.stop()
        let again = try TestServer(folder: server.folder)
        #expect(try ask(again, other, #"{"do":"bans"}"#).status == 401)
    }

    @Test("Wrong keys are refused, 10 a minute from an address")
    func wrongKeys() throws {
        let server = try TestServer()
        let key = try key(server)
        for number in 0..<10 {
            let refused = try open(server, String(repeating: "\(number)", count: 64))
            #expect(try refused.status == 403 && refused.json["code"] == "bad_link")
        }
        let late = try open(server, key)
        #expect(late.status == 429 && late["retry-after"] != nil)
    }

    @Test("A session that asks too often is answered 429, and requests that cannot be read 400")
    func faults() throws {
        let server = try TestServer()
        let mine = try session(server)
        for body in ["", "{", "[]", #"{"do":"fly"}"#, #"{"do":"announce","text":"a\u202eb"}"#] {
            #expect(try ask(server, mine, body).status == 400, "\(body)")
        }
        let codes = try (0..<40).map { _ in try ask(server, mine, #"{"do":"announce","text":"Cups"}"#).status }
        #expect(codes.first == 200 && codes.last == 429)
    }

    @Test("A banned player is shut out of sockets and of the API, but for their export and deletion")
    func banned() throws {
        let server = try TestServer()
        let client = try server.player()
        let me = try server.ask("GET", "/api/v1/me", fields: [client.cookie]).json
        let id = try #require(me["player"]?["id"]?.text)
        let mine = try session(server, .moderator)
        let answer = try ask(server, mine, #"{"do":"ban","player":"\#(id)"}"#)
        #expect(try answer.json["changed"] == true)
        #expect(try client.closeCode() == 4502)
        for (method, path) in [
            ("POST", "/api/v1/session"), ("GET", "/api/v1/me"), ("POST", "/api/v1/me/link"),
            ("POST", "/api/v1/me/sign-out"), ("GET", "/api/v1/me/statistics"), ("GET", "/api/v1/me/games"),
        ] {
            let refused = try server.ask(method, path, fields: [client.cookie, Self.own])
            #expect(try refused.status == 403 && refused.json["code"] == "banned", "\(path)")
            #expect(refused["set-cookie"] == nil, "no other player for this browser")
        }
        let socket = PlayerClient(try WebSocketClient(server.connect(), fields: [client.cookie]), cookie: client.cookie)
        #expect(try socket.ask(["type": "hello", "protocol": 1]).code == "banned")
        #expect(try socket.closeCode() == 4502)
        let export = try server.ask("GET", "/api/v1/me/export", fields: [client.cookie])
        #expect(try export.status == 200 && export.json["banned"] != nil)
        #expect(try ask(server, mine, #"{"do":"unban","player":"\#(id)"}"#).status == 200)
        #expect(try server.ask("POST", "/api/v1/session", fields: [client.cookie]).status == 200)
        _ = try ask(server, mine, #"{"do":"ban","player":"\#(id)"}"#)
        let name = me["player"]?["name"]?.text ?? ""
        let gone = try server.ask(
            "DELETE", "/api/v1/me", fields: [client.cookie, Self.own, Self.json], body: "{\"name\":\"\(name)\"}")
        #expect(gone.status == 204)
    }

    @Test("The page and its parts are served to everybody, and know nothing")
    func page() throws {
        let server = try TestServer()
        for path in ["/admin", "/admin/"] {
            let page = try server.ask("GET", path)
            #expect(page.status == 200 && page["content-security-policy"]?.contains("script-src 'self'") == true)
            let text = String(decoding: page.body, as: UTF8.self)
            #expect(text.contains("/v/") && text.contains("/admin/admin.js\""))
        }
        let figures = try server.ask("GET", "/api/v1/admin/figures", fields: [session(server), Self.field])
        #expect(try figures.status == 200 && figures.json["sockets"]?.integer == 0)
    }
}
