import Foundation
import GameRules
import Messages
import Storage
import Testing

@testable import Sessions
@testable import Storage

/// Words that the host leaves out of what is drawn: in a file, and while the server runs.
@Suite struct LeftOutTests {
    private func ask(
        _ request: AdminRequest, by actor: AdminActor = .command, _ world: HubWorld
    ) throws -> [String: Any] {
        let reply = Mutable<Result<AdminAnswer, AdminRefusal>?>(nil)
        world.hub.administration.administer(request, by: actor) { reply.value = $0 }
        world.run()
        let json =
            switch try #require(reply.value) {
            case .success(let answer): answer.encoded
            case .failure(let refusal): refusal.encoded
            }
        return try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    }

    private func words(_ answer: [String: Any]) -> [String?] { answer.list("left_out").map { $0["word"] as? String } }

    private func code(_ answer: [String: Any]) -> String? { answer["error"] as? String }

    /// A world whose file leaves all words out but a few.
    private func world(leaving few: Set<String>) throws -> HubWorld {
        var settings = HubSettings()
        settings.wordsLeftOut = Set(try TestWords.answers()).subtracting(few)
        return try HubWorld(settings: settings)
    }

    /// The words of some rounds.
    private func rounds(_ world: HubWorld) throws -> Set<String> {
        let race = try SprintSessionTests.Race(world)
        var found: Set<String> = []
        race.start(SprintChange(limit: 30, rounds: 12))
        for _ in 0..<12 {
            found.insert(race.answer)
            for client in [race.host, race.rival] { _ = race.play(client, race.answer, row: 0) }
            race.pass(0)
            race.pass(60_000)
        }
        return found
    }

    /// The words of some games of practice.
    private func practices(_ world: HubWorld, _ client: TestClient) throws -> Set<String> {
        Set(
            try (0..<12).map { _ in
                #expect(client.ask(.practice(line: .standard, hard: .off, isNew: true)).type == "game")
                let game = try #require(world.storage.stored.games.values.first { $0.key.player == client.player })
                return try text(game.secret?.answer, world)
            })
    }

    private func text(_ word: Word?, _ world: HubWorld) throws -> String {
        let words = try #require(world.hub.context.puzzleSource.words(of: .standard))
        return words.alphabet.text(try #require(word))
    }

    /// The words of today and of the days after it, as they come.
    private func days(_ count: Int, _ world: HubWorld) throws -> [String] {
        try (0..<count).map { index in
            if index > 0 { world.nextDay() }
            world.tick()
            return try text(world.storage.stored.pinned[world.today]?.answer, world)
        }
    }

    @Test("A word that the file leaves out is drawn for no day, round or practice, and can be guessed all the same")
    func file() throws {
        let few: Set = ["apple", "house", "mango"]
        let world = try world(leaving: few)
        #expect(try rounds(world) == few && practices(world, world.guest()) == few)
        #expect(Set(try days(9, world)) == few)
        let client = try world.guest()
        _ = client.open()
        #expect(client.guess("crane", row: 0).type == "judged")
        #expect(try ask(.leftOut, world)["in_file"] as? Int == (try TestWords.answers().count) - 3)
    }

    @Test("A word that is left out while the server runs is drawn no more, and again once it is brought back")
    func running() throws {
        let few: Set = ["apple", "house", "mango"]
        // Four words: of them one can be left out.
        let world = try HubWorld(without: Set(try TestWords.answers()).subtracting(few.union(["crane"])))
        let answer = try ask(.leaveOut(word: "CRANE"), world)
        #expect(answer["changed"] as? Bool == true && words(answer) == ["crane"])
        #expect(answer.list("left_out").first?["since"] as? Int == HubWorld.morning)
        let client = try world.guest()
        #expect(try rounds(world) == few && practices(world, client) == few)
        #expect(code(try ask(.leaveOut(word: "apple"), world)) == "list_is_full")
        #expect(try words(ask(.bringBack(word: "crane"), world)) == [])
        #expect(try practices(world, client) == few.union(["crane"]))
    }

    @Test("The words of today and tomorrow stay, whose commitments are public, and the next day has another")
    func fixedDays() throws {
        func words(leavingOut out: (HubWorld, [String]) throws -> Void) throws -> [String] {
            let world = try HubWorld()
            try out(world, try days(1, world))
            return try days(4, world)
        }
        let before = try words { _, _ in }
        let after = try words { world, _ in
            for word in before {
                #expect(try ask(.leaveOut(word: word), world)["changed"] as? Bool == true)
            }
            let again = try world.restarted()
            #expect(try Set(self.words(ask(.leftOut, again))) == Set(before))
        }
        #expect(after[..<2] == before[..<2] && !before.contains(after[2]) && !before.contains(after[3]))
    }

    @Test("Leaving a word out keeps the words of all other days")
    func otherDays() throws {
        func days(without word: String?) throws -> [String] {
            let world = try HubWorld()
            if let word { #expect(try ask(.leaveOut(word: word), world)["changed"] as? Bool == true) }
            return try self.days(40, world)
        }
        let before = try days(without: nil)
        let after = try days(without: before[5])
        #expect(after[5] != before[5] && !before.contains(after[5]))
        #expect(zip(before, after).enumerated().allSatisfy { $0.offset == 5 || $0.element.0 == $0.element.1 })
    }

    @Test("No answer tells whether a word is drawn: the same is said of today's word and of any other")
    func secrecy() throws {
        let world = try HubWorld()
        let today = try days(1, world)[0]
        let other = try #require(try TestWords.answers().first { $0 != today })
        let answers = try [today, other].map { word in
            try [AdminRequest.leaveOut(word: word), .leaveOut(word: word), .bringBack(word: word)].map {
                let answer = try JSONSerialization.data(withJSONObject: ask($0, world), options: .sortedKeys)
                return String(decoding: answer, as: UTF8.self).replacing(word, with: "_")
            }
        }
        #expect(answers[0] == answers[1])
    }

    @Test("Answers alone are left out, a quarter of a line at most, and no word of the file is brought back")
    func refusals() throws {
        let world = try world(leaving: ["apple", "house"])
        for word in ["zzzzz", "adieu", "two words", "ÄÖÜ", "a\u{0}pple"] {
            #expect(code(try ask(.leaveOut(word: word), world)) == "bad_word", "\(word)")
        }
        #expect(code(try ask(.bringBack(word: "crane"), world)) == "bad_word", "it is in the file")
        #expect(try ask(.leaveOut(word: "crane"), world)["changed"] as? Bool == false)
        #expect(try ask(.bringBack(word: "apple"), world)["changed"] as? Bool == false)
        #expect(code(try ask(.leaveOut(word: "house"), world)) == "list_is_full", "the file has most of them")
        #expect(try rounds(world) == ["apple", "house"])
        let full = try HubWorld()
        let many = try TestWords.answers()
        let most = many.count / LeftOutDesk.part
        try #require(most < LeftOutWord.most)
        for word in many.prefix(most) {
            #expect(try ask(.leaveOut(word: word), full)["changed"] as? Bool == true)
        }
        #expect(code(try ask(.leaveOut(word: many[most]), full)) == "list_is_full")
        #expect(try ask(.bringBack(word: many[0]), full)["changed"] as? Bool == true)
        #expect(try ask(.leaveOut(word: many[0].uppercased()), full)["changed"] as? Bool == true)
        #expect(try ask(.leaveOut(word: many[0]), full)["changed"] as? Bool == false)
        #expect(try words(ask(.leftOut, full)).map { $0 ?? "" } == many.prefix(most).sorted())
    }

    @Test("A thousand words can be left out while the server runs, in lines of several lengths")
    func mostWords() throws {
        let world = try HubWorld(lengths: [5, 6])
        world.storage.submit(
            Transaction(
                writes: (0..<LeftOutWord.most).map { .leaveOut(LeftOutWord(word: "word \($0)", time: $0)) })
        ) { _ in }
        world.run()
        let again = try world.restarted()
        #expect(code(try ask(.leaveOut(word: "apple"), again)) == "list_is_full")
        #expect(try ask(.bringBack(word: "word 7"), again)["changed"] as? Bool == true, "of no list now")
        #expect(try ask(.leaveOut(word: "apple"), again)["changed"] as? Bool == true)
    }

    @Test("A replacement is no word of the days around it, whether that was drawn or the host's")
    func daysAround() throws {
        let few: Set = ["apple", "house", "mango"]
        let world = try world(leaving: few)
        world.tick()
        let tomorrow = PuzzleID(line: .standard, day: world.today.day.advanced(by: 1))
        let known = Set(
            try [world.today, tomorrow].map { try text(world.storage.stored.pinned[$0]?.answer, world) })
        try #require(known.count == 2)
        world.nextDay()
        world.tick()
        let next = PuzzleID(line: .standard, day: world.today.day.advanced(by: 1))
        #expect(try text(world.storage.stored.pinned[next]?.answer, world) == few.subtracting(known).first)
    }

    @Test("A moderator may not, and what is done is in the audit log without the word")
    func audit() throws {
        let world = try HubWorld()
        let (owner, moderator) = (AdminActor.session(.owner, number: 2), AdminActor.session(.moderator, number: 3))
        for request in [AdminRequest.leftOut, .leaveOut(word: "apple"), .bringBack(word: "apple")] {
            #expect(code(try ask(request, by: moderator, world)) == "not_allowed")
        }
        for request in [AdminRequest.leaveOut(word: "apple"), .leaveOut(word: "apple"), .bringBack(word: "apple")] {
            _ = try ask(request, by: owner, world)
        }
        let log = try ask(.acts(before: nil), world).list("acts")
        #expect(log.map { $0["verb"] as? String } == ["bring-back", "leave-out"])
        #expect(!"\(log) \(world.reports)".contains("apple"))
    }

    @Test("A commit that fails changes nothing, and one whose answer was lost is taken up", arguments: [false, true])
    func failures(isDurable: Bool) throws {
        let some: Set = ["apple", "house", "mango", "crane"]
        let world = try HubWorld(without: Set(try TestWords.answers()).subtracting(some))
        world.storage.failNextCommit(.unavailable("planted"), isDurable: isDurable)
        world.storage.failNextReads(2)
        #expect(code(try ask(.leaveOut(word: "apple"), world)) == "unavailable")
        #expect(code(try ask(.leaveOut(word: "house"), world)) == "busy", "what storage has is not known yet")
        for _ in 0..<16 {
            world.advance(ms: 250)
            world.run()
            world.tick()
        }
        #expect(try words(ask(.leftOut, world)) == (isDurable ? ["apple"] : []))
        #expect(try rounds(world) == (isDurable ? some.subtracting(["apple"]) : some))
    }
}
