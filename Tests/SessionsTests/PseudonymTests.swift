import Foundation
import Messages
import Testing

@testable import Sessions

/// Members who are not shown under their own names.
@Suite struct PseudonymTests {
    private func room(_ world: HubWorld, listed: Bool = false) throws -> (code: String, host: TestClient) {
        let host = try world.guest(name: "Mika")
        let code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
        if listed { #expect(host.ask(.inRoom(room: code, .list(true))).type == "done") }
        return (code, host)
    }

    private func members(_ entry: [String: Any]) -> [[String: Any]] { entry.object("snapshot").list("members") }

    private func join(_ client: TestClient, _ code: String, pseudonym: Bool? = nil) -> [String: Any] {
        client.ask(.join(room: code, resume: nil, manner: JoiningManner(pseudonym: pseudonym)))
    }

    @Test("A player who joins a listed room is shown under one pseudonym, always the same there")
    func throughTheLobby() throws {
        let world = try HubWorld()
        let (code, host) = try room(world, listed: true)
        let rival = try world.guest(name: "Noor")
        let shown = try #require(members(join(rival, code)).last)
        let name = try #require(shown["name"] as? String)
        #expect(GuestName.isDrawn(name) && shown["pseudonym"] as? Bool == true)
        #expect(host.messages.allSatisfy { !"\($0)".contains("Noor") })
        _ = rival.ask(.rename(name: "Noor II"))
        #expect(host.messages.allSatisfy { !"\($0)".contains("Noor") }, "another name is nobody's business there")
        _ = rival.ask(.leave(room: code))
        #expect(members(join(rival, code)).last?["name"] as? String == name, "always the same in this room")
        let again = try world.restarted().connect(rival.player)
        #expect(members(join(again, code)).last?["name"] as? String == name, "also after a restart")
    }

    @Test("A player may join a listed room under their own name")
    func ownName() throws {
        let world = try HubWorld()
        let (code, _) = try room(world, listed: true)
        let rival = try world.guest(name: "Noor")
        let shown = try #require(members(join(rival, code, pseudonym: false)).last)
        #expect(shown["name"] as? String == "Noor" && shown["pseudonym"] == nil)
    }

    @Test("An unlisted room shows own names, unless a player asks for a pseudonym")
    func unlistedRoom() throws {
        let world = try HubWorld()
        let (code, _) = try room(world)
        #expect(members(join(try world.guest(name: "Noor"), code)).last?["name"] as? String == "Noor")
        let shy = try #require(members(join(try world.guest(name: "Olu"), code, pseudonym: true)).last)
        #expect(shy["name"] as? String != "Olu" && shy["pseudonym"] as? Bool == true)
    }

    @Test("A member puts a pseudonym on and takes it off, if their own name is still free")
    func putOnAndTakenOff() throws {
        let world = try HubWorld()
        let (code, host) = try room(world)
        let rival = try world.guest(name: "Noor")
        _ = join(rival, code)
        #expect(rival.ask(.inRoom(room: code, .pseudonym(true))).type == "done")
        let events = host.pushes("event").map { $0.object("event") }.suffix(2)
        #expect(events.map { $0["kind"] as? String } == ["renamed", "pseudonym"])
        let name = try #require(events.first?["name"] as? String)
        #expect(rival.ask(.inRoom(room: code, .pseudonym(true))).type == "done", "it is so already")
        #expect(host.pushes("event").count == 3)
        // Somebody else takes the name that is free now.
        let other = try world.guest(name: "noor")
        #expect(join(other, code).type == "joined")
        #expect(rival.ask(.inRoom(room: code, .pseudonym(false))).code == "name_taken")
        _ = other.ask(.leave(room: code))
        #expect(rival.ask(.inRoom(room: code, .pseudonym(false))).type == "done")
        #expect(host.pushes("event").map { $0.object("event") }.suffix(2).first?["name"] as? String == "Noor")
        #expect(rival.ask(.inRoom(room: code, .pseudonym(true))).type == "done")
        #expect(host.pushes("event").map { $0.object("event") }.suffix(2).first?["name"] as? String == name)
    }

    @Test("A member whose name the host holds keeps the pseudonym until the host releases the name")
    func heldNames() throws {
        let world = try HubWorld()
        let (code, host) = try room(world)
        let rival = try world.guest(name: "Crane")
        _ = join(rival, code)
        #expect(host.ask(.inRoom(room: code, .holdName(seat: 2, held: true))).type == "done")
        let told = host.pushes("event").map { $0.object("event") }.suffix(3)
        #expect(told.map { $0["kind"] as? String } == ["renamed", "pseudonym", "pseudonym"])
        #expect(told.map { $0["held"] as? Bool } == [nil, false, true])
        let name = try #require(told.first?["name"] as? String)
        #expect(GuestName.isDrawn(name))
        // What is so already, or is refused, is not logged.
        #expect(host.ask(.inRoom(room: code, .holdName(seat: 2, held: true))).type == "done")
        #expect(host.ask(.inRoom(room: code, .holdName(seat: 1, held: false))).code == "bad_seat")
        #expect(world.reports.filter { $0.hasPrefix("moderation") }.count == 1)
        #expect(world.reports.last?.hasSuffix("holds back the name on seat 2") == true)
        #expect(rival.ask(.inRoom(room: code, .pseudonym(false))).code == "name_held")
        #expect(rival.ask(.rename(name: "Crane II")).type == "renamed")
        _ = rival.ask(.leave(room: code))
        let back = try #require(members(join(rival, code, pseudonym: false)).last)
        #expect(back["name"] as? String == name && back["held"] as? Bool == true)
        let again = try world.restarted()
        let rivalAgain = again.connect(rival.player)
        let afterRestart = try #require(members(join(rivalAgain, code, pseudonym: false)).last)
        #expect(afterRestart["name"] as? String == name && afterRestart["held"] as? Bool == true)
        #expect(rivalAgain.ask(.inRoom(room: code, .holdName(seat: 1, held: true))).code == "not_host")
        let hostAgain = again.connect(host.player)
        _ = join(hostAgain, code)
        #expect(hostAgain.ask(.inRoom(room: code, .holdName(seat: 3, held: false))).type == "done")
        #expect(rivalAgain.ask(.inRoom(room: code, .pseudonym(false))).type == "done")
        #expect(hostAgain.pushes("event").map { $0.object("event") }.suffix(2).first?["name"] as? String == "Crane II")
    }

    @Test("Events that give a name which has been hidden since are told to nobody who comes later")
    func hiddenNamesInGaps() throws {
        for isHeld in [true, false] {
            let world = try HubWorld()
            let (code, host) = try room(world)
            let rival = try world.guest(name: "Noor")
            _ = join(rival, code)
            let stranger = try world.guest()
            let entry = stranger.ask(.watch(room: code, resume: nil))
            let epoch = try #require(UInt64(entry["epoch"] as? String ?? "", radix: 16))
            let known = try #require(entry["seq"] as? Int)
            let hiding = isHeld ? RoomRequest.holdName(seat: 2, held: true) : .pseudonym(true)
            #expect((isHeld ? host : rival).ask(.inRoom(room: code, hiding)).type == "done")
            for sequence in 0...known {
                let late = try world.guest()
                let point = ResumePoint(epoch: epoch, sequence: sequence)
                #expect(late.ask(.watch(room: code, resume: point)).type == "watching")
                #expect(!String(decoding: late.bytes, as: UTF8.self).contains("Noor"), "from \(sequence)")
            }
        }
    }

    @Test("A room's ranking shows a member's pseudonym, the day's ranking their own name")
    func roomRanking() throws {
        let world = try HubWorld()
        let (code, host) = try room(world)
        let rival = try world.guest(name: "Noor")
        _ = join(rival, code, pseudonym: true)
        _ = rival.open()
        #expect(rival.guess(world.answer, row: 0)["state"] as? String == "solved")
        for (room, isOwn) in [(code, false), (nil, true)] {
            let reply = Mutable<Result<RankingView, QueryFault>?>(nil)
            world.hub.documents.leaderboard(
                world.today.text, isClean: false, room: room, player: host.player, for: nil, RankingSlice(limit: 9)
            ) { reply.value = $0 }
            world.run()
            let body = String(decoding: try #require(try reply.value?.get()).json, as: UTF8.self)
            #expect(body.contains("Noor") == isOwn)
        }
    }

    /// A player who left the room can take its word as a name before the next server has read the room. No pseudonym
    /// brings that name in.
    @Test("A name that spells the answer is brought into a room neither openly nor by a pseudonym")
    func spoilerName() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start()
        let name = race.answer
        _ = race.play(race.rival, race.answer, row: 0)
        _ = race.rival.ask(.leave(room: race.code))
        race.world.storage.failNextReads(1, after: 8)
        let rival = try race.world.restarted().connect(race.rival.player)
        #expect(rival.ask(.rename(name: name)).type == "renamed", "it was the room's read that failed")
        #expect(join(rival, race.code, pseudonym: true).type == "joined")
        #expect(rival.ask(.inRoom(room: race.code, .pseudonym(false)))["reason"] as? String == "spoiler")
    }

    @Test("A guest whose drawn name is the word of the round comes back under it")
    func aDrawnNameIsNoHint() throws {
        let animals = Set(GuestName.animals.map { $0.lowercased() })
        let race = try SprintSessionTests.Race(
            HubWorld(without: Set(try TestWords.answers().filter { !animals.contains($0) })))
        race.start()
        let name = "Brisk \(race.answer.capitalized)"
        #expect(GuestName.isDrawn(name))
        #expect(race.rival.ask(.rename(name: name)).type == "renamed", "as if the server had drawn it")
        _ = race.play(race.rival, race.answer, row: 0)
        #expect(race.rival.ask(.inRoom(room: race.code, .pseudonym(true))).type == "done")
        #expect(race.rival.ask(.inRoom(room: race.code, .pseudonym(false))).type == "done")
        _ = race.rival.ask(.leave(room: race.code))
        #expect(join(race.rival, race.code, pseudonym: false).type == "joined")
        #expect(race.rival.ask(.rename(name: name + "s"))["reason"] as? String == "spoiler", "that one is chosen")
    }

    @Test(
        "A player who found the word of a running round cannot use it as a name after leaving or a kick",
        arguments: [false, true])
    func departedWhoKnow(isKicked: Bool) throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start()
        let name = race.answer
        _ = race.play(race.rival, race.answer, row: 0)
        if isKicked {
            #expect(race.host.ask(.inRoom(room: race.code, .kick(seat: 2))).type == "done")
        } else {
            #expect(race.rival.ask(.leave(room: race.code)).type == "left")
        }
        #expect(race.rival.ask(.rename(name: name))["reason"] as? String == "spoiler")
        #expect(race.rival.ask(.createRoom(name: "We \(name)"))["reason"] as? String == "spoiler")
        #expect(race.watcher.ask(.rename(name: name)).type == "renamed", "whoever does not know it is told nothing")
        #expect(race.host.ask(.inRoom(room: race.code, .endSeries)).type == "done")
        #expect(race.rival.ask(.rename(name: name)).type == "renamed", "the word is public")
    }

    @Test("A refused name reveals nothing to a player who left a round without finding its word")
    func departedWhoDoNotKnow() throws {
        let race = try SprintSessionTests.Race(HubWorld())
        race.start()
        _ = race.play(race.rival, race.wrong(1)[0], row: 0)
        #expect(race.rival.ask(.leave(room: race.code)).type == "left")
        #expect(race.rival.ask(.rename(name: race.answer)).type == "renamed")
    }

    /// A host who names the room after somebody would learn by it whether that is the member.
    @Test("A hold tells no host whose pseudonym it is", arguments: [1, 2])
    func holdsTellNoName(seat: Int) throws {
        func told(calling name: String) throws -> [[String]] {
            let world = try HubWorld()
            let founder = try world.guest(name: "Noor")
            let code = founder.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
            let rival = try world.guest(name: "Zeda Quux")
            _ = join(rival, code, pseudonym: seat == 2)
            let (host, hidden) = seat == 2 ? (founder, rival) : (rival, founder)
            if seat == 1 {
                #expect(founder.ask(.inRoom(room: code, .pseudonym(true))).type == "done")
                #expect(founder.ask(.inRoom(room: code, .handOver(seat: 2))).type == "done")
            }
            #expect(host.ask(.inRoom(room: code, .name("\(name)’s room"))).type == "done")
            let before = host.pushes("event").count
            for isHeld in [true, false, true] {
                #expect(host.ask(.inRoom(room: code, .holdName(seat: seat, held: isHeld))).type == "done")
            }
            #expect(hidden.player != host.player)
            return host.pushes("event").dropFirst(before).map { $0.object("event") }.map { event in
                [event["kind"] as? String ?? "", event["name"] as? String ?? ""]
            }
        }
        let own = seat == 2 ? "Zeda Quux" : "Noor"
        #expect(try told(calling: own) == told(calling: "Ana Lund"))
    }

    @Test("A name of a room from before a hold is told to nobody who comes later")
    func roomNamesInGaps() throws {
        let world = try HubWorld()
        let (code, host) = try room(world)
        let rival = try world.guest(name: "Vixa Tarn")
        _ = join(rival, code)
        let entry = try world.guest().ask(.watch(room: code, resume: nil))
        let epoch = try #require(UInt64(entry["epoch"] as? String ?? "", radix: 16))
        for name in ["Vixa Tarn’s room", "Kites II"] {
            #expect(host.ask(.inRoom(room: code, .name(name))).type == "done")
        }
        #expect(host.ask(.inRoom(room: code, .holdName(seat: 2, held: true))).type == "done")
        let known = try #require(join(host, code)["seq"] as? Int)
        for sequence in 0...known {
            let late = try world.guest()
            let point = ResumePoint(epoch: epoch, sequence: sequence)
            #expect(late.ask(.watch(room: code, resume: point)).type == "watching")
            #expect(!String(decoding: late.bytes, as: UTF8.self).contains("Vixa"), "from \(sequence)")
        }
    }

    @Test("A room named after a member whose name is held is renamed after the pseudonym")
    func roomOfAHeldName() throws {
        let world = try HubWorld()
        let founder = try world.guest(name: "Crane")
        let code = founder.ask(.createRoom(name: nil))["room"] as? String ?? ""
        let host = try world.guest(name: "Mika")
        _ = join(host, code)
        #expect(founder.ask(.inRoom(room: code, .handOver(seat: 2))).type == "done")
        #expect(host.ask(.inRoom(room: code, .list(true))).type == "done")
        #expect(host.ask(.lobby(on: true)).list("rooms").first?["name"] as? String == "Crane’s room")
        #expect(host.ask(.inRoom(room: code, .holdName(seat: 1, held: true))).type == "done")
        let entry = join(host, code).object("snapshot")
        let shown = try #require(entry.list("members").first?["name"] as? String)
        #expect(entry["name"] as? String == "\(shown)’s room" && GuestName.isDrawn(shown))
        #expect(
            try world.restarted().connect(host.player).messages.first?.list("rooms").first?["name"] as? String
                == "\(shown)’s room")
        // A name that the host chose has nothing to do with a member.
        #expect(host.ask(.inRoom(room: code, .holdName(seat: 1, held: false))).type == "done")
        #expect(host.ask(.inRoom(room: code, .name("Kites"))).type == "done")
        #expect(host.ask(.inRoom(room: code, .holdName(seat: 1, held: true))).type == "done")
        #expect(join(host, code).object("snapshot")["name"] as? String == "Kites")
        let log = world.reports.filter { $0.hasPrefix("moderation") }
        #expect(log.count == 4 && log[2].hasSuffix("gives the room another name"))
        #expect(log.allSatisfy { !$0.contains("Kites") && !$0.contains("Crane") }, "the log names nobody")
    }
}
