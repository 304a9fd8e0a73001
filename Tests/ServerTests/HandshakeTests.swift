import Server
import TestKit
import Testing

/// Opening handshakes over real sockets (RFC 6455 section 4.2).
@Suite(.blocking) struct HandshakeTests {
    private func answer(without name: String? = nil, adding fields: [String] = []) throws -> HTTPAnswer {
        let server = try TestServer()
        let lines = WebSocketClient.handshake.filter { line in name.map { !line.hasPrefix($0 + ":") } ?? true }
        let answer = try server.ask("GET", "/api/v1/socket", fields: lines + fields)
        #expect(try server.isHealthy)
        return answer
    }

    @Test("A proper handshake is accepted with the key and subprotocol of the answer")
    func accepted() throws {
        let answer = try answer()
        #expect(answer.status == 101)
        #expect(answer["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        #expect(answer["sec-websocket-protocol"] == "tilerace.v1")
    }

    @Test(
        "A handshake without a required field is refused",
        arguments: [
            ("Upgrade", 426), ("Connection", 426), ("Sec-WebSocket-Version", 426), ("Sec-WebSocket-Key", 400),
        ])
    func missingField(name: String, status: Int) throws {
        let answer = try answer(without: name)
        #expect(answer.status == status)
        if status == 426 { #expect(answer["sec-websocket-version"] == "13") }
    }

    private static let badFields: [(String, String, Int)] = [
        ("Sec-WebSocket-Version", "Sec-WebSocket-Version: 8", 426),
        ("Sec-WebSocket-Key", "Sec-WebSocket-Key: short", 400),
        ("Upgrade", "Upgrade: h2c", 426), ("X", "Sec-WebSocket-Key: AQEBAQEBAQEBAQEBAQEBAQ==", 400),
        ("Sec-WebSocket-Protocol", "Sec-WebSocket-Protocol: a, a", 400),
    ]

    @Test("A handshake with a bad field is refused", arguments: badFields)
    func badField(name: String, line: String, status: Int) throws {
        #expect(try answer(without: name, adding: [line]).status == status)
    }

    @Test(
        "A handshake from a foreign origin is refused with 403",
        arguments: ["http://evil.example", "null", "https://127.0.0.1.evil.example", "http://127.0.0.1:1"])
    func foreignOrigin(origin: String) throws {
        #expect(try answer(adding: ["Origin: \(origin)"]).status == 403)
        let server = try TestServer()
        let session = try server.ask("POST", "/api/v1/session", fields: ["Origin: \(origin)"])
        #expect(session.status == 403)
        #expect(session["set-cookie"] == nil)
    }

    /// RFC 3986 section 6.2.2.2: it is the same resource, whatever decides where a request goes.
    @Test(
        "The socket's address may be written with escapes or in absolute form",
        arguments: ["/api/v1/%73ocket", "/%61pi/v1/socket?x", "http://127.0.0.1/api/v1/socke%74"])
    func escapedTarget(target: String) throws {
        let server = try TestServer()
        #expect(try server.ask("GET", target, fields: WebSocketClient.handshake).status == 101)
        #expect(try server.ask("GET", target).status == 426)
        #expect(try server.ask("HEAD", target).status == 405)
        // RFC 9110 section 13.2.1: conditions are for what would be answered with 2xx.
        #expect(try server.ask("GET", target, fields: WebSocketClient.handshake + ["If-Match: \"x\""]).status == 101)
        #expect(try server.isHealthy)
    }

    @Test("A handshake with a body is refused")
    func body() throws {
        let server = try TestServer()
        let fields = WebSocketClient.handshake
        #expect(try server.ask("GET", "/api/v1/socket", fields: fields, body: "abc").status == 400)
    }

    @Test("A handshake from the server's own origin is accepted")
    func ownOrigin() throws {
        #expect(try answer(adding: ["Origin: http://127.0.0.1"]).status == 101)
    }

    @Test("A frame that comes together with the handshake is read")
    func firstFrame() throws {
        let server = try TestServer()
        let socket = try server.connect()
        let lines = ["GET /api/v1/socket HTTP/1.1", "Host: a"] + WebSocketClient.handshake
        try socket.send(
            Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
                + WebSocketClient.frame(.text, Array(#"{"id":1,"type":"ping"}"#.utf8)))
        #expect(try socket.readAnswer().status == 101)
        let header = try socket.read(2)
        let message = try JSONTree(parsing: try socket.read(Int(header[1])))
        #expect(message.code == "hello_first")
    }
}
