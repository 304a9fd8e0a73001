import Foundation
import GameRules
import Messages
import Testing

@testable import Sessions

/// What is asked over HTTP, from the hub.
@Suite struct QueryTests {
    private func answer(_ world: HubWorld, _ ask: (@escaping SessionHub.QueryReply) -> Void) throws -> [String: Any] {
        let reply = Mutable<Result<[UInt8], SessionHub.QueryFault>?>(nil)
        ask { reply.value = $0 }
        world.run()
        let body = try #require(try reply.value?.get())
        return try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    }

    private func board(
        _ world: HubWorld, room: String? = nil, player: PlayerID? = nil, limit: Int = 50
    ) throws -> [String: Any] {
        try answer(world) {
            world.hub.leaderboard(world.today, room: room, player: player, limit: limit, then: $0)
        }
    }

    /// A player who solves in so many turns, so many ms after opening; none: plays all rows and fails.
    private func finish(_ client: TestClient, _ world: HubWorld, turns: Int?, ms: Int) {
        _ = client.open()
        world.advance(ms: ms)
        let wrong = world.wrongWords(6)
        for row in 0..<(turns.map { $0 - 1 } ?? 6) { _ = client.guess(wrong[row], row: row) }
        if let turns { #expect(client.guess(world.answer, row: turns - 1)["state"] as? String == "solved") }
    }

    @Test func equalResultsShareARank() throws {
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
        #expect(page.object("you")["beaten"] as? Int == 40)
        #expect(try board(world, limit: 2).list("entries").count == 2)
        #expect(try board(world)["you"] is NSNull)
    }

    @Test func aRoomRanksItsMembersAmongThemselves() throws {
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
        #expect(throws: SessionHub.QueryFault.self) { try board(world, room: "22222") }
    }

    @Test func aNewNameIsOnTheBoardAtOnceAndAfterARestart() throws {
        let world = try HubWorld()
        let client = try world.guest(name: "Ada")
        finish(client, world, turns: 2, ms: 5)
        _ = try board(world)
        #expect(client.ask(.rename(name: "Bea")).type == "renamed")
        #expect(try board(world).list("entries").first?["name"] as? String == "Bea")
        #expect(try board(world.restarted()).list("entries").first?["name"] as? String == "Bea")
    }

    @Test func theAnswerIsPublishedWhenNobodyCanPlayItAnyMore() throws {
        let world = try HubWorld()
        let (today, answer) = (world.today, world.answer)
        func puzzle() throws -> [String: Any] { try self.answer(world) { world.hub.puzzle(today, then: $0) } }
        let client = try world.guest()
        _ = client.open()
        let before = try puzzle()
        #expect(Set(before.keys) == ["puzzle", "number", "commitment"])
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

    @Test func aFuturePuzzleIsNotThere() throws {
        let world = try HubWorld()
        let tomorrow = PuzzleID(line: .today, day: world.today.day.advanced(by: 1))
        #expect(throws: SessionHub.QueryFault.self) { try answer(world) { world.hub.puzzle(tomorrow, then: $0) } }
        #expect(throws: SessionHub.QueryFault.self) {
            try answer(world) { world.hub.leaderboard(tomorrow, room: nil, player: nil, limit: 1, then: $0) }
        }
    }

    @Test func theDayIsSummed() throws {
        let world = try HubWorld()
        let empty = try answer(world) { world.hub.today(then: $0) }
        #expect(empty["median"] is NSNull)
        #expect(empty["distribution"] as? [Int] == [0, 0, 0, 0, 0, 0])
        for (turns, ms) in [(2, 5), (3, 7), (3, 9)] { finish(try world.guest(), world, turns: turns, ms: ms) }
        finish(try world.guest(), world, turns: nil, ms: 1)
        let day = try answer(world) { world.hub.today(then: $0) }
        #expect(day["finished"] as? Int == 4)
        #expect(day["solved"] as? Int == 3)
        #expect(day["distribution"] as? [Int] == [0, 1, 2, 0, 0, 0])
        #expect(day.object("median")["turns"] as? Int == 3)
    }
}
