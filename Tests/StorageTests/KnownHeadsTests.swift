import GameRules
import Rooms
import Storage
import TestKit
import Testing

@testable import SQLiteStorage

/// The writer remembers where games and logs stand. Whatever it writes or undoes, its answers must be those of an
/// engine that looks them up.
struct KnownHeadsTests {
    private typealias Sample = StorageSample

    private static let room = Sample.room.id
    private static let practice = GameRecord(
        key: GameKey(player: Sample.mika.id, puzzle: PuzzleID(line: .standard, day: Day(number: 1))), openedAt: 5,
        hardMode: .off, secret: PuzzleSecret(answer: Sample.crane))

    /// A write that fits what is stored, or nearly does.
    private static func write(_ random: inout SplitMix, moves: Int, practiced: Int, events: Int) -> Write {
        let fault = Int.random(in: 0..<6, using: &random)
        let row = max(0, moves + (fault == 0 ? 1 : fault == 1 ? -1 : 0))
        let sequence = max(1, events + (fault == 0 ? 2 : fault == 1 ? 0 : 1))
        let move = MoveRecord(row: row, word: Sample.crane, verdict: Sample.first.verdict, elapsed: row)
        switch Int.random(in: 0..<15, using: &random) {
        case 0: return Sample.open()
        case 1: return .setHardMode(Sample.mikasGame, fault < 3 ? .off : .hard)
        case 2: return .appendMove(Sample.mikasGame, move, finish: row > 4 ? Sample.solved : nil)
        case 10: return .openGame(practice)
        case 11: return .forgetGame(practice.key)
        case 12...14:
            let move = MoveRecord(row: practiced, word: Sample.crane, verdict: Sample.first.verdict, elapsed: row)
            return .appendMove(practice.key, move, finish: nil)
        case 3...5: return .appendMove(Sample.mikasGame, move, finish: nil)
        default:
            return .appendEvent(room, LoggedEvent(sequence: sequence, time: 0, event: .ready(seat: 1, ready: true)))
        }
    }

    @Test("An engine with remembered heads answers like one without", arguments: 1...8 as ClosedRange<UInt64>)
    func itAnswersAsAnEngineThatLooks(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let folder = try TemporaryFolder()
        let disk = FaultyDisk()
        let engine = try SQLiteStorage(folder: folder.path, limits: .init(), vfs: disk.name) { Issue.record("\($0)") }
        let (ours, oracle) = (StorageProbe(engine), StorageProbe(MemoryStorage()))
        for probe in [ours, oracle] {
            #expect(await probe.write(.createPlayer(Sample.mika), .createRoom(Sample.room), Sample.open()) == nil)
        }
        for step in 0..<150 {
            let moves = try await oracle.game(Sample.mikasGame)?.moves.count ?? 0
            let practiced = try await oracle.game(KnownHeadsTests.practice.key)?.moves.count ?? 0
            let events = try await oracle.room(Sample.room.code)?.log.count ?? 0
            let writes = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                KnownHeadsTests.write(&random, moves: moves, practiced: practiced, events: events)
            }
            let isBroken = Int.random(in: 0..<12, using: &random) == 0
            if isBroken {
                disk.set(.full)
                #expect(await ours.write(all: writes) != nil)
                disk.set(nil)
                for probe in [ours, oracle] { probe.goOn() }
            }
            let answers = (await ours.write(all: writes), await oracle.write(all: writes))
            #expect(answers.0 == answers.1, "step \(step): \(writes)")
            if answers.1 != nil { for probe in [ours, oracle] { probe.goOn() } }
        }
        #expect(try await ours.game(Sample.mikasGame) == oracle.game(Sample.mikasGame))
        #expect(try await ours.room(Sample.room.code) == oracle.room(Sample.room.code))
        engine.close()
    }

    /// A writer that believed undone heads would accept a row behind a gap. (A false refusal would be looked into
    /// again.)
    @Test("Heads remembered in a rolled-back transaction are forgotten")
    func whatWasUndoneIsNotBelieved() async throws {
        let folder = try TemporaryFolder()
        let disk = FaultyDisk()
        let engine = try SQLiteStorage(folder: folder.path, limits: .init(), vfs: disk.name) { Issue.record("\($0)") }
        let probe = StorageProbe(engine)
        func move(_ row: Int, _ key: GameKey = Sample.mikasGame) -> Write {
            let move = MoveRecord(row: row, word: Sample.crane, verdict: Sample.first.verdict, elapsed: row)
            return .appendMove(key, move, finish: nil)
        }
        func event(_ sequence: Int) -> Write {
            .appendEvent(KnownHeadsTests.room, LoggedEvent(sequence: sequence, time: 0, event: .listed(listed: true)))
        }
        func expectConflict(_ writes: Write..., text: String) async {
            if case .conflict? = await probe.write(all: writes) {} else { Issue.record("\(text) was accepted") }
            probe.goOn()
        }
        let (practice, key) = (KnownHeadsTests.practice, KnownHeadsTests.practice.key)
        let begin: [Write] = [.createPlayer(Sample.mika), .createRoom(Sample.room), Sample.open(), move(0), event(1)]
        #expect(await probe.write(all: begin) == nil)
        disk.set(.full)
        #expect(await probe.write(move(1), event(2)) != nil)
        disk.set(nil)
        probe.goOn()
        await expectConflict(move(2), text: "a move behind one whose commit failed")
        await expectConflict(event(3), text: "an event behind one whose commit failed")
        #expect(await probe.write(move(1), event(2)) == nil)
        // A conflict undoes what came before it in its transaction.
        await expectConflict(move(2), event(3), move(9), text: "a gap")
        await expectConflict(move(3), text: "a move behind one that was undone alone")
        await expectConflict(event(4), text: "an event behind one that was undone alone")
        #expect(await probe.write(.openGame(practice), move(0, key), .forgetGame(key), .openGame(practice)) == nil)
        await expectConflict(move(1, key), text: "a move in a game that was begun anew")
        #expect(await probe.write(move(0, key), .deletePlayer(Sample.mika.id, name: "")) == nil)
        // The next game that is opened gets the number that has become free.
        let other = GameKey(player: Sample.zoe.id, puzzle: Sample.today)
        #expect(await probe.write(.createPlayer(Sample.zoe), Sample.open(other), move(0, other)) == nil)
        await expectConflict(move(1, key), text: "a move in the game of a player who was deleted")
        engine.close()
    }

    @Test("The number of remembered heads is bounded")
    func itKnowsSoManyAndNoMore() {
        var known = KnownHeads()
        let head = GameHead(moveCount: 1, hardMode: .off, isFinished: false)
        for number in 0..<KnownHeads.most {
            let key = GameKey(player: PlayerID(high: 0, low: UInt64(number)), puzzle: Sample.today)
            known[key] = KnownHeads.Game(id: number, head: head)
            known[RoomID(number: number)] = number
        }
        let (first, one) = (GameKey(player: PlayerID(high: 0, low: 0), puzzle: Sample.today), RoomID(number: -1))
        #expect(known[first] != nil && known[RoomID(number: 0)] == 0)
        known[first] = KnownHeads.Game(id: 0, head: head)
        #expect(known[first] != nil, "it is not one more")
        known[Sample.mikasGame] = KnownHeads.Game(id: 0, head: head)
        known[one] = 7
        #expect(known[first] == nil && known[Sample.mikasGame] != nil)
        #expect(known[RoomID(number: 0)] == nil && known[one] == 7)
        known[Sample.mikasGame] = KnownHeads.Game(id: 0, head: GameHead(moveCount: 2, hardMode: .off, isFinished: true))
        #expect(known[Sample.mikasGame] == nil, "what is over is not asked for again")
    }
}
