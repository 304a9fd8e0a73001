import GameRules
import Messages
import Rooms
import Testing

@testable import Sessions
@testable import Storage

/// All that the hub says, refusals too, rests on durable state. Its memory runs ahead of the disk, and nobody may learn
/// from it what a lost commit takes back.
@Suite struct EarlyTellingTests {
    private static let faults = [StorageError.conflict("planted"), .unavailable("planted")]

    /// A round of two that runs: its host, and what the host would play to solve it.
    private func round(in world: HubWorld) throws -> (host: TestClient, code: String, race: String, answer: String) {
        let (host, rival) = (try world.guest(), try world.guest())
        let code = try #require(host.ask(.createRoom(name: nil))["room"] as? String)
        _ = rival.ask(.join(room: code, resume: nil))
        #expect(host.ask(.inRoom(room: code, .start)).type == "done")
        world.advance(ms: RoomState.countdown)
        world.tick()
        let sprint = try #require(RoomCode(code).flatMap { world.hub.library.rooms[$0]?.state.series?.round })
        let words = try #require(world.hub.context.puzzleSource.words(of: sprint.deal.sprint.line))
        return (host, code, sprint.race.text, words.alphabet.text(sprint.deal.answer))
    }

    @Test("A guess that is lost tells nothing by the clue of the next one's refusal", arguments: faults)
    func clue(fault: StorageError) throws {
        let world = try HubWorld()
        let racer = try world.guest()
        _ = racer.open(hard: .hard)
        // The first has letters of the answer, and the second leaves one of them out.
        let words = world.wrongWords(200)
        let pairs = words.flatMap { first in words.map { (first, $0) } }
        let (first, second) = try #require(
            pairs.first { !Set($0).intersection(world.answer).isSubset(of: $1) })
        for _ in 0..<2 {
            world.storage.failNextCommit(fault)
            let lost = racer.post(.guess(puzzle: world.today, row: 0, word: first))
            let probing = racer.post(.guess(puzzle: world.today, row: 1, word: second))
            world.run()
            #expect(racer.reply(to: lost)?.code == "storage_unavailable")
            #expect(racer.reply(to: probing)?.code == "storage_unavailable")
            #expect(racer.open().list("guesses").isEmpty)
        }
        #expect(!racer.messages.contains { $0["clue"] != nil })
        // Durable, it is told.
        #expect(racer.guess(first, row: 0).type == "judged")
        #expect(racer.guess(second, row: 1).code == "hard_mode")
    }

    @Test("A lost guess of the answer is not told by the refusal of the next one", arguments: faults)
    func gameOver(fault: StorageError) throws {
        let world = try HubWorld()
        let racer = try world.guest()
        _ = racer.open()
        world.storage.failNextCommit(fault)
        let lost = racer.post(.guess(puzzle: world.today, row: 0, word: world.answer))
        let probing = racer.post(.guess(puzzle: world.today, row: 1, word: world.wrongWords(1)[0]))
        world.run()
        #expect([lost, probing].map { racer.reply(to: $0)?.code } == ["storage_unavailable", "storage_unavailable"])
    }

    @Test("A word of a round that is lost is not told by the refusal of the next one", arguments: faults)
    func round(fault: StorageError) throws {
        let world = try HubWorld()
        let (host, code, race, answer) = try round(in: world)
        let other = try #require(TestWords.words.first { $0 != answer })
        world.storage.failNextCommit(fault)
        let lost = host.post(.inRoom(room: code, .play(race: race, row: 0, word: answer)))
        let probing = host.post(.inRoom(room: code, .play(race: race, row: 1, word: other)))
        world.run()
        #expect([lost, probing].map { host.reply(to: $0)?.code } == ["storage_unavailable", "storage_unavailable"])
    }

    /// The guess comes after so many of the reads that the name needs, as a commit takes longer than a read.
    @Test("A word of a round that is lost is not told by the refusal of a name", arguments: 0..<6)
    func name(reads: Int) throws {
        let world = try HubWorld()
        let (host, code, race, answer) = try round(in: world)
        let play = ClientMessage.inRoom(room: code, .play(race: race, row: 0, word: answer))
        // From a connection that does not see the room.
        let other = world.connect(host.player)
        let asked = other.post(.rename(name: answer))
        world.runHub()
        for _ in 0..<reads { world.runStorageOnce() }
        world.storage.failNextCommit(.unavailable("planted"))
        let lost = host.post(play)
        world.run()
        #expect(host.reply(to: lost)?.code == "storage_unavailable")
        #expect(other.reply(to: asked)?.code != "bad_name")
        // Durable, it is refused as the word that others look for.
        _ = host.ask(.join(room: code, resume: nil))
        #expect(host.ask(play).type == "played")
        #expect(other.ask(.rename(name: answer)).code == "bad_name")
    }

    @Test("Another device is refused by a guess only once that is durable")
    func otherDevice() throws {
        let world = try HubWorld()
        let racer = try world.guest()
        let other = world.connect(racer.player)
        _ = other.open()
        _ = racer.open()
        _ = racer.post(.guess(puzzle: world.today, row: 0, word: world.answer))
        world.runHub()
        racer.disconnect()
        let probing = other.post(.guess(puzzle: world.today, row: 1, word: world.wrongWords(1)[0]))
        world.runHub()
        #expect(other.reply(to: probing) == nil, "the guess is not on the disk")
        world.run()
        #expect(other.reply(to: probing)?.code == "game_over")
    }

    @Test("A refusal that rests on nothing under way does not wait for others' commits")
    func independentRefusal() throws {
        let world = try HubWorld()
        let (mika, zoe) = (try world.guest(), try world.guest())
        _ = mika.open()
        _ = zoe.open()
        _ = mika.post(.guess(puzzle: world.today, row: 0, word: world.wrongWords(1)[0]))
        let refused = zoe.post(.guess(puzzle: world.today, row: 3, word: world.wrongWords(1)[0]))
        world.runHub()
        #expect(zoe.reply(to: refused)?.code == "row_ahead")
    }

    @Test("The lobby and a room's past races show what is durable")
    func lobby() throws {
        let world = try HubWorld()
        let (host, stranger) = (try world.guest(), try world.guest())
        let code = try #require(host.ask(.createRoom(name: "Before"))["room"] as? String)
        func shown() -> [[String: Any]] {
            let asked = stranger.post(.lobby(on: true))
            world.runHub()
            return stranger.reply(to: asked)?.list("rooms") ?? []
        }
        _ = host.post(.inRoom(room: code, .list(true)))
        world.runHub()
        #expect(shown().isEmpty)
        world.run()
        #expect(shown().map { $0["name"] as? String } == ["Before"])
        _ = host.post(.inRoom(room: code, .name("After")))
        for _ in 0..<3 { world.runHub() }
        _ = host.post(.inRoom(room: code, .password("secret")))
        world.runHub()
        #expect(shown().map { $0["name"] as? String } == ["Before"])
        #expect(shown().map { $0["password"] as? Bool } == [false])
        world.run()
        #expect(shown().map { $0["name"] as? String } == ["After"])
        #expect(shown().map { $0["password"] as? Bool } == [true])
    }

    @Test("The front of a room follows what is told of it, also while its commits never cease")
    func front() throws {
        let world = try HubWorld()
        let (host, rival) = (try world.guest(), try world.guest())
        let code = try #require(host.ask(.createRoom(name: "Kites"))["room"] as? String)
        _ = rival.ask(.join(room: code, resume: nil))
        let room = try #require(RoomCode(code).flatMap { world.hub.library.rooms[$0] })
        #expect(room.front == RoomFront(of: room.state) && room.front.name == "Kites")
        let requests: [RoomRequest] = [
            .list(true), .name("Geese"), .password("secret"), .start, .endRound, .nextRound, .endSeries, .start,
            .password(nil), .lock(true), .list(false), .name("Herons"),
        ]
        for request in requests {
            // Something else is under way whenever something is told.
            _ = host.post(.inRoom(room: code, request))
            world.runHub()
            _ = rival.post(.inRoom(room: code, .sitOut(true)))
            _ = rival.post(.inRoom(room: code, .sitOut(false)))
            world.run()
            #expect(room.front == RoomFront(of: room.state), "\(request)")
        }
        #expect(room.front.name == "Herons" && room.front.series != nil)
        _ = host.ask(.inRoom(room: code, .close))
        #expect(!room.front.isListed)
    }

    @Test("A reaction is seen behind the arrival of its member")
    func reaction() throws {
        let world = try HubWorld()
        let (host, watcher, member) = (try world.guest(), try world.guest(), try world.guest())
        let code = try #require(host.ask(.createRoom(name: nil))["room"] as? String)
        #expect(watcher.ask(.watch(room: code, resume: nil)).type == "watching")
        _ = member.post(.join(room: code, resume: nil))
        world.runHub()
        _ = member.post(.inRoom(room: code, .react(.wow)))
        world.runHub()
        world.runTimers()
        #expect(watcher.pushes("reaction").isEmpty && host.pushes("reaction").isEmpty)
        world.run()
        world.advance(ms: 1_000)
        world.run()
        let order = watcher.messages.compactMap(\.type).filter { $0 == "event" || $0 == "reaction" }
        #expect(order == ["event", "reaction"])
    }

    @Test("A refused look at a ranking leaves the one that is looked at")
    func refusedLook() throws {
        let world = try HubWorld()
        let (looker, racer) = (try world.guest(), try world.guest())
        #expect(looker.ask(.look(RankingRequest(board: world.today.text, room: nil, isClean: false))).type == "ranking")
        for refused in [
            RankingRequest(board: "nonsense", room: nil, isClean: false),
            RankingRequest(board: world.today.text, room: "NNNNN", isClean: false),
        ] {
            #expect(looker.ask(.look(refused)).type == "error")
        }
        world.finish(racer, turns: 2)
        for _ in 0..<3 {
            world.advance(ms: 2_000)
            world.tick()
        }
        #expect(looker.pushes("ranking").last?["finished"] as? Int == 1)
    }

    @Test("A new name reaches all rooms of its player, however long it takes to read them")
    func renameAcrossEviction() throws {
        let world = try HubWorld()
        let mika = try world.guest()
        let codes = try (0..<2).map { _ in
            try #require((mika.ask(.createRoom(name: nil))["room"] as? String).flatMap { RoomCode($0) })
        }
        mika.disconnect()
        for _ in 0..<3 {
            world.advance(ms: 100_000)
            world.tick()
        }
        #expect(codes.allSatisfy { world.hub.library.rooms[$0] == nil })
        let again = world.connect(mika.player)
        let renaming = again.post(.rename(name: "Somebody else"))
        for _ in 0..<60 where again.reply(to: renaming) == nil {
            world.runHub()
            world.advance(ms: 300)
            world.hub.tick()
            world.runStorageOnce()
        }
        #expect(again.reply(to: renaming)?.type == "renamed")
        for code in codes {
            let room = try #require(world.storage.stored.rooms.values.first { $0.record.code == code })
            #expect(room.log.contains { if case .renamed(_, "Somebody else") = $0.event { true } else { false } })
        }
        world.tick()
        #expect(codes.allSatisfy { world.hub.library.rooms[$0] == nil }, "they are held no longer")
    }
}
