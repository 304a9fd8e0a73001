import Dispatch
import Glibc
import Synchronization
import TestKit
import Testing

@testable import EventLoops
@testable import Server
@testable import Sessions

/// Ends of games by the clock wait for messages that the shards have read.
@Suite(.blocking) struct WhatWasReadTests {
    /// Whether somebody looks at the lobby, as two places in the hub's order of work saw it.
    private final class Seen: Sendable {
        let looks = Mutex<[Bool]>([])
        func look(_ hub: SessionHub) { looks.withLock { $0.append(!hub.desks.lobby.isEmpty) } }
    }

    @Test(
        "A hub that stood still comes to what waits for messages after those that other shards had read",
        arguments: [0, 1])
    func order(other: Int) throws {
        let server = try TestServer(shards: 3)
        var onHub: PlayerClient?
        let cookies = try (0..<3).map { _ in try server.guest() }
        let deadline = ContinuousClock.now + .seconds(10)
        while server.server.connectionCounts.contains(where: { $0 > 0 }) {
            try #require(ContinuousClock.now < deadline, "the guests' connections are gone")
            // Each round waits for the server's own turns.
            _ = server.server.largestBacklog
        }
        // Each has a shard of its own; the hub's cannot answer while it stands still.
        let others = try cookies.compactMap { cookie -> PlayerClient? in
            let client = try server.player(cookie: cookie)
            let isHubs = server.server.connectionCounts[0] == 1 && onHub == nil
            if isHubs { onHub = client }
            return isHubs ? nil : client
        }
        let (stands, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let finished = DispatchSemaphore(value: 0)
        let seen = Seen()
        server.server.shards.first.execute { loop in
            stands.signal()
            goesOn.wait()
            guard let mailroom = ServerShard.find(on: loop)?.mailroom else {
                finished.signal()
                return
            }
            seen.look(mailroom.hub)
            mailroom.whenHeard {
                seen.look(mailroom.hub)
                finished.signal()
            }
        }
        stands.wait()
        let client = try #require(others.dropFirst(other).first)
        _ = try client.post(["type": "lobby", "on": true])
        try client.webSocket.send(frame: .ping, [])
        // The shard answers it itself, after the message before it.
        while try client.webSocket.next() != .pong {}
        goesOn.signal()
        finished.wait()
        #expect(seen.looks.withLock { $0 } == [false, true])
    }

    /// Stops the hub's thread and has `say` send messages meanwhile. Returns whether somebody looks at the lobby: now,
    /// and when the messages that have been read are handled.
    private func looks(_ server: TestServer, saying say: () throws -> Void) throws -> [Bool] {
        let (stands, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let finished = DispatchSemaphore(value: 0)
        let seen = Seen()
        server.server.shards.first.execute { loop in
            stands.signal()
            goesOn.wait()
            guard let mailroom = ServerShard.find(on: loop)?.mailroom else {
                finished.signal()
                return
            }
            seen.look(mailroom.hub)
            mailroom.whenHeard {
                seen.look(mailroom.hub)
                finished.signal()
            }
        }
        stands.wait()
        try say()
        goesOn.signal()
        finished.wait()
        return seen.looks.withLock { $0 }
    }

    /// The burst is heard two messages at a time.
    @Test("A burst that came while the hub's own shard was busy is handled before work that waits for messages")
    func ownShard() throws {
        let server = try TestServer(shards: 1)
        let client = try server.player()
        let found = try looks(server) {
            for _ in 0..<11 { _ = try client.post(["type": "lobby", "on": false]) }
            _ = try client.post(["type": "lobby", "on": true])
        }
        #expect(found == [false, true])
    }

    @Test("A guess that came while the hub's own shard was busy is timed by when it can have come")
    func arrival() throws {
        let server = try TestServer(shards: 1)
        let client = try server.player()
        let puzzle = "guess-en-5/2026-11-21"
        #expect(try client.ask(["type": "open", "puzzle": .string(puzzle)]).type == "game")
        let opened = ContinuousClock.now
        var guess = 0
        _ = try looks(server) {
            guess = try client.post(
                [
                    "type": "guess", "puzzle": .string(puzzle), "row": 0,
                    "word": .string(try TestServer.answer(of: puzzle)),
                ])
            usleep(400_000)
        }
        let judged = try client.wait { $0["re"]?.integer == guess }
        let elapsed = try #require(judged["result"]?["ms"]?.integer)
        #expect(ContinuousClock.now - opened > .milliseconds(400) && elapsed < 400, "\(elapsed) ms")
    }

    @Test("Messages that a shard holds for a hub that lags are handled before work that waits for messages")
    func behind() throws {
        var bounds = ServerBounds()
        bounds.mailToHub = 1
        let server = try TestServer(bounds: bounds, shards: 2)
        var client: PlayerClient?
        // Each shard takes those that the other has no room for.
        var others: [PlayerClient] = []
        while client == nil {
            let before = server.server.connectionCounts[1]
            let one = try server.player()
            if server.server.connectionCounts[1] > before { client = one } else { others.append(one) }
        }
        let talker = try #require(client)
        let found = try looks(server) {
            for _ in 0..<23 { _ = try talker.post(["type": "lobby", "on": false]) }
            _ = try talker.post(["type": "lobby", "on": true])
            // The shard has read of them as much as it may say.
            usleep(50_000)
        }
        #expect(found == [false, true])
    }

    @Test("Work that comes while the shards are being asked is done after another question")
    func twice() throws {
        let server = try TestServer(shards: 2)
        let done = DispatchSemaphore(value: 0)
        let order = Mutex<[Int]>([])
        server.server.shards.first.execute { loop in
            guard let mailroom = ServerShard.find(on: loop)?.mailroom else { return }
            mailroom.whenHeard { order.withLock { $0.append(1) } }
            mailroom.whenHeard {
                order.withLock { $0.append(2) }
                mailroom.whenHeard {
                    order.withLock { $0.append(3) }
                    done.signal()
                }
            }
        }
        done.wait()
        #expect(order.withLock { $0 } == [1, 2, 3])
    }
}
