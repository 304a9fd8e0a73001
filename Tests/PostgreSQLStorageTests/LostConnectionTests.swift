import Foundation
import GameRules
import Rooms
import Storage
import Synchronization
import TestKit
import Testing

@testable import PostgreSQLStorage

private typealias Sample = StorageSample

/// Connections that break and servers that crash. All acknowledged writes are there, and reads after a failure stay
/// true.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"), .serialized)
struct LostConnectionTests {
    private final class Flag: Sendable {
        let raised = Atomic(false)
    }

    /// Appends to a room's log for as long as told, as a careful caller does. After each failure it reads again, and
    /// goes on behind the last event it has read.
    private struct Diarist {
        let probe: StorageProbe
        var last: Int
        var acknowledged: [Int: Int] = [:]
        var failures = 0

        init(_ engine: PostgreSQLStorage) async throws {
            probe = StorageProbe(engine)
            #expect(await probe.write(.createRoom(Sample.room)) == nil)
            last = 0
        }

        /// Appends an event, whose time is its mark.
        mutating func append(_ mark: Int) async throws {
            let event = LoggedEvent(sequence: last + 1, time: mark, event: .created(name: "x"))
            guard let error = await probe.write(Sample.append(event)) else {
                last += 1
                acknowledged[last] = mark
                return
            }
            failures += 1
            if case .unavailable = error {} else { Issue.record("\(error)") }
            probe.goOn()
            try await readAgain()
        }

        private mutating func readAgain() async throws {
            while true {
                do {
                    last = try #require(try await probe.room(Sample.room.code)).log.count
                    return
                } catch StorageError.unavailable {
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }

        /// Checks that all that was acknowledged is there, in its place.
        func check() async throws {
            let log = try #require(try await probe.room(Sample.room.code)).log
            #expect(log.count == last)
            for (sequence, mark) in acknowledged { #expect(log[sequence - 1].time == mark) }
        }
    }

    @Test("Whatever byte a connection breaks at, nothing acknowledged is lost")
    func cuts() async throws {
        let server = try PostgreSQLServer.shared()
        let database = try TestDatabase(on: server)
        let proxy = try SocketProxy(before: server)
        let engine = try database.open(port: SocketProxy.port)
        var diarist = try await Diarist(engine)
        var random = SplitMix(seed: 18)
        for mark in 0..<FullRun.count(fast: 40, full: 400) {
            proxy.arm(.after(Int.random(in: 0..<1_000, using: &random)))
            try await diarist.append(mark)
        }
        try await diarist.check()
        #expect(diarist.failures > 5)
        engine.close()
    }

    @Test("A renewal of the lease whose answer is lost is not taken for another server's")
    func lostRenewals() async throws {
        let server = try PostgreSQLServer()
        let database = try TestDatabase(on: server)
        let proxy = try SocketProxy(before: server)
        let engine = try database.open(port: SocketProxy.port)
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createRoom(Sample.room)) == nil)
        database.endWriter(of: engine)
        // Several in a row.
        for _ in 0..<3 {
            proxy.arm(.unanswered("UPDATE lease SET generation"))
            while proxy.isArmed {
                if case .unavailable? = await probe.write(.beginDay(Sample.today.day, at: 1)) {
                } else if proxy.isArmed {
                    database.endWriter(of: engine)
                }
                probe.goOn()
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        var answer = await probe.write(.beginDay(Sample.today.day, at: 1))
        while case .unavailable? = answer {
            probe.goOn()
            try await Task.sleep(for: .milliseconds(5))
            answer = await probe.write(.beginDay(Sample.today.day, at: 1))
        }
        #expect(answer == nil)
        engine.close()
    }

    @Test("A commit that reaches the server after its connection broke is not made once that was read")
    func lateCommits() async throws {
        let server = try PostgreSQLServer()
        let database = try TestDatabase(on: server)
        let proxy = try SocketProxy(before: server)
        // No renewal is to come between.
        var limits = PostgreSQLStorage.Limits()
        limits.renewal = 3_600_000
        let engine = try database.open(port: SocketProxy.port, limits: limits)
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createRoom(Sample.room)) == nil)
        var (last, refused) = (0, 0)
        // The first write has statements prepared, in a round trip of their own.
        for mark in 0..<FullRun.count(fast: 5, full: 30) {
            let event = { LoggedEvent(sequence: last + 1, time: mark, event: .created(name: "x")) }
            if mark > 0 {
                proxy.arm(.late(milliseconds: 150))
                guard case .unavailable? = await probe.write(Sample.append(event())) else {
                    Issue.record("acknowledged, though the server had not heard of it")
                    continue
                }
                probe.goOn()
                let read = try #require(try await probe.room(Sample.room.code)).log.count
                try await Task.sleep(for: .milliseconds(250))
                #expect(try await probe.room(Sample.room.code)?.log.count == read, "what was read stays true")
                refused += read == last ? 1 : 0
                last = read
            }
            #expect(await probe.write(Sample.append(event())) == nil)
            last += 1
        }
        #expect(refused > 0, "none came late")
        engine.close()
    }

    @Test("A server that crashes and starts again while people play loses nothing, and service comes back by itself")
    func crashes() async throws {
        let server = try PostgreSQLServer()
        let database = try TestDatabase(on: server)
        let engine = try database.open()
        var diarist = try await Diarist(engine)
        let count = FullRun.count(fast: 2, full: 20)
        var mark = 0
        let isOver = Flag()
        let crashes = Task.detached {
            defer { isOver.raised.store(true, ordering: .releasing) }
            for _ in 0..<count {
                try await Task.sleep(for: .milliseconds(80))
                server.stop("QUIT")
                try server.start()
            }
        }
        while !isOver.raised.load(ordering: .acquiring) {
            try await diarist.append(mark)
            mark += 1
        }
        try await crashes.value
        try await diarist.append(mark)
        try await diarist.append(mark + 1)
        try await diarist.check()
        #expect(diarist.failures > 0)
        #expect(database.reports.withLock { !$0.isEmpty })
        engine.close()
    }

    @Test("Once the writer has lost its connection, nothing is read on one that was made before")
    func readersFollowTheWriter() async throws {
        let server = try PostgreSQLServer()
        let database = try TestDatabase(on: server)
        let engine = try database.open()
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createPlayer(Sample.mika)) == nil)
        #expect(try await probe.player(Sample.mika.id) == Sample.mika)
        func connections() throws -> Set<Substring> {
            let text = try server.psql("SELECT pid FROM pg_stat_activity WHERE application_name = 'tilerace'")
            return Set(text.split(separator: "\n"))
        }
        // One writes and one reads, and one with which the schema was made may still be ending.
        let before = try connections()
        #expect(before.count >= 2)
        database.endWriter(of: engine)
        #expect(await probe.write(.createPlayer(Sample.zoe)) != nil)
        probe.goOn()
        #expect(await probe.write(.createPlayer(Sample.zoe)) == nil)
        #expect(try await probe.player(Sample.zoe.id) == Sample.zoe)
        // The server notices the end of a connection a little later.
        let deadline = ContinuousClock.now + .seconds(20)
        while try !connections().isDisjoint(with: before), ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try connections().isDisjoint(with: before))
        engine.close()
    }

    @Test("While the server is away, writes and reads are unavailable; closing does not hang")
    func absence() async throws {
        let server = try PostgreSQLServer()
        let database = try TestDatabase(on: server)
        var limits = PostgreSQLStorage.Limits()
        limits.settlementPatience = 50
        let engine = try database.open(limits: limits)
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createPlayer(Sample.mika)) == nil)
        server.stop()
        let answer = await probe.write(.createPlayer(Sample.zoe))
        if case .unavailable? = answer {
        } else {
            Issue.record("written without a server: \(String(describing: answer))")
        }
        await #expect { try await probe.player(Sample.mika.id) } throws: { error in
            if case StorageError.unavailable = error { true } else { false }
        }
        let begun = ContinuousClock.now
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2_000 { group.addTask { _ = try? await probe.player(Sample.mika.id) } }
        }
        #expect(ContinuousClock.now - begun < .seconds(5), "they do not wait one after the other")
        engine.close()
        #expect(await probe.write(.createPlayer(Sample.zoe)) == .closed)
    }
}
