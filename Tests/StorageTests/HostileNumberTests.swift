import Foundation
import GameRules
import Rooms
import Storage
import StoredRows
import TestKit
import Testing

@testable import SQLiteStorage

/// Databases with numbers that nobody can have written: a damaged disk can, and whoever sends somebody a backup. They
/// are read as `corrupt` or as something with which one can reckon, and never end the server.
struct HostileNumberTests {
    private static let numbers = FullRun.isOn ? [Int.min, -1, 1 << 48, Int.max] : [Int.min, Int.max]
    /// Any bits will do for these.
    private static let free: Set = ["rooms.epoch", "rooms.restored"]

    @Test("An impossible number in any column never ends the server")
    func inAnyColumn() async throws {
        let sound = try TemporaryFolder()
        try await SoundSample.fill(sound.path)
        let columns = try HostileNumberTests.columns(of: sound)
        #expect(columns.count > 30 && columns.contains { $0 == ("games", "day") })
        for (table, column) in columns {
            for number in HostileNumberTests.numbers {
                let folder = try TemporaryFolder()
                let file = "\(folder.path)/tilerace.db"
                try FileManager.default.copyItem(atPath: "\(sound.path)/tilerace.db", toPath: file)
                try Connection(path: file, access: .existing, vfs: nil).execute(
                    """
                    PRAGMA foreign_keys=OFF; PRAGMA ignore_check_constraints=ON;
                    UPDATE OR IGNORE \(table) SET \(column) = \(number)
                    """)
                let name = "\(table).\(column)"
                let faults = try Examination(of: folder.path).faults
                let engine = try SQLiteStorage(folder: folder.path) { error in
                    // Where a name is to be an event that is not there.
                    if case .corrupt = error { return }
                    Issue.record("checkpoint: \(error)")
                }
                let reader = HostileReader(StorageProbe(engine), name: "\(name) = \(number)")
                await reader.readEverything()
                await reader.writeSome()
                engine.close()
                let mustBeFound = reader.foundCorrupt || (number == Int.min && !HostileNumberTests.free.contains(name))
                #expect(!faults.isEmpty || !mustBeFound, "\(name) = \(number)")
            }
        }
    }

    /// All columns of integers.
    private static func columns(of folder: TemporaryFolder) throws -> [(table: String, column: String)] {
        try Connection(path: "\(folder.path)/tilerace.db", access: .readOnly, vfs: nil).all(
            """
            SELECT tables.name, columns.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND columns.type = 'INTEGER'
            """
        ) { (row) throws(StorageError) in (try row.text(0), try row.text(1)) }
    }

    @Test("An impossible number in any event never ends the server")
    func inAnyEvent() throws {
        // Digits outside of texts: after a colon, a comma or a bracket, and before a comma or a closing bracket.
        // Brackets are written by their codes.
        let number = try Regex<(Substring, Substring, Substring, Substring)>(#"(:|,|\x5B)(\d+)(,|\x5D|\x7D)"#)
        let log = StorageSample.log(StorageSample.everyEvent)
        var count = 0
        for (index, logged) in log.enumerated() {
            let text = StoredEvent.json(logged.event)
            for match in text.matches(of: number) {
                count += 1
                for hostile in HostileNumberTests.numbers {
                    var changed = text
                    changed.replaceSubrange(match.range, with: "\(match.1)\(hostile)\(match.3)")
                    let event: RoomEvent
                    do throws(StorageError) {
                        event = try StoredEvent.event(changed)
                    } catch {
                        guard case .corrupt = error else { throw error }
                        continue
                    }
                    #expect(hostile > 0, "\(changed)")
                    var log = log
                    log[index] = LoggedEvent(sequence: logged.sequence, time: logged.time, event: event)
                    HostileReader.fold(log)
                }
            }
        }
        #expect(count > 40, "\(count) numbers in events")
    }
}

/// Reads and writes like a server, and reckons with what it gets.
private final class HostileReader {
    private let probe: StorageProbe
    private let name: String
    private(set) var foundCorrupt = false

    init(_ probe: StorageProbe, name: String) {
        self.probe = probe
        self.name = name
    }

    private func attempt(_ read: () async throws -> Void) async {
        do {
            try await read()
        } catch StorageError.corrupt {
            foundCorrupt = true
        } catch {
            Issue.record("\(name): \(error)")
        }
    }

    func readEverything() async {
        for player in [StorageSample.mika.id, StorageSample.zoe.id] { await readGames(of: player) }
        await readPuzzles()
        await readRooms()
        await attempt { _ = try await probe.bannedPlayers().compactMap(\.bannedAt).reduce(0, +) }
        await attempt { _ = try await probe.acts().map(\.act.time).reduce(0, +) }
        await attempt { _ = try await probe.announcement().map { $0.time + 1 } }
        await attempt { _ = try await probe.wordsLeftOut().map(\.time).reduce(0, +) }
        await attempt {
            let days = Day(number: .min)...Day(number: .max)
            _ = try await probe.refusedWords(on: days).map(\.count).reduce(0, +)
        }
    }

    private func readGames(of player: PlayerID) async {
        await attempt { _ = try await probe.player(player).map { $0.createdAt + 1 } }
        await attempt { _ = try await probe.players([player]) }
        await attempt {
            for game in try await probe.games(of: player) { HostileReader.replay(game) }
        }
        await attempt {
            let games = try await probe.history(of: player)
            _ = games.map(\.day.text)
            let ends = games.compactMap(\.finish)
            _ = ends.map(\.elapsed).reduce(0, +) + games.map(\.openedAt).reduce(0, +)
            for end in ends { _ = Array(repeating: 0, count: end.turns)[end.turns - 1] }
        }
        await attempt { try await probe.practice(of: player).map(HostileReader.replay) }
        for puzzle in [StorageSample.today, StorageSample.yesterday] {
            await attempt {
                try await probe.game(GameKey(player: player, puzzle: puzzle)).map(HostileReader.replay)
            }
            await attempt {
                let games = try await probe.games([GameKey(player: player, puzzle: puzzle)])
                for game in games { HostileReader.replay(game) }
            }
        }
    }

    private static func replay(_ game: GameRecord) {
        _ = game.key.text
        for move in game.moves {
            #expect(move.word.count == move.verdict.length)
            _ = move.elapsed + move.credit + game.openedAt
        }
        guard let secret = game.secret else { return }
        _ = Game(of: game.key.puzzle.line, secret: secret, options: GameOptions())
    }

    private func readPuzzles() async {
        let line = PuzzleLine.standard
        await attempt {
            let pieces = try await probe.foldedResults(days: Day(number: .min)...Day(number: .max))
            let results = pieces.flatMap(\.self)
            _ = results.map(\.score.solvedTime).reduce(0, +)
            for case .solved(let turns, _) in results.map(\.score) {
                #expect(GuessRules.turns.contains(turns), "\(name)")
            }
            #expect(results.allSatisfy { $0.day.text.utf8.count == 10 }, "\(name)")
        }
        await attempt { _ = try await probe.begin(after: Day(number: 0)) }
        await attempt { _ = try await probe.lastDay(before: Day(number: .max))?.text }
        await attempt {
            var puzzles = try await probe.pinned(of: line, before: Day(number: .max), limit: .max)
            if let today = try await probe.pinned(StorageSample.today) { puzzles.append(today) }
            for puzzle in puzzles {
                _ = puzzle.puzzle.text
                _ = GuessGame(answer: puzzle.answer, rules: GuessRules(length: line.length))
            }
        }
    }

    private func readRooms() async {
        let (code, id) = (StorageSample.room.code, StorageSample.room.id)
        await attempt { try await probe.room(code).map { HostileReader.fold($0.log) } }
        await attempt {
            try await probe.recall(code, tail: 3).map { _ = RoomState(recalling: $0.log).nextSeat }
        }
        await attempt {
            for race in try await probe.races(of: id) {
                _ = race.first.time + (race.last?.time ?? 0) + race.players
                let log = try await probe.race(race.race, of: id)
                _ = log.flatMap { SprintReplay(replaying: $0.events) }
            }
        }
        for player in [StorageSample.mika.id, StorageSample.zoe.id] {
            await attempt { _ = try await probe.rooms(of: player) }
            await attempt {
                _ = try await probe.sittings(of: player).flatMap(\.seats).map { $0 + 1 }
                _ = try await probe.seatEvents(of: player, in: id)
            }
        }
    }

    /// Folds a log as a server does. The log has no gap.
    static func fold(_ log: [LoggedEvent]) {
        let state = RoomState(replaying: log)
        _ = state.nextSeat + 1
        _ = state.series?.podium
        _ = RoomState.needed(of: log, tail: 2)
        _ = SprintReplay(replaying: log)
        _ = log.map(\.time).reduce(0, +)
    }

    /// Writes, and takes any answer: there must be one.
    func writeSome() async {
        let game = GameKey(player: StorageSample.zoe.id, puzzle: StorageSample.today)
        let next = StorageSample.everyEvent.count + 1
        let events: [RoomEvent] = [
            .renamed(seat: 1, name: "x"), .started(race: .daily(StorageSample.today), seat: 1), .left(seat: 1),
        ]
        let writes: [Write] =
            [.endSessions(StorageSample.mika.id, sessions: .max), .appendMove(game, StorageSample.first, finish: nil)]
            + [
                .setBan(StorageSample.mika.id, at: 5), .announce(nil),
                .leaveOut(LeftOutWord(word: "crane", time: 5)), .bringBack(word: "maple"),
                .noteAct(AdminAct(time: 5, actor: "command", verb: "v", subject: "")),
                .countRefused(StorageSample.today.day, []),
            ]
            + events.enumerated().map {
                StorageSample.append(LoggedEvent(sequence: next + $0.offset, time: 0, event: $0.element))
            } + [
                .abandonSeat(StorageSample.mika.id, StorageSample.room.id, time: 0),
                .renameInLogs(
                    StorageSample.mika.id, name: "y", after: nil,
                    through: NamePlace(room: RoomID(number: .max), seat: .max, sequence: .max)),
                .deletePlayer(StorageSample.mika.id, name: "y"),
            ]
        for write in writes {
            if await probe.write(write) != nil { probe.goOn() }
        }
    }
}
