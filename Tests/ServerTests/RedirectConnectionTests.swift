import HTTP1
import TestKit
import Testing

@testable import Server

@Suite(.blocking) struct RedirectConnectionTests {
    private func redirecting(requestsPerSecond: Int = 1_000) throws -> (TestServer, UInt16) {
        let certificate = try TestCertificate(names: ["DNS:play.test.example", "DNS:localhost", "IP:127.0.0.1"])
        let server = try TestServer {
            $0.tlsCertificates = [certificate.certificate]
            $0.tlsKeys = [certificate.key]
            $0.tlsRedirectPort = 0
            $0.requestsPerSecond = requestsPerSecond
        }
        return (server, try #require(server.server.redirectPort))
    }

    private func ask(_ server: (TestServer, UInt16), _ request: String) throws -> HTTPAnswer {
        let client = try SocketClient(port: server.1, owner: server.0)
        try client.send(request)
        return try client.readAnswer()
    }

    @Test("Every address is redirected to the same one under https")
    func redirect() throws {
        let server = try redirecting()
        let port = server.0.server.port
        for (host, name) in [
            ("localhost", "localhost"), ("play.test.example:80", "play.test.example"), ("127.0.0.1:8080", "127.0.0.1"),
        ] {
            let answer = try ask(server, "GET /a%20b?c=d&e HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(answer.status == 308)
            #expect(answer["location"] == "https://\(name):\(port)/a%20b?c=d&e")
            #expect(answer["strict-transport-security"] == nil)
        }
        let post = try ask(server, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi")
        #expect(post.status == 308)
    }

    /// RFC 9110 section 10.1.1: a client must not wait in vain for leave to send its body.
    @Test("A client that expects 100-continue is redirected at once")
    func expectContinue() throws {
        let server = try redirecting()
        let fields = "Host: localhost\r\nContent-Length: 2\r\nExpect: 100-continue"
        let answer = try ask(server, "POST /a HTTP/1.1\r\n\(fields)\r\n\r\n")
        #expect(answer.status == 308)
        #expect(answer["location"] == "https://localhost:\(server.0.server.port)/a")
        #expect(answer["connection"] == "close")
    }

    @Test("Requests to the plain port are limited too")
    func requestRate() throws {
        let server = try redirecting(requestsPerSecond: 1)
        var statuses: [Int] = []
        // Ten at once; a token comes back every second, so on a slow machine some more are let through.
        while statuses.last != 429, statuses.count < 60 {
            statuses.append(try ask(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").status)
        }
        #expect(statuses.count > 10 && statuses.last == 429)
        #expect(statuses.dropLast().allSatisfy { $0 == 308 })
    }

    @Test("A request for a host that is not the server's is refused, not redirected")
    func foreignHost() throws {
        let server = try redirecting()
        for host in ["evil.example", "localhost.evil.example", "127.0.0.2", "[::1]:80"] {
            let answer = try ask(server, "GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
            #expect(answer.status == 421 && answer["location"] == nil, "\(host)")
        }
        let absolute = try ask(server, "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(absolute.status == 421 && absolute["location"] == nil)
        #expect(try ask(server, "GET / HTTP/1.1\r\n\r\n").status == 400)
        #expect(try ask(server, "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n").status == 421)
        #expect(try ask(server, "nonsense\r\n\r\n").status == 400)
    }
}
