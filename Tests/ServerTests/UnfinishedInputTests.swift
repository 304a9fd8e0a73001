import Server
import Sessions
import TestKit
import Testing
import WebSockets

/// Messages and requests of which a part has come, and the rest comes late or never: they have a time, and their memory
/// counts.
@Suite(.blocking) struct UnfinishedInputTests {
    /// A server that compresses nothing itself, so that any client can read it.
    private func server(_ change: (inout ServerBounds) -> Void = { _ in }) throws -> TestServer {
        var bounds = ServerBounds()
        change(&bounds)
        return try TestServer(bounds: bounds) { $0.compressionFrom = 1 << 20 }
    }

    /// Waits while the server takes its turns, until `isDone` or for 10 s.
    private func wait(_ server: TestServer, until isDone: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while try !isDone() {
            try #require(ContinuousClock.now < deadline)
            _ = server.server.largestBacklog
        }
    }

    // MARK: Time

    private static let beginnings: [[UInt8]] = [
        // A byte of a header; a frame without its end; a fragment; one that is compressed; a control frame.
        [0x81], Array(WebSocketClient.frame(.text, Array("{}".utf8)).dropLast()),
        WebSocketClient.frame(.text, Array("{}".utf8), isFinal: false), compressedFragment,
        Array(WebSocketClient.frame(.ping, [1, 2, 3]).dropLast(2)),
    ]

    /// A frame of 505 bytes: 500 in a block that is stored as it is (RFC 1951 section 3.2.4), masked with zeros; more
    /// follows.
    private static let compressedFragment: [UInt8] =
        [0x41, 0xFE, 0x01, 0xF9, 0, 0, 0, 0] + [0, 0xF4, 0x01, 0x0B, 0xFE] + Array(repeating: 0x61, count: 500)

    private func player(_ server: TestServer) throws -> WebSocketClient {
        let fields = try [server.guest(), "Sec-WebSocket-Extensions: permessage-deflate"]
        let client = try WebSocketClient(server.connect(), fields: fields)
        #expect(client.answer["sec-websocket-extensions"] != nil)
        try client.send(#"{"id":1,"type":"hello","protocol":1}"#)
        return client
    }

    @Test("A message that is not finished in time closes the socket with 4003", arguments: beginnings)
    func unfinishedMessage(beginning: [UInt8]) throws {
        let server = try server { $0.timeouts.request = 1_000 }
        let client = try player(server)
        let began = ContinuousClock.now
        try client.socket.send(beginning)
        #expect(try client.end() == .closed(4003, reason: "message not finished"))
        #expect(ContinuousClock.now - began > .milliseconds(900))
        #expect(try server.isHealthy)
    }

    @Test("Fragments and pings do not extend the time for a message")
    func tricklingFragments() throws {
        let server = try server {
            $0.timeouts.request = 1_000
            $0.timeouts.hello = 200
            $0.timeouts.betweenPings = 50
        }
        let client = try player(server)
        let began = ContinuousClock.now
        try client.send(frame: .text, Array("{".utf8), isFinal: false)
        var event = WebSocketClient.Event.ping
        while event != .closed(4003, reason: "message not finished"), ContinuousClock.now - began < .seconds(8) {
            if client.socket.hears(within: 20) { event = try client.next() }
            if case .closed = event { break }
            try client.send(frame: .continuation, Array(" ".utf8), isFinal: false)
        }
        #expect(event == .closed(4003, reason: "message not finished"))
    }

    /// Each message ends where the next has begun, so something is always unfinished, and yet each comes in time.
    @Test("Each message has a time of its own")
    func timePerMessage() throws {
        let server = try server {
            $0.timeouts.request = 700
            $0.hub.requestRate = TokenRate(perSecond: 1_000_000, burst: 1_000_000)
            $0.hub.playerRate = $0.hub.requestRate
        }
        let client = try player(server)
        client.answersPings = false
        let ping = WebSocketClient.frame(.text, Array(#"{"id":7,"type":"ping"}"#.utf8))
        let (start, end) = (Array(ping[..<10]), Array(ping[10...]))
        let began = ContinuousClock.now
        try client.socket.send(start)
        while ContinuousClock.now - began < .milliseconds(2_000) {
            try client.socket.send(end + start)
            // The server's pings are not answered: a pong would come in the middle of a frame.
            var event = WebSocketClient.Event.ping
            while event == .ping { event = try client.next() }
            guard case .text = event else {
                Issue.record("it was closed")
                return
            }
        }
        try client.socket.send(end)
    }

    // MARK: Memory

    @Test("The part of a message that has come counts against the output memory")
    func partOfAMessage() throws {
        let server = try server()
        let client = try player(server)
        try wait(server) { server.server.outputWaiting == 0 }
        try client.send(frame: .text, Array(repeating: 0x20, count: 10_000), isFinal: false)
        try wait(server) { server.server.outputWaiting >= 10_000 }
        #expect(server.server.outputWaiting < 40_000)
        try client.send(frame: .continuation, Array("{}".utf8))
        try wait(server) { server.server.outputWaiting == 0 }
        // With a decompressor and its window.
        try client.socket.send(Self.compressedFragment)
        try wait(server) { server.server.outputWaiting >= 500 + 4_096 + 7_000 }
        try client.socket.send(WebSocketClient.frame(.continuation, [0x01, 0, 0, 0xFF, 0xFF]))
        try wait(server) { server.server.outputWaiting == 0 }
    }

    @Test("The part of a request that has come counts against the output memory")
    func partOfARequest() throws {
        let server = try server()
        let socket = try server.connect()
        let field = "X: " + String(repeating: "x", count: 10_000) + "\r\n"
        try socket.send("GET /api/v1/health HTTP/1.1\r\nHost: a\r\n\(field)\(field)")
        try wait(server) { server.server.outputWaiting >= 20_000 }
        #expect(server.server.outputWaiting < 60_000)
        try socket.send("\r\n")
        #expect(try socket.readAnswer().status == 200)
        try wait(server) { server.server.outputWaiting == 0 }
        // Of one that goes in the middle nothing stays counted.
        let other = try server.connect()
        try other.send("POST /api/v1/session HTTP/1.1\r\nHost: a\r\n\(field)")
        try wait(server) { server.server.outputWaiting >= 10_000 }
        other.finishSending()
        #expect(try other.readToEnd() == [])
        try wait(server) { server.server.outputWaiting == 0 }
    }

    @Test("The part of a request that has come to the plain port counts too")
    func partOnThePlainPort() throws {
        let certificate = try TestCertificate(names: ["DNS:localhost"])
        let server = try TestServer {
            $0.tlsCertificates = [certificate.certificate]
            $0.tlsKeys = [certificate.key]
            $0.tlsRedirectPort = 0
        }
        let client = try SocketClient(port: try #require(server.server.redirectPort), owner: server)
        try client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "x", count: 20_000))
        try wait(server) { server.server.outputWaiting >= 20_000 }
        client.finishSending()
        #expect(try client.readToEnd() == [])
        try wait(server) { server.server.outputWaiting == 0 }
    }

    @Test("Clients that never finish their messages are cut at the bound of memory")
    func boundedParts() throws {
        let limit = 300_000
        let server = try server { $0.outputMemory = limit }
        let other = try server.player()
        let clients = try (0..<40).map { _ in
            let client = try player(server)
            try client.send(frame: .text, Array(repeating: 0x20, count: 15_000), isFinal: false)
            return client
        }
        try wait(server) { server.server.connectionCounts.reduce(0, +) < clients.count }
        // What one more has sent may have been counted, and its end be still to come in that turn.
        #expect(server.server.outputWaiting <= limit + 15_000)
        try wait(server) { server.server.outputWaiting <= limit }
        #expect(try other.ask(["type": "ping"]).type == "pong", "who has nothing waiting is not among them")
        #expect(try server.isHealthy)
    }

    // MARK: The last answer

    @Test("The last answer of a connection has as much time as any other")
    func lastAnswer() throws {
        let web = try WebFolder(["index.html": "<p>", "large.js": String(repeating: "x", count: 4 << 20)])
        var bounds = ServerBounds()
        bounds.timeouts.idle = 1_000
        let server = try TestServer(bounds: bounds) { $0.web = web.path }
        let socket = try server.connect(receiveBuffer: 4_096)
        let began = ContinuousClock.now
        try socket.send("GET /large.js HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        try wait(server) { server.server.largestBacklog > 0 }
        try wait(server) { server.server.connectionCounts.reduce(0, +) == 0 }
        // And not the seconds that a peer has to close its side.
        #expect((.milliseconds(900)..<(.seconds(4))).contains(ContinuousClock.now - began))
    }
}
