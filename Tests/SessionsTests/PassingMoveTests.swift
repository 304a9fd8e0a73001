import GameRules
import Messages
import Rooms
import TestKit
import Testing

@testable import Sessions

/// A room waits for moves that were read in time, so these wait for nothing that takes long.
@Suite struct PassingMoveTests {
    private func race() throws -> SprintSessionTests.Race {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start(SprintChange(limit: 30, rounds: 2))
        return race
    }

    private func play(_ race: SprintSessionTests.Race, row: Int) -> ClientMessage {
        .inRoom(room: race.code, .play(race: race.race, row: row, word: race.wrong(2)[row]))
    }

    @Test("A move passes whatever keeps its connection busy, and the round ends in time")
    func passes() throws {
        let race = try race()
        let other = race.host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        race.world.nameReadings.areSlow = true
        let renamed = race.rival.post(.rename(name: "Ada"))
        let watched = race.rival.post(.watch(room: other, resume: nil))
        race.world.run()
        race.world.advance(ms: 1_000)
        let moves = [0, 1].map { race.rival.post(play(race, row: $0)) }
        race.world.run()
        #expect(moves.map { race.rival.reply(to: $0)?["ms"] as? Int } == [1_000, 1_000])
        #expect(race.rival.reply(to: renamed) == nil && race.rival.reply(to: watched) == nil)
        race.pass(29_000)
        #expect(race.room?.state.series?.phase == .pause)
        race.world.nameReadings.finish()
        race.world.run()
        #expect(race.rival.reply(to: renamed)?.type == "renamed" && race.rival.reply(to: watched)?.type == "watching")
    }

    @Test("A move that nobody can judge holds no round open, and no other move back")
    func elsewhere() throws {
        let race = try race()
        race.world.nameReadings.areSlow = true
        _ = race.rival.post(.rename(name: "Ada"))
        let nowhere = race.rival.post(.inRoom(room: "ZZZZZ", .play(race: race.race, row: 0, word: "crane")))
        let unopened = PuzzleID(practice: 1, of: try #require(TestWords.anagramLine))
        _ = race.rival.post(.guess(puzzle: unopened, row: nil, word: "brain"))
        let played = race.rival.post(play(race, row: 0))
        race.world.run()
        #expect(race.rival.reply(to: played)?.type == "played" && race.rival.reply(to: nowhere) == nil)
        race.pass(30_000)
        #expect(race.room?.state.series?.phase == .pause)
        race.world.nameReadings.finish()
        race.world.run()
        #expect(race.rival.reply(to: nowhere)?.code == "not_in_room")
    }

    @Test("A move behind a request about its room waits for that, and its round waits for neither")
    func sameRoom() throws {
        let race = try race()
        race.world.nameReadings.areSlow = true
        _ = race.rival.post(.rename(name: "Ada"))
        let entered = race.rival.post(.join(room: race.code, resume: nil))
        let played = race.rival.post(play(race, row: 0))
        race.world.run()
        #expect(race.rival.reply(to: played) == nil)
        race.pass(30_000)
        #expect(race.room?.state.series?.phase == .pause)
        race.world.nameReadings.finish()
        race.world.run()
        #expect(race.rival.reply(to: entered)?.type == "joined" && race.rival.reply(to: played)?.code == "round_over")
    }

    @Test("A move passes requests of its room that change nothing for it")
    func harmless() throws {
        let race = try race()
        race.world.nameReadings.areSlow = true
        _ = race.host.post(.rename(name: "Ada"))
        let others = [RoomRequest.react(.gg), .password("kites at dawn"), .lock(true)].map {
            race.host.post(.inRoom(room: race.code, $0))
        }
        let played = race.host.post(play(race, row: 0))
        race.world.run()
        #expect(race.host.reply(to: played)?.type == "played")
        #expect(others.allSatisfy { race.host.reply(to: $0) == nil })
        race.world.nameReadings.finish()
        race.world.run()
        #expect(others.map { race.host.reply(to: $0)?.type } == ["done", "done", "done"])
    }

    /// Passed, the guess would come to a game that another connection still has.
    @Test("A guess waits for the request that takes its practice game over")
    func takeover() throws {
        let world = try HubWorld(anagrams: true)
        let line = try #require(TestWords.anagramLine)
        let first = try world.guest()
        let game = first.ask(.practice(line: line, hard: .off, seconds: 90, isNew: true))
        let puzzle = try #require(PuzzleID(game["puzzle"] as? String ?? ""))
        let second = world.connect(first.player)
        world.nameReadings.areSlow = true
        _ = second.post(.rename(name: "Ada"))
        let opened = second.post(.practice(line: line, hard: .off, isNew: false))
        let guessed = second.post(.guess(puzzle: puzzle, row: nil, word: "bar"))
        world.run()
        #expect(second.reply(to: guessed) == nil)
        world.nameReadings.finish()
        world.run()
        #expect(second.reply(to: opened)?.type == "game" && second.reply(to: guessed)?.type == "judged")
    }

    /// Read anew for each comparison, the code cost 80 ms for a full queue.
    @Test("A full queue of moves with long room codes costs little")
    func fullQueue() throws {
        var settings = HubSettings()
        settings.requestRate = TokenRate(perSecond: 1_000, burst: 1_000)
        settings.playerRate = settings.requestRate
        let race = try SprintSessionTests.Race(HubWorld(settings: settings))
        race.start(SprintChange(limit: 30, rounds: 2))
        race.world.nameReadings.areSlow = true
        _ = race.rival.post(.rename(name: "Ada"))
        let room = String(repeating: "-", count: 900) + "ZZZZZ"
        let texts = (0..<300).map { _ in
            ClientRequest(id: 7, message: .inRoom(room: room, .play(race: race.race, row: 0, word: "crane"))).encoded()
        }
        let session = try #require(race.rival.session)
        let begun = processorTime()
        for text in texts { race.world.hub.receive(text, from: session) }
        race.pass(30_000)
        // ms, of a build without the optimiser.
        #expect(processorTime() - begun < (isSanitized ? 3_000 : 300))
    }

    /// Sent before `hello` is answered, all of them wait, and none passes before its player is known.
    @Test("Moves that waited before they could pass do so in their order", arguments: [true, false])
    func queued(hasSeat: Bool) throws {
        let race = try race()
        let client = TestClient(race.world, race.rival.player)
        race.world.nameReadings.areSlow = true
        _ = client.post(.hello(protocol: 1, token: nil))
        let joined = hasSeat ? client.post(.join(room: race.code, resume: nil)) : nil
        let renamed = client.post(.rename(name: "Ada"))
        let late = hasSeat ? nil : client.post(.join(room: race.code, resume: nil))
        let moves = [0, 1].map { client.post(play(race, row: $0)) }
        race.world.run()
        let types = moves.map { client.reply(to: $0)?.type }
        // Behind the request for their room they wait.
        #expect(types == (hasSeat ? ["played", "played"] : [nil, nil]))
        race.world.nameReadings.finish()
        race.world.run()
        #expect(moves.map { client.reply(to: $0)?.type } == ["played", "played"])
        #expect([joined ?? late, renamed].compactMap(\.self).allSatisfy { client.reply(to: $0)?.type != "error" })
        let order = client.messages.compactMap { $0["re"] as? Int }.filter(moves.contains)
        #expect(order == moves)
    }

    @Test("A guess waits for the request that opens its game")
    func opening() throws {
        let world = try HubWorld(anagrams: true)
        let puzzle = PuzzleID(line: try #require(TestWords.anagramLine), day: world.today.day)
        let client = try world.guest()
        let opened = client.post(.open(puzzle: puzzle, hard: .off))
        let guessed = client.post(.guess(puzzle: puzzle, row: nil, word: "brain"))
        world.run()
        #expect(client.reply(to: opened)?.type == "game")
        #expect(client.reply(to: guessed)?.type == "judged")
    }
}
