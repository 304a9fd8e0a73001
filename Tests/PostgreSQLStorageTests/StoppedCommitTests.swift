import CLibPQ
import Storage
import TestKit
import Testing

@testable import PostgreSQLStorage

private typealias Sample = StorageSample

/// A holder of the lease that is stopped in the middle of sending a commit.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct StoppedCommitTests {
    /// The server runs the statements of a large commit as they come. Nothing tells it that the rest will not come.
    @Test("A server stopped in mid-commit keeps the lease from nobody after its end", .timeLimit(.minutes(2)))
    func stopped() async throws {
        let database = try TestDatabase()
        var asleep = PostgreSQLStorage.Limits()
        asleep.lease = 200
        asleep.renewal = 3_600_000
        let sleeper = try database.open(as: "sleeper", limits: asleep)
        let half = try HalfCommit(database)
        defer { half.close() }
        #expect(try database.server.psql("SELECT state FROM pg_stat_activity WHERE pid = \(half.backend)") == "active")
        let wait = try LeaseWait(
            DatabaseAddress(database.server.address()), schema: database.schema, holder: "successor", seed: "",
            limits: asleep, clock: .still)
        var taken: TakenLease?
        while taken == nil {
            do {
                taken = try wait.take()
            } catch PostgreSQLOpenError.inUse {
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        #expect(half.isLost)
        #expect(await StorageProbe(sleeper).write(.createPlayer(Sample.mika)) == .fenced)
        taken?.giveBack()
        sleeper.close()
    }

    @Test("A commit that is sent while the lease lasts is left alone by servers that wait")
    func underWay() throws {
        let database = try TestDatabase()
        let holder = try database.open(as: "holder")
        let half = try HalfCommit(database)
        defer { half.close() }
        #expect(throws: PostgreSQLOpenError.self) { _ = try database.wait(as: "other").take() }
        #expect(!half.isLost)
        holder.close()
    }
}

/// A connection whose commit has come to the server as far as the fence, and no further.
private final class HalfCommit {
    private let handle: OpaquePointer
    let backend: Int

    init(_ database: TestDatabase) throws {
        let address = try DatabaseAddress(database.server.address()).text
        let (keyword, value) = ("dbname", address)
        handle = try keyword.withCString { keyword in
            try value.withCString { value in try #require(pq_connect([keyword, nil], [value, nil])) }
        }
        backend = Int(pq_backend(handle))
        try #require(pq_is_up(handle) != 0 && pq_set_nonblocking(handle, 1) == 0 && pq_enter_pipeline(handle) == 1)
        let generation = try database.server.psql("SELECT generation FROM \(database.schema).lease")
        let fence = "SELECT \(database.schema).tilerace_fence(\(generation), 200, 0)"
        let path = "SET LOCAL search_path TO \(database.schema)"
        for (place, sql) in ["BEGIN", path, fence].enumerated() {
            try #require(pq_send_prepare(handle, "s\(place)", sql, 0, nil) == 1)
            try #require(pq_send_prepared(handle, "s\(place)", 0, nil, nil) == 1)
        }
        while pq_flush(handle) != 0 {}
        let lease = "relation = '\(database.schema).lease'::regclass"
        let hasRow = "SELECT count(*) FROM pg_locks WHERE pid = \(backend) AND \(lease) AND mode = 'RowShareLock'"
        let deadline = ContinuousClock.now + .seconds(60)
        while try database.server.psql(hasRow) != "1" { try #require(ContinuousClock.now < deadline) }
    }

    /// Whether the server has ended it.
    var isLost: Bool {
        while pq_consume(handle) == 1 {
            guard pq_is_busy(handle) == 0 else { return false }
            guard let result = pq_result(handle) else { continue }
            defer { pq_clear(result) }
            if pq_status(result) == Int32(PQ_FATAL_ERROR.rawValue) { return true }
        }
        return true
    }

    func close() { pq_finish(handle) }
}
