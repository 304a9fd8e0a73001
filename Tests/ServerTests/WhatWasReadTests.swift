import Dispatch
import Synchronization
import TestKit
import Testing

@testable import EventLoops
@testable import Server
@testable import Sessions

/// What waits for messages that the shards had read: the ends of games by the clock.
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
