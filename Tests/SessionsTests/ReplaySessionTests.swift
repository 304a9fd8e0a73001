import Foundation
import GameRules
import Messages
import Replays
import Rooms
import Storage
import Testing

@testable import Sessions

/// The history of a room and its replays, from the hub: what is in them, from when on, and for whom.
@Suite struct ReplaySessionTests {
    private typealias Race = SprintSessionTests.Race
    private typealias Fault = QueryFault

    private static let day = 24 * 3_600_000

    private func answer<Document>(
        _ world: HubWorld, _ ask: (@escaping Documents.Reply<Document>) -> Void
    ) throws -> Document {
        let reply = Mutable<Result<Document, Fault>?>(nil)
        ask { reply.value = $0 }
        world.run()
        return try #require(try reply.value?.get())
    }

    private func document(
        _ race: String, _ code: String, _ world: HubWorld, by player: PlayerID? = nil
    ) throws -> Replay {
        let (race, code) = (try #require(RaceID(race)), try #require(RoomCode(code)))
        let bytes = try answer(world) { world.hub.documents.replay(of: race, in: code, player: player, then: $0) }
        return try JSONDecoder().decode(Replay.self, from: Data(bytes))
    }

    private func history(
        _ code: String, _ world: HubWorld, by player: PlayerID? = nil, before: RaceID? = nil, limit: Int = 20
    ) throws -> [String: Any] {
        let code = try #require(RoomCode(code))
        let bytes = try answer(world) {
            world.hub.documents.history(of: code, player: player, before: before, limit: limit, then: $0)
        }.json
        return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }

    private func races(_ history: [String: Any]) -> [String] {
        history.list("races").compactMap { $0["race"] as? String }
    }

    /// A room in which Mika solved in two and Noor guessed once, in a round that is over.
    private func played() throws -> (Race, words: [String]) {
        let race = try Race(HubWorld())
        race.start(SprintChange(limit: 30, rounds: 3))
        let words = race.wrong(2) + [race.answer]
        race.pass(1_000)
        _ = race.play(race.host, words[0], row: 0)
        _ = race.play(race.rival, words[1], row: 0)
        race.pass(1_500)
        _ = race.play(race.host, words[2], row: 1)
        return (race, words)
    }

    @Test("A round's replay exists as soon as the round is over, and not before")
    func roundIsOver() throws {
        let (race, words) = try played()
        #expect(throws: Fault.notFound(.end)) {
            try document("sprint-1-1", race.code, race.world)
        }
        #expect(races(try history(race.code, race.world)) == [])
        race.pass(27_500)
        let replay = try document("sprint-1-1", race.code, race.world)
        #expect(replay.answer == words[2] && replay.room == "Kites" && replay.race == "sprint-1-1")
        #expect(replay.lanes.map(\.name) == ["Mika", "Noor"])
        #expect(replay.lanes.map { $0.moves.map(\.word) } == [[words[0], words[2]], [words[1]]])
        #expect(replay.lanes[0].moves.map(\.ms) == [1_000, 2_500])
        #expect(replay.lanes.map { $0.finish?.ms } == [2_500, nil] && replay.lanes[0].finish?.solved == true)
        #expect(replay.standings.map(\.points) == [10, 0])
        #expect(replay.sprint?.over == replay.sprint?.ends)
        let page = try history(race.code, race.world)
        #expect(races(page) == ["sprint-1-1"] && page["next"] is NSNull)
        #expect(page["key"] as? String == replay.key)
        let entry = page.list("races")[0]
        #expect(entry["players"] as? Int == 2 && entry["solved"] as? Int == 1)
        #expect(!sorted(page).contains(words[2]), "the list tells no word")
    }

    @Test("A replay shows the names at the round's end, without those who had left")
    func namesAtTheEnd() throws {
        let (race, _) = try played()
        #expect(race.host.ask(.rename(name: "Mika II")).type == "renamed")
        _ = race.rival.ask(.leave(room: race.code))
        race.pass(30_000)
        #expect(race.host.ask(.rename(name: "Later")).type == "renamed")
        #expect(race.host.ask(.inRoom(room: race.code, .name("Larks"))).type == "done")
        let replay = try document("sprint-1-1", race.code, race.world)
        #expect(replay.lanes.map(\.name) == ["Mika II"] && replay.room == "Kites")
        #expect(replay.standings.map(\.seat) == [1])
    }

    @Test("A replay has the same bytes whenever it is made, also after a restart")
    func sameBytes() throws {
        let (race, _) = try played()
        race.pass(30_000)
        let bytes = { (world: HubWorld) throws in
            let (id, code) = (RaceID.sprint(series: 1, round: 1), try #require(RoomCode(race.code)))
            return try answer(world) { world.hub.documents.replay(of: id, in: code, player: nil, then: $0) }
        }
        let first = try bytes(race.world)
        #expect(race.world.hub.documents.replays.count == 1)
        race.pass(8_000)
        race.pass(33_000)
        #expect(try bytes(race.world) == first)
        #expect(try bytes(race.world.restarted()) == first)
    }

    @Test("Only those who may watch the room see its replays and history")
    func whoMaySee() throws {
        let (race, _) = try played()
        race.pass(30_000)
        let (world, code) = (race.world, race.code)
        let none = Fault.notFound(.room)
        func expect(_ player: PlayerID?, sees: Bool) throws {
            if sees {
                #expect(try document("sprint-1-1", code, world, by: player).race == "sprint-1-1")
                #expect(try races(history(code, world, by: player)) == ["sprint-1-1"])
            } else {
                #expect(throws: none) { try document("sprint-1-1", code, world, by: player) }
                #expect(throws: none) { try history(code, world, by: player) }
            }
        }
        let (member, stranger) = (race.rival.player, race.watcher.player)
        for player in [member, stranger, nil] { try expect(player, sees: true) }
        #expect(race.host.ask(.inRoom(room: code, .lock(true))).type == "done")
        try expect(stranger, sees: true)
        #expect(race.host.ask(.inRoom(room: code, .password("sesame"))).type == "done")
        try expect(member, sees: true)
        for player in [stranger, nil] { try expect(player, sees: false) }
        #expect(race.host.ask(.inRoom(room: code, .password(nil))).type == "done")
        #expect(race.host.ask(.inRoom(room: code, .kick(seat: 2))).type == "done")
        try expect(member, sees: false)
        try expect(stranger, sees: true)
        let fresh = race.host.ask(.inRoom(room: code, .newCode))["code"] as? String ?? ""
        try expect(stranger, sees: false)
        #expect(try document("sprint-1-1", fresh, world).race == "sprint-1-1")
        #expect(race.host.ask(.inRoom(room: fresh, .close)).type == "done")
        #expect(throws: none) { try document("sprint-1-1", fresh, world) }
    }

    /// Sprints do not make daily words public.
    @Test("A daily race's replay exists from the millisecond at which its word is public")
    func dailyRace() throws {
        let race = try Race(HubWorld())
        let (world, today, word) = (race.world, race.world.today, race.world.answer)
        _ = race.host.open(hard: .hard)
        _ = race.rival.open()
        world.advance(ms: 5_000)
        _ = race.host.guess(word, row: 0)
        _ = race.rival.guess(world.wrongWords(1)[0], row: 0)
        let code = race.code
        let untilPublic = 14 * 3_600_000 - 5_000 + Self.day
        for ms in [0, untilPublic - 1] {
            race.pass(ms)
            #expect(throws: Fault.self) { try document(today.text, code, world) }
            #expect(races(try history(code, world)).isEmpty)
        }
        world.advance(ms: 1)
        #expect(throws: Fault.self, "the hub has not turned yet") { try document(today.text, code, world) }
        race.pass(0)
        let replay = try document(today.text, code, world)
        #expect(replay.answer == word && replay.kind == .daily && replay.number == today.number && replay.sprint == nil)
        #expect(replay.lanes.map(\.hard) == ["hard", "off"])
        #expect(replay.lanes.map { $0.moves.map(\.ms) } == [[5_000], [5_000]])
        #expect(replay.standings.map(\.seat) == [1] && replay.standings[0].points == nil)
        let entry = try history(code, world).list("races")[0]
        #expect(entry["race"] as? String == today.text && entry["players"] as? Int == 2)
        #expect(entry["over"] as? Int == HubWorld.morning + 5_000 + untilPublic)
    }

    /// The level is stored as it is now, and the replay shows it.
    @Test("A race whose time is over keeps its level of hard mode", arguments: [false, true])
    func levelOfARaceThatIsOver(isContinued: Bool) throws {
        let race = try Race(HubWorld())
        let today = race.world.today
        _ = race.rival.open(hard: .ultra)
        _ = race.rival.guess(race.world.wrongWords(1)[0], row: 0)
        race.pass(3 * Self.day)
        let before = try document(today.text, race.code, race.world)
        #expect(before.lanes.map(\.hard) == ["ultra"])
        if isContinued {
            let message = ClientMessage.open(puzzle: today, hard: .off, follow: false, archive: true)
            #expect(race.rival.ask(message).type == "game")
        }
        #expect(race.rival.ask(.hardMode(puzzle: today, hard: .off)).code == "puzzle_closed")
        let again = try race.world.restarted()
        #expect(try document(today.text, race.code, again).lanes.map(\.hard) == ["ultra"])
    }

    @Test("A daily race's replay shows those who were members then, those who left later included")
    func membersOfThatDay() throws {
        let race = try Race(HubWorld())
        let (world, today) = (race.world, race.world.today)
        for client in [race.host, race.rival, race.watcher] {
            _ = client.open()
            _ = client.guess(world.answer, row: 0)
        }
        race.pass(38 * 3_600_000)
        _ = race.watcher.ask(.join(room: race.code, resume: nil))
        _ = race.rival.ask(.leave(room: race.code))
        #expect(try document(today.text, race.code, world).lanes.map(\.name) == ["Mika", "Noor"])
    }

    /// The wall tells when days end; when one did end is noted.
    @Test("A daily race's replay is the same after the wall's clock was set by days", arguments: [-3, 3])
    func wallSetByDays(days: Int) throws {
        let race = try Race(HubWorld())
        let (world, today) = (race.world, race.world.today)
        for client in [race.host, race.rival] {
            _ = client.open()
            _ = client.guess(world.answer, row: 0)
        }
        race.pass(38 * 3_600_000)
        let before = try document(today.text, race.code, world)
        #expect(before.lanes.map(\.name) == ["Mika", "Noor"])
        #expect(race.rival.ask(.leave(room: race.code)).type == "left")
        let again = try world.restarted()
        again.setWall(ms: days * Self.day)
        again.tick()
        #expect(try document(today.text, race.code, again) == before)
    }

    @Test("The replay of a race that never took place is not found")
    func unknownRace() throws {
        let (race, _) = try played()
        race.pass(30_000)
        let never = Fault.notFound(.race)
        for name in [
            "sprint-1-2", "sprint-9-9", "guess-en-5/2026-11-19", "guess-en-5/2031-01-01", "guess-xx-7/2026-11-19",
        ] {
            #expect(throws: never) { try document(name, race.code, race.world) }
        }
        #expect(throws: Fault.notFound(.room)) { try document("sprint-1-1", "22222", race.world) }
    }

    @Test("A room's history is read newest first, page by page")
    func historyPages() throws {
        let race = try Race(HubWorld())
        for _ in 0..<7 {
            race.start(SprintChange(limit: 30, rounds: 1))
            race.pass(30_000)
        }
        var (seen, before): ([String], RaceID?) = ([], nil)
        repeat {
            let page = try history(race.code, race.world, before: before, limit: 3)
            #expect(races(page).count <= 3)
            seen += races(page)
            before = (page["next"] as? String).flatMap { RaceID($0) }
        } while before != nil && seen.count < 20
        #expect(seen == (1...7).reversed().map { "sprint-\($0)-1" })
        #expect(races(try history(race.code, race.world, limit: 7)) == seen)
        #expect(try history(race.code, race.world, limit: 7)["next"] is NSNull)
        #expect(races(try history(race.code, race.world, limit: .max - 3)) == seen)
        let never = Fault.notFound(.race)
        #expect(throws: never) { try history(race.code, race.world, before: .sprint(series: 8, round: 1)) }
    }

    @Test("The hub keeps at most 32 replays in memory")
    func memoryIsBounded() throws {
        let race = try Race(HubWorld())
        for round in 1...40 {
            _ = race.host.ask(.inRoom(room: race.code, .start))
            _ = race.host.ask(.inRoom(room: race.code, .endSeries))
            _ = try document("sprint-\(round)-1", race.code, race.world)
            race.pass(10_000)
            #expect(race.world.hub.documents.replays.count <= 32)
        }
    }

    /// A daily race is read in several steps, the names in the first.
    @Test("A replay that is made during a player's deletion is not kept with the player's name", arguments: 0..<24)
    func deletedName(steps: Int) throws {
        let race = try Race(HubWorld())
        let (world, today) = (race.world, race.world.today)
        _ = race.host.open()
        race.pass(38 * 3_600_000)
        let (id, code) = (try #require(RaceID(today.text)), try #require(RoomCode(race.code)))
        let outcome = Mutable<AccountDesk.Deletion?>(nil)
        world.hub.accounts.deletePlayer(race.host.player, name: "Mika") { outcome.value = try? $0.get() }
        for _ in 0..<steps { world.runStorageOnce() }
        world.hub.documents.replay(of: id, in: code, player: nil) { _ in }
        world.run()
        #expect(outcome.value != nil)
        let names = try document(today.text, race.code, world).lanes.map(\.name)
        #expect(names == ["Deleted player"])
    }

    @Test("Replays and history are unavailable while storage does not answer")
    func closedStorage() throws {
        let (race, _) = try played()
        race.pass(30_000)
        race.world.storage.close()
        #expect(throws: Fault.unavailable) { try document("sprint-1-1", race.code, race.world) }
        #expect(throws: Fault.unavailable) { try history(race.code, race.world) }
    }
}
