import Foundation
import GameRules
import Messages
import Storage
import Testing

@testable import Sessions

/// Rankings of days, weeks, months and all time, over HTTP and while they are looked at.
@Suite struct RankingTests {
    private func names(_ page: [String: Any]) -> [String] { page.list("entries").compactMap { $0["name"] as? String } }

    @Test("Points are summed over the week, the month and all time")
    func pointsAreSummed() throws {
        let world = try HubWorld()
        let (ada, bea) = (try world.guest(name: "Ada"), try world.guest(name: "Bea"))
        // 2026-11-21 is a Saturday of week 47; Monday begins week 48, December a month.
        world.finish(ada, turns: 3, ms: 20_000)
        world.finish(bea, turns: 4, ms: 10_000)
        world.nextDay()
        world.finish(ada, turns: nil, ms: 9_000)
        world.finish(bea, turns: 4, ms: 30_000)
        let week = try Query.board(world, "guess-en-5/2026-W47", player: ada.player)
        #expect(names(week) == ["Bea", "Ada"])
        #expect(week.list("entries").map { $0["points"] as? Int } == [6, 4])
        #expect(week.list("entries").map { $0["ms"] as? Int } == [40_000, 20_000], "the time of what was solved")
        #expect(week["players"] as? Int == 2)
        #expect(week.object("you")["rank"] as? Int == 2)
        #expect(week.object("you")["points"] as? Int == 4)
        world.nextDay()
        world.finish(ada, turns: 2, ms: 20_000)
        #expect(names(try Query.board(world, "guess-en-5/2026-W48")) == ["Ada"])
        #expect(names(try Query.board(world, "guess-en-5/2026-W47")) == ["Bea", "Ada"])
        #expect(names(try Query.board(world, "guess-en-5/2026-11")) == ["Ada", "Bea"])
        world.nextDay(8)
        world.finish(bea, turns: 1, ms: 20_000)
        #expect(names(try Query.board(world, "guess-en-5/2026-12")) == ["Bea"])
        let all = try Query.board(world, "guess-en-5/all")
        #expect(all.list("entries").map { $0["points"] as? Int } == [12, 9])
        // The same from what is stored.
        let again = try world.restarted()
        for period in ["2026-11-21", "2026-11-22", "2026-W47", "2026-W48", "2026-11", "2026-12", "all"] {
            let board = "guess-en-5/\(period)"
            #expect(sorted(try Query.board(again, board)) == sorted(try Query.board(world, board)), "\(period)")
        }
    }

    @Test("A ranking that does not exist is not found")
    func unknownRanking() throws {
        let world = try HubWorld()
        for board in [
            "guess-en-5/2026-11-22", "guess-en-5/2026-W48", "guess-en-5/2026-12", "guess-en-5/2026-W54",
            "guess-en-5/2026-13",
            "guess-en-5/2025-10-05", "guess-xx-5/all", "practice-en-5/all", "guess-en-5/", "guess-en-5",
            "anagram-en-7/all",
            "guess-en-5/2025-W01", "guess-en-5/ALL",
        ] {
            let fault = try Query.fault(world) {
                world.hub.documents.leaderboard(
                    board, isClean: false, room: nil, player: nil, for: nil, RankingSlice(), then: $0)
            }
            #expect(fault == .notFound(.ranking), "\(board)")
        }
        #expect(try Query.board(world, "guess-en-5/2025-W41")["players"] as? Int == 0, "the week of No. 1")
    }

    @Test("The pages of a ranking hold every player once, also among equal results")
    func pages() throws {
        let world = try HubWorld()
        for number in 0..<11 {
            world.finish(try world.guest(name: "Player \(number)"), turns: number < 4 ? 3 : 4, ms: 9_000)
        }
        for number in 11..<17 { world.finish(try world.guest(name: "Player \(number)"), turns: nil, ms: 1) }
        let whole = try Query.board(world, world.today.text)
        #expect(whole.list("entries").count == 17)
        #expect(whole["next"] is NSNull)
        var read: [String] = []
        var slice = RankingSlice(limit: 3)
        while true {
            let page = try Query.board(world, world.today.text, slice)
            read += names(page)
            guard let next = page["next"] as? String else { break }
            #expect(page.list("entries").count == 3)
            let cursor = try #require(RankingCursor(next))
            slice = RankingSlice(start: .after(cursor), limit: 3)
        }
        #expect(read == names(whole))
        #expect(whole.list("entries").map { $0["place"] as? Int } == Array(1...17))
        #expect(Set(whole.list("entries").compactMap { $0["rank"] as? Int }) == [1, 5, 12])
    }

    @Test("A new result between two pages neither skips nor repeats a player")
    func newcomerBetweenPages() throws {
        let world = try HubWorld()
        for number in 0..<6 { world.finish(try world.guest(name: "Player \(number)"), turns: 4, ms: 9_000 + number) }
        let first = try Query.board(world, world.today.text, RankingSlice(limit: 3))
        world.finish(try world.guest(name: "Quick"), turns: 2, ms: 9_000)
        let cursor = try #require((first["next"] as? String).flatMap { RankingCursor($0) })
        let second = try Query.board(world, world.today.text, RankingSlice(start: .after(cursor), limit: 3))
        #expect(names(first) + names(second) == (0..<6).map { "Player \($0)" })
    }

    @Test("New entries of equal score appear on one page each, and repeat no other entry")
    func equalsWhoComeInBetweenRepeatNobody() throws {
        let world = try HubWorld()
        let unsolved = { (number: Int) in world.finish(try world.guest(name: "Player \(number)"), turns: nil, ms: 1) }
        for number in 0..<12 { try unsolved(number) }
        let first = try Query.board(world, world.today.text, RankingSlice(limit: 6))
        for number in 12..<18 { try unsolved(number) }
        let cursor = try #require((first["next"] as? String).flatMap { RankingCursor($0) })
        let second = try Query.board(world, world.today.text, RankingSlice(start: .after(cursor), limit: 18))
        let read = names(first) + names(second)
        #expect(Set(read).count == read.count, "nobody twice")
        #expect(Set(read).isSuperset(of: (0..<12).map { "Player \($0)" }), "nobody missed")
    }

    @Test("A cursor contains no part of a player's identity")
    func cursorsTellNoIdentity() throws {
        let world = try HubWorld()
        let clients = try (0..<4).map { try world.guest(name: "Player \($0)") }
        for client in clients { world.finish(client, turns: 4, ms: 9_000) }
        let page = try Query.board(world, world.today.text, RankingSlice(limit: 2))
        let next = try #require(page["next"] as? String)
        for client in clients {
            let digits = Array(client.player.text)
            for start in 0...(digits.count - 8) { #expect(!next.contains(String(digits[start..<(start + 8)]))) }
        }
    }

    @Test("A cursor of another ranking, or of none, is refused; a good one survives a restart")
    func cursorsAreGoodInOneRankingOnly() throws {
        let world = try HubWorld()
        let clients = try (0..<4).map { try world.guest(name: "Player \($0)") }
        var rooms: [String] = []
        for _ in 0..<2 {
            rooms.append(try #require(clients[0].ask(.createRoom(name: nil))["room"] as? String))
            for client in clients.dropFirst() { _ = client.ask(.join(room: rooms.last ?? "", resume: nil)) }
        }
        for client in clients { world.finish(client, turns: 4, ms: 9_000) }
        let day = world.today.text
        let scopes: [(board: String, clean: Bool, room: String?)] = [
            (day, false, nil), (day, true, nil), (day, false, rooms[0]), (day, true, rooms[0]), (day, false, rooms[1]),
            ("guess-en-5/2026-W47", false, nil), ("guess-en-5/2026-11", false, nil), ("guess-en-5/all", false, nil),
        ]
        let page = { (world: HubWorld, scope: (board: String, clean: Bool, room: String?), slice: RankingSlice) in
            try Query.board(
                world, scope.board, clean: scope.clean, room: scope.room, player: clients[0].player, slice)
        }
        let cursors = try scopes.map { try #require(try page(world, $0, RankingSlice(limit: 2))["next"] as? String) }
        #expect(Set(cursors).count == scopes.count)
        let again = try world.restarted()
        for (index, scope) in scopes.enumerated() {
            for (number, text) in cursors.enumerated() {
                let slice = RankingSlice(start: .after(try #require(RankingCursor(text))))
                if number == index {
                    let (before, after) = (try page(world, scope, slice), try page(again, scope, slice))
                    #expect(names(before).count == 2 && names(before) == names(after))
                    continue
                }
                let fault = try Query.fault(world) {
                    world.hub.documents.leaderboard(
                        scope.board, isClean: scope.clean, room: scope.room, player: clients[0].player, for: nil,
                        slice, then: $0)
                }
                #expect(fault == .badCursor)
            }
        }
        // The room is the same under another code.
        let code = try #require(clients[0].ask(.inRoom(room: rooms[0], .newCode))["code"] as? String)
        let renamed = (board: day, clean: false, room: String?.some(code))
        let cursor = try #require(RankingCursor(cursors[2]))
        #expect(names(try page(world, renamed, RankingSlice(start: .after(cursor)))).count == 2)
    }

    /// All unsolved games are equal, so nothing but the order of equals could tell whose is whose.
    @Test("Equal scores have another order in a room than on the server, stable across restarts")
    func equalsOfARoomHaveAnOrderOfTheirOwn() throws {
        let world = try HubWorld()
        let clients = try (0..<12).map { try world.guest(name: "Player \($0)") }
        let code = try #require(clients[0].ask(.createRoom(name: nil))["room"] as? String)
        for client in clients.dropFirst() { _ = client.ask(.join(room: code, resume: nil)) }
        for client in clients { world.finish(client, turns: nil, ms: 1) }
        let server = names(try Query.board(world, world.today.text))
        let room = try Query.board(world, world.today.text, room: code, player: clients[3].player)
        #expect(Set(server) == Set(names(room)) && server != names(room))
        #expect(
            room.list("entries").filter { $0["you"] as? Bool == true }.map { $0["name"] as? String } == ["Player 3"])
        let place = try #require(room.object("you")["place"] as? Int)
        #expect(names(room)[place - 1] == "Player 3")
        let again = try Query.board(try world.restarted(), world.today.text, room: code, player: clients[3].player)
        #expect(names(again) == names(room))
    }

    @Test("A ranking can be read around a player")
    func neighbours() throws {
        let world = try HubWorld()
        var clients: [TestClient] = []
        for number in 0..<9 {
            clients.append(try world.guest(name: "Player \(number)"))
            world.finish(clients[number], turns: 4, ms: 9_000 + number)
        }
        func around(_ number: Int, _ radius: Int) throws -> [String] {
            names(
                try Query.board(
                    world, world.today.text, player: clients[number].player, RankingSlice(start: .around(radius))))
        }
        #expect(try around(4, 1) == ["Player 3", "Player 4", "Player 5"])
        #expect(try around(0, 2) == ["Player 0", "Player 1", "Player 2"])
        #expect(try around(8, 1) == ["Player 7", "Player 8"])
        #expect(try around(4, 1_000_000).count == 9)
        let guest = try world.guest()
        let none = try Query.board(world, world.today.text, player: guest.player, RankingSlice(start: .around(2)))
        #expect(none.list("entries").isEmpty && none["you"] is NSNull)
    }

    @Test("A suspicious game is flagged and left out of the clean ranking")
    func suspiciousGames() throws {
        let world = try HubWorld()
        let (lucky, quick, honest) = (
            try world.guest(name: "Lucky"), try world.guest(name: "Quick"), try world.guest(name: "Honest")
        )
        world.finish(lucky, turns: 1, ms: 60_000)
        world.finish(quick, turns: 3, ms: 7_999)
        world.finish(honest, turns: 4, ms: 8_000)
        let all = try Query.board(world, world.today.text)
        #expect(names(all) == ["Lucky", "Quick", "Honest"])
        #expect(all.list("entries").map { $0["flagged"] as? Bool } == [true, true, false])
        let clean = try Query.board(world, world.today.text, clean: true, player: quick.player)
        #expect(names(clean) == ["Honest"])
        #expect(clean["clean"] as? Bool == true)
        #expect(clean["you"] is NSNull)
        world.nextDay()
        world.finish(quick, turns: 4, ms: 9_000)
        let month = try Query.board(world, "guess-en-5/2026-11", clean: true)
        #expect(month.list("entries").map { $0["points"] as? Int } == [3, 3], "only what is not suspicious")
        #expect(names(month) == ["Honest", "Quick"])
    }

    @Test("A game that ends while a ranking is being read is on it once")
    func gameDuringRead() throws {
        let world = try HubWorld()
        let clients = try ["Ada", "Bea", "Cleo"].map { try world.guest(name: $0) }
        world.finish(clients[0], turns: 4, ms: 9_000)
        let word = world.answer
        for client in clients.dropFirst() { _ = client.open() }
        world.advance(ms: 9_000)
        // Bea's end is on its way to the disk when the board is asked for, Cleo's comes after.
        _ = clients[1].post(.guess(puzzle: world.today, row: 0, word: word))
        let answers = Mutable<[Result<RankingView, QueryFault>]>([])
        for period in ["2026-11-21", "2026-W47", "all"] {
            world.hub.documents.leaderboard(
                "guess-en-5/\(period)", isClean: false, room: nil, player: nil, for: nil, RankingSlice()
            ) { answers.value.append($0) }
        }
        _ = clients[2].post(.guess(puzzle: world.today, row: 0, word: word))
        world.run()
        #expect(answers.value.count == 3)
        for period in ["2026-W47", "all"] {
            let board = try Query.board(world, "guess-en-5/\(period)")
            #expect(board.list("entries").map { $0["points"] as? Int } == [6, 6, 3])
        }
        #expect(try Query.board(world, world.today.text)["finished"] as? Int == 3)
    }

    // MARK: Looking

    private func look(_ client: TestClient, _ board: String, room: String? = nil) -> [String: Any] {
        client.ask(.look(RankingRequest(board: board, room: room)))
    }

    @Test("A looker is sent the ranking when it changes, and only then")
    func lookersAreTold() throws {
        let world = try HubWorld()
        let (ada, bea) = (try world.guest(name: "Ada"), try world.guest(name: "Bea"))
        let shown = look(ada, world.today.text)
        #expect(shown.type == "ranking")
        #expect(shown["finished"] as? Int == 0)
        world.advance(ms: 1_000)
        world.tick()
        #expect(ada.pushes("ranking").isEmpty, "nothing has changed")
        world.finish(bea, turns: 4, ms: 9_000)
        world.tick()
        let first = try #require(ada.pushes("ranking").last)
        #expect(names(first) == ["Bea"])
        #expect(first["you"] == nil)
        #expect(first.list("entries").allSatisfy { $0["you"] == nil })
        world.finish(ada, turns: 3, ms: 100)
        world.tick()
        #expect(ada.pushes("ranking").count == 1, "not more than once a second")
        world.advance(ms: 1_000)
        world.tick()
        let second = try #require(ada.pushes("ranking").last)
        #expect(names(second) == ["Ada", "Bea"])
        #expect(second["you"] == nil)
        let standing = ada.pushes("standing")
        #expect(standing.map { $0.object("you")["place"] as? Int } == [1])
        #expect(standing[0]["period"] as? String == "2026-11-21" && standing[0]["scope"] as? String == "server")
        #expect(ada.ask(.rename(name: "Adele")).type == "renamed")
        world.advance(ms: 1_000)
        world.tick()
        #expect(names(try #require(ada.pushes("ranking").last)) == ["Adele", "Bea"])
        #expect(ada.ask(.look(nil)).type == "ranking_ended")
        world.finish(try world.guest(), turns: 2, ms: 9_000)
        world.advance(ms: 1_000)
        world.tick()
        #expect(ada.pushes("ranking").count == 3 && ada.pushes("standing").count == 1)
        #expect(bea.pushes("ranking").isEmpty)
    }

    @Test("The ranking of a room with a password is sent to its members only")
    func roomWithPassword() throws {
        let world = try HubWorld()
        let (ada, bea, eve) = (try world.guest(name: "Ada"), try world.guest(name: "Bea"), try world.guest(name: "Eve"))
        let code = try #require(ada.ask(.createRoom(name: nil))["room"] as? String)
        _ = ada.ask(.inRoom(room: code, .password("open sesame")))
        #expect(look(eve, world.today.text, room: code).code == "no_such_room")
        #expect(look(ada, world.today.text, room: code).type == "ranking")
        _ = bea.ask(.join(room: code, resume: nil, password: "open sesame"))
        world.finish(bea, turns: 4, ms: 9_000)
        world.finish(eve, turns: 2, ms: 9_000)
        world.tick()
        let push = try #require(ada.pushes("ranking").last)
        #expect(push["scope"] as? String == code)
        #expect(names(push) == ["Bea"])
        #expect(look(eve, "guess-en-5/2026-11-22").code == "bad_puzzle")
        #expect(look(eve, "nonsense").code == "bad_puzzle")
    }

    /// Rankings are no way to search for room codes or to fill memory.
    @Test("Past rankings and room codes that clients look at are bounded")
    func looksAreBounded() throws {
        let world = try HubWorld()
        let client = try world.guest()
        for number in 0..<40 {
            world.advance(ms: 10_000)
            let other = try world.guest(from: UInt64(number))
            let day = PuzzleID.firstDay.advanced(by: number)
            let reply = look(other, "guess-en-5/\(day.text)")
            #expect(
                number < LiveRankings.kept ? reply.type == "ranking" : reply.code == "rate_limited", "\(number)")
        }
        #expect(world.hub.library.rankings.values.count <= 2 * LiveRankings.kept)
        for number in 0..<40 {
            let day = PuzzleID.firstDay.advanced(by: 100 + number)
            _ = try Query.board(world, "guess-en-5/\(day.text)")
        }
        #expect(world.hub.library.rankings.values.count <= 2 * LiveRankings.kept)
        #expect(look(client, world.today.text, room: "not a code").code == "no_such_room")
    }

    @Test("A disconnected looker is removed from the lookers")
    func disconnectedLooker() throws {
        let world = try HubWorld()
        let client = try world.guest()
        _ = look(client, world.today.text)
        #expect(world.hub.lookers.count == 1)
        client.disconnect()
        #expect(world.hub.lookers.isEmpty)
    }
}
