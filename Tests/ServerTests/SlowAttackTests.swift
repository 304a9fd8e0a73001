import Foundation
import Server
import TestKit
import Testing

/// Many slow clients at once, as slowhttptest sends them: they hold nothing for long, and nobody else waits for them.
@Suite(.blocking) struct SlowAttackTests {
    private static let attackers = 150

    private func server(_ change: (inout ServerBounds) -> Void) throws -> TestServer {
        var bounds = ServerBounds()
        change(&bounds)
        return try TestServer(bounds: bounds)
    }

    private static let beginnings = [
        // Slow headers (-H): a field now and then, and never the last line.
        "GET / HTTP/1.1\r\nHost: a\r\nX: ",
        // Slow bodies (-B), with a length and in chunks.
        "POST /api/v1/session HTTP/1.1\r\nHost: a\r\nContent-Length: 4096\r\n\r\n",
        "POST /api/v1/session HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n",
    ]

    @Test("Clients that send slowly are closed in time, and others are served", arguments: beginnings)
    func slowSenders(beginning: String) throws {
        let server = try server {
            $0.timeouts.request = 1_500
            $0.request.body = 4_096
        }
        let sockets = try (0..<Self.attackers).map { _ in
            let socket = try server.connect()
            try socket.send(beginning)
            return socket
        }
        let clock = ContinuousClock()
        let began = clock.now
        var slowest = Duration.zero
        // A byte from each, and a proper request in between, until the time is over.
        while !sockets[0].hears(within: 0), clock.now - began < .seconds(10) {
            for socket in sockets { try send("x", over: socket) }
            let asked = clock.now
            #expect(try server.isHealthy)
            slowest = max(slowest, clock.now - asked)
            // A fast machine would ask more often than the server allows.
            usleep(20_000)
        }
        #expect(slowest < .seconds(5), "\(slowest)")
        for socket in sockets {
            #expect(try socket.readAnswer().status == 408)
            #expect(try hasEnded(socket))
        }
    }

    @Test("A request whose body waits for 100 (Continue) has the time of any other, also on a connection that was kept")
    func waitsForContinue() throws {
        let server = try server { $0.timeouts.request = 300 }
        let socket = try server.connect()
        #expect(try socket.ask("GET", "/healthz").status == 200)
        try socket.send("POST /api/v1/session HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
        #expect(try socket.readAnswer().status == 100)
        #expect(try socket.readAnswer().status == 408)
        #expect(try hasEnded(socket))
    }

    /// Some are told that they took too long while others still send.
    private func send(_ text: String, over socket: SocketClient) throws {
        do {
            try socket.send(text)
        } catch SocketClientError.reset {
            // It did not hear, and was cut off; what it was told is still there to be read.
        }
    }

    /// Whether nothing more comes over a connection, and it is gone.
    private func hasEnded(_ socket: SocketClient) throws -> Bool {
        do {
            return try socket.readToEnd() == []
        } catch SocketClientError.reset {
            return true
        }
    }

    /// This is slow reading (-X): the answers of many requests are never read.
    @Test("Clients that read slowly are closed and hold at most one answer in memory")
    func slowReaders() throws {
        let server = try server { $0.timeouts.idle = 1_500 }
        let request = "GET /style.css HTTP/1.1\r\nHost: a\r\n\r\n"
        let requests = Array(repeatElement(request, count: 400).joined().utf8)
        // Few: for each of them the kernel takes more than a megabyte before it says that it is full.
        let sockets = try (0..<20).map { _ in
            let socket = try server.connect(receiveBuffer: 4_096)
            _ = try socket.sendSome(requests)
            return socket
        }
        let size = try server.ask("GET", "/style.css").body.count
        var highest = 0
        let clock = ContinuousClock()
        let began = clock.now
        // All of them have filled their sockets, and are cut off at the end of their time.
        while server.server.largestBacklog > 0 || highest == 0, clock.now - began < .seconds(15) {
            highest = max(highest, server.server.largestBacklog)
            #expect(try server.isHealthy)
            Thread.sleep(forTimeInterval: 0.02)  // Not faster than an address may ask.
        }
        #expect(highest > 0 && highest <= size + 2_048, "one answer at most waits for each: \(highest)")
        #expect(server.server.largestBacklog == 0)
        withExtendedLifetime(sockets) {}
    }

    /// This is the range attack (-R): as many ranges as fit, all overlapping.
    @Test("A request for many overlapping ranges gets the whole file once")
    func manyRanges() throws {
        let server = try TestServer()
        let socket = try server.connect()
        let ranges = "bytes=0-" + (0..<500).map { ",5-\($0)" }.joined()
        let whole = try socket.ask("GET", "/style.css")
        for _ in 0..<20 {
            let answer = try socket.ask("GET", "/style.css", fields: ["Range: \(ranges)"])
            #expect(answer.status == 200 && answer.body.count == whole.body.count)
        }
        #expect(try socket.ask("GET", "/style.css", fields: ["Range: \(ranges),\(ranges)"]).status == 431)
        #expect(try server.isHealthy)
    }
}
