import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// Work for thousands is done for a few at a time, so that nobody who plays waits for it.
@Suite struct FewAtOnceTests {
    // MARK: Connections of a player

    @Test("A player's connection above the limit closes the player's oldest one")
    func connectionsPerPlayer() throws {
        var settings = HubSettings()
        settings.connectionsPerPlayer = 3
        let world = try HubWorld(settings: settings)
        let first = try world.guest(name: "Mika")
        let code = first.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        let others = (0..<2).map { _ in world.connect(first.player) }
        #expect(first.closeCode == nil)
        for client in others { #expect(client.ask(.join(room: code, resume: nil)).type == "joined") }
        let next = world.connect(first.player)
        #expect(first.closeCode == 4500 && others.allSatisfy { $0.closeCode == nil })
        #expect(next.ask(.join(room: code, resume: nil)).type == "joined", "the seat is there")
        // Who has gone by itself leaves its place.
        others[0].disconnect()
        let last = world.connect(first.player)
        #expect(others[1].closeCode == nil && next.closeCode == nil)
        #expect(last.ask(.lobby(on: true)).type == "lobby" && others[1].ask(.lobby(on: true)).type == "lobby")
        // Another player is another one.
        #expect(try world.guest().ask(.lobby(on: true)).type == "lobby")
        #expect(others[1].closeCode == nil)
    }

    // MARK: The lobby

    /// Hundreds who look at the lobby, and a host whose room was listed a moment ago: the first of them know.
    private func crowd() throws -> (HubWorld, [TestClient], host: TestClient) {
        let world = try HubWorld()
        let clients = try (0..<20).flatMap { _ in
            let player = try world.guest().player
            return (0..<30).map { _ in world.connect(player) }
        }
        for client in clients { #expect(client.ask(.lobby(on: true)).type == "lobby") }
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        _ = host.ask(.inRoom(room: code, .list(true)))
        world.advance(ms: 1_000)
        world.hub.tick()
        return (world, clients, host)
    }

    @Test("A lobby update goes out in several turns, skipping those who left or stopped looking")
    func lobbyInTurns() throws {
        let (world, clients, _) = try crowd()
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

    @Test("A lobby update waits until every subscriber has the update before it")
    func nextLobbyWaits() throws {
        let (world, clients, host) = try crowd()
        // The room is empty, and no longer shown, before the other subscribers have had their turn. One of them asks
        // for the lobby.
        host.disconnect()
        world.advance(ms: 1_000)
        let asking = try #require(clients.first { $0.pushes("lobby").isEmpty })
        let id = asking.post(.lobby(on: true))
        world.hub.tick()
        world.run()
        #expect(asking.reply(to: id)?.list("rooms").isEmpty == true)
        #expect(clients.allSatisfy { $0.pushes("lobby").map { $0.list("rooms").count } == [1] })
        world.advance(ms: 1_000)
        world.hub.tick()
        world.run()
        #expect(clients.allSatisfy { $0.pushes("lobby").map { $0.list("rooms").count } == [1, 0] })
    }

    @Test("A subscriber who joined between two equal lobbies gets the update")
    func lateSubscriber() throws {
        let world = try HubWorld()
        let (host, visitor) = (try world.guest(name: "Mika"), try world.guest())
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        _ = visitor.ask(.lobby(on: true))
        _ = host.ask(.inRoom(room: code, .list(true)))
        world.advance(ms: 1_000)
        world.tick()
        // A host loads the page anew, while somebody comes.
        host.disconnect()
        let late = try world.guest()
        #expect(late.ask(.lobby(on: true)).list("rooms").isEmpty)
        _ = world.connect(host.player).ask(.join(room: code, resume: nil))
        world.advance(ms: 1_000)
        world.tick()
        #expect(late.pushes("lobby").last?.list("rooms").count == 1)
    }

    @Test("A long lobby is sorted at most four times a second")
    func longLobby() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        for _ in 0...LobbyDesk.size {
            let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
            #expect(host.ask(.inRoom(room: code, .list(true))).type == "done")
            world.advance(ms: 10_000)
        }
        let visitor = try world.guest()
        func present() -> [Int] { visitor.ask(.lobby(on: true)).list("rooms").compactMap { $0["present"] as? Int } }
        #expect(present() == Array(repeating: 1, count: LobbyDesk.size))
        host.disconnect()
        #expect(present().count == LobbyDesk.size, "as it was a moment ago")
        world.advance(ms: LobbyDesk.age)
        #expect(present().isEmpty)
    }

    // MARK: Midnight

    @Test("At midnight every room opens the new day's race, a few rooms a turn")
    func midnight() throws {
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
        // A room counts itself and its only player. The next rooms have their turn once these are told.
        let slice = SessionHub.toldInOneTurn / 2
        #expect(events("opened") + world.hub.teller.underWay == slice)
        while events("opened") < slice { world.runStorageOnce() }
        #expect(events("opened") == slice)
        // Who is faster than the rest of the rooms opens the race there.
        let opening = host.post(.open(puzzle: world.today, hard: .off))
        while host.reply(to: opening) == nil { world.runStorageOnce() }
        world.run()
        #expect(events("opened") == rooms && events("started") == rooms)
    }
}
