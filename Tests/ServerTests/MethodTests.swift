import Server
import TestKit
import Testing

/// The methods of each resource (RFC 9110 section 9).
@Suite(.blocking) struct MethodTests {
    private static let read = "GET, HEAD, OPTIONS"
    private static let resources: [(path: String, allow: String)] = [
        ("/", read), ("/style.css", read), ("/room/KYTE7", read), ("/metrics", read), ("/api/v1/health", read),
        ("/api/v1/today", read), ("/api/v1/puzzles/guess-en-5/2026-11-21", read),
        ("/api/v1/leaderboards/guess-en-5/2026-11-21", read), ("/api/v1/session", "POST, DELETE, OPTIONS"),
        ("/api/v1/me", "GET, HEAD, DELETE, OPTIONS"), ("/api/v1/privacy", read),
        ("/api/v1/me/export", read), ("/api/v1/me/sign-out", "POST, OPTIONS"), ("/api/v1/me/link", "POST, OPTIONS"),
        ("/api/v1/link", "POST, OPTIONS"),
        ("/api/v1/socket", "GET, OPTIONS"),
    ]

    @Test("A resource allows its methods, refuses the others with 405 and names them to OPTIONS", arguments: resources)
    func methods(path: String, allow: String) throws {
        let server = try TestServer { $0.metrics = true }
        let socket = try server.connect()
        let options = try socket.ask("OPTIONS", path)
        #expect(options.status == 204 && options["allow"] == allow && options["content-length"] == nil)
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE"] {
            guard path != "/api/v1/socket" || method != "GET" else { continue }
            let answer = try socket.ask(method, path)
            let isAllowed = allow.split(separator: ", ").contains { $0 == method }
            #expect((answer.status == 405) == !isAllowed, "\(method) \(path): \(answer.status)")
            #expect(answer["allow"] == (isAllowed ? nil : allow))
        }
        for method in ["BREW", "get", "PROPFIND"] { #expect(try server.ask(method, path).status == 501) }
        #expect(try server.isHealthy)
    }

    @Test("An unknown address gets 404 whatever the method")
    func notFound() throws {
        let socket = try TestServer().connect()
        for method in ["GET", "POST", "OPTIONS", "DELETE"] { #expect(try socket.ask(method, "/nothing").status == 404) }
    }

    @Test("OPTIONS for the whole server names all methods")
    func wholeServer() throws {
        let server = try TestServer()
        for target in ["*", "http://any.example", "http://any.example:80"] {
            let answer = try server.ask("OPTIONS", target)
            #expect(answer.status == 204 && answer["allow"] == "GET, HEAD, POST, DELETE, OPTIONS")
        }
    }

    @Test("CONNECT is refused, and nothing after it is read")
    func nothingIsTunnelled() throws {
        let server = try TestServer()
        let socket = try server.connect()
        // What follows is for the other end of the tunnel, and no request.
        try socket.send(
            "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: a\r\n\r\nGET /api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n")
        let answer = try socket.readAnswer()
        #expect(answer.status == 405 && answer["connection"] == "close")
        #expect(try socket.readToEnd() == [])
        #expect(try server.ask("CONNECT", "127.0.0.1").status == 400)
        #expect(try server.isHealthy)
    }

    @Test("A request in absolute form is served")
    func absoluteForm() throws {
        let socket = try TestServer().connect()
        #expect(try socket.ask("GET", "http://play.example/api/v1/health").status == 200)
        #expect(try socket.ask("GET", "https://play.example:8443/style.css?x").status == 200)
    }

    @Test("A client that expects 100-continue gets it while the server waits for the body")
    func interimAnswers() throws {
        let server = try TestServer()
        let socket = try server.connect()
        try socket.send("POST /api/v1/session HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        #expect(try socket.readAnswer().status == 100)
        try socket.send("{}")
        #expect(try socket.readAnswer().status == 201)
        try socket.send(
            "POST /api/v1/session HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n")
        #expect(try socket.readAnswer().status == 100)
        try socket.send("2\r\n{}\r\n0\r\n\r\n")
        #expect(try socket.readAnswer().status == 201)
        // Nothing to wait for: no interim answer.
        #expect(try socket.ask("GET", "/api/v1/health", fields: ["Expect: 100-continue"]).status == 200)
        // HTTP/1.0 knows none.
        try socket.send("POST /api/v1/session HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}")
        #expect(try socket.readAnswer().status == 201)
        #expect(try server.ask("GET", "/", fields: ["Expect: the unexpected"]).status == 417)
    }

    @Test("A connection lasts until one side asks for its end")
    func persistence() throws {
        let server = try TestServer()
        let kept = try server.connect()
        for _ in 0..<3 { #expect(try kept.ask("GET", "/api/v1/health")["connection"] == nil) }
        #expect(try kept.ask("GET", "/api/v1/health", fields: ["Connection: Close"])["connection"] == "close")
        #expect(try kept.readToEnd() == [])
        let old = try server.connect()
        try old.send("GET /api/v1/health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        #expect(try old.readAnswer().status == 200)
        try old.send("GET /api/v1/health HTTP/1.0\r\n\r\n")
        #expect(try old.readAnswer()["connection"] == "close")
        #expect(try old.readToEnd() == [])
    }
}
