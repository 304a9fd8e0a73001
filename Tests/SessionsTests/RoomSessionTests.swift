import Foundation
import GameRules
import Messages
import Rooms
import Storage
import Testing

@testable import Sessions

@Suite struct RoomSessionTests {
    /// A room with two racers and a watcher.
    private func race(_ world: HubWorld) throws -> (code: String, TestClient, TestClient, TestClient) {
        let host = try world.guest(name: "Mika")
        let rival = try world.guest(name: "Noor")
        let watcher = try world.guest(name: "Chidi")
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        #expect(rival.ask(.join(room: code.lowercased(), resume: nil))["seat"] as? Int == 2)
        #expect(watcher.ask(.watch(room: code, resume: nil)).type == "watching")
        return (code, host, rival, watcher)
    }

    @Test("A racer's progress reaches everybody as colours, never as letters")
    func coloursOnly() throws {
        let world = try HubWorld()
        let (_, host, rival, watcher) = try race(world)
        _ = host.open()
        let words = world.wrongWords(2)
        _ = host.guess(words[0], row: 0)
        _ = host.guess(world.answer, row: 1)
        let kinds = { (client: TestClient) in
            client.pushes("event").compactMap { $0.object("event")["kind"] as? String }
        }
        #expect(kinds(rival).suffix(4) == ["started", "guessed", "guessed", "finished"])
        #expect(kinds(watcher) == ["started", "guessed", "guessed", "finished"])
        for client in [rival, watcher] {
            let text = String(decoding: client.bytes, as: UTF8.self)
            #expect(!text.contains(words[0]))
            #expect(!text.contains(world.answer))
        }
    }

    @Test("Nobody in a room hears sequence numbers with a gap")
    func sequenceNumbers() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try race(world)
        for (index, client) in [host, rival].enumerated() {
            _ = client.open()
            for row in 0..<3 { _ = client.guess(world.wrongWords(4)[row + index], row: row) }
        }
        for client in [host, rival, watcher] {
            let entry = try #require(client.messages.first { $0["epoch"] != nil && $0["room"] as? String == code })
            let first = try #require(entry["seq"] as? Int)
            let numbers = client.pushes("event").compactMap { $0["seq"] as? Int }
            #expect(numbers == Array(first + 1..<first + 1 + numbers.count))
        }
    }

    @Test("A late watcher sees the same races as an early one")
    func lateWatcher() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try race(world)
        _ = host.open()
        _ = host.guess(world.wrongWords(1)[0], row: 0)
        _ = rival.open()
        _ = rival.guess(world.answer, row: 0)
        let late = try world.guest()
        let entry = late.ask(.watch(room: code, resume: nil))
        let again = watcher.ask(.watch(room: code, resume: nil))
        #expect(sorted(entry.object("snapshot")["races"]) == sorted(again.object("snapshot")["races"]))
        let lanes = entry.object("snapshot").list("races").last?.list("lanes") ?? []
        #expect(lanes.count == 2)
        #expect(lanes.last?.object("finish")["turns"] as? Int == 1)
    }

    @Test("A client that resumes gets the events it missed, or a snapshot if its point is unknown")
    func resume() throws {
        let world = try HubWorld()
        let (code, host, _, watcher) = try race(world)
        let entry = try #require(watcher.messages.last { $0.type == "watching" })
        let epoch = try #require((entry["epoch"] as? String).flatMap { UInt64($0, radix: 16) })
        let sequence = try #require(entry["seq"] as? Int)
        watcher.disconnect()
        _ = host.open()
        _ = host.guess(world.wrongWords(1)[0], row: 0)
        let back = world.connect(watcher.player)
        let resumed = back.ask(.watch(room: code, resume: ResumePoint(epoch: epoch, sequence: sequence)))
        #expect(resumed["recovered"] as? Bool == true)
        #expect(resumed.list("events").map { $0["seq"] as? Int } == [sequence + 1, sequence + 2])
        for wrong in [ResumePoint(epoch: epoch &+ 1, sequence: sequence), ResumePoint(epoch: epoch, sequence: 9_999)] {
            let entry = back.ask(.watch(room: code, resume: wrong))
            #expect(entry["recovered"] as? Bool == false)
            #expect(entry["snapshot"] != nil)
        }
    }

    @Test("A gap longer than the events kept is answered with a snapshot")
    func boundedGap() throws {
        var settings = HubSettings()
        settings.eventsKept = 2
        let world = try HubWorld(settings: settings)
        let (code, host, _, _) = try race(world)
        _ = host.open()
        _ = host.guess(world.wrongWords(1)[0], row: 0)
        let entry = host.ask(.join(room: code, resume: nil))
        let sequence = try #require(entry["seq"] as? Int)
        let epoch = try #require((entry["epoch"] as? String).flatMap { UInt64($0, radix: 16) })
        for (missing, recovered) in [(2, true), (3, false)] {
            let point = ResumePoint(epoch: epoch, sequence: sequence - missing)
            #expect(host.ask(.join(room: code, resume: point))["recovered"] as? Bool == recovered)
        }
    }

    @Test("A room survives a restart and catches up on games played without it")
    func restart() throws {
        let world = try HubWorld()
        let (code, host, rival, _) = try race(world)
        _ = host.open()
        _ = host.guess(world.wrongWords(1)[0], row: 0)
        let later = try world.restarted()
        // The rival plays without the room being in memory; the room learns of it when it is next entered.
        let alone = later.connect(rival.player)
        _ = alone.open()
        _ = alone.guess(later.answer, row: 0)
        let back = later.connect(host.player)
        let entry = back.ask(.join(room: code, resume: nil))
        #expect(entry["seat"] as? Int == 1)
        let lanes = entry.object("snapshot").list("races").last?.list("lanes") ?? []
        #expect(lanes.map { $0.list("rows").count } == [1, 1])
        #expect(lanes.last?.object("finish")["solved"] as? Bool == true)
        #expect(entry.object("snapshot")["name"] as? String == "Kites")
    }

    @Test("A player who joins in the middle of a game brings their progress along")
    func joinInMidGame() throws {
        let world = try HubWorld()
        let (code, host, _, _) = try race(world)
        let late = try world.guest(name: "Olu")
        _ = late.open()
        _ = late.guess(world.wrongWords(1)[0], row: 0)
        _ = late.ask(.join(room: code, resume: nil))
        #expect(
            host.pushes("event").suffix(3).compactMap { $0.object("event")["kind"] as? String } == [
                "joined", "started", "guessed",
            ])
    }

    /// One client that asks again and again would have a whole room told of it otherwise.
    @Test("An entry that changes nothing sends no presence")
    func sameEntryAgain() throws {
        let world = try HubWorld()
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: nil))["room"] as? String ?? ""
        let watcher = try world.guest()
        #expect(watcher.ask(.watch(room: code, resume: nil)).type == "watching")
        world.tick()
        let count = host.pushes("presence").count
        let again = watcher.ask(.watch(room: code, resume: nil))
        #expect(again.object("snapshot")["watchers"] as? Int == 1)
        #expect(host.ask(.join(room: code, resume: nil)).type == "joined")
        world.tick()
        #expect(host.pushes("presence").count == count)
        // The other way of being there is news.
        #expect(watcher.ask(.join(room: code, resume: nil)).object("snapshot")["watchers"] as? Int == 0)
        world.tick()
        #expect(host.pushes("presence").last?["present"] as? [Int] == [1, 2])
    }

    @Test("Presence counts seats and watchers, not connections")
    func presence() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try race(world)
        let second = world.connect(rival.player)
        _ = second.ask(.join(room: code, resume: nil))
        world.tick()
        let presence = try #require(host.pushes("presence").last)
        #expect(presence["present"] as? [Int] == [1, 2])
        #expect(presence["watchers"] as? Int == 1)
        let count = host.pushes("presence").count
        second.disconnect()
        watcher.disconnect()
        world.tick()
        world.tick()
        #expect(host.pushes("presence").count == count + 1)
        #expect(host.pushes("presence").last?["present"] as? [Int] == [1, 2])
        #expect(host.pushes("presence").last?["watchers"] as? Int == 0)
        rival.disconnect()
        world.tick()
        #expect(host.pushes("presence").last?["present"] as? [Int] == [1])
    }

    @Test("Leaving gives up the seat on every connection of the player")
    func leaving() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try race(world)
        let tab = world.connect(rival.player)
        _ = tab.ask(.join(room: code, resume: nil))
        #expect(rival.ask(.leave(room: code)).type == "left")
        #expect(tab.pushes("left").count == 1)
        #expect(host.pushes("event").last?.object("event")["kind"] as? String == "left")
        #expect(rival.ask(.leave(room: code)).code == "not_in_room")
        #expect(watcher.ask(.leave(room: code)).type == "left")
        #expect(watcher.ask(.leave(room: "22222")).code == "no_such_room")
        #expect(watcher.ask(.join(room: "no", resume: nil)).code == "no_such_room")
    }

    @Test("A lost commit resyncs the room, and its guess is not shown")
    func lostCommit() throws {
        let world = try HubWorld()
        let (code, host, rival, _) = try race(world)
        _ = host.open()
        world.storage.failNextCommit(.unavailable("disk full"))
        #expect(host.guess(world.wrongWords(1)[0], row: 0).code == "storage_unavailable")
        #expect(rival.pushes("resync").first?["room"] as? String == code)
        #expect(rival.pushes("event").allSatisfy { $0.object("event")["kind"] as? String != "guessed" })
        let entry = rival.ask(.join(room: code, resume: nil))
        #expect(entry.object("snapshot").list("races").last?.list("lanes").first?.list("rows").isEmpty == true)
    }

    @Test("Midnight opens the next race, and a board in play counts for its own day")
    func midnight() throws {
        let world = try HubWorld(now: HubWorld.morning + 13 * 3_600_000 + 59 * 60_000)
        let (_, host, rival, _) = try race(world)
        let yesterday = world.today
        let answer = world.answer
        _ = host.open()
        _ = host.guess(world.wrongWords(1)[0], row: 0)
        world.advance(ms: 2 * 60_000)
        world.tick()
        #expect(world.today.day == yesterday.day.advanced(by: 1))
        #expect(host.pushes("day").last?.object("today")["puzzle"] as? String == world.today.text)
        #expect(rival.pushes("event").last?.object("event")["kind"] as? String == "opened")
        // The board in hand goes on, judged by its own word, and counts for its day.
        let reply = host.ask(.guess(puzzle: yesterday, row: 1, word: answer))
        #expect(reply["state"] as? String == "solved")
        #expect(rival.pushes("event").last?.object("event")["race"] as? String == yesterday.text)
        #expect(rival.ask(.open(puzzle: yesterday, hard: .off)).code == "puzzle_closed")
        #expect(host.open()["state"] as? String == "playing")
    }

    @Test("A room that is loaded again learns of yesterday's games too")
    func yesterdaysGames() throws {
        let world = try HubWorld(now: HubWorld.morning + 13 * 3_600_000 + 59 * 60_000)
        let (code, host, rival, _) = try race(world)
        let (yesterday, answer) = (world.today, world.answer)
        _ = rival.open()
        let later = try world.restarted()
        // Finished after midnight, while the room is in nobody's memory.
        let alone = later.connect(rival.player)
        later.advance(ms: 2 * 60_000)
        later.tick()
        #expect(alone.ask(.guess(puzzle: yesterday, row: 0, word: answer))["state"] as? String == "solved")
        let races = later.connect(host.player).ask(.join(room: code, resume: nil)).object("snapshot").list("races")
        #expect(races.map { $0["puzzle"] as? String } == [yesterday.text, later.today.text])
        #expect(races.first?.list("lanes").first?.object("finish")["solved"] as? Bool == true)
        #expect(races.last?.list("lanes").isEmpty == true)
    }

    @Test("A join or leave that storage refuses leaves the seats as they were")
    func lostJoinOrLeave() throws {
        let world = try HubWorld()
        let (code, host, rival, watcher) = try race(world)
        world.storage.failNextCommit(.unavailable("disk full"))
        #expect(watcher.ask(.join(room: code, resume: nil)).code == "storage_unavailable")
        world.storage.failNextCommit(.unavailable("disk full"))
        #expect(rival.ask(.leave(room: code)).code == "storage_unavailable")
        for (client, seats) in [(watcher, 0), (rival, 1)] {
            #expect(world.connect(client.player).messages.first?.list("rooms").count == seats)
        }
        // The rival still has the seat, so the room follows the game.
        _ = host.ask(.join(room: code, resume: nil))
        _ = rival.open()
        #expect(host.pushes("event").last?.object("event")["kind"] as? String == "started")
    }

    @Test("A name is checked only against words that its player has found")
    func namesAndAnswers() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let yesterday = world.answer
        world.advance(ms: 24 * 3_600_000)
        world.tick()
        for name in ["The \(world.answer)s", yesterday, "x \(yesterday.uppercased())"] {
            world.advance(ms: 10_000)
            #expect(client.ask(.rename(name: name)).type == "renamed")
            #expect(client.ask(.createRoom(name: name)).type == "joined")
        }
        _ = client.open()
        _ = client.guess(world.answer, row: 0)
        #expect(client.ask(.createRoom(name: "The \(world.answer)s"))["reason"] as? String == "spoiler")
        #expect(client.ask(.rename(name: "x\(world.answer.uppercased())x"))["reason"] as? String == "spoiler")
        world.advance(ms: 10_000)
        #expect(client.ask(.rename(name: yesterday)).type == "renamed", "another word, which this player has not found")
        let old = world.answer
        for _ in 0..<2 {
            world.advance(ms: 24 * 3_600_000)
            world.tick()
        }
        #expect(client.ask(.rename(name: old)).type == "renamed", "its day is over")
    }

    /// Half of the answer list in one name after the other: the attack that found today's word in 60 refusals.
    @Test("A player who has not found the daily words may use them as names")
    func namesThatTryAnswers() throws {
        let world = try HubWorld()
        let client = try world.guest()
        let code = client.ask(.createRoom(name: nil))["room"] as? String ?? ""
        for word in try TestWords.answers() {
            world.advance(ms: 10_000)
            #expect(client.ask(.inRoom(room: code, .name("We \(word)"))).type == "done")
            #expect(client.ask(.rename(name: word)).type == "renamed")
        }
    }

    @Test("A rename holds in all of a player's rooms or in none, also in those not in memory")
    func renameReachesAllRooms() throws {
        let before = try HubWorld()
        let (host, ann) = (try before.guest(name: "Mika"), try before.guest(name: "Ann"))
        let codes = (0..<2).map { _ in host.ask(.createRoom(name: "Kites"))["room"] as? String ?? "" }
        for code in codes { #expect(ann.ask(.join(room: code, resume: nil)).type == "joined") }
        let stranger = try before.guest()
        let world = try before.restarted()
        let renamed = world.connect(ann.player)
        #expect(renamed.ask(.rename(name: "Mika")).code == "name_taken")
        #expect(renamed.ask(.rename(name: "Bea")).type == "renamed")
        let watcher = world.connect(stranger.player)
        for code in codes {
            let members = watcher.ask(.watch(room: code, resume: nil)).object("snapshot").list("members")
            #expect(members.map { $0["name"] as? String } == ["Mika", "Bea"])
        }
        let again = try world.restarted().connect(ann.player)
        #expect(again.messages.first?.object("player")["name"] as? String == "Bea")
    }
}
