import Messages
import Testing

@testable import Sessions

/// The messages that a connection is owed, and their order. `Tests/SimulationTests` holds the order at every step.
@Suite struct TellingOrderTests {
    /// While the disk stands still, answers wait for the guess before them: so many, and no more.
    @Test("Replies that wait for the disk are bounded for each connection")
    func boundedReplies() throws {
        var settings = HubSettings()
        settings.requestRate = TokenRate(perSecond: 1_000_000, burst: 1_000_000)
        settings.playerRate = settings.requestRate
        let world = try HubWorld(settings: settings)
        let (client, other) = (try world.guest(), try world.guest())
        _ = client.open()
        let guess = client.post(.guess(puzzle: world.today, row: 0, word: world.wrongWords(1)[0]))
        let last = (1..<512).map { _ in client.post(.lobby(on: false)) }.last ?? 0
        #expect(client.closeCode == nil && client.reply(to: guess) == nil && client.reply(to: last) == nil)
        #expect(client.post(.ping) > 0 && client.messages.last?.type == "pong", "it does not wait")
        #expect(other.post(.lobby(on: false)) > 0 && other.messages.last?.type == "lobby", "nor do others")
        world.run()
        #expect(client.reply(to: guess)?.type == "judged" && client.reply(to: last)?.type == "lobby")
        let answers = client.messages.compactMap { $0["re"] as? Int }.filter { $0 >= guess && $0 <= last }
        #expect(answers == Array(guess...last), "in their order")
        _ = client.post(.guess(puzzle: world.today, row: 1, word: world.wrongWords(2)[1]))
        for _ in 0..<512 { _ = client.post(.lobby(on: false)) }
        #expect(client.closeCode == 4002)
        world.run()
        #expect(other.ask(.ping).type == "pong")
    }

    @Test("A refusal or push never overtakes a reply that was decided before it")
    func noOvertaking() throws {
        let world = try HubWorld()
        let player = try world.guest()
        let tab = world.connect(player.player)
        _ = player.open()
        let words = world.wrongWords(2)
        let guess = player.post(.guess(puzzle: world.today, row: 0, word: words[0]))
        let refused = player.post(.guess(puzzle: world.today, row: 0, word: words[1]))
        let taken = tab.post(.open(puzzle: world.today, hard: .off))
        #expect(player.reply(to: guess) == nil && player.reply(to: refused) == nil)
        world.run()
        let told = player.messages.suffix(3).map { $0["re"] as? Int }
        #expect(told == [guess, refused, nil], "the push that the game is played elsewhere comes last")
        #expect(player.messages.last?.type == "moved" && tab.reply(to: taken)?.type == "game")
        #expect(player.reply(to: refused)?.code == "stale_row")
    }

    @Test("A reply waits for the room's events that were decided before it")
    func roomNewsFirst() throws {
        let world = try HubWorld()
        let (racer, rival) = (try world.guest(), try world.guest())
        let code = try #require(racer.ask(.createRoom(name: nil))["room"] as? String)
        _ = rival.ask(.join(room: code, resume: nil))
        _ = racer.open()
        _ = racer.post(.guess(puzzle: world.today, row: 0, word: world.wrongWords(1)[0]))
        let asked = rival.post(.lobby(on: false))
        #expect(rival.reply(to: asked) == nil)
        world.run()
        let kinds = rival.messages.suffix(2).map(\.type)
        #expect(kinds == ["event", "lobby"])
    }

    @Test("A push that is decided while a welcome waits for the disk comes behind it")
    func welcomeFirst() throws {
        let world = try HubWorld()
        let client = try world.guest()
        _ = client.open()
        let words = world.wrongWords(2)
        _ = client.post(.guess(puzzle: world.today, row: 0, word: words[0]))
        let tab = TestClient(world, client.player)
        let hello = tab.post(.hello(protocol: 1, token: nil))
        _ = client.post(.guess(puzzle: world.today, row: 1, word: words[1]))
        world.hub.teller.pushToEverybody(OutgoingMessage(.renamed(name: "to all")))
        world.runHub()
        #expect(tab.messages.isEmpty)
        world.run()
        #expect(tab.messages.map(\.type) == ["welcome", "judged", "renamed"])
        #expect(tab.reply(to: hello) != nil)
        #expect(tab.messages[1]["row"] as? Int == 1, "the second guess is not lost on it")
    }
}
