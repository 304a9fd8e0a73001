import Server
import Sessions
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

    /// Sends one byte at a time, 20 ms apart, until an answer comes: for half a minute and longer.
    private func drip(_ socket: SocketClient) throws -> HTTPAnswer {
        for _ in 0..<1_500 {
            if socket.hears(within: 20) { return try socket.readAnswer() }
            try socket.send("x")
        }
        throw SocketClientError.timedOut
    }

    // MARK: Time

    @Test(
        "Bytes that trickle do not extend the time for a request",
        arguments: [
            "", "GET / HT", "GET / HTTP/1.1\r\nHost: a\r\nX: ",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n",
        ])
    func tricklingBytes(start: String) throws {
        let server = try server { $0.timeouts.request = 300 }
        let socket = try server.connect()
        try socket.send(start)
        let clock = ContinuousClock()
        let began = clock.now
        #expect(try drip(socket).status == 408)
        // A third of the time for which bytes come, and a machine under load has its time, too.
        #expect(clock.now - began < .seconds(10))
        #expect(try socket.readToEnd() == [])
        #expect(try server.isHealthy)
    }

    @Test("Silence ends a connection before and between requests")
    func silence() throws {
        let server = try server {
            $0.timeouts.request = 150
            $0.timeouts.idle = 150
        }
        #expect(try server.connect().readToEnd() == [])
        let socket = try server.connect()
        #expect(try socket.ask("GET", "/api/v1/health").status == 200)
        #expect(try socket.readToEnd() == [])
    }

    @Test("A socket without a hello in time is closed with 4000")
    func helloInTime() throws {
        let server = try server { $0.timeouts.hello = 150 }
        let client = try WebSocketClient(server.connect())
        #expect(try client.end() == .closed(4000, reason: "no hello"))
        // Other messages are no hello.
        let talker = try WebSocketClient(server.connect())
        try talker.send(#"{"id":1,"type":"ping"}"#)
        #expect(try talker.end() == .closed(4000, reason: "no hello"))
        #expect(try server.isHealthy)
    }

    /// A server that pings first when the time for `hello` is over, and a player on it: as little time as suffices
    /// here.
    private func pingingServer(_ change: (inout ServerBounds) -> Void) throws -> (TestServer, PlayerClient) {
        func start(hello: Int) throws -> (TestServer, PlayerClient) {
            let server = try server {
                change(&$0)
                $0.timeouts.hello = hello
            }
            return (server, try server.player())
        }
        for hello in [400, 2_000] {
            do {
                return try start(hello: hello)
            } catch SocketClientError.badAnswer("closed 4000 no hello") {
                continue
            }
        }
        return try start(hello: 8_000)
    }

    @Test("A socket without a pong in time is closed with 4001")
    func pongInTime() throws {
        let (server, player) = try pingingServer { $0.timeouts.pong = 150 }
        player.webSocket.answersPings = false
        #expect(try player.webSocket.next() == .ping)
        #expect(try player.webSocket.end() == .closed(4001, reason: "no pong"))
        #expect(try server.isHealthy)
    }

    @Test(
        "A silent racer is shown as absent within 10 s, and as present at once when heard again",
        arguments: TestServer.shardCounts)
    func silenceIsSeen(shards: Int) throws {
        var bounds = ServerBounds()
        bounds.timeouts.attention = 300
        bounds.timeouts.pong = 8_000
        let server = try TestServer(bounds: bounds, shards: shards)
        let host = try server.player()
        let code = try #require(try host.ask(["type": "create_room"])["room"]?.text)
        let rival = try server.player()
        #expect(try rival.ask(["type": "join", "room": .string(code)]).type == "joined")
        func isTold(_ present: [Int]) throws {
            _ = try host.push("presence") { $0["present"]?.elements.compactMap { $0.integer } == present }
            host.forget()
        }
        try isTold([1, 2])
        // It reads nothing, so it answers no ping, and its end of the connection stays.
        try isTold([1])
        #expect(try rival.ask(["type": "ping"]).type == "pong")
        try isTold([1, 2])
        #expect(try server.isHealthy)
    }

    @Test("A client that answers pings stays connected")
    func answeredPings() throws {
        let (_, player) = try pingingServer {
            $0.timeouts.betweenPings = 50
            $0.timeouts.pong = 1_000
        }
        for _ in 0..<5 { #expect(try player.webSocket.next() == .ping) }
        #expect(try player.ask(["type": "ping"]).type == "pong")
    }

    @Test("A close that the client does not answer ends the connection in time")
    func unansweredClose() throws {
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

    /// Sends requests without reading until `isEnough`, or until `server` takes none `patience` times in a row. Each
    /// time is 20 ms and a turn of all its shards. Returns false if the server has cut the client off.
    private func flood(
        _ client: WebSocketClient, _ requests: [UInt8], on server: TestServer, patience: Int = .max,
        until isEnough: () throws -> Bool
    ) throws -> Bool {
        let length = requests.count
        var start = 0
        var refusals = 0
        for _ in 0..<20_000 {
            do {
                let count = try client.socket.sendSome(Array(requests[start...]))
                start = (start + count) % length
                if count > 0 || client.socket.takesBytes(within: 20) {
                    refusals = 0
                } else {
                    // A slow machine's server may not have had its turn, which is no refusal.
                    refusals += 1
                    _ = server.server.largestBacklog
                }
            } catch SocketClientError.reset {
                return false
            }
            if try isEnough() || refusals == patience { return true }
        }
        // A server that has closed the connection reads on, and takes all.
        let waiting = server.server.largestBacklog
        client.socket.patience = 240_000
        throw SocketClientError.badAnswer("20,000 tries: \(waiting) bytes wait, and then \(try client.end())")
    }

    /// Reads to the end: how many bytes of messages had waited, with their heads, and how the connection ended.
    private func unread(of client: WebSocketClient) throws -> (bytes: Int, end: WebSocketClient.Event) {
        var bytes = 0
        while true {
            switch try client.next() {
            case .text(let text): bytes += text.utf8.count + (text.utf8.count < 126 ? 2 : 4)
            case .ping, .pong: continue
            case let end: return (bytes, end)
            }
        }
    }

    /// Requests that cost little and are answered at once.
    private static let pings = Array(
        repeatElement(WebSocketClient.frame(.text, Array(#"{"id":1,"type":"ping"}"#.utf8)), count: 500).joined())

    /// A server that does not mind how fast requests come.
    private func patientServer(
        shards: Int, log: LogLines? = nil, _ change: (inout ServerBounds) -> Void = { _ in }
    ) throws -> TestServer {
        var bounds = ServerBounds()
        bounds.hub.requestRate = TokenRate(perSecond: 1_000_000, burst: 1_000_000)
        bounds.hub.playerRate = bounds.hub.requestRate
        // Those that do not read answer no pings either: slow as this may be (under a sanitizer), that is not why they
        // go. The first ping comes when the time for `hello` is over.
        (bounds.timeouts.hello, bounds.timeouts.betweenPings) = (600_000, 600_000)
        // Nor is it that a message has begun whose rest waits for a test that gets no processor.
        bounds.timeouts.request = 600_000
        // And who is cut may be slow to read why.
        bounds.timeouts.closing = 600_000
        change(&bounds)
        return try TestServer(bounds: bounds, shards: shards, log: log) { if log != nil { $0.logLevel = .info } }
    }

    @Test("A client that does not read is closed at the bound of its output", arguments: TestServer.shardCounts)
    func unreadOutput(shards: Int) throws {
        // Less than the real bounds: with so small a window on its side a client needs seconds to read a megabyte.
        let (bound, sendBuffer) = (1 << 17, 1 << 14)
        let log = LogLines()
        let server = try patientServer(shards: shards, log: log) {
            $0.socketOutput = bound
            $0.socketSendBuffer = sendBuffer
        }
        let cookie = try server.guest()
        let other = try server.player()
        let slow = PlayerClient(
            try WebSocketClient(server.connect(receiveBuffer: 4_096), fields: [cookie]), cookie: cookie)
        // Five seconds are enough to read through so small a window alone, and many times that beside all other tests.
        for client in [other, slow] { client.webSocket.socket.patience = 240_000 }
        #expect(try slow.ask(["type": "hello", "protocol": 1]).type == "welcome")
        var highest = 0
        let isOpen = try flood(slow.webSocket, Self.pings, on: server) {
            highest = max(highest, server.server.largestBacklog)
            return log.count("client_not_reading") > 0
        }
        #expect(isOpen)
        #expect(highest <= bound + 256)
        #expect(try other.ask(["type": "ping"]).type == "pong", "others are served meanwhile")
        // Who reads on learns why, behind all that had been sent.
        let (answers, end) = try unread(of: slow.webSocket)
        #expect(end == .closed(4002, reason: "too slow"))
        // The system has taken a part of it: twice its own buffer at most, and the client's window.
        #expect((bound - 100...bound + 5 * sendBuffer).contains(answers), "neither before the bound nor behind it")
        #expect(try server.isHealthy)
    }

    @Test("The output of all connections together stays within its bound", arguments: TestServer.shardCounts)
    func outputMemory(shards: Int) throws {
        let limit = 4 << 20
        let server = try patientServer(shards: shards) {
            $0.outputMemory = limit
            // So that it is not its own bound that holds anybody.
            $0.socketOutput = 2 * limit
        }
        let other = try server.player()
        var highest = 0
        let slow = try (0..<24).map { _ in
            let cookie = try server.guest()
            let client = PlayerClient(
                try WebSocketClient(server.connect(receiveBuffer: 4_096), fields: [cookie]), cookie: cookie)
            #expect(try client.ask(["type": "hello", "protocol": 1]).type == "welcome")
            return client.webSocket
        }
        // Together several times what all may have. Once that is scarce, who does not read is not listened to; before,
        // a slow machine may seem not to listen: it is tried again.
        let attempts = (0..<10).lazy.flatMap { _ in slow }.enumerated()
        for (attempt, client) in attempts where attempt < slow.count || highest <= limit / 4 * 3 {
            var rounds = 0
            let isOpen = try flood(client, Self.pings, on: server, patience: 15) {
                rounds += 1
                highest = max(highest, server.server.outputWaiting)
                return rounds == 500
            }
            #expect(isOpen, "nobody has to be cut for it")
            #expect(try other.ask(["type": "ping"]).type == "pong")
        }
        #expect(server.server.connectionCounts.reduce(0, +) == slow.count + 1)
        #expect(highest > limit / 4 * 3, "it was tried: \(highest)")
        // A shard looks at the bound when a turn's output has gone to the sockets, 1 MiB at most at once.
        #expect(highest <= limit + shards << 20, "\(highest)")
        #expect(try other.ask(["type": "ping"]).type == "pong")
        #expect(try server.isHealthy)
    }

    @Test("A flood of pings closes the socket with 4500")
    func pingFlood() throws {
        let server = try TestServer()
        let player = try server.player()
        let pings = repeatElement(WebSocketClient.frame(.ping, [1, 2, 3]), count: 100).joined()
        try player.webSocket.socket.send(Array(pings))
        #expect(try player.ask(["type": "ping"]).type == "pong", "a hundred at once are nothing")
        player.webSocket.answersPings = false
        try player.webSocket.socket.send(Array(repeatElement(pings, count: 10).joined()))
        #expect(try player.webSocket.end() == .closed(4500, reason: "too many idle frames"))
        #expect(try server.isHealthy)
    }

    @Test("A flood of empty fragments closes the socket with 4500")
    func fragmentFlood() throws {
        let server = try TestServer()
        let player = try server.player()
        let socket = player.webSocket.socket
        let ping = Array(#"{"id":7001,"type":"ping"}"#.utf8)
        let fragment = WebSocketClient.frame(.continuation, [], isFinal: false)
        let fragments = Array(repeatElement(fragment, count: 100).joined())
        try socket.send(WebSocketClient.frame(.text, ping, isFinal: false) + fragments)
        try socket.send(WebSocketClient.frame(.continuation, []))
        _ = try player.wait { $0["re"]?.integer == 7_001 }
        try socket.send(WebSocketClient.frame(.text, [], isFinal: false))
        try socket.send(Array(repeatElement(fragments, count: 10).joined()))
        #expect(try player.webSocket.end() == .closed(4500, reason: "too many idle frames"))
        #expect(try server.isHealthy)
    }

    @Test("A client that reads no answers is not served ahead and is closed in time")
    func unreadAnswers() throws {
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

    /// Over real sockets the kernel holds old events too. Their bound keeps the snapshot from arriving minutes late.
    @Test("A watcher that does not read is skipped and gets a snapshot")
    func slowWatcher() throws {
        let server = try server {
            $0.feeds.backlog = 20_000
            // It reads nothing for as long as others need to say enough, no ping either.
            ($0.timeouts.hello, $0.timeouts.betweenPings, $0.timeouts.pong) = (600_000, 600_000, 600_000)
            $0.hub.renameRate = TokenRate(perSecond: 100_000, burst: 100_000)
            $0.hub.requestRate = $0.hub.renameRate
            $0.hub.playerRate = $0.hub.renameRate
            $0.hub.changeRate = $0.hub.renameRate
        }
        let host = try server.player()
        let code = try #require(try host.ask(["type": "create_room"])["room"])
        let slow = PlayerClient(
            try WebSocketClient(server.connect(receiveBuffer: 4_096), fields: [server.guest()]), cookie: "")
        #expect(try slow.ask(["type": "hello", "protocol": 1]).type == "welcome")
        let entry = try slow.ask(["type": "watch", "room": code])
        var known = try #require(entry["seq"]?.integer)
        var names = 0
        func rename(_ count: Int) throws {
            for _ in 1..<count {
                names += 1
                _ = try host.post(["type": "rename", "name": .string("Mika \(names)")])
            }
            names += 1
            #expect(try host.ask(["type": "rename", "name": .string("Mika \(names)")]).type == "renamed")
        }
        for _ in 0..<200 where server.server.largestBacklog <= 20_000 { try rename(20) }
        #expect(server.server.largestBacklog > 20_000, "\(names) events were not enough to fill the socket")
        let first = known + names
        for _ in 0..<5 { try rename(20) }
        #expect(server.server.largestBacklog < 30_000)
        var message = try slow.receive()
        while message.type != "snapshot" {
            if message.type == "event" {
                #expect(message["seq"]?.integer == known + 1)
                known += 1
            }
            message = try slow.receive()
        }
        #expect(try ProtocolPage().fault(of: message) == nil)
        #expect(known <= first, "what came after the bound was met is not sent")
        let seen = try #require(message["seq"]?.integer)
        #expect(seen > known + 1, "what was left out is in the picture")
        try rename(1)
        #expect(try slow.push("event") { $0["seq"]?.integer ?? 0 > seen }["seq"]?.integer == seen + 1)
        #expect(server.server.largestBacklog == 0)
    }
}
