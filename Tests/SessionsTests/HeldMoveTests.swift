import GameRules
import Messages
import Testing

@testable import Sessions

/// Moves against the clock while the disk is behind.
struct HeldMoveTests {
    /// Sent again after 250 ms, the word would be too late.
    @Test("A move of a running clock is held back above the bound of pending commits, and its game ends after it")
    func movesAgainstTheClock() throws {
        var settings = HubSettings()
        settings.commitsUnderWay = 2
        settings.requestRate = TokenRate(perSecond: 20, burst: 100)
        let world = try HubWorld(settings: settings, anagrams: true)
        let puzzle = PuzzleID(line: try #require(TestWords.anagramLine), day: world.today.day)
        let (racer, first, second) = (try world.guest(), try world.guest(), try world.guest())
        #expect(racer.ask(.open(puzzle: puzzle, hard: .off)).type == "game")
        for client in [first, second] { #expect(client.open().type == "game") }
        world.advance(ms: 89_999)
        // Both fill the bound; storage does not answer.
        let word = world.wrongWords(1)[0]
        for client in [first, second] { _ = client.post(.guess(puzzle: world.today, row: 0, word: word)) }
        let found = racer.post(.guess(puzzle: puzzle, row: nil, word: "bar"))
        let next = racer.post(.guess(puzzle: puzzle, row: nil, word: "rib"))
        let waiting = (0..<64).map { _ in racer.post(.lobby(on: false)) }
        let other = first.post(.rename(name: "Mika"))
        #expect(racer.reply(to: found) == nil && racer.reply(to: next) == nil)
        #expect(waiting.map { racer.reply(to: $0)?.code }.count { $0 == "rate_limited" } == 2, "two of 66 are too many")
        // The end is due, and the disk is still behind: it comes after the words.
        world.advance(ms: 1 + PuzzleLine.Kind.anagram.slack)
        world.runHub()
        world.runTimers()
        #expect(racer.reply(to: found) == nil)
        world.run()
        #expect(first.reply(to: other)?.code == "rate_limited", "nothing else is held")
        #expect(racer.reply(to: found)?["ms"] as? Int == 89_999)
        #expect(racer.reply(to: next)?["score"] as? Int == 18)
        let ended = try #require(racer.pushes("game").last)
        #expect(ended.object("result")["points"] as? Int == 18 && ended.object("result")["turns"] as? Int == 2)
    }

    @Test("A held move has the round trip that its connection had when it came")
    func lag() throws {
        var settings = HubSettings()
        settings.commitsUnderWay = 1
        let world = try HubWorld(settings: settings, anagrams: true)
        let puzzle = PuzzleID(line: try #require(TestWords.anagramLine), day: world.today.day)
        let (racer, other) = (try world.guest(), try world.guest())
        #expect(racer.ask(.open(puzzle: puzzle, hard: .off)).type == "game")
        #expect(other.open().type == "game")
        world.advance(ms: 90_300)
        _ = other.post(.guess(puzzle: world.today, row: 0, word: world.wrongWords(1)[0]))
        racer.lag = 400
        let found = racer.post(.guess(puzzle: puzzle, row: nil, word: "bar"))
        racer.lag = 50
        _ = racer.post(.ping)
        #expect(racer.reply(to: found) == nil)
        world.run()
        #expect(racer.reply(to: found)?["ms"] as? Int == 89_900)
    }

    @Test("A round waits for a move whose player is read again after a failed commit")
    func inDoubt() throws {
        let world = try HubWorld(anagrams: true)
        let race = try SprintSessionTests.Race(world)
        // A room shows the day's game, and would be lost with a guess in it.
        let game = race.rival.ask(.practice(line: .standard, hard: .off, isNew: true))
        let puzzle = try #require(PuzzleID(game["puzzle"] as? String ?? ""))
        race.start(SprintChange(kind: "anagram", limit: 30, rounds: 2))
        world.advance(ms: 29_999)
        world.storage.failNextCommit(.conflict("planted"))
        let lost = race.rival.post(.guess(puzzle: puzzle, row: 0, word: world.wrongWords(1)[0]))
        world.runStorageOnce()
        #expect(race.rival.reply(to: lost)?.code == "storage_unavailable")
        let move = race.rival.post(.inRoom(room: race.code, .play(race: race.race, row: nil, word: "bar")))
        world.advance(ms: 5_000)
        world.runTimers()
        #expect(race.rival.reply(to: move) == nil && race.room?.state.series?.phase == .round)
        world.run()
        #expect(race.rival.reply(to: move)?["ms"] as? Int == 29_999)
        race.pass(GameTimers.patience)
        #expect(race.room?.state.series?.phase != .round)
    }

    @Test("The end waits for a move that could not pass a name while the disk was behind", arguments: [true, false])
    func behindName(isRound: Bool) throws {
        var settings = HubSettings()
        settings.commitsUnderWay = 2
        let world = try HubWorld(settings: settings, anagrams: true)
        let race = try SprintSessionTests.Race(world)
        let others = try [world.guest(), world.guest()]
        for client in others { #expect(client.open().type == "game") }
        let puzzle = PuzzleID(line: try #require(TestWords.anagramLine), day: world.today.day)
        let length = isRound ? 30_000 : 90_000
        if isRound {
            race.start(SprintChange(kind: "anagram", limit: 30, rounds: 2))
        } else {
            #expect(race.rival.ask(.open(puzzle: puzzle, hard: .off)).type == "game")
        }
        world.nameReadings.areSlow = true
        let renamed = race.rival.post(.rename(name: "Ada"))
        world.run()
        world.advance(ms: length - 1)
        // Both fill the bound as the move comes; then storage answers.
        let word = world.wrongWords(1)[0]
        for client in others { _ = client.post(.guess(puzzle: world.today, row: 0, word: word)) }
        let move = race.rival.post(
            isRound
                ? .inRoom(room: race.code, .play(race: race.race, row: nil, word: "bar"))
                : .guess(puzzle: puzzle, row: nil, word: "bar"))
        world.run()
        race.pass(1 + PuzzleLine.Kind.anagram.slack)
        #expect(race.rival.reply(to: move) == nil && race.rival.reply(to: renamed) == nil)
        func hasEnded() -> Bool {
            isRound ? race.room?.state.series?.phase != .round : !race.rival.pushes("game").isEmpty
        }
        #expect(!hasEnded())
        world.nameReadings.finish()
        world.run()
        #expect(race.rival.reply(to: move)?["ms"] as? Int == length - 1)
        race.pass(GameTimers.patience)
        #expect(hasEnded())
    }
}
