import Server
import TestKit
import Testing
import WebSockets

/// Clients that take their time, or all of the server's memory if they could.
@Suite(.blocking) struct SlowClientTests {
    private func server(_ change: (inout ServerBounds) -> Void) throws -> TestServer {
        var bounds = ServerBounds()
        change(&bounds)
        return try TestServer(bounds: bounds)
    }

    /// Sends one byte at a time, 20 ms apart, until an answer comes.
    private func drip(_ socket: SocketClient) throws -> HTTPAnswer {
        for _ in 0..<150 {
            if socket.hears(within: 20) { return try socket.readAnswer() }
            try socket.send("x")
        }
        throw SocketClientError.timedOut
    }

    // MARK: Time

    @Test(arguments: [
        "", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\nX: ",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n",
    ])
    func bytesThatTrickleDoNotProlongTheTime(start: String) throws {
        let server = try server { $0.timeouts.request = 300 }
        let socket = try server.connect()
        try socket.send(start)
        let clock = ContinuousClock()
        let began = clock.now
        #expect(try drip(socket).status == 408)
        #expect(clock.now - began < .milliseconds(2_000))
        #expect(try socket.readToEnd() == [])
        #expect(try server.isHealthy)
    }

    @Test func silenceEndsAConnectionBeforeAndBetweenRequests() throws {
        let server = try server {
            $0.timeouts.request = 150
            $0.timeouts.idle = 150
        }
        #expect(try server.connect().readToEnd() == [])
        let socket = try server.connect()
        #expect(try socket.ask("GET", "/api/v1/health").status == 200)
        #expect(try socket.readToEnd() == [])
    }

    @Test func helloMustComeInTime() throws {
        let server = try server { $0.timeouts.hello = 150 }
        let client = try WebSocketClient(server.connect())
        #expect(try client.end() == .closed(4000, reason: "no hello"))
        // Other messages are no hello.
        let talker = try WebSocketClient(server.connect())
        try talker.send(#"{"id":1,"type":"ping"}"#)
        #expect(try talker.end() == .closed(4000, reason: "no hello"))
        #expect(try server.isHealthy)
    }

    @Test func pongMustComeInTime() throws {
        let server = try server {
            $0.timeouts.hello = 400
            $0.timeouts.pong = 150
        }
        let player = try server.player()
        player.webSocket.answersPings = false
        #expect(try player.webSocket.next() == .ping)
        #expect(try player.webSocket.end() == .closed(4001, reason: "no pong"))
        #expect(try server.isHealthy)
    }

    @Test func whoAnswersPingsStays() throws {
        let server = try server {
            $0.timeouts.hello = 400
            $0.timeouts.betweenPings = 50
            $0.timeouts.pong = 1_000
        }
        let player = try server.player()
        for _ in 0..<5 { #expect(try player.webSocket.next() == .ping) }
        #expect(try player.ask(["type": "ping"]).type == "pong")
    }

    @Test func aCloseThatIsNotAnsweredIsNotAwaitedForEver() throws {
        let server = try server {
            $0.timeouts.hello = 100
            $0.timeouts.closing = 100
        }
        let client = try WebSocketClient(server.connect())
        client.answersPings = false
        #expect(try client.end() == .closed(4000, reason: "no hello"))
        #expect(try client.socket.readToEnd() == [])
    }

    // MARK: Memory

    @Test func whoDoesNotReadIsCutOffAtTheBound() throws {
        let server = try TestServer()
        let slow = PlayerClient(
            try WebSocketClient(server.connect(receiveBuffer: 4_096), fields: [server.guest()]), cookie: "")
        let other = try server.player()
        // Pings cost no rate, and every one wants a pong.
        let pings = Array(
            repeatElement(WebSocketClient.frame(.ping, [UInt8](repeating: 7, count: 125)), count: 500).joined())
        var (sent, highest, isCut) = (0, 0, false)
        for round in 0..<1_000 where !isCut {
            do {
                let count = try slow.webSocket.socket.sendSome(pings)
                // Whole frames, or the next round would begin inside one.
                let rest = (131 - count % 131) % 131
                try slow.webSocket.socket.send(Array(pings[count..<count + rest]))
                sent += count + rest
            } catch SocketClientError.reset {
                isCut = true
            }
            highest = max(highest, server.server.largestBacklog)
            if round % 20 == 0 { #expect(try server.isHealthy, "others are served meanwhile") }
        }
        #expect(isCut, "\(sent) bytes of pings were taken")
        #expect(highest <= 1 << 20 + 256)
        #expect(highest > 1 << 18, "the backlog was seen")
        #expect(try other.ask(["type": "ping"]).type == "pong")
        #expect(server.server.largestBacklog == 0)
    }

    @Test func whoReadsNoAnswersIsNotServedAhead() throws {
        let server = try server { $0.timeouts.idle = 500 }
        let socket = try server.connect(receiveBuffer: 4_096)
        let requests = Array(repeatElement("GET /style.css HTTP/1.1\r\nHost: a\r\n\r\n", count: 1_000).joined().utf8)
        var (highest, isCut) = (0, false)
        // Once the server stops reading, the sockets fill up, and after the time between requests it goes.
        for _ in 0..<1_000 where !isCut {
            do {
                if try socket.sendSome(requests) == 0 { _ = socket.takesBytes(within: 50) }
            } catch SocketClientError.reset {
                isCut = true
            }
            highest = max(highest, server.server.largestBacklog)
        }
        #expect(isCut)
        #expect(highest < 1 << 20)
        #expect(try server.isHealthy)
    }
}
