import Messages
import Rooms
import Testing

@testable import Sessions
@testable import Storage

/// Members who come to a round that runs.
@Suite struct LateRacerTests {
    /// A shard that was busy while the round began says the earliest instant at which a word can have come.
    @Test("A word that can have come before a round began is one of the round, once that has begun")
    func wordOfTheBeginning() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        _ = race.host.ask(.inRoom(room: race.code, .start))
        race.pass(RoomState.countdown - 10)
        race.rival.readAt = HubWorld.morning + RoomState.countdown - 20
        #expect(race.play(race.rival, race.answer, row: 0).code == "not_started")
        race.pass(40)
        let solved = race.play(race.rival, race.answer, row: 0)
        #expect(solved["state"] as? String == "solved" && solved.object("result")["ms"] as? Int == 0)
    }

    @Test("A round ends at its time also where all have gone, and the room is evicted then")
    func deserted() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start(SprintChange(limit: 180, rounds: 2))
        let id = try #require(race.room?.record.id)
        for client in [race.host, race.rival, race.watcher] { client.disconnect() }
        func ends() -> [Int] { self.ends(of: id, in: race.world) }
        for _ in 0..<17 { race.pass(10_000) }
        #expect(ends().isEmpty && race.world.hub.library.rooms[id] != nil)
        for _ in 0..<3 { race.pass(10_000) }
        let end = HubWorld.morning + RoomState.countdown + 180_000
        #expect(ends().count == 1 && (ends().first.map { (end...end + 10_000).contains($0) } ?? false))
        for _ in 0..<30 { race.pass(10_000) }
        #expect(race.world.hub.library.rooms[id] == nil)
        #expect(ends().count == 1, "nobody is there for another round")
    }

    /// The instants of the ends of rounds in a room's log.
    private func ends(of room: RoomID, in world: HubWorld) -> [Int] {
        (world.storage.stored.rooms[room]?.log ?? []).compactMap { logged in
            if case .roundOver = logged.event { logged.time } else { nil }
        }
    }

    /// The end of a round or an anagram by the clock, `down` ms after the crash of a server.
    @Test(
        "A round ends at its time, or with the start of the next server, where nobody comes back",
        arguments: ["guess", "anagram"], [1_000, 200_000])
    func downWithNobody(_ kind: String, down: Int) throws {
        let race = try SprintSessionTests.Race(HubWorld(anagrams: true))
        race.start(SprintChange(kind: kind, limit: 60, rounds: 2))
        let id = try #require(race.room?.record.id)
        race.world.advance(ms: down)
        let next = try race.world.restarted()
        next.run()
        let end = HubWorld.morning + RoomState.countdown + 60_000
        if down < 60_000 {
            #expect(ends(of: id, in: next).isEmpty && next.hub.library.rooms[id] != nil)
            for _ in 0..<14 {
                next.advance(ms: 5_000)
                next.tick()
            }
        }
        let ended = ends(of: id, in: next)
        let latest = max(end + 10_000, HubWorld.morning + RoomState.countdown + down)
        #expect(ended.count == 1 && (ended.first.map { (end...latest).contains($0) } ?? false))
        for _ in 0..<30 {
            next.advance(ms: 10_000)
            next.tick()
        }
        #expect(next.hub.library.rooms[id] == nil, "the room is evicted")
        #expect(ends(of: id, in: next).count == 1, "nobody is there for another round")
    }

    /// Their pages come back in their own time, up to half a minute after a restart.
    @Test("After a restart a round waits for all as long as nobody is back, also where somebody has finished")
    func restartWithOneHome() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start(SprintChange(limit: 120, rounds: 2))
        #expect(race.play(race.host, race.answer, row: 0)["state"] as? String == "solved")
        let next = try race.world.restarted()
        func pass(_ ms: Int) {
            next.advance(ms: ms)
            next.tick()
        }
        for _ in 0..<4 { pass(5_000) }
        _ = next.connect(race.host.player).ask(.join(room: race.code, resume: nil))
        pass(RoomState.racerPatience - 1_000)
        let rival = next.connect(race.rival.player)
        let board = try #require(rival.ask(.join(room: race.code, resume: nil))["board"] as? [String: Any])
        #expect(board["state"] as? String == "playing", "the one who is home has waited for it")
        pass(14_000)
        let room = try #require(next.hub.library.rooms.values.first)
        #expect(room.state.series?.phase == .round)
    }

    /// A page that is loaded again is gone for a moment; a teacher sits out, and so may a stranger.
    @Test(
        "After a restart a round waits for racers also where the first who came is gone again",
        arguments: [false, true])
    func firstGoesAgain(sitsOut: Bool) throws {
        let race = try SprintSessionTests.Race(HubWorld())
        let other = try race.world.guest()
        _ = other.ask(.join(room: race.code, resume: nil))
        if sitsOut { #expect(other.ask(.inRoom(room: race.code, .sitOut(true))).type == "done") }
        race.start(SprintChange(limit: 120, rounds: 2))
        #expect(race.play(race.host, race.answer, row: 0)["state"] as? String == "solved")
        let next = try race.world.restarted()
        func pass(_ ms: Int) {
            next.advance(ms: ms)
            next.tick()
        }
        for _ in 0..<4 { pass(5_000) }
        let first = next.connect(sitsOut ? other.player : race.host.player)
        _ = first.ask(.join(room: race.code, resume: nil))
        pass(2_000)
        first.disconnect()
        for _ in 0..<(sitsOut ? 8 : 2) { pass(6_000) }
        let rival = next.connect(race.rival.player)
        let board = try #require(rival.ask(.join(room: race.code, resume: nil))["board"] as? [String: Any])
        #expect(board["state"] as? String == "playing")
        if sitsOut { return }
        // The one who came first went again: others have the usual time from then on.
        rival.disconnect()
        pass(RoomState.racerPatience + 1_000)
        let room = try #require(next.hub.library.rooms.values.first)
        #expect(room.state.series?.phase == .pause)
    }

    @Test("A round in which all who are there sit out is over at once")
    func allSitOut() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start(SprintChange(limit: 120, rounds: 2))
        #expect(race.play(race.host, race.answer, row: 0)["state"] as? String == "solved")
        for client in [race.host, race.rival] {
            #expect(client.ask(.inRoom(room: race.code, .sitOut(true))).type == "done")
        }
        race.pass(1)
        #expect(race.room?.state.series?.phase != .round)
    }

    @Test("A series that racers have left is over for a host who sits out, too", arguments: [0, 1])
    func abandonedUnderATeacher(stays: Int) throws {
        let race = try SprintSessionTests.Race(HubWorld())
        let other = try race.world.guest()
        _ = other.ask(.join(room: race.code, resume: nil))
        #expect(race.host.ask(.inRoom(room: race.code, .sitOut(true))).type == "done")
        race.start(SprintChange(limit: 60, rounds: 3))
        for client in [race.rival, race.watcher, other] { client.disconnect() }
        if stays == 0 { race.host.disconnect() }
        race.pass(70_000)
        race.pass(RoomState.seriesPatience + RoomState.pause)
        if stays == 0 {
            let host = race.world.connect(race.host.player)
            _ = host.ask(.join(room: race.code, resume: nil))
            race.pass(1)
        }
        #expect(race.room?.state.series?.phase == .over && race.room?.state.series?.isCancelled == true)
    }

    @Test("A series that all have left is over the next day")
    func nextDay() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start(SprintChange(limit: 60, rounds: 3))
        for client in [race.host, race.rival, race.watcher] { client.disconnect() }
        race.pass(70_000)
        race.pass(RoomState.seriesPatience + RoomState.pause)
        let rival = race.world.connect(race.rival.player)
        _ = rival.ask(.join(room: race.code, resume: nil))
        race.pass(1)
        #expect(race.room?.state.series?.phase == .over && race.room?.state.series?.isCancelled == true)
    }

    @Test("The next round begins when it was to, if somebody is there by then")
    func pauseOverRestart() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start(SprintChange(limit: 60, rounds: 2))
        _ = race.play(race.host, race.answer, row: 0)
        _ = race.play(race.rival, race.answer, row: 0)
        race.pass(5_000)
        let next = try race.world.restarted()
        let rival = next.connect(race.rival.player)
        _ = rival.ask(.join(room: race.code, resume: nil))
        let room = try #require(next.hub.library.rooms.values.first)
        #expect(room.state.series?.phase == .pause)
        next.advance(ms: RoomState.pause - 5_000)
        next.tick()
        #expect(room.state.series?.phase == .round)
    }

    @Test("The first racer in an empty room whose next round is overdue waits for the others")
    func pauseAfterRestart() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start(SprintChange(limit: 60, rounds: 2))
        race.world.advance(ms: 70_000)
        let next = try race.world.restarted()
        next.advance(ms: 15_000)
        next.tick()
        let rival = next.connect(race.rival.player)
        _ = rival.ask(.join(room: race.code, resume: nil))
        let room = try #require(next.hub.library.rooms.values.first)
        func pass(_ ms: Int) {
            next.advance(ms: ms)
            next.tick()
        }
        pass(RoomState.pause - 1_000)
        #expect(room.state.series?.phase == .pause)
        _ = next.connect(race.host.player).ask(.join(room: race.code, resume: nil))
        pass(1_000)
        #expect(room.state.series?.round?.deal.seats == [1, 2] && room.state.series?.phase == .round)
    }

    @Test("The end of a round is tried again after a failed commit, where nobody is, and while rooms cannot be read")
    func failedEndWithNobody() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start(SprintChange(limit: 60, rounds: 2))
        let id = try #require(race.room?.record.id)
        for client in [race.host, race.rival, race.watcher] { client.disconnect() }
        race.pass(59_000)
        race.world.storage.failNextCommit(.unavailable("planted"))
        race.pass(2_000)
        #expect(ends(of: id, in: race.world).isEmpty && race.world.hub.library.rooms[id] == nil)
        race.world.storage.failNextReads(2)
        for _ in 0..<6 { race.pass(1_000) }
        #expect(ends(of: id, in: race.world).isEmpty, "each try comes later than the one before")
        race.pass(1_000)
        #expect(ends(of: id, in: race.world).count == 1)
    }

    @Test("Rooms that cannot be read keep no others from their ends")
    func unreadableFirst() throws {
        let world = try HubWorld()
        for _ in 0..<5 { try SprintSessionTests.Race(world).start(SprintChange(limit: 60, rounds: 2)) }
        let rooms = world.storage.stored.roomsInRound
        let ids = rooms.map(\.id)
        world.storage.failReads(of: Set(rooms[..<3].map(\.code)))
        let next = try world.restarted()
        for _ in 0..<20 {
            next.advance(ms: 10_000)
            next.tick()
        }
        #expect(ids.map { ends(of: $0, in: next).count } == [0, 0, 0, 1, 1])
    }

    @Test("A room whose commits fail again and again makes no other wait for its own end")
    func onesOwnWait() throws {
        let world = try HubWorld()
        let (bad, good) = (try SprintSessionTests.Race(world), try SprintSessionTests.Race(world))
        let ids = try [bad, good].map { try #require($0.room?.record.id) }
        func leave(_ race: SprintSessionTests.Race) {
            for client in [race.host, race.rival, race.watcher] { client.disconnect() }
        }
        bad.start(SprintChange(limit: 60, rounds: 2))
        leave(bad)
        bad.pass(20_000)
        good.start(SprintChange(limit: 60, rounds: 2))
        leave(good)
        bad.pass(39_000 - RoomState.countdown)
        // Its end is tried at 61, 62, 64, 68 and 76 s; the next time at 92.
        for wait in [2_000, 1_000, 2_000, 4_000, 8_000] {
            world.storage.failNextCommit(.conflict("planted"))
            bad.pass(wait)
        }
        #expect(ends(of: ids[0], in: world).isEmpty && world.hub.library.rooms[ids[0]] == nil)
        bad.pass(3_000 + RoomState.countdown)
        world.storage.failNextCommit(.conflict("planted"))
        bad.pass(2_000)
        #expect(ids.map { ends(of: $0, in: world).count } == [0, 0] && world.hub.library.rooms[ids[1]] == nil)
        bad.pass(1_000)
        #expect(ids.map { ends(of: $0, in: world).count } == [0, 1])
        bad.pass(12_000)
        #expect(ids.map { ends(of: $0, in: world).count } == [1, 1])
    }

    @Test("A room that can be read comes in time, though others before it cannot be, and its own commits have failed")
    func behindUnreadableRooms() throws {
        let world = try HubWorld()
        var races = try (0..<4).map { _ in try SprintSessionTests.Race(world) }
        // In the order in which storage lists them.
        races.sort { $0.room?.record.id.number ?? 0 < $1.room?.record.id.number ?? 0 }
        let (good, last) = (races[3], try #require(races[3].room?.record.id))
        for race in races { race.start(SprintChange(limit: race.code == good.code ? 60 : 600, rounds: 2)) }
        let unreadable = Set(world.storage.stored.roomsInRound.filter { $0.id != last }.map(\.code))
        for race in races { for client in [race.host, race.rival, race.watcher] { client.disconnect() } }
        good.pass(59_000)
        for wait in [2_000, 1_000, 2_000, 4_000, 8_000, 16_000] {
            world.storage.failNextCommit(.conflict("planted"))
            good.pass(wait)
        }
        // This one drops all of them, and the good one for a minute.
        world.storage.failNextCommit(.unavailable("planted"))
        world.storage.failReads(of: unreadable)
        for _ in 0..<32 { good.pass(1_000) }
        #expect(ends(of: last, in: world).isEmpty && world.hub.library.rooms.values.isEmpty)
        for _ in 0..<70 { good.pass(1_000) }
        #expect(ends(of: last, in: world).count == 1)
    }

    @Test("A member who races along again, or is heard again, comes late to the round that runs")
    func latecomers() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        #expect(race.rival.ask(.inRoom(room: race.code, .sitOut(true))).type == "done")
        race.start()
        #expect(race.rival.pushes("board").isEmpty)
        #expect(race.rival.ask(.inRoom(room: race.code, .sitOut(false))).type == "done")
        #expect(race.rival.pushes("board").count == 1)
        #expect(race.play(race.rival, race.wrong(1)[0], row: 0).type == "played")

        let other = try SprintSessionTests.Race(HubWorld())
        let session = try #require(other.rival.session)
        other.world.hub.fellSilent(session)
        other.start()
        #expect(other.rival.pushes("board").isEmpty)
        other.world.hub.isHeard(session)
        other.world.run()
        #expect(other.rival.pushes("board").count == 1)
        #expect(other.play(other.rival, other.wrong(1)[0], row: 0).type == "played")

        // A member who only looks on, as from home, races with no connection.
        let home = try SprintSessionTests.Race(HubWorld())
        let looking = home.world.connect(home.rival.player)
        _ = looking.ask(.watch(room: home.code, resume: nil))
        home.rival.disconnect()
        home.world.hub.fellSilent(try #require(looking.session))
        home.start()
        home.world.hub.isHeard(try #require(looking.session))
        home.world.run()
        #expect(home.room?.state.series?.round?.games.count == 1)

        // Where latecomers look on, so does this one.
        let strict = try SprintSessionTests.Race(HubWorld())
        #expect(strict.rival.ask(.inRoom(room: strict.code, .sitOut(true))).type == "done")
        strict.start(SprintChange(late: "wait"))
        #expect(strict.rival.ask(.inRoom(room: strict.code, .sitOut(false))).type == "done")
        #expect(strict.rival.pushes("board").isEmpty)
    }
}
