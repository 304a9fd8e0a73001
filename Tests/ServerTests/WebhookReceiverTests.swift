import Foundation
import Synchronization
import TestKit
import Testing

@testable import Server

@Suite("Deliveries by libcurl", .blocking) struct WebhookReceiverTests {
    private func transport(
        _ world: WebhookWorld, patience: Int = 10_000, _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> CurlTransport {
        try CurlTransport(try #require(try HookSettings(world.configuration(change))), patience: patience)
    }

    @Test("A certificate that nobody trusts, or of another name, gets nothing; a trusted one does")
    func certificates() throws {
        let certificate = try TestCertificate()
        let server = try TestServer {
            $0.tlsCertificates = [certificate.certificate]
            $0.tlsKeys = [certificate.key]
        }
        defer { server.stop() }
        let world = try WebhookWorld()
        let path = ":\(server.server.port)/api/v1/today"
        func post(_ host: String, authorities: String) throws -> HookAnswer {
            try transport(world) { $0.webhookAuthorities = authorities }
                .post(Array("{}".utf8), to: "https://\(host)\(path)", fields: [])
        }
        #expect(try post("localhost", authorities: certificate.certificate) == .status(405), "no POST is known there")
        let distrusted = try post("localhost", authorities: "")
        guard case .failed(_, .certificate) = distrusted else { return #expect(Bool(false), "\(distrusted)") }
        let named = try TestCertificate(names: ["DNS:other.example"])
        let other = try TestServer {
            $0.tlsCertificates = [named.certificate]
            $0.tlsKeys = [named.key]
        }
        defer { other.stop() }
        let answer = try transport(world) { $0.webhookAuthorities = named.certificate }
            .post([], to: "https://localhost:\(other.server.port)/", fields: [])
        guard case .failed(_, .certificate) = answer else { return #expect(Bool(false), "\(answer)") }
    }

    @Test("A redirect is not followed, a long answer is cut off, and a receiver that says nothing is left in time")
    func strangeReceivers() throws {
        let world = try WebhookWorld()
        let local = try transport(world) { $0.webhook = ["http://127.0.0.1:1/"] }
        let hasty = try transport(world, patience: 400) { $0.webhook = ["http://127.0.0.1:1/"] }
        let started = ContinuousClock.now
        let long = String(repeating: "x", count: 1_000_000)
        for (answer, expected) in [
            (
                "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
                HookAnswer.status(302)
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: \(long.utf8.count)\r\n\r\n\(long)", .status(200)),
            ("HTTP/1.1 204 No Content\r\n\r\n", .status(204)),
        ] {
            let receiver = try PlainReceiver(answer: answer)
            #expect(local.post(Array("hello".utf8), to: receiver.address, fields: ["A: b"]) == expected)
            #expect(receiver.request.hasPrefix("POST / HTTP/1.1\r\n") && receiver.request.contains("\r\nA: b\r\n"))
        }
        let silent = try PlainReceiver(answer: "")
        let late = hasty.post([], to: silent.address, fields: [])
        guard case .failed(_, .time) = late else { return #expect(Bool(false), "\(late)") }
        #expect(ContinuousClock.now - started < .seconds(30))
        let refused = local.post([], to: "http://127.0.0.1:1/", fields: [])
        guard case .failed(_, .connection) = refused else { return #expect(Bool(false), "\(refused)") }
        let plain = try PlainReceiver(answer: "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        let unsecured = local.post([], to: plain.address.replacing("http:", with: "https:"), fields: [])
        guard case .failed(_, .handshake) = unsecured else { return #expect(Bool(false), "\(unsecured)") }
        // https:// alone is spoken where no address is http://.
        let strict = try transport(world)
        let receiver = try PlainReceiver(answer: "HTTP/1.1 204 No Content\r\n\r\n")
        guard case .failed = strict.post([], to: receiver.address, fields: []) else { return #expect(Bool(false)) }
    }

    @Test("Where there is no libcurl the start says which package to install")
    func noLibrary() throws {
        let world = try WebhookWorld()
        let settings = try #require(try HookSettings(world.configuration()))
        do throws(ConfigurationFault) {
            _ = try CurlTransport(settings, library: "libcurl.so.none")
            // Another test has loaded it: then it is there.
            _ = try CurlTransport(settings)
        } catch {
            #expect("\(error)".contains("libcurl4"))
        }
    }
}

/// A listener on this machine that takes one request, and answers it as it is told; an empty answer is none.
private final class PlainReceiver: Sendable {
    let address: String
    private let listener: Int32
    private let taken = Mutex("")

    /// The bytes that it was sent so far.
    var request: String { taken.withLock { $0 } }

    init(answer: String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &place) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        // Some test never connects.
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        guard listener >= 0, isBound else { throw ConfigurationFault("no listener") }
        address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))/"
        Thread.detachNewThread { [self] in
            let peer = accept(listener, nil, nil)
            guard peer >= 0 else { return }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(peer, &buffer, buffer.count, 0)
            taken.withLock { $0 = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) }
            let bytes = Array(answer.utf8)
            if bytes.isEmpty {
                // Until the other side has had enough.
                _ = recv(peer, &buffer, buffer.count, 0)
                _ = recv(peer, &buffer, buffer.count, 0)
            } else {
                _ = send(peer, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                shutdown(peer, Int32(SHUT_WR))
                while recv(peer, &buffer, buffer.count, 0) > 0 {}
            }
            close(peer)
        }
    }

    deinit { close(listener) }
}
