import Bytes
import Server
import TestKit
import Testing
import WebSockets

/// permessage-deflate on the game's socket, as `docs/compression.md` promises it.
@Suite(.blocking) struct CompressedSocketTests {
    private static let offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
    private static let answer = """
        permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=12; \
        client_max_window_bits=12
        """

    /// A client's end of what the server answers.
    private static var client: WebSocket {
        var settings = DeflateSettings()
        settings.sendsWithContext = false
        settings.receivesWithContext = false
        settings.sendWindow = WindowBits.all[4]
        settings.receiveWindow = WindowBits.all[4]
        settings.threshold = 0
        var offer = DeflateOffer()
        offer.clientMaxWindow = .offered
        let agreement = DeflateAgreement(accepting: offer, settings)
        #expect(agreement.text == Self.answer)
        return .client(messageLimit: 1 << 20, deflate: agreement, pool: DeflatePool(settings)) {
            MaskingKey(littleEndian: 0x1234_5678)
        }
    }

    /// A guest's connection after the handshake, and what it was answered about compression.
    private func connect(_ server: TestServer) throws -> (socket: SocketClient, answer: String?) {
        let cookie = try server.guest()
        let socket = try server.connect()
        let fields = WebSocketClient.handshake + [Self.offer, cookie]
        let answer = try socket.ask("GET", "/api/v1/socket", fields: fields)
        #expect(answer.status == 101)
        return (socket, answer["sec-websocket-extensions"])
    }

    /// The next frame, which must have that first byte, but for a ping that measures.
    private func frame(_ first: UInt8, _ socket: SocketClient) throws -> [UInt8] {
        var head = try socket.read(2)
        if head == [0x89, 0] { head = try socket.read(2) }
        #expect(head[0] == first)
        let more = head[1] == 126 ? try socket.read(2) : []
        let length = more.isEmpty ? Int(head[1]) : Int(more[0]) << 8 | Int(more[1])
        return try head + more + socket.read(length)
    }

    @Test("A compressed message is read and answered compressed")
    func compressedBothWays() throws {
        let server = try TestServer {
            $0.compressionFrom = 100
            $0.metrics = true
        }
        let (socket, answer) = try connect(server)
        #expect(answer == Self.answer)
        var client = Self.client
        let sink = CollectedBytes()
        // With something that compresses; unknown fields are ignored.
        let more = String(repeating: "more ", count: 20)
        let hello = Array(#"{"id":1,"type":"hello","protocol":1,"x":"\#(more)"}"#.utf8)
        client.send(.text, hello.span.bytes, to: sink)
        let sent = sink.take()
        #expect(sent[0] == 0xC1)
        try socket.send(sent)
        // Confidential, so never compressed.
        _ = try frame(0x81, socket)
        client.send(.text, Array(#"{"id":2,"type":"create_room","name":"Kites"}"#.utf8).span.bytes, to: sink)
        try socket.send(sink.take())
        var message: [UInt8] = []
        try ReceivedBytes.over(try frame(0xC1, socket)) { input throws(WebSocketError) in
            if case .message(.text, let payload)? = try client.receive(&input, answeringTo: sink) {
                message = payload.array(in: input)
            }
        }
        #expect(try JSONTree(parsing: message).type == "joined")
        let before = try metric(#"tilerace_compression_bytes_total{when="before"}"#, of: server)
        let after = try metric(#"tilerace_compression_bytes_total{when="after"}"#, of: server)
        #expect(before >= message.count && 0 < after && after < before, "\(before), \(after)")
    }

    private func metric(_ name: String, of server: TestServer) throws -> Int {
        let text = String(decoding: try server.ask("GET", "/metrics").body, as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + " ") })
        return try #require(Int(line.dropFirst(name.count + 1)))
    }

    @Test("A short message is not compressed")
    func shortMessagesAreNotCompressed() throws {
        let (socket, _) = try connect(try TestServer())
        try socket.send(WebSocketClient.frame(.text, Array(#"{"id":1,"type":"ping"}"#.utf8)))
        _ = try frame(0x81, socket)
    }

    @Test("A message that inflates to many times its size closes the socket with 1009")
    func bomb() throws {
        let (socket, _) = try connect(try TestServer())
        let sink = CollectedBytes()
        let zeros = [UInt8](repeating: 0x20, count: 16_000)
        Self.client.send(.text, zeros.span.bytes, to: sink)
        try socket.send(sink.take())
        #expect(try frame(0x88, socket) == [0x88, 2, 0x03, 0xF1])
    }

    @Test("Compression that the host switched off is not negotiated")
    func switchedOff() throws {
        let (socket, answer) = try connect(try TestServer { $0.compression = false })
        #expect(answer == nil)
        try socket.send([0xC1, 0x80, 0, 0, 0, 0])
        #expect(try frame(0x88, socket) == [0x88, 2, 0x03, 0xEA])
    }
}
