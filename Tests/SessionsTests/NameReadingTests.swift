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

    @Test("Where too many names are read, the next one is refused and changes nothing")
    func fullQueue() throws {
        let world = try world {
            $0.renameRate = TokenRate(everyMs: 10_000, burst: 2)
            $0.seatRate = TokenRate(everyMs: 10_000, burst: 2)
        }
        let client = try world.guest()
        world.nameReadings.areTaken = false
        for message in [ClientMessage.rename(name: "Ada"), .createRoom(name: "Kites")] {
            let refused = client.ask(message)
            #expect(refused.code == "rate_limited" && refused["retry"] as? Int == 1_000)
        }
        #expect(client.ask(.createRoom(name: nil)).type == "joined", "a name that is not given is not read")
        #expect(client.ask(.createRoom(name: nil)).code == "rate_limited", "the try counted")
        world.nameReadings.areTaken = true
        #expect(client.ask(.rename(name: "Ada")).type == "renamed")
        #expect(client.ask(.rename(name: "Bea"))["retry"] as? Int == 10_000, "the try counted")
    }

    @Test("A network has 16 names read at one time: the next one waits, and those of other networks do not")
    func networks() throws {
        let world = try world()
        let clients = try (0..<LiveNames.perNetwork + 3).map { _ in try world.guest(from: 7) }
        let other = try world.guest(from: 8)
        world.nameReadings.areSlow = true
        func ask(_ round: String) -> [Int] {
            let asked = clients.enumerated().map { index, client in
                client.post(.rename(name: "\(round) \(index)"))
            }
            world.run()
            return asked
        }
        let asked = ask("Ada")
        let othersAsked = other.post(.rename(name: "Bea"))
        world.run()
        #expect(world.nameReadings.count == 17)
        // Who is gone is not waited for: not the first, whose name is read, nor the one that waits longest.
        for client in [clients[0], clients[16]] { client.disconnect() }
        world.nameReadings.finish()
        world.run()
        #expect(world.nameReadings.count == 2)
        #expect(other.reply(to: othersAsked)?.type == "renamed")
        world.nameReadings.finish()
        world.run()
        let types = zip(clients, asked).map { $0.reply(to: $1)?.type }
        #expect(types == [nil] + Array(repeating: "renamed", count: 15) + [nil, "renamed", "renamed"])
        // All places are free again, also those of the two who left.
        for index in [0, 16] { _ = world.connect(clients[index].player, from: 7).post(.rename(name: "Dora \(index)")) }
        _ = ask("Cleo")
        #expect(world.nameReadings.count == 16)
        finish(world)
        #expect(world.nameReadings.count == 0)
    }

    @Test("A name that waits as the server goes down is refused as any other request is")
    func drain() throws {
        let world = try world()
        let client = try world.guest()
        world.nameReadings.areSlow = true
        let asked = ["Ada", "Bea"].map { client.post(.rename(name: $0)) }
        world.run()
        world.hub.drain {}
        finish(world)
        #expect(client.reply(to: asked[1])?.code == "draining")
        #expect(world.nameReadings.count == 0)
    }

    @Test("Names that wait as a connection ends are not read")
    func waitingNamesOfTheGone() throws {
        let world = try world()
        let client = try world.guest()
        world.nameReadings.areSlow = true
        for name in ["Ada", "Bea", "Cleo"] { _ = client.post(.rename(name: name)) }
        world.run()
        client.disconnect()
        #expect(world.nameReadings.count == 1)
        world.nameReadings.finish()
        world.run()
        #expect(world.nameReadings.count == 0)
    }

    @Test("Rooms that are founded at the same time come to no more seats than a player may have")
    func lastSeat() throws {
        let world = try world {
            $0.seatsPerPlayer = 2
            $0.seatRate = TokenRate(everyMs: 10_000, burst: 3)
        }
        let client = try world.guest()
        #expect(client.ask(.createRoom(name: nil)).type == "joined")
        let second = world.connect(client.player)
        world.nameReadings.areSlow = true
        let asked = [client, second].map { $0.post(.createRoom(name: "Kites")) }
        world.run()
        world.nameReadings.finish()
        world.run()
        #expect(client.reply(to: asked[0])?.type == "joined")
        #expect(second.reply(to: asked[1])?.code == "too_many_rooms")
        #expect(world.hub.library.players[client.player]?.seats.count == 2)
    }

    @Test("A connection that leaves pays for its name")
    func namesOfTheGone() throws {
        let world = try world { $0.renameRate = TokenRate(everyMs: 10_000, burst: 1) }
        let client = try world.guest()
        let second = world.connect(client.player)
        world.nameReadings.areSlow = true
        _ = client.post(.rename(name: "Drat"))
        world.run()
        #expect(second.ask(.rename(name: "Bea"))["retry"] as? Int == 10_000)
        client.disconnect()
        world.nameReadings.finish()
        world.run()
        #expect(second.ask(.rename(name: "Bea"))["retry"] as? Int == 10_000)
    }

    @Test("A name may spell a word that was a secret while it was read, and is none any more")
    func wordToldMeanwhile() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start()
        let second = race.world.connect(race.host.player)
        let name = "My \(race.answer)"
        _ = race.play(race.host, race.answer, row: 0)
        #expect(second.ask(.createRoom(name: name))["reason"] as? String == "spoiler")
        race.world.nameReadings.areSlow = true
        let asked = second.post(.createRoom(name: name))
        race.world.run()
        #expect(race.world.nameReadings.count == 1)
        #expect(race.play(race.rival, race.answer, row: 0)["state"] as? String == "solved", "the round ends")
        finish(race.world)
        #expect(second.reply(to: asked)?.type == "joined")
    }

    @Test("A name is looked through for several words as for each of them")
    func severalWords() {
        let words = ["crane", "sassy", "größe", "слово", "fox", "cranes"]
        let names = [
            "Crane", "c r a n e", "cr*ne", "s@ssy", "Die größe", "СЛОВО!", "сл*во", "f o x", "f*x", "Kites", "cranes",
            "Paul & Ana", "sa東sy", "ｃｒａｎｅ",
        ]
        for name in names {
            let spelled = words.filter { NameFolding.spells($0, in: name) }
            #expect(NameFolding.spells(words, in: name) == !spelled.isEmpty, "\(name): \(spelled)")
            for word in words {
                let others = words.filter { $0 != word }
                #expect(NameFolding.spells(others, in: name) == !spelled.filter { $0 != word }.isEmpty)
            }
        }
        #expect(names.contains { !NameFolding.spells(words, in: $0) })
    }

    private func finish(_ world: HubWorld) {
        for _ in 0..<4 {
            world.nameReadings.finish()
            world.run()
        }
    }

    @Test("A name is also read for a word of the day that its player finds meanwhile", arguments: [true, false])
    func wordFoundMeanwhile(isOfRoom: Bool) throws {
        let world = try world()
        let client = try world.guest()
        let second = world.connect(client.player)
        #expect(second.ask(.open(puzzle: world.today, hard: .off)).type == "game")
        world.nameReadings.areSlow = true
        let name = "My \(world.answer)"
        let asked = client.post(isOfRoom ? .createRoom(name: name) : .rename(name: name))
        world.run()
        #expect(second.guess(world.answer, row: 0)["state"] as? String == "solved")
        finish(world)
        #expect(client.reply(to: asked)?["reason"] as? String == "spoiler")
    }

    @Test("A name that is read for further words keeps its place among those of its network")
    func placeWhileReadOn() throws {
        let world = try world()
        let clients = try (0..<2 * LiveNames.perNetwork).map { _ in try world.guest(from: 7) }
        let finder = world.connect(clients[0].player)
        #expect(finder.ask(.open(puzzle: world.today, hard: .off)).type == "game")
        world.nameReadings.areSlow = true
        for (index, client) in clients.enumerated() { _ = client.post(.rename(name: "Ada \(index)")) }
        world.run()
        #expect(finder.guess(world.answer, row: 0)["state"] as? String == "solved")
        #expect(world.nameReadings.count == LiveNames.perNetwork)
        world.nameReadings.finish()
        world.run()
        #expect(world.nameReadings.count == LiveNames.perNetwork, "that name and 15 others")
        finish(world)
        #expect(world.nameReadings.count == 0)
    }

    @Test("A room's name is also read for the word of a sprint that its host finds meanwhile")
    func sprintWordFoundMeanwhile() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start()
        let second = race.world.connect(race.host.player)
        race.world.nameReadings.areSlow = true
        let asked = second.post(.createRoom(name: "My \(race.answer)"))
        race.world.run()
        #expect(race.world.nameReadings.count == 1)
        _ = race.play(race.host, race.answer, row: 0)
        finish(race.world)
        #expect(second.reply(to: asked)?["reason"] as? String == "spoiler")
    }

    @Test("What is remembered begins anew beyond its capacity")
    func boundedMemo() {
        let memo = BoundedMemo<Int, Int>(capacity: 2)
        let made = Mutable(0)
        func square(_ number: Int) -> Int {
            memo.value(of: number) {
                made.value += 1
                return $0 * $0
            }
        }
        for number in [2, 3, 2, 3] { #expect(square(number) == number * number) }
        #expect(made.value == 2)
        #expect(square(4) == 16 && square(2) == 4 && made.value == 4)
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
