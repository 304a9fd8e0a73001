import Storage
import Synchronization
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
        _ = try old.run([Statement("BEGIN"), lease.check()])
        var taking = Lease(holder: "a", milliseconds: 60_000)
        #expect(throws: ConnectionFault.self) { try taking.take(new) }
        _ = try old.run([Statement("INSERT INTO days (day) VALUES (1)"), Statement("COMMIT")])
        #expect(try taking.take(connect()) == .taken)
        #expect(throws: ConnectionFault.refused(state: ConnectionFault.fenced, text: "the lease is another server's")) {
            try old.run([Statement("BEGIN"), lease.check(), Statement("COMMIT")])
        }
    }

    /// A server's clock that is set by hand.
    private final class HandClock: Sendable {
        private let time: Mutex<Int>
        init(_ time: Int) { self.time = Mutex(time) }
        var now: Int { time.withLock { $0 } }
        func pass(_ milliseconds: Int) { time.withLock { $0 += milliseconds } }
        var clock: LeaseClock {
            LeaseClock(
                now: { self.now },
                advance: { instant in
                    self.time.withLock { time in
                        defer { time = max(time, instant) }
                        return max(0, instant - time)
                    }
                })
        }
    }

    @Test("Whoever takes the lease goes on from the clock of who had it, also when that one died")
    func clocks() async throws {
        let database = try TestDatabase()
        let (fast, slow) = (HandClock(5_000_000), HandClock(1_000))
        let first = try database.open(as: "server", clock: fast.clock)
        fast.pass(60_000)
        #expect(await StorageProbe(first).write(.createPlayer(Sample.mika)) == nil)
        // As after a crash: it gives nothing back.
        let second = try database.open(as: "server", clock: slow.clock)
        #expect((fast.now...fast.now + 3_000).contains(slow.now))
        slow.pass(10_000)
        #expect(await StorageProbe(second).write(.createPlayer(Sample.zoe)) == nil)
        let left = slow.now
        second.close()
        // In order: from the very instant, and nothing is left out.
        let third = HandClock(0)
        try database.open(as: "other", clock: third.clock).close()
        #expect(third.now == left)
        let ahead = HandClock(left + 99)
        try database.open(as: "other", clock: ahead.clock).close()
        #expect(ahead.now == left + 99, "a clock that is ahead stays as it is")
        first.close()
    }

    @Test("A lease counts as held for three quarters of its time from when its renewal was sent, and no longer")
    func terms() async throws {
        let database = try TestDatabase()
        let hand = HandClock(1_000)
        var limits = PostgreSQLStorage.Limits()
        limits.renewal = 3_600_000
        let engine = try database.open(as: "a", limits: limits, clock: hand.clock)
        #expect(engine.holdsLease(at: 1_000) && engine.holdsLease(at: 4_000) && !engine.holdsLease(at: 4_001))
        hand.pass(500)
        #expect(await StorageProbe(engine).write(.createPlayer(Sample.mika)) == nil)
        #expect(engine.holdsLease(at: 4_500) && !engine.holdsLease(at: 4_501))
        hand.pass(500)
        // Refused rows renew nothing: what the check changed is rolled back with them.
        #expect(await StorageProbe(engine).write(.createPlayer(Sample.mika)) != nil)
        #expect(!engine.holdsLease(at: 4_501))
        engine.close()
        #expect(!engine.holdsLease(at: 0))
    }

    @Test("Who waits for the lease keeps its connection, and is let in once the lease is given back")
    func waiting() throws {
        let database = try TestDatabase()
        let engine = try database.open(as: "first")
        let wait = try database.wait(as: "second")
        for _ in 0..<5 {
            #expect(throws: PostgreSQLOpenError.self) { try wait.open { _ in } }
            #expect(try (1...4_000).contains(wait.lasts()))
        }
        engine.close()
        #expect(try wait.lasts() == 0)
        let second = try wait.open { _ in }
        #expect(second.generation == engine.generation + 1)
        second.close()
        // The connection that went to the engine is not used again.
        try wait.open { _ in }.close()
    }

    @Test("A database that was served with one seed refuses a server with another")
    func otherSeeds() throws {
        let database = try TestDatabase()
        try database.wait(as: "a", seed: "11").open { _ in }.close()
        #expect(throws: PostgreSQLOpenError.otherSeed) { try database.wait(as: "b", seed: "22").open { _ in } }
        try database.wait(as: "b", seed: "11").open { _ in }.close()
        // Commands on a database draw no words.
        try database.open(as: "c").close()
        #expect(throws: PostgreSQLOpenError.otherSeed) { try database.wait(as: "b", seed: "22").open { _ in } }
    }

    @Test("A writer that is stopped within a transaction keeps the lease from others for no longer than its time")
    func stoppedInTransaction() async throws {
        let database = try TestDatabase()
        try database.open().close()
        func connect(idle: Int32) throws -> Connection {
            try Connection(
                to: DatabaseAddress(database.server.address()), schema: database.schema, patience: 5_000, idle: idle)
        }
        let (old, new) = (try connect(idle: PostgreSQLStorage.Limits().idle), try connect(idle: 5_000))
        #expect(PostgreSQLStorage.Limits().idle <= 2_000)
        var lease = Lease(holder: "a", milliseconds: 4_000)
        #expect(try lease.take(old) == .taken)
        _ = try old.run([Statement("BEGIN"), lease.check()])
        var taking = Lease(holder: "a", milliseconds: 4_000)
        let began = ContinuousClock.now
        #expect(try taking.take(new) == .taken)
        #expect(ContinuousClock.now - began < .milliseconds(4_000))
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
