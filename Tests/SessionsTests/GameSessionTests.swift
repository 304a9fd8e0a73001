import Foundation
import GameRules
import Messages
import Storage
import Testing
import WordLists

@testable import Sessions

@Suite struct GameSessionTests {
    @Test("A connection begins with one valid hello, and nothing else is answered before it")
    func helloComesFirstAndOnce() throws {
        let world = try HubWorld()
        let client = try world.guest()
        #expect(client.messages.first?.object("today")["puzzle"] as? String == "guess-en-5/2026-11-21")
        #expect(client.ask(.hello(protocol: 1, token: nil)).code == "hello_first")
        let silent = TestClient(world, client.player)
        #expect(silent.ask(.ping).code == "hello_first")
        #expect(silent.ask(.hello(protocol: 2, token: nil)).code == "unsupported_protocol")
        #expect(silent.ask(.hello(protocol: 1, token: "v1.x.y")).code == "unauthorized")
        let stranger = TestClient(world, client.player, identity: false)
        #expect(stranger.ask(.hello(protocol: 1, token: nil)).code == "unauthorized")
        let token = SessionTokens(key: HubWorld.key).token(for: SessionClaim(player: client.player, sessions: 0))
        #expect(stranger.ask(.hello(protocol: 1, token: token)).type == "welcome")
        let nobody = TestClient(world, PlayerID(high: 9, low: 9))
        #expect(nobody.ask(.hello(protocol: 1, token: nil)).code == "unauthorized")
    }

    @Test("The server judges a whole game and sends the answer only at its end")
    func wholeGame() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let opened = client.open()
        #expect(opened["state"] as? String == "playing")
        #expect(opened["answer"] == nil)
        world.advance(ms: 8_123)
        let wrong = world.wrongWords(1)[0]
        let first = client.guess(wrong, row: 0)
        #expect(first["ms"] as? Int == 8_123)
        #expect((first["marks"] as? String)?.count == 5)
        #expect(first["answer"] == nil)
        world.advance(ms: 1_000)
        let last = client.guess(world.answer, row: 1)
        #expect(last["state"] as? String == "solved")
        #expect(last["answer"] as? String == world.answer)
        #expect(last.object("result")["ms"] as? Int == 9_123)
        #expect((last.object("result")["share"] as? String)?.contains("2/6 0:09") == true)
        #expect(client.guess(wrong, row: 2).code == "game_over")
        #expect(client.guess(world.answer, row: 1)["state"] as? String == "solved")
    }

    @Test("A guess sent again after later rows has the answer of the first time")
    func repeatedAnswers() throws {
        let world = try HubWorld()
        let client = try world.guest()
        _ = client.open()
        func sorted(_ answer: [String: Any]) throws -> Data {
            try JSONSerialization.data(withJSONObject: answer.filter { $0.key != "re" }, options: .sortedKeys)
        }
        let words = world.wrongWords(2) + [world.answer]
        let first = try words.indices.map { try sorted(client.guess(words[$0], row: $0)) }
        let again = try words.indices.map { try sorted(client.guess(words[$0], row: $0)) }
        #expect(first == again)
    }

    @Test("A refused guess uses up no row")
    func refusalsCostNothing() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let word = world.wrongWords(2)
        #expect(client.guess(word[0], row: 0).code == "not_open")
        _ = client.open()
        #expect(client.guess("zzzzz", row: 0).code == "not_in_word_list")
        #expect(client.guess("abc", row: 0)["length"] as? Int == 5)
        #expect(client.guess("", row: 0).code == "wrong_length")
        #expect(client.guess("сrane", row: 0).code == "bad_letters")
        #expect(client.guess("cr ne", row: 0).code == "bad_letters")
        #expect(client.guess(String(repeating: "a", count: 10_000), row: 0).type == "error")
        #expect(client.guess(word[0], row: 1)["row"] as? Int == 0)
        #expect(client.guess(word[0], row: 0).type == "judged")
        #expect(client.guess(word[0], row: 0).type == "judged")
        #expect(client.guess(word[1], row: 0).code == "stale_row")
        #expect(client.open().list("guesses").count == 1)
        #expect(
            client.ask(.open(puzzle: PuzzleID(line: .standard, day: world.today.day.advanced(by: 1)), hard: .off)).code
                == "future_puzzle")
        #expect(
            client.ask(.open(puzzle: PuzzleID(line: .standard, day: world.today.day.advanced(by: -1)), hard: .off)).code
                == "puzzle_closed")
        let line = try #require(PuzzleLine("guess-xx-5"))
        #expect(client.ask(.open(puzzle: PuzzleID(line: line, day: world.today.day), hard: .off)).code == "bad_puzzle")
    }

    /// To pin a puzzle costs a shuffle and a commit, and 700,000 days can be asked for.
    @Test("A past day is refused before its puzzle is drawn or stored")
    func pastDays() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let commits = world.storage.commits
        for text in ["0001-01-01", "1969-12-31", "2026-11-19", "2026-11-20"] {
            let day = try #require(Day(text))
            #expect(client.ask(.open(puzzle: PuzzleID(line: .standard, day: day), hard: .off)).code == "puzzle_closed")
        }
        #expect(world.storage.commits == commits)
        #expect(world.hub.library.puzzles.keys.allSatisfy { $0 == world.today })
    }

    @Test("Hard mode is chosen before the first guess and can only be turned off after it")
    func hardMode() throws {
        let world = try HubWorld()
        let client = try world.guest()
        #expect(client.open(hard: .hard)["hard"] as? String == "hard")
        #expect(client.ask(.hardMode(puzzle: world.today, hard: .ultra)).type == "hard_mode")
        #expect(client.guess(world.wrongWords(1)[0], row: 0).type == "judged")
        #expect(client.ask(.hardMode(puzzle: world.today, hard: .off)).type == "hard_mode")
        #expect(client.ask(.hardMode(puzzle: world.today, hard: .hard)).code == "hard_mode_locked")
        #expect(try world.restarted().connect(client.player).open()["hard"] as? String == "off")
    }

    @Test("A judged guess is sent to no connection before it is durable")
    func durableFirst() throws {
        let world = try HubWorld()
        let client = try world.guest()
        _ = client.open()
        let other = world.connect(client.player)
        let before = (client.messages.count, other.messages.count)
        let id = client.post(.guess(puzzle: world.today, row: 0, word: world.wrongWords(1)[0]))
        world.runHub()
        #expect(client.messages.count == before.0)
        #expect(other.messages.count == before.1)
        // A second look at the board must not tell what is not on disk either.
        let look = other.post(.open(puzzle: world.today, hard: .off, follow: true))
        world.runHub()
        #expect(other.reply(to: look) == nil)
        world.run()
        #expect(client.reply(to: id)?.type == "judged")
        #expect(other.reply(to: look)?.list("guesses").count == 1)
        #expect(other.pushes("judged").count == 1)
    }

    @Test("The reply to open shows the board as it was, although a guess follows at once")
    func emptyBoard() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let open = client.post(.open(puzzle: world.today, hard: .off))
        let guess = client.post(.guess(puzzle: world.today, row: 0, word: world.wrongWords(1)[0]))
        world.run()
        #expect(client.reply(to: open)?.list("guesses").isEmpty == true)
        #expect(client.reply(to: guess)?.type == "judged")
    }

    @Test("A welcome waits until the moves that it shows are durable")
    func durableWelcome() throws {
        let world = try HubWorld()
        let client = try world.guest()
        _ = client.open()
        let last = client.post(.guess(puzzle: world.today, row: 0, word: world.answer))
        let tab = TestClient(world, client.player)
        let hello = tab.post(.hello(protocol: 1, token: nil))
        let next = tab.post(.ping)
        world.runHub()
        #expect(tab.messages.isEmpty)
        world.run()
        #expect(client.reply(to: last)?["state"] as? String == "solved")
        #expect(tab.messages.map { $0["re"] as? Int } == [hello, next])
        #expect(tab.reply(to: hello)?.list("games").first?["state"] as? String == "solved")
    }

    @Test("A hello that rests on a lost move is refused, and the next one shows the game without it")
    func lostMove() throws {
        let world = try HubWorld()
        let client = try world.guest()
        _ = client.open()
        world.storage.failNextCommit(.unavailable("disk full"))
        _ = client.post(.guess(puzzle: world.today, row: 0, word: world.answer))
        let tab = TestClient(world, client.player)
        #expect(tab.ask(.hello(protocol: 1, token: nil)).code == "storage_unavailable")
        #expect(tab.ask(.hello(protocol: 1, token: nil)).type == "welcome")
        #expect(tab.open()["state"] as? String == "playing")
    }

    @Test("A result enters the ranking when its own move is durable")
    func durableResult() throws {
        let world = try HubWorld()
        let client = try world.guest()
        _ = client.open()
        let finished = Mutable("")
        let look = {
            world.hub.documents.today { finished.value = String(decoding: (try? $0.get().json) ?? [], as: UTF8.self) }
            world.runHub()
        }
        look()
        world.run()
        _ = client.post(.guess(puzzle: world.today, row: 0, word: world.wrongWords(1)[0]))
        _ = client.post(.guess(puzzle: world.today, row: 1, word: world.answer))
        world.runStorageOnce()
        look()
        #expect(finished.value.contains(#""finished":0,"#))
        world.run()
        look()
        #expect(finished.value.contains(#""finished":1,"#))
    }

    @Test("After a failed rename the player has the stored name again")
    func lostName() throws {
        let world = try HubWorld()
        let client = try world.guest(name: "Mika")
        world.storage.failNextCommit(.unavailable("disk full"))
        let ids = ["Noor", "Olu"].map { client.post(.rename(name: $0)) }
        world.run()
        #expect(ids.map { client.reply(to: $0)?.code } == ["storage_unavailable", "storage_unavailable"])
        #expect(world.connect(client.player).messages.first?.object("player")["name"] as? String == "Mika")
    }

    /// Word lists change under a pinned puzzle, and files go bad.
    @Test("A pinned answer that no word list holds can be guessed")
    func unlistedAnswer() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let tomorrow = PuzzleID(line: .standard, day: world.today.day.advanced(by: 1))
        try pin("zzzzz", as: tomorrow, in: world)
        world.advance(ms: 24 * 3_600_000)
        world.tick()
        #expect(client.open()["puzzle"] as? String == tomorrow.text)
        #expect(
            client.guess("yyyyy", row: 0).type == "judged",
            "any word is taken, or the answer would be the one exception")
        #expect(client.guess("zzzzz", row: 1)["state"] as? String == "solved")
    }

    @Test("A pinned word that does not fit its line leaves the day before open")
    func misfitPin() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let today = world.today
        try pin("zzzz", as: PuzzleID(line: .standard, day: today.day.advanced(by: 1)), in: world)
        world.advance(ms: 24 * 3_600_000)
        world.tick()
        #expect(world.today == today)
        #expect(client.open().type == "game")
    }

    @Test("A stored game that cannot be read is reported to the log, and its player is refused")
    func unreadableGame() throws {
        let world = try HubWorld()
        let client = try world.guest()
        client.disconnect()
        world.tick()
        let key = GameKey(player: client.player, puzzle: world.today)
        let word = try #require(Alphabet(language: "en")).word("four")
        let move = MoveRecord(row: 0, word: word, verdict: try #require(Verdict(text: "0000")), elapsed: 1)
        let game = GameRecord(key: key, openedAt: 0, hardMode: .off)
        let writes = [Write.openGame(game), .appendMove(key, move, finish: nil)]
        world.storage.submit(Transaction(writes: writes)) { _ in }
        world.run()
        let back = TestClient(world, client.player)
        #expect(back.ask(.hello(protocol: 1, token: nil)).code == "storage_unavailable")
        #expect(world.reports.contains { $0.hasPrefix("read: ") && $0.contains(world.today.text) })
        #expect(world.reports.allSatisfy { !$0.contains("four") && !$0.contains(world.answer) })
    }

    @Test("An impossible stored result makes its ranking unavailable and ends nothing else")
    func impossibleResult() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let key = GameKey(player: client.player, puzzle: world.today)
        let word = try #require(Alphabet(language: "en")).word(world.answer)
        let move = MoveRecord(row: 0, word: word, verdict: try #require(Verdict(text: "22222")), elapsed: 1)
        let finish = FinishRecord(solved: true, turns: 0, elapsed: 1)
        let game = GameRecord(key: key, openedAt: 0, hardMode: .off)
        let writes = [Write.openGame(game), .appendMove(key, move, finish: finish)]
        world.storage.submit(Transaction(writes: writes)) { _ in }
        world.run()
        let answer = Mutable<QueryFault?>(nil)
        world.hub.documents.today { if case .failure(let fault) = $0 { answer.value = fault } }
        world.run()
        #expect(answer.value == .unavailable)
    }

    private func pin(_ word: String, as puzzle: PuzzleID, in world: HubWorld) throws {
        let answer = try #require(Alphabet(language: "en")).word(word)
        let write = Write.pinPuzzle(PinnedPuzzle(puzzle: puzzle, answer: answer, listVersion: ""))
        world.storage.submit(Transaction(writes: [write])) { _ in }
        world.run()
    }

    @Test("A failed commit refuses every guess that rests on it and leaves the board as stored")
    func failedCommit() throws {
        let world = try HubWorld()
        let client = try world.guest()
        _ = client.open()
        let words = world.wrongWords(3)
        #expect(client.guess(words[0], row: 0).type == "judged")
        world.storage.failNextCommit(.unavailable("disk full"))
        // Two in flight: the second was decided against the first, so it fails with it.
        let ids = [1, 2].map { client.post(.guess(puzzle: world.today, row: $0, word: words[$0])) }
        world.run()
        #expect(ids.map { client.reply(to: $0)?.code } == ["storage_unavailable", "storage_unavailable"])
        #expect(client.guess(words[2], row: 1).type == "judged")
        #expect(client.open().list("guesses").map { $0["word"] as? String } == [words[0], words[2]])
        #expect(try world.restarted().connect(client.player).open().list("guesses").count == 2)
    }

    @Test("After a restart a player has the same name, board and answer")
    func restart() throws {
        let world = try HubWorld()
        let client = try world.guest(name: "Mika")
        _ = client.open()
        world.advance(ms: 5_000)
        _ = client.guess(world.wrongWords(1)[0], row: 0)
        let board = client.open()
        let later = try world.restarted()
        #expect(later.answer == world.answer)
        let back = later.connect(client.player)
        #expect(back.messages.first?.object("player")["name"] as? String == "Mika")
        #expect(back.messages.first?.list("games").first?["state"] as? String == "playing")
        let again = back.open()
        for field in ["guesses", "keyboard", "elapsed", "state"] {
            #expect(sorted(again[field]) == sorted(board[field]), "\(field)")
        }
    }

    @Test("The tab that opened a game last plays it, and older tabs follow")
    func newestTab() throws {
        let world = try HubWorld()
        let old = try world.guest()
        _ = old.open()
        let new = world.connect(old.player)
        _ = new.open()
        #expect(old.pushes("moved").count == 1)
        let words = world.wrongWords(2)
        #expect(old.guess(words[0], row: 0).code == "moved")
        #expect(old.ask(.hardMode(puzzle: world.today, hard: .hard)).code == "moved")
        #expect(new.guess(words[0], row: 0).type == "judged")
        #expect(old.pushes("judged").first?["word"] as? String == words[0])
        #expect(old.ask(.open(puzzle: world.today, hard: .off, follow: true)).type == "game")
        #expect(new.pushes("moved").isEmpty)
        _ = old.open()
        #expect(new.pushes("moved").count == 1)
        #expect(old.guess(words[1], row: 1).type == "judged")
        // When the playing tab goes, the other may go on at once.
        old.disconnect()
        #expect(new.guess(words[1], row: 1).type == "judged")
    }

    @Test("Two tabs that open a puzzle at once share one game")
    func twoTabs() throws {
        let world = try HubWorld()
        let first = try world.guest()
        let second = world.connect(first.player)
        let ids = (
            first.post(.open(puzzle: world.today, hard: .off)), second.post(.open(puzzle: world.today, hard: .off))
        )
        world.run()
        #expect(first.reply(to: ids.0)?.type == "game")
        #expect(second.reply(to: ids.1)?.type == "game")
    }

    /// Words that have left the list could otherwise be tried for nothing, until the one that is not refused.
    @Test("On a day whose word has left the list, any word is accepted and uses a row")
    func theWordHasLeftTheList() throws {
        let before = try HubWorld()
        let (client, second) = (try before.guest(), try before.guest())
        let other = try #require(TestWords.words.first { $0 != before.answer })
        let world = try before.restarted(without: [before.answer, other])
        #expect(world.answer == before.answer, "the word of the day stays")
        let racer = world.connect(client.player)
        _ = racer.open()
        #expect(racer.guess(other, row: 0).type == "judged")
        #expect(racer.guess("zzzzz", row: 1).type == "judged")
        #expect(racer.guess(world.answer, row: 2)["state"] as? String == "solved")
        let later = try world.restarted(without: [other])
        let rival = later.connect(second.player)
        _ = rival.open()
        #expect(rival.guess(other, row: 0).code == "not_in_word_list", "where the word is in the list, the list holds")
    }
}
