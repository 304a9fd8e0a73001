import Foundation
import GameRules
import Messages
import Rooms
import Testing

@testable import Sessions

/// Sprints of anagrams: tiles for all at once, lengths and points for rivals, words once the round is over.
@Suite("Sprints of anagrams")
struct AnagramSprintTests {
    private let race: SprintSessionTests.Race

    init() throws {
        race = try SprintSessionTests.Race(HubWorld(anagrams: true))
        #expect(
            race.host.ask(.inRoom(room: race.code, .settings(SprintChange(kind: "anagram", limit: 30, rounds: 2))))
                .type == "done")
    }

    private var tiles: String {
        guard let letters = race.room?.state.series?.round?.deal.tiles,
            let alphabet = race.world.hub.context.puzzleSource.words(of: .standard)?.alphabet
        else { return "" }
        return alphabet.text(letters)
    }

    private func play(_ client: TestClient, _ word: String, lag: UInt16 = 0) -> [String: Any] {
        client.lag = lag
        return client.ask(.inRoom(room: race.code, .play(race: race.race, row: nil, word: word)))
    }

    private func events(_ client: TestClient, _ kind: String) -> [[String: Any]] {
        client.pushes("event").map { $0.object("event") }.filter { $0["kind"] as? String == kind }
    }

    private func text(_ client: TestClient) -> String { String(decoding: client.bytes, as: UTF8.self) }

    /// Nobody has read the tiles when the boards open.
    @Test("The tiles are everybody's at the start, and nobody's before")
    func tilesAtTheStart() throws {
        _ = race.host.ask(.inRoom(room: race.code, .start))
        let (world, tiles) = (race.world, tiles)
        #expect(tiles.count == 7 && tiles != TestWords.source)
        let late = try world.guest(name: "Ruth")
        #expect(late.ask(.join(room: race.code, resume: nil)).object("board")["tiles"] is NSNull)
        race.pass(RoomState.countdown - 1)
        let all = [race.host, race.rival, race.watcher, late]
        for client in all {
            #expect(!text(client).contains(tiles) && !text(client).contains(TestWords.source))
            #expect(events(client, "dealt").isEmpty)
        }
        #expect(try #require(race.rival.pushes("board").first).object("board")["tiles"] is NSNull)
        race.pass(1)
        for client in all {
            #expect(events(client, "dealt").map { $0["tiles"] as? String } == [tiles])
            #expect(!text(client).contains(TestWords.source))
        }
        let other = try world.guest(name: "Ada")
        let joined = other.ask(.join(room: race.code, resume: nil))
        #expect(joined.object("board")["tiles"] as? String == tiles)
        #expect(sorted(joined).contains(tiles), "the snapshot has them for who watches")
    }

    @Test("Everybody who sees the room is sent what could have been found, once the round is over")
    func solutions() throws {
        let (world, code) = (race.world, race.code)
        let stranger = try world.guest(name: "Ada")
        _ = race.host.ask(.inRoom(room: code, .start))
        let name = race.race
        func ask(_ client: TestClient, _ race: String) -> [String: Any] {
            client.ask(.solutions(.round(room: code, race: race)))
        }
        let seeing = [race.host, race.rival, race.watcher]
        #expect(seeing.allSatisfy { ask($0, name).code == "not_over" }, "in the countdown")
        race.pass(RoomState.countdown)
        #expect(seeing.allSatisfy { ask($0, name).code == "not_over" }, "while it runs")
        _ = race.host.ask(.inRoom(room: code, .endRound))
        for client in seeing {
            let told = ask(client, name)
            #expect(told.type == "solutions" && told["race"] as? String == name && told["room"] as? String == code)
            #expect(told["common"] as? [String] == TestWords.laid.map(\.0))
            #expect(ask(client, "sprint-9-9").code == "no_such_race")
        }
        #expect(ask(stranger, name).code == "not_in_room")
    }

    @Test("Rounds and boards of anagrams have neither rows nor a level of hard mode")
    func noRows() throws {
        _ = race.host.ask(.inRoom(room: race.code, .start))
        race.pass(RoomState.countdown)
        let round = try #require(events(race.rival, "round").last)
        let board = try #require(race.rival.pushes("board").last).object("board")
        let late = try race.world.guest()
        let snapshot = late.ask(.watch(room: race.code, resume: nil)).object("snapshot")
        let shown = try #require(snapshot.list("races").first)
        for one in [round, board, shown] {
            #expect(one["game"] as? String == "anagram" && one["rows"] == nil && one["hard"] == nil, "\(one)")
        }
    }

    @Test("The words of a round can be asked for until the next series, also from a server that was restarted")
    func lateSolutions() throws {
        let (world, code) = (race.world, race.code)
        _ = race.host.ask(.inRoom(room: code, .start))
        race.pass(RoomState.countdown)
        let names = try [race.race, "sprint-1-2"].map { name in
            #expect(race.race == name)
            _ = race.host.ask(.inRoom(room: code, .endRound))
            if name == "sprint-1-1" {
                race.pass(RoomState.pause)
                race.pass(RoomState.countdown)
            }
            return try #require(RaceID(name)).text
        }
        func codes(_ client: TestClient) -> [String] {
            (names + ["sprint-1-3", "guess-en-5/2026-11-21"]).map { race in
                let told = client.ask(.solutions(.round(room: code, race: race)))
                return told.code ?? (told["common"] as? [String])?.joined(separator: " ") ?? ""
            }
        }
        let words = TestWords.laid.map(\.0).joined(separator: " ")
        #expect(codes(race.rival) == [words, words, "no_such_race", "no_such_race"])
        let back = try world.restarted().connect(race.rival.player)
        #expect(back.ask(.join(room: code, resume: nil)).type == "joined")
        #expect(codes(back) == [words, words, "no_such_race", "no_such_race"])
        _ = race.host.ask(.inRoom(room: code, .endSeries))
        #expect(race.host.ask(.inRoom(room: code, .start)).type == "done")
        #expect(codes(race.rival) == Array(repeating: "no_such_race", count: 4))
    }

    /// The hub has the tiles dealt in memory before it knows that the round is on the disk.
    @Test("Tiles that are not on the disk yet are on no board")
    func tilesAndASlowDisk() {
        let world = race.world
        let before = race.rival.pushes("board").count
        _ = race.host.post(.inRoom(room: race.code, .start))
        world.runHub()
        world.advance(ms: RoomState.countdown)
        world.runFeedsOnce()
        world.runHub()
        world.runStorageOnce()
        let boards = race.rival.pushes("board").dropFirst(before)
        #expect(boards.map { $0.object("board")["tiles"] is NSNull } == [true] && events(race.rival, "dealt").isEmpty)
        world.run()
        #expect(events(race.rival, "dealt").map { $0["tiles"] as? String } == [tiles])
    }

    @Test("A racer who laid the word of every letter cannot take it as a name, nor after leaving")
    func names() throws {
        let other = try race.world.guest(name: "Ruth")
        _ = other.ask(.join(room: race.code, resume: nil))
        _ = race.host.ask(.inRoom(room: race.code, .start))
        race.pass(RoomState.countdown)
        _ = play(race.rival, "vibrant")
        _ = play(race.host, "brain")
        #expect(race.rival.ask(.rename(name: "Vibrant"))["reason"] as? String == "spoiler")
        #expect(race.rival.ask(.rename(name: "Brainy")).type == "renamed")
        #expect(other.ask(.rename(name: "Vibrant Ruth")).type == "renamed", "who does not know it learns nothing")
        #expect(race.host.ask(.inRoom(room: race.code, .name("Vibrant"))).type == "done")
        _ = race.rival.ask(.leave(room: race.code))
        #expect(race.rival.ask(.rename(name: "So Vibrant"))["reason"] as? String == "spoiler", "also after leaving")
    }

    @Test("Rivals and watchers see lengths and points, and words when the round is over")
    func words() throws {
        _ = race.host.ask(.inRoom(room: race.code, .start))
        race.pass(RoomState.countdown)
        race.pass(1_000)
        let first = play(race.rival, "brain")
        #expect(first.type == "played" && first["points"] as? Int == 25 && first["score"] as? Int == 25)
        #expect(first["ms"] as? Int == 1_000 && first["repeated"] as? Bool == false)
        #expect(play(race.rival, "brain")["repeated"] as? Bool == true)
        #expect(
            play(race.rival, "zebra").code == "not_layable" && play(race.rival, "tavrin").code == "not_in_word_list")
        #expect(play(race.host, "vibrant")["score"] as? Int == 147)
        for client in [race.host, race.watcher] {
            let seen = events(client, "guessed").filter { $0["seat"] as? Int == 2 }
            #expect(seen.map { $0["length"] as? Int } == [5] && seen.map { $0["points"] as? Int } == [25])
            #expect(!text(client).contains("brain"))
        }
        #expect(!text(race.rival).contains("vibrant") && !text(race.watcher).contains("vibrant"))
        race.pass(30_000)
        let over = try #require(events(race.watcher, "round_over").first)
        let standings = over.list("standings")
        #expect(standings.map { $0["seat"] as? Int } == [1, 2])
        #expect(standings.map { $0["score"] as? Int } == [147, 25])
        #expect(standings.map { $0["points"] as? Int } == [10, 7])
        #expect(standings.map { $0["words"] as? [String] } == [["vibrant"], ["brain"]])
        #expect(over["answer"] as? String == TestWords.source)
    }

    @Test("A round ends when the last word of the slowest line has had its time, and takes no word after that")
    func end() throws {
        _ = race.host.ask(.inRoom(room: race.code, .start))
        race.pass(RoomState.countdown)
        race.pass(30_000)
        #expect(play(race.rival, "rib").code == "game_over", "the time is up on a line without delay")
        #expect(play(race.rival, "rib", lag: 200)["ms"] as? Int == 29_800)
        // The host takes nothing from it: the clock ends the round in a moment.
        #expect(race.host.ask(.inRoom(room: race.code, .endRound)).type == "done")
        race.pass(499)
        #expect(play(race.host, "tab", lag: 900)["ms"] as? Int == 29_999)
        #expect(events(race.watcher, "round_over").isEmpty)
        race.pass(501)
        #expect(events(race.watcher, "round_over").count == 1)
        #expect(play(race.host, "rib", lag: 900).code == "round_over")
        #expect(play(race.host, "tab")["repeated"] as? Bool == true, "and answers what was found as before")
    }

    @Test("A restart in mid-round loses no word, and the round ends at its instant")
    func restart() throws {
        _ = race.host.ask(.inRoom(room: race.code, .start))
        race.pass(RoomState.countdown)
        race.pass(10_000)
        #expect(play(race.rival, "brain").type == "played")
        let world = try race.world.restarted()
        let back = TestClient(world, race.rival.player)
        _ = back.ask(.hello(protocol: 1, token: nil))
        let board = back.ask(.join(room: race.code, resume: nil)).object("board")
        #expect(board["tiles"] as? String == tiles && board["seconds"] as? Int == 30)
        #expect(board.list("words").map { $0["word"] as? String } == ["brain"])
        world.advance(ms: 20_999)
        world.run()
        #expect(back.pushes("event").allSatisfy { $0.object("event")["kind"] as? String != "round_over" })
        world.advance(ms: 1)
        world.run()
        #expect(back.pushes("event").contains { $0.object("event")["kind"] as? String == "round_over" })
    }

    @Test("A setting that anagrams cannot have is refused")
    func settings() throws {
        func change(_ change: SprintChange) -> String? {
            race.host.ask(.inRoom(room: race.code, .settings(change)))["field"] as? String
        }
        #expect(change(SprintChange(limit: 301)) == "limit" && change(SprintChange(limit: 29)) == "limit")
        #expect(change(SprintChange(kind: "chess")) == "kind" && change(SprintChange(length: 5)) == "length")
        #expect(change(SprintChange(kind: "guess")) == nil && change(SprintChange(limit: 600)) == nil)
        #expect(change(SprintChange(kind: "anagram")) == nil)
        #expect(race.room?.state.sprintSettings.limit == 90 && race.room?.state.sprintSettings.line.length == 7)
    }
}
