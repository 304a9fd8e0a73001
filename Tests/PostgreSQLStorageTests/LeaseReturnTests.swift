import Foundation
import Storage
import Synchronization
import TestKit
import Testing

@testable import PostgreSQLStorage

/// A lease that is given back while the database owes answers.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct LeaseReturnTests {
    private final class Flag: Sendable {
        let raised = Atomic(false)
    }

    @Test("A lease is given back though a read waits for the database, and the read is answered when it can be")
    func readsUnderWay() async throws {
        let database = try TestDatabase()
        let (server, schema) = (database.server, database.schema)
        let engine = try database.open()
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createPlayer(StorageSample.mika)) == nil)
        Thread.detachNewThread {
            _ = try? server.psql(
                "BEGIN; LOCK TABLE \(schema).players IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(120)")
        }
        func locks(_ condition: String) throws -> String {
            try server.psql("SELECT pid FROM pg_locks WHERE relation = '\(schema).players'::regclass AND \(condition)")
        }
        func wait(until isSo: () throws -> Bool) async throws {
            let deadline = ContinuousClock.now + .seconds(20)
            while try !isSo() {
                try #require(ContinuousClock.now < deadline)
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        let held = "granted AND mode = 'AccessExclusiveLock'"
        try await wait { try !locks(held).isEmpty }
        let isAnswered = Flag()
        let read = Task.detached {
            let player = try await probe.player(StorageSample.mika.id)
            isAnswered.raised.store(true, ordering: .releasing)
            return player
        }
        try await wait { try !locks("NOT granted").isEmpty }
        engine.vacate()
        let isOver = isAnswered.raised.load(ordering: .acquiring)
        #expect(!isOver, "nobody has waited for it")
        #expect(try server.psql("SELECT expires_at = '-infinity' FROM \(schema).lease") == "t")
        #expect(!engine.holdsLease(at: 0))
        #expect(await probe.write(.createPlayer(StorageSample.zoe)) == .closed)
        try server.psql("SELECT pg_terminate_backend(\(locks(held)))")
        #expect(try await read.value == StorageSample.mika)
        engine.close()
    }
}
