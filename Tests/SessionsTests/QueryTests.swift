import Foundation
import GameRules
import Messages
import Testing

@testable import Sessions

/// Queries of HTTP, asked of the hub.
@Suite struct QueryTests {
    private func answer<Document: JSONDocument>(
        _ world: HubWorld, _ ask: (@escaping Documents.Reply<Document>) -> Void
    ) throws -> [String: Any] {
        try Query.answer(world, ask)
    }

    private func board(
        _ world: HubWorld, room: String? = nil, player: PlayerID? = nil, limit: Int = 50
    ) throws -> [String: Any] {
        try Query.board(world, world.today.text, room: room, player: player, RankingSlice(limit: limit))
    }

    /// A player who solves in so many turns, so many ms after opening; none: plays all rows and fails.
    private func finish(_ client: TestClient, _ world: HubWorld, turns: Int?, ms: Int) {
        _ = client.open()
        world.advance(ms: ms)
        let wrong = world.wrongWords(6)
        for row in 0..<(turns.map { $0 - 1 } ?? 6) { _ = client.guess(wrong[row], row: row) }
        if let turns { #expect(client.guess(world.answer, row: turns - 1)["state"] as? String == "solved") }
    }

    @Test("Equal results share a rank, and the next rank counts them all")
    func equalResultsShareARank() throws {
        let world = try HubWorld()
        let players = try ["Ada", "Bea", "Cleo", "Dana", "Eve"].map { try world.guest(name: $0) }
        finish(players[0], world, turns: 3, ms: 9_000)
        finish(players[1], world, turns: 4, ms: 1_000)
        finish(players[2], world, turns: 4, ms: 1_000)
        finish(players[3], world, turns: 4, ms: 1_001)
        finish(players[4], world, turns: nil, ms: 1)
        let page = try board(world, player: players[2].player)
        #expect(page["scope"] as? String == "server")
        #expect(page["finished"] as? Int == 5)
        let entries = page.list("entries")
        #expect(entries.map { $0["rank"] as? Int } == [1, 2, 2, 4, 5])
        #expect(entries.filter { $0["you"] as? Bool == true }.map { $0["name"] as? String } == ["Cleo"])
        #expect(entries.first?["name"] as? String == "Ada")
        #expect(entries.last?["solved"] as? Bool == false)
        #expect(page.object("you")["rank"] as? Int == 2)
        #expect(page.object("you")["of"] as? Int == 5)
        #expect(page.object("you")["beaten"] as? Int == 50)
        #expect(try board(world, limit: 2).list("entries").count == 2)
        #expect(try board(world)["you"] is NSNull)
    }

    @Test("A room's ranking ranks its members among themselves")
    func roomRanking() throws {
        let world = try HubWorld()
        let (host, rival, stranger) = (try world.guest(name: "Ada"), try world.guest(name: "Bea"), try world.guest())
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        _ = rival.ask(.join(room: code, resume: nil))
        finish(stranger, world, turns: 1, ms: 1)
        finish(host, world, turns: 3, ms: 1)
        finish(rival, world, turns: 2, ms: 1)
        let page = try board(world, room: code, player: host.player)
        #expect(page["scope"] as? String == code)
        #expect(page.list("entries").map { $0["name"] as? String } == ["Bea", "Ada"])
        #expect(page.object("you")["rank"] as? Int == 2)
        #expect(page.object("you")["beaten"] as? Int == 0)
        #expect(try board(world, player: host.player).object("you")["rank"] as? Int == 3)
        let seenByStranger = try board(world, room: code, player: stranger.player)
        #expect(seenByStranger["you"] is NSNull)
        #expect(throws: QueryFault.self) { try board(world, room: "22222") }
    }

    @Test("A player's new name is on the ranking at once and after a restart")
    func newName() throws {
        let world = try HubWorld()
        let client = try world.guest(name: "Ada")
        finish(client, world, turns: 2, ms: 5)
        _ = try board(world)
        #expect(client.ask(.rename(name: "Bea")).type == "renamed")
        #expect(try board(world).list("entries").first?["name"] as? String == "Bea")
        #expect(try board(world.restarted()).list("entries").first?["name"] as? String == "Bea")
    }

    @Test("An answer is published when nobody can play its puzzle for a rank any more")
    func publishedAnswer() throws {
        let world = try HubWorld()
        let (today, answer) = (world.today, world.answer)
        func puzzle() throws -> [String: Any] { try self.answer(world) { world.hub.documents.puzzle(today, then: $0) } }
        let client = try world.guest()
        _ = client.open()
        let before = try puzzle()
        #expect(Set(before.keys) == ["puzzle", "number", "commitment", "seal"])
        // 13 h 59 min 59 s 999 ms after the morning the day still runs.
        world.advance(ms: 14 * 3_600_000 - 1)
        world.tick()
        #expect(try puzzle()["answer"] == nil)
        // One day more for those who had begun.
        world.advance(ms: 24 * 3_600_000)
        world.tick()
        #expect(try puzzle()["answer"] == nil)
        let word = world.wrongWords(1)[0]
        #expect(client.ask(.guess(puzzle: today, row: 0, word: word)).type == "judged")
        world.advance(ms: 1)
        // The clock is over the end, the hub has not turned yet: late, never early.
        #expect(try puzzle()["answer"] == nil)
        world.tick()
        let after = try puzzle()
        #expect(after["answer"] as? String == answer)
        #expect((after["salt"] as? String)?.count == 32)
        #expect(after["commitment"] as? String == before["commitment"] as? String)
        // Now that everybody can read the word, it wins nothing.
        #expect(client.ask(.guess(puzzle: today, row: 1, word: answer)).code == "puzzle_closed")
        #expect(client.ask(.guess(puzzle: today, row: 0, word: word)).code == "puzzle_closed")
        #expect(client.ask(.open(puzzle: today, hard: .off)).type == "game", "the board can still be looked at")
    }

    @Test("A future puzzle and its ranking are not found")
    func futurePuzzle() throws {
        let world = try HubWorld()
        for days in [2, 3, 400] {
            let ahead = PuzzleID(line: .standard, day: world.today.day.advanced(by: days))
            #expect(throws: QueryFault.self) { try answer(world) { world.hub.documents.puzzle(ahead, then: $0) } }
        }
        let tomorrow = PuzzleID(line: .standard, day: world.today.day.advanced(by: 1))
        #expect(throws: QueryFault.self) {
            try Query.board(world, tomorrow.text)
        }
    }

    @Test("Puzzles are listed newest first, page by page, and none that is pinned ahead")
    func listedPuzzles() throws {
        let world = try HubWorld()
        let today = world.today.day
        for days in [-3, -2, -1, 1, 2] {
            world.hub.library.puzzles.get(PuzzleID(line: .standard, day: today.advanced(by: days))) { _ in }
        }
        world.run()
        func page(before: Int?, limit: Int) throws -> [String: Any] {
            try answer(world) {
                world.hub.documents.puzzles(
                    of: .standard, before: before.map { today.advanced(by: $0) }, limit: limit, then: $0)
            }
        }
        func days(_ page: [String: Any]) -> [Int] {
            page.list("puzzles").compactMap { puzzle in
                (puzzle["puzzle"] as? String).flatMap { PuzzleID($0) }.map { $0.day.number - today.number }
            }
        }
        for before in [nil, 1, 2, 1_000] {
            let all = try page(before: before, limit: 30)
            #expect(days(all) == [0, -1, -2, -3] && all["next"] is NSNull, "\(before ?? 0)")
        }
        #expect(days(try page(before: 0, limit: 30)) == [-1, -2, -3])
        var (read, before): ([Int], Int?) = ([], nil)
        repeat {
            let one = try page(before: before, limit: 1)
            #expect(days(one).count == 1)
            read += days(one)
            before = (one["next"] as? String).flatMap { Day($0) }.map { $0.number - today.number }
        } while before != nil
        #expect(read == [0, -1, -2, -3])
        // The word of a day that may still be finished is nobody's business.
        let listed = try page(before: nil, limit: 30)
        #expect(listed.list("puzzles").map { $0["answer"] != nil } == [false, false, true, true])
        #expect(listed.list("puzzles").map { $0["salt"] != nil } == [false, false, true, true])
        #expect(sorted(try page(before: nil, limit: 30)) == sorted(listed), "also from what was remembered")
        for (entry, days) in zip(listed.list("puzzles"), [0, -1, -2, -3]) {
            let puzzle = PuzzleID(line: .standard, day: today.advanced(by: days))
            let pinned = try #require(world.hub.library.puzzles[puzzle])
            #expect(entry["commitment"] as? String == world.hub.context.puzzleSource.commitment(to: pinned).text)
            #expect(try sorted(answer(world) { world.hub.documents.puzzle(puzzle, then: $0) }) == sorted(entry))
        }
        let line = try #require(PuzzleLine(kind: .guess, language: "xx", length: 5))
        #expect(throws: QueryFault.self) {
            try answer(world) { world.hub.documents.puzzles(of: line, before: nil, limit: 1, then: $0) }
        }
    }

    @Test("The day's summary counts games and solves and gives the median and the distribution")
    func theDayIsSummed() throws {
        let world = try HubWorld()
        let empty = try answer(world) { world.hub.documents.today(then: $0) }
        #expect(empty["median"] is NSNull)
        #expect(empty["distribution"] as? [Int] == [0, 0, 0, 0, 0, 0])
        for (turns, ms) in [(2, 5), (3, 7), (3, 9)] { finish(try world.guest(), world, turns: turns, ms: ms) }
        finish(try world.guest(), world, turns: nil, ms: 1)
        let day = try answer(world) { world.hub.documents.today(then: $0) }
        #expect(day["finished"] as? Int == 4)
        #expect(day["solved"] as? Int == 3)
        #expect(day["distribution"] as? [Int] == [0, 1, 2, 0, 0, 0])
        #expect(day.object("median")["turns"] as? Int == 3)
    }
}
