import Messages
import Rooms
import Testing

@testable import Sessions
@testable import Storage

/// The cost of a failed commit, and the players who bear it. `Tests/SimulationTests` plants such failures among
/// thousands that succeed.
@Suite struct LossTests {
    /// Two rooms of two, in each of which the first has a board open.
    private func rooms() throws -> (world: HubWorld, codes: [String], racers: [TestClient], rivals: [TestClient]) {
        let world = try HubWorld()
        var (codes, racers, rivals) = ([String](), [TestClient](), [TestClient]())
        for _ in 0..<2 {
            let (racer, rival) = (try world.guest(), try world.guest())
            let code = try #require(racer.ask(.createRoom(name: nil))["room"] as? String)
            #expect(rival.ask(.join(room: code, resume: nil)).type == "joined")
            _ = racer.open()
            codes.append(code)
            racers.append(racer)
            rivals.append(rival)
        }
        return (world, codes, racers, rivals)
    }

    private func guess(_ world: HubWorld) -> ClientMessage {
        .guess(puzzle: world.today, row: 0, word: world.wrongWords(1)[0])
    }

    @Test(
        "A failed transaction resyncs the rooms and players that rested on it, and nobody else",
        arguments: [StorageError.conflict("planted"), .corrupt("planted")])
    func failedTransaction(error: StorageError) throws {
        let (world, codes, racers, rivals) = try rooms()
        world.storage.failNextCommit(error)
        let asked = racers.map { $0.post(guess(world)) }
        // It rests on the guess that fails: storage has not been asked yet.
        let next = racers[0].post(.guess(puzzle: world.today, row: 1, word: world.wrongWords(2)[1]))
        world.run()
        #expect(racers[0].reply(to: asked[0])?.code == "storage_unavailable")
        #expect(racers[0].reply(to: next)?.code == "storage_unavailable")
        for client in [racers[0], rivals[0]] {
            #expect(client.pushes("resync").map { $0["room"] as? String } == [codes[0]])
        }
        #expect(racers[1].reply(to: asked[1])?.type == "judged")
        #expect(rivals[1].pushes("event").last?.type == "event")
        for client in [racers[1], rivals[1]] { #expect(client.pushes("resync").isEmpty) }
        // Both go on.
        _ = racers[0].ask(.join(room: codes[0], resume: nil))
        #expect(racers[0].open().list("guesses").isEmpty)
        #expect(racers[0].guess(world.wrongWords(1)[0], row: 0).type == "judged")
        #expect(racers[1].guess(world.wrongWords(2)[1], row: 1).type == "judged")
    }

    @Test("A read from a closed storage is not logged as a fault, and a read that fails is")
    func closedStorage() throws {
        let world = try HubWorld()
        let zoe = try world.guest()
        world.storage.failNextReads(1)
        #expect(zoe.ask(.watch(room: "KYTE7", resume: nil)).code == "storage_unavailable")
        #expect(world.reports == ["read: planted"])
        world.storage.close()
        #expect(zoe.ask(.watch(room: "KYTE8", resume: nil)).code == "storage_unavailable")
        #expect(world.reports == ["read: planted"])
    }

    @Test("A room that is read while a member's guess is under way rests on that guess")
    func roomReadMeanwhile() throws {
        let world = try HubWorld()
        let (mika, zoe) = (try world.guest(), try world.guest())
        let name = try #require(mika.ask(.createRoom(name: nil))["room"] as? String)
        let code = try #require(RoomCode(name))
        _ = mika.open()
        mika.disconnect()
        for _ in 0..<3 {
            world.advance(ms: 100_000)
            world.tick()
        }
        #expect(world.hub.library.rooms[code] == nil)
        let again = world.connect(mika.player)
        _ = again.open()
        let watching = zoe.post(.watch(room: name, resume: nil))
        world.runHub()
        // The room's log has come; its members' games are asked for ahead of the commit.
        world.runStorageOnce()
        world.storage.failNextCommit(.corrupt("planted"))
        let guessed = again.post(guess(world))
        world.run()
        #expect(again.reply(to: guessed)?.code == "storage_unavailable")
        #expect(zoe.reply(to: watching) != nil)
        let room = try #require(world.storage.stored.rooms.values.first { $0.record.code == code })
        let rows = room.log.filter { if case .guessed = $0.event { true } else { false } }
        #expect(rows.isEmpty, "nobody is shown a row that was never made")
        // The row that is made then is shown.
        _ = zoe.ask(.watch(room: name, resume: nil))
        #expect(again.open().list("guesses").isEmpty)
        #expect(again.guess(world.wrongWords(1)[0], row: 0).type == "judged")
        #expect(zoe.pushes("event").contains { $0.object("event")["kind"] as? String == "guessed" })
    }

    @Test("A broken disk resyncs every room and refuses every pending request")
    func brokenDisk() throws {
        let (world, codes, racers, rivals) = try rooms()
        world.storage.failNextCommit(.unavailable("planted"))
        let asked = racers.map { $0.post(guess(world)) }
        world.run()
        for (index, code) in codes.enumerated() {
            #expect(racers[index].reply(to: asked[index])?.code == "storage_unavailable")
            for client in [racers[index], rivals[index]] {
                #expect(client.pushes("resync").map { $0["room"] as? String } == [code])
            }
            _ = racers[index].ask(.join(room: code, resume: nil))
            #expect(racers[index].open().list("guesses").isEmpty)
            #expect(racers[index].guess(world.wrongWords(1)[0], row: 0).type == "judged")
        }
    }

    @Test("Members of a dropped room have time to come back before another is made host, or a round ends without them")
    func patience() throws {
        let (world, codes, racers, rivals) = try rooms()
        let (host, rival, code) = (racers[0], rivals[0], codes[0])
        world.advance(ms: 2 * RoomState.hostPatience)
        #expect(host.ask(.inRoom(room: code, .start)).type == "done")
        world.advance(ms: RoomState.countdown)
        world.tick()
        let sprint = try #require(RoomCode(code).flatMap { world.hub.library.rooms[$0]?.state.series?.round })
        let words = try #require(world.hub.context.puzzleSource.words(of: sprint.deal.sprint.line))
        let play = RoomRequest.play(race: sprint.race.text, row: 0, word: words.alphabet.text(sprint.deal.answer))
        #expect(rival.ask(.inRoom(room: code, play)).type == "played")
        world.storage.failNextCommit(.unavailable("planted"))
        _ = racers[1].ask(guess(world))
        #expect(rival.pushes("resync").count == 1)
        // The one who is home comes back first.
        _ = rival.ask(.join(room: code, resume: nil))
        world.tick()
        func kinds() -> [String] { rival.pushes("event").compactMap { $0.object("event")["kind"] as? String } }
        #expect(!kinds().contains("hosted") && !kinds().contains("round_over"))
        world.advance(ms: RoomState.racerPatience)
        world.tick()
        #expect(!kinds().contains("hosted") && kinds().contains("round_over"))
        world.advance(ms: RoomState.hostPatience)
        world.tick()
        #expect(kinds().contains("hosted"))
    }

    @Test("A host on the way back to a dropped room keeps the powers, also if it was read and evicted meanwhile")
    func patienceAfterReading() throws {
        let (world, codes, racers, rivals) = try rooms()
        let code = try #require(RoomCode(codes[0]))
        world.advance(ms: 2 * RoomState.hostPatience)
        world.storage.failNextCommit(.unavailable("planted"))
        _ = racers[1].ask(guess(world))
        #expect(rivals[0].pushes("resync").count == 1)
        world.hub.library.rooms.get(code) { _ in }
        world.run()
        #expect(world.hub.library.rooms[code] != nil)
        world.tick()
        #expect(world.hub.library.rooms[code] == nil)
        _ = rivals[0].ask(.join(room: codes[0], resume: nil))
        func isHosted() -> Bool {
            rivals[0].pushes("event").contains { $0.object("event")["kind"] as? String == "hosted" }
        }
        world.tick()
        #expect(!isHosted())
        world.advance(ms: RoomState.hostPatience)
        world.tick()
        #expect(isHosted())
    }

    @Test("A lost rename brings back the old name and resyncs the player's own room only")
    func lostName() throws {
        let (world, codes, racers, rivals) = try rooms()
        let before = try #require(world.hub.library.players[racers[0].player]?.name)
        world.storage.failNextCommit(.conflict("planted"))
        let renaming = racers[0].post(.rename(name: "Somebody else"))
        world.run()
        #expect(racers[0].reply(to: renaming)?.code == "storage_unavailable")
        #expect(world.hub.library.players[racers[0].player]?.name == before)
        #expect(rivals[0].pushes("resync").map { $0["room"] as? String } == [codes[0]])
        #expect(rivals[1].pushes("resync").isEmpty)
        _ = racers[0].ask(.join(room: codes[0], resume: nil))
        #expect(racers[0].ask(.rename(name: "Somebody else")).type == "renamed")
    }

    /// The outcome of the commit is not known when it fails: it may be durable all the same.
    @Test(
        "A player whose change is in doubt is told the name that storage has, and waits until storage has said it",
        arguments: [StorageError.conflict("planted"), .unavailable("planted")])
    func doubtfulName(error: StorageError) throws {
        let (world, codes, racers, _) = try rooms()
        let player = racers[0].player
        world.storage.failNextCommit(error, isDurable: true)
        let renaming = racers[0].post(.rename(name: "Somebody else"))
        for _ in 0..<20 where racers[0].reply(to: renaming) == nil {
            world.runHub()
            world.runStorageOnce()
        }
        #expect(racers[0].reply(to: renaming)?.code == "storage_unavailable")
        // Storage has not been asked yet what the player is called. What comes now waits for that.
        let asked = racers[0].post(.join(room: codes[0], resume: nil))
        let again = world.connect(player)
        let welcome = again.messages.first { $0.type == "welcome" }
        #expect(welcome?.object("player")["name"] as? String == "Somebody else")
        #expect(racers[0].reply(to: asked)?.type == "joined")
        #expect(world.hub.library.players[player]?.name == "Somebody else")
    }

    @Test("A result that is durable though its commit failed is in the rankings, and told to who looks at them")
    func doubtfulResult() throws {
        let (world, _, racers, rivals) = try rooms()
        let day = world.today.text
        #expect(try Query.board(world, day)["finished"] as? Int == 0)
        let looker = rivals[1]
        let asked = looker.ask(.look(RankingRequest(board: day, room: nil, isClean: false)))
        #expect(asked.type != "error")
        world.storage.failNextCommit(.unavailable("planted"), isDurable: true)
        let solving = racers[0].post(.guess(puzzle: world.today, row: 0, word: world.answer))
        world.run()
        #expect(racers[0].reply(to: solving)?.code == "storage_unavailable")
        for _ in 0..<3 {
            world.advance(ms: 2_000)
            world.tick()
        }
        #expect(looker.pushes("ranking").last?["finished"] as? Int == 1)
        for period in [day, "guess-en-5/all"] {
            #expect(try Query.board(world, period).list("entries").count == 1)
        }
        // Sent again it is the guess that was made, and counts once.
        #expect(racers[0].open()["state"] as? String == "solved")
        #expect(try Query.board(world, "guess-en-5/all").list("entries").count == 1)
    }

    @Test("A room that cannot record the race of a new day costs no other room")
    func failedMidnight() throws {
        let (world, codes, racers, rivals) = try rooms()
        // Somebody else wrote into the log of the first room.
        let room = try #require(RoomCode(codes[0]).flatMap { world.hub.library.rooms[$0] })
        let event = LoggedEvent(sequence: room.state.sequence + 1, time: 0, event: .locked(locked: true))
        world.storage.submit(Transaction(writes: [.appendEvent(room.record.id, event)])) { _ in }
        world.nextDay()
        for client in [racers[0], rivals[0]] { #expect(client.pushes("resync").count == 1) }
        for client in [racers[1], rivals[1]] {
            #expect(client.pushes("resync").isEmpty)
            #expect(client.pushes("event").last?.object("event")["kind"] as? String == "opened")
        }
    }

    /// The game that is read would be a new one, for a player of whom memory knows less than the disk.
    @Test("A request is refused if its player came into doubt while its needs were read")
    func doubtMeanwhile() throws {
        let (world, _, racers, _) = try rooms()
        world.storage.failNextCommit(.conflict("planted"))
        let guessed = racers[0].post(guess(world))
        let practice = racers[0].post(.practice(line: .standard, hard: .off, isNew: true))
        world.run()
        #expect(racers[0].reply(to: guessed)?.code == "storage_unavailable")
        #expect(racers[0].reply(to: practice)?.code == "storage_unavailable")
        #expect(racers[0].ask(.practice(line: .standard, hard: .off, isNew: true)).type == "game")
    }

    @Test("A ranking is shown to a player who came into doubt while its names were read")
    func rankingMeanwhile() throws {
        let (world, _, racers, _) = try rooms()
        world.finish(racers[1], turns: 1)
        world.storage.failNextCommit(.conflict("planted"))
        let guessed = racers[0].post(guess(world))
        let looking = racers[0].post(.look(RankingRequest(board: world.today.text, room: nil, isClean: false)))
        world.run()
        #expect(racers[0].reply(to: guessed)?.code == "storage_unavailable")
        #expect(racers[0].reply(to: looking)?.type == "ranking")
    }
}
