import Foundation
import GameRules
import Messages
import Replays
import Rooms
import Testing

@testable import Sessions
@testable import Storage

/// Replays of anagrams from the hub: they are judged sound, and no byte of them is there before its time.
@Suite("Replays of anagrams from the hub")
struct AnagramReplayTests {
    private typealias Race = SprintSessionTests.Race

    private let race: SprintSessionTests.Race

    init() throws {
        var settings = HubSettings()
        settings.lines = [try #require(TestWords.anagramLine), .standard]
        race = try Race(HubWorld(settings: settings, anagrams: true))
    }

    private func bytes(_ name: String, by player: PlayerID? = nil) throws -> [UInt8] {
        let (id, code) = (try #require(RaceID(name)), try #require(RoomCode(race.code)))
        let reply = Mutable<Result<[UInt8], QueryFault>?>(nil)
        race.world.hub.documents.replay(of: id, in: code, player: player) { reply.value = $0 }
        race.world.run()
        return try #require(try reply.value?.get())
    }

    /// The replay, judged sound by one who knows the dictionary and the server's key.
    private func judged(_ name: String) throws -> Replay {
        let lists = race.world.hub.context.puzzleSource
        let judge = try ReplayJudge(
            try bytes(name), key: lists.signingKey.publicKey,
            words: { line in lists.words(of: line).map { words in words.accepts } })
        #expect(judge.faults.isEmpty && judge.hasLookedUp, "\(name): \(judge.faults)")
        return judge.replay
    }

    private func find(_ client: TestClient, _ word: String, lag: UInt16 = 0) -> [String: Any] {
        client.lag = lag
        return client.ask(.inRoom(room: race.code, .play(race: race.race, row: nil, word: word)))
    }

    private func history() throws -> [[String: Any]] {
        let reply = Mutable<Result<RaceListDocument, QueryFault>?>(nil)
        race.world.hub.documents.history(
            of: try #require(RoomCode(race.code)), player: nil, before: nil, limit: 50
        ) { reply.value = $0 }
        race.world.run()
        let json = try JSONSerialization.jsonObject(with: Data(try #require(try reply.value?.get()).json))
        return try #require(json as? [String: Any]).list("races")
    }

    private func nextRound() {
        race.pass(RoomState.pause)
        race.pass(RoomState.countdown)
    }

    /// Asks for a round that runs: it is not there, for nobody, the list does not name it, and nobody was sent the
    /// salt.
    private func expectHidden(_ name: String) throws {
        for player in [race.host.player, race.rival.player, race.watcher.player, nil] {
            #expect(throws: QueryFault.notFound(.end)) { try bytes(name, by: player) }
        }
        #expect(try history().allSatisfy { $0["race"] as? String != name })
        let salt = try #require(race.room?.state.series?.round?.deal.salt)
        for client in [race.host, race.rival, race.watcher] {
            #expect(!String(decoding: client.bytes, as: UTF8.self).contains(salt))
        }
    }

    @Test("Each round of the longest sprint can be judged as soon as it is over, and is not there before")
    func aWholeSprint() throws {
        let rounds = SprintSettings.roundCounts.upperBound
        race.start(SprintChange(kind: "anagram", limit: 30, rounds: rounds))
        var orders: Set<String> = []
        for round in 1...rounds {
            let name = "sprint-1-\(round)"
            #expect(race.race == name)
            try expectHidden(name)
            let words = TestWords.laid.map(\.0).dropLast()
            for (place, word) in words.enumerated() {
                let client = (round + place).isMultiple(of: 2) ? race.host : race.rival
                let answer = find(client, word)
                #expect(answer.type == "played", "\(answer)")
                race.pass(1_000)
            }
            #expect(find(race.rival, "tavrin").type == "error", "what is refused is in no replay")
            race.pass(30_000 - 1_000 * words.count)
            #expect(find(race.rival, "vibrant", lag: 400)["ms"] as? Int == 29_600, "the time that a slow line has")
            try expectHidden(name)
            race.pass(PuzzleLine.Kind.anagram.slack)
            let replay = try judged(name)
            #expect(replay.answer == TestWords.source && replay.version == 3)
            #expect(replay.lanes.map(\.name) == ["Mika", "Noor"] && replay.lanes.allSatisfy { $0.finish != nil })
            #expect(replay.lanes.flatMap(\.moves).map(\.word).sorted() == TestWords.laid.map(\.0).sorted())
            #expect(replay.lanes[1].moves.last?.ms == 29_600)
            guard let tiles = replay.board.tiles, replay.board.kind == .anagram, replay.board.seconds == 30 else {
                Issue.record("\(replay.board)")
                return
            }
            orders.insert(tiles)
            nextRound()
        }
        #expect(orders.count > rounds / 2, "each round has an order of its own")
        let races = try history()
        #expect(races.count == rounds && races.allSatisfy { $0["game"] as? String == "anagram" })
    }

    @Test("A round that the host ended, that somebody left, or in which nobody found a word can be judged")
    func oddRounds() throws {
        race.start(SprintChange(kind: "anagram", limit: 30, rounds: 3))
        _ = find(race.host, "brain")
        race.pass(2_000)
        #expect(race.host.ask(.inRoom(room: race.code, .endRound)).type == "done")
        let ended = try judged("sprint-1-1")
        #expect(ended.lanes.map { $0.finish?.points } == [25, 0] && ended.standings.map(\.points) == [10, 0])
        nextRound()
        let late = try race.world.guest(name: "Ruth")
        race.pass(5_000)
        _ = late.ask(.join(room: race.code, resume: nil))
        _ = find(late, "rib")
        _ = race.rival.ask(.leave(room: race.code))
        race.pass(30_000)
        let left = try judged("sprint-1-2")
        #expect(left.lanes.map(\.name) == ["Mika", "Ruth"] && left.lanes[1].moves.map(\.ms) == [5_000])
        nextRound()
        race.pass(31_000)
        #expect(try judged("sprint-1-3").standings.map(\.place) == [1, 1])
    }

    @Test("A round is judged alike after a restart, and only who may see the room sees it")
    func restartAndPassword() throws {
        race.start(SprintChange(kind: "anagram", limit: 30, rounds: 1))
        _ = find(race.host, "vibrant")
        race.pass(31_000)
        let before = try bytes("sprint-1-1")
        let again = try race.world.restarted()
        let reply = Mutable<Result<[UInt8], QueryFault>?>(nil)
        let (id, code) = (try #require(RaceID("sprint-1-1")), try #require(RoomCode(race.code)))
        again.hub.documents.replay(of: id, in: code, player: nil) { reply.value = $0 }
        again.run()
        #expect(try reply.value?.get() == before)
        #expect(race.host.ask(.inRoom(room: race.code, .password("sesame"))).type == "done")
        #expect(try bytes("sprint-1-1", by: race.rival.player) == before)
        for player in [race.watcher.player, nil] {
            #expect(throws: QueryFault.notFound(.room)) { try bytes("sprint-1-1", by: player) }
        }
    }

    @Test("The day of an anagram is there when nobody can play it any more, and can be judged")
    func aDay() throws {
        let world = race.world
        let puzzle = world.today
        let third = try world.guest(name: "Ruth")
        _ = third.ask(.join(room: race.code, resume: nil))
        var tiles = ""
        for client in [race.host, race.rival, race.watcher] {
            tiles = try #require(client.ask(.open(puzzle: puzzle, hard: .off))["tiles"] as? String)
        }
        for (client, word) in [
            (race.host, "brain"), (race.host, "rib"), (race.rival, "vibrant"), (race.watcher, "bar"),
        ] {
            race.pass(2_000)
            #expect(client.ask(.guess(puzzle: puzzle, row: nil, word: word)).type == "judged")
        }
        let untilPublic = 14 * 3_600_000 - 8_000 + 24 * 3_600_000
        for ms in [0, 100_000, untilPublic - 100_001] {
            race.pass(ms)
            for player in [race.host.player, nil] {
                #expect(throws: QueryFault.notFound(.end)) {
                    try bytes(puzzle.text, by: player)
                }
            }
            #expect(try history().isEmpty)
            // A member of the room who has not begun was sent nothing that the replay will tell.
            let seen = String(decoding: third.bytes, as: UTF8.self)
            for secret in [tiles, "vibrant", "brain"] { #expect(!seen.contains(secret)) }
            #expect(seen.contains("guessed"), "that rivals found words it was")
        }
        // Who plays it from the archive was not in the race.
        world.advance(ms: 1)
        world.run()
        race.pass(0)
        #expect(third.ask(.open(puzzle: puzzle, hard: .off, follow: false, archive: true)).type == "game")
        let replay = try judged(puzzle.text)
        #expect(replay.board == Replay.Board(kind: .anagram, tiles: tiles, seconds: 90))
        #expect(replay.kind == .daily && replay.number == puzzle.number && replay.version == 3)
        #expect(replay.lanes.map { $0.moves.map(\.word) } == [["brain", "rib"], ["vibrant"]])
        #expect(replay.standings.map(\.seat) == [2, 1] && replay.standings.map(\.score) == [147, 34])
        #expect(try history().first?["game"] as? String == "anagram")
    }

    @Test("A game whose end the disk has not taken is over in the replay all the same")
    func anEndThatWasNotWritten() throws {
        let world = race.world
        let puzzle = world.today
        _ = race.host.ask(.open(puzzle: puzzle, hard: .off))
        _ = race.host.ask(.guess(puzzle: puzzle, row: nil, word: "brain"))
        world.storage.failNextCommit(.unavailable("full"))
        // The server slept until the day was public.
        race.pass(14 * 3_600_000 + 24 * 3_600_000)
        let stored = world.storage.stored.games[GameKey(player: race.host.player, puzzle: puzzle)]
        #expect(try #require(stored).finish == nil)
        let replay = try judged(puzzle.text)
        #expect(replay.lanes.map { $0.finish?.points } == [25] && replay.standings.map(\.seat) == [1])
    }
}
