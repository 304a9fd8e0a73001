import Foundation
import GameRules
import Storage
import Synchronization
import TestKit
import Testing

@testable import SQLiteStorage

/// Behaviour of the engine in a file beyond `StorageContract`.
struct SQLiteStorageTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(
        _ limits: SQLiteStorage.Limits = SQLiteStorage.Limits(), disk: FaultyDisk? = nil
    ) throws -> SQLiteStorage {
        try SQLiteStorage(folder: folder.path, limits: limits, vfs: disk?.name) { Issue.record("checkpoint: \($0)") }
    }

    private func player(_ number: Int) -> PlayerRecord {
        PlayerRecord(id: PlayerID(high: 3, low: UInt64(number)), name: "\(number)", createdAt: 0)
    }

    @Test("A reopened engine has everything that was written")
    func reopenedGivesEverythingBack() async throws {
        let first = try open()
        _ = await StorageProbe(first).answers(to: StorageSample.everything)
        first.close()
        let second = try open()
        try await expectEverything(in: StorageProbe(second))
        second.close()
    }

    @Test("A folder that is in use is refused to a second engine")
    func oneFolderServesOneEngine() throws {
        let first = try open()
        #expect(throws: OpenError.inUse(folder: folder.path)) { try open() }
        first.close()
        try open().close()
    }

    /// A child that is between fork and exec has the lock's open file too, until the exec closes it.
    @Test("A folder is free as soon as its engine is closed, also if the file of its lock is still open elsewhere")
    func aClosedEngineUnlocksWhatAChildShares() throws {
        let first = try open()
        let lock = "\(folder.path)/\(FolderLock.fileName)"
        let shared = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == lock
        }.compactMap { Int32($0).map { dup($0) } }
        #expect(shared.count == 1)
        defer { for descriptor in shared { Glibc.close(descriptor) } }
        first.close()
        try open().close()
    }

    @Test("Transactions that arrive together share commits")
    func groupsShareCommits() async throws {
        let engine = try open()
        let answers = await StorageProbe(engine).answers(to: (0..<10_000).map { [.createPlayer(player($0))] })
        #expect(answers.allSatisfy { $0 == nil })
        #expect(engine.counts.transactions == 10_000)
        #expect(engine.counts.commits < 2_500, "\(engine.counts.commits)")
        #expect(engine.counts.commits >= 5, "a group has at most 2,048")
        engine.close()
    }

    /// Under load a commit waits a moment for more transactions.
    @Test("A commit of many transactions is followed by a short pause")
    func aCommitOfManyIsFollowedByARest() async throws {
        let rests = Mutex<[UInt32]>([])
        let engine = try SQLiteStorage(
            folder: folder.path, rest: { time in rests.withLock { $0.append(time) } },
            report: { Issue.record("checkpoint: \($0)") })
        /// Commits so many at once.
        func commit(_ numbers: Range<Int>) async {
            let isReady = DispatchSemaphore(value: 0)
            engine.pause { isReady.wait() }
            let (answers, continuation) = AsyncStream.makeStream(of: Bool.self)
            for number in numbers {
                let transaction = Transaction(writes: [.createPlayer(player(number))])
                engine.submit(transaction) { continuation.yield((try? $0.get()) != nil) }
            }
            isReady.signal()
            #expect(await answers.prefix(numbers.count).allSatisfy { $0 })
        }
        await commit(0..<3)
        #expect(rests.withLock { $0 } == [])
        await commit(3..<7)
        engine.close()
        #expect(rests.withLock { $0 } == [1_000])
    }

    @Test("A full queue fails a transaction as unavailable and the later ones as superseded")
    func aFullQueueRefusesInOrderAndForGood() async throws {
        var limits = SQLiteStorage.Limits()
        limits.waitingTransactions = 3
        let engine = try open(limits)
        let probe = StorageProbe(engine)
        let answers = await probe.numberedAnswers(to: (0..<5_000).map { [.createPlayer(player($0))] })
        #expect(answers.map(\.number) == Array(0..<5_000))
        let refused = try #require(answers.firstIndex { $0.answer != nil }, "5,000 submissions outran the disk")
        #expect(answers[refused].answer == .unavailable("3 transactions wait for the disk"))
        #expect(answers[(refused + 1)...].allSatisfy { $0.answer == .superseded })
        #expect(try await probe.player(player(refused - 1).id) != nil)
        #expect(try await probe.player(player(refused).id) == nil)
        engine.close()
    }

    @Test("A write to a full disk fails, and succeeds once there is space")
    func aFullDiskIsNoSuccessAndRecovers() async throws {
        let disk = FaultyDisk()
        let engine = try open(disk: disk)
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createPlayer(player(0))) == nil)
        disk.set(.full)
        let answers = await probe.answers(to: (1..<50).map { [.createPlayer(player($0))] })
        #expect(answers.allSatisfy { $0 != nil })
        disk.set(nil)
        for number in 1..<50 { #expect(try await probe.player(player(number).id) == nil) }
        probe.goOn()
        #expect(await probe.write(.createPlayer(player(1))) == nil)
        engine.close()
        let again = try open()
        #expect(try await StorageProbe(again).player(player(1).id) == player(1))
        again.close()
    }

    @Test("Readers never see half a transaction")
    func readersNeverSeeHalfATransaction() async throws {
        let engine = try open()
        let probe = StorageProbe(engine)
        let game = StorageSample.mikasGame
        #expect(await probe.write(.createPlayer(StorageSample.mika), StorageSample.open()) == nil)
        async let writing = probe.answers(
            to: (0..<200).map { pair in
                [2 * pair, 2 * pair + 1].map { row in
                    .appendMove(
                        game,
                        MoveRecord(
                            row: row, word: StorageSample.crane, verdict: StorageSample.first.verdict, elapsed: 0),
                        finish: nil)
                }
            })
        for _ in 0..<100 {
            let moves = try #require(try await probe.game(game)).moves.count
            #expect(moves.isMultiple(of: 2))
        }
        #expect(await writing.allSatisfy { $0 == nil })
        engine.close()
    }

    @Test("The write-ahead log stays bounded")
    func theLogStaysBounded() async throws {
        var limits = SQLiteStorage.Limits()
        // Small groups: one of them may come on top of the bound.
        limits.group = 64
        let engine = try open(limits)
        let name = String(repeating: "x", count: 20_000)
        let players = (0..<4_000).map { PlayerRecord(id: player($0).id, name: name, createdAt: 0) }
        let answers = await StorageProbe(engine).answers(to: players.map { [.createPlayer($0)] })
        #expect(answers.allSatisfy { $0 == nil })
        let log = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/tilerace.db-wal")
        let size = try #require(log[.size] as? Int)
        #expect(size < 64 << 20, "80 MB were written, the log has \(size) bytes")
        engine.close()
    }

    /// Returns the number of times that the log was begun anew. SQLite counts that in its head (file format, section
    /// 4.1).
    private func logsBegun() throws -> Int {
        let log = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(SQLiteStorage.fileName)-wal"))
        return log[12..<16].reduce(0) { $0 << 8 | Int($1) }
    }

    @Test("The log is copied beside the writer and begun anew, while others read", .timeLimit(.minutes(5)))
    func theLogIsCopiedBesideTheWriter() async throws {
        var limits = SQLiteStorage.Limits()
        limits.logPages = 50
        limits.mostLogPages = .max
        let engine = try open(limits)
        let probe = StorageProbe(engine)
        let name = String(repeating: "x", count: 4_000)
        var written = 0
        while written < 10_000, try written < 100 || logsBegun() < 3 {
            async let answer = probe.write(
                .createPlayer(PlayerRecord(id: player(written).id, name: name, createdAt: 0)))
            async let read = probe.player(player(0).id)
            #expect(await answer == nil)
            _ = try await read
            written += 1
        }
        #expect(try logsBegun() >= 3, "\(written) players were written")
        engine.close()
    }

    /// While a long read goes on, the log cannot be emptied. Between two long reads it is, though the next is always
    /// asked for before anything else is written.
    @Test("The write-ahead log stays bounded while folds follow one another", .timeLimit(.minutes(5)))
    func theLogStaysBoundedWhileFoldsFollowOneAnother() async throws {
        var limits = SQLiteStorage.Limits()
        limits.logPages = 50
        limits.mostLogPages = 100
        let engine = try open(limits)
        let probe = StorageProbe(engine)
        let day = PuzzleID.firstDay
        let racer = player(0)
        let key = GameKey(player: racer.id, puzzle: PuzzleID(line: .standard, day: day))
        let finish = FinishRecord(solved: true, turns: 1, elapsed: 1)
        let game: [Write] = [
            .createPlayer(racer), StorageSample.open(key), .appendMove(key, StorageSample.first, finish: finish),
        ]
        #expect(await probe.answers(to: game.map { [$0] }).allSatisfy { $0 == nil })
        let name = String(repeating: "x", count: 40_000)
        var written = 1
        for round in 0..<40 {
            let (steps, step) = AsyncStream.makeStream(of: Bool.self)
            let mayEnd = DispatchSemaphore(value: 0)
            engine.foldResults(
                of: .standard, days: day...day, into: 0,
                add: { count, results in
                    count += results.count
                    step.yield(true)
                    mayEnd.wait()
                }
            ) { step.yield((try? $0.get()) == 1) }
            var answers = steps.makeAsyncIterator()
            #expect(await answers.next() == true, "it has begun")
            let refused = await #expect(throws: StorageError.self) { try await probe.foldedResults(days: day...day) }
            #expect(refused == .unavailable("another long read goes on"))
            let players = (written..<written + 10).map {
                PlayerRecord(id: player($0).id, name: name, createdAt: 0)
            }
            written += 10
            #expect(await probe.answers(to: players.map { [.createPlayer($0)] }).allSatisfy { $0 == nil })
            mayEnd.signal()
            #expect(await answers.next() == true, "round \(round)")
        }
        let log = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/tilerace.db-wal")
        let size = try #require(log[.size] as? Int)
        #expect(size < 2 << 20, "16 MB were written, the log has \(size) bytes")
        engine.close()
    }

    @Test("Another program's file is refused")
    func anotherProgramsFileIsRefused() throws {
        let path = "\(folder.path)/\(SQLiteStorage.fileName)"
        try Connection(path: path, access: .readWrite, vfs: nil).execute("CREATE TABLE theirs (x)")
        #expect(throws: OpenError.foreignFile) { try open() }
    }

    @Test("A damaged file is reported as corrupt")
    func aDamagedFileIsSaidToBe() async throws {
        let path = "\(folder.path)/\(SQLiteStorage.fileName)"
        try Data(repeating: 0x55, count: 8192).write(to: URL(fileURLWithPath: path))
        let error = try #require(throws: OpenError.self) { try open() }
        guard case .storage(.corrupt) = error else { throw error }
    }

    @Test("A damaged page is corrupt, not missing")
    func aDamagedPageIsCorruptNotMissing() async throws {
        let engine = try open()
        _ = await StorageProbe(engine).answers(to: StorageSample.everything)
        engine.close()
        let url = URL(fileURLWithPath: "\(folder.path)/\(SQLiteStorage.fileName)")
        // Not all pages but the first: the schema takes more than one.
        let found = try Connection(path: url.path, access: .readOnly, vfs: nil).first(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'players'"
        ) { (row) throws(StorageError) in row.integer(0) }
        let page = 4_096 * (try #require(found) - 1)
        var bytes = try Data(contentsOf: url)
        bytes.replaceSubrange(page..<page + 64, with: repeatElement(0x55, count: 64))
        try bytes.write(to: url)
        let damaged = try open()
        let error = await #expect(throws: StorageError.self) {
            try await StorageProbe(damaged).player(StorageSample.mika.id)
        }
        guard case .corrupt = error else { throw error ?? .closed }
        damaged.close()
    }
}
