import GameRules
import Messages
import Rooms
import Testing

@testable import Sessions
@testable import Storage

/// The lines that a server plays: each has a puzzle every day, and a room has the daily race of one of them.
@Suite("The lines of a server")
struct LineSessionTests {
    private let anagrams: PuzzleLine
    private let guess = PuzzleLine.standard

    init() throws { anagrams = try #require(TestWords.anagramLine) }

    private func world(_ lines: [PuzzleLine]) throws -> HubWorld {
        var settings = HubSettings()
        settings.lines = lines
        return try HubWorld(settings: settings, anagrams: true)
    }

    private func found(_ client: TestClient, _ line: PuzzleLine? = nil) -> [String: Any] {
        client.ask(.createRoom(name: "Kites", line: line))
    }

    private func races(_ entry: [String: Any]) -> [String] {
        entry.object("snapshot").list("races").compactMap { $0["puzzle"] as? String }
    }

    /// The puzzles of the races that a client was told of as they opened.
    private func opened(_ client: TestClient) -> [String] {
        client.pushes("event").map { $0.object("event") }.filter { $0["kind"] as? String == "opened" }
            .compactMap { $0["puzzle"] as? String }
    }

    private func nextDay(_ world: HubWorld) {
        world.advance(ms: 86_400_000)
        world.hub.tick()
        world.run()
    }

    @Test("Everybody is told today's puzzle of each line, and the first is today's word")
    func told() throws {
        for lines in [[guess, anagrams], [anagrams, guess]] {
            let world = try world(lines)
            let client = try world.guest()
            let welcome = try #require(client.messages.first)
            let puzzles = lines.map { PuzzleID(line: $0, day: world.today.day).text }
            #expect(welcome.list("lines").compactMap { $0["puzzle"] as? String } == puzzles)
            #expect(welcome.object("today")["puzzle"] as? String == puzzles[0])
            let timed = try #require(
                welcome.list("lines").first { ($0["puzzle"] as? String)?.hasPrefix("anagram") == true })
            #expect(timed["seconds"] as? Int == 90 && timed["rows"] == nil)
            nextDay(world)
            let tomorrow = lines.map { PuzzleID(line: $0, day: world.today.day).text }
            let day = try #require(client.pushes("day").last)
            #expect(tomorrow != puzzles && day.list("lines").compactMap { $0["puzzle"] as? String } == tomorrow)
        }
    }

    @Test("The day's document is of the line that is asked for, else of the first")
    func document() throws {
        let world = try world([anagrams, guess])
        let client = try world.guest()
        let puzzle = PuzzleID(line: guess, day: world.today.day)
        _ = client.ask(.open(puzzle: puzzle, hard: .off))
        for row in 0..<6 { _ = client.ask(.guess(puzzle: puzzle, row: row, word: TestWords.words[row])) }
        let first = try Query.answer(world) { world.hub.documents.today(then: $0) }
        #expect(first.object("today")["puzzle"] as? String == world.today.text && first["finished"] as? Int == 0)
        let other = try Query.answer(world) { world.hub.documents.today(of: guess, then: $0) }
        #expect(other.object("today")["puzzle"] as? String == puzzle.text && other["finished"] as? Int == 1)
        #expect(other.list("lines").count == 2)
        var fault: QueryFault?
        world.hub.documents.today(of: PuzzleLine("guess-en-6")) { if case .failure(let found) = $0 { fault = found } }
        world.run()
        #expect(fault == .notFound(.line))
    }

    @Test("A page learns of the player's games in every line")
    func games() throws {
        let world = try world([guess, anagrams])
        let client = try world.guest()
        let puzzles = [guess, anagrams].map { PuzzleID(line: $0, day: world.today.day) }
        for puzzle in puzzles { _ = client.ask(.open(puzzle: puzzle, hard: .off)) }
        let again = try world.restarted().connect(client.player)
        let games = try #require(again.messages.first).list("games").compactMap { $0["puzzle"] as? String }
        #expect(Set(games) == Set(puzzles.map(\.text)))
    }

    @Test("A room has the line that its founder chose, else the server's first, and its sprints begin with it")
    func founding() throws {
        let world = try world([guess, anagrams])
        let day = world.today.day
        for (line, chosen) in [(nil, guess), (guess, guess), (anagrams, anagrams)] as [(PuzzleLine?, PuzzleLine)] {
            let entry = found(try world.guest(), line)
            #expect(races(entry) == [PuzzleID(line: chosen, day: day).text])
            let snapshot = entry.object("snapshot")
            #expect(snapshot["daily"] as? String == chosen.text)
            #expect(snapshot.object("sprint")["kind"] as? String == chosen.kind.rawValue)
            #expect(snapshot.object("sprint")["limit"] as? Int == chosen.kind.usualLimit)
        }
        #expect(found(try world.guest(), PuzzleLine("guess-en-6")).code == "bad_puzzle", "not one of the server's")
    }

    @Test("Lanes of a room's daily race are its line's, of whoever raced before or afterwards")
    func lanes() throws {
        let world = try world([guess, anagrams])
        let puzzle = PuzzleID(line: anagrams, day: world.today.day)
        let (early, late, other) = (try world.guest(), try world.guest(), try world.guest())
        _ = early.ask(.open(puzzle: puzzle, hard: .off))
        _ = early.ask(.guess(puzzle: puzzle, row: nil, word: "brain"))
        let entry = found(early, anagrams)
        let code = try #require(entry["room"] as? String)
        for client in [late, other] { _ = client.ask(.join(room: code, resume: nil)) }
        _ = late.ask(.open(puzzle: puzzle, hard: .off))
        _ = late.ask(.guess(puzzle: puzzle, row: nil, word: "bar"))
        _ = other.ask(.open(puzzle: PuzzleID(line: guess, day: puzzle.day), hard: .off))
        for world in [world, try world.restarted()] {
            let seen = world.connect(other.player).ask(.join(room: code, resume: nil))
            let lanes = try #require(seen.object("snapshot").list("races").last).list("lanes")
            #expect(lanes.map { $0["seat"] as? Int } == [1, 2], "another line's game is no lane of it")
            #expect(lanes.map { $0.list("rows").first?["points"] as? Int } == [25, 9])
        }
    }

    @Test("Another line holds from the next day on: a day keeps the line with which it began")
    func change() throws {
        let world = try world([guess, anagrams])
        let (host, rival) = (try world.guest(), try world.guest())
        let code = try #require(found(host)["room"] as? String)
        _ = rival.ask(.join(room: code, resume: nil))
        let change = ClientMessage.inRoom(room: code, .daily(anagrams))
        #expect(rival.ask(change).code == "not_host")
        #expect(try host.ask(.inRoom(room: code, .daily(#require(PuzzleLine("guess-en-6"))))).code == "bad_puzzle")
        #expect(host.ask(change).type == "done")
        let event = try #require(rival.pushes("event").last).object("event")
        #expect(event["kind"] as? String == "daily" && event["line"] as? String == anagrams.text)
        let seen = rival.pushes("event").count
        #expect(host.ask(change).type == "done")
        #expect(rival.pushes("event").count == seen, "it was so already")

        // Also for who comes on that day, and after a restart in it.
        _ = host.ask(.open(puzzle: PuzzleID(line: anagrams, day: world.today.day), hard: .off))
        let restarted = try world.restarted()
        let back = restarted.connect(rival.player)
        let entry = back.ask(.join(room: code, resume: nil))
        #expect(races(entry) == [restarted.today.text] && entry.object("snapshot")["daily"] as? String == anagrams.text)
        nextDay(restarted)
        #expect(opened(back) == [PuzzleID(line: anagrams, day: restarted.today.day).text])
    }

    @Test("A line that the server plays no more gives way to its first")
    func dropped() throws {
        let world = try world([guess, anagrams])
        let host = try world.guest()
        let code = try #require(found(host, anagrams)["room"] as? String)
        var settings = HubSettings()
        settings.lines = [guess]
        let later = try world.restarted(settings: settings)
        let back = later.connect(host.player)
        let entry = back.ask(.join(room: code, resume: nil))
        #expect(entry.object("snapshot")["daily"] as? String == guess.text)
        #expect(races(entry) == [PuzzleID(line: anagrams, day: later.today.day).text], "the day that has begun stays")
        nextDay(later)
        #expect(opened(back) == [later.today.text])
    }

    @Test("A new name is checked against the player's games of all lines with one read")
    func namesTakeOneRead() throws {
        let world = try HubWorld(lengths: [4, 5, 6], anagrams: true)
        let client = try world.guest()
        let before = world.storage.readCount
        #expect(client.ask(.rename(name: "Noor")).type == "renamed")
        #expect(world.storage.readCount == before + 1)
    }
}
