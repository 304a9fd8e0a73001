import Bytes
import HTTP1
import Testing
import WebSockets

@Suite("The opening handshake")
struct ServerHandshakeTests {
    private static let good = [
        "Host: a", "Upgrade: websocket", "Connection: keep-alive, Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]

    private static func head(_ lines: [String], first: String = "GET /s HTTP/1.1") throws -> RequestHead {
        var parser = RequestParser()
        let text = ([first] + lines + ["", ""]).joined(separator: "\r\n")
        let event = try ReceivedBytes.over(Array(text.utf8)) { input throws(HTTPError) in try parser.next(&input) }
        guard case .request(let request)? = event else { throw HTTPError.malformedField }
        return request.head
    }

    @Test("A handshake with a body is refused, whether with a length or in chunks")
    func body() throws {
        let length = try Self.head(Self.good + ["Content-Length: 1", "", "x"])
        #expect(throws: HandshakeError.bodyNotAllowed) { try ServerHandshake(checking: length) }
        for content in ["0", "1\r\nx\r\n0"] {
            let chunks = try Self.head(Self.good + ["Transfer-Encoding: chunked", "", content])
            #expect(throws: HandshakeError.bodyNotAllowed) { try ServerHandshake(checking: chunks) }
        }
        #expect(HandshakeError.bodyNotAllowed.response.status.code == 400)
    }

    @Test("The example of RFC 6455 section 1.3 gets its answer")
    func sample() throws {
        let handshake = try ServerHandshake(checking: Self.head(Self.good))
        #expect(handshake.accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" && handshake.subprotocol == nil)
    }

    @Test("The client's first choice among our subprotocols is taken")
    func subprotocol() throws {
        let head = try Self.head(Self.good + ["Sec-WebSocket-Protocol: x, b", "Sec-WebSocket-Protocol: a"])
        #expect(try ServerHandshake(checking: head, subprotocols: ["a", "b"]).subprotocol == "b")
        #expect(try ServerHandshake(checking: head, subprotocols: ["c"]).subprotocol == nil)
    }

    @Test(
        "Each missing or broken field is refused with its status",
        arguments: [
            (1, nil, HandshakeError.notAnUpgrade, 426), (1, "Upgrade: h2c", .notAnUpgrade, 426),
            (2, nil, .notAnUpgrade, 426), (2, "Connection: close", .notAnUpgrade, 426),
            (3, nil, .badKey, 400), (3, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25j", .badKey, 400),
            (3, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ", .badKey, 400), (3, "Sec-WebSocket-Key: ", .badKey, 400),
            (
                3, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                .badKey, 400
            ),
            (4, nil, .unsupportedVersion, 426), (4, "Sec-WebSocket-Version: 8", .unsupportedVersion, 426),
            (4, "Sec-WebSocket-Version: 13, 8", .unsupportedVersion, 426),
            (0, "Host: a\r\nSec-WebSocket-Protocol: a, a", .malformedSubprotocols, 400),
            (0, "Host: a\r\nSec-WebSocket-Protocol: a b", .malformedSubprotocols, 400),
        ] as [(Int, String?, HandshakeError, Int)])
    func faults(line: Int, replacement: String?, fault: HandshakeError, status: Int) throws {
        var lines = Self.good
        lines[line] = replacement ?? "X: y"
        let head = try Self.head(lines)
        #expect(throws: fault) { try ServerHandshake(checking: head) }
        #expect(fault.response.status.code == status)
        // It is sent as `detail`: a sentence, and not a name of the program's.
        #expect(fault.description.hasSuffix(".") && fault.description.contains(" "))
        if status == 426 {
            #expect(fault.response.fields.contains { $0.name == "Sec-WebSocket-Version" && $0.value == "13" })
        }
    }

    @Test("Only GET in HTTP/1.1 opens a WebSocket")
    func firstLine() throws {
        let post = try Self.head(Self.good, first: "POST /s HTTP/1.1")
        #expect(throws: HandshakeError.methodNotAllowed) { try ServerHandshake(checking: post) }
        let old = try Self.head(Self.good, first: "GET /s HTTP/1.0")
        #expect(throws: HandshakeError.versionTooOld) { try ServerHandshake(checking: old) }
    }
}
