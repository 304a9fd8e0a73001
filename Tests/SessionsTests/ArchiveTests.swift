import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// Games that do not count: those of past days, and practice.
@Suite struct ArchiveTests {
    private static let day = 86_400_000

    /// The puzzle so many days before today.
    private func past(_ world: HubWorld, days: Int = 1) -> PuzzleID {
        PuzzleID(line: .standard, day: world.today.day.advanced(by: -days))
    }

    private func answer(_ world: HubWorld, of puzzle: PuzzleID) throws -> String {
        let pinned = try #require(world.hub.library.puzzles[puzzle])
        return try #require(world.hub.context.puzzleSource.words(of: .standard)).alphabet.text(pinned.answer)
    }

    @Test("The archive opens every past day, unranked, and no future day")
    func anyPastDay() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let puzzle = past(world, days: 200)
        #expect(client.ask(.open(puzzle: puzzle, hard: .off)).code == "puzzle_closed", "only for the archive")
        let opened = client.ask(.open(puzzle: puzzle, hard: .off, archive: true))
        #expect(opened.type == "game")
        #expect(opened["ranked"] as? Bool == false)
        world.advance(ms: 5_000)
        let solved = client.ask(.guess(puzzle: puzzle, row: 0, word: try answer(world, of: puzzle)))
        #expect(solved["state"] as? String == "solved")
        #expect(solved.object("result")["ranked"] as? Bool == false)
        #expect((solved.object("result")["share"] as? String)?.contains("(archive) 1/6") == true)
        for ahead in [1, 2, 400] {
            let future = client.ask(.open(puzzle: past(world, days: -ahead), hard: .off, archive: true))
            #expect(future.code == "future_puzzle")
        }
        let first = PuzzleID(line: .standard, day: PuzzleID.firstDay)
        #expect(client.ask(.open(puzzle: first, hard: .off, archive: true)).type == "game")
        let before = PuzzleID(line: .standard, day: PuzzleID.firstDay.advanced(by: -1))
        #expect(client.ask(.open(puzzle: before, hard: .off, archive: true)).code == "puzzle_closed")
    }

    @Test("Today's puzzle is ranked also when it is opened from the archive")
    func todayIsRanked() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let opened = client.ask(.open(puzzle: world.today, hard: .off, archive: true))
        #expect(opened["ranked"] as? Bool == true)
        #expect(client.guess(world.answer, row: 0).object("result")["ranked"] as? Bool == true)
    }

    @Test("An archive game changes no ranking and no room, even while the day's race still runs")
    func noRankingAndNoRoom() throws {
        let world = try HubWorld()
        let (racer, reader) = (try world.guest(name: "Ada"), try world.guest(name: "Bea"))
        let room = racer.ask(.createRoom(name: nil))
        let code = try #require(room["room"] as? String)
        _ = reader.ask(.join(room: code, resume: nil))
        _ = racer.open()
        let puzzle = world.today
        let word = world.answer
        world.advance(ms: ArchiveTests.day)
        world.tick()
        #expect(reader.ask(.open(puzzle: puzzle, hard: .off, archive: true))["ranked"] as? Bool == false)
        #expect(reader.ask(.guess(puzzle: puzzle, row: 0, word: word))["state"] as? String == "solved")
        #expect(racer.ask(.guess(puzzle: puzzle, row: 0, word: word)).object("result")["ranked"] as? Bool == true)
        let board = try Query.board(world, "\(puzzle.text)")
        #expect(board["finished"] as? Int == 1)
        #expect(board.list("entries").map { $0["name"] as? String } == ["Ada"])
        let told = racer.pushes("event").map { $0.object("event") }.filter { $0["kind"] as? String == "finished" }
        #expect(told.count == 1, "Ada's alone")
        // Also not when it is read anew.
        let again = try world.restarted()
        let back = again.connect(reader.player)
        let snapshot = back.ask(.join(room: code, resume: nil)).object("snapshot")
        let lanes = snapshot.list("races").filter { $0["puzzle"] as? String == puzzle.text }.flatMap {
            $0.list("lanes")
        }
        #expect(lanes.count == 1)
        #expect(try Query.board(again, puzzle.text)["finished"] as? Int == 1)
    }

    @Test("A game left unfinished on its day goes on in the archive, unranked")
    func lateGameGoesOn() throws {
        let world = try HubWorld()
        let client = try world.guest()
        _ = client.open()
        let (puzzle, word) = (world.today, world.answer)
        #expect(client.guess(world.wrongWords(1)[0], row: 0)["row"] as? Int == 0)
        world.advance(ms: 2 * ArchiveTests.day)
        world.tick()
        #expect(client.ask(.guess(puzzle: puzzle, row: 1, word: word)).code == "puzzle_closed")
        let opened = client.ask(.open(puzzle: puzzle, hard: .off, archive: true))
        #expect(opened.list("guesses").count == 1)
        #expect(opened["ranked"] as? Bool == false)
        let solved = client.ask(.guess(puzzle: puzzle, row: 1, word: word))
        #expect(solved.object("result")["ranked"] as? Bool == false)
        #expect(try Query.board(world, puzzle.text)["finished"] as? Int == 0)
        let again = try world.restarted().connect(client.player)
        let shown = again.ask(.open(puzzle: puzzle, hard: .off))
        #expect(shown.object("result")["ranked"] as? Bool == false)
    }

    @Test("Guesses made later in the archive change neither the room's race nor its replay", arguments: [1, 2])
    func raceStaysAsItWas(guesses: Int) throws {
        let world = try HubWorld()
        let client = try world.guest(name: "Ada")
        let code = try #require(client.ask(.createRoom(name: nil))["room"] as? String)
        _ = client.open()
        let (puzzle, wrong, word) = (world.today, world.wrongWords(2), world.answer)
        world.advance(ms: 5_000)
        #expect(client.guess(wrong[0], row: 0).type == "judged")
        world.advance(ms: 2 * ArchiveTests.day)
        world.tick()
        func replay(_ world: HubWorld) throws -> String {
            let (race, code) = (try #require(RaceID(puzzle.text)), try #require(RoomCode(code)))
            let reply = Mutable<[UInt8]?>(nil)
            world.hub.documents.replay(of: race, in: code, player: nil) { reply.value = try? $0.get() }
            world.run()
            return String(decoding: try #require(reply.value), as: UTF8.self)
        }
        let before = try replay(world)
        #expect(before.contains(wrong[0]) && before.contains("Ada"))
        #expect(client.ask(.open(puzzle: puzzle, hard: .off, archive: true)).type == "game")
        #expect(client.ask(.guess(puzzle: puzzle, row: 1, word: wrong[1])).type == "judged")
        if guesses == 2 {
            #expect(client.ask(.guess(puzzle: puzzle, row: 2, word: word))["state"] as? String == "solved")
        }
        let later = try world.restarted()
        #expect(try replay(later) == before)
        // The room of that time, read again before a later race is opened in it, shows one row.
        let seen = later.connect(client.player).ask(.join(room: code, resume: nil))
        let races = seen.object("snapshot").list("races").filter { $0["race"] as? String == puzzle.text }
        for race in races { #expect(race.list("lanes").map { $0.list("rows").count } == [1]) }
    }

    @Test("Games open in no tab are evicted first, then those opened first")
    func aGameThatIsPlayedStays() throws {
        let world = try HubWorld()
        let (client, puzzle) = (try world.guest(), world.today)
        _ = client.open()
        world.advance(ms: 2 * ArchiveTests.day)
        world.tick()
        let tab = world.connect(client.player)
        #expect(tab.ask(.open(puzzle: puzzle, hard: .off, archive: true)).type == "game")
        let reader = world.connect(client.player)
        for days in 3...15 {
            world.advance(ms: 1_000)
            #expect(reader.ask(.open(puzzle: past(world, days: days), hard: .off, archive: true)).type == "game")
        }
        reader.disconnect()
        let another = world.connect(client.player)
        for days in 16...25 {
            world.advance(ms: 1_000)
            #expect(another.ask(.open(puzzle: past(world, days: days), hard: .off, archive: true)).type == "game")
        }
        #expect(try #require(world.hub.library.players[client.player]).games.count <= 18)
        #expect(tab.ask(.guess(puzzle: puzzle, row: 0, word: world.wrongWords(1)[0])).type == "judged")
    }

    @Test("A player who opens sixty archive days keeps at most 18 games in memory")
    func boundedMemory() throws {
        let world = try HubWorld()
        let client = try world.guest()
        for days in 1...60 {
            // Games of past days have a rate.
            world.advance(ms: 6_000)
            #expect(client.ask(.open(puzzle: past(world, days: days), hard: .off, archive: true)).type == "game")
        }
        let player = try #require(world.hub.library.players[client.player])
        #expect(player.games.count <= 18)
        #expect(client.ask(.open(puzzle: past(world, days: 3), hard: .off)).type == "game", "it is on disk")
    }

    // MARK: Practice

    private func practice(_ client: TestClient, new: Bool = false) -> [String: Any] {
        client.ask(.practice(line: .standard, hard: .off, isNew: new))
    }

    private func practiceAnswer(_ world: HubWorld, _ client: TestClient, _ name: String) throws -> String {
        let puzzle = try #require(PuzzleID(name))
        let game = try #require(world.hub.library.players[client.player]?.games[puzzle])
        return try #require(world.hub.context.puzzleSource.words(of: .standard)).alphabet.text(game.game.secret.answer)
    }

    @Test("Practice numbers its games from 1, with fresh words and no ranking")
    func practiceWithoutEnd() throws {
        let world = try HubWorld()
        let client = try world.guest()
        var words: Set<String> = []
        for number in 1...20 {
            world.advance(ms: 1_000)
            let opened = practice(client, new: true)
            let puzzle = try #require(opened["puzzle"] as? String)
            #expect(puzzle == "practice-en-5/\(number)")
            #expect(opened["ranked"] as? Bool == false)
            let word = try practiceAnswer(world, client, puzzle)
            words.insert(word)
            let solved = client.ask(.guess(puzzle: PuzzleID(practice: number, of: .standard), row: 0, word: word))
            #expect(solved["state"] as? String == "solved")
            #expect((solved.object("result")["share"] as? String)?.hasPrefix("Tilerace practice 1/6") == true)
        }
        #expect(words.count > 5, "fresh words")
        #expect(
            practice(client)["puzzle"] as? String == "practice-en-5/20", "the last one is shown until another is wanted"
        )
        #expect(try Query.board(world, world.today.text)["finished"] as? Int == 0)
        #expect(client.ask(.open(puzzle: PuzzleID(practice: 19, of: .standard), hard: .off)).code == "not_open")
    }

    @Test("A practice game goes on after a restart, until a new one replaces it")
    func practiceAfterRestart() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let puzzle = PuzzleID(practice: 1, of: .standard)
        #expect(practice(client)["puzzle"] as? String == puzzle.text)
        let word = try practiceAnswer(world, client, puzzle.text)
        let wrong = world.wrongWords(7).first { $0 != word } ?? ""
        #expect(client.ask(.guess(puzzle: puzzle, row: 0, word: wrong)).type == "judged")
        let again = try world.restarted()
        let back = again.connect(client.player)
        #expect(practice(back).list("guesses").map { $0["word"] as? String } == [wrong])
        #expect(back.ask(.guess(puzzle: puzzle, row: 1, word: word))["state"] as? String == "solved")
        let other = again.connect(client.player)
        #expect(practice(other, new: true)["puzzle"] as? String == "practice-en-5/2")
        #expect(back.ask(.guess(puzzle: puzzle, row: 1, word: word)).code == "not_open")
    }

    @Test("Two tabs that ask for practice at once get the same game")
    func twoTabsPractise() throws {
        let world = try HubWorld()
        let first = try world.guest()
        let second = world.connect(first.player)
        let ids = (
            first.post(.practice(line: .standard, hard: .off, isNew: false)),
            second.post(.practice(line: .standard, hard: .off, isNew: false))
        )
        world.run()
        #expect(first.reply(to: ids.0)?["puzzle"] as? String == "practice-en-5/1")
        #expect(second.reply(to: ids.1)?["puzzle"] as? String == "practice-en-5/1")
        let more = (
            first.post(.practice(line: .standard, hard: .off, isNew: true)),
            second.post(.practice(line: .standard, hard: .off, isNew: true))
        )
        world.run()
        #expect(first.reply(to: more.0)?["puzzle"] as? String == "practice-en-5/2")
        #expect(second.reply(to: more.1)?["puzzle"] as? String == "practice-en-5/3")
        #expect(world.reports.isEmpty)
    }

    @Test("A name may contain the word of the player's practice game")
    func practiceBindsNoName() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let opened = practice(client)
        let puzzle = try #require((opened["puzzle"] as? String).flatMap { PuzzleID($0) })
        let word = try practiceAnswer(world, client, puzzle.text)
        _ = client.ask(.guess(puzzle: puzzle, row: 0, word: word))
        guard word != world.answer else { return }
        #expect(client.ask(.rename(name: word)).type == "renamed")
    }

    @Test("Practice of an unknown line or of a game that was not opened is refused")
    func practiceOfUnknownLine() throws {
        let client = try HubWorld().guest()
        let line = try #require(PuzzleLine(kind: .guess, language: "xx", length: 5))
        #expect(client.ask(.practice(line: line, hard: .off, isNew: true)).code == "bad_puzzle")
        #expect(client.ask(.open(puzzle: PuzzleID(practice: 1, of: line), hard: .off)).code == "bad_puzzle")
        #expect(client.ask(.guess(puzzle: PuzzleID(practice: 1, of: line), row: 0, word: "crane")).code == "bad_puzzle")
        #expect(client.ask(.open(puzzle: PuzzleID(practice: 1, of: .standard), hard: .off)).code == "not_open")
    }
}
