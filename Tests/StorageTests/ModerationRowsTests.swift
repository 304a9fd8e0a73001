import Storage
import TestKit
import Testing

@testable import SQLiteStorage

/// The audit log at its bound, and how the banned are found.
struct ModerationRowsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func connection(_ access: Connection.Access) throws -> Connection {
        try Connection(path: "\(folder.path)/\(SQLiteStorage.fileName)", access: access, vfs: nil)
    }

    private func open() throws -> SQLiteStorage {
        try SQLiteStorage(folder: folder.path) { Issue.record("checkpoint: \($0)") }
    }

    @Test("The audit log keeps the last 100,000 acts")
    func mostActs() async throws {
        try open().close()
        try connection(.existing).execute(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(AdminAct.most - 1))
            INSERT INTO admin_acts SELECT i, 5, 'command', 'withdraw', '' FROM n
            """)
        let engine = try open()
        let probe = StorageProbe(engine)
        let act = AdminAct(time: 5, actor: "command", verb: "announce", subject: "")
        #expect(await probe.write(.noteAct(act)) == nil)
        #expect(try await probe.acts(before: 3).map(\.number) == [2, 1], "as many as may be")
        #expect(await probe.write(.noteAct(act)) == nil)
        #expect(try await probe.acts(before: 3).map(\.number) == [2], "the oldest has gone")
        #expect(try await probe.acts(limit: 1).map(\.number) == [AdminAct.most + 1])
        engine.close()
    }

    @Test("A list of the banned reads nobody else")
    func bannedByIndex() throws {
        try open().close()
        let plan = try connection(.readOnly).all("EXPLAIN QUERY PLAN \(PlayerRows.bannedFirst)", .integer(51)) {
            (row) throws(StorageError) in try row.text(3)
        }
        #expect(plan.count == 1 && plan.allSatisfy { $0.contains("USING INDEX players_banned") }, "\(plan)")
    }

    @Test("The player who came longest ago is found without reading other players")
    func longestAgoByIndex() throws {
        try open().close()
        let plan = try connection(.readOnly).all(
            "EXPLAIN QUERY PLAN \(PlayerRows.lastSeenFirst)", .integer(5), .integer(1),
            .player(StorageSample.mika.id), .integer(50)
        ) { (row) throws(StorageError) in try row.text(3) }
        #expect(plan.count == 1 && plan.allSatisfy { $0.contains("players_seen") }, "\(plan)")
    }
}
