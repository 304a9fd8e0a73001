import Server
import TestKit
import Testing

/// Requests that a page of another site might make in its visitor's name.
@Suite(.blocking) struct CrossSiteTests {
    private static let json = "Content-Type: application/json"
    private static let own = "Origin: http://127.0.0.1"
    private static let friend = "https://friend.example"
    private static let body = #"{"code":"AAAAAAAA"}"#
    /// Requests that change something for the player of the cookie, with the answer to one that is meant.
    private static let changes: [(method: String, path: String, body: String, meant: Int)] = [
        ("POST", "/api/v1/me/link", "", 201), ("DELETE", "/api/v1/session", "", 204),
        ("POST", "/api/v1/link", body, 404), ("DELETE", "/api/v1/me", #"{"name":"another"}"#, 409),
        ("POST", "/api/v1/me/sign-out", "", 200),
    ]

    private func server() throws -> TestServer { try TestServer { $0.origins = [Self.friend] } }

    @Test("A change is made for the server's own page and allowed origins only", arguments: changes)
    func ownPageOnly(method: String, path: String, body: String, meant: Int) throws {
        let server = try server()
        // Somebody else each time: who has signed out is nobody.
        func status(_ fields: [String]) throws -> Int {
            let fields = fields + (body.isEmpty ? [] : [Self.json])
            return try server.ask(method, path, fields: [try server.guest()] + fields, body: body).status
        }
        let fromHere = ["Sec-Fetch-Site: same-origin"]
        #expect(try status([Self.own]) == meant)
        #expect(try status([Self.own] + fromHere) == meant)
        #expect(try status(["Origin: \(Self.friend)", "Sec-Fetch-Site: cross-site"]) == meant)
        let foreign: [[String]] = [
            [], fromHere, ["Origin: null"], ["Origin: http://evil.example"], ["Origin: http://127.0.0.1:81"],
            ["Origin: http://127.0.0.1.evil.example"], [Self.own, "Origin: http://evil.example"], [Self.own, Self.own],
            ["Origin: "], ["Sec-Fetch-Site: cross-site"], [Self.own, "Sec-Fetch-Site: cross-site"],
            [Self.own, "Sec-Fetch-Site: same-site"], ["Referer: http://127.0.0.1/"],
        ]
        for fields in foreign { #expect(try status(fields) == 403, "\(fields)") }
    }

    /// Browsers that do not know SameSite send a form with the cookie, and never as JSON.
    @Test("A form from another site or of another type than JSON changes nothing", arguments: changes)
    func formsAreNoRequests(method: String, path: String, body: String, meant: Int) throws {
        let server = try server()
        let cookie = try server.guest()
        for type in ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "text/plain"] {
            for origin in [Self.own, "Origin: http://evil.example", "Origin: null"] {
                let form = #"{"code":"AAAAAAAA","x":"="}"#
                let answer = try server.ask(
                    method, path, fields: [cookie, origin, "Content-Type: \(type)"], body: form)
                #expect(answer.status == (origin == Self.own ? 415 : 403), "\(type) \(origin)")
            }
        }
    }

    @Test("A bearer token is accepted without an origin, and refused with a foreign one")
    func bearerToken() throws {
        let server = try server()
        let token = try server.ask("POST", "/api/v1/session?token=1").json["token"]?.text ?? ""
        for (method, path, body, meant) in Self.changes {
            let fields = ["Authorization: Bearer \(token)"] + (body.isEmpty ? [] : [Self.json])
            #expect(try server.ask(method, path, fields: fields, body: body).status == meant)
            // A page of another site does not have the token; one that does is still not ours.
            let foreign = fields + ["Origin: http://evil.example"]
            #expect(try server.ask(method, path, fields: foreign, body: body).status == 403)
        }
    }

    @Test("A page of another site gets no session")
    func noForeignSession() throws {
        let server = try server()
        for fields in [["Origin: http://evil.example"], ["Origin: null"], ["Sec-Fetch-Site: cross-site"]] {
            let answer = try server.ask("POST", "/api/v1/session", fields: fields)
            #expect(answer.status == 403 && answer["set-cookie"] == nil)
        }
        #expect(try server.ask("POST", "/api/v1/session", fields: [Self.own]).status == 201)
        #expect(try server.ask("POST", "/api/v1/session").status == 201, "programs have no origin")
    }

    @Test("The session cookie is HttpOnly, SameSite=Lax and bound to this host")
    func cookieAttributes() throws {
        let cookie = try #require(try TestServer().ask("POST", "/api/v1/session")["set-cookie"])
        let attributes = Set(cookie.split(separator: ";").dropFirst().map { $0.drop { $0 == " " } })
        #expect(attributes == ["Path=/", "Max-Age=34560000", "HttpOnly", "SameSite=Lax"])
    }

    /// Browsers let a page open a WebSocket to any site, with the cookie.
    @Test("A page of another site opens no socket")
    func noForeignSocket() throws {
        let server = try server()
        let cookie = try server.guest()
        for fields in [
            ["Origin: http://evil.example"], ["Origin: null"], ["Origin: "], [Self.own, Self.own],
            ["Origin: https://127.0.0.1.evil.example"], [Self.own, "Sec-Fetch-Site: cross-site"],
        ] {
            #expect(throws: (any Error).self, "\(fields)") {
                try WebSocketClient(server.connect(), fields: [cookie] + fields)
            }
        }
        for fields in [[Self.own], ["Origin: \(Self.friend)"], []] {
            let client = PlayerClient(try WebSocketClient(server.connect(), fields: [cookie] + fields), cookie: cookie)
            #expect(try client.ask(["type": "hello", "protocol": 1]).type == "welcome")
        }
    }

    @Test("No answer permits a page of another site to read it")
    func noForeignReading() throws {
        let server = try server()
        let cookie = try server.guest()
        for path in ["/api/v1/me", "/api/v1/today", "/api/v1/rooms"] {
            let answer = try server.ask("GET", path, fields: [cookie, "Origin: http://evil.example"])
            #expect(answer["access-control-allow-origin"] == nil)
            #expect(answer["cross-origin-resource-policy"] == "same-origin")
        }
        let preflight = ["Origin: http://evil.example", "Access-Control-Request-Method: POST"]
        let options = try server.ask("OPTIONS", "/api/v1/me/link", fields: preflight)
        #expect(!options.fields.contains { $0.name.hasPrefix("access-control") })
    }
}
