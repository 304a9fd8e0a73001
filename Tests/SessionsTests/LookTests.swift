import Foundation
import GameRules
import Leaderboards
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

/// Rankings that are looked at by many, and read from storage for many: all of it has a bound.
@Suite struct LookTests {
    private func look(_ client: TestClient, _ board: String, room: String? = nil) -> [String: Any] {
        client.ask(.look(RankingRequest(board: board, room: room)))
    }

    /// Boards of days that are over.
    private func past(_ number: Int) -> String { "guess-en-5/\(PuzzleID.firstDay.advanced(by: number).text)" }

    private func solve(_ client: TestClient, _ world: HubWorld, ms: Int = 9_000) {
        _ = client.open()
        world.advance(ms: ms)
        #expect(client.guess(world.answer, row: 0)["state"] as? String == "solved")
    }

    private func nextPush(_ world: HubWorld) {
        world.advance(ms: 12_000)
        world.tick()
    }

    // MARK: Reading

    /// The allowance is the same over sockets and over HTTP.
    @Test("A ranking that must be read counts against the client's network, one in memory does not")
    func readsPerNetwork() throws {
        let world = try HubWorld()
        let client = try world.connect(world.guest().player, from: 7)
        world.rankingReadsAllowed.value = 2
        #expect(look(client, past(1)).type == "ranking")
        #expect(look(client, past(2)).type == "ranking")
        #expect(world.rankingReads.value == Array(repeating: ClientNetwork(bits: 7, isIPv4: true), count: 2))
        let refusal = look(client, past(3))
        #expect(refusal.code == "rate_limited" && refusal["retry"] as? Int == 500)
        #expect(look(client, past(1)).type == "ranking", "it is in memory")
        let fault = try Query.fault(world) {
            world.hub.documents.leaderboard(
                past(3), isClean: false, room: nil, player: nil, for: ClientNetwork(bits: 8, isIPv4: true),
                RankingSlice(), then: $0)
        }
        #expect(fault == .tooMany(retry: 500))
        #expect(world.rankingReads.value.count == 2)
        // What everybody is shown is nobody's.
        #expect(try Query.answer(world) { world.hub.documents.today(then: $0) }["finished"] as? Int == 0)
    }

    @Test("Rankings are read one at a time, and few wait, fewer still for one network")
    func oneAtATime() throws {
        let world = try HubWorld()
        let answers = Mutable<[Int: Result<RankingView, QueryFault>]>([:])
        func ask(_ number: Int, from network: UInt64) {
            world.hub.documents.leaderboard(
                past(number), isClean: false, room: nil, player: nil, for: ClientNetwork(bits: network, isIPv4: true),
                RankingSlice()
            ) { answers.value[number] = $0 }
        }
        // The first is being read, the second waits, and that is enough for one address.
        for number in 0..<4 { ask(number, from: 1) }
        #expect(answers.value.keys.sorted() == [2, 3])
        #expect(world.hub.library.rankings.resultsWhileReading.count == 1, "what is not being read yet misses nothing")
        for number in 4..<30 { ask(number, from: UInt64(number)) }
        // Who asks for what others wait for waits with them.
        let shared = Mutable(false)
        world.hub.documents.leaderboard(
            past(1), isClean: false, room: nil, player: nil, for: ClientNetwork(bits: 99, isIPv4: true), RankingSlice()
        ) { shared.value = (try? $0.get()) != nil }
        let refused = answers.value.keys.sorted()
        #expect(refused == [2, 3] + Array((4 + RankingQueue.bound - 1)..<30))
        #expect(refused.allSatisfy { if case .failure(.tooMany(1_000)) = answers.value[$0] { true } else { false } })
        let today = Mutable(false)
        world.hub.documents.today { today.value = (try? $0.get()) != nil }
        world.runStorageOnce()
        world.runStorageOnce()
        world.runStorageOnce()
        world.runStorageOnce()
        #expect(today.value, "it goes before what people ask for")
        world.run()
        #expect(shared.value && answers.value.count == 30)
        #expect(answers.value.values.count { (try? $0.get()) != nil } == 1 + RankingQueue.bound)
        ask(40, from: 1)
        world.run()
        #expect((try? answers.value[40]?.get()) != nil)
    }

    // MARK: Boards in memory

    @Test("The number of past rankings that are watched is bounded, those in memory included")
    func boundedBoards() throws {
        let world = try HubWorld()
        for number in 0..<40 {
            world.advance(ms: 10_000)
            _ = try Query.board(world, past(number))
            let reply = look(try world.guest(from: UInt64(number)), past(number))
            #expect(
                number < LiveRankings.kept ? reply.type == "ranking" : reply.code == "rate_limited", "\(number)")
        }
        for number in 100..<140 { _ = try Query.board(world, past(number)) }
        #expect(world.hub.library.rankings.values.count <= 2 * LiveRankings.kept)
        // Rankings of current periods, and rankings with subscribers, are still open to everybody.
        for board in [world.today.text, "guess-en-5/2026-W47", "guess-en-5/2026-11", "guess-en-5/all", past(3)] {
            #expect(look(try world.guest(), board).type == "ranking", "\(board)")
        }
    }

    @Test("One network watches at most a few past rankings")
    func boardsPerNetwork() throws {
        let world = try HubWorld()
        func looks(_ number: Int, from network: UInt64) throws -> Bool {
            world.advance(ms: 10_000)
            return look(try world.guest(from: network), past(number)).type == "ranking"
        }
        for number in 0..<10 {
            #expect(try looks(number, from: 7) == (number < LiveRankings.keptForOne), "\(number)")
        }
        #expect(try looks(5, from: 8))
        // What another looks at is there, and is not counted twice.
        #expect(try looks(5, from: 7))
        #expect(try looks(6, from: 7) == false)
    }

    @Test("The running rankings of every line are none of the past ones")
    func otherLines() throws {
        let world = try HubWorld(anagrams: true)
        let other = try #require(TestWords.anagramLine)
        let client = try world.guest(from: 7)
        let running = ["2026-W47", "2026-11", "all"].map { "\(other.text)/\($0)" }
        let today = try #require(world.hub.context.days.running.last).puzzle.text
        for board in [today] + running + [world.today.text] {
            world.advance(ms: 10_000)
            #expect(look(client, board).type == "ranking", "\(board)")
        }
        #expect(look(try world.guest(from: 7), past(1)).type == "ranking")
    }

    @Test("The number of watched rankings stays bounded when many ask at once")
    func boundedAtOnce() throws {
        let world = try HubWorld()
        let few = LiveRankings.kept - 4
        let first = try (0..<few).map { try world.guest(from: UInt64($0 + 100)) }
        for (number, client) in first.enumerated() { #expect(look(client, past(number)).type == "ranking") }
        let clients = try (0..<9).map { try world.connect(world.guest().player, from: UInt64($0 + 10)) }
        let asked = clients.enumerated().map { number, client in
            client.post(.look(RankingRequest(board: past(50 + number))))
        }
        world.run()
        let replies = zip(clients, asked).map { $0.reply(to: $1) ?? [:] }
        #expect(replies.count { $0.type == "ranking" } == 4)
        #expect(replies.count { $0.code == "rate_limited" } == 5)
        #expect(world.hub.lookers.rankingIDs.count == LiveRankings.kept)
        #expect(world.hub.lookers.count == LiveRankings.kept)
        // Who goes makes room.
        first[0].disconnect()
        #expect(look(clients[8], past(70)).type == "ranking")
        #expect(world.hub.lookers.rankingIDs.count == LiveRankings.kept)
    }

    // MARK: Telling

    @Test("A ranking push is framed once and sent in several turns")
    func sameBytes() throws {
        let world = try HubWorld()
        let clients = try (0..<20).flatMap { _ in
            let player = try world.guest().player
            return (0..<30).map { _ in world.connect(player) }
        }
        for client in clients { #expect(look(client, world.today.text).type == "ranking") }
        solve(try world.guest(name: "Ada"), world)
        world.advance(ms: 2_000)
        world.hub.tick()
        func told() -> Int { clients.count { !$0.pushes("ranking").isEmpty } }
        #expect(told() == SessionHub.toldInOneTurn, "the rest in other turns")
        // Who goes meanwhile, or looks at something else, is told nothing.
        let waiting = clients.filter { $0.pushes("ranking").isEmpty }
        waiting[0].disconnect()
        _ = waiting[1].post(.look(nil))
        world.run()
        #expect(told() == clients.count - 2)
        let messages = clients.filter { !$0.pushes("ranking").isEmpty }.compactMap(\.last).map(ObjectIdentifier.init)
        #expect(Set(messages).count == 1, "one message, framed once for all")
        #expect(clients.allSatisfy { $0.pushes("standing").isEmpty && $0.pushes("ranking").count <= 1 })
        nextPush(world)
        #expect(clients.allSatisfy { $0.pushes("ranking").count <= 1 }, "nothing has changed since")
    }

    @Test("Only a player whose place changed is sent a standing, before the ranking")
    func standings() throws {
        let world = try HubWorld()
        let (ada, bea, cleo) = (try world.guest(name: "Ada"), try world.guest(name: "Bea"), try world.guest())
        solve(ada, world, ms: 9_000)
        for client in [ada, bea, cleo] { _ = look(client, world.today.text) }
        solve(bea, world, ms: 8_000)
        nextPush(world)
        #expect(ada.pushes("standing").map { $0.object("you")["place"] as? Int } == [2])
        #expect(bea.pushes("standing").map { $0.object("you")["place"] as? Int } == [1])
        #expect(cleo.pushes("standing").isEmpty)
        #expect([ada, bea, cleo].allSatisfy { $0.pushes("ranking").count == 1 })
        #expect(ada.messages.suffix(2).map(\.type) == ["standing", "ranking"])
        // A new name is on the board, and nobody stands elsewhere for it.
        #expect(bea.ask(.rename(name: "Beate")).type == "renamed")
        nextPush(world)
        #expect([ada, bea, cleo].allSatisfy { $0.pushes("ranking").count == 2 })
        #expect(ada.pushes("standing").count == 1 && bea.pushes("standing").count == 1)
    }

    @Test("A looker who came between two pushes gets every later change, and none twice")
    func lateLooker() throws {
        let world = try HubWorld()
        let (first, second) = (try world.guest(), try world.guest())
        _ = look(first, world.today.text)
        solve(try world.guest(name: "Ada"), world)
        #expect(look(second, world.today.text)["finished"] as? Int == 1)
        nextPush(world)
        #expect(first.pushes("ranking").count == 1 && second.pushes("ranking").isEmpty)
        solve(try world.guest(name: "Bea"), world)
        nextPush(world)
        #expect(first.pushes("ranking").count == 2 && second.pushes("ranking").count == 1)
    }

    @Test("A ranking that changes while names are read reaches every looker in the end", arguments: [false, true])
    func changeDuringRead(beforeTheAnswer: Bool) throws {
        let world = try HubWorld()
        let ada = try world.guest(name: "Ada")
        solve(ada, world)
        let (first, second) = (try world.guest(), try world.guest(name: "Bea"))
        _ = look(first, world.today.text)
        let board = try #require(world.hub.library.rankings.values.first)
        ada.disconnect()
        nextPush(world)
        #expect(world.hub.library.players[ada.player] == nil)
        board.renamed(ada.player)
        nextPush(world)
        board.renamed(ada.player)
        let id = second.post(.look(RankingRequest(board: world.today.text)))
        #expect(second.reply(to: id) == nil, "a name is being read")
        board.add(Score(solved: true, turns: 2, elapsed: 9_000), isHasty: false, of: second.player)
        if beforeTheAnswer { board.remember([ada.player: "Ada"]) }
        world.advance(ms: 12_000)
        world.hub.tick()
        #expect((first.pushes("ranking").last?["finished"] as? Int == 2) == beforeTheAnswer)
        #expect(second.reply(to: id) == nil)
        world.run()
        #expect(second.reply(to: id)?["finished"] as? Int == 1)
        nextPush(world)
        for client in [first, second] {
            #expect(client.pushes("ranking").last?["finished"] as? Int == 2)
            #expect(client.pushes("ranking").count { $0["finished"] as? Int == 2 } == 1)
        }
        #expect(second.pushes("standing").map { $0.object("you")["place"] as? Int } == [2])
    }

    // MARK: Rooms

    @Test("A room's ranking is pushed only when a member's result changes it")
    func roomRanking() throws {
        let world = try HubWorld()
        let (ada, eve) = (try world.guest(name: "Ada"), try world.guest(name: "Eve"))
        let code = try #require(ada.ask(.createRoom(name: nil))["room"] as? String)
        #expect(look(eve, world.today.text, room: code).type == "ranking")
        solve(try world.guest(), world)
        nextPush(world)
        #expect(ada.ask(.inRoom(room: code, .lock(true))).type == "done")
        nextPush(world)
        #expect(eve.pushes("ranking").isEmpty, "neither strangers nor locks are in it")
        solve(ada, world)
        nextPush(world)
        #expect(eve.pushes("ranking").count == 1)
        solve(try world.guest(), world)
        nextPush(world)
        #expect(eve.pushes("ranking").count == 1)
    }

    /// The ranking goes on, also over a fault that evicts the room.
    @Test("An empty room stays in memory while somebody looks at its ranking")
    func emptyRoom() throws {
        let world = try HubWorld()
        let (ada, eve) = (try world.guest(name: "Ada"), try world.guest(name: "Eve"))
        let room = try #require(ada.ask(.createRoom(name: nil))["room"] as? String)
        let code = try #require(RoomCode(room))
        #expect(look(eve, world.today.text, room: room).type == "ranking")
        let kept = try #require(world.hub.library.rooms[code])
        ada.disconnect()
        for _ in 0..<3 {
            world.advance(ms: 100_000)
            world.tick()
        }
        let away = world.connect(ada.player)
        solve(away, world)
        nextPush(world)
        #expect(eve.pushes("ranking").map { $0["finished"] as? Int } == [1])
        #expect(world.hub.library.rooms[code] === kept, "the room was not evicted and read again")
        world.storage.failNextCommit(.unavailable("the disk is full"))
        #expect(away.ask(.rename(name: "Adele")).code == "storage_unavailable")
        #expect(world.hub.library.rooms[code] == nil)
        nextPush(world)
        #expect(world.hub.library.rooms[code] != nil, "it is read again for who looks")
        #expect(eve.pushes("ranking").count == 1, "and shows the same")
        #expect(away.ask(.rename(name: "Adele")).type == "renamed")
        nextPush(world)
        #expect(eve.pushes("ranking").last?.list("entries").map { $0["name"] as? String } == ["Adele"])
        #expect(eve.pushes("ranking_ended").isEmpty)
        // Nobody looks any more: then it goes.
        #expect(eve.ask(.look(nil)).type == "ranking_ended")
        away.disconnect()
        for _ in 0..<3 {
            world.advance(ms: 100_000)
            world.tick()
        }
        #expect(world.hub.library.rooms[code] == nil)
    }

    @Test(
        "A looker who may no longer see the room is sent ranking_ended",
        arguments: [RoomRequest.close, .newCode, .kick(seat: 2), .password("open sesame")])
    func lostSight(request: RoomRequest) throws {
        let world = try HubWorld()
        let (ada, bea, eve) = (try world.guest(name: "Ada"), try world.guest(name: "Bea"), try world.guest(name: "Eve"))
        let room = try #require(ada.ask(.createRoom(name: nil))["room"] as? String)
        #expect(bea.ask(.join(room: room, resume: nil)).type == "joined")
        for client in [ada, bea, eve] { #expect(look(client, world.today.text, room: room).type == "ranking") }
        _ = ada.ask(.inRoom(room: room, request))
        nextPush(world)
        let ended = [ada, bea, eve].map { !$0.pushes("ranking_ended").isEmpty }
        switch request {
        case .kick: #expect(ended == [false, true, false])
        case .password: #expect(ended == [false, false, true])
        default: #expect(ended == [true, true, true])
        }
        #expect(world.hub.lookers.count == ended.count { !$0 })
        nextPush(world)
        #expect([ada, bea, eve].allSatisfy { $0.pushes("ranking_ended").count <= 1 }, "once")
    }

    // MARK: Names

    @Test("A ranking keeps the names it has read until a player is renamed")
    func namesAreKept() throws {
        let world = try HubWorld()
        let ada = try world.guest(name: "Ada")
        solve(ada, world)
        let again = try world.restarted()
        func names() throws -> [String] {
            try Query.board(again, again.today.text).list("entries").compactMap { $0["name"] as? String }
        }
        #expect(try names() == ["Ada"])
        let board = try #require(again.hub.library.rankings.values.first { $0.ranking.count == 1 })
        #expect(board.names == [ada.player: "Ada"])
        let away = again.connect(ada.player)
        #expect(away.ask(.rename(name: "Adele")).type == "renamed")
        away.disconnect()
        again.advance(ms: 300_000)
        again.tick()
        #expect(again.hub.library.players[ada.player] == nil)
        #expect(board.names.isEmpty)
        #expect(try names() == ["Adele"])
        board.remember(Dictionary(uniqueKeysWithValues: (0..<500).map { (PlayerID(high: 1, low: $0), "x") }))
        #expect(board.names.count == 500, "they are bounded")
    }
}
