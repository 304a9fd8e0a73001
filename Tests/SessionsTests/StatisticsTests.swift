import Foundation
import GameRules
import Messages
import Storage
import Synchronization
import Testing

@testable import Sessions

/// Queries of players about their own games, over days that are played.
@Suite struct StatisticsTests {
    private func statistics(_ world: HubWorld, _ client: TestClient) throws -> [String: Any] {
        try Query.answer(world) { world.hub.documents.statistics(of: client.player, line: .standard, then: $0) }
    }

    @Test("Archive and practice games do not mend a broken streak")
    func days() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let none = try statistics(world, client)
        #expect(none["played"] as? Int == 0 && none["average"] is NSNull && none["last"] is NSNull)
        world.finish(client, turns: 3, ms: 10_000)
        world.nextDay()
        world.finish(client, turns: 4, ms: 30_000)
        world.nextDay(2)
        // The missed day is played from the archive, and a practice game besides: neither mends the streak.
        let missed = PuzzleID(line: .standard, day: world.today.day.advanced(by: -1))
        #expect(client.ask(.open(puzzle: missed, hard: .off, archive: true)).type == "game")
        let pinned = try #require(world.hub.library.puzzles[missed])
        let word = try #require(world.hub.context.puzzleSource.words(of: .standard)).alphabet.text(pinned.answer)
        #expect(client.ask(.guess(puzzle: missed, row: 0, word: word))["state"] as? String == "solved")
        #expect(client.ask(.practice(line: .standard, hard: .off, isNew: true)).type == "game")
        #expect(try statistics(world, client).object("streak")["current"] as? Int == 0)
        world.finish(client, turns: nil)
        world.nextDay()
        // Begun before midnight, ended after it: it counts for the day it began.
        let late = world.today
        let answer = world.answer
        _ = client.open()
        world.nextDay()
        #expect(try statistics(world, client)["played"] as? Int == 3)
        #expect(client.ask(.guess(puzzle: late, row: 0, word: answer))["state"] as? String == "solved")
        world.finish(client, turns: 2, ms: 20_000)
        let told = try statistics(world, client)
        #expect(told["played"] as? Int == 5)
        #expect(told["won"] as? Int == 4)
        #expect(told["percent"] as? Int == 80)
        #expect(told.object("streak")["current"] as? Int == 2)
        #expect(told.object("streak")["longest"] as? Int == 2)
        #expect(told["distribution"] as? [Int] == [1, 1, 1, 1, 0, 0])
        #expect(told.object("average")["turns"] as? Double == 2.5)
        #expect(told.object("last")["puzzle"] as? String == world.today.text)
        try expectRecomputed(told, world, client)
        #expect(sorted(try statistics(world.restarted(), client)) == sorted(told))
    }

    /// Compares with statistics from the stored journals, move by move.
    private func expectRecomputed(_ told: [String: Any], _ world: HubWorld, _ client: TestClient) throws {
        let games = Mutex<[GameRecord]>([])
        world.storage.games(of: client.player) { result in
            if case .success(let found) = result { games.withLock { $0 = found } }
        }
        world.run()
        let ranked = games.withLock { $0 }.filter { $0.finish?.isRanked == true }
        var distribution = [0, 0, 0, 0, 0, 0]
        for game in ranked {
            let solved = game.moves.last?.verdict.text == "22222"
            #expect(
                game.finish
                    == FinishRecord(
                        solved: solved, turns: game.moves.count, elapsed: game.moves.last?.elapsed ?? 0))
            if solved { distribution[game.moves.count - 1] += 1 }
        }
        #expect(told["played"] as? Int == ranked.count)
        #expect(told["distribution"] as? [Int] == distribution)
    }

    @Test("The calendar lists the games played on their days")
    func calendar() throws {
        let world = try HubWorld()
        let client = try world.guest()
        world.finish(client, turns: 3)
        world.nextDay()
        _ = client.open()
        let told = try Query.answer(world) {
            world.hub.documents.games(of: client.player, line: .standard, from: nil, to: nil, most: 400, then: $0)
        }
        #expect(told["first"] as? String == "2025-10-06" && told["today"] as? String == world.today.day.text)
        let games = told.list("games")
        #expect(games.map { $0["day"] as? String } == ["2026-11-21", "2026-11-22"])
        #expect(games.map { $0["state"] as? String } == ["solved", "playing"])
        #expect(games[1]["turns"] == nil)
        let one = try Query.answer(world) {
            world.hub.documents.games(of: client.player, line: .standard, from: nil, to: nil, most: 1, then: $0)
        }
        #expect(one.list("games").map { $0["day"] as? String } == ["2026-11-22"])
        let line = try #require(PuzzleLine(kind: .guess, language: "xx", length: 5))
        #expect(
            try Query.fault(world) { world.hub.documents.statistics(of: client.player, line: line, then: $0) }
                == .notFound(.line))
    }
}
