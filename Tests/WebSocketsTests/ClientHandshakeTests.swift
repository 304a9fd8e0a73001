import Bytes
import HTTP1
import TestKit
import Testing
import WebSockets

@Suite("The client's opening handshake")
struct ClientHandshakeTests {
    /// The key of RFC 6455 section 1.3, from which its accept key follows.
    private static func sample(subprotocols: [String] = [], deflate: DeflateOffer? = nil) -> ClientHandshake {
        let bytes = Array("the sample nonce".utf8)
        var numbers = [0, 8].map { start in
            (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << UInt64(8 * $1) }
        }
        return ClientHandshake(
            host: "a:81", target: "/s?x=1", subprotocols: subprotocols, deflate: deflate,
            fields: [("Cookie", "a=b")], random: { numbers.removeFirst() })
    }

    fileprivate static let goodLines = [
        "Upgrade: WebSocket", "Connection: keep-alive, upgrade", "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
    ]

    private static func response(_ lines: [String], first: String = "HTTP/1.1 101 Switching") throws -> Response {
        var parser = ResponseParser()
        let text = ([first] + lines + ["", ""]).joined(separator: "\r\n")
        let response = try ReceivedBytes.over(Array(text.utf8)) { input throws(ResponseError) in
            try parser.next(&input)
        }
        return try #require(response)
    }

    private static func fault(_ response: Response, _ handshake: ClientHandshake = sample()) -> ClientHandshakeError? {
        do throws(ClientHandshakeError) {
            _ = try handshake.check(response)
            return nil
        } catch { return error }
    }

    @Test("The client's request is one that our server accepts")
    func request() throws {
        let sink = CollectedBytes()
        let handshake = Self.sample(subprotocols: ["x", "b"], deflate: DeflateOffer())
        #expect(handshake.key == "dGhlIHNhbXBsZSBub25jZQ==")
        handshake.writeRequest(to: sink)
        #expect(
            String(decoding: sink.array, as: UTF8.self) == """
                GET /s?x=1 HTTP/1.1\r\nHost: a:81\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
                Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
                Sec-WebSocket-Protocol: x, b\r\nSec-WebSocket-Extensions: permessage-deflate\r\nCookie: a=b\r\n\r\n
                """)
        var parser = RequestParser()
        let event = try ReceivedBytes.over(sink.array) { input throws(HTTPError) in try parser.next(&input) }
        guard case .request(let request)? = event else {
            Issue.record("no request")
            return
        }
        let answer = try ServerHandshake(checking: request.head, subprotocols: ["b"])
        #expect(answer.accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" && answer.subprotocol == "b")
    }

    @Test("Handshake keys differ with the random numbers")
    func keys() {
        var random = SplitMix(seed: 7)
        let keys = (0..<100).map { _ in
            ClientHandshake(host: "a", target: "/", random: { random.next() }).key
        }
        #expect(Set(keys).count == 100 && keys.allSatisfy { Base64.standard.decode($0)?.count == 16 })
    }

    @Test("A valid answer is accepted, with the server's choices")
    func good() throws {
        let plain = try Self.sample().check(Self.response(Self.goodLines))
        #expect(plain.subprotocol == nil && plain.deflate == nil)
        let chosen =
            Self.goodLines + ["Sec-WebSocket-Protocol: b", "Sec-WebSocket-Extensions: permessage-deflate"]
        let full = try Self.sample(subprotocols: ["a", "b"], deflate: DeflateOffer())
            .check(Self.response(chosen))
        #expect(full.subprotocol == "b" && full.deflate?.text == "permessage-deflate")
    }

    @Test(
        "Each missing or wrong field of an answer is named",
        arguments: [
            (0, nil, "Upgrade"), (0, "Upgrade: h2c", "Upgrade"), (0, "Upgrade: websoc\u{212A}et", "Upgrade"),
            (0, "Upgrade: websocket\r\nUpgrade: websocket", "Upgrade"),
            (0, "Upgrade: websocket, h2c", "Upgrade"), (1, nil, "Connection"), (1, "Connection: close", "Connection"),
            (2, nil, "Sec-WebSocket-Accept"),
            (2, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo", "Sec-WebSocket-Accept"),
            (2, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRb\u{212A}+xOo=", "Sec-WebSocket-Accept"),
            (2, "Sec-WebSocket-Accept: S3PPLMBITXAQ9KYGZZHZRBK+XOO=", "Sec-WebSocket-Accept"),
            (2, ClientHandshakeTests.goodLines[2] + "\r\n" + ClientHandshakeTests.goodLines[2], "Sec-WebSocket-Accept"),
            (1, ClientHandshakeTests.goodLines[1] + "\r\nSec-WebSocket-Protocol: c", "Sec-WebSocket-Protocol"),
            (
                1, ClientHandshakeTests.goodLines[1] + "\r\nSec-WebSocket-Protocol: a\r\nSec-WebSocket-Protocol: b",
                "Sec-WebSocket-Protocol"
            ),
            (1, ClientHandshakeTests.goodLines[1] + "\r\nSec-WebSocket-Protocol: a, b", "Sec-WebSocket-Protocol"),
            (
                1, ClientHandshakeTests.goodLines[1] + "\r\nSec-WebSocket-Extensions: permessage-deflate",
                "Sec-WebSocket-Extensions"
            ),
        ] as [(Int, String?, String)])
    func faults(line: Int, replacement: String?, field: String) throws {
        var lines = Self.goodLines
        if let replacement { lines[line] = replacement } else { lines.remove(at: line) }
        let fault = Self.fault(try Self.response(lines), Self.sample(subprotocols: ["a", "b"]))
        #expect(fault == .badAnswer(field: field))
    }

    @Test("Another status is a refusal with that status")
    func refusals() throws {
        func fault(_ first: String, _ lines: [String] = Self.goodLines + ["Content-Length: 0"]) throws
            -> ClientHandshakeError?
        {
            Self.fault(try Self.response(lines, first: first))
        }
        #expect(try fault("HTTP/1.1 403 Forbidden") == .refused(status: 403))
        #expect(try fault("HTTP/1.1 200 OK") == .refused(status: 200))
        #expect(try fault("HTTP/1.1 503") == .refused(status: 503))
        #expect(try fault("HTTP/1.0 101 Switching Protocols") == .versionTooOld)
        #expect(
            try fault("HTTP/1.1 301 Moved", ["Location: ws://b/", "Content-Length: 0"])
                == .redirected(status: 301, location: "ws://b/"))
        #expect(try fault("HTTP/1.1 304 Not Modified") == .refused(status: 304))
    }
}
