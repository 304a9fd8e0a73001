import Foundation
import HTTP1
import TestKit
import Testing

@testable import EventLoops
@testable import Server

@Suite(.blocking) struct TLSServerTests {
    private let certificate: TestCertificate

    init() throws { certificate = try TestCertificate() }

    private func server(
        bounds: ServerBounds = ServerBounds(), _ configure: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> TestServer {
        try TestServer(bounds: bounds) {
            $0.tlsCertificates = [certificate.certificate]
            $0.tlsKeys = [certificate.key]
            configure(&$0)
        }
    }

    /// An answer's head, and as many bytes of its body as it says.
    private func answer(_ client: TLSClient) throws -> (head: String, body: [UInt8]) {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try client.read(1) }
        let text = String(decoding: head, as: UTF8.self)
        let length = text.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        let count = length.flatMap { Int($0.dropFirst(15).filter { $0 != " " }) } ?? 0
        return (text, try client.read(count))
    }

    private func ask(_ client: TLSClient, _ method: String, _ target: String) throws -> (head: String, body: [UInt8]) {
        try client.send("\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return try answer(client)
    }

    @Test("The page and the session come over https")
    func https() throws {
        let server = try server()
        var options = TLSClient.Options()
        options.protocols = ["h2", "http/1.1"]
        let client = try TLSClient(port: server.server.port, options)
        #expect(client.chosenProtocol == "http/1.1")
        let page = try ask(client, "GET", "/")
        #expect(page.head.hasPrefix("HTTP/1.1 200 OK"))
        #expect(page.head.contains("Strict-Transport-Security: max-age=31536000\r\n"))
        let style = try ask(client, "GET", "/style.css")
        let files = try StaticFiles(folder: TestServer.root + "/web")
        #expect(style.body == files.file(for: "/style.css")?.file.representations[0].body.array)
        let session = try ask(client, "POST", "/api/v1/session")
        let cookie = session.head.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") }
        #expect(cookie?.hasSuffix("; Secure") == true)
        withExtendedLifetime(server) {}
    }

    @Test("Without TLS no answer has Strict-Transport-Security or a Secure cookie")
    func withoutTLS() throws {
        let server = try TestServer()
        let answer = try server.ask("POST", "/api/v1/session")
        #expect(answer["strict-transport-security"] == nil && answer["set-cookie"]?.contains("Secure") == false)
    }

    @Test("The setting tls-days decides whether Strict-Transport-Security is sent")
    func tlsDays() throws {
        let server = try server { $0.tlsDays = 0 }
        let page = try ask(TLSClient(port: server.server.port), "GET", "/")
        #expect(!page.head.contains("Strict-Transport-Security"))
        withExtendedLifetime(server) {}
    }

    @Test("A WebSocket is served over TLS")
    func webSocket() throws {
        let server = try server()
        let client = try TLSClient(port: server.server.port)
        try client.send(
            """
            GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nOrigin: https://localhost\r\nUpgrade: websocket\r
            Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
            """)
        #expect(try answer(client).head.hasPrefix("HTTP/1.1 101 "))
        let hello = Array(#"{"id":1,"type":"hello","protocol":1}"#.utf8)
        try client.send([0x81, 0x80 | UInt8(hello.count), 0, 0, 0, 0] + hello)
        let head = try client.read(2)
        let count = head[1] < 126 ? Int(head[1]) : try client.read(2).reduce(0) { $0 << 8 | Int($1) }
        let welcome = String(decoding: try client.read(count), as: UTF8.self)
        #expect(head[0] == 0x81 && welcome.contains(#""re":1"#))
        withExtendedLifetime(server) {}
    }

    @Test("A plain HTTP request to the TLS port is answered with a pointer to https")
    func plainHTTP() throws {
        let server = try server()
        let answer = try server.ask("GET", "/")
        #expect(answer.status == 400)
        #expect(String(decoding: answer.body, as: UTF8.self).contains("https://"))
    }

    /// Requests and close_notify come in one record after the other, and perhaps in one read.
    @Test("Requests over TLS are answered after the client has closed its side")
    func halfClosed() throws {
        let server = try server()
        let client = try TLSClient(port: server.server.port)
        let paths = ["/api/v1/health", "/style.css", "/api/v1/today", "/nothing"]
        // So large that the server reads all of it, the end included, at once or in several turns.
        let padding = String(repeating: "x", count: 3_000)
        try client.send(paths.map { "GET \($0)?\(padding) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
        client.finishSending()
        let statuses = try paths.map { _ in try answer(client).head.dropFirst(9).prefix(3) }
        #expect(statuses == ["200", "200", "200", "404"])
        #expect(try client.readToEnd() == [])
        withExtendedLifetime(server) {}
    }

    @Test("A TLS handshake that takes too long ends the connection")
    func slowHandshake() throws {
        var bounds = ServerBounds()
        bounds.timeouts.request = 100
        let server = try server(bounds: bounds)
        let client = try server.connect()
        try client.send([0x16, 3, 1, 1, 0])
        #expect(try client.readToEnd() == [])
    }

    @Test("A TLS client waits unaccepted while the server is full")
    func fullServer() throws {
        let server = try server {
            $0.connections = 1
            $0.metrics = true
        }
        var first: TLSClient? = try TLSClient(port: server.server.port)
        let second = try server.connect()
        try second.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try ask(try #require(first), "GET", "/api/v1/health").head.hasPrefix("HTTP/1.1 200 "))
        #expect(!second.hears(within: 300), "neither an answer nor an end")
        let figures = String(decoding: try ask(try #require(first), "GET", "/metrics").body, as: UTF8.self)
        let pauses = figures.firstMatch(of: #/\ntilerace_accept_pauses_total (\d+)\n/#).flatMap { Int($0.1) }
        #expect((1...100).contains(try #require(pauses)), "some ten a second: it does not spin")
        first = nil
        #expect(try second.readAnswer().status == 400, "its place is there now, and it speaks no TLS")
        withExtendedLifetime(server) {}
    }

    @Test("A place that becomes free goes to one of the waiting clients")
    func onePlace() throws {
        let server = try server { $0.connections = 6 }
        var inside = try (0..<6).map { _ in try TLSClient(port: server.server.port) }
        let waiting = try (0..<60).map { _ in try server.connect() }
        for client in waiting { try client.send([0x16]) }
        while !inside.isEmpty {
            inside.removeLast()
            for client in waiting { #expect(!client.hears(within: 2), "an end without a handshake") }
            // And one of them has the place.
            let deadline = ContinuousClock.now + .seconds(10)
            while server.server.connectionCounts.reduce(0, +) != 6 {
                try #require(ContinuousClock.now < deadline, "\(server.server.connectionCounts)")
                usleep(1_000)
            }
        }
        withExtendedLifetime(server) {}
    }

    /// A refusal with a status takes a handshake, which is most of the work that the limit is to spare.
    @Test("A TLS connection above its address's limit is closed without a handshake")
    func perAddress() throws {
        let server = try server { $0.connectionsPerAddress = 1 }
        let first = try TLSClient(port: server.server.port)
        #expect(throws: (any Error).self) { try TLSClient(port: server.server.port) }
        #expect(try ask(first, "GET", "/api/v1/health").head.hasPrefix("HTTP/1.1 200 "))
        withExtendedLifetime(server) {}
    }

    @Test("Certificates are renewed under load, and no connection fails")
    func renewal() throws {
        let server = try server()
        let port = server.server.port
        let renewed = try TestCertificate(names: ["DNS:renewed"], kind: .rsa)
        let stays = try TLSClient(port: port)
        let isDone = DispatchSemaphore(value: 0)
        let failures = Failures()
        Thread.detachNewThread {
            for _ in 0..<40 {
                do {
                    let client = try TLSClient(port: port)
                    try client.send("GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    if !String(decoding: try client.readToEnd(), as: UTF8.self).hasPrefix("HTTP/1.1 200 ") {
                        failures.add()
                    }
                } catch {
                    failures.add()
                }
            }
            isDone.signal()
        }
        try certificate.replace(certificateBy: renewed.certificate, keyBy: renewed.key)
        for _ in 0..<20 { server.server.reload() }
        #expect(try TLSClient(port: port).serverIs("renewed"))
        // Half of a renewal: the key is not the certificate's.
        let other = try TestCertificate()
        try certificate.replace(certificateBy: other.certificate, keyBy: renewed.key)
        server.server.reload()
        #expect(try TLSClient(port: port).serverIs("renewed"))
        #expect(try ask(stays, "GET", "/api/v1/health").head.hasPrefix("HTTP/1.1 200 "))
        #expect(isDone.wait(timeout: .now() + 20) == .success)
        #expect(failures.count == 0)
    }

    @Test("The figures have the end of the certificate in use, also after a renewal and a refusal")
    func endOfCertificate() throws {
        let server = try server { $0.metrics = true }
        let client = try TLSClient(port: server.server.port)
        /// Days from now until the end, rounded.
        func days() throws -> Double? {
            let text = String(decoding: try ask(client, "GET", "/metrics").body, as: UTF8.self)
            let name = "tilerace_certificate_end_timestamp_seconds "
            let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
            let end = line.flatMap { Double($0.dropFirst(name.count)) }
            return end.map { (($0 - Date().timeIntervalSince1970) / 86_400).rounded() }
        }
        #expect(try days() == 90)
        let renewed = try TestCertificate(until: 200 * 86_400)
        try certificate.replace(certificateBy: renewed.certificate, keyBy: renewed.key)
        server.server.reload()
        #expect(try days() == 200)
        let other = try TestCertificate(until: 20 * 86_400)
        try certificate.replace(certificateBy: other.certificate, keyBy: renewed.key)
        server.server.reload()
        #expect(try days() == 200, "the key is not the certificate's, and the old one stays in use")
        let plain = try TestServer { $0.metrics = true }
        let figures = String(decoding: try plain.ask("GET", "/metrics").body, as: UTF8.self)
        #expect(figures.contains("\ntilerace_certificate_end_timestamp_seconds 0\n"))
    }

    @Test("A mistake in the TLS settings stops the start with a sentence")
    func badSettings() throws {
        let sentences: [(String, (inout ServerConfiguration) -> Void)] = [
            ("tls-certificate, tls-key: /nowhere: No such file", { $0.tlsCertificates = ["/nowhere"] }),
            ("tls-key: one for each tls-certificate, in the same order; there are 2 for 1", { $0.tlsKeys += ["b"] }),
            ("tls-key: a key, but no tls-certificate", { $0.tlsCertificates = [] }),
            (
                "tls-redirect-port: there is no tls-certificate",
                {
                    ($0.tlsCertificates, $0.tlsKeys) = ([], [])
                    $0.tlsRedirectPort = 0
                }
            ),
        ]
        for (sentence, mistake) in sentences {
            do {
                _ = try server(mistake)
                Issue.record("started in spite of: \(sentence)")
            } catch let fault as ConfigurationFault {
                #expect(fault.description.hasPrefix(sentence))
            }
        }
    }
}

/// Counted on another thread.
private final class Failures: Sendable {
    private let lock = NSLock()
    // Unsafe but sound: only touched under the lock.
    private nonisolated(unsafe) var value = 0
    func add() { lock.withLock { value += 1 } }
    var count: Int { lock.withLock { value } }
}
