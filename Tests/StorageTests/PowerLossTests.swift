import Foundation
import GameRules
import Rooms
import Storage
import Synchronization
import StoredRows
import TestKit
import Testing

@testable import SQLiteStorage

/// Databases after the power was lost at any instant, with writes that were not synced lost or torn.
struct PowerLossTests {
    private static let transactions = 120

    @Test("No acknowledged transaction is lost when the power fails", arguments: 0..<FullRun.count(fast: 10, full: 300))
    func nothingAcknowledgedIsLost(seed: Int) async throws {
        let images = try await images(of: LossyRun(seed: seed))
        #expect(images.count >= 4)
        for (number, image) in images.enumerated() {
            let faults = try await faults(of: image)
            #expect(faults == [], "seed \(seed), cut \(number)")
        }
    }

    /// The test above sees what is lost: on a disk that lies about syncs, all manner of things are.
    @Test("The power-loss test detects a disk that lies about syncs")
    func aDiskThatLiesIsFound() async throws {
        var found: [String] = []
        for seed in 0..<5 {
            for image in try await images(of: LossyRun(seed: seed, honoursSyncs: false)) {
                found += try await faults(of: image)
            }
        }
        #expect(found.contains { $0.hasPrefix("lost") })
    }

    private func images(of run: LossyRun) async throws -> [LossyDisk.Image] {
        let folder = try TemporaryFolder()
        var limits = SQLiteStorage.Limits()
        // Checkpoints are what goes wrong.
        limits.logPages = 20
        limits.mostLogPages = 60
        let engine = try SQLiteStorage(folder: folder.path, limits: limits, vfs: run.disk.name) {
            Issue.record("a checkpoint failed: \($0)")
        }
        await run.play(on: StorageProbe(engine), transactions: PowerLossTests.transactions)
        engine.close()
        run.disk.unmount()
        return run.disk.images
    }

    /// Returns the faults of a disk after a cut.
    private func faults(of image: LossyDisk.Image) async throws -> [String] {
        let folder = try TemporaryFolder()
        for (name, bytes) in image.files { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)")) }
        let engine: SQLiteStorage
        do {
            engine = try SQLiteStorage(folder: folder.path) { Issue.record("a checkpoint failed: \($0)") }
        } catch {
            return ["lost all: \(error)"]
        }
        defer { engine.close() }
        do {
            return try await faults(of: image, StorageProbe(engine), folder)
        } catch {
            return ["lost what cannot be read: \(error)"]
        }
    }

    private func faults(
        of image: LossyDisk.Image, _ probe: StorageProbe, _ folder: TemporaryFolder
    ) async throws -> [String] {
        var faults = try Examination(of: folder.path).faults
        let room = try await probe.room(StorageSample.room.code)
        var kept = 0
        while kept < PowerLossTests.transactions, try await probe.player(LossyRun.player(kept).id) != nil { kept += 1 }
        if kept < image.acknowledged { faults.append("lost \(image.acknowledged - kept) acknowledged transactions") }
        for number in 0..<PowerLossTests.transactions {
            let game = try await probe.game(LossyRun.key(number))
            if (game?.finish != nil) != (number < kept) { faults.append("transaction \(number) is there in part") }
        }
        if room.map(\.log.count) ?? 0 != (kept == 0 ? 0 : kept + 1) { faults.append("the log is of another moment") }
        return faults
    }
}

/// Play on a lossy disk: each transaction is a player with a finished game and a seat in a room.
private final class LossyRun: Sendable {
    let disk: LossyDisk
    private let seed: Int

    private final class Counter: Sendable {
        let value = Atomic(0)
    }
    private let acknowledged = Counter()

    init(seed: Int, honoursSyncs: Bool = true) {
        self.seed = seed
        disk = LossyDisk(seed: seed, rarity: 40, honoursSyncs: honoursSyncs) { [acknowledged] in
            acknowledged.value.load(ordering: .acquiring)
        }
    }

    static func player(_ number: Int) -> PlayerRecord {
        PlayerRecord(id: PlayerID(high: 9, low: UInt64(number)), name: "Player \(number)", createdAt: number)
    }

    static func key(_ number: Int) -> GameKey {
        GameKey(player: player(number).id, puzzle: StorageSample.today)
    }

    private static func writes(_ number: Int) -> [Write] {
        let crane = StorageSample.crane
        let verdict = Verdict.marks(Pattern(judging: crane, against: crane))
        let move = MoveRecord(row: 0, word: crane, verdict: verdict, elapsed: 5)
        let seat = RoomEvent.joined(seat: number + 1, player: player(number).id, name: "Player \(number)")
        let first: [Write] = [
            .pinPuzzle(PinnedPuzzle(puzzle: StorageSample.today, answer: crane, listVersion: "00ff")),
            .createRoom(StorageSample.room),
            StorageSample.append(LoggedEvent(sequence: 1, time: 0, event: .created(name: StorageSample.room.name))),
        ]
        return (number == 0 ? first : []) + [
            .createPlayer(player(number)), StorageSample.open(key(number)),
            .appendMove(key(number), move, finish: FinishRecord(solved: true, turns: 1, elapsed: 5)),
            StorageSample.append(LoggedEvent(sequence: number + 2, time: number, event: seat)),
        ]
    }

    /// Plays, a few transactions at once.
    func play(on probe: StorageProbe, transactions: Int) async {
        var random = SplitMix(seed: UInt64(seed) &+ 77)
        var next = 0
        while next < transactions {
            let end = min(transactions, next + Int.random(in: 1...12, using: &random))
            let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
            for number in next..<end {
                probe.engine.submit(Transaction(writes: LossyRun.writes(number))) {
                    [acknowledged] result in
                    guard case .success = result else { return _ = continuation.yield(false) }
                    acknowledged.value.add(1, ordering: .releasing)
                    continuation.yield(true)
                }
            }
            for await isDone in answers.prefix(end - next) where !isDone { Issue.record("a write failed") }
            next = end
        }
    }
}
