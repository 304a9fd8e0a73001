import TestKit
import Testing

/// Room codes are what keeps strangers out: they must not be found by trying.
@Suite(.blocking) struct RoomQueryTests {
    @Test("Room codes cannot be found by trying addresses of rankings")
    func codesCannotBeSearchedFor() throws {
        let server = try TestServer()
        let path = "/api/v1/leaderboards/guess-en-5/2026-11-21"
        var statuses: [Int] = []
        // A token comes back every half second, so on a slow machine a few more are let through.
        while statuses.last != 429, statuses.count < 300 {
            statuses.append(try server.ask("GET", path + "?room=KYTE7").status)
        }
        #expect(statuses.count > 120)
        #expect(statuses.dropLast().allSatisfy { $0 == 404 })
        #expect(statuses.last == 429)
        #expect(try server.ask("GET", path).status == 200, "the server's own board is not concerned")
        let mine = "/api/v1/me/statistics"
        #expect(
            try server.ask("GET", mine + "?room=KYTE7").status == 401, "what is not asked of a room is not concerned")
    }

    /// A guest costs nothing: with a count for each, one address could try a million codes in an hour.
    @Test("Many guests of one address try no more room codes than one", arguments: TestServer.shardCounts)
    func manyGuests(shards: Int) throws {
        let server = try TestServer(shards: shards)
        let host = try server.player()
        let room = try #require(try host.ask(["type": "create_room"])["room"])
        var (tried, refused) = (0, 0)
        for guest in 0..<6 {
            let searcher = try server.player()
            for number in 0..<30 {
                // `leave` tells as much as `watch` of whether there is a room.
                let code = JSONTree.string("2\(guest + 2)" + ["AAA", "BBB", "CCC"][number % 3])
                let answer = try searcher.ask(["type": number % 2 == 0 ? "watch" : "leave", "room": code])
                if answer.code == "no_such_room" { tried += 1 }
                if answer.code == "rate_limited" { refused += 1 }
            }
        }
        // A token comes back every half second, so on a slow machine a few more are let through.
        #expect(tried >= 120 && refused > 0, "\(tried), \(refused)")
        #expect(tried + refused == 180)
        #expect(try host.ask(["type": "join", "room": room]).type == "joined", "who has a seat does not search")
    }
}
