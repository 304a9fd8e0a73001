import Foundation
import GameRules
import Messages
import Puzzles
import Rooms
import Storage
import Testing

@testable import Sessions

/// Sprints through the hub: timers, boards, restarts, and who is shown what.
@Suite struct SprintSessionTests {
    struct Race {
        let world: HubWorld
        let code: String
        let host: TestClient
        let rival: TestClient
        let watcher: TestClient

        init(_ world: HubWorld) throws {
            self.world = world
            host = try world.guest(name: "Mika")
            rival = try world.guest(name: "Noor")
            watcher = try world.guest(name: "Chidi")
            code = host.ask(.createRoom(name: "Kites"))["room"] as? String ?? ""
            _ = rival.ask(.join(room: code, resume: nil))
            _ = watcher.ask(.watch(room: code, resume: nil))
        }

        /// Begins a series and lets the countdown pass.
        func start(_ change: SprintChange = SprintChange()) {
            #expect(host.ask(.inRoom(room: code, .settings(change))).type == "done")
            #expect(host.ask(.inRoom(room: code, .start)).type == "done")
            pass(RoomState.countdown)
        }

        func pass(_ ms: Int) {
            world.advance(ms: ms)
            world.run()
            world.tick()
        }

        var room: LiveRoom? { world.hub.library.rooms.values.first { $0.toldCode.text == code } }
        /// The word of the round, as only a test may know it.
        var answer: String {
            guard let deal = room?.state.series?.round?.deal,
                let words = world.hub.context.puzzleSource.words(of: deal.sprint.line)
            else { return "" }
            return words.alphabet.text(deal.answer)
        }
        var race: String { room?.state.series?.round?.race.text ?? "" }

        func play(_ client: TestClient, _ word: String, row: Int) -> [String: Any] {
            client.ask(.inRoom(room: code, .play(race: race, row: row, word: word)))
        }

        /// Words that are not the answer.
        func wrong(_ count: Int) -> [String] { Array(TestWords.words.filter { $0 != answer }.prefix(count)) }
    }

    private func kinds(_ client: TestClient) -> [String] {
        client.pushes("event").compactMap { $0.object("event")["kind"] as? String }
    }

    @Test("A round runs from its countdown to the next one")
    func wholeRound() throws {
        let race = try Race(HubWorld())
        _ = race.host.ask(.inRoom(room: race.code, .start))
        #expect(race.rival.pushes("board").count == 1)
        #expect(race.play(race.rival, race.wrong(1)[0], row: 0).code == "not_started")
        race.pass(RoomState.countdown)
        let first = race.play(race.rival, race.wrong(1)[0], row: 0)
        #expect(first.type == "played" && first["state"] as? String == "playing" && first["answer"] == nil)
        race.pass(1_000)
        let solved = race.play(race.rival, race.answer, row: 1)
        #expect(solved["answer"] as? String == race.answer)
        #expect(solved.object("result")["ms"] as? Int == 1_000)
        let again = race.play(race.rival, race.wrong(1)[0], row: 0)
        #expect(again.object("keyboard").keys.sorted() == first.object("keyboard").keys.sorted(), "the same answer")
        #expect(!kinds(race.host).contains("round_over"))
        _ = race.play(race.host, race.answer, row: 0)
        for client in [race.host, race.rival, race.watcher] {
            #expect(kinds(client).suffix(5) == ["guessed", "finished", "guessed", "finished", "round_over"])
            let over = client.pushes("event").last?.object("event") ?? [:]
            #expect(over["answer"] as? String == race.answer)
            #expect(over.list("standings").compactMap { $0["seat"] as? Int } == [1, 2])
        }
        race.pass(RoomState.pause)
        #expect(kinds(race.watcher).last == "round")
        #expect(race.rival.pushes("board").count == 2 && race.race == "sprint-1-2")
    }

    @Test("A timer that fires too early is set again")
    func earlyTimer() throws {
        let world = try HubWorld()
        world.timersAreEarly.value = true
        let race = try Race(world)
        race.start(SprintChange(limit: 30, rounds: 2))
        race.pass(29_999)
        #expect(!kinds(race.watcher).contains("round_over"))
        race.pass(1)
        #expect(kinds(race.watcher).last == "round_over")
        race.pass(RoomState.pause - 1)
        #expect(kinds(race.watcher).last == "round_over")
        race.pass(1)
        #expect(kinds(race.watcher).last == "round")
    }

    @Test("A round ends at the millisecond of its limit")
    func timeIsOut() throws {
        let race = try Race(HubWorld())
        race.start(SprintChange(limit: 30, rounds: 1))
        race.pass(29_999)
        #expect(!kinds(race.watcher).contains("round_over"))
        race.pass(1)
        #expect(kinds(race.watcher).suffix(2) == ["round_over", "series_over"])
    }

    @Test("No byte sent to others holds a racer's letters or the word before the round is over")
    func lettersGoToTheirOwnerOnly() throws {
        let race = try Race(HubWorld())
        race.start(SprintChange(rows: 4))
        let words = race.wrong(5)
        let late = try race.world.guest(name: "Late")
        let own: [(TestClient, [String])] = [
            (race.host, [words[0], words[1]]), (race.rival, [words[2], words[3]]), (race.watcher, []), (late, []),
        ]
        for row in 0..<2 {
            for (client, guesses) in own.prefix(2) {
                #expect(race.play(client, guesses[row], row: row).type == "played")
            }
        }
        _ = late.ask(.watch(room: race.code, resume: nil))
        _ = late.ask(.join(room: race.code, resume: nil))
        _ = race.rival.ask(.join(room: race.code, resume: nil))
        let deal = try #require(race.room?.state.series?.round?.deal)
        for (client, guesses) in own {
            let text = String(decoding: client.bytes, as: UTF8.self)
            for word in words where !guesses.contains(word) { #expect(!text.contains(word), "\(word)") }
            for secret in [race.answer, deal.salt] { #expect(!text.contains(secret)) }
            for word in guesses { #expect(text.contains(word)) }
        }
        // Who has finished knows the word, and nobody else.
        #expect(race.play(race.host, race.answer, row: 2)["answer"] as? String == race.answer)
        for client in [race.rival, race.watcher, late] {
            #expect(!String(decoding: client.bytes, as: UTF8.self).contains(race.answer))
        }
        race.pass(200_000)
        for (client, _) in own {
            let text = String(decoding: client.bytes, as: UTF8.self)
            for secret in words.prefix(4) + [race.answer, deal.salt] { #expect(text.contains(secret)) }
        }
    }

    @Test("A round goes on after a restart in its middle")
    func restartInMidRound() throws {
        let race = try Race(HubWorld())
        race.start(SprintChange(limit: 60, rounds: 2))
        let words = race.wrong(2)
        #expect(race.play(race.rival, words[0], row: 0).type == "played")
        let answer = race.answer
        let world = try race.world.restarted()
        let (host, rival) = (world.connect(race.host.player), world.connect(race.rival.player))
        let entry = rival.ask(.join(room: race.code, resume: nil))
        #expect(entry.object("board").list("guesses").compactMap { $0["word"] as? String } == [words[0]])
        _ = host.ask(.join(room: race.code, resume: nil))
        let again = rival.ask(.inRoom(room: race.code, .play(race: race.race, row: 1, word: answer)))
        #expect(again["state"] as? String == "solved")
        world.advance(ms: 60_000)
        world.run()
        #expect(kinds(host).contains("round_over"), "its timer is set anew")
        world.advance(ms: RoomState.pause)
        world.run()
        #expect(kinds(host).last == "round")
    }

    @Test("A round whose time ran out while the server was down ends with the next server")
    func timeOutWhileDown() throws {
        let race = try Race(HubWorld())
        race.start(SprintChange(limit: 30))
        _ = race.play(race.rival, race.answer, row: 0)
        race.world.advance(ms: 600_000)
        let world = try race.world.restarted()
        let rival = world.connect(race.rival.player)
        _ = rival.ask(.join(room: race.code, resume: nil))
        let room = try #require(world.hub.library.rooms.values.first)
        #expect(room.state.series?.points[2] == 10 && room.state.series?.phase == .pause)
        world.advance(ms: RoomState.pause)
        world.run()
        #expect(room.state.series?.round?.deal.seats == [2], "and the next begins for who came")
    }

    @Test("A series that waits for a racer continues when one returns")
    func backFromSittingOut() throws {
        let race = try Race(HubWorld())
        race.start(SprintChange(rounds: 3, next: "auto"))
        func ask(_ request: RoomRequest, by client: TestClient) {
            #expect(client.ask(.inRoom(room: race.code, request)).type == "done")
        }
        ask(.endRound, by: race.host)
        for client in [race.host, race.rival] { ask(.sitOut(true), by: client) }
        race.pass(10 * RoomState.pause)
        #expect(race.room?.state.series?.roundNumber == 1)
        ask(.sitOut(false), by: race.rival)
        race.pass(RoomState.pause)
        #expect(race.room?.state.series?.roundNumber == 2 && race.room?.state.series?.round?.deal.seats == [2])
    }

    @Test("A host who is away too long loses the host's powers to the next member")
    func sleepingHost() throws {
        let race = try Race(HubWorld())
        race.host.disconnect()
        race.pass(RoomState.hostPatience - 1)
        #expect(race.rival.ask(.inRoom(room: race.code, .lock(true))).code == "not_host")
        race.pass(1)
        #expect(kinds(race.rival).last == "hosted")
        #expect(race.rival.ask(.inRoom(room: race.code, .lock(true))).type == "done")
        let back = race.world.connect(race.host.player)
        #expect(back.ask(.join(room: race.code, resume: nil))["seat"] as? Int == 1)
        #expect(back.ask(.inRoom(room: race.code, .lock(false))).code == "not_host")
    }

    @Test("A member who comes to a room whose host is long gone is host at once")
    func longGoneHost() throws {
        let race = try Race(HubWorld())
        for client in [race.host, race.rival, race.watcher] { client.disconnect() }
        race.pass(RoomState.hostPatience)
        #expect(race.room == nil, "it is not in memory any more")
        let back = race.world.connect(race.rival.player)
        _ = back.ask(.join(room: race.code, resume: nil))
        #expect(back.ask(.inRoom(room: race.code, .lock(true))).type == "done")
    }

    @Test("The tabs of one player show the same board")
    func tabsInStep() throws {
        let race = try Race(HubWorld())
        race.start()
        let tab = race.world.connect(race.rival.player)
        let entry = tab.ask(.join(room: race.code, resume: nil, manner: JoiningManner(follow: true)))
        #expect(entry.object("board")["race"] as? String == race.race)
        let word = race.wrong(1)[0]
        _ = race.play(race.rival, word, row: 0)
        #expect(tab.pushes("played").first?["word"] as? String == word)
        _ = tab.ask(.join(room: race.code, resume: nil))
        #expect(race.play(tab, word, row: 0).type == "played", "sent again by the other tab")
        #expect(race.room?.state.series?.round?.games[2]?.moveCount == 1)
    }

    @Test("The newest connection of a player plays, and older ones follow")
    func newestConnection() throws {
        let race = try Race(HubWorld())
        race.start()
        let words = race.wrong(3)
        let tab = race.world.connect(race.rival.player)
        _ = tab.ask(.join(room: race.code, resume: nil))
        #expect(race.rival.pushes("moved").map { $0["room"] as? String } == [race.code])
        #expect(race.play(race.rival, words[0], row: 0).code == "moved")
        #expect(race.play(tab, words[0], row: 0).type == "played")
        #expect(race.rival.pushes("played").count == 1, "the older one follows")
        #expect(
            race.rival.ask(.inRoom(room: race.code, .ready(true))).type == "done", "the rest of the room is open to it")
        _ = race.rival.ask(.join(room: race.code, resume: nil))
        #expect(tab.pushes("moved").count == 1, "taken back")
        #expect(race.play(race.rival, words[1], row: 1).type == "played")
        #expect(race.play(tab, words[2], row: 2).code == "moved")
        race.rival.disconnect()
        #expect(race.play(tab, words[2], row: 2).type == "played", "nobody else plays")
    }

    @Test("A connection that joins to follow takes the board from no other")
    func follower() throws {
        let race = try Race(HubWorld())
        race.start()
        let tab = race.world.connect(race.rival.player)
        let manner = JoiningManner(follow: true)
        let entry = tab.ask(.join(room: race.code, resume: nil, manner: manner))
        #expect(entry.object("board")["race"] as? String == race.race)
        #expect(race.rival.pushes("moved").isEmpty)
        #expect(race.play(tab, race.wrong(1)[0], row: 0).code == "moved")
        race.rival.disconnect()
        let back = race.world.connect(race.rival.player)
        _ = back.ask(.join(room: race.code, resume: nil, manner: manner))
        #expect(race.play(back, race.wrong(1)[0], row: 0).type == "played", "there was none to follow")
        #expect(race.play(tab, race.wrong(2)[1], row: 1).code == "moved")
    }

    @Test("A racer who joins late gets the board in the reply")
    func lateRacer() throws {
        let race = try Race(HubWorld())
        race.start()
        race.pass(5_000)
        let late = try race.world.guest(name: "Late")
        let entry = late.ask(.join(room: race.code, resume: nil))
        #expect(entry.object("board")["elapsed"] as? Int == 5_000)
        #expect(kinds(race.watcher).suffix(2) == ["joined", "started"])
        #expect(late.pushes("board").isEmpty, "once is enough")
    }

    @Test("A lost commit takes the move back, and it can be played again")
    func lostMove() throws {
        let race = try Race(HubWorld())
        race.start()
        race.world.storage.failNextCommit(.unavailable("disk full"))
        #expect(race.play(race.rival, race.wrong(1)[0], row: 0).code == "storage_unavailable")
        #expect(race.rival.pushes("resync").count == 1)
        let entry = race.rival.ask(.join(room: race.code, resume: nil))
        #expect(entry.object("board").list("guesses").isEmpty)
        #expect(race.play(race.rival, race.wrong(1)[0], row: 0).type == "played")
    }

    /// A host can have a room use up its words, as each ended round publishes one.
    @Test("A room that has had nearly all words can get any of half of them")
    func usedWords() throws {
        let race = try Race(HubWorld())
        race.start()
        let room = try #require(race.room)
        let line = try #require(room.state.series?.round?.deal.sprint.line)
        let words = try #require(race.world.hub.context.puzzleSource.words(of: line)).list
        let all = (0..<words.answerCount).map(words.answer(at:))
        let dealer = race.world.hub.desks.rooms.sprints.dealer(for: room)
        #expect(dealer(.sprint(series: 9, round: 1), try #require(PuzzleLine("guess-de-5")), []) == nil)
        for used in [all.dropLast(), all[...]] {
            let dealt = (0..<200).compactMap { _ in
                dealer(.sprint(series: 9, round: 1), line, Array(used))?.secret.answer
            }
            #expect(dealt.count == 200 && Set(dealt).count > 100)
            #expect(Set(dealt).isDisjoint(with: used.suffix(all.count / 2)), "not what was had lately")
        }
    }

    @Test("A round's commitment fits its word")
    func commitment() throws {
        let race = try Race(HubWorld())
        race.start()
        let room = try #require(race.room)
        let deal = try #require(room.state.series?.round?.deal)
        let salt = try #require(Salt(hexadecimal: deal.salt))
        let commitment = Commitment(
            salt: salt, epoch: room.record.epoch, race: deal.race.text, answer: race.answer)
        #expect(commitment.text == deal.commitment)
    }
}
