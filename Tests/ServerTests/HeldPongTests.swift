import Server
import TestKit
import Testing

@testable import Server

/// The gain of a client that answers pings late, over real sockets.
@Suite(.blocking) struct HeldPongTests {
    /// ms for which a pong is held back.
    private static let delay = 300

    /// Plays today's puzzle over a connection that answers its first ping late, and solves it after that. Returns the
    /// lag credit in ms.
    private func credit(on server: TestServer, fields: [String] = []) throws -> Int {
        let cookie = try server.guest()
        let client = PlayerClient(try WebSocketClient(server.connect(), fields: [cookie] + fields), cookie: cookie)
        client.webSocket.answersPings = false
        let welcome = try client.ask(["type": "hello", "protocol": 1])
        let puzzle = try #require(welcome["today"]?["puzzle"]?.text)
        // The second message is answered with a ping.
        _ = try client.ask(["type": "open", "puzzle": .string(puzzle)])
        try waitByTheServersClock(HeldPongTests.delay, client)
        try client.webSocket.send(frame: .pong, [])
        let judged = try client.ask([
            "type": "guess", "puzzle": .string(puzzle), "row": 0, "word": .string(try TestServer.answer(of: puzzle)),
        ])
        let result = try #require(judged["result"])
        let (ms, lag) = (try #require(result["ms"]?.integer), try #require(result["lag"]?.integer))
        #expect(ms + lag >= HeldPongTests.delay, "the pong was held back for so long")
        return lag
    }

    private func waitByTheServersClock(_ milliseconds: Int, _ client: PlayerClient) throws {
        let now = { try #require(try client.ask(["type": "ping"])["time"]?.integer) }
        let end = try now() + milliseconds
        while try now() < end { _ = client.webSocket.socket.hears(within: 20) }
    }

    /// The pong is the client's to hold back, the acknowledgment of the ping its kernel's.
    @Test("A delayed pong brings no credit", arguments: TestServer.shardCounts)
    func heldBack(shards: Int) throws {
        let credit = try credit(on: try TestServer(shards: shards))
        #expect(credit < 50, "a round trip on this machine takes less than a millisecond")
    }

    /// The kernel knows the way to the proxy only. So the least round trip that was seen counts, and a first one that
    /// is held back is believed: docs/protocol.md says so.
    @Test("Behind a trusted proxy the pings alone count")
    func behindAProxy() throws {
        let server = try TestServer { $0.trustedProxies = ["127.0.0.0/8"].compactMap { AddressBlock($0) } }
        let credit = try credit(on: server, fields: ["X-Forwarded-For: 192.0.2.1"])
        #expect(credit >= HeldPongTests.delay)
    }
}
