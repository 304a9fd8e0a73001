import GameRules
import Messages
import Testing

@testable import Sessions

/// New names are read on another thread, as some take as long as thousands of guesses.
@Suite struct NameReadingTests {
    private func world(_ change: (inout HubSettings) -> Void = { _ in }) throws -> HubWorld {
        var settings = HubSettings()
        settings.offensive = OffensiveWords(words: ["drat"], stems: [], innocent: [])
        change(&settings)
        return try HubWorld(settings: settings)
    }

    @Test("While a name is read, the games of others go on")
    func othersGoOn() throws {
        let world = try world()
        let (client, other) = (try world.guest(), try world.guest())
        world.nameReadings.areSlow = true
        let asked = client.post(.rename(name: "Ada"))
        world.run()
        #expect(client.reply(to: asked) == nil && world.nameReadings.count == 1)
        #expect(other.ask(.open(puzzle: world.today, hard: .off)).type == "game")
        #expect(other.guess(world.answer, row: 0)["state"] as? String == "solved")
        world.nameReadings.finish()
        world.run()
        #expect(client.reply(to: asked)?.type == "renamed")
    }

    @Test("Where too many names are read, the next one is refused and costs nothing")
    func fullQueue() throws {
        let world = try world {
            $0.renameRate = TokenRate(everyMs: 10_000, burst: 1)
            $0.refusedNameRate = TokenRate(everyMs: 10_000, burst: 1)
            $0.seatRate = TokenRate(everyMs: 10_000, burst: 1)
        }
        let client = try world.guest()
        world.nameReadings.areTaken = false
        for message in [ClientMessage.rename(name: "Ada"), .createRoom(name: "Kites")] {
            let refused = client.ask(message)
            #expect(refused.code == "rate_limited" && refused["retry"] as? Int == 1_000)
        }
        #expect(client.ask(.createRoom(name: nil)).type == "joined", "a name that is not given is not read")
        world.advance(ms: 10_000)
        world.nameReadings.areTaken = true
        #expect(client.ask(.rename(name: "Ada")).type == "renamed")
        #expect(client.ask(.createRoom(name: "Kites")).type == "joined")
    }

    @Test("A network has 64 names read or waiting: the next one is refused, and those of other networks are not")
    func networks() throws {
        let world = try world()
        let clients = try (0..<LiveNames.perNetwork + 1).map { _ in try world.guest(from: 7) }
        let other = try world.guest(from: 8)
        world.nameReadings.areSlow = true
        let asked = clients.enumerated().map { index, client in client.post(.rename(name: "Ada \(index)")) }
        let othersAsked = other.post(.rename(name: "Bea"))
        world.run()
        let refused = zip(clients, asked).map { $0.reply(to: $1)?.code }
        #expect(refused == Array(repeating: nil, count: 64) + ["rate_limited"])
        #expect(world.nameReadings.count == 65)
        // Who is gone no longer waits, and is read all the same.
        clients[0].disconnect()
        world.nameReadings.finish()
        world.run()
        #expect(zip(clients, asked).dropFirst().dropLast().allSatisfy { $0.reply(to: $1)?.type == "renamed" })
        #expect(other.reply(to: othersAsked)?.type == "renamed")
        #expect(clients[64].post(.rename(name: "Cleo")) > 0)
        world.run()
        #expect(world.nameReadings.count == 1)
    }

    @Test("A name is also read for the word that its player finds meanwhile")
    func wordFoundMeanwhile() throws {
        let world = try world()
        let client = try world.guest()
        let second = world.connect(client.player)
        #expect(second.ask(.open(puzzle: world.today, hard: .off)).type == "game")
        world.nameReadings.areSlow = true
        let name = "My \(world.answer)"
        let (renamed, founded) = (client.post(.rename(name: name)), client.post(.createRoom(name: name)))
        world.run()
        #expect(second.guess(world.answer, row: 0)["state"] as? String == "solved")
        for _ in 0..<6 {
            world.nameReadings.finish()
            world.run()
        }
        #expect(client.reply(to: renamed)?["reason"] as? String == "spoiler")
        #expect(client.reply(to: founded)?["reason"] as? String == "spoiler")
    }

    @Test("A player on several connections has the names that one may have")
    func parallelNames() throws {
        let world = try world { $0.renameRate = TokenRate(everyMs: 10_000, burst: 1) }
        let client = try world.guest()
        let second = world.connect(client.player)
        world.nameReadings.areSlow = true
        let asked = [(client, client.post(.rename(name: "Ada"))), (second, second.post(.rename(name: "Bea")))]
        world.run()
        world.nameReadings.finish()
        world.run()
        #expect(asked.map { $0.reply(to: $1)?.type } == ["renamed", "error"])
        #expect(second.reply(to: asked[1].1)?["retry"] as? Int == 10_000)
    }

    @Test("An offensive name counts as refused, and as no new name and no room")
    func offensiveNames() throws {
        let world = try world {
            $0.renameRate = TokenRate(everyMs: 10_000, burst: 1)
            $0.seatRate = TokenRate(everyMs: 10_000, burst: 1)
            $0.refusedNameRate = TokenRate(everyMs: 1_000, burst: 3)
        }
        let client = try world.guest()
        #expect(client.ask(.rename(name: "D*rat drat"))["reason"] as? String == "offensive")
        #expect(client.ask(.createRoom(name: "We drat"))["reason"] as? String == "offensive")
        let code = client.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        #expect(client.ask(.inRoom(room: code, .name("Drat")))["reason"] as? String == "offensive")
        #expect(client.ask(.rename(name: "Ada")).code == "rate_limited", "three were refused")
        world.advance(ms: 1_000)
        #expect(client.ask(.rename(name: "Ada")).type == "renamed")
    }
}
