import Server
import TestKit
import Testing

@testable import Server

/// Limits by address over real sockets, with and without a proxy in front.
@Suite(.blocking) struct ProxyTests {
    private func server(_ change: (inout ServerConfiguration) -> Void) throws -> TestServer {
        try TestServer { configuration in
            configuration.trustedProxies = ["127.0.0.0/8"].compactMap { AddressBlock($0) }
            change(&configuration)
        }
    }

    /// Returns the number of requests that are answered until one is refused. The bucket fills meanwhile, by one a
    /// second.
    private func answered(_ ask: () throws -> HTTPAnswer) throws -> Int {
        for count in 0..<60 where try ask().status == 429 { return count }
        return 60
    }

    /// Whether a client that has used up its requests is known: of two in a row, at least one comes too early.
    private func isKnown(_ ask: () throws -> HTTPAnswer) throws -> Bool { try answered(ask) < 5 }

    @Test("Requests of one address are limited, whatever they ask for")
    func requests() throws {
        let server = try TestServer { $0.requestsPerSecond = 1 }
        // Over several connections, of any kind and whatever comes of them: ten at once.
        let paths = ["/", "/api/v1/health", "/nothing", "/style.css", "/api/v1/socket"]
        var next = 0
        let clock = ContinuousClock()
        let began = clock.now
        let count = try answered {
            next += 1
            return try server.ask("GET", paths[next % 5])
        }
        let seconds = Int((clock.now - began).components.seconds)
        #expect((10...11 + seconds).contains(count), "\(count) in \(seconds) s")
        let socket = try server.connect()
        #expect(try isKnown { try socket.ask("GET", "/api/v1/health") }, "a refused request ends no connection")
        #expect(try isKnown { try server.ask("GET", "/api/v1/socket", fields: WebSocketClient.handshake) })
    }

    @Test("A refusal with 429 says when to come back")
    func retryAfter() throws {
        let server = try TestServer { $0.requestsPerSecond = 1 }
        let socket = try server.connect()
        var refusal: HTTPAnswer?
        for _ in 0..<60 where refusal?.status != 429 { refusal = try socket.ask("GET", "/api/v1/health") }
        #expect(refusal?.status == 429 && refusal?["retry-after"] == "1")
        #expect(refusal?["content-type"] == "application/problem+json")
    }

    @Test("Clients behind a trusted proxy are limited one by one")
    func clientsBehindAProxy() throws {
        let server = try server { $0.requestsPerSecond = 1 }
        let socket = try server.connect()
        for client in ["192.0.2.1", "192.0.2.2", "2001:db8::1"] {
            let ask = { (field: String) in
                try socket.ask("GET", "/api/v1/health", fields: ["X-Forwarded-For: \(field)"])
            }
            #expect(try answered { try ask(client) } >= 10)
            // What it claims about itself stands before what the proxy says.
            #expect(try isKnown { try ask("203.0.113.9, \(client)") })
        }
    }

    @Test("X-Forwarded-For of a client that is no trusted proxy is ignored")
    func untrustedProxy() throws {
        let server = try TestServer { $0.guestsPerMinute = 2 }
        let statuses = try (0..<4).map { index in
            try server.ask("POST", "/api/v1/session", fields: ["X-Forwarded-For: 192.0.2.\(index)"]).status
        }
        #expect(statuses == [201, 201, 429, 429])
    }

    @Test("New guests behind a trusted proxy are limited one by one")
    func guestsBehindAProxy() throws {
        let server = try server { $0.guestsPerMinute = 1 }
        for client in ["192.0.2.1", "192.0.2.2"] {
            let field = "X-Forwarded-For: \(client)"
            #expect(try server.ask("POST", "/api/v1/session", fields: [field]).status == 201)
            #expect(try server.ask("POST", "/api/v1/session", fields: [field]).status == 429)
        }
    }

    @Test("Sockets behind a trusted proxy are limited one by one")
    func socketsBehindAProxy() throws {
        let server = try server { $0.connectionsPerAddress = 2 }
        let open = { (client: String) in
            try WebSocketClient(server.connect(), fields: ["X-Forwarded-For: \(client)"])
        }
        let first = try [open("192.0.2.1"), open("192.0.2.1")]
        #expect(throws: SocketClientError.badAnswer("503")) { try open("192.0.2.1") }
        let other = try open("192.0.2.2")
        // The proxy itself has as many connections as it needs.
        let plain = try (0..<5).map { _ in try server.connect() }
        for socket in plain { #expect(try socket.ask("GET", "/api/v1/health").status == 200) }
        // One that goes makes room for another.
        try first[0].send(frame: .close, [3, 232])
        #expect(try first[0].end() == .closed(1000, reason: ""))
        #expect(try first[0].socket.readToEnd() == [])
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(5)
        var again: WebSocketClient?
        // The server may hear of the end a moment after we have.
        while again == nil, clock.now < deadline {
            do { again = try open("192.0.2.1") } catch SocketClientError.badAnswer("503") { continue }
        }
        #expect(again != nil)
        withExtendedLifetime((first, other)) {}
    }

    @Test("A client that reaches the proxy over https gets a Secure cookie")
    func secureCookies() throws {
        let server = try server { _ in }
        let secure = ["X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https"]
        let answer = try server.ask("POST", "/api/v1/session", fields: secure)
        #expect(answer["set-cookie"]?.hasSuffix("HttpOnly; SameSite=Lax; Secure") == true)
        #expect(answer["strict-transport-security"] == nil, "that is the proxy's to say")
        let plain = try server.ask("POST", "/api/v1/session", fields: ["X-Forwarded-For: 192.0.2.1"])
        #expect(plain["set-cookie"]?.hasSuffix("HttpOnly; SameSite=Lax") == true)
        // The page of a secure client came over TLS, or is another's.
        let origin = "Origin: http://127.0.0.1"
        #expect(try server.ask("POST", "/api/v1/session", fields: secure + [origin]).status == 403)
        #expect(try server.ask("POST", "/api/v1/session", fields: [origin]).status == 201)
    }
}
