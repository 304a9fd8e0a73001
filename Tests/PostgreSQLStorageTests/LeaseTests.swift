import Foundation
import Storage
import Synchronization
import TestKit
import Testing

@testable import PostgreSQLStorage

private typealias Sample = StorageSample

/// The right to write, when more than one server would.
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

    @Test("A lease of the same generation is neither renewed nor given back where another server holds it")
    func equalGenerations() async throws {
        let database = try TestDatabase()
        var limits = PostgreSQLStorage.Limits()
        // It is to renew when it connects again, and not before.
        limits.renewal = 3_600_000
        let engine = try database.open(as: "old", limits: limits)
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createPlayer(Sample.mika)) == nil)
        // As after a fail-over to a copy that had not heard of the old one's lease, and gave its number to the new one.
        try database.server.psql("UPDATE \(database.schema).lease SET holder = 'new'")
        database.endWriter(of: engine)
        #expect(await probe.write(.createPlayer(Sample.zoe)) != nil, "its connection has ended")
        probe.goOn()
        #expect(await probe.write(.createPlayer(Sample.zoe)) == .fenced)
        engine.close()
        let lease = Lease(holder: "old", milliseconds: 4_000)
        let session = try Connection(
            to: DatabaseAddress(database.server.address()), schema: database.schema, patience: 5_000)
        try database.server.psql(
            "UPDATE \(database.schema).lease SET generation = 0, expires_at = clock_timestamp() + INTERVAL '3 s'")
        _ = try session.run([lease.release()])
        #expect(try lease.lasts(session) > 0)
    }

    @Test("A successor waits for a transaction that was let in before, and lets no later one in")
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
        /// The machine's clock; nil for one that nobody judges.
        private let wall: Int?
        init(_ time: Int, wall: Int? = nil) {
            self.time = Mutex(time)
            self.wall = wall
        }
        var now: Int { time.withLock { $0 } }
        func pass(_ milliseconds: Int) { time.withLock { $0 += milliseconds } }
        var clock: LeaseClock {
            var wall: (@Sendable () -> Int)?
            if let time = self.wall { wall = { time } }
            return LeaseClock(
                now: { self.now },
                advance: { instant in
                    self.time.withLock { time in
                        defer { time = max(time, instant) }
                        return max(0, instant - time)
                    }
                }, wall: wall)
        }
    }

    @Test("A new holder of the lease goes on from the clock of the holder before it, also if that one died")
    func clocks() async throws {
        let database = try TestDatabase()
        let (fast, slow) = (HandClock(5_000_000), HandClock(1_000))
        let first = try database.open(as: "server", clock: fast.clock)
        fast.pass(60_000)
        #expect(await StorageProbe(first).write(.createPlayer(Sample.mika)) == nil)
        // As after a crash: it gives nothing back.
        let second = try database.open(as: "server", clock: slow.clock)
        #expect((fast.now...fast.now + 4_000).contains(slow.now))
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

    @Test("Nothing that a holder told before it died is later than where the next one goes on")
    func timesTold() async throws {
        let database = try TestDatabase()
        var limits = PostgreSQLStorage.Limits()
        limits.renewal = 3_600_000
        let teller = HandClock(5_000_000)
        let first = try database.open(as: "server", limits: limits, clock: teller.clock)
        var told = 0
        for (day, step) in [0, 990, 990, 10, 3_000].enumerated() {
            teller.pass(step)
            #expect(await StorageProbe(first).write(.beginDay(.init(number: day + 1), at: 1)) == nil)
            // It may tell its time as long as it surely has the lease.
            told = try #require((teller.now..<teller.now + 10_000).last { first.holdsLease(at: $0) })
            let clock = try database.server.psql("SELECT clock FROM \(database.schema).lease")
            #expect(try #require(Int(clock)) >= told, "after \(step) ms")
        }
        // Also before it has committed anything.
        let second = HandClock(0)
        second.pass(1)
        let engine = try database.open(as: "server", limits: limits, clock: second.clock)
        #expect(second.now >= told)
        told = try #require((second.now..<second.now + 10_000).last { engine.holdsLease(at: $0) })
        let third = HandClock(1)
        let last = try database.open(as: "server", clock: third.clock)
        #expect(third.now >= told)
        for engine in [first, engine, last] { engine.close() }
    }

    @Test("A server whose clocks are far ahead of the database's and of those before gets no lease, and is told why")
    func clocksAhead() throws {
        let database = try TestDatabase()
        try database.open(as: "a").close()
        let generation = "SELECT generation FROM \(database.schema).lease"
        let (before, time) = (try database.server.psql(generation), try now(of: database))
        func refuses(_ clock: HandClock) {
            let error = #expect(throws: PostgreSQLOpenError.self) {
                try database.wait(as: "b", clock: clock.clock).open { _ in }
            }
            guard case .clockAhead(let milliseconds)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect((300_001...340_000).contains(milliseconds) && error?.description.contains("NTP") == true)
        }
        refuses(HandClock(time + 340_000, wall: time))
        refuses(HandClock(time, wall: time + 340_000))
        #expect(try database.server.psql(generation) == before)
        // A little ahead is no fault, and whoever comes then is judged by that.
        let first = HandClock(time + 250_000, wall: time)
        try database.wait(as: "b", clock: first.clock).open { _ in }.close()
        let second = HandClock(time + 500_000, wall: time + 500_000)
        try database.wait(as: "c", clock: second.clock).open { _ in }.close()
        #expect(second.now == time + 500_000)
        // While another one has the lease, that is what is said.
        let holder = try database.open(as: "d")
        let error = #expect(throws: PostgreSQLOpenError.self) {
            try database.wait(as: "b", clock: HandClock(time + 5_000_000, wall: time).clock).open { _ in }
        }
        guard case .inUse("d", _)? = error else { throw try #require(error) }
        holder.close()
        // Who is alone keeps its own time.
        try database.open(as: "a", clock: HandClock(time + 5_000_000).clock).close()
    }

    private func now(of database: TestDatabase) throws -> Int {
        let text = try database.server.psql("SELECT (1000 * extract(epoch FROM clock_timestamp()))::bigint")
        return try #require(Int(text))
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

    @Test("A server that waits for the lease keeps its connection, and is let in once the lease is given back")
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
        // The connections that went to the engine are not used again.
        try wait.open { _ in }.close()
    }

    @Test("A server that cannot open the connections with which it would serve takes no lease")
    func poorServers() throws {
        let (database, role) = (try TestDatabase(), "r\(UInt32.random(in: 0...UInt32.max))")
        try database.open(as: "a").close()
        let (server, schema) = (database.server, database.schema)
        try server.psql(
            """
            CREATE ROLE \(role) LOGIN CONNECTION LIMIT 1;
            GRANT USAGE ON SCHEMA \(schema) TO \(role); GRANT ALL ON ALL TABLES IN SCHEMA \(schema) TO \(role)
            """)
        let address = server.address().replacing("postgresql://postgres@", with: "postgresql://\(role)@")
        let wait = try LeaseWait(
            DatabaseAddress(address), schema: schema, holder: "b", seed: "", limits: .init(), clock: .still)
        let look = "SELECT generation FROM \(schema).lease"
        let generation = try server.psql(look)
        for _ in 0..<5 {
            #expect(throws: PostgreSQLOpenError.self) { try wait.open { _ in } }
            // Connections that were closed count until the server has noticed.
            usleep(50_000)
        }
        #expect(try server.psql(look) == generation)
        #expect(!wait.tookInVain)
        // With room for two it serves.
        try server.psql("ALTER ROLE \(role) CONNECTION LIMIT 5")
        try wait.open { _ in }.close()
    }

    @Test("A server that has the lease and cannot serve gives it back at once")
    func inVain() throws {
        let database = try TestDatabase()
        try database.open(as: "a").close()
        try database.server.psql("CREATE TABLE \(database.schema).unfinished (a int)")
        let wait = try database.wait(as: "b")
        #expect(throws: PostgreSQLOpenError.unfinished) { try wait.open { _ in } }
        #expect(try wait.tookInVain && wait.lasts() == 0)
        try database.server.psql("DROP TABLE \(database.schema).unfinished")
        try wait.open { _ in }.close()
    }

    @Test("A server that waits during a migration to another schema takes no lease")
    func otherVersions() throws {
        let database = try TestDatabase()
        let engine = try database.open(as: "a")
        let wait = try database.wait(as: "b")
        #expect(throws: PostgreSQLOpenError.self) { try wait.open { _ in } }
        engine.close()
        let (table, known) = ("\(database.schema).tilerace", Migrations.all.count)
        try database.server.psql("UPDATE \(table) SET version = \(known + 1)")
        #expect(throws: PostgreSQLOpenError.newerSchema(found: known + 1, known: known)) { try wait.open { _ in } }
        #expect(try wait.lasts() == 0)
        try database.server.psql("UPDATE \(table) SET version = \(known)")
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
