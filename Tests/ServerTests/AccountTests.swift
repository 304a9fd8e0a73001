import Foundation
import Server
import TestKit
import Testing

/// Sessions and accounts over HTTP.
@Suite(.blocking) struct AccountTests {
    private static let json = "Content-Type: application/json"
    private static let origin = "Origin: http://127.0.0.1"

    private func cookie(_ answer: HTTPAnswer) throws -> String {
        "Cookie: \(try #require(answer["set-cookie"]?.split(separator: ";").first))"
    }

    @Test("A player who proves a session learns their name and since when they play", arguments: TestServer.shardCounts)
    func whoAmI(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let made = try server.ask("POST", "/api/v1/session?token=1")
        let token = try #require(made.json["token"]?.text)
        for proof in [try cookie(made), "Authorization: Bearer \(token)", "authorization: bearer \(token)"] {
            let me = try server.ask("GET", "/api/v1/me", fields: [proof])
            #expect(me.status == 200)
            #expect(try me.json["player"] == made.json["player"])
            let since = try #require(try me.json["since"]?.integer)
            #expect((TestServer.morning...TestServer.morning + 60_000).contains(since))
        }
        for fields in [[], ["Authorization: Bearer \(token)0"], ["Authorization: Basic \(token)"]] {
            let nobody = try server.ask("GET", "/api/v1/me", fields: fields)
            #expect(nobody.status == 401 && nobody["www-authenticate"] == "Bearer")
        }
    }

    @Test(
        "Every answer about an account has the form of its example in docs/protocol.md",
        arguments: TestServer.shardCounts)
    func answersAsDocumented(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let cookie = try server.guest()
        let page = try ProtocolPage()
        let examples = page.examples.filter { $0.section == "Your account" }
        let requests = [("GET", "/api/v1/me"), ("POST", "/api/v1/me/link")]
        #expect(examples.count == requests.count)
        for (example, (method, path)) in zip(examples, requests) {
            let answer = try server.ask(method, path, fields: [cookie, Self.origin]).json
            #expect(page.difference(answer, from: example.json, strictly: true) == nil)
        }
    }

    @Test("Leaving a device clears its cookie and leaves other devices signed in")
    func leaveDevice() throws {
        let server = try TestServer()
        let cookie = try server.guest()
        let left = try server.ask("DELETE", "/api/v1/session", fields: [cookie, Self.origin])
        #expect(left.status == 204 && left.body.isEmpty)
        #expect(left["set-cookie"] == "tilerace_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
        #expect(try server.ask("DELETE", "/api/v1/session").status == 204, "there was nothing to leave")
        #expect(try server.ask("GET", "/api/v1/me", fields: [cookie]).status == 200, "other devices stay")
    }

    @Test("A renewal finds who is known, and makes a guest of nobody", arguments: TestServer.shardCounts)
    func renewal(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let cookie = try server.guest()
        let renewed = try server.ask("POST", "/api/v1/session?renew=1", fields: [cookie])
        #expect(renewed.status == 200 && renewed["set-cookie"]?.contains("Max-Age=34560000") == true)
        let out = try server.ask("POST", "/api/v1/me/sign-out", fields: [cookie, Self.origin])
        #expect(out.status == 200)
        // Its answer would take the place of the new cookie.
        for fields in [[cookie], []] {
            let late = try server.ask("POST", "/api/v1/session?renew=1", fields: fields)
            #expect(late.status == 401 && late["set-cookie"] == nil)
        }
    }

    @Test("A link code makes another device the same player", arguments: TestServer.shardCounts)
    func linkDevice(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let mine = try server.guest()
        let me = try server.ask("GET", "/api/v1/me", fields: [mine]).json["player"]
        let link = try server.ask("POST", "/api/v1/me/link?scheme=https", fields: [mine, Self.origin])
        #expect(link.status == 201 && link["cache-control"] == "no-store")
        let code = try #require(link.json["code"]?.text)
        #expect(code.count == 8)
        let expires = try #require(link.json["expires"]?.integer)
        #expect((TestServer.morning + 600_000...TestServer.morning + 660_000).contains(expires))
        #expect(try link.json["qr"]?["size"]?.integer ?? 0 >= 21)
        #expect(try link.json["qr"]?["path"]?.text?.hasPrefix("M0 0h7v1h-7z") == true)
        let body = "{\"code\":\"\(code.lowercased())\"}"
        let other = try server.ask("POST", "/api/v1/link?token=1", fields: [Self.origin, Self.json], body: body)
        #expect(try other.status == 200 && other.json["player"] == me)
        #expect(try server.ask("GET", "/api/v1/me", fields: [cookie(other)]).json["player"] == me)
        let bearer = "Authorization: Bearer \(try other.json["token"]?.text ?? "")"
        #expect(try server.ask("GET", "/api/v1/me", fields: [bearer]).json["player"] == me)
        // Once.
        #expect(try server.ask("POST", "/api/v1/link", fields: [Self.json], body: body).status == 404)
    }

    @Test("A new link code voids the one before it")
    func newCode() throws {
        let server = try TestServer()
        let mine = try server.guest()
        let codes = try (0..<2).map { _ in
            try server.ask("POST", "/api/v1/me/link", fields: [mine, Self.origin]).json["code"]?.text ?? ""
        }
        let statuses = try codes.map {
            try server.ask("POST", "/api/v1/link", fields: [Self.json], body: "{\"code\":\"\($0)\"}").status
        }
        #expect(statuses == [404, 200])
        #expect(try server.ask("POST", "/api/v1/me/link?scheme=ftp", fields: [mine, Self.origin]).status == 400)
        #expect(try server.ask("POST", "/api/v1/me/link").status == 401)
    }

    @Test("Tries of link codes are refused with 429 after ten")
    func triesAreLimited() throws {
        let server = try TestServer()
        let socket = try server.connect()
        for _ in 0..<10 {
            #expect(
                try socket.ask("POST", "/api/v1/link", fields: [Self.json], body: #"{"code":"AAAAAAAA"}"#).status == 404
            )
        }
        let refused = try socket.ask("POST", "/api/v1/link", fields: [Self.json], body: #"{"code":"AAAAAAAA"}"#)
        #expect(refused.status == 429)
        #expect(refused["retry-after"].flatMap { Int($0) } ?? 0 >= 1)
    }

    @Test("A body that is not one JSON object with the right fields is refused")
    func bodiesAreReadStrictly() throws {
        let server = try TestServer()
        func post(_ body: String, _ fields: [String] = [Self.json]) throws -> Int {
            try server.ask("POST", "/api/v1/link", fields: fields, body: body).status
        }
        #expect(try post(#"{"code":"AAAAAAAA","more":[1,{}]}"#) == 404)
        #expect(try post(#"{"code":"AAAAAAAA"}"#, ["Content-Type: Application/JSON; charset=utf-8"]) == 404)
        for body in [
            "", "{", "[]", "null", #"{"code":1}"#, "{}", #"{"code":"A"}x"#, #"{"code":"A","code":"B"}"#, "code=A",
        ] {
            #expect(try post(body) == 400, "\(body)")
        }
        let types = [
            "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp",
            "application/json\u{37E}a",
        ]
        for type in types { #expect(try post(#"{"code":"AAAAAAAA"}"#, ["Content-Type: \(type)"]) == 415, "\(type)") }
        #expect(try post(#"{"code":"AAAAAAAA"}"#, []) == 415)
        #expect(try post(#"{"code":"AAAAAAAA"}"#, [Self.json, Self.json]) == 415)
        let long = #"{"code":""# + String(repeating: "A", count: 1_025) + #""}"#
        #expect(try post(long) == 413)
        #expect(try server.isHealthy)
    }

    @Test("A body in chunks is read like a whole one")
    func chunkedBody() throws {
        let server = try TestServer()
        let socket = try server.connect()
        let head = "POST /api/v1/link HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        try socket.send(head + "Transfer-Encoding: chunked\r\n\r\n8\r\n{\"code\":\r\n4\r\n\"A\"}\r\n0\r\n\r\n")
        #expect(try socket.readAnswer().status == 404)
        #expect(try socket.ask("GET", "/api/v1/health").status == 200)
    }
}
