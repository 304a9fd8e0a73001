import GameRules
import Rooms
import Storage
import TestKit
import Testing

@testable import PostgreSQLStorage

/// The engine against the one in memory, which shares no code with it but the rules.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct EqualAnswersTests {
    @Test(
        "Whatever is written in whatever groups, both engines answer alike and read alike",
        arguments: 0..<FullRun.count(fast: 6, full: 60))
    func equalAnswers(seed: Int) async throws {
        let database = try TestDatabase()
        let engine = try database.open()
        let (tried, model) = (StorageProbe(engine), StorageProbe(MemoryStorage()))
        var random = RandomWrites(seed: UInt64(seed))
        var (number, heard) = (0, 0)
        var taken = 0
        for probe in [tried, model] {
            #expect(await probe.answers(to: [Transaction(writes: RandomWrites.founding)]) == [nil])
        }
        for _ in 0..<12 {
            var group: [Transaction] = []
            for _ in 0...random.number(below: 40) {
                number += 1
                group.append(random.transaction(number: number, heard: heard))
            }
            let answers = await tried.answers(to: group)
            let expected = await model.answers(to: group)
            for (transaction, (answer, model)) in zip(group, zip(answers, expected)) {
                #expect(kind(answer) == kind(model), "\(transaction): \(String(describing: answer))")
            }
            taken += expected.count { $0 == nil }
            heard = number
            let (picture, modelled) = (try await picture(tried), try await picture(model))
            #expect(picture == modelled)
            for room in RandomWrites.rooms {
                random.learn(room, count: try await length(of: room, model))
            }
        }
        #expect(taken > number / 8, "much of it fits")
        engine.close()
    }

    private func kind(_ answer: StorageError?) -> String {
        switch answer {
        case nil: "success"
        case .conflict: "conflict"
        case .some(let error): "\(error)"
        }
    }

    private func length(of room: RoomID, _ probe: StorageProbe) async throws -> Int {
        for code in RandomWrites.codes {
            if let stored = try await probe.room(code), stored.record.id == room { return stored.log.count }
        }
        return 0
    }

    /// Everything that can be read, as text.
    private func picture(_ probe: StorageProbe) async throws -> [String] {
        var lines: [String] = []
        func note(_ name: String, _ value: Any) { lines.append("\(name): \(value)") }
        for player in RandomWrites.players {
            note("player", try await probe.player(player) as Any)
            note("games", try await probe.games(of: player))
            note("practice", try await probe.practice(of: player) as Any)
            note("rooms", try await probe.rooms(of: player).sorted { $0.id.number < $1.id.number })
            note("sittings", try await probe.sittings(of: player))
            note("logs", try await probe.roomLogs(of: player).map(\.events))
        }
        note("people", try await probe.players(RandomWrites.players).sorted { $0.id.high < $1.id.high })
        note("named", try await probe.players(named: "p"))
        note("banned", try await probe.bannedPlayers())
        note("acts", try await probe.acts())
        note("announcement", try await probe.announcement() as Any)
        note("left out", try await probe.wordsLeftOut())
        let days = Day(number: 0)...Day(number: 40_000)
        note("refused", try await probe.refusedWords(on: days))
        for puzzle in RandomWrites.puzzles {
            note("pinned", try await probe.pinned(puzzle) as Any)
            note("results", try await probe.results(of: puzzle).sorted { $0.player.high < $1.player.high })
        }
        note("begin", try await probe.begin(after: Day(number: -1)) as Any)
        note("day", try await probe.lastDay(before: Day(number: 30_000)) as Any)
        for code in RandomWrites.codes {
            note("room", try await probe.room(code) as Any)
            note("recalled", try await probe.recall(code, tail: 2) as Any)
            note("former", try await probe.room(formerly: code) as Any)
        }
        note("found", try await probe.rooms(named: "o"))
        for room in RandomWrites.rooms {
            note("races", try await probe.races(of: room))
            note("rooms in a round", try await probe.roomsInRound())
            for round in 1...2 {
                note("race", try await probe.race(.sprint(series: 1, round: round), of: room) as Any)
            }
            for puzzle in RandomWrites.puzzles {
                note("race", try await probe.race(.daily(puzzle), of: room) as Any)
            }
        }
        return lines
    }
}
