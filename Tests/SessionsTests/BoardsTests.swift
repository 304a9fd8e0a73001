import Foundation
import GameRules
import Messages
import Rooms
import Testing

@testable import Sessions
@testable import Storage

/// The boards of a daily race with their letters: for those who have finished it, and of those who have.
@Suite("Boards of a daily race")
struct BoardsTests {
    private typealias Race = SprintSessionTests.Race

    private func boards(
        _ race: Race, by player: PlayerID?, of puzzle: PuzzleID? = nil
    ) throws -> [String: Any] {
        let code = try #require(RoomCode(race.code))
        return try Query.answer(race.world) {
            race.world.hub.documents.boards(of: puzzle ?? race.world.today, in: code, player: player, then: $0)
        }
    }

    private func fault(_ race: Race, by player: PlayerID?, of puzzle: PuzzleID? = nil) throws -> QueryFault? {
        let code = try #require(RoomCode(race.code))
        return try Query.fault(race.world) { (then: @escaping Documents.Reply<BoardsDocument>) in
            race.world.hub.documents.boards(of: puzzle ?? race.world.today, in: code, player: player, then: then)
        }
    }

    @Test("A player who has finished gets the finished boards with letters, and no letter of a board in play")
    func finishedBoards() throws {
        let race = try Race(HubWorld())
        let (world, wrong) = (race.world, race.world.wrongWords(6))
        let third = try world.guest(name: "Tomasz")
        _ = third.ask(.join(room: race.code, resume: nil))
        _ = third.open()
        _ = third.guess(wrong[5], row: 0)
        for player in [race.host.player, race.rival.player, third.player, race.watcher.player] {
            #expect(try fault(race, by: player) == .notFinished)
        }
        world.finish(race.host, turns: 2)
        #expect(try fault(race, by: race.rival.player) == .notFinished)
        #expect(try fault(race, by: third.player) == .notFinished)
        world.finish(race.rival, turns: nil, ms: 20_000)
        let document = try boards(race, by: race.host.player)
        #expect(document["puzzle"] as? String == world.today.text && document["answer"] as? String == world.answer)
        #expect(document["rows"] as? Int == 6 && document["tiles"] == nil && document["game"] == nil)
        let list = document.list("boards")
        #expect(list.map { $0["name"] as? String } == ["Mika", "Noor"] && list.map { $0["seat"] as? Int } == [1, 2])
        #expect(
            list.map { $0.list("moves").compactMap { $0["word"] as? String } } == [[wrong[0], world.answer], wrong])
        #expect(list[0].list("moves").last?["marks"] as? String == "22222")
        #expect(list.map { $0.object("finish")["solved"] as? Bool } == [true, false])
        #expect(list.map { $0.object("finish")["turns"] as? Int } == [2, 6])
        // The words of the two that are over, and none of the third's board.
        #expect(!sorted(document).contains("Tomasz"))
        #expect(try sorted(boards(race, by: race.rival.player)) == sorted(document))
    }

    @Test("A watcher gets the boards after finishing the puzzle, wherever that was")
    func onlookers() throws {
        let race = try Race(HubWorld())
        race.world.finish(race.host, turns: 1)
        #expect(try fault(race, by: nil) == .unauthorized)
        #expect(try fault(race, by: race.watcher.player) == .notFinished)
        race.world.finish(race.watcher, turns: 3)
        let list = try boards(race, by: race.watcher.player).list("boards")
        #expect(list.map { $0["name"] as? String } == ["Mika"], "who has no seat has no board")
    }

    @Test("A room that does not show itself shows no boards, and a race that was not run has none")
    func rooms() throws {
        let race = try Race(HubWorld(anagrams: true))
        race.world.finish(race.host, turns: 1)
        race.world.finish(race.rival, turns: 1)
        race.world.finish(race.watcher, turns: 1)
        #expect(race.host.ask(.inRoom(room: race.code, .password("sesame"))).type == "done")
        let none = QueryFault.notFound(.room)
        #expect(try fault(race, by: race.watcher.player) == none)
        #expect(try boards(race, by: race.rival.player).list("boards").count == 2)
        #expect(race.host.ask(.inRoom(room: race.code, .kick(seat: 2))).type == "done")
        #expect(try fault(race, by: race.rival.player) == none)
        for text in ["guess-en-5/2026-11-20", "guess-en-5/2026-11-22", "practice-en-5/3", "guess-de-5/2026-11-21"] {
            let puzzle = try #require(PuzzleID(text))
            #expect(try fault(race, by: race.host.player, of: puzzle) == .notFinished)
        }
        let (host, world) = (race.host, race.world)
        let line = try #require(TestWords.anagramLine)
        let other = PuzzleID(line: line, day: world.today.day)
        #expect(host.ask(.open(puzzle: other, hard: .off)).type == "game")
        race.pass(120_000)
        #expect(try fault(race, by: host.player, of: other) == .notFound(.race))
    }

    @Test("A game of the archive opens the boards of its day, and is none of them")
    func archive() throws {
        let race = try Race(HubWorld())
        let (world, puzzle, word) = (race.world, race.world.today, race.world.answer)
        world.finish(race.host, turns: 1)
        world.nextDay()
        #expect(try fault(race, by: race.rival.player, of: puzzle) == .notFinished)
        #expect(race.rival.ask(.open(puzzle: puzzle, hard: .off, archive: true)).type == "game")
        let solved = race.rival.ask(.guess(puzzle: puzzle, row: 0, word: word))
        #expect(solved["state"] as? String == "solved")
        let list = try boards(race, by: race.rival.player, of: puzzle).list("boards")
        #expect(list.map { $0["name"] as? String } == ["Mika"])
    }

    @Test("A member who takes a seat after the day's race has no board in it")
    func newcomer() throws {
        let race = try Race(HubWorld())
        let (world, puzzle) = (race.world, race.world.today)
        world.finish(race.host, turns: 1)
        world.finish(race.watcher, turns: 2)
        world.nextDay(2)
        #expect(race.watcher.ask(.join(room: race.code, resume: nil)).type == "joined")
        let list = try boards(race, by: race.host.player, of: puzzle).list("boards")
        #expect(list.map { $0["name"] as? String } == ["Mika"])
    }

    @Test("Boards of anagrams have the tiles and the words, and not before one's own end")
    func anagrams() throws {
        var settings = HubSettings()
        settings.lines = [try #require(TestWords.anagramLine), .standard]
        let race = try Race(HubWorld(settings: settings, anagrams: true))
        let (world, puzzle) = (race.world, race.world.today)
        for client in [race.host, race.rival] { _ = client.open() }
        let pinned = try #require(world.storage.stored.pinned[puzzle])
        let lists = world.hub.context.puzzleSource
        let alphabet = try #require(lists.words(of: puzzle.line)).alphabet
        let source = alphabet.text(pinned.answer)
        world.advance(ms: 3_000)
        #expect(race.host.ask(.guess(puzzle: puzzle, row: nil, word: source)).type == "judged")
        #expect(try fault(race, by: race.host.player) == .notFinished, "its clock runs")
        race.pass(120_000)
        let document = try boards(race, by: race.host.player)
        #expect(document["game"] as? String == "anagram" && document["rows"] == nil)
        #expect((document["tiles"] as? String)?.sorted() == source.sorted())
        #expect(document["seconds"] as? Int == 90)
        let list = document.list("boards")
        #expect(list.map { $0.list("moves").compactMap { $0["word"] as? String } } == [[source], []])
        #expect(list[0].object("finish")["points"] as? Int == list[0].list("moves")[0]["points"] as? Int)
    }

    @Test("In a classroom nobody gets boards before the day is public, whatever rivals do")
    func classroom() throws {
        let lesson = try ClassroomTests.Lesson()
        let (world, puzzle) = (lesson.world, lesson.world.today)
        world.finish(lesson.pupil, turns: 1)
        let code = try #require(RoomCode(lesson.code))
        let hidden = QueryFault.notFound(.veiled)
        func fault() throws -> QueryFault? {
            try Query.fault(world) { (then: @escaping Documents.Reply<BoardsDocument>) in
                world.hub.documents.boards(of: puzzle, in: code, player: ClassroomTests.Lesson.id(1), then: then)
            }
        }
        #expect(try fault() == hidden)
        world.finish(lesson.rival, turns: 2)
        #expect(try fault() == hidden)
        world.nextDay(2)
        #expect(try fault() == nil)
    }
}
