import GameRules
import Messages
import Rooms
import Testing

@testable import Sessions
@testable import Storage

/// The numbers of words of each length that can be laid are told to players who see the tiles, and to nobody else.
@Suite("Counts of the words that can be laid")
struct AnagramCountsTests {
    private let world: HubWorld
    private let puzzle: PuzzleID
    /// The numbers of words of three letters, of four, and so on up to seven, counted the slow way.
    private let expected: [Int]

    init() throws {
        world = try HubWorld(anagrams: true)
        puzzle = PuzzleID(line: try #require(TestWords.anagramLine), day: world.today.day)
        let words = TestWords.laid.map(\.0) + TestWords.rare
        expected = (3...7).map { length in words.count { $0.count == length } }
    }

    private func open(_ client: TestClient) -> [String: Any] { client.ask(.open(puzzle: puzzle, hard: .off)) }

    private func counts(_ client: TestClient, _ puzzle: PuzzleID? = nil) -> [String: Any] {
        client.ask(.counts(.game(puzzle ?? self.puzzle)))
    }

    private func text(_ client: TestClient) -> String { String(decoding: client.bytes, as: UTF8.self) }

    @Test("A player who has begun the day's game is told how many words there are, and no other player is")
    func day() throws {
        let (client, other) = (try world.guest(), try world.guest())
        #expect(counts(client).code == "not_open")
        _ = open(client)
        let told = counts(client)
        #expect(told.type == "counts" && told["puzzle"] as? String == puzzle.text)
        #expect(told["counts"] as? [Int] == expected && expected == [7, 1, 2, 0, 1])
        #expect(Set(told.keys) == ["re", "type", "puzzle", "counts"])
        #expect(try #require(client.last).json.count % 256 == 0)
        // A rival does not learn it from somebody else's start, nor in a game of another kind.
        #expect(counts(other).code == "not_open")
        #expect(counts(other, PuzzleID(line: .standard, day: puzzle.day)).code == "bad_puzzle")
        #expect(!text(other).contains("counts"))
        world.advance(ms: 90_000 + PuzzleLine.Kind.anagram.slack)
        world.run()
        #expect(counts(client)["counts"] as? [Int] == expected, "after the end as well")
        #expect(counts(other).code == "not_open")
    }

    @Test("Another connection of the player may ask, and rivals and watchers of the day's race may not")
    func connections() throws {
        let (client, rival) = (try world.guest(name: "Mika"), try world.guest(name: "Noor"))
        let code = try #require(client.ask(.createRoom(name: "Kites", line: puzzle.line))["room"] as? String)
        let watcher = try world.guest(name: "Chidi")
        #expect(rival.ask(.join(room: code, resume: nil)).type == "joined")
        #expect(watcher.ask(.watch(room: code, resume: nil)).type == "watching")
        _ = open(client)
        let second = TestClient(world, client.player)
        _ = second.ask(.hello(protocol: 1, token: nil))
        #expect(counts(second)["counts"] as? [Int] == expected)
        // The room's race of the day is no round: nobody is told of it by the room.
        for other in [rival, watcher] {
            #expect(counts(other).code == "not_open")
            let asked = other.ask(.counts(.round(room: code, race: puzzle.text)))
            #expect(asked.code == "no_such_race")
            #expect(!text(other).contains("counts"))
        }
    }

    @Test("Practice and the archive are counted once their boards are shown", arguments: [0, 90])
    func practice(_ seconds: Int) throws {
        let client = try world.guest()
        let first = PuzzleID(practice: 1, of: puzzle.line)
        #expect(counts(client, first).code == "not_open")
        _ = client.ask(.practice(line: puzzle.line, hard: .off, seconds: seconds, isNew: true))
        #expect(counts(client, first)["counts"] as? [Int] == expected)
        _ = client.ask(.practice(line: puzzle.line, hard: .off, seconds: seconds, isNew: true))
        #expect(counts(client, first).code == "not_open", "a forgotten game")
        let past = PuzzleID(line: puzzle.line, day: puzzle.day.advanced(by: -1))
        #expect(counts(client, past).code == "not_open")
        _ = client.ask(.open(puzzle: past, hard: .off, archive: true))
        #expect(counts(client, past)["counts"] as? [Int] == expected)
    }

    /// A beginning that a crash takes back would leave somebody who knows how many words a closed puzzle has.
    @Test("Counts wait until the beginning of the game is durable")
    func durableBeginning() throws {
        let (client, other) = (try world.guest(), try world.guest())
        _ = open(other)
        world.storage.failNextCommit(.unavailable("full"))
        let (opened, counted) = (client.post(.open(puzzle: puzzle, hard: .off)), client.post(.counts(.game(puzzle))))
        world.run()
        #expect(client.reply(to: opened)?.code == "storage_unavailable")
        #expect(client.reply(to: counted)?.type == "error")
        #expect(!text(client).contains("counts"))
    }

    @Test("The words are looked for once for counts and solutions, and not while too much else is")
    func searches() throws {
        let client = try world.guest()
        _ = open(client)
        world.wordSearches.areTaken = false
        let refused = counts(client)
        #expect(refused.code == "rate_limited" && refused["retry"] as? Int == 1_000)
        world.wordSearches.areTaken = true
        #expect(counts(client).type == "counts")
        world.wordSearches.areTaken = false
        #expect(counts(client).type == "counts")
        world.advance(ms: 90_000 + PuzzleLine.Kind.anagram.slack)
        world.run()
        #expect(client.ask(.solutions(.game(puzzle))).type == "solutions")
    }

    /// A move that waited behind a search would cost its player time that the clock does not give back.
    @Test("Words are judged while others are looked for, each by the instant at which it was read")
    func slowSearch() throws {
        let race = try SprintSessionTests.Race(world)
        race.start(SprintChange(kind: "anagram", limit: 30, rounds: 2))
        let (player, name) = (race.rival, race.race)
        let question = ClientMessage.counts(.round(room: race.code, race: name))
        func play(_ word: String) -> Int {
            player.post(.inRoom(room: race.code, .play(race: name, row: nil, word: word)))
        }
        world.wordSearches.areSlow = true
        let asked = player.post(question)
        world.run()
        world.advance(ms: 4_000)
        let first = play("brain")
        world.run()
        #expect(player.reply(to: first)?["ms"] as? Int == 4_000)
        #expect(player.reply(to: asked) == nil && world.wordSearches.count == 1)
        // Another question waits for the first, and no word waits for either.
        let again = player.post(question)
        world.advance(ms: 2_000)
        let second = play("bar")
        world.run()
        #expect(player.reply(to: second)?["ms"] as? Int == 6_000)
        #expect(player.reply(to: again) == nil && world.wordSearches.count == 1)
        world.wordSearches.finish()
        world.run()
        #expect([asked, again].allSatisfy { player.reply(to: $0)?["counts"] as? [Int] == expected })
    }

    @Test("A client that leaves during a search for words gets no answer, and the others that asked do")
    func endedSearch() throws {
        let (client, other) = (try world.guest(), try world.guest())
        for one in [client, other] { _ = open(one) }
        world.wordSearches.areSlow = true
        let (lost, asked) = (client.post(.counts(.game(puzzle))), other.post(.counts(.game(puzzle))))
        world.run()
        client.disconnect()
        world.wordSearches.finish()
        world.run()
        #expect(client.reply(to: lost) == nil)
        #expect(other.reply(to: asked)?["counts"] as? [Int] == expected)
    }

    @Test("Words are looked for while no password is worked out, and passwords are set while no word is looked for")
    func queues() throws {
        let client = try world.guest(name: "Mika")
        let code = try #require(client.ask(.createRoom(name: "Kites"))["room"] as? String)
        _ = open(client)
        world.computes.value = false
        #expect(client.ask(.inRoom(room: code, .password("sesame"))).code == "rate_limited")
        #expect(counts(client)["counts"] as? [Int] == expected)
        world.computes.value = true
        world.wordSearches.areTaken = false
        #expect(client.ask(.inRoom(room: code, .password("sesame"))).type == "done")
    }

    /// The rule that `SolutionSecrecyTests` holds for solutions.
    @Test("Words that were counted in the day's puzzle are looked for anew in practice with the same letters")
    func secrecy() throws {
        let (racer, stranger) = (try world.guest(), try world.guest())
        _ = open(racer)
        #expect(counts(racer).type == "counts")
        _ = stranger.ask(.practice(line: puzzle.line, hard: .off, seconds: 0, isNew: true))
        world.wordSearches.areTaken = false
        #expect(counts(stranger, PuzzleID(practice: 1, of: puzzle.line)).code == "rate_limited")
        #expect(counts(racer).type == "counts")
    }

    @Test("The words of 256 puzzles are kept, and those of the oldest are looked for again")
    func kept() throws {
        let client = try world.guest()
        let words = try #require(world.hub.context.puzzleSource.words(of: puzzle.line))
        let tiles = Tiles(try words.spelled(TestWords.source))
        func isFound(_ number: Int) -> Bool {
            let found = Mutable(false)
            let asked = LiveSolutions.Puzzle.practice(PuzzleID(practice: number, of: puzzle.line), client.player)
            world.hub.library.solutions.get(tiles, of: asked, on: puzzle.line) { result in
                if case .success = result { found.value = true }
            }
            world.run()
            return found.value
        }
        for number in 1...LiveSolutions.kept + 1 { #expect(isFound(number)) }
        world.wordSearches.areTaken = false
        #expect(!isFound(1) && isFound(2) && isFound(LiveSolutions.kept + 1))
    }

    @Test("In a sprint everybody who sees the room is told from the start on, and nobody before")
    func round() throws {
        let race = try SprintSessionTests.Race(world)
        let settings = SprintChange(kind: "anagram", limit: 30, rounds: 2)
        #expect(race.host.ask(.inRoom(room: race.code, .settings(settings))).type == "done")
        let stranger = try world.guest(name: "Ada")
        func ask(_ client: TestClient, _ name: String) -> [String: Any] {
            client.ask(.counts(.round(room: race.code, race: name)))
        }
        #expect(ask(race.host, "sprint-1-1").code == "no_such_race")
        _ = race.host.ask(.inRoom(room: race.code, .start))
        let name = race.race
        let seeing = [race.host, race.rival, race.watcher]
        race.pass(RoomState.countdown - 1)
        for client in seeing {
            #expect(ask(client, name).code == "not_started")
            #expect(!text(client).contains("counts"))
        }
        race.pass(1)
        for client in seeing {
            let told = ask(client, name)
            #expect(told.type == "counts" && told["room"] as? String == race.code && told["race"] as? String == name)
            #expect(told["counts"] as? [Int] == expected)
            #expect(try #require(client.last).json.count % 256 == 0)
            #expect(ask(client, "sprint-1-2").code == "no_such_race")
        }
        #expect(ask(stranger, name).code == "not_in_room")
        _ = race.host.ask(.inRoom(room: race.code, .endRound))
        #expect(ask(race.watcher, name)["counts"] as? [Int] == expected, "and after the end")
        race.pass(RoomState.pause)
        #expect(ask(race.rival, race.race).code == "not_started", "the next round has not started")
        #expect(ask(race.rival, name)["counts"] as? [Int] == expected)
    }

    @Test("Rounds of words have nothing that is counted")
    func roundOfWords() throws {
        let race = try SprintSessionTests.Race(world)
        race.start()
        #expect(race.host.ask(.counts(.round(room: race.code, race: race.race))).code == "bad_puzzle")
        _ = race.host.ask(.inRoom(room: race.code, .endRound))
        #expect(race.host.ask(.counts(.round(room: race.code, race: race.race))).code == "bad_puzzle")
    }

    @Test("The question counts for two in the rate of messages, whatever is answered")
    func rate() throws {
        var settings = HubSettings()
        settings.requestRate = TokenRate(perSecond: 20, burst: 60)
        settings.playerRate = TokenRate(perSecond: 1, burst: 6)
        let world = try HubWorld(settings: settings, anagrams: true)
        let client = try world.guest()
        for _ in 0..<3 { #expect(counts(client).code == "not_open") }
        #expect(client.ask(.ping).code == "rate_limited")
        world.advance(ms: 1_000)
        #expect(counts(client).code == "rate_limited")
        #expect(client.ask(.ping).type == "pong")
    }
}
