import GameRules
import Messages
import Rooms
import Testing

@testable import Sessions

/// A hub that is late: timers fire while messages that were read before are still on their way to it.
@Suite struct LateHubTests {
    @Test("A word that was read in time counts in a day's game whose end comes to a busy hub first")
    func game() throws {
        let world = try HubWorld(anagrams: true)
        let puzzle = PuzzleID(line: try #require(TestWords.anagramLine), day: world.today.day)
        let client = try world.guest()
        _ = client.ask(.open(puzzle: puzzle, hard: .off))
        world.mailIsLate.value = true
        world.advance(ms: 92_000)
        world.run()
        #expect(client.pushes("game").isEmpty, "the end waits for what was read")
        client.readAt = HubWorld.morning + 89_999
        #expect(client.ask(.guess(puzzle: puzzle, row: nil, word: "bar"))["ms"] as? Int == 89_999)
        client.readAt = HubWorld.morning + 91_000
        #expect(client.ask(.guess(puzzle: puzzle, row: nil, word: "rib")).code == "game_over")
        world.deliverMail()
        #expect(try #require(client.pushes("game").last).object("result")["turns"] as? Int == 1)
    }

    @Test(
        "A move that was read in time counts in a round whose end comes to a busy hub first", arguments: [true, false])
    func round(isAnagram: Bool) throws {
        let race = try SprintSessionTests.Race(HubWorld(anagrams: true))
        let change = SprintChange(kind: isAnagram ? "anagram" : "guess", limit: isAnagram ? 30 : 60, rounds: 1)
        #expect(race.host.ask(.inRoom(room: race.code, .settings(change))).type == "done")
        _ = race.host.ask(.inRoom(room: race.code, .start))
        race.pass(RoomState.countdown)
        let began = race.world.hub.context.now
        race.world.mailIsLate.value = true
        race.pass(63_000)
        func events(_ kind: String) -> Int {
            race.watcher.pushes("event").filter { $0.object("event")["kind"] as? String == kind }.count
        }
        // Another request has the room looked at; the end still waits.
        _ = race.watcher.ask(.inRoom(room: race.code, .react(.gg)))
        #expect(events("round_over") == 0)
        race.host.readAt = began + 29_999
        let word = isAnagram ? "bar" : race.wrong(1)[0]
        let move = RoomRequest.play(race: race.race, row: isAnagram ? nil : 0, word: word)
        #expect(race.host.ask(.inRoom(room: race.code, move))["ms"] as? Int == 29_999)
        race.world.deliverMail()
        #expect(events("round_over") == 1)
        #expect(events("guessed") == 1)
    }

    @Test("A move that was read within the patience for an absent racer counts, also if a busy hub comes to it later")
    func silentRacer() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start(SprintChange(limit: 300, rounds: 2))
        race.world.hub.fellSilent(try #require(race.rival.session))
        race.world.tick()
        let gone = race.world.hub.context.now
        #expect(race.play(race.host, race.answer, row: 0).type == "played")
        race.world.mailIsLate.value = true
        race.pass(RoomState.racerPatience + 20)
        #expect(race.room?.state.series?.phase == .round)
        race.rival.readAt = gone + RoomState.racerPatience - 10
        #expect(race.play(race.rival, race.wrong(1)[0], row: 0).type == "played")
        race.world.deliverMail()
        #expect(race.room?.state.series?.phase == .round, "the racer is back")
    }

    @Test("A word behind a slow read counts in a day's game, and one that was read after the end does not")
    func gameBehindRead() throws {
        let world = try HubWorld(anagrams: true)
        let puzzle = PuzzleID(line: try #require(TestWords.anagramLine), day: world.today.day)
        let client = try world.guest()
        _ = client.ask(.open(puzzle: puzzle, hard: .off))
        world.advance(ms: 89_999)
        // A room that is not in memory has to be read, and storage takes its time.
        _ = client.post(.watch(room: "KYTE7", resume: nil, password: nil, key: nil))
        let word = client.post(.guess(puzzle: puzzle, row: nil, word: "bar"))
        world.advance(ms: 2_001)
        let late = client.post(.guess(puzzle: puzzle, row: nil, word: "rib"))
        world.runTimers()
        #expect(client.pushes("game").isEmpty, "the word is not durable yet")
        world.run()
        #expect(client.reply(to: word)?["ms"] as? Int == 89_999)
        #expect(client.reply(to: late)?.code == "game_over")
        world.advance(ms: GameTimers.patience)
        world.run()
        #expect(try #require(client.pushes("game").last).object("result")["turns"] as? Int == 1)
    }

    @Test(
        "A move behind a slow read counts in its round, and holds up none",
        arguments: [true, false])
    func roundBehindRead(isAnagram: Bool) throws {
        let world = try HubWorld(anagrams: true)
        let races = try [SprintSessionTests.Race(world), SprintSessionTests.Race(world)]
        let change = SprintChange(kind: isAnagram ? "anagram" : "guess", limit: isAnagram ? 30 : 60, rounds: 1)
        for race in races {
            #expect(race.host.ask(.inRoom(room: race.code, .settings(change))).type == "done")
            _ = race.host.ask(.inRoom(room: race.code, .start))
        }
        races[0].pass(RoomState.countdown)
        world.advance(ms: 29_999)
        let (host, code) = (races[0].host, races[0].code)
        let word = isAnagram ? "bar" : races[0].wrong(1)[0]
        _ = host.post(.watch(room: "KYTE7", resume: nil, password: nil, key: nil))
        let move = host.post(.inRoom(room: code, .play(race: races[0].race, row: isAnagram ? nil : 0, word: word)))
        func events(_ race: SprintSessionTests.Race, _ kind: String) -> Int {
            race.watcher.pushes("event").filter { $0.object("event")["kind"] as? String == kind }.count
        }
        world.advance(ms: 33_001)
        world.runTimers()
        #expect(races.map { $0.room?.state.series?.phase == .round } == [false, false], "the move was judged before")
        #expect(host.reply(to: move) == nil, "it is not durable yet")
        world.run()
        world.advance(ms: GameTimers.patience)
        world.run()
        #expect(host.reply(to: move)?["ms"] as? Int == 29_999)
        #expect(races.map { events($0, "round_over") } == [1, 1])
        #expect(events(races[0], "guessed") == 1)
    }

    @Test("A stop during a step-down completes after it, each with its own callback")
    func drainedTwice() throws {
        let world = try HubWorld()
        let racer = try world.guest()
        _ = racer.open()
        _ = racer.post(.guess(puzzle: world.today, row: 0, word: world.wrongWords(1)[0]))
        world.runHub()
        let told = Mutable<[String]>([])
        world.hub.drain { told.value.append("stop") }
        world.hub.drain { told.value.append("step down") }
        #expect(told.value.isEmpty, "a commit is under way")
        world.run()
        #expect(told.value == ["stop", "step down"])
    }
}
