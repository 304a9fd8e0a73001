import GameRules
import Messages
import Testing

@testable import Sessions
@testable import Storage

/// The anagram game of a day: tiles for who has begun, 90 s by the server's clock, and an end that the server makes.
@Suite("The anagram game of a day")
struct AnagramSessionTests {
    private let world: HubWorld
    private let puzzle: PuzzleID

    init() throws {
        world = try HubWorld(anagrams: true)
        puzzle = PuzzleID(line: try #require(TestWords.anagramLine), day: world.today.day)
    }

    private func open(_ client: TestClient) -> [String: Any] { client.ask(.open(puzzle: puzzle, hard: .off)) }

    private func find(_ client: TestClient, _ word: String, lag: UInt16 = 0, at instant: Int? = nil) -> [String: Any] {
        client.lag = lag
        client.readAt = instant
        return client.ask(.guess(puzzle: puzzle, row: nil, word: word))
    }

    private func pass(ms: Int) {
        world.advance(ms: ms)
        world.run()
    }

    private func record(of client: TestClient) throws -> GameRecord {
        try #require(world.storage.stored.games[GameKey(player: client.player, puzzle: puzzle)])
    }

    @Test("A player sees the puzzle's tiles in its own order, and found words with their points")
    func play() throws {
        let (client, other) = (try world.guest(), try world.guest())
        let opened = open(client)
        let tiles = try #require(opened["tiles"] as? String)
        #expect(tiles != TestWords.source && tiles.sorted() == TestWords.source.sorted())
        #expect(opened["seconds"] as? Int == 90 && opened["state"] as? String == "playing")
        #expect(["rows", "hard", "lag", "guesses", "keyboard", "answer"].allSatisfy { opened[$0] == nil })
        var sum = 0
        for (place, (word, points)) in TestWords.laid.enumerated() {
            pass(ms: 2_000)
            let judged = find(client, word)
            sum += points
            #expect(judged.type == "judged" && judged["row"] as? Int == place && judged["word"] as? String == word)
            #expect(judged["points"] as? Int == points && judged["score"] as? Int == sum)
            #expect(judged["ms"] as? Int == 2_000 * (place + 1) && judged["repeated"] as? Bool == false)
        }
        let again = find(client, "bar")
        #expect(again["repeated"] as? Bool == true && again["row"] as? Int == 0 && again["score"] as? Int == 9)
        #expect(open(other)["tiles"] as? String == tiles, "everybody has the same order")
        #expect(try record(of: client).moves.count == TestWords.laid.count)
    }

    @Test("A refused word costs nothing and says why")
    func refusals() throws {
        let client = try world.guest()
        #expect(find(client, "bar").code == "not_open")
        _ = open(client)
        #expect(find(client, "ba").code == "too_short")
        let missing = find(client, "zebra")
        #expect(missing.code == "not_layable" && missing["letter"] as? String == "z")
        #expect(find(client, "rabbi")["letter"] as? String == "b", "each tile once in a word")
        #expect(find(client, "tavrin").code == "not_in_word_list")
        #expect(find(client, "b4r").code == "bad_letters")
        #expect(client.ask(.hardMode(puzzle: puzzle, hard: .hard)).type == "error")
        #expect(try record(of: client).moves.isEmpty)
    }

    @Test("The server ends the game a moment after the time is up, tells every connection, and ranks it")
    func end() throws {
        let client = try world.guest()
        let second = TestClient(world, client.player)
        _ = second.ask(.hello(protocol: 1, token: nil))
        _ = open(client)
        _ = find(client, "brain")
        pass(ms: 89_999)
        #expect(find(client, "train")["points"] as? Int == 25)
        pass(ms: 1)
        #expect(find(client, "rib").code == "game_over")
        pass(ms: PuzzleLine.Kind.anagram.slack)
        let ended = try #require(second.pushes("game").last)
        #expect(ended["state"] as? String == "solved" && ended["answer"] as? String == TestWords.source)
        let result = ended.object("result")
        #expect(result["points"] as? Int == 50 && result["turns"] as? Int == 2 && result["ms"] as? Int == 89_999)
        #expect(
            result["ranked"] as? Bool == true && (result["share"] as? String)?.contains("50 points, 2 words") == true)
        let finish = FinishRecord(solved: true, turns: 2, points: 50, elapsed: 89_999)
        #expect(try record(of: client).finish == finish)
        #expect(find(client, "rib").code == "game_over" && find(client, "brain")["repeated"] as? Bool == true)
    }

    /// 70 s of silence make the rate of the whole game look human. Who was quick at its beginning has no silence to
    /// have held the words back; the line of the other one was dead.
    @Test("A burst of words is flagged, one that a silence held back is not, and it is so after a restart")
    func burst() throws {
        let words = Array((TestWords.laid.map(\.0) + TestWords.rare).prefix(10))
        func race(_ name: String, first: Int, silence: Int) throws {
            let client = try world.guest(name: name)
            _ = open(client)
            for (place, word) in words.enumerated() {
                if place == first { pass(ms: silence) }
                #expect(find(client, word).type == "judged")
            }
            pass(ms: 90_000)
        }
        try race("Quick", first: 6, silence: 70_000)
        try race("Steady", first: 5, silence: 71_000)
        func expect(_ world: HubWorld) throws {
            let board = try Query.board(world, puzzle.text)
            #expect(board.list("entries").map { $0["name"] as? String } == ["Quick", "Steady"])
            #expect(board.list("entries").map { $0["flagged"] as? Bool } == [true, false])
            #expect(board.list("entries").map { $0["place"] as? Int } == [1, 2])
            let clean = try Query.board(world, puzzle.text, clean: true)
            #expect(clean.list("entries").map { $0["name"] as? String } == ["Steady"])
            let week = try Query.board(world, "anagram-en-7/2026-W47", clean: true)
            #expect(week.list("entries").map { $0["name"] as? String } == ["Steady"])
        }
        try expect(world)
        try expect(world.restarted())
    }

    @Test("A round trip is credited at the end, 500 ms at most")
    func lag() throws {
        let client = try world.guest()
        _ = open(client)
        pass(ms: 90_300)
        #expect(find(client, "bar", lag: 300).code == "game_over")
        #expect(find(client, "bar", lag: 301)["ms"] as? Int == 89_999)
        pass(ms: 199)
        #expect(find(client, "rib", lag: 9_000)["ms"] as? Int == 89_999)
        pass(ms: 1)
        #expect(find(client, "tab", lag: 9_000).code == "game_over")
    }

    @Test("A word that was read in time counts, also if the hub comes to it later")
    func readInTime() throws {
        let client = try world.guest()
        _ = open(client)
        let began = HubWorld.morning
        pass(ms: 90_400)
        #expect(find(client, "bar", at: began + 89_999)["ms"] as? Int == 89_999)
        #expect(find(client, "rib", at: began + 90_000).code == "game_over")
    }

    @Test("A game ends with nobody connected, and in a server that was down at that instant")
    func nobody() throws {
        let (client, other) = (try world.guest(), try world.guest())
        _ = open(client)
        _ = find(client, "brat")
        client.disconnect()
        pass(ms: 60_000)
        _ = open(other)
        other.disconnect()
        pass(ms: 32_000)
        #expect(try record(of: client).finish == FinishRecord(solved: true, turns: 1, points: 16, elapsed: 0))
        #expect(try record(of: other).finish == nil)
        let down = try world.restarted()
        #expect(down.hub.games.waiting.count == 1)
        // Days later it counts still: it was over within 90 s.
        down.advance(ms: 2 * 86_400_000)
        down.run()
        let finish = try #require(down.storage.stored.games[GameKey(player: other.player, puzzle: puzzle)]?.finish)
        #expect(finish == FinishRecord(solved: false, turns: 0, points: 0, elapsed: 0) && finish.isRanked)
    }

    private func solutions(_ client: TestClient, _ puzzle: PuzzleID? = nil) -> [String: Any] {
        client.ask(.solutions(.game(puzzle ?? self.puzzle)))
    }

    @Test("A player who ended a game, and nobody else, is sent all that could have been found in it")
    func solutions() throws {
        let (client, other) = (try world.guest(), try world.guest())
        #expect(solutions(client).code == "not_open")
        _ = open(client)
        #expect(solutions(client).code == "not_over")
        _ = find(client, "bar")
        pass(ms: 89_999)
        #expect(solutions(client).code == "not_over")
        pass(ms: 1 + PuzzleLine.Kind.anagram.slack)
        let told = solutions(client)
        let words = TestWords.laid.map(\.0)
        #expect(told.type == "solutions" && told["puzzle"] as? String == puzzle.text)
        let count = words.count + TestWords.rare.count
        #expect(told["common"] as? [String] == words && told["count"] as? Int == count)
        #expect(solutions(other).code == "not_open")
        #expect(solutions(other, PuzzleID(line: .standard, day: puzzle.day)).code == "bad_puzzle")
        #expect(!String(decoding: other.bytes, as: UTF8.self).contains("vibrant"))
        // What was found once is found: nothing is computed for it any more.
        world.wordSearches.areTaken = false
        #expect(solutions(client)["count"] as? Int == count)
        let restarted = try world.restarted()
        restarted.wordSearches.areTaken = false
        let back = restarted.connect(client.player)
        let refused = solutions(back)
        #expect(refused.code == "rate_limited" && refused["retry"] as? Int == 1_000)
        restarted.wordSearches.areTaken = true
        #expect(solutions(back)["count"] as? Int == count)
    }

    /// The end of a game that is not on disk may be lost, and the game go on.
    @Test("Solutions wait until the end of the game is durable")
    func durableEnd() throws {
        let client = try world.guest()
        _ = open(client)
        world.advance(ms: 90_000 + PuzzleLine.Kind.anagram.slack)
        world.runFeedsOnce()
        let asked = client.post(.solutions(.game(puzzle)))
        world.runHub()
        #expect(client.pushes("game").isEmpty && client.reply(to: asked) == nil)
        world.run()
        #expect(client.pushes("game").count == 1)
        #expect(client.reply(to: asked)?.type == "solutions")
    }

    @Test("Practice has the time that the player asks for, or none", arguments: [nil, 30, 135, 300, 0] as [Int?])
    func practice(_ seconds: Int?) throws {
        let client = try world.guest()
        let line = puzzle.line
        let game = client.ask(.practice(line: line, hard: .off, seconds: seconds, isNew: true))
        let limit = seconds == 0 ? nil : seconds ?? 90
        #expect(game["puzzle"] as? String == "practice-anagram-en-7/1" && game["ranked"] as? Bool == false)
        #expect(game["seconds"] as? Int == limit && (game["tiles"] as? String)?.count == 7)
        let practice = PuzzleID(practice: 1, of: line)
        #expect(client.ask(.guess(puzzle: practice, row: nil, word: "brain"))["points"] as? Int == 25)
        // The server may be another one meanwhile.
        let later = try world.restarted()
        let back = later.connect(client.player)
        let shown = back.ask(.practice(line: line, hard: .off, isNew: false))
        #expect(shown["seconds"] as? Int == limit && shown["tiles"] as? String == game["tiles"] as? String)
        later.advance(ms: (limit ?? 3_600) * 1_000 - 1)
        later.run()
        #expect(back.ask(.guess(puzzle: practice, row: nil, word: "rib"))["points"] as? Int == 9)
        later.advance(ms: 1 + PuzzleLine.Kind.anagram.slack)
        later.run()
        #expect(back.pushes("game").count == (limit == nil ? 0 : 1))
        let last = back.ask(.guess(puzzle: practice, row: nil, word: "bar"))
        if limit == nil { #expect(last["score"] as? Int == 43) } else { #expect(last.code == "game_over") }
        #expect(
            back.ask(.practice(line: line, hard: .off, isNew: true))["puzzle"] as? String == "practice-anagram-en-7/2")
    }

    @Test("A practice game ends at its player's word, and is over in a server that starts later", arguments: [0, 300])
    func endPractice(_ seconds: Int) throws {
        let client = try world.guest()
        let second = TestClient(world, client.player)
        _ = second.ask(.hello(protocol: 1, token: nil))
        let practice = PuzzleID(practice: 1, of: puzzle.line)
        #expect(client.ask(.endPractice(puzzle: practice)).code == "not_open")
        _ = client.ask(.practice(line: puzzle.line, hard: .off, seconds: seconds, isNew: true))
        #expect(client.ask(.guess(puzzle: practice, row: nil, word: "brain"))["points"] as? Int == 25)
        #expect(second.ask(.endPractice(puzzle: practice)).code == "moved")
        let ended = client.ask(.endPractice(puzzle: practice))
        #expect(ended.type == "game" && ended["state"] as? String == "solved")
        #expect(ended["answer"] as? String != nil && ended.object("result")["points"] as? Int == 25)
        #expect(ended.object("result")["ranked"] as? Bool == false)
        #expect(second.pushes("game").last?["state"] as? String == "solved", "the tab that follows is told")
        #expect(client.pushes("game").isEmpty, "the answer is told once")
        #expect(client.ask(.guess(puzzle: practice, row: nil, word: "rib")).code == "game_over")
        #expect(solutions(client, practice).type == "solutions")
        let again = client.ask(.endPractice(puzzle: practice))
        #expect(again.type == "game" && again.object("result")["turns"] as? Int == 1)
        let later = try world.restarted()
        let back = later.connect(client.player)
        let shown = back.ask(.practice(line: puzzle.line, hard: .off, isNew: false))
        #expect(shown["state"] as? String == "solved" && shown.object("result")["points"] as? Int == 25)
        #expect(back.ask(.practice(line: puzzle.line, hard: .off, isNew: true))["state"] as? String == "playing")
        #expect(back.ask(.endPractice(puzzle: practice)).code == "not_open", "a forgotten game")
    }

    /// An answer before the commit would show the words of a game that a crash takes back.
    @Test("The end of a practice game is told when it is durable, and a failed one leaves the game as it was")
    func durablePractice() throws {
        let client = try world.guest()
        let practice = PuzzleID(practice: 1, of: puzzle.line)
        _ = client.ask(.practice(line: puzzle.line, hard: .off, seconds: 0, isNew: true))
        _ = client.ask(.guess(puzzle: practice, row: nil, word: "brain"))
        world.storage.failNextCommit(.unavailable("full"))
        #expect(client.ask(.endPractice(puzzle: practice)).code == "storage_unavailable")
        #expect(solutions(client, practice).code == "not_over")
        #expect(client.ask(.guess(puzzle: practice, row: nil, word: "rib"))["score"] as? Int == 34)
        #expect(client.ask(.endPractice(puzzle: practice)).object("result")["points"] as? Int == 34)
    }

    @Test("Nothing but a practice game that has a clock is ended at its player's word")
    func endOfNoPractice() throws {
        let client = try world.guest()
        _ = open(client)
        #expect(client.ask(.endPractice(puzzle: puzzle)).code == "bad_puzzle")
        _ = client.ask(.practice(line: .standard, hard: .off, isNew: true))
        let guess = PuzzleID(practice: 1, of: .standard)
        #expect(client.ask(.endPractice(puzzle: guess)).code == "bad_puzzle")
        #expect(find(client, "brain")["points"] as? Int == 25, "the game of the day goes on")
    }

    @Test("Practice with another time is refused, and costs no game", arguments: [1, 29, 301, 1_000_000])
    func badTime(_ seconds: Int) throws {
        let client = try world.guest()
        let refused = client.ask(.practice(line: puzzle.line, hard: .off, seconds: seconds, isNew: true))
        #expect(refused.code == "bad_settings" && refused["field"] as? String == "seconds")
        let first = client.ask(.practice(line: puzzle.line, hard: .off, isNew: false))
        #expect(first["puzzle"] as? String == "practice-anagram-en-7/1")
        // The guess game has no time limit.
        let guess = client.ask(.practice(line: .standard, hard: .off, seconds: seconds, isNew: true))
        #expect(guess.type == "game" && guess["seconds"] == nil)
    }

    @Test("A player who laid the word of every letter cannot take it as a name, also after a restart")
    func names() throws {
        let (client, other) = (try world.guest(), try world.guest())
        _ = open(client)
        _ = find(client, "brain")
        #expect(client.ask(.rename(name: "Vibrant One")).type == "renamed", "who does not know it learns nothing")
        #expect(find(client, "vibrant")["points"] as? Int == 147)
        #expect(client.ask(.rename(name: "Its Vibrant"))["reason"] as? String == "spoiler")
        #expect(client.ask(.createRoom(name: "Word is vibrant"))["reason"] as? String == "spoiler")
        let back = try world.restarted().connect(client.player)
        #expect(back.ask(.rename(name: "Its Vibrant"))["reason"] as? String == "spoiler")
        #expect(other.ask(.rename(name: "Vibrant Two")).type == "renamed")
    }

    /// A damaged database must not stop the server.
    @Test("A stored secret without its tiles, or with those of another word, is none of the line")
    func damagedSecrets() throws {
        let words = try #require(world.hub.context.puzzleSource.words(of: puzzle.line))
        let source = try words.spelled(TestWords.source)
        #expect(words.fits(PuzzleSecret(answer: source, tiles: Tiles(try words.spelled("tnarbiv")))))
        #expect(!words.fits(PuzzleSecret(answer: source)))
        #expect(!words.fits(PuzzleSecret(answer: source, tiles: Tiles(try words.spelled("aaaaaaa")))))
        let guess = try #require(world.hub.context.puzzleSource.words(of: .standard))
        #expect(guess.fits(PuzzleSecret(answer: try guess.spelled("crane"))))
    }

    @Test("An end that the disk refuses is tried again")
    func brokenDisk() throws {
        let client = try world.guest()
        _ = open(client)
        world.storage.failNextCommit(.unavailable("full"))
        pass(ms: 91_000)
        #expect(try record(of: client).finish == nil)
        pass(ms: 1_100)
        #expect(try record(of: client).finish != nil)
    }

    @Test("An end that the disk refuses is tried again, also where the account is gone")
    func brokenDiskForNobody() throws {
        let client = try world.guest(name: "Mika")
        _ = open(client)
        _ = find(client, "rib")
        let outcome = Mutable<AccountDesk.Deletion?>(nil)
        world.hub.accounts.deletePlayer(client.player, name: "Mika") { outcome.value = try? $0.get() }
        world.run()
        #expect(outcome.value != nil)
        world.storage.failNextCommit(.unavailable("full"))
        pass(ms: 91_000)
        #expect(try record(of: client).finish == nil)
        pass(ms: 1_100)
        #expect(try record(of: client).finish != nil)
    }
}
