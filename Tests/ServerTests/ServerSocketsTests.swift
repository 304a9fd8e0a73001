import Glibc
import HTTP1
import TestKit
import Testing

@testable import EventLoops
@testable import Server

/// Sockets that a supervisor has opened: what each is for, by its name.
@Suite(.blocking) struct ServerSocketsTests {
    /// A listening socket as `LISTEN_FDS` gives it, and its port.
    private func inherited(_ name: String) throws -> (InheritedSocket, port: UInt16) {
        let opened = try ListeningSocket(binding: .loopback(port: 0))
        defer { opened.close() }
        let socket = try ListeningSocket(inheriting: dup(opened.descriptor), name: name)
        return (InheritedSocket(name: name, socket: socket), opened.address.port)
    }

    private func withTLS(_ certificate: TestCertificate) -> (inout ServerConfiguration) -> Void {
        { configuration in
            configuration.tlsCertificates = [certificate.certificate]
            configuration.tlsKeys = [certificate.key]
        }
    }

    @Test("Of two inherited sockets one serves and the one named redirect redirects to it")
    func serveAndRedirect() throws {
        let certificate = try TestCertificate(names: ["DNS:localhost", "IP:127.0.0.1"])
        let (serving, redirecting) = (try inherited("https"), try inherited("redirect"))
        let server = try TestServer(
            inherited: [redirecting.0, serving.0], configure: withTLS(certificate))
        #expect(server.server.port == serving.port && server.server.redirectPort == redirecting.port)
        let client = try TLSClient(port: serving.port)
        try client.send("GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        #expect(String(decoding: try client.readToEnd(), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
        let plain = try SocketClient(port: redirecting.port, owner: server)
        try plain.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = try plain.readAnswer()
        #expect(answer.status == 308)
        #expect(answer["location"] == "https://localhost:\(serving.port)/a")
    }

    @Test("Several inherited sockets serve at once")
    func severalServe() throws {
        let sockets = try (0..<3).map { _ in try inherited("unknown") }
        let server = try TestServer(inherited: sockets.map(\.0))
        for socket in sockets {
            let client = try SocketClient(port: socket.port, owner: server)
            #expect(try client.ask("GET", "/api/v1/health").status == 200)
        }
        #expect(server.server.redirectPort == nil)
    }

    @Test("A port and an address that say something else than the inherited socket are warned of, and no others")
    func withoutEffect() throws {
        let cases: [(port: UInt16, address: String, warned: [String])] = [
            (9, "127.0.0.2", ["setting=port", "setting=address"]), (0, "127.0.0.1", []), (8080, "::", []),
        ]
        for (port, address, warned) in cases {
            let (socket, log) = (try inherited("http"), LogLines())
            let server = try TestServer(inherited: [socket.0], log: log) {
                ($0.port, $0.address, $0.logLevel) = (port, address, .warning)
            }
            #expect(server.server.port == socket.port)
            server.stop()
            #expect(log.count("setting_without_effect") == warned.count, "\(log.all)")
            for words in warned { #expect(log.count("setting_without_effect", words) == 1, "\(log.all)") }
        }
    }

    @Test("A socket named redirect without a certificate stops the start")
    func noCertificate() throws {
        let socket = try inherited("redirect")
        let fault = #expect(throws: ConfigurationFault.self) { try TestServer(inherited: [socket.0]) }
        #expect(fault?.description == "there is a socket named `redirect`, but no tls-certificate or acme-challenges")
    }
}
