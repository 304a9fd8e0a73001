import Foundation
import GameRules
import Messages
import Storage
import Testing

@testable import Sessions
@testable import Storage

/// Words that the operator chooses for coming days.
@Suite struct HostWordTests {
    private func ask(_ request: AdminRequest, _ world: HubWorld) throws -> [String: Any] {
        let reply = Mutable<Result<AdminAnswer, AdminRefusal>?>(nil)
        world.hub.administration.administer(request, by: .command) { reply.value = $0 }
        world.run()
        let json =
            switch try #require(reply.value) {
            case .success(let answer): answer.encoded
            case .failure(let refusal): refusal.encoded
            }
        return try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    }

    private func puzzle(_ world: HubWorld, days: Int, line: PuzzleLine = .standard) -> PuzzleID {
        PuzzleID(line: line, day: world.today.day.advanced(by: days))
    }

    private func set(
        _ text: String, _ puzzle: PuzzleID, knownTo: PlayerID? = nil, forced: Bool = false, _ world: HubWorld
    ) throws -> [String: Any] {
        let word = AdminRequest.HostWord(puzzle: puzzle, text: text, knownTo: knownTo, isForced: forced)
        return try ask(.setWord(word), world)
    }

    private func code(_ answer: [String: Any]) -> String? { answer["error"] as? String }

    private func turn(_ world: HubWorld, days: Int) {
        for _ in 0..<days {
            world.nextDay()
            // The commitments are published once the day has begun.
            world.tick()
        }
    }

    @Test("A word chosen for a day is that day's word, and everybody is told that the host chose it")
    func chosenWordIsPlayed() throws {
        let world = try HubWorld()
        world.tick()
        let day = puzzle(world, days: 2)
        let answer = try set("Banjo", day, world)
        #expect(answer["changed"] as? Bool == true && answer.object("word")["word"] as? String == "banjo")
        #expect(try set("banjo", day, world)["changed"] as? Bool == false)
        #expect(world.hub.today?.isHosts == false)
        let reports = world.reports.filter { $0.hasPrefix("moderation") }
        #expect(reports == ["moderation: command: set-word \(day.text)"], "and not the word")
        turn(world, days: 2)
        #expect(world.today == day && world.hub.today?.isHosts == true)
        let client = try world.guest()
        #expect(client.messages.first?.object("today")["by_host"] as? Bool == true)
        _ = client.open()
        #expect(client.guess("banjo", row: 0)["state"] as? String == "solved")
        let told = try Query.answer(world) { world.hub.documents.puzzle(day, then: $0) }
        #expect(told["by_host"] as? Bool == true)
        #expect(told.object("seal")["when"] as? String == "before")
    }

    @Test("The words of today and tomorrow, and of any day that was drawn, cannot be chosen")
    func fixedWords() throws {
        let world = try HubWorld()
        world.tick()
        let pinned = world.storage.stored.pinned
        for days in [-1, 0, 1] { #expect(code(try set("banjo", puzzle(world, days: days), world)) == "word_is_fixed") }
        for days in [-1, 0, 1] {
            #expect(code(try ask(.clearWord(puzzle(world, days: days)), world)) == "word_is_fixed")
        }
        let drawn = puzzle(world, days: 3)
        let word = try #require(world.hub.library.puzzles[world.today]).answer
        world.storage.submit(
            Transaction(writes: [.pinPuzzle(PinnedPuzzle(puzzle: drawn, answer: word, listVersion: "00ff"))])
        ) { _ in }
        world.run()
        #expect(code(try set("banjo", drawn, world)) == "word_is_fixed")
        #expect(code(try ask(.clearWord(drawn), world)) == "word_is_fixed")
        #expect(world.storage.stored.pinned.count == pinned.count + 1)
        let last = WordDesk.daysAhead
        #expect(try set("banjo", puzzle(world, days: last + 1), world)["changed"] as? Bool == true)
        #expect(code(try set("banjo", puzzle(world, days: last + 2), world)) == "no_such_puzzle")
    }

    @Test("A word that is left out is nobody's choice by mistake, but is taken if it is meant")
    func leftOut() throws {
        var settings = HubSettings()
        settings.wordsLeftOut = ["banjo"]
        let world = try HubWorld(settings: settings)
        world.tick()
        let day = puzzle(world, days: 2)
        #expect(code(try set("BANJO", day, world)) == "bad_word")
        #expect(try set("cello", day, world)["changed"] as? Bool == true)
        #expect(try set("banjo", day, forced: true, world)["changed"] as? Bool == true)
    }

    @Test("A word that a coming day has is chosen again only if it is meant, and its refusal is a look ahead")
    func chosenTwice() throws {
        let world = try HubWorld()
        world.tick()
        let (first, second) = (puzzle(world, days: 2), puzzle(world, days: 3))
        #expect(try set("banjo", second, world)["changed"] as? Bool == true)
        let refusal = try set("banjo", first, world)
        #expect(code(refusal) == "bad_word")
        #expect((refusal["text"] as? String)?.contains("the word of \(second.day.text). ") == true, "\(refusal)")
        #expect(world.reports.last == "moderation: command: host-words")
        #expect(try ask(.hostWords, world).list("words").count == 1)
        #expect(try set("banjo", second, world)["changed"] as? Bool == false, "its own day is no other")
        #expect(try set("banjo", first, forced: true, world)["changed"] as? Bool == true)
    }

    @Test("A word that is drawn and can be played is told by no refusal; one that is over for a year at most is")
    func drawnTwice() throws {
        let world = try HubWorld()
        world.tick()
        let day = puzzle(world, days: 0)
        let text = try #require(world.hub.todaysAnswer)
        let sealed = try #require(world.hub.library.puzzles.answer(of: puzzle(world, days: 1)))
        #expect(try set(text, puzzle(world, days: 2), world)["changed"] as? Bool == true, "today's")
        #expect(try set(sealed, puzzle(world, days: 3), world)["changed"] as? Bool == true, "tomorrow's")
        for number in [2, 3] { _ = try ask(.clearWord(puzzle(world, days: number)), world) }
        turn(world, days: 1)
        #expect(try set(text, puzzle(world, days: 3), world)["changed"] as? Bool == true, "yesterday's")
        _ = try ask(.clearWord(puzzle(world, days: 3)), world)
        turn(world, days: 1)
        func refusal() throws -> String? { try set(text, puzzle(world, days: 4), world)["text"] as? String }
        let reports = world.reports
        #expect(try refusal()?.contains("the word of \(day.day.text). ") == true)
        #expect(world.reports == reports, "what is public is no look ahead")
        let answer = try #require(world.storage.stored.pinned[day]).answer
        for back in [WordDesk.daysBack + 1, WordDesk.daysBack] {
            let pinned = PinnedPuzzle(puzzle: puzzle(world, days: -back), answer: answer, listVersion: "00ff")
            world.storage.submit(Transaction(writes: [.pinPuzzle(pinned)])) { _ in }
            world.run()
        }
        let last = puzzle(world, days: -WordDesk.daysBack).day.text
        #expect(try refusal()?.contains("the word of \(last), \(day.day.text). ") == true)
    }

    @Test("A word can be replaced and cleared until the day before its own")
    func replacedAndCleared() throws {
        let world = try HubWorld()
        world.tick()
        let (first, second) = (puzzle(world, days: 2), puzzle(world, days: 3))
        _ = try set("banjo", first, world)
        _ = try set("cello", second, world)
        _ = try set("fjord", first, world)
        let words = try ask(.hostWords, world).list("words")
        #expect(words.map { $0["puzzle"] as? String } == [first.text, second.text])
        #expect(words.map { $0["word"] as? String } == ["fjord", "cello"])
        #expect(world.reports.last == "moderation: command: host-words")
        #expect(try ask(.clearWord(second), world)["changed"] as? Bool == true)
        #expect(try ask(.clearWord(second), world)["changed"] as? Bool == false)
        turn(world, days: 1)
        #expect(code(try set("vivid", first, world)) == "word_is_fixed", "its seal is public now")
        #expect(try ask(.hostWords, world).list("words").isEmpty)
        turn(world, days: 1)
        #expect(world.hub.today?.isHosts == true)
        turn(world, days: 1)
        #expect(world.today == second && world.hub.today?.isHosts == false)
    }

    @Test("The day does not count for the player who knows its word, in rankings and rooms")
    func knower() throws {
        let world = try HubWorld()
        let (host, rival) = (try world.guest(name: "Zoe"), try world.guest(name: "Mika"))
        let room = host.ask(.createRoom(name: nil))["room"] as? String ?? ""
        _ = rival.ask(.join(room: room, resume: nil))
        world.tick()
        let day = puzzle(world, days: 2)
        #expect(code(try set("banjo", day, knownTo: PlayerID(high: 1, low: 2), world)) == "no_such_player")
        let answer = try set("banjo", day, knownTo: host.player, world)
        #expect(answer.object("word")["player"] as? String == host.player.text)
        turn(world, days: 2)
        for client in [host, rival] {
            _ = client.open()
            #expect(client.guess("banjo", row: 0)["state"] as? String == "solved")
        }
        let results = world.storage.stored.games.values.filter { $0.key.puzzle == day }
        #expect(results.count == 2)
        for game in results {
            #expect(game.finish?.isRanked == (game.key.player == rival.player))
            #expect(game.isArchive == (game.key.player == host.player))
        }
        let events = rival.pushes("event").map { $0.object("event") }.filter { $0["kind"] as? String == "finished" }
        #expect(events.count == 1, "the rival's own")
    }

    @Test("The day of a word of one's own neither ends a streak nor adds to it")
    func streak() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Zoe")
        world.tick()
        func statistics() throws -> [String: Any] {
            try Query.answer(world) { world.hub.documents.statistics(of: host.player, line: .standard, then: $0) }
        }
        _ = try set("banjo", puzzle(world, days: 2), knownTo: host.player, world)
        for _ in 0..<2 {
            world.finish(host, turns: 2, ms: 10_000)
            turn(world, days: 1)
        }
        _ = host.open()
        #expect(host.guess("banjo", row: 0)["state"] as? String == "solved")
        turn(world, days: 1)
        #expect(try statistics().object("streak")["current"] as? Int == 2)
        world.finish(host, turns: 2, ms: 10_000)
        let told = try statistics()
        #expect(told.object("streak")["current"] as? Int == 3 && told["played"] as? Int == 3)
    }

    @Test("A word that no list has needs force, and then every word can be tried")
    func forcedWord() throws {
        let world = try HubWorld()
        world.tick()
        let day = puzzle(world, days: 2)
        #expect(code(try set("qqqqq", day, world)) == "bad_word")
        for text in ["banjos", "ban", "b4njo", ""] {
            #expect(code(try set(text, day, forced: true, world)) == "bad_word", "\(text)")
        }
        #expect(try set("qqqqq", day, forced: true, world)["changed"] as? Bool == true)
        turn(world, days: 2)
        let client = try world.guest()
        _ = client.open()
        #expect(client.guess("zzzzz", row: 0)["state"] as? String == "playing", "else the refusal would tell the word")
        #expect(client.guess("qqqqq", row: 1)["state"] as? String == "solved")
    }

    @Test("Tiles are dealt from a word of the lists only, also with force")
    func anagrams() throws {
        let world = try HubWorld(anagrams: true)
        world.tick()
        let day = puzzle(world, days: 2, line: try #require(TestWords.anagramLine))
        for forced in [false, true] { #expect(code(try set("zealots", day, forced: forced, world)) == "bad_word") }
        #expect(try set(TestWords.source, day, world)["changed"] as? Bool == true)
    }

    @Test("A disk that fails changes no word, and the operator is told")
    func failingDisk() throws {
        let world = try HubWorld()
        world.tick()
        let day = puzzle(world, days: 2)
        _ = try set("banjo", day, world)
        world.storage.failNextCommit(.unavailable("the disk is full"))
        #expect(code(try set("cello", day, world)) == "unavailable")
        world.tick()
        #expect(try ask(.hostWords, world).list("words").map { $0["word"] as? String } == ["banjo"])
    }
}
