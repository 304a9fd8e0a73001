import Storage
import TestKit
import Testing

@testable import PostgreSQLStorage

private typealias Sample = StorageSample

/// Who may write, when more than one server would.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct LeaseTests {
    /// Limits of a server that sleeps: it renews nothing by itself, and its lease is over soon.
    private static let asleep: PostgreSQLStorage.Limits = {
        var limits = PostgreSQLStorage.Limits()
        limits.lease = 200
        limits.renewal = 3_600_000
        return limits
    }()

    @Test("A second server is told who uses the database, and for how long yet")
    func oneServerAtATime() throws {
        let database = try TestDatabase()
        let engine = try database.open(as: "first")
        do {
            _ = try database.open(as: "second")
            Issue.record("two servers write")
        } catch let error as PostgreSQLOpenError {
            guard case .inUse("first", let milliseconds) = error else { throw error }
            #expect((1...4_000).contains(milliseconds))
        }
        engine.close()
        try database.open(as: "second").close()
    }

    @Test("A server that slept and was replaced commits nothing, reads nothing, and learns it")
    func sleepers() async throws {
        let database = try TestDatabase()
        let sleeper = try database.open(as: "sleeper", limits: Self.asleep)
        let probe = StorageProbe(sleeper)
        #expect(await probe.write(.createPlayer(Sample.mika)) == nil)
        let successor = try await openWhenFree(database, as: "successor")
        let heir = StorageProbe(successor)
        #expect(await heir.write(.createPlayer(Sample.zoe)) == nil)
        let answers = await probe.answers(to: [
            Transaction(writes: [.renamePlayer(Sample.mika.id, name: "x")]),
            Transaction(writes: [.beginDay(.init(number: 1), at: 1)]),
        ])
        #expect(answers == [.fenced, .fenced])
        await #expect(throws: StorageError.fenced) { try await probe.player(Sample.mika.id) }
        #expect(
            await probe.answers(to: [Transaction(writes: [.beginDay(.init(number: 2), at: 1)])]) == [.fenced],
            "for good")
        #expect(database.reports.withLock { $0.contains(.fenced) })
        #expect(try await heir.player(Sample.mika.id) == Sample.mika)
        sleeper.close()
        #expect(await heir.write(.renamePlayer(Sample.mika.id, name: "Mi")) == nil, "the sleeper gave nothing back")
        successor.close()
    }

    @Test("A server that slept and was not replaced goes on")
    func lateRisers() async throws {
        let database = try TestDatabase()
        let engine = try database.open(limits: Self.asleep)
        // The lease ends by the database's clock, which no test can move.
        try await Task.sleep(for: .milliseconds(400))
        #expect(await StorageProbe(engine).write(.createPlayer(Sample.mika)) == nil)
        engine.close()
    }

    @Test("A server holds its lease while nobody writes")
    func renewals() async throws {
        let database = try TestDatabase()
        var limits = PostgreSQLStorage.Limits()
        limits.lease = 1_500
        limits.renewal = 50
        let engine = try database.open(as: "first", limits: limits)
        // Longer than the lease, by the database's clock, which no test can move.
        try await Task.sleep(for: .milliseconds(2_000))
        #expect(throws: PostgreSQLOpenError.self) { try database.open(as: "second") }
        #expect(await StorageProbe(engine).write(.createPlayer(Sample.mika)) == nil)
        engine.close()
    }

    @Test("The same server, started again, does not wait for the lease of its former life")
    func restarts() async throws {
        let database = try TestDatabase()
        let former = try database.open(as: "server")
        let engine = try database.open(as: "server")
        #expect(await StorageProbe(former).write(.createPlayer(Sample.mika)) == .fenced)
        #expect(await StorageProbe(engine).write(.createPlayer(Sample.mika)) == nil)
        former.close()
        engine.close()
    }

    @Test("Who takes over waits for a transaction that was let in before, and lets no later one in")
    func transactionsUnderWay() throws {
        let database = try TestDatabase()
        try database.open().close()
        func connect(patience: Int32 = 5_000) throws -> Connection {
            try Connection(
                to: DatabaseAddress(database.server.address()), schema: database.schema, patience: patience)
        }
        let (old, new) = (try connect(), try connect(patience: 200))
        var lease = Lease(holder: "a", milliseconds: 60_000)
        #expect(try lease.take(old) == .taken)
        _ = try old.run([Statement("BEGIN"), lease.check])
        var taking = Lease(holder: "a", milliseconds: 60_000)
        #expect(throws: ConnectionFault.self) { try taking.take(new) }
        _ = try old.run([Statement("INSERT INTO days (day) VALUES (1)"), Statement("COMMIT")])
        #expect(try taking.take(connect()) == .taken)
        #expect(throws: ConnectionFault.refused(state: ConnectionFault.fenced, text: "the lease is another server's")) {
            try old.run([Statement("BEGIN"), lease.check, Statement("COMMIT")])
        }
    }

    private func openWhenFree(_ database: TestDatabase, as holder: String) async throws -> PostgreSQLStorage {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            do {
                return try database.open(as: holder)
            } catch PostgreSQLOpenError.inUse where ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}
