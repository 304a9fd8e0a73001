import Dispatch
import Rooms
import Storage
import Synchronization
import TestKit
import Testing

@testable import SQLiteStorage

/// Reads of a log for one player find the player's events, and nothing else.
struct SittingRowsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A log in which no event but these can be read: whoever reads another finds it.
    private func spoilAll(but sequences: [Int]) async throws -> SQLiteStorage {
        let engine = try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
        _ = await StorageProbe(engine).answers(to: StorageSample.everything)
        try spoil("sequence NOT IN (\(sequences.map(String.init).joined(separator: ",")))", to: #"{"joined":{}}"#)
        return engine
    }

    private func spoil(_ events: String, to text: String) throws {
        try Connection(path: "\(folder.path)/tilerace.db", access: .existing, vfs: nil).execute(
            "UPDATE room_events SET event = '\(text)' WHERE \(events)")
    }

    private var names: [Int] {
        StorageSample.log(StorageSample.everyEvent).compactMap { logged in
            switch logged.event {
            case .joined(2...3, _, _), .renamed(2...3, _): logged.sequence
            default: nil
            }
        }
    }

    @Test("A deletion reads only the events with the player's names")
    func aDeletionReadsTheNamesOfThePlayerAlone() async throws {
        let engine = try await spoilAll(but: names)
        let zoe = StorageSample.zoe.id
        #expect(names.count == 3)
        #expect(try await StorageProbe(engine).renameInLogs(zoe, name: "Nobody") == 1)
        #expect(await StorageProbe(engine).write(.deletePlayer(zoe, name: "Nobody")) == nil)
        let log = try await StorageProbe(engine).seatEvents(of: zoe, in: StorageSample.room.id).flatMap(\.events)
        #expect(log.map(\.sequence) == names)
        engine.close()
    }

    /// An event that has a name and cannot be read. If it is JSON, the name is taken out of it; if not, that is
    /// reported.
    @Test(
        "An unreadable event does not keep a player from being deleted",
        arguments: [(#"{"joined":{"name":"Zoe","seat":"?"}}"#, 0), (#"{"joined":{"name":"Zoe"#, 1), ("", 1)])
    func anEventThatCannotBeReadKeepsNobodyFromGoing(text: String, reports: Int) async throws {
        let reported = Mutex<[StorageError]>([])
        let engine = try SQLiteStorage(folder: folder.path) { error in reported.withLock { $0.append(error) } }
        let probe = StorageProbe(engine)
        _ = await probe.answers(to: StorageSample.everything)
        let damaged = try #require(names.first)
        try spoil("sequence = \(damaged)", to: text)
        let zoe = StorageSample.zoe.id
        #expect(try await probe.renameInLogs(zoe, name: "Nobody") == 1)
        #expect(await probe.write(.deletePlayer(zoe, name: "Nobody")) == nil)
        engine.close()
        #expect(reported.withLock(\.count) == reports)
        let db = try Connection(path: "\(folder.path)/tilerace.db", access: .readOnly, vfs: nil)
        let left = try db.all("SELECT sequence FROM room_events WHERE event LIKE '%Zoe%'") { $0.integer(0) }
        #expect(left == (text.hasSuffix("Zoe") ? [damaged] : []), "the others have the new name")
    }

    /// A transaction that needs a damaged row fails alone, and others in the same commit are written.
    @Test("An unreadable row fails only its own transaction")
    func aRowThatCannotBeReadFailsItsOwnTransactionOnly() async throws {
        let engine = try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
        let probe = StorageProbe(engine)
        let (mika, zoe) = (StorageSample.mika.id, StorageSample.zoe.id)
        #expect(await probe.write(.createPlayer(StorageSample.mika), .createPlayer(StorageSample.zoe)) == nil)
        try Connection(path: "\(folder.path)/tilerace.db", access: .existing, vfs: nil).execute(
            "UPDATE players SET sessions = -1 WHERE name = '\(StorageSample.mika.name)'")
        let before = engine.counts.commits
        // One group: the writer is held until all are there.
        let mayGoOn = DispatchSemaphore(value: 0)
        engine.pause { mayGoOn.wait() }
        let (answers, answer) = AsyncStream.makeStream(of: StorageError?.self)
        let group: [(rests: [Int], writes: [Write])] = [
            ([], [.renamePlayer(zoe, name: "Z")]),
            ([], [.renamePlayer(mika, name: "M"), .endSessions(mika, sessions: 1)]),
            ([2], [.renamePlayer(zoe, name: "?")]),
            ([1], [.endSessions(zoe, sessions: 7)]),
        ]
        for (index, entry) in group.enumerated() {
            let transaction = Transaction(number: index + 1, heard: 0, rests: entry.rests, writes: entry.writes)
            engine.submit(transaction) { result in
                if case .failure(let error) = result { answer.yield(error) } else { answer.yield(nil) }
            }
        }
        mayGoOn.signal()
        var given: [StorageError?] = []
        for await answer in answers.prefix(group.count) { given.append(answer) }
        #expect(given[0] == nil && given[2] == .superseded && given[3] == nil)
        guard case .corrupt = given[1] else { throw given[1] ?? .closed }
        #expect(engine.counts.commits == before + 1)
        let stored = try #require(try await probe.player(zoe))
        #expect(stored.name == "Z" && stored.sessions == 7)
        engine.close()
    }

    @Test("An export reads no events of other players")
    func anExportReadsNoEventsOfOthers() async throws {
        let zoes = StorageSample.log(StorageSample.everyEvent).filter { [2, 3].contains($0.event.seat) }
        let engine = try await spoilAll(but: zoes.map(\.sequence))
        let pieces = try await StorageProbe(engine).seatEvents(of: StorageSample.zoe.id, in: StorageSample.room.id)
        #expect(pieces.map(\.events) == [zoes])
        engine.close()
    }

    /// None of what is read for one player goes through a table.
    @Test("No read for one player scans a table")
    func nothingIsScanned() throws {
        try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }.close()
        let db = try Connection(path: "\(folder.path)/tilerace.db", access: .readOnly, vfs: nil)
        for sql in SittingRows.reads {
            let plan = try db.all("EXPLAIN QUERY PLAN " + sql.replacing(/\?\d?/, with: "1")) {
                (row) throws(StorageError) in try row.text(3)
            }
            #expect(!plan.isEmpty && plan.allSatisfy { !$0.contains("SCAN") || $0.contains("CONSTANT ROW") }, "\(plan)")
        }
    }
}
