import Foundation
import Server
import TestKit
import Testing

/// The fields of every answer, and the page that a human sees of an error.
@Suite(.blocking) struct AnswerFieldTests {
    @Test("Every answer has the security fields")
    func securityFields() throws {
        let server = try TestServer { $0.metrics = true }
        for (method, path) in [
            ("GET", "/"), ("GET", "/style.css"), ("GET", "/nothing"), ("GET", "/api/v1/health"),
            ("POST", "/api/v1/session"),
            ("GET", "/api/v1/socket"), ("GET", "/metrics"), ("OPTIONS", "*"), ("PUT", "/"),
        ] {
            let answer = try server.ask(method, path)
            #expect(answer["x-content-type-options"] == "nosniff")
            #expect(answer["referrer-policy"] == "same-origin")
            #expect(answer["cross-origin-opener-policy"] == "same-origin")
            #expect(answer["cross-origin-resource-policy"] == "same-origin")
            #expect(answer["permissions-policy"]?.contains("camera=()") == true)
            #expect(answer["cache-control"] != nil && answer["date"] != nil)
            let policy = try #require(answer["content-security-policy"])
            #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe"))
            #expect(answer["strict-transport-security"] == nil, "not over plain HTTP")
            // One of each: two policies would both count.
            let names = answer.fields.map(\.name).filter { $0 != "connection" }
            #expect(Set(names).count == names.count)
        }
    }

    /// RFC 9112 section 9.3: such a client does not know it otherwise.
    @Test("An HTTP/1.0 client is told that its connection stays")
    func keepAliveOf10() throws {
        let socket = try TestServer().connect()
        for _ in 0..<2 {
            try socket.send("GET /api/v1/health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(try socket.readAnswer()["connection"] == "keep-alive")
        }
        #expect(try socket.ask("GET", "/api/v1/health")["connection"] == nil, "in 1.1 that goes without saying")
        try socket.send("GET /api/v1/health HTTP/1.0\r\n\r\n")
        #expect(try socket.readAnswer()["connection"] == "close")
        #expect(try socket.readToEnd() == [])
    }

    @Test("The page's Content-Security-Policy allows what the page loads, and only from here")
    func contentSecurityPolicy() throws {
        let policy = try #require(try TestServer().ask("GET", "/")["content-security-policy"])
        for source in [
            "script-src 'self'", "style-src 'self'", "font-src 'self'", "img-src 'self' data:", "connect-src 'self'",
            "manifest-src 'self'", "base-uri 'none'",
        ] {
            #expect(policy.contains(source), "\(source)")
        }
    }

    @Test(
        "A browser that asks for an unknown address gets an error page",
        arguments: ["/nothing", "/room", "/v/AAAAAAAAAAAAAAAA/gone.js"])
    func errorPage(path: String) throws {
        let server = try TestServer()
        let accept = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        let page = try server.ask("GET", path, fields: [accept])
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(page.status == 404 && page["content-type"] == "text/html; charset=utf-8")
        #expect(page["vary"] == "Accept" && page["cache-control"] == "no-store")
        #expect(text.contains("No such page") && text.contains("href=\"/\"") && text.utf8.count < 4_096)
        // The style is allowed by its digest, and nothing else is.
        let policy = try #require(page["content-security-policy"])
        let style = try #require(
            text.firstMatch(of: try Regex("<style>((?s).*?)</style>", as: (Substring, Substring).self))
        ).1
        #expect(policy.contains("style-src 'sha256-\(try Self.sha256(String(style)))'"))
        #expect(!text.contains("style=") && !text.contains("<script"))
    }

    /// In Base64, by another program than the server's.
    private static func sha256(_ text: String) throws -> String {
        let (digest, _) = try Process.output(of: ["openssl", "dgst", "-sha256", "-binary"], input: Data(text.utf8))
        return digest.base64EncodedString()
    }

    @Test("A program that asks for an unknown address gets a problem document")
    func programsGetProblemDocuments() throws {
        let server = try TestServer()
        for (path, fields) in [
            ("/nothing", []), ("/nothing", ["Accept: */*"]), ("/api/v1/nothing", ["Accept: text/html"]),
        ] {
            let answer = try server.ask("GET", path, fields: fields)
            #expect(answer.status == 404 && answer["content-type"] == "application/problem+json")
            #expect(try answer.json["status"]?.integer == 404)
        }
    }

    @Test("A browser gets a page for 405 and 429 too")
    func otherErrorPages() throws {
        let server = try TestServer { $0.requestsPerSecond = 1 }
        let html = ["Accept: text/html"]
        let socket = try server.connect()
        let refused = try socket.ask("PUT", "/", fields: html)
        #expect(refused.status == 405 && refused["content-type"]?.hasPrefix("text/html") == true)
        var answer = refused
        for _ in 0..<60 where answer.status != 429 { answer = try socket.ask("GET", "/", fields: html) }
        #expect(answer.status == 429 && answer["retry-after"] == "1")
        #expect(String(decoding: answer.body, as: UTF8.self).contains("Too fast"))
    }
}
