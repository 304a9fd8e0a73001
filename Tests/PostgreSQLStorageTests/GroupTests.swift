import GameRules
import Rooms
import Storage
import TestKit
import Testing

@testable import PostgreSQLStorage

private typealias Sample = StorageSample

/// Transactions that share a commit, and so the statements.
@Suite(.enabled(if: PostgreSQLServer.isThere, "NOT TESTED: PostgreSQL is not installed"))
struct GroupTests {
    /// Keeps the writer busy, so that the transactions come in one group.
    private func group(_ transactions: [[Write]], _ probe: StorageProbe) async -> [StorageError?] {
        let filler = (0..<200).map { number in
            Write.createPlayer(PlayerRecord(id: PlayerID(high: 77, low: UInt64(number)), name: "", createdAt: 0))
        }
        return await Array(probe.answers(to: [filler] + transactions).dropFirst())
    }

    private func append(_ sequence: Int, _ event: RoomEvent) -> Write {
        Sample.append(LoggedEvent(sequence: sequence, time: 0, event: event))
    }

    @Test("A room that changes its code and closes in one group leaves no former code, and frees both")
    func closing() async throws {
        let database = try TestDatabase()
        let engine = try database.open()
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createRoom(Sample.room)) == nil)
        let second = Sample.code("ABCDE")
        let heirs = [Sample.room.code, second].enumerated().map { index, code in
            Write.createRoom(RoomRecord(id: RoomID(number: index + 1), code: code, name: "", epoch: 1, createdAt: 0))
        }
        let answers = await group([[append(1, .code(code: second))], [append(2, .closed)]], probe)
        #expect(answers == [nil, nil])
        #expect(engine.counts.commits <= 3, "in one group")
        for code in [Sample.room.code, second] { #expect(try await probe.room(formerly: code) == nil) }
        #expect(try database.server.psql("SELECT count(*) FROM \(database.schema).former_codes") == "0")
        #expect(await probe.write(all: heirs) == nil)
        #expect(try await probe.room(second)?.record.id == RoomID(number: 2))
        engine.close()
    }

    @Test("Two rooms exchange codes in one group")
    func exchange() async throws {
        let database = try TestDatabase()
        let engine = try database.open()
        let probe = StorageProbe(engine)
        let codes = ["ABCDE", "FGHJK", "MNPQR"].map(Sample.code)
        let rooms = (0..<2).map {
            RoomRecord(id: RoomID(number: $0 + 1), code: codes[$0], name: "", epoch: 1, createdAt: 0)
        }
        #expect(await probe.write(all: rooms.map { .createRoom($0) }) == nil)
        func code(_ room: Int, _ sequence: Int, _ code: RoomCode) -> [Write] {
            [.appendEvent(RoomID(number: room), LoggedEvent(sequence: sequence, time: 0, event: .code(code: code)))]
        }
        let answers = await group([code(1, 1, codes[2]), code(2, 1, codes[0]), code(1, 2, codes[1])], probe)
        #expect(answers == [nil, nil, nil])
        #expect(try await probe.room(codes[0])?.record.id == RoomID(number: 2))
        #expect(try await probe.room(codes[1])?.record.id == RoomID(number: 1))
        #expect(try await probe.room(formerly: codes[2])?.id == RoomID(number: 1))
        engine.close()
    }

    @Test("A row that somebody else wrote is a conflict of the transaction that meets it alone")
    func foreignRows() async throws {
        let database = try TestDatabase()
        let engine = try database.open()
        let probe = StorageProbe(engine)
        #expect(await probe.write(.createRoom(Sample.room)) == nil)
        #expect(await probe.write(append(1, .created(name: "x"))) == nil)
        try database.server.psql(
            "INSERT INTO \(database.schema).room_events VALUES (\(Sample.room.id.number), 2, 0, '{\"closed\":{}}')")
        let event = append(2, .hosted(seat: 1))
        let alone = { Transaction(writes: $0) }
        let answers = await probe.answers(to: [
            alone([.createPlayer(Sample.mika)]), alone([event]), alone([.createPlayer(Sample.zoe)]),
        ])
        #expect(answers[0] == nil && answers[2] == nil)
        if case .conflict? = answers[1] {} else { Issue.record("\(String(describing: answers[1]))") }
        #expect(try await probe.player(Sample.zoe.id) == Sample.zoe)
        engine.close()
    }

    @Test("A player whose row cannot be read is corrupt for the transactions that need it, and for no other")
    func damagedRows() async throws {
        let database = try TestDatabase()
        let engine = try database.open()
        let probe = StorageProbe(engine)
        try database.server.psql(
            "INSERT INTO \(database.schema).players VALUES (decode(repeat('00', 8) || repeat('ff', 8), 'hex'), '\\xff', '', -5)"
        )
        let answers = await probe.answers(to: [
            Transaction(writes: [.renamePlayer(Sample.zoe.id, name: "x")]),
            Transaction(writes: [.createPlayer(Sample.mika)]),
        ])
        if case .corrupt? = answers[0] {} else { Issue.record("\(String(describing: answers[0]))") }
        #expect(answers[1] == nil)
        engine.close()
    }
}
