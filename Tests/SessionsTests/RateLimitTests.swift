import GameRules
import Messages
import Testing

@testable import Sessions

/// The rates of one connection, at each bound.
@Suite struct RateLimitTests {
    private func world(_ change: (inout HubSettings) -> Void = { _ in }) throws -> HubWorld {
        var settings = HubSettings()
        settings.requestRate = TokenRate(perSecond: 20, burst: 10)
        settings.refusals = TokenRate(perSecond: 20, burst: 5)
        change(&settings)
        return try HubWorld(settings: settings)
    }

    private func codes(_ client: TestClient, _ count: Int) -> [String?] {
        (0..<count).map { _ in client.ask(.ping).code }
    }

    @Test("The burst of requests passes, and one more is refused with the time to wait")
    func burst() throws {
        let world = try world()
        let client = try world.guest()
        // Hello was the first of the ten.
        #expect(codes(client, 9) == [String?](repeating: nil, count: 9))
        let refused = client.ask(.ping)
        #expect(refused.code == "rate_limited")
        #expect(refused["retry"] as? Int == 50)
        world.advance(ms: 49)
        #expect(client.ask(.ping).code == "rate_limited")
        world.advance(ms: 1)
        #expect(codes(client, 2) == [nil, "rate_limited"])
        #expect(client.closeCode == nil)
    }

    /// A ping of so many bytes.
    private func ping(bytes: Int) -> String {
        let frame = (start: #"{"id":1,"type":"ping","x":""#, end: #""}"#)
        return frame.start + String(repeating: "x", count: bytes - frame.start.utf8.count - frame.end.utf8.count)
            + frame.end
    }

    @Test("A message counts once for each KiB that it begins")
    func countsPerKiB() throws {
        let world = try world()
        let client = try world.guest()
        // Nine are left: seven, one, and one more.
        for bytes in [7_168, 1_024] {
            client.send(raw: ping(bytes: bytes))
            #expect(client.messages.last?.type == "pong")
        }
        client.send(raw: ping(bytes: 1_025))
        #expect(client.messages.last?.code == "rate_limited")
        #expect(client.ask(.ping).type == "pong")
        #expect(client.ask(.ping).code == "rate_limited")
    }

    @Test("A refused large message counts by its length too")
    func refusedLargeMessages() throws {
        for text in [ping(bytes: 3_000), String(repeating: "x", count: 3_000)] {
            let world = try world()
            let client = try world.guest()
            _ = codes(client, 9)
            client.send(raw: text)
            #expect(client.messages.last?.code == "rate_limited" && client.closeCode == nil)
            client.send(raw: text)
            #expect(client.closeCode == 4500, "six of five")
        }
    }

    @Test("A large message counts by its length for the player too")
    func largeMessagesOfAPlayer() throws {
        let world = try world { $0.playerRate = TokenRate(perSecond: 1, burst: 10) }
        let client = try world.guest()
        let other = world.connect(client.player)
        client.send(raw: ping(bytes: 5_000))
        other.send(raw: ping(bytes: 5_000))
        #expect(other.messages.last?.type == "pong")
        #expect(other.ask(.ping).code == "rate_limited")
    }

    @Test("A request over the limit changes nothing")
    func refusedRequest() throws {
        let world = try world()
        let client = try world.guest()
        _ = codes(client, 9)
        #expect(client.ask(.rename(name: "Mika")).code == "rate_limited")
        world.advance(ms: 1_000)
        #expect(try world.restarted().connect(client.player).messages[0].object("player")["name"] as? String != "Mika")
    }

    @Test("A connection that ignores refusals is closed with 4500 and sent nothing more")
    func closedAtTheBound() throws {
        let world = try world()
        let client = try world.guest()
        _ = codes(client, 9)
        #expect(codes(client, 5).allSatisfy { $0 == "rate_limited" })
        #expect(client.closeCode == nil)
        let count = client.messages.count
        client.send(raw: #"{"id":1,"type":"ping"}"#)
        #expect(client.closeCode == 4500)
        #expect(client.messages.count == count, "nothing is said after the close")
        client.send(raw: #"{"id":2,"type":"ping"}"#)
        #expect(client.messages.count == count)
    }

    @Test("A flood of which some requests pass is closed too")
    func flood() throws {
        let world = try world()
        let client = try world.guest()
        // 100 a second, of which 20 pass: 80 refusals a second against 20 forgiven.
        for _ in 0..<100 where client.closeCode == nil {
            world.advance(ms: 10)
            client.send(raw: #"{"id":1,"type":"ping"}"#)
        }
        #expect(client.closeCode == 4500)
    }

    @Test("A connection with a few refusals a second stays open")
    func refusalsAreForgivenInTime() throws {
        let world = try world()
        let client = try world.guest()
        for _ in 0..<20 {
            _ = codes(client, 10)
            _ = codes(client, 4)
            world.advance(ms: 1_000)
        }
        #expect(client.closeCode == nil)
    }

    @Test("A malformed message counts like any other")
    func nonsense() throws {
        let world = try world()
        let client = try world.guest()
        for _ in 0..<9 { client.send(raw: "x") }
        #expect(client.messages.last?.code == "bad_message")
        client.send(raw: "x")
        #expect(client.messages.last?.code == "rate_limited")
        for _ in 0..<5 { client.send(raw: "x") }
        #expect(client.closeCode == 4500)
    }

    @Test("Requests that wait for storage are bounded and answered in order, and a ping does not wait")
    func waitingRequests() throws {
        let world = try world {
            $0.requestRate = TokenRate(perSecond: 100, burst: 100)
            $0.waitingRequests = 3
        }
        let client = try world.guest()
        // Storage is asked whether the game exists; until it answers, requests wait, in order, three at most.
        let first = client.post(.open(puzzle: world.today, hard: .off))
        let waiting = (0..<3).map { _ in client.post(.open(puzzle: world.today, hard: .off)) }
        let refused = client.post(.open(puzzle: world.today, hard: .off))
        #expect(client.reply(to: refused)?.code == "rate_limited")
        #expect(client.reply(to: waiting[0]) == nil)
        // That the server is there is told all the same: else nobody could tell a slow server from a dead line.
        #expect(client.reply(to: client.post(.ping))?.type == "pong")
        world.run()
        #expect(client.reply(to: first)?.type == "game")
        #expect(waiting.allSatisfy { client.reply(to: $0)?.type == "game" })
    }

    /// Ten tabs would have ten times the rate otherwise.
    @Test("All connections of a player share one allowance")
    func sharedBucket() throws {
        let world = try world {
            $0.requestRate = TokenRate(perSecond: 20, burst: 60)
            $0.playerRate = TokenRate(perSecond: 40, burst: 30)
        }
        let client = try world.guest()
        let tabs = (0..<2).map { _ in world.connect(client.player) }
        // Hello is not the player's yet: that is what it says.
        for tab in tabs { #expect(codes(tab, 15) == [String?](repeating: nil, count: 15)) }
        let refused = client.ask(.ping)
        #expect(refused.code == "rate_limited")
        #expect(refused["retry"] as? Int == 25)
        #expect(tabs.allSatisfy { $0.ask(.ping).code == "rate_limited" })
        // Others have their own.
        #expect(try world.guest().ask(.ping).type == "pong")
        world.advance(ms: 24)
        #expect(client.ask(.ping).code == "rate_limited")
        world.advance(ms: 1)
        #expect(client.ask(.ping).type == "pong")
        #expect(tabs[0].ask(.ping).code == "rate_limited")
    }

    @Test("Reconnecting does not refill a player's allowance")
    func reconnecting() throws {
        let world = try world {
            $0.requestRate = TokenRate(perSecond: 20, burst: 60)
            $0.playerRate = TokenRate(perSecond: 1, burst: 10)
        }
        let client = try world.guest()
        _ = codes(client, 10)
        client.disconnect()
        world.advance(ms: 5_000)
        world.tick()
        let again = world.connect(client.player)
        #expect(codes(again, 6) == [nil, nil, nil, nil, nil, "rate_limited"])
        again.disconnect()
        // Nor does it fill the list of players to evict.
        for _ in 0..<5 { world.connect(client.player).disconnect() }
        #expect(world.hub.library.players.toEvict.count == 1)
        // Memory of somebody who is gone lasts as long as it holds something against them, and no longer.
        world.advance(ms: 9_000)
        world.tick()
        #expect(world.hub.library.players[client.player] != nil)
        world.advance(ms: 1_000)
        world.tick()
        #expect(world.hub.library.players[client.player] == nil)
        #expect(world.hub.library.players.toEvict.isEmpty)
    }

    @Test("A request that costs the server more counts more")
    func costlyRequests() throws {
        let world = try world {
            $0.requestRate = TokenRate(perSecond: 20, burst: 60)
            $0.playerRate = TokenRate(perSecond: 1, burst: 6)
        }
        let client = try world.guest()
        for _ in 0..<3 { #expect(client.ask(.watch(room: "AAAAA", resume: nil)).code == "no_such_room") }
        #expect(client.ask(.ping).code == "rate_limited")
        world.advance(ms: 1_000)
        #expect(client.ask(.open(puzzle: world.today, hard: .off)).code == "rate_limited")
        #expect(client.ask(.ping).type == "pong")
    }

    /// Nonsense would be free on many connections otherwise.
    @Test("A malformed message counts for the player too")
    func nonsenseCountsForThePlayer() throws {
        let world = try world {
            $0.requestRate = TokenRate(perSecond: 20, burst: 60)
            $0.playerRate = TokenRate(perSecond: 1, burst: 2)
        }
        let client = try world.guest()
        for _ in 0..<2 { client.send(raw: "x") }
        #expect(client.messages.last?.code == "bad_message")
        client.send(raw: "x")
        #expect(client.messages.last?.code == "rate_limited")
    }

    @Test("Renames have a rate of their own, which reconnecting does not refill")
    func renameRate() throws {
        let world = try world { $0.renameRate = TokenRate(everyMs: 10_000, burst: 2) }
        let client = try world.guest()
        #expect(client.ask(.rename(name: "Ada")).type == "renamed")
        #expect(client.ask(.rename(name: "Bea")).type == "renamed")
        let refused = client.ask(.rename(name: "Cleo"))
        #expect(refused.code == "rate_limited")
        #expect(refused["retry"] as? Int == 10_000)
        // A new connection, and a hub that has evicted the player, fill nothing up.
        client.disconnect()
        world.tick()
        let again = world.connect(client.player)
        #expect(again.ask(.rename(name: "Cleo")).code == "rate_limited")
        world.advance(ms: 10_000)
        #expect(again.ask(.rename(name: "Cleo")).type == "renamed")
    }

    /// To show a room costs a hundred times what other requests do.
    @Test("Room entries have a rate for each player, wrong codes included")
    func entryRate() throws {
        let world = try world { $0.entryRate = TokenRate(everyMs: 1_000, burst: 2) }
        let code = try world.guest().ask(.createRoom(name: nil))["room"] as? String ?? ""
        let client = try world.guest()
        let second = world.connect(client.player)
        #expect(client.ask(.watch(room: code, resume: nil)).type == "watching")
        #expect(client.ask(.watch(room: "AAAAA", resume: nil)).code == "no_such_room", "guessing codes counts")
        #expect(second.ask(.join(room: code, resume: nil)).code == "rate_limited")
        client.disconnect()
        second.disconnect()
        world.tick()
        let again = world.connect(client.player)
        #expect(again.ask(.watch(room: code, resume: nil))["retry"] as? Int == 1_000)
        world.advance(ms: 1_000)
        #expect(again.ask(.watch(room: code, resume: nil)).type == "watching")
        #expect(again.ask(.leave(room: code)).type == "left", "leaving is free")
    }

    @Test("Requests above the bound of pending commits are refused and cost nobody anything")
    func diskIsBehind() throws {
        let world = try world { $0.commitsUnderWay = 2 }
        let word = world.wrongWords(1)[0]
        let clients = try (0..<3).map { _ in try world.guest() }
        for client in clients { #expect(client.open().type == "game") }
        let guess = ClientMessage.guess(puzzle: world.today, row: 0, word: word)
        let ids = clients.map { $0.post(guess) }
        let refused = try #require(clients[2].reply(to: ids[2]))
        #expect(refused.code == "rate_limited")
        #expect(refused["retry"] as? Int == 250)
        world.run()
        #expect(clients[0].reply(to: ids[0])?.type == "judged")
        #expect(clients[1].reply(to: ids[1])?.type == "judged")
        #expect(clients[2].ask(guess).type == "judged", "nothing was counted, and nothing is held against anybody")
    }

    @Test("Taking seats has a rate, and coming back to a seat is free")
    func seatRate() throws {
        let world = try world { $0.seatRate = TokenRate(everyMs: 1_000, burst: 3) }
        let client = try world.guest()
        let code = client.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        for _ in 0..<2 {
            #expect(client.ask(.leave(room: code)).type == "left")
            #expect(client.ask(.join(room: code, resume: nil)).type == "joined")
        }
        #expect(client.ask(.join(room: code, resume: nil)).type == "joined", "coming back to a seat takes none")
        #expect(client.ask(.leave(room: code)).type == "left")
        #expect(client.ask(.join(room: code, resume: nil)).code == "rate_limited")
        // A new connection, and a hub that has evicted the player, fill nothing up.
        client.disconnect()
        world.tick()
        let again = world.connect(client.player)
        #expect(again.ask(.createRoom(name: "Kites 2")).code == "rate_limited")
        world.advance(ms: 1_000)
        #expect(again.ask(.join(room: code, resume: nil)).type == "joined")
    }

    /// Each change is an event in a log that is kept. One member could fill the disk otherwise.
    @Test("Changes of a room have a rate for each player")
    func changeRate() throws {
        let world = try world { $0.changeRate = TokenRate(everyMs: 1_000, burst: 3) }
        let client = try world.guest()
        let code = client.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        for isReady in [true, false] {
            #expect(client.ask(.inRoom(room: code, .ready(isReady))).type == "done")
        }
        #expect(client.ask(.inRoom(room: code, .lock(true))).type == "done")
        let refused = client.ask(.inRoom(room: code, .start))
        #expect(refused.code == "rate_limited" && refused["retry"] as? Int == 1_000)
        // Neither a new connection nor a hub that has evicted the player fills it up.
        client.disconnect()
        world.tick()
        let again = world.connect(client.player)
        #expect(again.ask(.join(room: code, resume: nil)).type == "joined")
        #expect(again.ask(.inRoom(room: code, .lock(false))).code == "rate_limited")
        world.advance(ms: 1_000)
        #expect(again.ask(.inRoom(room: code, .start)).type == "done")
    }

    /// Each is an event in a log that is kept, in as many logs as the player has seats.
    @Test("A rename counts as a change of each of the player's rooms")
    func renameCountsPerRoom() throws {
        let world = try world {
            $0.changeRate = TokenRate(everyMs: 1_000, burst: 3)
            $0.renameRate = TokenRate(everyMs: 1, burst: 100)
        }
        let client = try world.guest()
        for name in ["Ada", "Bea"] { #expect(client.ask(.rename(name: name)).type == "renamed", "no room, no change") }
        let codes = (0..<4).map { _ in client.ask(.createRoom(name: "Kites"))["room"] as? String ?? "" }
        world.advance(ms: 1_000)
        #expect(client.ask(.leave(room: codes[3])).type == "left")
        #expect(client.ask(.leave(room: codes[2])).type == "left")
        let other = try world.guest(name: "Eve")
        #expect(other.ask(.join(room: codes[0], resume: nil)).type == "joined")
        #expect(client.ask(.rename(name: "Eve")).code == "name_taken", "what is refused costs nothing")
        #expect(client.ask(.rename(name: "Cleo")).type == "renamed", "two of three")
        let refused = client.ask(.rename(name: "Dora"))
        #expect(refused.code == "rate_limited" && refused["retry"] as? Int == 1_000)
        #expect(client.ask(.inRoom(room: codes[0], .ready(true))).type == "done", "the third")
        world.advance(ms: 1_999)
        #expect(client.ask(.rename(name: "Dora")).code == "rate_limited")
        world.advance(ms: 1)
        #expect(client.ask(.rename(name: "Dora")).type == "renamed")
        #expect(try world.restarted().connect(client.player).messages[0].object("player")["name"] as? String == "Dora")
    }

    @Test("A rename in more rooms than the allowance waits until all of it is paid")
    func renameInManyRooms() throws {
        let world = try world {
            $0.changeRate = TokenRate(everyMs: 1_000, burst: 3)
            $0.renameRate = TokenRate(everyMs: 1, burst: 100)
        }
        let client = try world.guest(name: "Ada")
        for _ in 0..<5 { #expect(client.ask(.createRoom(name: "Kites")).type == "joined") }
        #expect(client.ask(.rename(name: "Bea")).type == "renamed")
        #expect(client.ask(.rename(name: "Cleo"))["retry"] as? Int == 5_000)
        world.advance(ms: 4_999)
        #expect(client.ask(.rename(name: "Cleo")).code == "rate_limited")
        world.advance(ms: 1)
        #expect(client.ask(.rename(name: "Cleo")).type == "renamed")
    }

    @Test("A guest name that is drawn anew counts as a change of each room too")
    func redrawnName() throws {
        let world = try world { $0.changeRate = TokenRate(everyMs: 60_000, burst: 1) }
        let guest = try world.guest()
        func roomOfANamesake() throws -> String {
            let name = try #require(world.hub.library.players[guest.player]?.name)
            let host = try world.guest(name: name)
            return host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        }
        #expect(guest.ask(.createRoom(name: "Kites")).type == "joined")
        #expect(guest.ask(.join(room: try roomOfANamesake(), resume: nil)).type == "joined")
        let code = try roomOfANamesake()
        #expect(guest.ask(.join(room: code, resume: nil)).code == "rate_limited")
        world.advance(ms: 120_000)
        #expect(guest.ask(.join(room: code, resume: nil)).type == "joined")
    }
}
