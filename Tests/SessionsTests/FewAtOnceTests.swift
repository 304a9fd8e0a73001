import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// What concerns thousands is done for a few at a time: nobody who plays waits for it.
@Suite struct FewAtOnceTests {
    // MARK: Connections of a player

    @Test func aPlayerHasSoManyConnectionsAndNoMore() throws {
        var settings = HubSettings()
        settings.connectionsPerPlayer = 3
        let world = try HubWorld(settings: settings)
        let first = try world.guest()
        let others = (0..<2).map { _ in world.connect(first.player) }
        let oneTooMany = TestClient(world, first.player)
        let refusal = oneTooMany.ask(.hello(protocol: 1, token: nil))
        #expect(refusal.code == "rate_limited" && refusal["retry"] as? Int == 30_000)
        #expect(oneTooMany.ask(.lobby(on: true)).code == "hello_first", "it costs no state")
        #expect(first.ask(.lobby(on: true)).type == "lobby", "the others are not disturbed")
        others[0].disconnect()
        #expect(oneTooMany.ask(.hello(protocol: 1, token: nil)).type == "welcome")
        #expect(TestClient(world, first.player).ask(.hello(protocol: 1, token: nil)).code == "rate_limited")
        // Another player is another one.
        #expect(try world.guest().ask(.lobby(on: true)).type == "lobby")
    }

    // MARK: The lobby

    private func lookers(_ world: HubWorld) throws -> [TestClient] {
        let clients = try (0..<20).flatMap { _ in
            let player = try world.guest().player
            return (0..<30).map { _ in world.connect(player) }
        }
        for client in clients { #expect(client.ask(.lobby(on: true)).type == "lobby") }
        return clients
    }

    @Test func theLobbyIsToldInSeveralTurns() throws {
        let world = try HubWorld()
        let clients = try lookers(world)
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        _ = host.ask(.inRoom(room: code, .list(true)))
        world.advance(ms: 1_000)
        world.hub.tick()
        func told() -> Int { clients.count { !$0.pushes("lobby").isEmpty } }
        #expect(told() == SessionHub.toldInOneTurn, "the rest in other turns")
        let waiting = clients.filter { $0.pushes("lobby").isEmpty }
        waiting[0].disconnect()
        _ = waiting[1].post(.lobby(on: false))
        world.run()
        #expect(told() == clients.count - 2, "who has gone, or does not look any more, is told nothing")
        let messages = clients.filter { !$0.pushes("lobby").isEmpty }.compactMap(\.last).map(ObjectIdentifier.init)
        #expect(Set(messages).count == 1, "one message, framed once for all")
    }

    @Test func nobodyIsToldAnOlderLobbyAfterANewerOne() throws {
        let world = try HubWorld()
        let clients = try lookers(world)
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        _ = host.ask(.inRoom(room: code, .list(true)))
        world.advance(ms: 1_000)
        world.hub.tick()
        // Before the others have had their turn the room is empty, and not shown any more.
        host.disconnect()
        world.advance(ms: 1_000)
        world.hub.tick()
        world.run()
        for client in clients {
            let lobbies = client.pushes("lobby").map { $0.list("rooms").count }
            #expect(lobbies == [1, 0] || lobbies == [0])
        }
        #expect(clients.count { $0.pushes("lobby").count == 2 } == SessionHub.toldInOneTurn)
    }

    // MARK: Midnight

    @Test func midnightOpensAFewRoomsAtATimeAndLosesNobody() throws {
        var settings = HubSettings()
        settings.seatsPerPlayer = 1_000
        settings.seatRate = TokenRate(perSecond: 1_000, burst: 1_000)
        let world = try HubWorld(now: HubWorld.morning + 13 * 3_600_000 + 59 * 60_000, settings: settings)
        let host = try world.guest(name: "Mika")
        let rooms = 500
        for number in 0..<rooms {
            #expect(host.ask(.createRoom(name: "Kites"))["room"] != nil, "\(number)")
            world.advance(ms: 100)
        }
        func events(_ kind: String) -> Int {
            host.pushes("event").count {
                let event = $0.object("event")
                return event["kind"] as? String == kind && event["race"] as? String == world.today.text
            }
        }
        world.advance(ms: 2 * 60_000)
        world.hub.tick()
        while events("opened") == 0 { world.runStorageOnce() }
        // A room counts itself and its only player.
        #expect(events("opened") == SessionHub.toldInOneTurn / 2)
        // Faster than the rest of the rooms.
        let opening = host.post(.open(puzzle: world.today, hard: .off))
        while host.reply(to: opening) == nil { world.runStorageOnce() }
        #expect(events("opened") < rooms)
        world.run()
        #expect(events("opened") == rooms && events("started") == rooms)
    }
}
