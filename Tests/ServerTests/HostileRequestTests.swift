import Foundation
import Server
import TestKit
import Testing

/// Bad HTTP over real sockets: each gets its status, and the server goes on.
@Suite(.blocking) struct HostileRequestTests {
    /// The answer to bytes that may not be a request.
    private func answer(to text: String, _ server: TestServer) throws -> HTTPAnswer {
        let socket = try server.connect()
        try socket.send(text)
        return try socket.readAnswer()
    }

    @Test("A request that is too long is refused before it is read")
    func tooLong() throws {
        let server = try TestServer()
        let header = "GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 100_000)
        #expect(try answer(to: header, server).status == 431)
        let many = String(repeating: "X: y\r\n", count: 101)
        #expect(try answer(to: "GET / HTTP/1.1\r\nHost: a\r\n\(many)\r\n", server).status == 431)
        #expect(try answer(to: "GET /" + String(repeating: "x", count: 9_000), server).status == 414)
        func post(_ length: Int, _ body: String = "") -> String {
            "POST /api/v1/session HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n\(body)"
        }
        #expect(try answer(to: post(1_025), server).status == 413)
        #expect(try answer(to: post(1_024, String(repeating: "x", count: 1_024)), server).status == 201)
        #expect(try server.isHealthy)
    }

    private static let malformed: [(String, Int)] = [
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        ("GET / HTTP/1.1\nHost: a\n\n", 400), ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1}\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400), ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
        ("BREW / HTTP/1.1\r\nHost: a\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
    ]

    @Test("A malformed request gets its status, and the connection ends", arguments: malformed)
    func malformedRequests(text: String, status: Int) throws {
        let server = try TestServer()
        let socket = try server.connect()
        try socket.send(text)
        let answer = try socket.readAnswer()
        #expect(answer.status == status)
        #expect(answer["content-type"] == "application/problem+json")
        #expect(try answer.json["status"]?.integer == status)
        #expect(try socket.readToEnd() == [])
        #expect(try server.isHealthy)
    }

    /// The time to compare such texts as UTF-8 grows by the square of their marks. Eight such cookies a second kept the
    /// hub busy.
    @Test("Combining marks without end are bytes in a field, and refused in an address")
    func endlessMarks() throws {
        let server = try TestServer()
        let marks = String(repeating: "\u{301}", count: 8_000) + String(repeating: "\u{323}", count: 7_000)
        let start = ContinuousClock.now
        for field in ["Cookie: \(marks)=1", "If-None-Match: \(marks)", "Origin: \(marks)", "X: \(marks)"] {
            for _ in 0..<10 {
                #expect(try answer(to: "GET /api/v1/me HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n", server).status == 401)
            }
        }
        // It took 0.1 s for each comparison.
        #expect(ContinuousClock.now - start < .seconds(3))
        let escaped = String(repeating: "%CC%81", count: 600) + String(repeating: "%CC%A3", count: 600)
        for path in ["/\(escaped)", "/api/v1/\(escaped)", "/api/v1/today?\(escaped)", "/api/v1/today?a=\(escaped)"] {
            let refused = try answer(to: "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n", server)
            #expect(refused.status == 400, "\(path.prefix(20))")
        }
        // What stands behind the question mark of a page is the page's own affair.
        #expect(try answer(to: "GET /?a=\(escaped) HTTP/1.1\r\nHost: a\r\n\r\n", server).status == 200)
        #expect(try server.isHealthy)
    }

    private static let paths: [(String, Int)] = [
        ("/../Package.swift", 400), ("/%2e%2e/Package.swift", 400), ("/..%2fPackage.swift", 400),
        ("/components/../index.html", 400), ("/%00", 400), ("/%zz", 400), ("/index.html%00.js", 400),
        ("//etc/passwd", 404), ("/etc/passwd", 404), ("/seed", 404), ("/tests/", 404), ("/api/v1/nothing", 404),
        ("/api/v1/puzzles/guess-en-5/2026-02-30", 404), ("/api/v1/leaderboards/guess-en-5/2026-11-21?limit=0", 400),
        ("/api/v1/leaderboards/guess-en-5/2026-11-21?room=22222", 404),
        ("/api/v1/leaderboards/guess-en-5/2026-11-21?after=1-1", 400),
        ("/api/v1/leaderboards/guess-en-5/2026-11-21?after=" + String(repeating: "0", count: 80), 400),
        ("/api/v1/leaderboards/guess-en-5/2026-11-21?room=%00%ff", 400),
        ("/api/v1/leaderboards/guess-en-5/2026-11-21?room=%C3%A4%4", 400),
        ("/api/v1/leaderboards/guess-en-5/2026-11-21?x=%ff&limit=2", 400),
        ("/api/v1/leaderboards/guess-en-5/2026-11-21?room=%00", 404), ("/nothing?%ff", 404),
        ("/metrics", 404), ("/jsconfig.json", 404),
        ("/api/v1/leaderboards/x/y?" + String(repeating: "a&", count: 63) + "a", 404),
        ("/api/v1/leaderboards/x/y?" + String(repeating: "a&", count: 64) + "a", 400),
    ]

    @Test("A hostile path leads nowhere", arguments: paths)
    func hostilePaths(path: String, status: Int) throws {
        let server = try TestServer()
        let answer = try server.ask("GET", path)
        #expect(answer.status == status)
        #expect(answer["content-type"] == "application/problem+json")
        #expect(try server.isHealthy)
    }

    /// Ways to write a path that lead up or elsewhere where something takes them apart once too often.
    private static let ways = [
        "../seed", "..%2fseed", "%2e%2e/seed", "%2e%2e%2fseed", ".%2e/seed", "%252e%252e/seed", "%252e%252e%252fseed",
        "..%5cseed", "..\\seed", "%c0%ae%c0%ae/seed", "..%c0%afseed", "%e0%80%ae%e0%80%ae/seed", "....//seed",
        "..;/seed", "..%00/seed", "%ef%bc%8e%ef%bc%8e/seed", "../../../../../../../../etc/passwd",
        "..%2f..%2f..%2f..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd", "/etc/passwd", "file:///etc/passwd",
    ]

    @Test("No way of writing a path leads out of the folders that are served", arguments: ways)
    func traversal(way: String) throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/acme", withIntermediateDirectories: false)
        let server = try TestServer(folder: folder) { $0.acmeChallenges = folder + "/acme" }
        for start in ["/", "/components/", "/v/", "/.well-known/acme-challenge/", "/api/v1/"] {
            let answer = try server.ask("GET", start + way)
            #expect([400, 404].contains(answer.status), "\(start)\(way)")
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(!text.contains("070707") && !text.contains("root:"), "\(start)\(way)")
        }
        #expect(try server.isHealthy)
        server.stop()
    }

    private static let methods: [(String, String, String)] = [
        ("POST", "/api/v1/health", "GET, HEAD, OPTIONS"), ("GET", "/api/v1/session", "POST, DELETE, OPTIONS"),
        ("PUT", "/", "GET, HEAD, OPTIONS"), ("DELETE", "/api/v1/today", "GET, HEAD, OPTIONS"),
        ("POST", "/api/v1/socket", "GET, OPTIONS"),
    ]

    @Test("A method that a resource does not have is refused with 405", arguments: methods)
    func otherMethods(method: String, path: String, allow: String) throws {
        let server = try TestServer()
        let answer = try server.ask(method, path)
        #expect(answer.status == 405)
        #expect(answer["allow"] == allow)
    }

    @Test("Pipelined requests are answered in order")
    func pipelined() throws {
        let server = try TestServer()
        let socket = try server.connect()
        let paths = ["/api/v1/health", "/nothing", "/api/v1/today", "/style.css", "/api/v1/health"]
        try socket.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        #expect(try paths.map { _ in try socket.readAnswer().status } == [200, 404, 200, 200, 200])
        // And on the same connection again, after the burst.
        #expect(try socket.ask("GET", "/api/v1/health").status == 200)
    }

    @Test("Requests are answered after the client has closed its side")
    func halfClosed() throws {
        let server = try TestServer()
        let socket = try server.connect()
        socket.patience = 3_000
        let paths = ["/api/v1/health", "/api/v1/today", "/nothing"]
        try socket.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
        socket.finishSending()
        #expect(try paths.map { _ in try socket.readAnswer().status } == [200, 200, 404])
        #expect(try socket.readToEnd() == [])
    }

    @Test("A client that sends one request and closes its side is answered and closed")
    func oneRequest() throws {
        let server = try TestServer()
        let socket = try server.connect()
        socket.patience = 3_000
        try socket.send("GET /api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n")
        socket.finishSending()
        #expect(try socket.readAnswer().status == 200)
        #expect(try socket.readToEnd() == [])
    }

    @Test("HEAD and a matching If-None-Match are answered without a body")
    func noBody() throws {
        let server = try TestServer()
        let socket = try server.connect()
        let page = try socket.ask("GET", "/")
        let tag = try #require(page["etag"])
        let head = try socket.ask("HEAD", "/")
        #expect(head.status == 200)
        #expect(head["content-length"] == String(page.body.count))
        #expect(head["etag"] == tag)
        #expect(try socket.ask("GET", "/", fields: ["If-None-Match: \(tag)"]).status == 304)
        #expect(try socket.ask("GET", "/", fields: ["If-None-Match: \"x\", W/\(tag)"]).status == 304)
        #expect(try socket.ask("HEAD", "/", fields: ["If-None-Match: *"]).status == 304)
        #expect(try socket.ask("GET", "/", fields: ["If-None-Match: \"x\""]).body == page.body)
        // HEAD of what is refused has no body either: the next answer would begin in it.
        #expect(try socket.ask("HEAD", "/api/v1/socket").status == 405)
        try socket.send("HEAD / HTTP/1.1\r\nHost: a b\r\n\r\n")
        #expect(try socket.readAnswer(hasBody: false).status == 400)
        #expect(try socket.readToEnd() == [])
    }

    @Test("A connection above the limit is refused with 503")
    func tooManyConnections() throws {
        let server = try TestServer { $0.connections = 3 }
        let held = try (0..<3).map { _ in try server.connect() }
        for socket in held { #expect(try socket.ask("GET", "/api/v1/health").status == 200) }
        let fourth = try server.connect().readAnswer()
        #expect(fourth.status == 503)
        #expect(fourth["retry-after"] != nil)
        for socket in held { #expect(try socket.ask("GET", "/api/v1/health").status == 200) }
    }

    @Test("One address has a limit of connections of its own")
    func perAddress() throws {
        let server = try TestServer { $0.connectionsPerAddress = 2 }
        let held = try (0..<2).map { _ in try server.connect() }
        defer { withExtendedLifetime(held) {} }
        for socket in held { #expect(try socket.ask("GET", "/api/v1/health").status == 200) }
        #expect(try server.connect().readAnswer().status == 503)
    }

    @Test("New guests of one address are limited, known players are not")
    func guests() throws {
        let server = try TestServer { $0.guestsPerMinute = 2 }
        let cookie = try server.guest()
        _ = try server.guest()
        let third = try server.ask("POST", "/api/v1/session")
        #expect(third.status == 429)
        #expect((third["retry-after"].flatMap { Int($0) } ?? 0) >= 1)
        #expect(try server.ask("POST", "/api/v1/session", fields: [cookie]).status == 200, "who is known comes in")
    }
}
